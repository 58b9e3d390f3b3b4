//! Where an entity is: the execution space of a function, the memory space of a variable. This is the one place that says so.
//!
//! The annotations of all declarations count. A specialisation has its template's too. A closure without annotations of its own
//! belongs to the function that it stands in; a member of a local class does not. A member function that nobody wrote belongs to
//! both sides (reference: spaces, Execution spaces).

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclKind, Expr};
use cleave_names::decl::Body;
use cleave_typing::function::{canonical, explicit, few_redeclarations, signature};
use cleave_typing::{Closure, CodeRef, DeclRef, Entity, display};

use crate::space::{ExecutionSpace, MemorySpace, Tile, tile};

/// How deep closures may be nested.
const DEPTH: usize = 128;

/// The space of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// A function runs there.
    Execution(ExecutionSpace),
    /// A variable lies there.
    Memory(MemorySpace),
}

/// The space of a function or of a variable. `extended`: lambdas may have annotations; they mean nothing where they may not.
pub fn space<'db>(db: &'db dyn Db, entity: Entity<'db>, extended: bool) -> Space {
    match entity.is_function(db) {
        true => Space::Execution(execution_space(db, entity, extended)),
        false => Space::Memory(memory_space(db, entity)),
    }
}

/// Where a function runs, or a closure's call operator.
pub fn execution_space<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    extended: bool,
) -> ExecutionSpace {
    let mut at = function;
    for _ in 0..DEPTH {
        let decl = at.decl(db);
        if let Some(closure) = decl.closure(db) {
            if let Some(space) = closure_annotations(db, closure).filter(|_| extended) {
                return space;
            }
            at = closure.owner;
            continue;
        }
        if !at.is_function(db) {
            // A variable of a function stands in that.
            let code = decl.code(db);
            let Some(around) = code.body else {
                return ExecutionSpace::default();
            };
            let around = DeclRef::new(db, CodeRef::signature(code.item), around, None);
            at = Entity::new(db, around, None);
            continue;
        }
        let space = annotations(db, at);
        // Nobody runs a kernel but by a launch: what stands in one runs on the device.
        return match at != function && space.is_kernel() {
            true => ExecutionSpace::DEVICE,
            false => space,
        };
    }
    ExecutionSpace::HOST.with(ExecutionSpace::DEVICE)
}

/// Where a variable lies.
pub fn memory_space<'db>(db: &'db dyn Db, variable: Entity<'db>) -> MemorySpace {
    let tile = tile_of(db, variable);
    let all = declarations(db, variable).map(|d| annotated_memory(d, tile));
    all.fold(MemorySpace::default(), MemorySpace::with)
}

/// The annotations of a function, of all its declarations and of the template that it specialises.
pub fn annotations<'db>(db: &'db dyn Db, function: Entity<'db>) -> ExecutionSpace {
    let tile = tile_of(db, function);
    let of = |function: Entity<'db>| {
        let all = declarations(db, function).map(|d| annotated(d, tile));
        all.fold(ExecutionSpace::default(), ExecutionSpace::with)
    };
    match explicit(db, function) {
        Some(own) => of(function).with(of(own)),
        None => of(function),
    }
}

/// What one declaration says of a function.
pub fn annotated(decl: &Decl, tile: Tile) -> ExecutionSpace {
    let named = |a: &cleave_hir::Attr| ExecutionSpace::named(a.name.as_str(), tile);
    (decl.attrs.iter().map(named)).fold(ExecutionSpace::default(), ExecutionSpace::with)
}

/// What one declaration says of a variable.
pub fn annotated_memory(decl: &Decl, tile: Tile) -> MemorySpace {
    let named = |a: &cleave_hir::Attr| MemorySpace::named(a.name.as_str(), tile);
    (decl.attrs.iter().map(named)).fold(MemorySpace::default(), MemorySpace::with)
}

/// What is written on a lambda; `None` without annotations.
pub fn closure_annotations<'db>(db: &'db dyn Db, closure: Closure<'db>) -> Option<ExecutionSpace> {
    let Some(Expr::Lambda(lambda)) = closure.site.expr(db) else {
        return None;
    };
    let named = |name: &str| match name {
        "host" => ExecutionSpace::HOST,
        "device" => ExecutionSpace::DEVICE,
        _ => ExecutionSpace::default(),
    };
    let all = lambda.attrs.iter().map(|a| named(a.name.as_str()));
    let space = all.fold(ExecutionSpace::default(), ExecutionSpace::with);
    (!space.is_unannotated()).then_some(space)
}

/// Which functions of the standard library belong to both sides without an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedLibrary {
    /// The members of `std::initializer_list`.
    pub initializer_list: bool,
    /// `std::move` and `std::forward`.
    pub move_forward: bool,
}

/// Whether the reference takes a function of the standard library for one of both sides, which no annotation says.
pub fn is_of_both_sides<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    shared: SharedLibrary,
) -> bool {
    let decl = function.decl(db);
    if let Some(class) = decl.parent_class(db) {
        return shared.initializer_list
            && display::qualified_name(db, Entity::new(db, class, None))
                == "std::initializer_list";
    }
    let Some(name) = decl.hir(db).and_then(|d| d.name.ident()) else {
        return false;
    };
    shared.move_forward
        && matches!(name.as_str(), "move" | "forward")
        && signature(db, function).is_some_and(|sig| sig.declared.len() == 1)
        && display::qualified_name(db, Entity::new(db, decl, None))
            == format!("std::{}", name.as_str())
}

/// Whether a function is defaulted where it is declared first: nobody wrote it, and it belongs to both sides.
pub fn is_unwritten<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let decl = function.decl(db);
    decl.closure(db).is_none()
        && matches!(canonical(db, decl).hir(db).map(|d| &d.kind),
            Some(DeclKind::Function(f)) if f.body == Body::Default)
}

/// Whether some declaration of an entity has an attribute.
pub fn has_attribute<'db>(db: &'db dyn Db, entity: Entity<'db>, name: &str) -> bool {
    declarations(db, entity).any(|d| d.attrs.iter().any(|a| a.name.as_str() == name))
}

/// All declarations of an entity.
fn declarations<'db>(db: &'db dyn Db, entity: Entity<'db>) -> impl Iterator<Item = &'db Decl> {
    let all = few_redeclarations(db, canonical(db, entity.decl(db)));
    (0..all.len()).filter_map(move |i| all[i].hir(db))
}

fn tile_of<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Tile {
    tile(db, entity.decl(db).code(db).item.file(db))
}
