//! Explicit specialisations of functions, variables and members ([temp.expl.spec]).

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{DeclKind, item_hir};
use cleave_names::ItemId;
use cleave_names::decl::Spec;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::params::is_explicit_specialization;
use crate::function::qualified::qualifier_class;
use crate::function::redeclared::{canonical, precedes, primary, redeclarations};
use crate::lookup::members::member;
use crate::lookup::namespaces::{
    Among, NsDecl, Place, Want, Way, What, in_namespaces, namespace_decls,
};
use crate::lookup::paths::qualifier_namespace;
use crate::template::Failure;
use crate::{CodeRef, Context, DeclRef, Entity, NameKey, Site, Ty, TyKind, template};

/// The explicit specialisation that an entity with all its arguments is declared by, with the bindings of its code.
pub fn explicit<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Entity<'db>> {
    entity.env(db)?;
    crate::engine::depth::outermost(db, || None, || explicit_for(db, entity))
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn explicit_for<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Entity<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let decl = entity.decl(db);
    if decl.code(db).body.is_some() {
        return None;
    }
    let key = decl.key(db)?;
    let listed = match &key {
        NameKey::Constructor => decl.parent_class(db)?.key(db)?,
        NameKey::Destructor | NameKey::Conversion => return None,
        key => key.clone(),
    };
    let all = explicit_specializations(db, decl.code(db).file(db), listed.clone());
    if all.is_empty() {
        return None;
    }
    let special = match all.len() > MANY {
        true => {
            let by_entity = explicit_by_entity(db, decl.code(db).file(db), listed);
            *by_entity.get(&(key, entity))?
        }
        false => {
            let sort = decl.hir(db).map(|hir| std::mem::discriminant(&hir.kind))?;
            let mut alike = all.iter().filter(|s| s.key == key && s.sort == sort);
            alike
                .find(|s| specialized(db, s.decl) == Some(entity))?
                .decl
        }
    };
    Some(Entity::new(db, special, None))
}

/// The declarations whose attributes a function has, in their order: its own, and before those of an explicit specialisation the
/// ones of its template that stand before it.
pub fn attributed<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let all = |of: Entity<'db>| {
        let declared = redeclarations(db, canonical(db, of.decl(db))).iter();
        declared.map(move |decl| Entity::new(db, *decl, of.env(db)))
    };
    let Some(own) = explicit(db, function).filter(|own| *own != function) else {
        return all(function).collect();
    };
    // Those of other arguments may have the same type.
    let is_own = |e: &Entity<'db>| e == &own || specialized(db, e.decl(db)) == Some(function);
    let own: Vec<Entity<'db>> = all(own).filter(is_own).collect();
    let first = own.first().map(|e| e.decl(db));
    let is_before = |e: &Entity<'db>| first.is_some_and(|own| precedes(db, e.decl(db), own));
    all(function).filter(is_before).chain(own).collect()
}

/// Of fewer explicit specialisations each is looked at.
const MANY: usize = 16;

/// Many explicit specialisations that are listed by a name, by their name and what they specialise.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _| FxHashMap::default(), cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, FxHashMap::default))]
fn explicit_by_entity<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    listed: NameKey,
) -> FxHashMap<(NameKey, Entity<'db>), DeclRef<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let mut out = FxHashMap::default();
    for special in explicit_specializations(db, file, listed) {
        if let Some(entity) = specialized(db, special.decl) {
            let key = (special.key.clone(), entity);
            out.entry(key).or_insert(special.decl);
        }
    }
    out
}

/// An explicit specialisation that has all its arguments.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Explicit<'db> {
    decl: DeclRef<'db>,
    key: NameKey,
    sort: Sort,
}

/// What sort of declaration something is.
type Sort = std::mem::Discriminant<DeclKind>;

/// The explicit specialisations that are listed by a name: each instance of each template of that name asks for them.
#[salsa::tracked(returns(deref))]
fn explicit_specializations<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    listed: NameKey,
) -> Box<[Explicit<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    let explicit = |other: &NsDecl<'db>| {
        if !matches!(other.what, What::Specialization | What::Qualified) {
            return None;
        }
        let decl = other.decl;
        let (code, hir) = decl.in_code(db)?;
        let all_given = is_explicit_specialization(code, hir)
            && crate::code::params::levels(db, decl).is_empty();
        all_given.then_some(Explicit {
            decl,
            key: decl.key(db)?,
            sort: std::mem::discriminant(&hir.kind),
        })
    };
    (namespace_decls(db, file, listed, Among::Special).iter())
        .filter_map(explicit)
        .collect()
}

