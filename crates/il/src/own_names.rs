//! The linker names of the arrays that functions have their names in ([dcl.fct.def.general]/8, Itanium C++ ABI 5.1.6).
//!
//! It must not know how such an array is written.

/// The names that a function knows itself by.
pub const OWN_NAMES: [&str; 2] = ["__func__", "__PRETTY_FUNCTION__"];

/// The linker name of an array of a function with this linker name: `_ZZ1fvE8__func__`.
pub fn own_name(function: &str, asked: &str) -> String {
    let len = asked.len();
    match function.strip_prefix("_Z") {
        Some(encoding) => format!("_ZZ{encoding}E{len}{asked}"),
        None => format!("_ZZ{}{function}E{len}{asked}", function.len()),
    }
}

/// Whether a linker name is one of an array.
pub(crate) fn is_own_name(name: &str) -> bool {
    let is_end = |asked: &str| {
        (name.strip_suffix(asked))
            .is_some_and(|before| before.ends_with(&format!("E{}", asked.len())))
    };
    name.starts_with("_ZZ") && OWN_NAMES.iter().any(|asked| is_end(asked))
}
