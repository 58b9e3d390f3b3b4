//! The host half: C++ text for g++ or clang++, made of the input text and a list of edits.
//!
//! It must not know how its options were spelled on a command line, nor where its text goes. It never prints a tree.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod alias;
mod body;
mod boilerplate;
pub mod edit;
mod function;
mod item;
mod references;
mod source;
mod text;
mod variable;
mod walk;
mod watched;

pub(crate) use item::Linkage;
pub use item::item_edits;
pub use references::{Arguments, Mention, mentions, reference_arrays};
pub use text::host_text;

use cleave_base_db::{Db, HostOptions, SourceFile};

#[salsa::tracked(returns(deref))]
pub fn module_id(db: &dyn Db, _file: SourceFile, options: HostOptions) -> String {
    options.settings(db).module_id.clone().unwrap_or_default()
}
