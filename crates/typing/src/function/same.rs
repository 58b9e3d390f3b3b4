//! Whether functions are declared alike ([over.load], [temp.over.link]): parameter types, template heads, constraints. Dependent
//! types are compared as written.

use cleave_base_db::Db;
use cleave_hir::{TemplateParamKind, TypeId};
use cleave_lang::RefQualifier;
use cleave_syntax::Standard;

use crate::code::params::{ParamKind, ParamRef, Sort, function_ref, own_level};
use crate::function::written::same_text;
use crate::function::{constrained_alike, parameter_types, result_type};
use crate::{Arg, Bound, DeclRef, Entity, Env, Site, Ty, TyKind};

/// Whether two function declarations of one name in one scope declare the same function.
pub(crate) fn functions<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let (Some(f), Some(g)) = (function_ref(db, a), function_ref(db, b)) else {
        return false;
    };
    let heads = |d: DeclRef<'db>| -> Vec<_> {
        let kinds = own_level(db, d).map(|l| l.kinds.iter());
        (kinds.into_iter().flatten())
            .map(|k| (std::mem::discriminant(&k.sort), k.pack))
            .collect()
    };
    if f.params.len() != g.params.len()
        || f.variadic != g.variadic
        || f.quals != g.quals
        || written(f.ref_qualifier) != written(g.ref_qualifier)
        || heads(a) != heads(b)
        || f.requires.is_some() != g.requires.is_some()
    {
        return false;
    }
    let (x, y) = (Entity::new(db, a, None), Entity::new(db, b, None));
    let (Some(ps), Some(qs)) = (parameter_types(db, x), parameter_types(db, y)) else {
        return false;
    };
    let same = |p: Ty<'db>, q: Ty<'db>| equivalent(db, (p.decayed(db), a), (q.decayed(db), b));
    if ps.len() != qs.len() || !ps.iter().zip(qs.iter()).all(|(p, q)| same(*p, *q)) {
        return false;
    }
    if let (Some(f), Some(g)) = (f.requires, g.requires) {
        let site = |d: DeclRef<'db>, e: cleave_hir::ExprId| Site {
            code: d.code(db),
            index: e.into_raw().into(),
            is_type: false,
        };
        if !same_text(db, (site(a, f), a), (site(b, g), b)) {
            return false;
        }
    }
    if own_level(db, a).is_none() {
        return a.key(db) != Some(crate::NameKey::Conversion)
            || result_type(db, x) == result_type(db, y);
    }
    if !same_heads(db, a, b) {
        return false;
    }
    match (result_type(db, x), result_type(db, y)) {
        (Some(p), Some(q)) => equivalent(db, (p, a), (q, b)),
        _ => true,
    }
}

fn written(r: Option<RefQualifier>) -> RefQualifier {
    r.unwrap_or_default()
}

/// Whether the own heads of two templates declare alike parameters.
pub(crate) fn same_heads<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let (Some(x), Some(y)) = (own_level(db, a), own_level(db, b)) else {
        return own_level(db, a).is_none() && own_level(db, b).is_none();
    };
    let (ps, qs) = (x.params(db), y.params(db));
    if !same_requirements(db, a, b) {
        return false;
    }
    ps.len() == qs.len()
        && ps.iter().zip(&qs).all(|(p, q)| {
            p.is_pack() == q.is_pack()
                && constrained_alike::parameters(db, (*p, x, a), (*q, y, b))
                && match (p, q) {
                    (ParamRef::Written(p), ParamRef::Written(q)) => match (&p.kind, &q.kind) {
                        (TemplateParamKind::Type { .. }, TemplateParamKind::Type { .. }) => true,
                        (
                            TemplateParamKind::Value { ty: t, .. },
                            TemplateParamKind::Value { ty: u, .. },
                        ) => same_text(db, (type_site(db, a, *t), a), (type_site(db, b, *u), b)),
                        (
                            TemplateParamKind::Template { .. },
                            TemplateParamKind::Template { .. },
                        ) => true,
                        _ => false,
                    },
                    (ParamRef::Invented(..), ParamRef::Invented(..)) => true,
                    _ => false,
                }
        })
}

/// Whether the own heads of two templates have the same requires-clause, or none.
pub(crate) fn same_requirements<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let clause = |d: DeclRef<'db>| own_level(db, d)?.written(db)?.requires;
    let site = |d: DeclRef<'db>, e: cleave_hir::ExprId| Site {
        code: d.code(db),
        index: e.into_raw().into(),
        is_type: false,
    };
    match (clause(a), clause(b)) {
        (Some(p), Some(q)) => same_text(db, (site(a, p), a), (site(b, q), b)),
        (p, q) => p.is_none() && q.is_none(),
    }
}

pub(crate) fn type_site<'db>(db: &'db dyn Db, decl: DeclRef<'db>, ty: TypeId) -> Site<'db> {
    Site {
        code: decl.code(db),
        index: ty.into_raw().into(),
        is_type: true,
    }
}

