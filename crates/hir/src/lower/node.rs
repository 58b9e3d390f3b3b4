//! The tree as the lowering reads it: nodes of a table ([`Flat`]) whose tokens have a text. Knows no grammar.

use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::{self, GT, LAUNCH_OPEN};
use cleave_syntax::flat::{Flat, FlatNode, FlatToken};
use cleave_syntax::lexer::Lexed;

/// What the table is of.
#[derive(Clone, Copy)]
pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    pub(crate) lexed: &'t Lexed,
}

/// A node.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    flat: FlatNode<'t>,
    source: Source<'t>,
}

/// A token that means something.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    flat: FlatToken,
    source: Source<'t>,
}

/// Either.
pub(super) enum Element<'t> {
    Node(Node<'t>),
    Token(Token<'t>),
}

impl<'t> Node<'t> {
    /// The node of a number.
    pub(super) fn of(tree: &'t Flat, source: Source<'t>, number: u32) -> Node<'t> {
        Node {
            flat: tree.node(number),
            source,
        }
    }

    /// Its number in the tree.
    pub(super) fn number(&self) -> u32 {
        self.flat.number()
    }

    pub(super) fn kind(&self) -> SyntaxKind {
        self.flat.kind()
    }

    /// Its tokens, by their numbers in the item.
    pub(super) fn tokens(&self) -> Tokens {
        let range = self.flat.tokens();
        Tokens {
            start: range.start,
            end: range.end,
        }
    }

    /// How many nodes and tokens are in it.
    pub(super) fn size(&self) -> usize {
        self.flat.size()
    }

    pub(super) fn children(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let source = self.source;
        (self.flat.children()).map(move |flat| Node { flat, source })
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = Element<'t>> + use<'t> {
        let source = self.source;
        self.flat.elements().map(move |element| match element {
            Ok(flat) => Element::Node(Node { flat, source }),
            Err(flat) => Element::Token(Token { flat, source }),
        })
    }

    /// It and all nodes and tokens below it, in the order of the text.
    pub(super) fn descendants(&self) -> impl Iterator<Item = Element<'t>> + use<'t> {
        let source = self.source;
        self.flat.descendants().map(move |element| match element {
            Ok(flat) => Element::Node(Node { flat, source }),
            Err(flat) => Element::Token(Token { flat, source }),
        })
    }

    pub(super) fn first_token(&self) -> Option<Token<'t>> {
        self.descendants().find_map(Element::into_token)
    }
}

impl<'t> Token<'t> {
    pub(super) fn kind(&self) -> SyntaxKind {
        self.flat.kind
    }

    /// The tokens of the item that it stands for.
    pub(super) fn tokens(&self) -> Tokens {
        Tokens {
            start: self.flat.tokens.0,
            end: self.flat.tokens.1,
        }
    }

    pub(super) fn text(&self) -> &'t str {
        let Source { text, lexed } = self.source;
        let Tokens { start, end } = self.tokens();
        // `<<<` may come apart: both parts then have the text of their kind.
        if start >= end || lexed.kind(start as usize) == LAUNCH_OPEN {
            return self.kind().text().unwrap_or_default();
        }
        &text[lexed.range(start as usize).start..lexed.range(end as usize - 1).end]
    }

    /// Whether it is the `>` that is left of `>>` when its first half has closed template arguments ([temp.names]/4).
    pub(super) fn is_second_of_two(&self) -> bool {
        let lexed = self.source.lexed;
        let at = self.flat.tokens.0 as usize;
        self.flat.kind == GT
            && at > 0
            && lexed.kind(at - 1) == GT
            && lexed.range(at - 1).end == lexed.range(at).start
    }
}

impl<'t> Element<'t> {
    pub(super) fn kind(&self) -> SyntaxKind {
        match self {
            Element::Node(node) => node.kind(),
            Element::Token(token) => token.kind(),
        }
    }

    pub(super) fn into_token(self) -> Option<Token<'t>> {
        match self {
            Element::Node(_) => None,
            Element::Token(token) => Some(token),
        }
    }
}