/// What an explicit instantiation names ([temp.explicit]), and whether it only declares it.
pub fn instantiated<'db>(
    db: &'db dyn Db,
    instantiation: DeclRef<'db>,
) -> Option<(Entity<'db>, bool)> {
    let DeclKind::Instantiation { is_extern, decl } = instantiation.hir(db)?.kind else {
        return None;
    };
    let named = DeclRef::at(db, instantiation.code(db), decl);
    Some((specialized(db, named)?, is_extern))
}

/// The explicit instantiations of an item: what they name, where, and whether they only declare.
pub fn instantiations<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
) -> Vec<(Entity<'db>, Site<'db>, bool)> {
    let code = CodeRef { item, body: None };
    let all = item_hir(db, item).declarations();
    all.filter(|(_, d)| matches!(d.kind, DeclKind::Instantiation { .. }))
        .filter_map(|(id, _)| {
            let (entity, is_extern) = instantiated(db, DeclRef::at(db, code, id))?;
            let site = Site::declaration(code, u32::from(id.into_raw()));
            Some((entity, site, is_extern))
        })
        .collect()
}

/// The functions and static data members that an explicit instantiation of a class instantiates: those of its member classes are
/// among them ([temp.explicit]/10).
pub fn instantiated_members<'db>(db: &'db dyn Db, class: Entity<'db>) -> Vec<Entity<'db>> {
    let mut out = Vec::new();
    let mut open = vec![class];
    // A class may be declared and defined, or named with its key, as a member.
    let mut seen = FxHashSet::default();
    while let Some(class) = open.pop() {
        let ty = Ty::of(db, TyKind::Class(class));
        let defined = crate::class::class_info(db, ty).and_then(|info| info.definition);
        let Some(class) = defined.filter(|class| seen.insert(*class)) else {
            continue;
        };
        let own = class.decl(db);
        let Some((hir, decl)) = own.in_code(db) else {
            continue;
        };
        // What is specialised explicitly is not instantiated.
        if is_explicit_specialization(hir, decl) {
            continue;
        }
        for (id, decl) in hir.decls.iter() {
            let is_member = (decl.parent).is_some_and(|p| u32::from(p.into_raw()) == own.index(db));
            if !is_member || decl.heads.iter().any(|h| !h.params.is_empty()) {
                continue;
            }
            let declared = DeclRef::at(db, own.code(db), id);
            let entity = |decl: DeclRef<'db>| Entity::new(db, decl, class.env(db));
            match decl.kind {
                DeclKind::Function(_) => out.push(entity(declared)),
                DeclKind::Variable(_) if decl.spec.any(Spec::STATIC) => out.push(entity(declared)),
                DeclKind::Class(_)
                    if !decl.spec.any(Spec::FRIEND)
                        && explicit(db, entity(canonical(db, declared))).is_none() =>
                {
                    open.push(entity(declared));
                }
                _ => {}
            }
        }
    }
    out
}

/// What an explicit specialisation specialises.
pub fn specialized<'db>(db: &'db dyn Db, special: DeclRef<'db>) -> Option<Entity<'db>> {
    crate::engine::depth::outermost(db, || None, || specialized_by(db, special))
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn specialized_by<'db>(db: &'db dyn Db, special: DeclRef<'db>) -> Option<Entity<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let candidates = candidates(db, special)?;
    match special.hir(db)?.kind {
        DeclKind::Function(_) => function(db, special, candidates).ok().flatten(),
        _ => other(db, special, &candidates),
    }
}

/// What an explicit specialisation of a function may specialise, if that certainly is none of them.
pub(crate) fn unmatched<'db>(db: &'db dyn Db, special: DeclRef<'db>) -> Option<Vec<Entity<'db>>> {
    let candidates = candidates(db, special)?;
    match function(db, special, candidates.clone()) {
        Ok(None) => Some(candidates),
        _ => None,
    }
}

