//! An item's declarations, types, expressions and statements as plain data in arenas: what is written, with the layout gone and
//! the grammar's accidents smoothed out. Nothing is looked up here; a name stays a name.
//!
//! Granularity: [`item_hir`] is the signature level of an item (declarations, class members, types; no function bodies, no
//! initializers), [`body_hir`] is one function body or initializer. Neither holds a position, so both compare equal when only
//! other parts of the item changed; positions are in [`Spans`], asked for when something is reported.
//!
//! Depth: brackets and statements nest as far as the parser lets them (`cleave_syntax::MAX_DEPTH`), but chains of operators, member
//! accesses, labels and `else if`s may be thousands of steps long, one below the other. Whoever walks them by recursion needs a
//! limit or a big stack.

mod ahead;
mod children;
mod code;
mod decl;
mod expr;
mod lower;
mod name;
pub mod print;
mod query;
mod stmt;
mod types;

pub use ahead::lower_ahead;
pub use children::{Node, children};
pub use code::{BodyHir, BodyRoot, Code, ItemHir, Spans};
pub use decl::*;
pub use expr::*;
pub use lower::string_text;
pub use name::{Name, NameId, Path, PathParts, PathSegment, TemplateArgRef};
pub use query::{
    Beside, SharedCode, body_hir, body_spans, body_start, expression_beside, item_hir, item_spans,
    keep_at_most, shared_code,
};
pub use stmt::*;
pub use types::*;

#[cfg(test)]
mod tests;