/// Whether two types of two declarations are equivalent ([temp.over.link]).
pub(crate) fn equivalent<'db>(
    db: &'db dyn Db,
    (a, of_a): (Ty<'db>, DeclRef<'db>),
    (b, of_b): (Ty<'db>, DeclRef<'db>),
) -> bool {
    if a == b {
        return true;
    }
    if a.quals(db) != b.quals(db) {
        return false;
    }
    let eq = |a: Ty<'db>, b: Ty<'db>| equivalent(db, (a, of_a), (b, of_b));
    match (a.kind(db), b.kind(db)) {
        (TyKind::Pointer(a), TyKind::Pointer(b))
        | (TyKind::LvalueReference(a), TyKind::LvalueReference(b))
        | (TyKind::RvalueReference(a), TyKind::RvalueReference(b))
        | (TyKind::Pack(a), TyKind::Pack(b)) => eq(*a, *b),
        (
            TyKind::MemberPointer {
                class: c,
                member: m,
            },
            TyKind::MemberPointer {
                class: d,
                member: n,
            },
        ) => eq(*c, *d) && eq(*m, *n),
        (TyKind::Array(a, m), TyKind::Array(b, n)) => {
            eq(*a, *b)
                && match (m, n) {
                    (Bound::Dependent(s, e), Bound::Dependent(t, f)) => {
                        same_site(db, (*s, *e, of_a), (*t, *f, of_b))
                    }
                    _ => m == n,
                }
        }
        (TyKind::Function(f), TyKind::Function(g)) => {
            let dialect = of_a.code(db).file(db).dialect(db);
            // Part of the type since C++17.
            let throws = dialect.standard < Standard::Cpp17 || f.noexcept == g.noexcept;
            throws
                && f.variadic == g.variadic
                && f.quals == g.quals
                && written(f.ref_qualifier) == written(g.ref_qualifier)
                && f.params.len() == g.params.len()
                && eq(f.ret, g.ret)
                && f.params
                    .iter()
                    .zip(g.params.iter())
                    .all(|(a, b)| eq(*a, *b))
        }
        (TyKind::Class(x), TyKind::Class(y)) | (TyKind::Enum(x), TyKind::Enum(y)) => {
            x.decl(db) == y.decl(db) && same_env(db, (x.env(db), of_a), (y.env(db), of_b))
        }
        (
            TyKind::ParamSpecialization { level, index, args },
            TyKind::ParamSpecialization {
                level: l,
                index: i,
                args: others,
            },
        ) => level == l && index == i && same_args(db, (args, of_a), (others, of_b)),
        (TyKind::Dependent(s, e), TyKind::Dependent(t, f)) => {
            same_site(db, (*s, *e, of_a), (*t, *f, of_b))
        }
        _ => false,
    }
}

fn same_env<'db>(
    db: &'db dyn Db,
    (a, of_a): (Option<Env<'db>>, DeclRef<'db>),
    (b, of_b): (Option<Env<'db>>, DeclRef<'db>),
) -> bool {
    let (mut a, mut b) = (a, b);
    while let (Some(x), Some(y)) = (a, b) {
        if x == y {
            return true;
        }
        if !same_args(db, (x.args(db), of_a), (y.args(db), of_b)) {
            return false;
        }
        (a, b) = (x.parent(db), y.parent(db));
    }
    a.is_none() && b.is_none()
}

/// The same of template arguments.
pub(crate) fn same_args<'db>(
    db: &'db dyn Db,
    (a, of_a): (&[Arg<'db>], DeclRef<'db>),
    (b, of_b): (&[Arg<'db>], DeclRef<'db>),
) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (Arg::Type(a), Arg::Type(b)) => equivalent(db, (*a, of_a), (*b, of_b)),
            (Arg::Pack(a), Arg::Pack(b)) => same_args(db, (a, of_a), (b, of_b)),
            (Arg::Expansion(a), Arg::Expansion(b)) => same_args(
                db,
                (std::slice::from_ref(&**a), of_a),
                (std::slice::from_ref(&**b), of_b),
            ),
            (Arg::Dependent(s, e), Arg::Dependent(t, f)) => {
                same_site(db, (*s, *e, of_a), (*t, *f, of_b))
            }
            (a, b) => a == b,
        })
}

fn same_site<'db>(
    db: &'db dyn Db,
    (s, e, of_a): (Site<'db>, Env<'db>, DeclRef<'db>),
    (t, f, of_b): (Site<'db>, Env<'db>, DeclRef<'db>),
) -> bool {
    if s == t {
        return same_env(db, (Some(e), of_a), (Some(f), of_b));
    }
    same_text(db, (s, of_a), (t, of_b))
}

/// Whether a class's own function hides one that a using-declaration brings ([namespace.udecl]/14).
pub(crate) fn hides<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    own_entity: Entity<'db>,
    used: DeclRef<'db>,
    used_entity: Entity<'db>,
) -> bool {
    let (Some(f), Some(g)) = (function_ref(db, own), function_ref(db, used)) else {
        return true;
    };
    // Values are told apart by types that are not compared here.
    let sort = |k: &ParamKind| match k.sort {
        Sort::Value(_) => Sort::Value(0),
        sort => sort,
    };
    let heads = |d: DeclRef<'db>| {
        let level = own_level(db, d);
        level.map(|l| {
            l.kinds
                .iter()
                .map(|k| (k.pack, sort(k)))
                .collect::<Vec<_>>()
        })
    };
    if f.params.len() != g.params.len()
        || f.quals != g.quals
        || written(f.ref_qualifier) != written(g.ref_qualifier)
        || heads(own) != heads(used)
    {
        return false;
    }
    match (
        parameter_types(db, own_entity),
        parameter_types(db, used_entity),
    ) {
        (Some(a), Some(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b.iter())
                    .all(|(a, b)| a.decayed(db) == b.decayed(db))
        }
        _ => false,
    }
}
