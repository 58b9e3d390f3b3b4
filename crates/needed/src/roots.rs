//! What an item makes the compiler emit whoever uses it (reference: device-half, Roots).
//!
//! Granularity: one value per item. Items of headers that can have no root are told by their flags, without their declarations.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{annotations, has_attribute, memory_space};
use cleave_hir::{Decl, DeclKind, Init, item_hir};
use cleave_names::decl::{Body, Spec};
use cleave_names::{
    ItemId, ScannedItem, all_items, is_of_user, item_flags, item_id, item_id_of_node, item_index,
    user_items,
};
use cleave_odr_use::has_external_code;
use cleave_syntax::skeleton::{Flags, ItemKind};
use cleave_typing::class::{Special, special};
use cleave_typing::function::specialized::{instantiated_members, instantiations, specialized};
use cleave_typing::function::{definition, variable_type};
use cleave_typing::thir::ExprKind;
use cleave_typing::{
    CodeRef, DeclRef, Entity, Ty, TyKind, check, display, eval, is_explicit_specialization,
    linkage, program,
};
use rustc_hash::FxHashSet;

use crate::edges::used_by;
use crate::emitted::Emitted;

/// Attributes that keep a function without a use.
const KEEPING: [&str; 3] = ["used", "constructor", "destructor"];

/// What is compiled because an item says so.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct Roots<'db> {
    /// What it emits.
    pub all: Vec<Emitted<'db>>,
    /// The instances of kernels that it names ([temp.inst]).
    pub named: Vec<Emitted<'db>>,
    /// Other instances that it names: they may name kernels in turn.
    pub instances: Vec<Emitted<'db>>,
    /// Instances that it declares to be defined elsewhere ([temp.explicit]/10).
    pub elsewhere: Vec<Emitted<'db>>,
}

/// The items of a file that may have roots, in source order: all of the user's, for kernels that they name.
#[salsa::tracked(returns(deref))]
pub(crate) fn rooted_items<'db>(db: &'db dyn Db, file: SourceFile) -> Box<[ItemId<'db>]> {
    let own: FxHashSet<u32> = (user_items(db, file).iter())
        .filter_map(|node| item_index(db, item_id_of_node(db, *node)))
        .collect();
    all_items(db, file)
        .filter(|scanned| is_candidate(scanned) || own.contains(&scanned.index))
        .map(|scanned| item_id(db, file, scanned.index))
        .collect()
}

/// Whether an item may have roots, as far as its flags tell.
fn is_candidate(scanned: &ScannedItem<'_>) -> bool {
    let (item, flags) = (scanned.item, scanned.item.flags);
    if flags.has(Flags::TEMPLATE) && item.kind != ItemKind::ExplicitInstantiation {
        return false;
    }
    match item.kind {
        ItemKind::FunctionDefinition => {
            let hidden = Flags::INLINE | Flags::STATIC | Flags::CONSTEXPR;
            let head = || {
                let end = item.head_end.max(item.span.start) as usize;
                scanned
                    .text
                    .get(item.span.start as usize..end)
                    .unwrap_or("")
            };
            !flags.any(hidden)
                || flags.any(Flags::GLOBAL | Flags::MENTIONS)
                || KEEPING.iter().any(|k| head().contains(k))
        }
        ItemKind::Variable => {
            flags.any(Flags::CUDA) || !flags.any(Flags::CONSTEXPR | Flags::INLINE)
        }
        ItemKind::Class | ItemKind::Enum => flags.any(Flags::CUDA) || is_followed(scanned),
        ItemKind::ExplicitInstantiation | ItemKind::Other => true,
        _ => false,
    }
}

/// Whether declarators stand behind a class.
fn is_followed(scanned: &ScannedItem<'_>) -> bool {
    let text = scanned.item.span.of(scanned.text);
    let behind = text.rsplit('}').next().unwrap_or_default();
    behind.trim().len() > 1
}

/// What an item emits.
#[salsa::tracked(returns(ref))]
pub fn roots<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Roots<'db> {
    let mut out = Roots::default();
    let code = CodeRef { item, body: None };
    let hir = &item_hir(db, item).code;
    for (id, decl) in hir.decls.iter() {
        let entity = Entity::new(db, DeclRef::at(db, code, id), None);
        let kept = match &decl.kind {
            DeclKind::Function(f) => {
                !matches!(f.body, Body::None | Body::Delete)
                    && is_plain(db, entity)
                    && is_kept_function(db, entity, decl)
            }
            DeclKind::Variable(v) => {
                is_plain(db, entity)
                    && is_kept_variable(db, entity, decl, &v.init)
                    && !variable_type(db, entity).is_function(db)
            }
            _ => false,
        };
        if kept {
            // A declaration of the same name in a namespace around is none of its business.
            let is_special = is_explicit_specialization(hir, decl)
                || item.kind(db) == ItemKind::ExplicitInstantiation;
            let entity = match is_special {
                true => specialized(db, entity.decl(db)).unwrap_or(entity),
                false => entity,
            };
            out.all.push(Emitted::of(db, entity));
        }
    }
    for (entity, _, is_extern) in instantiations(db, item) {
        let all = match entity.kind(db) {
            Some(DeclKind::Class(_)) => instantiated_members(db, entity),
            _ => vec![entity],
        };
        for entity in all {
            let to = Emitted::of(db, entity);
            if is_extern {
                out.elsewhere.push(to);
            } else if !to.is_function() || definition(db, entity).is_some() {
                out.all.push(to);
            }
        }
    }
    if is_of_user(db, item) || item_flags(db, item).has(Flags::MENTIONS) {
        kernels_named(db, item, &mut out);
    }
    out
}

