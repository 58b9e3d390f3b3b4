//! What the body of a function of the host makes the compiler instantiate, in the order of the code: kernels, variables of the
//! device, and specialisations of templates. What of it holds code of the device follows from the rest of the text, which counts.
//!
//! The standard library's specialisations are left out where nothing of the user's or the toolkit's is an argument: they lead to
//! nothing else.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{annotations, memory_space};
use cleave_names::is_of_user;
use cleave_needed::edges::{Edge, edges};
use cleave_needed::{Emitted, Naming, variants};
use cleave_typing::check::body;
use cleave_typing::function::definition;
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{Arg, Entity, Env, Ty, TyKind, linkage};
use rustc_hash::FxHashSet;

use crate::omitted::Kept;

/// How deep types are nested that are looked into.
const DEPTH: u32 = 64;

/// What a body instantiates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses<'db> {
    /// As linker names.
    pub(crate) bytes: Vec<u8>,
    /// The functions among it that are instances of templates.
    pub(crate) functions: Vec<Entity<'db>>,
    /// Those of the user's own templates of the host that have a closure's type as an argument: what they do with it has to be known.
    pub(crate) closures: Vec<Entity<'db>>,
}

/// What a function's body instantiates.
///
/// # Errors
/// Why that is not known for certain. The code of a closure counts as that of the body that it stands in; but what is given to a template
/// may become code of the device, unless it is the standard library's, or one of those of which [`Uses::closures`] tells.
pub(crate) fn uses<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    function: Entity<'db>,
) -> Result<Uses<'db>, Kept> {
    let mut out = Found {
        db,
        naming: Naming::new("", false),
        types: FxHashSet::default(),
        out: Uses::default(),
    };
    // The body, and those of the closures in it.
    let mut todo = vec![definition(db, function).unwrap_or(function)];
    while let Some(code) = todo.pop() {
        let typed = body(db, code).ok_or(Kept::NotUnderstood)?;
        let edges = edges(db, file, Emitted::of(db, code));
        let is_whole = !typed.dependent && typed.problems.is_empty() && typed.warnings.is_empty();
        let is_typed = typed
            .exprs
            .iter()
            .all(|e| !matches!(e.kind, ExprKind::Error));
        if !is_whole || !is_typed || edges.unknown.is_some() {
            return Err(Kept::NotUnderstood);
        }
        for expr in &typed.exprs {
            if let ExprKind::Lambda(closure, _) = expr.kind {
                let operator = closure.operator(db);
                if operator.is_template(db) {
                    return Err(Kept::Closure);
                }
                todo.push(operator);
            }
        }
        out.all(typed, &edges.all)?;
    }
    Ok(out.out)
}

struct Found<'db> {
    db: &'db dyn Db,
    naming: Naming,
    /// Those that were looked at.
    types: FxHashSet<Ty<'db>>,
    out: Uses<'db>,
}

impl<'db> Found<'db> {
    /// Everything that a body uses, and the types that it has.
    fn all(&mut self, typed: &Typed<'db>, edges: &[Edge<'db>]) -> Result<(), Kept> {
        for edge in edges {
            self.emitted(edge.to)?;
        }
        let exprs = typed.exprs.iter().map(|e| e.ty);
        let locals = typed.locals.iter().map(|l| l.ty);
        let named = typed.named.iter().map(|n| n.ty);
        for ty in exprs.chain(locals).chain(named) {
            self.ty(ty)?;
        }
        for (entity, _) in &typed.required {
            self.ty(Ty::of(self.db, TyKind::Class(*entity)))?;
        }
        Ok(())
    }

    fn emitted(&mut self, what: Emitted<'db>) -> Result<(), Kept> {
        if !self.counts(what) {
            return Ok(());
        }
        if has_closure(self.db, what) {
            match what {
                Emitted::Function(f) if is_own(self.db, f) => self.out.closures.push(f),
                _ => return Err(Kept::Closure),
            }
        }
        if let Emitted::Function(f) = what
            && is_specialized(self.db, f)
        {
            self.out.functions.push(f);
        }
        let variants = variants(self.db, what);
        // A variant that has no name would be one that nobody notices.
        for variant in variants {
            let name = cleave_needed::symbol(self.db, what, variant, &self.naming);
            self.add(name.ok_or(Kept::NotUnderstood)?.as_bytes());
        }
        Ok(())
    }

    /// Whether something may lead to code or storage of the device.
    fn counts(&self, what: Emitted<'db>) -> bool {
        let db = self.db;
        match what {
            Emitted::Function(f) if f.decl(db).closure(db).is_some() => false,
            Emitted::Function(f) if is_specialized(db, f) => !is_standard(db, f, 0),
            Emitted::Function(f) => {
                let space = annotations(db, f);
                let of_user = is_of_user(db, f.decl(db).code(db).item);
                space.is_kernel() || space.on_device() && of_user
            }
            Emitted::Variable(v) => {
                !memory_space(db, v).is_host() || is_specialized(db, v) && !is_standard(db, v, 0)
            }
            Emitted::Implicit(class, _) | Emitted::Vtable(class) => {
                is_specialized_type(db, class) && !is_standard_type(db, class, 0)
            }
            Emitted::Inherited(..) | Emitted::Invoker(_) => true,
        }
    }

    /// A type that the code has: a specialisation of a class template may be made complete by it.
    fn ty(&mut self, ty: Ty<'db>) -> Result<(), Kept> {
        let db = self.db;
        let ty = ty.innermost_element(db).unqualified(db);
        if !self.types.insert(ty) {
            return Ok(());
        }
        match *ty.kind(db) {
            TyKind::Pointer(to) | TyKind::LvalueReference(to) | TyKind::RvalueReference(to) => {
                self.ty(to)
            }
            TyKind::Class(_) if is_specialized_type(db, ty) && !is_standard_type(db, ty, 0) => {
                if is_of_closure(db, ty, 0) {
                    return Err(Kept::Closure);
                }
                let mangled = linkage::mangle_type(db, ty).ok_or(Kept::NotUnderstood)?;
                let name = self.naming.mangler().type_(&mangled);
                self.add(name.map_err(|_| Kept::NotUnderstood)?.as_bytes());
                Ok(())
            }
            TyKind::Error => Err(Kept::NotUnderstood),
            _ => Ok(()),
        }
    }

    fn add(&mut self, name: &[u8]) {
        self.out.bytes.extend_from_slice(name);
        self.out.bytes.push(0);
    }
}

