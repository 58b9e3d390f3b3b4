//! The code of an item that the program makes the compiler emit, or may make it: functions, the instances of its templates that
//! the program makes, the closures and the members of local classes in both.

use cleave_base_db::Db;
use cleave_cuda::execution_space;
use cleave_hir::{DeclKind, body_hir};
use cleave_names::ItemId;
use cleave_typing::function::definition;
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{CodeRef, DeclRef, Entity, check, display, program};
use rustc_hash::FxHashSet;

use crate::program::{Link, is_used, used, used_of};
use crate::roots::is_root;

/// How many pieces of one item are looked at.
const LIMIT: usize = 4096;

/// The code of one function.
pub struct Piece<'db> {
    /// The function: a call operator, for a closure.
    pub entity: Entity<'db>,
    /// What it does.
    pub typed: &'db Typed<'db>,
    /// Whether the host compiles it.
    pub host: bool,
    /// Whether the device does.
    pub device: bool,
    /// Whether it is compiled for certain.
    pub emitted: bool,
    /// The instance whose code it is, if something asked for one.
    pub instance: Option<Entity<'db>>,
}

impl<'db> Piece<'db> {
    /// Of an instance: what asked for it, innermost first. This depends on the whole program; most who look at pieces need not know.
    pub fn chain(&self, db: &'db dyn Db) -> Vec<Link<'db>> {
        let chain = |instance: Entity<'db>| {
            let file = instance.decl(db).code(db).item.file(db);
            used(db, file).chain(db, instance)
        };
        self.instance.map_or_else(Vec::new, chain)
    }
}

/// The pieces whose code stands in an item and that the device may run: functions in their order, then instances. `extended`:
/// lambdas may be annotated.
pub fn of_device<'db>(db: &'db dyn Db, item: ItemId<'db>, extended: bool) -> Vec<Piece<'db>> {
    let mut out = every(db, item, extended);
    out.retain(|p| p.device);
    out
}

/// All pieces whose code stands in an item.
pub fn every<'db>(db: &'db dyn Db, item: ItemId<'db>, extended: bool) -> Vec<Piece<'db>> {
    let mut next: Vec<(Entity<'db>, bool, Option<Entity<'db>>)> = Vec::new();
    for entity in program::bodies(db, item) {
        if entity.is_function(db) && display::template_depth(db, entity) == 0 {
            let kept = is_used(db, entity) || is_root(db, entity);
            next.push((entity, kept, None));
        }
    }
    for &(instance, is_asked) in &used_of(db, item).instances {
        if let Some(own) = definition(db, instance).filter(|_| instance.is_function(db)) {
            next.push((own, true, is_asked.then_some(instance)));
        }
    }
    next.reverse();
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    while let (Some((entity, emitted, instance)), true) = (next.pop(), out.len() < LIMIT) {
        if !seen.insert(entity) {
            continue;
        }
        let Some(typed) = check::body(db, entity).filter(|t| !t.dependent) else {
            continue;
        };
        let inner = typed.exprs.iter().filter_map(|x| match &x.kind {
            ExprKind::Lambda(closure, _) if x.site.code.item == item => Some(closure.operator(db)),
            _ => None,
        });
        let inner = inner.chain(local_members(db, entity));
        // What the function has of its own is compiled where something calls it.
        next.extend(inner.map(|e| (e, is_used(db, e), instance)));
        let space = execution_space(db, entity, extended);
        out.push(Piece {
            entity,
            typed,
            host: space.on_host(),
            device: space.on_device(),
            emitted,
            instance,
        });
    }
    out
}

/// The member functions of classes that a function declares.
pub fn local_members<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let decl = function.decl(db);
    let code = decl.code(db);
    if decl.closure(db).is_some() || code.body.is_some() {
        return Vec::new();
    }
    let Some(hir) = body_hir(db, code.item, decl.index(db)) else {
        return Vec::new();
    };
    let inner = CodeRef {
        body: Some(decl.index(db)),
        ..code
    };
    let functions = hir
        .code
        .decls
        .iter()
        .filter(|(_, d)| d.parent.is_some() && matches!(d.kind, DeclKind::Function(_)));
    functions
        .map(|(id, _)| Entity::new(db, DeclRef::at(db, inner, id), function.env(db)))
        .collect()
}
