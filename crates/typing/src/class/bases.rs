//! The direct bases of a class.

use cleave_base_db::Db;
use cleave_hir::TypeRef;

use super::Base;
use super::specialization::specialization;
use crate::params::levels;
use crate::{Context, Ty, TyKind, walk};

/// The direct bases of a class.
#[derive(Clone, Debug, Default, PartialEq, salsa::SalsaValue)]
pub(crate) struct Bases<'db> {
    /// The bases, packs expanded.
    pub(crate) all: Vec<Base<'db>>,
    /// Which of them depend on template parameters as written: unqualified lookup does not look into those ([temp.dep]).
    pub(crate) dependent: Vec<bool>,
    /// Some base is not known.
    pub(crate) unknown: bool,
}

/// The direct bases of a class; of an incomplete one none.
#[salsa::tracked(returns(ref), cycle_result = |_, _, _| Bases { unknown: true, ..Bases::default() })]
pub(crate) fn bases<'db>(db: &'db dyn Db, class: Ty<'db>) -> Bases<'db> {
    bases_of(db, class).unwrap_or_default()
}

fn bases_of<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Bases<'db>> {
    let mut out = Bases::default();
    let Some(_level) = crate::depth::Level::enter() else {
        out.unknown = true;
        return Some(out);
    };
    let definition = specialization(db, class.class_entity(db)?)?;
    let hir = definition.decl(db).class(db)?;
    if hir.bases.is_empty() {
        return Some(out);
    }
    let mut cx = Context::of(db, definition)?;
    cx.in_head = true;
    let levels = levels(db, definition.decl(db));
    for base in &hir.bases {
        let mut dependent = false;
        walk::all_type_names(cx.code, base.ty, &mut |name| {
            dependent |= levels.iter().any(|l| l.find(name).is_some());
        });
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
        let bases = bases(db, class);
        unknown |= bases.unknown;
        for b in &bases.all {
            if !seen.contains(&b.ty) {
                seen.push(b.ty);
            }
        }
    }
    if unknown { None } else { Some(false) }
}
