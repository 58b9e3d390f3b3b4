//! Member lookup ([class.member.lookup]): a class's own members, what its using-declarations name, then its bases.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Path};
use rustc_hash::FxHashMap;

use crate::class::bases::bases;
use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::code::NameKey;
use crate::function::canonical;
use crate::{Context, Entity, Ty, TyId, TyKind};

use crate::lookup::Found;
use crate::lookup::qualified::Scope;

/// What a class has by a name.
#[derive(Clone, Debug, Default, PartialEq, salsa::SalsaValue)]
pub(crate) struct MemberSet<'db> {
    /// The members, under the bindings of the class that declares them.
    pub(crate) set: Vec<Entity<'db>>,
    /// The class they were found in.
    pub(crate) class: Option<Ty<'db>>,
    /// The injected-class-name.
    pub(crate) ty: Option<Ty<'db>>,
    /// It may have more: a base or the class itself is not known.
    pub(crate) unknown: bool,
    /// Different members in different bases.
    pub(crate) ambiguous: bool,
}

impl<'db> MemberSet<'db> {
    pub(crate) fn unknown() -> Self {
        MemberSet {
            unknown: true,
            ..MemberSet::default()
        }
    }

    /// Whether nothing was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.set.is_empty() && self.ty.is_none() && !self.ambiguous
    }

    /// As an answer of lookup.
    pub(crate) fn found(&self) -> Found<'db> {
        if self.ambiguous {
            match self.unknown {
                // What is not known may hide them all.
                true => Found::Unknown,
                false => Found::Ambiguous,
            }
        } else if let Some(ty) = self.ty {
            Found::Type(ty)
        } else if !self.set.is_empty() {
            Found::Entities {
                set: self.set.clone(),
                class: self.class,
            }
        } else if self.unknown {
            Found::Unknown
        } else {
            Found::Nothing
        }
    }
}

/// The members of a class by a name, inherited ones included.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _| MemberSet::default(), cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, MemberSet::unknown))]
pub(crate) fn member<'db>(db: &'db dyn Db, class: Ty<'db>, key: NameKey) -> MemberSet<'db> {
    let _level = crate::engine::depth::Level::enter();
    let entity = match class.kind(db) {
        TyKind::Class(entity) => *entity,
        TyKind::Closure(closure) => {
            let call = NameKey::operator(cleave_lang::Operator::Call);
            let set = match key == call {
                true => vec![closure.operator(db)],
                false => Vec::new(),
            };
            return MemberSet {
                set,
                class: Some(class),
                ..MemberSet::default()
            };
        }
        _ => return MemberSet::unknown(),
    };
    let Some(definition) = specialization(db, entity) else {
        return MemberSet::unknown();
    };
    in_definition(db, definition, class, &key, false)
}

/// The members of a class whose definition is known. `inside`: an unqualified name of its own code, for which dependent bases
/// are not looked into.
pub(crate) fn in_definition<'db>(
    db: &'db dyn Db,
    definition: Entity<'db>,
    class: Ty<'db>,
    key: &NameKey,
    inside: bool,
) -> MemberSet<'db> {
    let _level = crate::engine::depth::Level::enter();
    let own = own_members(db, definition, class, key);
    if !own.is_empty() || matches!(key, NameKey::Constructor | NameKey::Destructor) {
        return own;
    }
    if let (NameKey::Ident(name), Some(NameKey::Ident(own))) = (key, definition.decl(db).key(db))
        && *name == own
    {
        return MemberSet {
            ty: Some(class),
            class: Some(class),
            ..MemberSet::default()
        };
    }
    in_bases(db, class, key, inside, own.unknown)
}

/// The members that a class inherits by a name; `inside` as for [`in_definition`]. `unknown`: the class itself may have one.
pub(crate) fn in_bases<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    key: &NameKey,
    inside: bool,
    unknown: bool,
) -> MemberSet<'db> {
    let mut out = MemberSet {
        unknown,
        ..MemberSet::default()
    };
    let bases = bases(db, class.id());
    out.unknown |= match bases.undeclared {
        true => !inside,
        false => bases.unknown && bases.all.is_empty(),
    };
    let named = (bases.all.len() > FEW).then(|| by_name(db, class.id()).as_ref());
    let listed = named.flatten().map(|named| named.of(key));
    let listed = listed.unwrap_or_else(|| (0..bases.all.len()).collect());
    for at in listed {
        let (Some(base), Some(dependent)) = (bases.all.get(at), bases.dependent.get(at)) else {
            continue;
        };
        if inside && *dependent {
            continue;
        }
        if !base.ty.is_class(db) {
            out.unknown = true;
            continue;
        }
        let found = member(db, base.ty, key.clone());
        out.unknown |= found.unknown;
        if found.is_empty() {
            continue;
        }
        if out.is_empty() {
            let unknown = out.unknown;
            out = found.clone();
            out.unknown |= unknown;
        } else if found.set != out.set || found.ty != out.ty {
            // One may hide the other where it inherits from it.
            let hides = |a: Option<Ty<'db>>, b: Option<Ty<'db>>| match (a, b) {
                (Some(a), Some(b)) => crate::class::bases::derives(db, a, b) == Some(true),
                _ => false,
            };
            if hides(out.class, found.class) {
            } else if hides(found.class, out.class) {
                let unknown = out.unknown;
                out = found.clone();
                out.unknown |= unknown;
            } else if *key == NameKey::Conversion {
                out.set.extend(found.set.iter().copied());
            } else {
                out.ambiguous = true;
            }
        }
    }
    out
}

