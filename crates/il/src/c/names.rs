//! Names in C: linker names are C identifiers but for a few characters, locals get their number.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::c::Purpose;
use crate::{Code, ConstantKind, Linkage, LocalId, Memory, Module, Symbol};

/// The names of a module.
pub(crate) struct Names<'m> {
    purpose: Purpose,
    pub(crate) functions: FxHashMap<&'m str, &'m crate::Function>,
    /// Constants that the compiler may drop: it keeps every variable of the device that is not a function's own, so a function gives
    /// their place.
    behind_functions: FxHashSet<&'m str>,
}

impl<'m> Names<'m> {
    pub(crate) fn new(module: &'m Module, purpose: Purpose) -> Names<'m> {
        let in_constants: FxHashSet<&str> = module
            .definitions()
            .flat_map(|d| d.code().constants.values())
            .filter_map(|c| match &c.kind {
                ConstantKind::Address(name, _) => Some(&**name),
                _ => None,
            })
            .collect();
        let droppable = |v: &&Arc<crate::Variable>| {
            let is_constant = v.quals.is_const && v.memory == Memory::Device;
            !v.is_kept
                && v.linkage == Linkage::Internal
                && is_constant
                && !v.is_declaration
                && !v.name.starts_with(LOCAL)
                && !in_constants.contains(&*v.name)
        };
        Names {
            purpose,
            behind_functions: (module.variables.iter().filter(droppable))
                .map(|v| &*v.name)
                .collect(),
            functions: module.functions.iter().map(|f| (&*f.name, &**f)).collect(),
        }
    }

    /// The function that gives the place of a variable, if it is behind one.
    pub(crate) fn place_function(&self, name: &Symbol) -> Option<String> {
        (self.behind_functions.contains(&**name)).then(|| format!("__place_of{name}"))
    }

    /// A linker name. The compiler of the device makes those of internal variables and kernels unique itself.
    pub(crate) fn symbol(&self, name: &Symbol) -> String {
        match self.purpose {
            Purpose::Reading => name.to_string(),
            Purpose::Compiling => plain(name).unwrap_or(name).to_owned(),
        }
    }
}

/// What a name is without the mark of its translation unit.
fn plain(name: &str) -> Option<&str> {
    let (digits, rest) = name.strip_prefix(UNIQUE)?.split_once('_')?;
    let len: usize = digits.parse().ok()?;
    rest.get(len..)?.strip_prefix('_')
}

/// The prefix of the names of variables that functions declare.
const LOCAL: &str = "_ZZ";

/// The mark, before the number of characters of the unit's name.
const UNIQUE: &str = "__nv_static_";

/// The tag of a record. One of the global namespace keeps its name: the compiler of the device reads those of its own vector types.
pub(crate) fn tag(name: &Symbol) -> String {
    match global(name) {
        Some(plain) => plain.to_owned(),
        None => format!("__T{name}"),
    }
}

/// The name of a class that is a member of the global namespace and no specialisation (Itanium C++ ABI 5.1.2, `<source-name>`).
fn global(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("_Z")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (len, plain) = rest.split_at(digits);
    (len.parse() == Ok(plain.len())).then_some(plain)
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
