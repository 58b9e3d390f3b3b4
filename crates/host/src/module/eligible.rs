//! Which definitions the module id may be named after (reference: host-text, Entity of the module id): those that only one
//! translation unit of a program can have, and that leave code or data of their own in it. It must not know what
//! the name of a module is made of.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{Difference, toolkit_of};
use cleave_hir::{Attr, Code, Decl, DeclKind, Init, TypeId, TypeRef};
use cleave_mangle::{Function, Name};
use cleave_names::decl::{Body, Spec};
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::function::{canonical, declared_type, redeclarations};
use cleave_typing::{DeclRef, Entity, Ty, TyKind, linkage};

use super::internal::{is_internal, is_internal_name};

/// The attributes that make a definition replaceable.
const REPLACEABLE: &[&str] = &[
    "weak",
    "weakref",
    "gnu_inline",
    "selectany",
    "alias",
    "ifunc",
];

/// How deep array types are followed.
const MAX_DEPTH: u32 = 64;

/// Whether a declaration alone, as it is written, does not rule itself out.
pub(super) fn is_plain<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl) -> bool {
    let shared = Spec::INLINE
        .with(Spec::CONSTEXPR)
        .with(Spec::CONSTEVAL)
        .with(Spec::FRIEND)
        .with(Spec::TYPEDEF)
        .with(Spec::STATIC);
    !decl.spec.any(shared)
        && decl.heads.is_empty()
        && !is_replaceable(&decl.attrs)
        && !linkage::is_templated(db, entity)
}

/// Whether a function is a definition that no other unit may have, as far as its declarations tell.
pub(super) fn is_eligible_function<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl) -> bool {
    let (DeclKind::Function(function), Some(code)) =
        (&decl.kind, entity.decl(db).code(db).code(db))
    else {
        return false;
    };
    if !matches!(function.body, Body::Block(_) | Body::Try(_)) || is_deduced(code, function.ty) {
        return false;
    }
    let shared = Spec::INLINE.with(Spec::CONSTEXPR).with(Spec::CONSTEVAL);
    let ruled_out = |other: &Decl, is_member: bool| {
        other.spec.any(shared)
            || other.spec.any(Spec::STATIC) && !is_member
            || is_replaceable(&other.attrs)
    };
    !others(db, entity).any(|(_, d)| ruled_out(d, d.parent.is_some()))
}

/// Whether what the linker knows of a function is of this unit alone: its name, or a type in it.
pub(super) fn is_internal_function(known: &Function) -> bool {
    is_internal_name(&known.name)
        || is_internal(&known.ty.ret)
        || known.ty.params.iter().any(is_internal)
}

/// Whether a variable is a definition that no other unit may have, and has a value or runs code at its start.
pub(super) fn is_eligible_variable<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    name: Option<&Name>,
) -> bool {
    let (DeclKind::Variable(variable), Some(code)) =
        (&decl.kind, entity.decl(db).code(db).code(db))
    else {
        return false;
    };
    let initialized = variable.init != Init::None;
    let is_extern = decl.spec.any(Spec::EXTERN);
    if is_extern && !initialized
        || decl.name.ident().is_none()
        || name.is_some_and(is_internal_name)
        || mentions_auto(code, variable.ty)
    {
        return false;
    }
    let is_member = |d: &Decl| d.parent.is_some();
    let shared = Spec::STATIC.with(Spec::INLINE);
    let ruled_out = |d: &Decl| is_replaceable(&d.attrs) || d.spec.any(shared) && !is_member(d);
    if others(db, entity).any(|(_, d)| ruled_out(d)) {
        return false;
    }
    let declared = cleave_typing::outermost(db, || None, || declared_type(db, entity));
    let Some(ty) = declared else {
        return initialized;
    };
    // What `decltype(auto)` stands for is not asked: the value must not matter.
    if is_decltype_auto(code, variable.ty) {
        return initialized;
    }
    if linkage::mangle_type(db, ty).is_some_and(|t| is_internal(&t)) {
        return false;
    }
    // A constant has external linkage as a member, or if it was declared `extern` before.
    let external = is_extern
        || others(db, entity).any(|(before, d)| before && d.spec.any(Spec::EXTERN) || is_member(d));
    let file = entity.decl(db).code(db).item.file(db);
    if is_constant(db, file, ty) && !external {
        return false;
    }
    let valued = |d: &Decl| match &d.kind {
        DeclKind::Variable(v) => is_member(d) && v.init != Init::None,
        _ => false,
    };
    initialized || others(db, entity).any(|(_, d)| valued(d)) || constructs(db, ty)
}

/// The other declarations of the same entity, and whether they come before.
fn others<'db>(db: &'db dyn Db, entity: Entity<'db>) -> impl Iterator<Item = (bool, &'db Decl)> {
    let own = entity.decl(db);
    let all: &'db [DeclRef<'db>] = redeclarations(db, canonical(db, own));
    let place = all.iter().position(|d| *d == own).unwrap_or(all.len());
    all.iter()
        .enumerate()
        .filter(move |(_, d)| **d != own)
        .filter_map(move |(i, d)| Some((i < place, d.hir(db)?)))
}

fn is_replaceable(attrs: &[Attr]) -> bool {
    attrs.iter().any(|a| REPLACEABLE.contains(&a.name.as_str()))
}

/// Whether a function's return type is deduced from its body.
fn is_deduced(code: &Code, function: TypeId) -> bool {
    match &code[function] {
        TypeRef::Function(f) => mentions_auto(code, f.ret) || is_decltype_auto(code, f.ret),
        _ => false,
    }
}

fn is_decltype_auto(code: &Code, ty: TypeId) -> bool {
    match &code[ty] {
        TypeRef::DecltypeAuto(_) => true,
        TypeRef::Qualified(_, of) => matches!(code[*of], TypeRef::DecltypeAuto(_)),
        _ => false,
    }
}

/// Whether a type as written is made of `auto`.
fn mentions_auto(code: &Code, ty: TypeId) -> bool {
    let mut at = ty;
    for _ in 0..MAX_DEPTH {
        at = match &code[at] {
            TypeRef::Auto(_) => return true,
            TypeRef::Qualified(_, of)
            | TypeRef::Pointer(of)
            | TypeRef::LvalueReference(of)
            | TypeRef::RvalueReference(of)
            | TypeRef::Pack(of)
            | TypeRef::Attributed(of, _)
            | TypeRef::Array { element: of, .. } => *of,
            _ => return false,
        }
    }
    false
}

/// Whether a type is `const` at the top, and for newer toolkits not `volatile`; that of an array is that of its elements.
fn is_constant<'db>(db: &'db dyn Db, file: SourceFile, ty: Ty<'db>) -> bool {
    let quals = ty.top_quals(db);
    quals.is_const
        && !(quals.is_volatile
            && toolkit_of(db, file).has(Difference::VolatileConstantsNameModules))
}

/// The type of an array's elements; of anything else the type itself.
fn element<'db>(db: &'db dyn Db, mut ty: Ty<'db>) -> Ty<'db> {
    for _ in 0..MAX_DEPTH {
        match *ty.kind(db) {
            TyKind::Array(element, _) => ty = element,
            _ => break,
        }
    }
    ty
}

/// Whether an object of this type without an initializer runs code, or has a value other than zero.
fn constructs<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let class = element(db, ty).unqualified(db);
    let runs = |which| special(db, class, which).is_some_and(|s| !s.trivial && !s.deleted);
    class_info(db, class).is_some() && (runs(Special::Default) || runs(Special::Destructor))
}
