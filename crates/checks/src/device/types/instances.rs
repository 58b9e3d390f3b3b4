//! Types that a kernel template or a variable template of the device may not be instantiated with: what is local to a function
//! of the host, private in a class, or has no name (reference: spaces, Template arguments), as typed code has the arguments.

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_cuda::{MemorySpace, annotations};
use cleave_hir::Access;
use cleave_names::decl::Tokens;
use cleave_names::{ItemId, item_id_of_node};
use cleave_odr_use::{used, used_of};
use cleave_typing::function::{canonical, definition};
use cleave_typing::thir::ExprKind;
use cleave_typing::{
    Arg as Argument, Closure, DeclRef, Entity, Ty, TyKind, check, display, program,
};

use crate::Finding;
use crate::cuda::launches::bound_values;
use crate::cuda::launches::bound_values::{based_on, without_arguments};
use crate::device::types::kernel_instances as kernels;
use crate::engine::chain::{Chain, chain};
use crate::engine::entities::memory_space;
use crate::engine::entities::name_token;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use cleave_typing::function::specialized::instantiations;

/// What is wrong with an argument of a kernel's template and of a variable template.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong<'db> {
    /// Local to a function of the host, and whether it has no name: that is said as well.
    Local(bool),
    /// Local to a function of both sides: only the host may not launch the kernel.
    Shared(Option<u32>, Entity<'db>),
    /// A closure that the device cannot have, and where it stands.
    Closure(ItemId<'db>, u32),
    Hidden,
    Unnamed,
    HiddenTemplate,
}

impl Wrong<'_> {
    fn number(self, kernel: bool) -> Code {
        match (self, kernel) {
            (Wrong::Closure(..), true) => codes::GLOBAL_LAMBDA_TEMPLATE_ARG,
            (Wrong::Closure(..), false) => codes::VARIABLE_TEMPLATE_LAMBDA_TEMPLATE_ARG,
            (Wrong::Local(_), true) => codes::GLOBAL_FUNC_LOCAL_TEMPLATE_ARG,
            (Wrong::Shared(..), _) => codes::LOCAL_TYPE_USED_IN_GLOBAL_FUNCTION,
            (Wrong::Hidden, true) => codes::GLOBAL_PRIVATE_TYPE_ARG,
            (Wrong::Unnamed, true) => codes::GLOBAL_UNNAMED_TYPE_ARG,
            (Wrong::HiddenTemplate, true) => codes::GLOBAL_PRIVATE_TEMPLATE_ARG,
            (Wrong::Local(_), false) => codes::VARIABLE_TEMPLATE_FUNC_LOCAL_TEMPLATE_ARG,
            (Wrong::Hidden, false) => codes::VARIABLE_TEMPLATE_PRIVATE_TYPE_ARG,
            (Wrong::HiddenTemplate, false) => codes::VARIABLE_TEMPLATE_PRIVATE_TEMPLATE_ARG,
            (Wrong::Unnamed, false) => codes::VARIABLE_TEMPLATE_UNNAMED_TYPE_TEMPLATE_ARG,
        }
    }
}

/// How many parts of types are looked at.
const PARTS: usize = 4096;

/// What the item's code instantiates: functions that are no templates, and the instances of its templates that the program uses.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let program = used_of(db, item);
    let mut seen: Vec<Entity<'db>> = Vec::new();
    for body in program::bodies(db, item) {
        if display::template_depth(db, body) == 0 {
            code(s, body, None, &mut seen, out);
        }
    }
    for (entity, site) in &program.excess {
        if let Some((tokens, _)) = program::place(db, *site) {
            out.push(Finding::new(
                codes::EXCESSIVE_INSTANTIATION_RECURSION {
                    entity: Arg::Entity {
                        kind: "function",
                        name: display::function_text(db, *entity, true),
                    },
                },
                tokens.start,
            ));
        }
    }
    for (entity, site, is_extern) in instantiations(db, item) {
        let Some(env) = entity
            .env(db)
            .filter(|_| annotations(db, entity).is_kernel())
        else {
            continue;
        };
        let Some((tokens, _)) = program::place(db, site) else {
            continue;
        };
        kernels::unbounded(s, entity, tokens.start, out);
        if is_extern {
            continue;
        }
        let contexts = [(Arg::Text(based_on(db, entity, env)), item, tokens.start)];
        arguments(s, entity, (true, tokens), &contexts, out);
        kernels::parameters(s, entity, &contexts, out);
        seen.push(entity);
    }
    for &(instance, is_asked) in &program.instances {
        if let Some(own) = definition(db, instance) {
            code(s, own, is_asked.then_some(instance), &mut seen, out);
        }
    }
}

