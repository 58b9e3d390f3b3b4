//! The rowan instantiation: typed handles on the untyped tree. Knows no grammar.

use crate::SyntaxKind;

/// The language marker of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cpp {}

impl rowan::Language for Cpp {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        // Trees are made from `SyntaxKind`s only, so the fallback is never taken.
        SyntaxKind::ALL
            .get(usize::from(raw.0))
            .copied()
            .unwrap_or(SyntaxKind::ERROR)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node.
pub type SyntaxNode = rowan::SyntaxNode<Cpp>;
/// A token.
pub type SyntaxToken = rowan::SyntaxToken<Cpp>;
/// A node or a token.
pub type SyntaxElement = rowan::SyntaxElement<Cpp>;
/// An immutable tree without positions or parents, `Send` and cheap to clone.
pub type GreenNode = rowan::GreenNode;

pub use rowan::{NodeOrToken, TextRange, TextSize, WalkEvent};
