//! The arguments of a class template that an aggregate's elements tell ([over.match.class.deduct]/1.3 and /1.4).

use cleave_base_db::Db;
use cleave_lang::Qualifiers;

use crate::class::{ClassInfo, class_info};
use crate::code::params::levels;
use crate::template::Operand;
use crate::template::call::{Arguments, begin};
use crate::template::complete::complete;
use crate::{Context, Entity, Env, Ty, TyKind};

/// The specialisation of a class template whose elements a braced list initialises, each of its items one. Nothing where the
/// class is no aggregate, where an argument cannot be deduced, and where items are left over.
pub(super) fn deduce_aggregate<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    items: &[Operand<'db>],
) -> Option<Ty<'db>> {
    let db = cx.db;
    let decl = template.decl(db);
    let (mut deducer, _) = begin(db, template, &[]).ok()?;
    let info = elements_of(db, template).filter(|i| i.is_aggregate && !i.is_union)?;
    let bases = info.bases.iter().map(|base| base.ty);
    let elements: Vec<Ty<'db>> = bases.chain(info.fields.iter().map(|f| f.ty)).collect();
    if items.len() > elements.len() {
        return None;
    }
    let call = Arguments { forwards: None };
    for (element, item) in elements.into_iter().zip(items) {
        // A string literal is an array of its own length.
        let element = match item.string && element.is_array(db) {
            true => element
                .qualified(db, Qualifiers::CONST)
                .lvalue_reference(db),
            false => element,
        };
        call.operand(&mut deducer, element, item).ok()?;
    }
    let env = complete(db, decl, template.env(db), deducer).ok()??;
    if env.is_dependent(db) {
        return None;
    }
    Some(Ty::of(db, TyKind::Class(Entity::new(db, decl, Some(env)))))
}
/// Whether a braced list certainly tells no arguments of a class template without constructors: it has no nested lists, and no
/// element takes several of its items, as only those do that do not depend on the parameters
/// ([over.match.class.deduct]/1.3).
pub(super) fn is_no_aggregate_for<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    items: &[Operand<'db>],
) -> bool {
    let outermost = levels(db, template.decl(db)).len() == 1;
    let Some(info) = elements_of(db, template).filter(|_| outermost) else {
        return false;
    };
    let bases = info.bases.iter().map(|base| base.ty);
    let mut all = bases.chain(info.fields.iter().map(|f| f.ty));
    let single = |ty: Ty<'db>| {
        let class = ty.is_class(db) && ty.is_dependent(db);
        !ty.is_unknown(db) && (ty.is_arithmetic(db) || ty.is_pointer_like(db) || class)
            || matches!(ty.kind(db), TyKind::Param { pack: false, .. })
    };
    !info.is_union && all.all(single) && items.iter().all(|i| i.list.is_none())
}

/// What a class template consists of, its parameters standing for themselves.
fn elements_of<'db>(db: &'db dyn Db, template: Entity<'db>) -> Option<&'db ClassInfo<'db>> {
    let decl = template.decl(db);
    let all = levels(db, decl);
    let last = (all.len() as u32).checked_sub(1)?;
    let own = Env::make(db, template.env(db), all.last()?.identity(db, last));
    let pattern = Ty::of(db, TyKind::Class(Entity::new(db, decl, Some(own))));
    class_info(db, pattern)
}