/// What one piece of code instantiates. `instance`: whose code it is, if something asked for one.
fn code<'db>(
    s: &Source<'db>,
    body: Entity<'db>,
    instance: Option<Entity<'db>>,
    seen: &mut Vec<Entity<'db>>,
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    let Some(typed) = check::body(db, body).filter(|t| !t.dependent) else {
        return;
    };
    for expr in &typed.exprs {
        let (entity, kernel) = match &expr.kind {
            ExprKind::Function(f) if annotations(db, *f).is_kernel() => (*f, true),
            ExprKind::Static(v)
                if memory_space(s, *v).has(MemorySpace::DEVICE.with(MemorySpace::CONSTANT)) =>
            {
                (*v, false)
            }
            _ => continue,
        };
        let own = entity.env(db).filter(|_| {
            let depth = display::template_depth(db, entity);
            depth == entity.depth(db) && entity.decl(db).parent_class(db).is_none()
        });
        let (Some(env), false) = (own, seen.contains(&entity)) else {
            continue;
        };
        seen.push(entity);
        // An instance is made where it is first named.
        let first = used(db, s.file).site(db, entity);
        if first.is_some_and(|site| site.code.item != item) {
            continue;
        }
        let place = program::place(db, expr.site).filter(|_| expr.site.code.item == item);
        let Some((tokens, _)) = place else { continue };
        let what = match kernel {
            true => based_on(db, entity, env),
            false => format!("\"{}\"", display::template_text(db, entity)),
        };
        let mut contexts = vec![(Arg::Text(what), item, tokens.start)];
        let links = instance.map(|instance| used(db, s.file).chain(db, instance));
        contexts.extend(chain(db, &links.unwrap_or_default()));
        arguments(s, entity, (kernel, tokens), &contexts, out);
        if kernel {
            kernels::parameters(s, entity, &contexts, out);
            if instance.is_some() {
                bound_values::instance(s, entity, &contexts, out);
            }
            kernels::bounds(s, typed, entity, expr.site, out);
        }
    }
}

/// What is wrong with the arguments, all of them.
fn arguments<'db>(
    s: &Source<'db>,
    entity: Entity<'db>,
    (kernel, tokens): (bool, Tokens),
    contexts: &Chain<'db>,
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let Some(env) = entity.env(db) else {
        return;
    };
    let mut all: Vec<&Argument<'db>> = Vec::new();
    for arg in env.args(db) {
        match arg {
            Argument::Pack(elements) => all.extend(elements.iter()),
            other => all.push(other),
        }
    }
    let mut found: Vec<Finding<'db>> = Vec::new();
    for arg in all {
        let Some((wrong, ty)) = argument(s, arg) else {
            continue;
        };
        let at = match kernel {
            true => tokens.start,
            false => tokens.end.saturating_sub(1),
        };
        if let Wrong::Shared(at, around) = wrong {
            if let (true, Some(at)) = (kernel, at) {
                let kernel = display::qualified_name(db, without_arguments(db, entity));
                let found = Finding::new(codes::LOCAL_TYPE_USED_IN_GLOBAL_FUNCTION, at)
                    .arg(Arg::Type(ty.unwrap_or_default()));
                out.push(found.name(display::qualified_name(db, around)).name(kernel));
            }
            continue;
        }
        let unnamed = (wrong == Wrong::Local(true)).then_some(Wrong::Unnamed);
        for wrong in std::iter::once(wrong).chain(unnamed) {
            let mut f = Finding::new(wrong.number(kernel), at);
            if let Some(ty) = &ty {
                f = f.arg(Arg::Type(ty.clone()));
            }
            if let Wrong::Closure(item, token) = wrong {
                f = f.arg(Arg::DefinedAt { item, token });
            }
            f.contexts = contexts.into();
            if !found.contains(&f) {
                found.push(f);
            }
        }
    }
    out.extend(found);
}

/// What a template argument is made of.
pub(crate) enum Part<'db> {
    /// A class or an enumeration.
    Declared(Entity<'db>, Ty<'db>),
    /// The class of a lambda-expression.
    Closure(Closure<'db>, Ty<'db>),
    /// A template.
    Template(Entity<'db>),
}

