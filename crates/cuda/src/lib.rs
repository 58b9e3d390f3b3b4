//! What CUDA's annotations mean: execution spaces of functions and memory spaces of variables. [`space`] answers for an entity of the
//! semantic core. [`merged`] answers for what is written and not typed. And which toolkit a text was made with.
//!
//! It must not know how the host half is written or what the device half holds.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod entities;
mod entity;
mod index;
mod known;
mod space;
mod toolkit;
mod variables;

pub use entities::{
    SharedLibrary, Space, annotated, annotated_memory, annotations, closure_annotations,
    execution_space, has_attribute, is_of_both_sides, is_unwritten, memory_space, space,
};
pub use entity::{EntityPath, entity_path};
pub use index::{
    FunctionFact, Merged, are_facts_known, function_facts, interface, is_abbreviated, keep_at_most,
    merged, names_out_of_reach,
};
pub use known::{KnownFacts, are_facts_kept, write_facts};
pub use space::{ExecutionSpace, MemorySpace, Tile, tile};
pub use toolkit::{Difference, Toolkit, toolkit_of};
pub use variables::variables_out_of_reach;
