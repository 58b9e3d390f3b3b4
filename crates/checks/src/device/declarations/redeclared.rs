//! Functions and variables that are declared again in another space (reference: spaces, Redeclarations).

use cleave_codes::codes;
use cleave_cuda::{ExecutionSpace, MemorySpace, tile};
use cleave_names::decl::{Decl, Function};
use cleave_typing::display;
use cleave_typing::function::signature;

use crate::Finding;
use crate::cuda::spaces::redeclared::qualified;
use crate::engine::entities;
use crate::engine::finding::Arg;
use crate::engine::redeclarations::said_before;
use crate::engine::source::{Sink, Source};

/// A function is what its declarations say together; kernels are nothing else.
pub(in crate::device) fn spaces<'db>(
    s: &Source<'db>,
    decl: &Decl,
    was: ExecutionSpace,
    out: &mut Sink<'db>,
) {
    let is = ExecutionSpace::written(decl, tile(s.db, s.file));
    let code = if was.is_kernel() {
        match is {
            _ if is.is_kernel() => return,
            _ if is.is_unannotated() => codes::GLOBAL_FUNCTION_REDECLARED_WITHOUT_GLOBAL,
            ExecutionSpace::HOST => codes::GLOBAL_FUNCTION_REDECLARED_WITH_HOST,
            ExecutionSpace::DEVICE => codes::GLOBAL_FUNCTION_REDECLARED_WITH_DEVICE,
            _ => codes::GLOBAL_FUNCTION_REDECLARED_WITH_HOST_DEVICE,
        }
    } else if is.is_kernel() {
        match was {
            ExecutionSpace::DEVICE => codes::DEVICE_FUNCTION_REDECLARED_WITH_GLOBAL,
            _ if was.is_host_device() => codes::HOST_DEVICE_FUNCTION_REDECLARED_WITH_GLOBAL,
            _ => codes::HOST_FUNCTION_REDECLARED_WITH_GLOBAL,
        }
    } else if was.is_device_only() {
        match is {
            ExecutionSpace::HOST => codes::DEVICE_FUNCTION_REDECLARED_WITH_HOST,
            _ if is.is_host_device() => codes::DEVICE_FUNCTION_REDECLARED_WITH_HOST_DEVICE,
            _ if is.is_unannotated() => codes::DEVICE_FUNCTION_REDECLARED_WITHOUT_DEVICE,
            _ => return,
        }
    } else if was.is_host_device() {
        return;
    } else {
        match is {
            ExecutionSpace::DEVICE => codes::HOST_FUNCTION_REDECLARED_WITH_DEVICE,
            _ if is.is_host_device() => codes::HOST_FUNCTION_REDECLARED_WITH_HOST_DEVICE,
            _ => return,
        }
    };
    out.push(Finding::new(code, decl.name_tokens.start).arg(Arg::Entity {
        kind: "function",
        name: full_name(s, decl),
    }));
}

/// A name with the class or namespace that it is declared a member of.
fn full_name(s: &Source<'_>, decl: &Decl) -> String {
    if decl.qualifier.is_empty() {
        return qualified(s, &decl.name);
    }
    let Some(entity) = entities::first(s, decl) else {
        return qualified(s, &decl.name);
    };
    let text = display::function_text(s.db, entity, false);
    match signature(s.db, entity) {
        Some(sig) => text.replacen("<type>", &display::type_text(s.db, sig.ty.ret), 1),
        None => text,
    }
}

/// What the declarations before this one say of a function that is declared again. A second definition is no declaration.
pub(in crate::device) fn declared_before<'db>(
    s: &Source<'db>,
    decl: &Decl,
    function: &Function,
) -> Option<ExecutionSpace> {
    if decl.instantiation || decl.is_specialization() || decl.parent.is_some() {
        return None;
    }
    let before = said_before(s.db, s.item, decl)?;
    let again = function.body.tokens().is_some() && before.defined;
    (!again).then_some(before.execution)
}

/// A variable is where its declarations say together. Device memory alone is the least that can be said of it.
pub(super) fn memory_again<'db>(
    s: &Source<'db>,
    decl: &Decl,
    space: MemorySpace,
    out: &mut Sink<'db>,
) {
    let Some(before) = said_before(s.db, s.item, decl) else {
        return;
    };
    let was = before.memory;
    let was_name = if was.is_host() { "host" } else { was.name() };
    let least = MemorySpace::DEVICE.name();
    let (code, other) = match (was.is_host(), space.is_host()) {
        (true, true) => return,
        (true, false) => (codes::VARIABLE_REDECLARED_WITH_SPACE, space.name()),
        (false, true) => (codes::VARIABLE_REDECLARED_WITHOUT_SPACE, was_name),
        _ if was.name() == space.name() => return,
        _ if was.name() == least => (codes::VARIABLE_REDECLARED_WITH_SPACE, space.name()),
        _ => (codes::VARIABLE_REDECLARED_WITHOUT_SPACE, was_name),
    };
    out.push(
        Finding::new(code, decl.name_tokens.start)
            .text(was_name)
            .arg(Arg::Entity {
                kind: "variable",
                name: full_name(s, decl),
            })
            .text(other),
    );
}