/// A class of fewer bases has all of them asked for a name.
const FEW: usize = 16;

/// Which bases of a class are to be asked for a name, by their numbers. Where that is not known, all are.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
struct ByName {
    named: FxHashMap<NameKey, Vec<usize>>,
    /// Those that are asked for every name: what they inherit is not listed.
    always: Vec<usize>,
}

impl ByName {
    fn of(&self, key: &NameKey) -> Vec<usize> {
        let named = self.named.get(key).into_iter().flatten();
        let mut out: Vec<usize> = named.chain(&self.always).copied().collect();
        out.sort_unstable();
        out
    }
}

#[salsa::tracked(returns(ref), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn by_name<'db>(db: &'db dyn Db, class: TyId<'db>) -> Option<ByName> {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let mut out = ByName::default();
    for (number, base) in bases(db, class.id()).all.iter().enumerate() {
        let own = base.ty.class_entity(db).and_then(|e| specialization(db, e));
        let own = own.filter(|_| base.ty.is_class(db) && is_alone(db, base.ty));
        let listed = own.map(|own| (own.decl(db).key(db), members(db, own.decl(db))));
        match listed {
            Some((name, own)) if own.using_enums.is_empty() && own.opaque_enums.is_empty() => {
                for key in own.names().chain(&name) {
                    out.named.entry(key.clone()).or_default().push(number);
                }
            }
            _ => out.always.push(number),
        }
    }
    for numbers in out.named.values_mut() {
        numbers.dedup();
    }
    Some(out)
}

/// Whether a class has no bases, for certain.
fn is_alone<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let bases = bases(db, class.id());
    bases.all.is_empty() && !bases.unknown && !bases.incomplete
}

/// What the class itself declares.
fn own_members<'db>(
    db: &'db dyn Db,
    definition: Entity<'db>,
    class: Ty<'db>,
    key: &NameKey,
) -> MemberSet<'db> {
    let mut out = MemberSet {
        class: Some(class),
        ..MemberSet::default()
    };
    let env = definition.env(db);
    let members = members(db, definition.decl(db));
    let mut used: Vec<Entity<'db>> = Vec::new();
    for &decl in members.get(key) {
        let Some(hir) = decl.hir(db) else { continue };
        match &hir.kind {
            DeclKind::Using { target, pack } => {
                if let Some(key) = NameKey::of(&target.name) {
                    let found = used_members(db, definition, class, target, *pack, &key);
                    out.unknown |= found.unknown;
                    out.ty = out.ty.or(found.ty);
                    used.extend(found.set);
                }
            }
            // Specialisations are found through their templates.
            DeclKind::Class(_) | DeclKind::Variable(_)
                if hir.path.as_ref().is_some_and(|p| p.args.is_some()) => {}
            _ => {
                let entity = Entity::new(db, canonical(db, decl), env);
                if !out.set.contains(&entity) {
                    out.set.push(entity);
                }
            }
        }
    }
    for &decl in members.using_enums.iter() {
        if let Some(DeclKind::UsingEnum(path)) = decl.hir(db).map(|d| &d.kind)
            // What it names first is not one of the enumerators that it brings.
            && first_name(path) != key.ident()
            && let Some(mut cx) = Context::of(db, definition)
            && let Scope::Type(ty) = cx.path_scope(path)
            && let TyKind::Enum(e) = ty.kind(db)
        {
            let named = crate::lookup::by_name::enumerator(db, e.decl(db), key);
            out.set.extend(named.map(|d| Entity::new(db, d, e.env(db))));
        }
    }
    for &opaque in members.opaque_enums.iter() {
        if !out.is_empty() {
            break;
        }
        let named = crate::lookup::by_name::enumerator(db, canonical(db, opaque), key);
        out.set.extend(named.map(|d| Entity::new(db, d, env)));
    }
    // A class and functions of one name: the functions hide it.
    if out.set.len() > 1 && out.set.iter().any(|e| e.is_function(db)) {
        out.set
            .retain(|e| !crate::lookup::same::is_type(db, e.decl(db)));
    }
    // The class's own hide those that it uses, which do not hide each other ([namespace.udecl]/14).
    let own = out.set.len();
    for entity in used {
        let hidden = out.set[..own].iter().any(|own| {
            crate::function::same::hides(db, own.decl(db), *own, entity.decl(db), entity)
        });
        if !hidden && !out.set.contains(&entity) {
            out.set.push(entity);
        }
    }
    out
}

