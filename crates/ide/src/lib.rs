//! What an editor asks of a unit, in the terms of the user's files: plain functions on a snapshot of a database, plain values out.
//!
//! A place is a file, as the unit calls it, with a line and a byte column. [`Places`] maps places to tokens of the preprocessed text
//! and back, macros included; from there the way goes to items, HIR and typed code. It must not know a protocol, files or processes.

mod analysis;
pub mod comments;
mod completion;
mod diagnostics;
mod documents;
mod families;
mod fixes;
mod hierarchy;
mod hints;
mod hover;
mod meaning;
mod navigation;
pub mod outline;
mod piece;
mod places;
mod signatures;
mod spaces;
mod symbols;
mod tokens;

pub use analysis::Analysis;
pub use completion::Completion;
pub use diagnostics::{Diagnostic, Related, Tag, merged, of_pass};
pub use documents::{Made, Whole};
pub use fixes::{Edit, Fix};
pub use hierarchy::Node;
pub use hints::{Hint, HintKind, Lens};
pub use hover::Hover;
pub use navigation::{Denoted, Goto, Reference, Target};
pub use places::{ExpandedMacro, FilePosition, FileRange, Places};
pub use signatures::{Signature, Signatures};
pub use symbols::{DocumentSymbol, Kind};
pub use tokens::{Modifiers, SemanticToken};
