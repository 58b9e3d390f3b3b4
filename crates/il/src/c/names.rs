//! Names in C: linker names are C identifiers but for a few characters, locals get their number.

use rustc_hash::FxHashMap;

use crate::{Code, LocalId, Module, Symbol};

/// The names of a module.
pub(crate) struct Names<'m> {
    pub(crate) functions: FxHashMap<&'m str, &'m crate::Function>,
    pub(crate) variables: FxHashMap<&'m str, &'m crate::Variable>,
}

impl<'m> Names<'m> {
    pub(crate) fn new(module: &'m Module) -> Names<'m> {
        Names {
            functions: module.functions.iter().map(|f| (&*f.name, &**f)).collect(),
            variables: module.variables.iter().map(|v| (&*v.name, &**v)).collect(),
        }
    }

    /// A linker name.
    pub(crate) fn symbol(&self, name: &Symbol) -> String {
        name.to_string()
    }
}

/// The tag of a record.
pub(crate) fn tag(name: &Symbol) -> String {
    format!("__T{name}")
}

/// A local.
pub(crate) fn local(code: &Code, local: LocalId) -> String {
    let number = local.into_raw().into_u32();
    match &*code.locals[local].name {
        "" => format!("__t{number}"),
        name if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
            format!("__l{number}_{name}")
        }
        _ => format!("__l{number}"),
    }
}
