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

    /// A linker name. The compiler of the device makes those of internal variables and kernels unique itself.
    pub(crate) fn symbol(&self, name: &Symbol) -> String {
        plain(name).unwrap_or(name).to_owned()
    }
}

/// What a name is without the mark of its translation unit.
fn plain(name: &str) -> Option<&str> {
    let (digits, rest) = name.strip_prefix(UNIQUE)?.split_once('_')?;
    let len: usize = digits.parse().ok()?;
    rest.get(len..)?.strip_prefix('_')
}

/// The mark, before the number of characters of the unit's name.
const UNIQUE: &str = "__nv_static_";

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