/// Whether an entity is no template and no member of one.
fn is_plain<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    !linkage::is_templated(db, entity) && !entity.is_template(db)
}

fn is_kept_function<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl) -> bool {
    if annotations(db, entity).is_kernel() || KEEPING.iter().any(|k| has_attribute(db, entity, k)) {
        return true;
    }
    // What a class defines within itself is inline.
    decl.parent.is_none() && has_external_code(db, entity)
}

fn is_kept_variable<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl, init: &Init) -> bool {
    let space = memory_space(db, entity);
    if decl.parent.is_some() {
        // A static data member is defined in its class if it is inline.
        let defines =
            decl.spec.any(Spec::INLINE.with(Spec::CONSTEXPR)) && decl.spec.any(Spec::STATIC);
        return defines && !space.is_host();
    }
    let declares = decl.spec.any(Spec::EXTERN) && matches!(init, Init::None);
    if !space.is_host() {
        let shared = space.has(cleave_cuda::MemorySpace::SHARED);
        let internal =
            decl.spec.any(Spec::STATIC) || entity.decl(db).code(db).scope(db).is_internal(db);
        return !(shared && (declares || internal));
    }
    if declares {
        return false;
    }
    let scope = entity.decl(db).code(db).scope(db);
    let internal = decl.spec.any(Spec::STATIC)
        || scope.is_internal(db)
        || variable_type(db, entity).quals(db).is_const
            && !decl.spec.any(Spec::EXTERN.with(Spec::INLINE));
    let weak = decl.spec.any(Spec::INLINE.with(Spec::CONSTEXPR));
    if !internal {
        return !weak;
    }
    !weak && is_dynamic(db, entity)
}

/// Whether a variable is initialised or destroyed when the program runs.
fn is_dynamic<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    let ty = variable_type(db, entity).innermost_element(db);
    let trivial = |which| {
        !ty.is_class(db) || special(db, ty.unqualified(db), which).is_none_or(|s| s.trivial)
    };
    if !trivial(Special::Destructor) {
        return true;
    }
    check::body(db, entity).is_some() && eval::variable(db, entity).value.is_err()
}

/// What is made of a template.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instance {
    Kernel,
    /// Of a template that the user wrote, or that mentions a kernel.
    Other,
}

/// Whether something is made of a template that may name kernels.
pub(crate) fn instance<'db>(db: &'db dyn Db, what: Emitted<'db>) -> Option<Instance> {
    let class = |ty: Ty<'db>| match *ty.kind(db) {
        TyKind::Class(entity) => Some(entity),
        _ => None,
    };
    let entity = match what {
        Emitted::Implicit(ty, _) | Emitted::Inherited(_, ty) | Emitted::Vtable(ty) => class(ty)?,
        _ => what.entity()?,
    };
    entity.env(db)?;
    if annotations(db, entity).is_kernel() {
        return Some(Instance::Kernel);
    }
    let item = definition(db, entity)?.decl(db).code(db).item;
    let written = is_of_user(db, item) || item_flags(db, item).has(Flags::MENTIONS);
    written.then_some(Instance::Other)
}

/// The instances of kernels that an item's code names, compiled or not (reference: device-half, Roots).
fn kernels_named<'db>(db: &'db dyn Db, item: ItemId<'db>, out: &mut Roots<'db>) {
    let file = item.file(db);
    let bodies = program::bodies(db, item).into_iter();
    let mut todo: Vec<Entity<'db>> = bodies
        .filter(|e| display::template_depth(db, *e) == 0)
        .collect();
    while let Some(entity) = todo.pop() {
        let Some(typed) = check::body(db, entity).filter(|t| !t.dependent) else {
            continue;
        };
        for used in used_by(db, file, Emitted::of(db, entity)) {
            match instance(db, used.to) {
                Some(Instance::Kernel) => out.named.push(used.to),
                Some(Instance::Other) => out.instances.push(used.to),
                None => {}
            }
        }
        for x in &typed.exprs {
            if let ExprKind::Lambda(closure, _) = &x.kind {
                let operator = closure.operator(db);
                if !operator.is_template(db) {
                    todo.push(operator);
                }
            }
        }
    }
}