/// What the name of an explicit specialisation is declared as. `None`: its class is not known.
pub(crate) fn candidates<'db>(db: &'db dyn Db, special: DeclRef<'db>) -> Option<Vec<Entity<'db>>> {
    let hir = special.hir(db)?;
    let key = special.key(db)?;
    let path = hir.path.as_deref();
    let code = special.code(db);
    let namespace = path
        .filter(|p| !p.is_unqualified())
        .map(|p| qualifier_namespace(db, code.item, code.scope(db), p.global, &p.qualifiers));
    Some(match namespace {
        // A member of a class.
        Some(None) => {
            let class = qualifier_class(db, special)?;
            member(db, class, key).set.clone()
        }
        namespace => {
            let (scope, way) = match namespace.flatten() {
                Some(scope) => (scope, Way::Qualified),
                None => (code.scope(db), Way::Unqualified),
            };
            let place = Place {
                item: Some(code.item),
                inclusive: false,
            };
            let found = in_namespaces(db, code.file(db), place, scope, &key, Want::Any, way);
            let entity = |d: &DeclRef<'db>| Entity::new(db, *d, None);
            found.decls.iter().map(entity).collect()
        }
    })
}

/// What a specialisation that is no function specialises.
fn other<'db>(
    db: &'db dyn Db,
    special: DeclRef<'db>,
    candidates: &[Entity<'db>],
) -> Option<Entity<'db>> {
    let [only] = *candidates else { return None };
    let path = special.hir(db)?.path.as_deref();
    let Some(written) = path.and_then(|p| p.args.as_ref()) else {
        return Some(only);
    };
    primary(db, special)?;
    let mut cx = Context::of(db, Entity::new(db, special, None))?;
    cx.modes.in_head = true;
    let args = cx.template_args(only, written)?;
    Some(only.specialize(db, args))
}

/// Whether a candidate matches is not to be known.
struct Unknown;

/// The function among candidates that a specialisation is of.
fn function<'db>(
    db: &'db dyn Db,
    special: DeclRef<'db>,
    candidates: Vec<Entity<'db>>,
) -> Result<Option<Entity<'db>>, Unknown> {
    let own = Entity::new(db, special, None);
    let path = special.hir(db).and_then(|h| h.path.as_deref());
    let written = path.and_then(|p| p.args.as_ref());
    let signature = crate::function::signature(db, own).ok_or(Unknown)?;
    let ty = crate::Ty::of(db, crate::TyKind::Function(signature.ty.clone()));
    let mut found: Vec<(Entity<'db>, Entity<'db>)> = Vec::new();
    let mut unknown = false;
    for candidate in candidates {
        if !candidate.is_template(db) {
            let theirs = crate::function::signature(db, candidate);
            let same = theirs.is_some_and(|s| {
                s.ty.params == signature.ty.params && s.ty.quals == signature.ty.quals
            });
            if written.is_none() && same {
                return Ok(Some(candidate));
            }
            unknown |= theirs.is_none_or(|s| s.ty.params.iter().any(|p| p.is_unknown(db)));
            continue;
        }
        let mut cx = Context::of(db, own).ok_or(Unknown)?;
        cx.modes.in_head = true;
        let explicit = match written {
            Some(written) => match cx.explicit_args(candidate, written) {
                Some(args) => args,
                None => continue,
            },
            None => Vec::new(),
        };
        match template::deduce_type(&mut cx, candidate, &explicit, ty) {
            Ok(entity) => found.push((candidate, entity)),
            Err(Failure::Unknown(_)) => unknown = true,
            Err(_) => {}
        }
    }
    if found.is_empty() {
        let own = signature.ty.params.iter().chain([&signature.ty.ret]);
        unknown |= own.into_iter().any(|t| t.is_unknown(db));
        return if unknown { Err(Unknown) } else { Ok(None) };
    }
    let best = found.iter().find(|(a, _)| {
        found.iter().all(|(b, _)| {
            a == b || template::more_specialized(db, *a, *b, usize::MAX) == std::cmp::Ordering::Less
        })
    });
    best.map(|(_, entity)| Some(*entity)).ok_or(Unknown)
}
