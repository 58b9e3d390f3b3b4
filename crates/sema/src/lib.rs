//! What declarations mean across items: names looked up, types as the linker sees them, and the entity that a translation
//! unit's module id is named after.
//!
//! It works on demand and from the text's skeleton: an item is parsed when a name leads to it, never before. It must not know
//! what the host half looks like, nor how a module id is put together. Function bodies are none of its business.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod class;
mod constant;
mod eligible;
mod entity;
mod env;
mod index;
mod lookup;
mod matching;
mod resolver;
mod template;
mod tree;
mod types;

pub use entity::module_entity;
pub use index::{NamedItem, Word, candidates, item_head, item_text, named_items};

#[cfg(test)]
mod tests;
