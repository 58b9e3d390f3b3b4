//! Typed access to the tree. Every accessor reads the children of one node; nothing is stored beside the tree.

pub mod ext;
pub mod support;

pub use crate::generated::nodes::*;
use crate::{SyntaxKind, tree::SyntaxNode};
pub use ext::{DeclaratorPart, HasName};
pub use support::AstChildren;

/// A typed wrapper of a node.
pub trait AstNode: Sized {
    /// Whether a node of this kind can be wrapped.
    fn can_cast(kind: SyntaxKind) -> bool;
    /// Wraps a node of the right kind.
    fn cast(syntax: SyntaxNode) -> Option<Self>;
    /// The node inside.
    fn syntax(&self) -> &SyntaxNode;
}
