//! What annotations and attributes of functions and variables mean in the IL.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{annotations, has_attribute};
use cleave_il::{Attributes, FunctionKind, Launch, Linkage};
use cleave_needed::{Emitted, is_inline};
use cleave_typing::eval::attribute_argument;
use cleave_typing::function::specialized::attributed;
use cleave_typing::function::{canonical, explicit, redeclarations, signature};
use cleave_typing::linkage::is_internal;
use cleave_typing::{Entity, TyKind, function_ref};

/// The alignment of member functions (Itanium C++ ABI 2.3).
const MEMBER: u64 = 2;

/// What a function is.
pub(crate) fn kind<'db>(db: &'db dyn Db, what: Emitted<'db>) -> FunctionKind {
    match what {
        Emitted::Function(function) if annotations(db, function).is_kernel() => {
            FunctionKind::Kernel
        }
        Emitted::Function(function) if is_builtin(db, function) => FunctionKind::Builtin,
        _ => FunctionKind::Device,
    }
}

/// Whether the compiler of the device knows a function.
fn is_builtin<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    has_attribute(db, function, "device_builtin")
}

/// The redeclarations of a function, with its arguments.
fn declarations<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let own = explicit(db, function).unwrap_or(function);
    let all = redeclarations(db, canonical(db, own.decl(db)));
    all.iter()
        .map(|decl| Entity::new(db, *decl, own.env(db)))
        .collect()
}

/// Whether a function is inline; of those that the language makes only a closure's invoker is not.
pub(crate) fn is_inline_function<'db>(db: &'db dyn Db, what: Emitted<'db>) -> bool {
    match what {
        Emitted::Function(function) => is_inline(db, function),
        what => !matches!(what, Emitted::Invoker(_)),
    }
}

/// What annotations of a function say.
pub(crate) fn attributes<'db>(db: &'db dyn Db, what: Emitted<'db>) -> Attributes {
    let mut out = Attributes::default();
    let Emitted::Function(function) = what else {
        out.inline = is_inline_function(db, what);
        out.align = out.inline.then_some(MEMBER);
        return out;
    };
    if signature(db, function).is_some_and(|s| s.has_object) {
        out.align = Some(MEMBER);
    }
    out.inline = is_inline_function(db, what);
    // An explicit specialisation has what its template says before it, too.
    let declared = attributed(db, function);
    let attrs = || {
        declared
            .iter()
            .filter_map(|e| e.hir(db))
            .flat_map(|d| &d.attrs)
    };
    let named = |names: &[&str]| attrs().any(|a| names.contains(&a.name.as_str()));
    out.always_inline = named(&["always_inline", "__always_inline__", "gnu::always_inline"]);
    out.never_inline = named(&["noinline", "__noinline__", "gnu::noinline"]);
    out.noreturn = named(&["noreturn", "__noreturn__", "gnu::noreturn"]);
    out.pure = named(&["pure", "__pure__", "nv_pure", "__nv_pure__"]);
    out.constant = named(&["const", "__const__"]);
    out.nothrow = signature(db, function).is_some_and(|s| s.ty.noexcept);
    out.kept = named(&["used", "__used__", "gnu::used"]);
    out.launch = launch(db, function);
    out
}

/// What a function says of its launches and registers: the last declaration that says something counts. An explicit specialisation
/// has what its template says.
fn launch<'db>(db: &'db dyn Db, kernel: Entity<'db>) -> Launch {
    let mut out = Launch::default();
    for declared in attributed(db, kernel) {
        let Some(hir) = declared.hir(db) else {
            continue;
        };
        for attr in &hir.attrs {
            let numbers = || -> Vec<i64> {
                let value = |e: &cleave_hir::ExprId| {
                    let n = attribute_argument(db, declared, *e).integer()?;
                    i64::try_from(n).ok()
                };
                attr.args.iter().map_while(value).collect()
            };
            match attr.name.as_str() {
                // What is said of each number by itself stays until it is said otherwise.
                "launch_bounds" => {
                    let said = numbers();
                    let kept = out.bounds.split_off(said.len().min(out.bounds.len()));
                    out.bounds = said.into_iter().chain(kept).collect();
                }
                "local_maxnreg" => out.local_registers = numbers().first().copied(),
                "maxnreg" => out.registers = numbers().first().copied(),
                "cluster_dims" => out.cluster = numbers(),
                "block_size" => out.block = numbers(),
                _ => {}
            }
        }
    }
    out
}

/// Whether a parameter of a kernel is not copied.
pub(crate) fn is_grid_constant<'db>(db: &'db dyn Db, what: Emitted<'db>, number: usize) -> bool {
    let Emitted::Function(kernel) = what else {
        return false;
    };
    declarations(db, kernel).into_iter().any(|declared| {
        let code = declared.decl(db).code(db).code(db);
        let written = function_ref(db, declared.decl(db));
        // What a pack is expanded to comes last.
        let param = written.and_then(|f| Some(&code?[*f.params.get(number).or(f.params.last())?]));
        param.is_some_and(|p| p.attrs.iter().any(|a| a.name.as_str() == "grid_constant"))
    })
}

/// Who sees a function. Without relocatable device code nobody outside sees anything but kernels.
pub(crate) fn linkage<'db>(
    db: &'db dyn Db,
    _file: SourceFile,
    what: Emitted<'db>,
    relocatable: bool,
    is_defined: bool,
) -> Linkage {
    if !is_defined {
        return Linkage::External;
    }
    let is_kernel = kind(db, what) == FunctionKind::Kernel;
    if !relocatable {
        let is_seen = match what {
            Emitted::Function(kernel) => is_kernel && !is_internal(db, kernel),
            _ => false,
        };
        return match is_seen {
            true => Linkage::External,
            false => Linkage::Internal,
        };
    }
    match what {
        Emitted::Function(function) => {
            if is_internal(db, function) || is_of_closure(db, function) {
                return Linkage::Internal;
            }
            let is_instance = function.env(db).is_some();
            match (is_kernel, is_instance, is_inline(db, function)) {
                (true, true, _) => Linkage::Weak,
                (_, false, false) => Linkage::External,
                _ => Linkage::LinkOnce,
            }
        }
        Emitted::Implicit(class, _) | Emitted::Inherited(_, class) => match class.kind(db) {
            TyKind::Closure(_) => Linkage::Internal,
            _ => Linkage::LinkOnce,
        },
        Emitted::Invoker(_) => Linkage::Internal,
        Emitted::Variable(_) | Emitted::Vtable(_) => Linkage::Weak,
    }
}

fn is_of_closure<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    function.decl(db).closure(db).is_some()
}