/// The first part of an argument that something is found out about, in the order of the reference. `functions`: types of
/// functions have parts.
pub(crate) fn first_part<'db, T>(
    db: &'db dyn Db,
    arg: &Argument<'db>,
    functions: bool,
    find: impl Fn(Part<'db>) -> Option<T>,
) -> Option<T> {
    let mut types: Vec<Ty<'db>> = Vec::new();
    // A template counts where it is the argument itself.
    let mut args: Vec<(&Argument<'db>, bool)> = vec![(arg, true)];
    for _ in 0..PARTS {
        if let Some((arg, whole)) = args.pop() {
            match arg {
                Argument::Type(ty) => types.push(*ty),
                Argument::Pack(all) => args.extend(all.iter().rev().map(|a| (a, whole))),
                Argument::Template(t) if whole => {
                    if let Some(found) = find(Part::Template(*t)) {
                        return Some(found);
                    }
                }
                _ => {}
            }
            continue;
        }
        let ty = types.pop()?;
        let found = match ty.kind(db) {
            TyKind::Class(e) | TyKind::Enum(e) => {
                let found = find(Part::Declared(*e, ty));
                if let (None, Some(env)) = (&found, e.env(db)) {
                    args.extend(env.args(db).iter().rev().map(|a| (a, false)));
                }
                found
            }
            TyKind::Closure(closure) => find(Part::Closure(*closure, ty)),
            TyKind::Pointer(t)
            | TyKind::LvalueReference(t)
            | TyKind::RvalueReference(t)
            | TyKind::Array(t, _) => {
                types.push(*t);
                None
            }
            TyKind::MemberPointer { class, member } => {
                types.extend([*member, *class]);
                None
            }
            TyKind::Function(f) => {
                if functions {
                    // What a function returns is no part of what it is given.
                    types.extend(f.params.iter().rev());
                }
                None
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The first thing wrong in an argument, and the type that it is wrong with.
fn argument<'db>(s: &Source<'db>, arg: &Argument<'db>) -> Option<(Wrong<'db>, Option<String>)> {
    let db = s.db;
    first_part(db, arg, true, |part| match part {
        Part::Declared(e, ty) => declared(db, e).map(|(wrong, hidden)| {
            let text = match hidden {
                Some(class) => display::qualified_name(db, class),
                None => display::type_text(db, ty.unqualified(db)),
            };
            (wrong, Some(text))
        }),
        Part::Closure(closure, ty) => closure_argument(s, closure).map(|wrong| {
            let text = display::type_text(db, ty.unqualified(db));
            (wrong, Some(text))
        }),
        Part::Template(t) => {
            hidden(db, t)?;
            Some((Wrong::HiddenTemplate, None))
        }
    })
}

/// What is wrong with a closure: only those of device functions and extended ones are the device's (reference: lambdas, Which
/// lambdas are extended).
fn closure_argument<'db>(s: &Source<'db>, closure: Closure<'db>) -> Option<Wrong<'db>> {
    let db = s.db;
    let item = closure.site.code.item;
    let at = program::place(db, closure.site)?.0.start;
    let mut around = closure.owner;
    let mut nested = false;
    for _ in 0..DEPTH {
        match around.decl(db).closure(db) {
            Some(outer) => around = outer.owner,
            None => break,
        }
        nested = true;
    }
    let function = around.is_function(db);
    let (device, host) = match function {
        true => (
            annotations(db, around).on_device(),
            annotations(db, around).on_host(),
        ),
        false => (false, false),
    };
    if device && !host {
        return None;
    }
    let annotated = match closure.site.expr(db) {
        Some(cleave_hir::Expr::Lambda(l)) => l.attrs.iter().any(|a| a.name.as_str() == "device"),
        _ => return None,
    };
    if s.settings.extended_lambda && annotated && function {
        return None;
    }
    if device && !nested {
        return Some(Wrong::Shared(Some(at), around));
    }
    Some(Wrong::Closure(item, at))
}

/// What is wrong with a class or an enumeration, and the class around it that is the reason.
fn declared<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
) -> Option<(Wrong<'db>, Option<Entity<'db>>)> {
    let decl = entity.decl(db);
    let code = decl.code(db);
    let hir = decl.hir(db)?;
    let unnamed = match &hir.kind {
        cleave_hir::DeclKind::Class(c) => c.typedef_name.is_none(),
        cleave_hir::DeclKind::Enum(e) => e.typedef_name.is_none(),
        _ => return None,
    } && hir.name == cleave_hir::NameId::None;
    if let Some(body) = code.body {
        // Types of functions of the device are its own.
        let around = DeclRef::new(
            db,
            cleave_typing::CodeRef { body: None, ..code },
            body,
            None,
        );
        let around = Entity::new(db, canonical(db, around), None);
        let (device, host) = (
            annotations(db, around).on_device(),
            annotations(db, around).on_host(),
        );
        return match (device, host) {
            (true, false) => None,
            (true, true) => Some((Wrong::Shared(name_token(db, decl), around), None)),
            (false, _) => Some((Wrong::Local(unnamed), None)),
        };
    }
    if unnamed {
        return Some((Wrong::Unnamed, None));
    }
    hidden(db, entity).map(|class| (Wrong::Hidden, (class != entity).then_some(class)))
}

/// How deep classes are looked for around a class.
const DEPTH: usize = 64;

/// What is a private or protected member: something itself, or the innermost class around it that is.
pub(crate) fn hidden<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Entity<'db>> {
    let mut at = Some(entity.decl(db));
    for _ in 0..DEPTH {
        let decl = at?;
        let hir = decl.hir(db)?;
        if hir.parent.is_some() && hir.access != Access::Public {
            return Some(Entity::new(db, decl, entity.env(db)));
        }
        at = decl.parent_class(db);
    }
    None
}
