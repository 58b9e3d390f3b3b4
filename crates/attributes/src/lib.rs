//! The attributes of CUDA as plain data: how they are called, how headers spell them, where they may stand, and what they mean.
//!
//! Whoever needs one of these facts asks [`find`]: nobody else has a list of attributes. This crate must not know what follows
//! from an attribute: which flag it sets in the skeleton, which rules look at it, what the host half has in its place.

mod attribute;
mod gnu;
mod spelling;
mod table;

pub use attribute::{Applies, Arguments, Attribute, Execution, Meaning, Memory, Spelling};
pub use gnu::{Of, Places, gnu};
pub use spelling::{Expansion, expand, expansions};
pub use table::ATTRIBUTES;

/// The attribute of a name without underscores around it.
pub fn find(name: &str) -> Option<&'static Attribute> {
    table::find(name.as_bytes())
}

/// The attribute that a word inside `__attribute__((…))` names: bare and underscored spellings are the same.
pub fn find_written(word: &[u8]) -> Option<&'static Attribute> {
    let bare = word.strip_prefix(b"__").and_then(|w| w.strip_suffix(b"__"));
    table::find(bare.unwrap_or(word))
}

/// Whether a word inside `__attribute__((…))` is an annotation: an attribute that no host compiler has.
pub fn is_annotation(word: &str) -> bool {
    find_written(word.as_bytes()).is_some_and(|a| !a.is_foreign())
}

/// An attribute's name without the underscores around it.
pub fn bare(word: &str) -> &str {
    let bare = word.strip_prefix("__").and_then(|w| w.strip_suffix("__"));
    bare.unwrap_or(word)
}

/// Whether an attribute of this name puts variables into a memory space.
pub fn is_memory_space(name: &str) -> bool {
    find(name).is_some_and(|a| a.memory().is_some())
}

/// Whether an attribute of this name is one of launches.
pub fn is_launch(name: &str) -> bool {
    find(name).is_some_and(|a| a.meaning == Meaning::Launch)
}