/// What a using-declaration of a class names.
fn used_members<'db>(
    db: &'db dyn Db,
    definition: Entity<'db>,
    class: Ty<'db>,
    target: &Path,
    pack: bool,
    key: &NameKey,
) -> MemberSet<'db> {
    let mut out = MemberSet::default();
    let _level = crate::engine::depth::Level::enter();
    let Some(mut cx) = Context::of(db, definition) else {
        return MemberSet::unknown();
    };
    // `using B::B` looks for `B` around the class; other names may be typedefs of the class itself.
    let first = target.qualifiers.first().map(|s| &s.name);
    cx.modes.in_head = first.is_none() || first == target.name.ident();
    let scopes = match pack {
        true => cx.expand_scopes(target),
        false => vec![cx.scope_of(target)],
    };
    for scope in scopes {
        match scope {
            Scope::Type(ty) if ty != class && ty.is_class(db) => {
                let found = member(db, ty, key.clone());
                out.unknown |= found.unknown;
                out.ty = out.ty.or(found.ty);
                out.set.extend(found.set.iter().copied());
            }
            Scope::Type(ty) if ty.is_enum(db) => {
                if let TyKind::Enum(e) = ty.kind(db) {
                    let named = crate::lookup::by_name::enumerator(db, e.decl(db), key);
                    out.set.extend(named.map(|d| Entity::new(db, d, e.env(db))));
                }
            }
            _ => out.unknown = true,
        }
    }
    out
}

/// The bases whose constructors a class inherits: `using B::B;`.
pub(crate) fn inherited_constructors<'db>(
    db: &'db dyn Db,
    definition: Entity<'db>,
) -> Vec<Ty<'db>> {
    let mut out = Vec::new();
    for &decl in members(db, definition.decl(db)).usings.iter() {
        let Some(DeclKind::Using { target, pack }) = decl.hir(db).map(|d| &d.kind) else {
            continue;
        };
        let Some(mut cx) = Context::of(db, definition) else {
            continue;
        };
        cx.modes.in_head = true;
        let scopes = match pack {
            true => cx.expand_scopes(target),
            false => match cx.scope_of(target) {
                Scope::Type(ty) if !is_bare_template(db, ty) => vec![Scope::Type(ty)],
                // `using Base = B; using Base::Base;`, and the injected-class-name of a base that is a specialisation
                _ => {
                    cx.modes.in_head = false;
                    vec![cx.scope_of(target)]
                }
            },
        };
        let name = target.name.ident();
        let written = target.qualifiers.last().map(|s| &s.name);
        for scope in scopes {
            let Scope::Type(ty) = scope else { continue };
            let class = ty.class_entity(db).and_then(|e| e.decl(db).key(db));
            let own = class.as_ref().and_then(NameKey::ident);
            if name.is_some() && (name == own || name == written) && is_direct(db, definition, ty) {
                out.push(ty);
            }
        }
    }
    out
}

/// Whether a class is a direct base of another, or may be one: constructors of others are not inherited ([namespace.udecl]/3), of
/// which there is a warning.
fn is_direct<'db>(db: &'db dyn Db, definition: Entity<'db>, base: Ty<'db>) -> bool {
    let class = Ty::of(db, TyKind::Class(definition));
    let base = base.unqualified(db);
    crate::class::class_info(db, class).is_none_or(|info| {
        info.bases.iter().any(|b| {
            let ty = b.ty.unqualified(db);
            ty == base || ty.is_unknown(db) || ty.is_dependent(db)
        })
    })
}

/// Whether a type is a class template without arguments.
fn is_bare_template<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    ty.class_entity(db).is_some_and(|e| e.is_template(db))
}

/// The name that a path begins with.
fn first_name(path: &cleave_hir::Path) -> Option<&cleave_hir::Name> {
    match path.qualifiers.first() {
        Some(segment) => Some(&segment.name),
        None => path.name.ident(),
    }
}
