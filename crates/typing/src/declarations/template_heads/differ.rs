//! Whether declarations certainly differ, whatever the template parameters in them stand for. Names in what depends on parameters
//! may mean anything, and are taken for the same.

use cleave_base_db::Db;

use crate::code::params::{function_ref, own_level};
use crate::function::{parameter_types, result_type};
use crate::{Arg, Bound, DeclRef, Entity, Env, Ty, TyKind};

/// Whether two functions of one name certainly are not the same function. `heads`: their own template parameters count.
pub(crate) fn functions_differ<'db>(
    db: &'db dyn Db,
    a: DeclRef<'db>,
    b: DeclRef<'db>,
    heads: bool,
) -> bool {
    let (Some(f), Some(g)) = (function_ref(db, a), function_ref(db, b)) else {
        return false;
    };
    let own = |d: DeclRef<'db>| own_level(db, d).map_or(0, |l| l.kinds.len());
    if f.variadic != g.variadic
        || f.quals != g.quals
        || f.ref_qualifier.unwrap_or_default() != g.ref_qualifier.unwrap_or_default()
        || heads && (own(a) != own(b) || f.requires.is_some() != g.requires.is_some())
    {
        return true;
    }
    if heads && own(a) > 0 && returns_differ(db, a, b) {
        return true;
    }
    if let (Some(x), Some(y)) = (own_level(db, a), own_level(db, b))
        && heads
        && (x.kinds.iter().zip(&x.kinds).zip(y.kinds.iter()))
            .any(|((p, _), q)| p.pack != q.pack || p.is_type() != q.is_type())
    {
        return true;
    }
    let types = |d: DeclRef<'db>| parameter_types(db, Entity::new(db, d, None));
    let (Some(ps), Some(qs)) = (types(a), types(b)) else {
        return false;
    };
    let pack = |t: &Ty<'db>| matches!(t.kind(db), TyKind::Pack(_));
    if ps.len() != qs.len() {
        return !ps.iter().chain(qs.iter()).any(pack);
    }
    (ps.iter().zip(qs.iter())).any(|(p, q)| differ(db, p.decayed(db), q.decayed(db)))
}

/// Whether two declarations of a function certainly return different types.
pub(crate) fn returns_differ<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let ret = |d: DeclRef<'db>| result_type(db, Entity::new(db, d, None));
    match (ret(a), ret(b)) {
        (Some(x), Some(y)) => differ(db, x, y),
        _ => false,
    }
}

/// Whether two types certainly are not the same.
pub(crate) fn differ<'db>(db: &'db dyn Db, a: Ty<'db>, b: Ty<'db>) -> bool {
    if a == b || is_open(db, a) || is_open(db, b) {
        return false;
    }
    let apart = |x: Ty<'db>, y: Ty<'db>| differ(db, x, y);
    if a.quals(db) != b.quals(db) {
        return true;
    }
    match (a.kind(db), b.kind(db)) {
        (TyKind::Pointer(x), TyKind::Pointer(y))
        | (TyKind::LvalueReference(x), TyKind::LvalueReference(y))
        | (TyKind::RvalueReference(x), TyKind::RvalueReference(y))
        | (TyKind::Pack(x), TyKind::Pack(y)) => apart(*x, *y),
        (
            TyKind::MemberPointer {
                class: c,
                member: m,
            },
            TyKind::MemberPointer {
                class: d,
                member: n,
            },
        ) => apart(*c, *d) || apart(*m, *n),
        (TyKind::Array(x, m), TyKind::Array(y, n)) => {
            let bounds = matches!((m, n), (Bound::Known(m), Bound::Known(n)) if m != n);
            apart(*x, *y) || bounds
        }
        (TyKind::Function(f), TyKind::Function(g)) => {
            apart(f.ret, g.ret)
                || f.params.len() != g.params.len()
                || (f.params.iter().zip(&g.params)).any(|(p, q)| apart(*p, *q))
        }
        (TyKind::Class(x), TyKind::Class(y)) | (TyKind::Enum(x), TyKind::Enum(y)) => {
            x.decl(db) != y.decl(db) || environments_differ(db, x.env(db), y.env(db))
        }
        (TyKind::Builtin(x), TyKind::Builtin(y)) => x != y,
        (
            TyKind::Param {
                level: l, index: i, ..
            },
            TyKind::Param {
                level: m, index: j, ..
            },
        ) => (l, i) != (m, j),
        (x, y) => std::mem::discriminant(x) != std::mem::discriminant(y),
    }
}

/// Whether a type may turn out to be any other.
fn is_open<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    !matches!(
        ty.kind(db),
        TyKind::Pointer(_)
            | TyKind::LvalueReference(_)
            | TyKind::RvalueReference(_)
            | TyKind::MemberPointer { .. }
            | TyKind::Array(..)
            | TyKind::Function(_)
            | TyKind::Class(_)
            | TyKind::Enum(_)
            | TyKind::Builtin(_)
            | TyKind::Param { .. }
            | TyKind::Pack(_)
    )
}

fn environments_differ<'db>(db: &'db dyn Db, a: Option<Env<'db>>, b: Option<Env<'db>>) -> bool {
    let (mut a, mut b) = (a, b);
    while let (Some(x), Some(y)) = (a, b) {
        if x == y {
            return false;
        }
        if (x.args(db).iter().zip(y.args(db))).any(|(p, q)| arguments_differ(db, p, q)) {
            return true;
        }
        (a, b) = (x.parent(db), y.parent(db));
    }
    false
}

fn arguments_differ<'db>(db: &'db dyn Db, a: &Arg<'db>, b: &Arg<'db>) -> bool {
    match (a, b) {
        (Arg::Type(x), Arg::Type(y)) => differ(db, *x, *y),
        (Arg::Value(x), Arg::Value(y)) => x != y,
        _ => false,
    }
}
