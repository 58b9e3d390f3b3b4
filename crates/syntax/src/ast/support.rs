//! What the generated accessors are made of.

use std::marker::PhantomData;

use crate::{
    SyntaxKind,
    ast::AstNode,
    tree::{SyntaxNode, SyntaxToken},
};

/// The children of a node that are an `N`.
#[derive(Clone, Debug)]
pub struct AstChildren<N> {
    inner: rowan::SyntaxNodeChildren<crate::tree::Cpp>,
    of: PhantomData<N>,
}

impl<N: AstNode> Iterator for AstChildren<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        self.inner.by_ref().find_map(N::cast)
    }
}

/// The first child that is an `N`.
pub fn child<N: AstNode>(parent: &SyntaxNode) -> Option<N> {
    parent.children().find_map(N::cast)
}

/// Every child that is an `N`.
pub fn children<N: AstNode>(parent: &SyntaxNode) -> AstChildren<N> {
    AstChildren {
        inner: parent.children(),
        of: PhantomData,
    }
}

/// The first token of a kind among the children.
pub fn token(parent: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxToken> {
    tokens(parent, kind).next()
}

/// The tokens of a kind among the children.
pub fn tokens(parent: &SyntaxNode, kind: SyntaxKind) -> impl Iterator<Item = SyntaxToken> + use<> {
    parent
        .children_with_tokens()
        .filter_map(rowan::NodeOrToken::into_token)
        .filter(move |token| token.kind() == kind)
}
