//! The arguments of a class template that an aggregate's elements tell ([over.match.class.deduct]/1.3 and /1.4).

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_lang::Qualifiers;

use crate::class::bases::bases;
use crate::class::{ClassInfo, class_info, constructors, guides};
use crate::code::params::levels;
use crate::function::signature;
use crate::template::Operand;
use crate::template::call::{Arguments, begin};
use crate::template::complete::complete;
use crate::{Arg, Context, Entity, Env, Ty, TyKind};

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
    let info = elements_of(db, template);
    if info.is_some_and(|i| !i.is_aggregate || i.is_union) {
        return None;
    }
    // Of a class with a pack of bases it is not known what it is, until they are.
    let bases = match info {
        Some(info) => &info.bases,
        None => &bases(db, pattern_of(db, template)?.id()).all,
    };
    let fields = info.into_iter().flat_map(|i| &i.fields).map(|f| f.ty);
    let elements: Vec<Ty<'db>> = bases.iter().map(|b| b.ty).chain(fields).collect();
    // A pack of bases behind which there is nothing takes what is left ([over.match.class.deduct]/1).
    let pack = elements.last().and_then(|last| match *last.kind(db) {
        TyKind::Pack(of) => Some(of),
        _ => None,
    });
    let fixed = elements.len() - usize::from(pack.is_some());
    if pack.is_none() && (items.len() > fixed || info.is_none()) {
        return None;
    }
    let call = Arguments { forwards: None };
    for (element, item) in elements.into_iter().take(fixed).zip(items) {
        // A string literal is an array of its own length.
        let element = match item.string && element.is_array(db) {
            true => element
                .qualified(db, Qualifiers::CONST)
                .lvalue_reference(db),
            false => element,
        };
        call.operand(&mut deducer, element, item).ok()?;
    }
    if let Some(of) = pack {
        let rest = items.get(fixed..).unwrap_or_default();
        let packs = deducer.packs_of(&Arg::Type(of));
        let matched = deducer.expansion_with(packs, rest.len(), &mut |d, i| {
            call.operand(d, of, &rest[i]).map(|()| false)
        });
        matched.ok()?;
    }
    let env = complete(db, decl, template.env(db), deducer).ok()??;
    if env.is_dependent(db) {
        return None;
    }
    let ty = denoted(db, Entity::new(db, decl, Some(env)))?;
    let is_known =
        info.is_some() || class_info(db, ty).is_some_and(|i| i.is_aggregate && i.fields.is_empty());
    is_known.then_some(ty)
}

/// The class that an alias template for a class template denotes by what initialises it ([over.match.class.deduct]/3). Nothing where that
/// is not known: where guides are written, and where overload resolution would choose a constructor.
pub(super) fn deduce_alias<'db>(
    cx: &mut Context<'db>,
    alias: Entity<'db>,
    args: &[Operand<'db>],
    list: bool,
) -> Option<Ty<'db>> {
    let db = cx.db;
    let class = pattern_of(db, alias)?.class_entity(db)?;
    let class = Entity::new(db, class.decl(db), class.env(db)?.parent(db));
    let is_written = |g: &Entity<'db>| matches!(g.kind(db), Some(DeclKind::DeductionGuide(_)));
    if guides(db, class).iter().any(is_written) {
        return None;
    }
    match list {
        true => deduce_aggregate(cx, alias, args),
        false => None,
    }
    .or_else(|| deduce_by_constructors(db, alias, args))
}

/// The specialisation that an alias template denotes whose constructor takes arguments.
/// Nothing where several constructors do, of which overload resolution would choose one.
fn deduce_by_constructors<'db>(
    db: &'db dyn Db,
    alias: Entity<'db>,
    args: &[Operand<'db>],
) -> Option<Ty<'db>> {
    let class = pattern_of(db, alias)?;
    let call = Arguments { forwards: None };
    let mut found: Vec<Ty<'db>> = Vec::new();
    for constructor in constructors(db, class) {
        let signature = signature(db, constructor).filter(|s| !s.ty.variadic)?;
        let takes = signature.required as usize..=signature.ty.params.len();
        if !takes.contains(&args.len()) {
            continue;
        }
        if constructor.is_template(db) {
            return None;
        }
        let (mut deducer, _) = begin(db, alias, &[]).ok()?;
        let mut pairs = signature.ty.params.iter().zip(args);
        if !pairs.all(|(param, arg)| call.operand(&mut deducer, *param, arg).is_ok()) {
            continue;
        }
        let Ok(Some(env)) = complete(db, alias.decl(db), alias.env(db), deducer) else {
            continue;
        };
        let ty = (!env.is_dependent(db))
            .then(|| denoted(db, Entity::new(db, alias.decl(db), Some(env))))??;
        if !found.contains(&ty) {
            found.push(ty);
        }
    }
    match found[..] {
        [ty] => Some(ty),
        _ => None,
    }
}

/// The class that a class template under arguments is, or that an alias template under arguments denotes.
fn denoted<'db>(db: &'db dyn Db, instance: Entity<'db>) -> Option<Ty<'db>> {
    let Some(DeclKind::Alias(ty)) = instance.kind(db) else {
        return Some(Ty::of(db, TyKind::Class(instance)));
    };
    let mut cx = Context::of(db, instance)?;
    let ty = cx.resolve_type(*ty);
    (ty.is_class(db) && cx.problems.is_empty()).then_some(ty)
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

/// What a class template consists of, or the class that an alias template denotes, parameters standing for themselves.
fn elements_of<'db>(db: &'db dyn Db, template: Entity<'db>) -> Option<&'db ClassInfo<'db>> {
    class_info(db, pattern_of(db, template)?)
}

/// That class.
fn pattern_of<'db>(db: &'db dyn Db, template: Entity<'db>) -> Option<Ty<'db>> {
    let decl = template.decl(db);
    let all = levels(db, decl);
    let last = (all.len() as u32).checked_sub(1)?;
    let own = Env::make(db, template.env(db), all.last()?.identity(db, last));
    denoted(db, Entity::new(db, decl, Some(own)))
}