/// Whether an entity stands under template arguments.
fn is_specialized<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    entity.env(db).is_some() || linkage::is_templated(db, entity)
}

fn is_specialized_type<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    match *ty.kind(db) {
        TyKind::Class(class) => is_specialized(db, class),
        _ => true,
    }
}

/// Whether an entity is the standard library's, and so are all its arguments.
fn is_standard<'db>(db: &'db dyn Db, entity: Entity<'db>, depth: u32) -> bool {
    let code = entity.decl(db).code(db);
    let path = code.scope(db).path(db);
    let is_std = path
        .first()
        .is_some_and(|s| matches!(s.name(db), "std" | "__gnu_cxx"));
    is_std
        && !is_of_user(db, code.item)
        && annotations(db, entity).is_unannotated()
        && std::iter::successors(entity.env(db), |env: &Env<'db>| env.parent(db)).all(|env| {
            env.args(db)
                .iter()
                .all(|arg| is_standard_arg(db, arg, depth + 1))
        })
}

fn is_standard_arg<'db>(db: &'db dyn Db, arg: &Arg<'db>, depth: u32) -> bool {
    match arg {
        Arg::Type(ty) => is_standard_type(db, *ty, depth),
        Arg::Pack(all) => all.iter().all(|arg| is_standard_arg(db, arg, depth)),
        Arg::Value(value) => value.as_int(db).is_some(),
        _ => false,
    }
}

fn is_standard_type<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    if depth > DEPTH {
        return false;
    }
    let depth = depth + 1;
    match *ty.innermost_element(db).unqualified(db).kind(db) {
        TyKind::Builtin(_) | TyKind::Complex(_) | TyKind::Vector(..) => true,
        TyKind::Pointer(to) | TyKind::LvalueReference(to) | TyKind::RvalueReference(to) => {
            is_standard_type(db, to, depth)
        }
        TyKind::Class(entity) | TyKind::Enum(entity) => is_standard(db, entity, depth),
        // Its code counts where it stands.
        TyKind::Closure(closure) => !closure.operator(db).is_template(db),
        _ => false,
    }
}

/// Whether a function is the user's own, and of the host.
fn is_own<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    is_of_user(db, function.decl(db).code(db).item) && annotations(db, function).is_unannotated()
}

/// Whether a closure's type is among the arguments of what is emitted.
fn has_closure<'db>(db: &'db dyn Db, what: Emitted<'db>) -> bool {
    match what {
        Emitted::Function(e) | Emitted::Variable(e) => has_closure_argument(db, e, 0),
        Emitted::Implicit(class, _) | Emitted::Vtable(class) => is_of_closure(db, class, 0),
        Emitted::Inherited(..) | Emitted::Invoker(_) => true,
    }
}

fn has_closure_argument<'db>(db: &'db dyn Db, entity: Entity<'db>, depth: u32) -> bool {
    fn is_one<'db>(db: &'db dyn Db, arg: &Arg<'db>, depth: u32) -> bool {
        match arg {
            Arg::Type(ty) => is_of_closure(db, *ty, depth),
            Arg::Pack(all) => all.iter().any(|arg| is_one(db, arg, depth)),
            _ => false,
        }
    }
    std::iter::successors(entity.env(db), |env: &Env<'db>| env.parent(db))
        .any(|env| env.args(db).iter().any(|arg| is_one(db, arg, depth + 1)))
}

/// Whether a type is a closure's, or a specialisation for one.
fn is_of_closure<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    if depth > DEPTH {
        return true;
    }
    let depth = depth + 1;
    match *ty.innermost_element(db).unqualified(db).kind(db) {
        TyKind::Closure(_) => true,
        TyKind::Pointer(to) | TyKind::LvalueReference(to) | TyKind::RvalueReference(to) => {
            is_of_closure(db, to, depth)
        }
        TyKind::Class(entity) => has_closure_argument(db, entity, depth),
        _ => false,
    }
}
