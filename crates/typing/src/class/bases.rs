//! The direct bases of a class.

use cleave_base_db::Db;
use cleave_hir::{TypeId, TypeRef};

use crate::class::Base;
use crate::class::specialization::specialization;
use crate::code::params::levels;
use crate::code::unexpanded;
use crate::lookup::Found;
use crate::{Context, Ty, TyId, TyKind};

/// The direct bases of a class.
#[derive(Clone, Debug, Default, PartialEq, salsa::SalsaValue)]
pub(crate) struct Bases<'db> {
    /// The bases, packs expanded.
    pub(crate) all: Vec<Base<'db>>,
    /// Which of them depend on template parameters as written: unqualified lookup does not look into those ([temp.dep]).
    pub(crate) dependent: Vec<bool>,
    /// Some base is not known.
    pub(crate) unknown: bool,
    /// Some base is a name that nothing declares. It is reported; unqualified lookup does as if it were not there.
    pub(crate) undeclared: bool,
    /// They are being made out.
    pub(crate) incomplete: bool,
}

impl Bases<'_> {
    fn incomplete() -> Self {
        Bases {
            incomplete: true,
            ..Bases::default()
        }
    }
}

/// In how many rounds the bases of a class must be known.
const ROUNDS: u32 = 20;

/// The direct bases of a class; of an incomplete one none.
///
/// A class is incomplete until its bases are known ([class.mem.general]/7, [temp.inst]): who asks for them while they are being
/// made out, such as an overload whose signature asks for a member of the class, finds none, and that first answer is the
/// class's for good. Others that were asked on the way are asked again with the class complete.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _| Bases::incomplete(), cycle_fn = |_, cycle, last, new, _| first(cycle, last, new))]
pub(crate) fn bases<'db>(db: &'db dyn Db, class: TyId<'db>) -> Bases<'db> {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    bases_of(db, class).unwrap_or_default()
}

/// The first answer stays, unless it is that nothing is known.
fn first<'db>(cycle: &salsa::Cycle, last: &Bases<'db>, new: Bases<'db>) -> Bases<'db> {
    let replaced = last.incomplete || last.unknown && !new.unknown;
    match replaced && cycle.iteration() < ROUNDS {
        true => new,
        false => last.clone(),
    }
}

fn bases_of<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Bases<'db>> {
    let mut out = Bases::default();
    let _level = crate::engine::depth::Level::enter();
    let definition = specialization(db, class.class_entity(db)?)?;
    let hir = definition.decl(db).class(db)?;
    if hir.bases.is_empty() {
        return Some(out);
    }
    let mut cx = Context::of(db, definition)?;
    // Whoever of a cycle is asked first, this query counts its rounds, so that it knows which answer is the first.
    if hir.bases.iter().any(|b| !is_plain(&cx.code[b.ty])) {
        let before = bases(db, class.id());
        if !before.incomplete && !before.unknown {
            return Some(before.clone());
        }
    }
    cx.modes.in_head = true;
    let levels = levels(db, definition.decl(db));
    for base in &hir.bases {
        let mut dependent = false;
        unexpanded::all_type_names(cx.code, base.ty, &mut |name| {
            dependent |= levels.iter().any(|l| l.find(name).is_some());
        });
        if is_undeclared(&mut cx, base.ty) {
            out.unknown = true;
            out.undeclared = true;
            continue;
        }
        let types = match &cx.code[base.ty] {
            TypeRef::Pack(of) => {
                let of = *of;
                cx.expand(of)
            }
            _ => vec![cx.resolve_type(base.ty)],
        };
        for ty in types {
            let ty = ty.unqualified(db);
            out.unknown |= !matches!(ty.kind(db), TyKind::Class(_) | TyKind::Closure(_));
            out.dependent.push(dependent);
            out.all.push(Base {
                ty,
                is_virtual: base.is_virtual,
                access: base.access,
            });
        }
    }
    Some(out)
}

/// Whether a base is an unqualified name that nothing declares.
pub(crate) fn is_undeclared(cx: &mut Context<'_>, base: TypeId) -> bool {
    match &cx.code[base] {
        TypeRef::Path { path, .. } if path.is_unqualified() => {
            path.name.ident().is_some() && matches!(cx.lookup_path(path), Found::Nothing)
        }
        _ => false,
    }
}

/// Whether a base is written as a name alone, which asks for nothing.
fn is_plain(ty: &TypeRef) -> bool {
    matches!(ty, TypeRef::Path { path, .. } if path.is_unqualified() && path.args.is_none())
}

/// Whether `base` is `derived` or a base of it, at any depth. `None`: some base on the way is not known.
pub fn derives<'db>(db: &'db dyn Db, derived: Ty<'db>, base: Ty<'db>) -> Option<bool> {
    let (derived, base) = (derived.unqualified(db), base.unqualified(db));
    let mut seen = vec![derived];
    let mut next = 0;
    let mut unknown = false;
    while let Some(&class) = seen.get(next) {
        next += 1;
        if class == base {
            return Some(true);
        }
        if seen.len() > 10_000 {
            return None;
        }
        let bases = bases(db, class.id());
        unknown |= bases.unknown;
        for b in &bases.all {
            if !seen.contains(&b.ty) {
                seen.push(b.ty);
            }
        }
    }
    if unknown { None } else { Some(false) }
}

/// Whether a class has another one as a base that is virtual or is reached through a virtual one only.
pub(crate) fn is_in_virtual_base<'db>(db: &'db dyn Db, derived: Ty<'db>, base: Ty<'db>) -> bool {
    let mut open = vec![derived.unqualified(db)];
    let mut next = 0;
    while let Some(&class) = open.get(next) {
        next += 1;
        if class == base.unqualified(db) || open.len() > 10_000 {
            return false;
        }
        for b in bases(db, class.id()).all.iter().filter(|b| !b.is_virtual) {
            if !open.contains(&b.ty) {
                open.push(b.ty);
            }
        }
    }
    derives(db, derived, base) == Some(true)
}

/// Whether a class whose bases depend on template parameters may have another one as its base.
pub(crate) fn may_have<'db>(db: &'db dyn Db, class: Ty<'db>, base: Ty<'db>) -> bool {
    let class = class.unqualified(db);
    let around = |e: crate::Entity<'db>| e.decl(db).parent_class(db);
    let outer = std::iter::successors(class.class_entity(db).and_then(around), |d| {
        d.parent_class(db)
    });
    let is_around = |d: crate::DeclRef<'db>| base.class_entity(db).is_some_and(|e| e.decl(db) == d);
    let open = crate::class::class_info(db, class)
        .is_none_or(|info| info.bases.iter().any(|b| b.ty.is_dependent(db)));
    class.is_dependent(db) && open && !outer.take(64).any(is_around)
}
