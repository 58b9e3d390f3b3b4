//! The host half: C++ text for g++ or clang++, made of the input text and a list of edits.
//!
//! It must not know how its options were spelled on a command line, nor where its text goes. It never prints a tree.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod alias;
mod body;
mod boilerplate;
mod captured;
pub mod edit;
mod folded;
mod function;
mod item;
mod known;
mod lambda;
mod local;
mod module;
mod parenthesized;
mod references;
mod renamed;
mod source;
mod text;
mod typename;
mod variable;
mod walk;
mod watched;
mod written_out;

pub(crate) use item::Linkage;
pub use item::{edits_ahead, item_edits};
pub use known::{KnownEdits, settings_of_edits, write_edits};
pub use lambda::wrapper_type;
pub use module::module_id;
pub use references::{Arguments, Mention, mentions, reference_arrays};
pub use text::{host_pieces, host_text, host_text_in_pieces};
