//! A tree as a table of its nodes and tokens in the order of the text: for whoever reads a tree once and keeps nothing of it.
//! It costs a tenth of what the lossless tree costs, counts tokens instead of bytes, and holds no white space.
//!
//! [`FlatTree`] gives it the ways of the lossless tree, up, down and sideways, for whoever must walk in it.
//!
//! It knows no grammar: shapes and kinds are those of the tree ([`crate::tree`]) of the same text.

mod nodes;

use std::ops::Range;

use rowan::WalkEvent;

use crate::SyntaxKind::{self, ERROR, LAZY_BODY};
use crate::lexer::Lexed;
use crate::parser::event::{Event, Visit, visit};
use crate::tree::{NodeOrToken, SyntaxNode};

pub use nodes::{Element as FlatElement, FlatTree, KindSet, Node, Places, Token};

/// A node or a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Element {
    kind: SyntaxKind,
    is_token: bool,
    /// The first token of the text that begins in it, or after it if there is none.
    start: u32,
    /// What follows it and all that it holds. That begins where this one ends.
    next: u32,
}

impl Element {
    /// The node, which is number `at` of `flat`, or the token.
    fn at<'f>(&self, flat: &'f Flat, at: u32) -> Result<FlatNode<'f>, FlatToken> {
        match self.is_token {
            false => Ok(FlatNode { flat, at }),
            true => Err(FlatToken {
                kind: self.kind,
                tokens: (self.start, flat.end(self).max(self.start)),
            }),
        }
    }
}

/// A tree as a table. Number 0 is its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flat {
    elements: Vec<Element>,
    /// The number of tokens in it.
    tokens: u32,
}

/// One past the last token of an element of a table.
fn end(elements: &[Element], tokens: u32, element: &Element) -> u32 {
    elements
        .get(element.next as usize)
        .map_or(tokens, |next| next.start)
}

impl Flat {
    /// One past the last token of an element.
    fn end(&self, element: &Element) -> u32 {
        end(&self.elements, self.tokens, element)
    }

    /// The table of `node`, tokens counted in `lexed`.
    pub fn of(node: &SyntaxNode, lexed: &Lexed) -> Flat {
        let mut elements = Vec::new();
        let mut open = Vec::new();
        for event in node.preorder_with_tokens() {
            match event {
                WalkEvent::Enter(element) => {
                    let kind = element.kind();
                    let is_token = matches!(element, NodeOrToken::Token(_));
                    if is_token && kind.is_trivia() {
                        continue;
                    }
                    let range = element.text_range();
                    let at = elements.len() as u32;
                    elements.push(Element {
                        kind,
                        is_token,
                        start: lexed.at_or_after(range.start().into()) as u32,
                        next: at + 1,
                    });
                    if !is_token {
                        open.push(at);
                    }
                }
                WalkEvent::Leave(NodeOrToken::Node(_)) => {
                    let next = elements.len() as u32;
                    if let Some(element) = open.pop().and_then(|at| elements.get_mut(at as usize)) {
                        element.next = next;
                    }
                }
                WalkEvent::Leave(NodeOrToken::Token(_)) => {}
            }
        }
        let tokens = lexed.at_or_after(node.text_range().end().into()) as u32;
        Flat { elements, tokens }
    }

    /// The bytes that it keeps on the heap.
    pub(crate) fn heap_size(&self) -> usize {
        size_of_val(&*self.elements)
    }

    /// For whoever keeps it.
    pub fn shrink(&mut self) {
        self.elements = crate::exact(std::mem::take(&mut self.elements));
    }

    pub(crate) fn build(mut events: Vec<Event>, mut deferred: Vec<Vec<Event>>) -> Flat {
        let mut flattener = Flattener {
            elements: Vec::with_capacity(room(&events, &deferred)),
            open: Vec::with_capacity(32),
            token: 0,
            inside: false,
        };
        visit(&mut events, &mut deferred, &mut flattener);
        while !flattener.open.is_empty() {
            flattener.finish();
        }
        Flat {
            tokens: flattener.here(),
            elements: flattener.elements,
        }
    }

    /// The root.
    pub fn root(&self) -> FlatNode<'_> {
        self.node(0)
    }

    /// The node of a number that [`FlatNode::number`] gave.
    pub fn node(&self, number: u32) -> FlatNode<'_> {
        FlatNode {
            flat: self,
            at: number,
        }
    }
}

/// Events from which on their elements are counted: the table of a large item has megabytes, which are not to be moved as it grows.
const LARGE: usize = 1 << 14;

/// For how many elements a table of these events is to have room.
fn room(events: &[Event], deferred: &[Vec<Event>]) -> usize {
    let all = || deferred.iter().map(Vec::as_slice).chain([events]);
    match all().map(<[Event]>::len).sum::<usize>() {
        few @ ..LARGE => few / 2 + 1,
        _ => all().flatten().filter(|e| e.is_element()).count(),
    }
}

struct Flattener {
    elements: Vec<Element>,
    open: Vec<u32>,
    /// How many tokens have been passed.
    token: u32,
    /// A part of the next token has been passed too.
    inside: bool,
}

impl Flattener {
    /// The first token that begins here or later.
    fn here(&self) -> u32 {
        self.token + u32::from(self.inside)
    }

    fn push_token(&mut self, kind: SyntaxKind, start: u32) {
        let next = self.elements.len() as u32 + 1;
        self.elements.push(Element {
            kind,
            is_token: true,
            start,
            next,
        });
    }
}

impl Visit for Flattener {
    fn start(&mut self, kinds: &[SyntaxKind]) {
        for &kind in kinds.iter().rev() {
            let at = self.elements.len() as u32;
            self.elements.push(Element {
                kind,
                is_token: false,
                start: self.here(),
                next: at + 1,
            });
            self.open.push(at);
        }
    }

    fn finish(&mut self) {
        let next = self.elements.len() as u32;
        if let Some(node) = (self.open.pop()).and_then(|at| self.elements.get_mut(at as usize)) {
            node.next = next;
        }
    }

    fn token(&mut self, kind: SyntaxKind) {
        let start = self.here();
        self.token += 1;
        self.inside = false;
        self.push_token(kind, start);
    }

    fn prefix(&mut self, kind: SyntaxKind, _: u8) {
        let start = self.here();
        self.inside = true;
        self.push_token(kind, start);
    }

    fn lazy(&mut self, end: u32) {
        let start = self.here();
        self.token = end;
        self.inside = false;
        self.push_token(LAZY_BODY, start);
    }
}

/// A token of a [`Flat`].
#[derive(Clone, Copy, Debug)]
pub struct FlatToken {
    /// What it is.
    pub kind: SyntaxKind,
    /// The tokens of the text that it stands for, as `(start, end)`: those that begin in it.
    pub tokens: (u32, u32),
}

/// A node of a [`Flat`].
#[derive(Clone, Copy, Debug)]
pub struct FlatNode<'f> {
    flat: &'f Flat,
    at: u32,
}

impl<'f> FlatNode<'f> {
    fn element(self) -> Option<&'f Element> {
        self.flat.elements.get(self.at as usize)
    }

    /// Its number in the table.
    pub fn number(self) -> u32 {
        self.at
    }

    /// What it is.
    pub fn kind(self) -> SyntaxKind {
        self.element().map_or(ERROR, |e| e.kind)
    }

    /// Its tokens.
    pub fn tokens(self) -> Range<u32> {
        let flat = self.flat;
        (self.element()).map_or(0..0, |e| e.start..flat.end(e).max(e.start))
    }

    /// How many nodes and tokens are in it, at any depth.
    pub fn size(self) -> usize {
        let inside = |e: &Element| e.next.saturating_sub(self.at + 1) as usize;
        self.element().map_or(0, inside)
    }

    fn inside(self) -> Inside<'f> {
        Inside {
            elements: &self.flat.elements,
            at: self.at + 1,
            end: self.element().map_or(0, |e| e.next),
        }
    }

    /// The nodes and tokens directly in it.
    pub fn elements(self) -> impl Iterator<Item = Result<FlatNode<'f>, FlatToken>> + use<'f> {
        let flat = self.flat;
        self.inside().map(move |(at, e)| e.at(flat, at))
    }

    /// It and all nodes and tokens below it, in the order of the text.
    pub fn descendants(self) -> impl Iterator<Item = Result<FlatNode<'f>, FlatToken>> + use<'f> {
        let flat = self.flat;
        let end = self.element().map_or(0, |e| e.next);
        (self.at..end).filter_map(move |at| {
            let element = flat.elements.get(at as usize)?;
            Some(element.at(flat, at))
        })
    }

    /// The nodes directly in it.
    pub fn children(self) -> impl Iterator<Item = FlatNode<'f>> + use<'f> {
        let flat = self.flat;
        self.inside()
            .filter(|(_, e)| !e.is_token)
            .map(move |(at, _)| FlatNode { flat, at })
    }

    /// The first node of a kind directly in it.
    pub fn child(self, kind: SyntaxKind) -> Option<FlatNode<'f>> {
        let flat = self.flat;
        self.inside()
            .find(|(_, e)| e.kind == kind && !e.is_token)
            .map(|(at, _)| FlatNode { flat, at })
    }

    /// The first token of a kind directly in it.
    pub fn token(self, kind: SyntaxKind) -> Option<u32> {
        self.token_span(kind).map(|span| span.start)
    }

    /// The same with its end: a token of the tree may stand for many of the text.
    pub fn token_span(self, kind: SyntaxKind) -> Option<Range<u32>> {
        let flat = self.flat;
        self.inside()
            .find(|(_, e)| e.kind == kind && e.is_token)
            .map(|(_, e)| e.start..flat.end(e).max(e.start))
    }

    /// Whether it is, or holds at any depth, a node of a kind.
    pub fn holds(self, kind: SyntaxKind) -> bool {
        let end = self.element().map_or(0, |e| e.next) as usize;
        let all = self.flat.elements.get(self.at as usize..end);
        all.is_some_and(|all| all.iter().any(|e| e.kind == kind && !e.is_token))
    }
}

/// The elements directly in a node.
#[derive(Clone)]
struct Inside<'f> {
    elements: &'f [Element],
    at: u32,
    end: u32,
}

impl<'f> Iterator for Inside<'f> {
    type Item = (u32, &'f Element);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        if at >= self.end {
            return None;
        }
        let element = self.elements.get(at as usize)?;
        self.at = element.next;
        Some((at, element))
    }
}

#[cfg(test)]
mod tests {
    use super::{Flat, FlatElement, FlatTree, KindSet, Node};
    use crate::SyntaxKind::*;
    use crate::lexer::Lexed;
    use crate::tree::{NodeOrToken, SyntaxElement, SyntaxNode};
    use crate::{Bodies, Dialect, Entry, NoNames, ParseMode, parse_flat, parse_item};

    /// A walk in the one and a walk in the other meet the same.
    fn assert_same(node: &SyntaxNode, flat: &Flat, text: &str, lexed: &Lexed) {
        let tree = FlatTree::new(flat, text, lexed);
        let plain = |e: &SyntaxElement| !e.kind().is_trivia();
        let all = node.descendants_with_tokens().filter(plain);
        let mut ours = tree.root().descendants_with_tokens();
        for theirs in all {
            let our = ours.next();
            match (theirs, our) {
                (NodeOrToken::Node(theirs), Some(FlatElement::Node(our))) => {
                    let up = |n: Node<'_>| n.ancestors().map(Node::kind).collect::<Vec<_>>();
                    let kinds: Vec<_> = theirs.ancestors().map(|n| n.kind()).collect();
                    assert_eq!(up(our), kinds, "{text}");
                    let inside = theirs.children_with_tokens().filter(plain);
                    let kinds: Vec<_> = inside.map(|e| e.kind()).collect();
                    let inside = our.children_with_tokens().map(FlatElement::kind);
                    assert_eq!(inside.collect::<Vec<_>>(), kinds, "{text}");
                    let kinds: Vec<_> = theirs.descendants().map(|n| n.kind()).collect();
                    let below = our.descendants().map(Node::kind);
                    assert_eq!(below.collect::<Vec<_>>(), kinds, "{text}");
                }
                (NodeOrToken::Token(theirs), Some(FlatElement::Token(our))) => {
                    assert_eq!(our.text(), theirs.text(), "{text}");
                    assert_eq!(our.kind(), theirs.kind(), "{text}");
                    let start = lexed.at_or_after(theirs.text_range().start().into());
                    assert_eq!(our.number() as usize, start, "{text}");
                    let kind = theirs.parent().map(|n| n.kind());
                    assert_eq!(our.parent().map(Node::kind), kind, "{text}");
                }
                (theirs, our) => panic!("{theirs:?} and {our:?} in {text}"),
            }
        }
        assert_eq!(ours.next(), None, "{text}");
    }

    #[test]
    fn a_walk_may_leave_out_what_it_does_not_want() {
        let text = "int f() { return [] { return 1; }(); } int x;";
        let lexed = Lexed::new(text);
        let (dialect, mode) = (Dialect::default(), ParseMode::default());
        let parse = parse_flat(text, &lexed, &dialect, &NoNames, mode);
        let tree = FlatTree::new(&parse.flat, text, &lexed);
        let outside = |kind| {
            let closed = |n: Node<'_>| n.kind() == LAMBDA_EXPRESSION;
            let all = tree.root().descendants_but(closed);
            all.filter(|n| n.kind() == kind).count()
        };
        assert_eq!(outside(COMPOUND_STATEMENT), 1);
        assert_eq!(outside(SIMPLE_DECLARATION), 1);
        let function = tree.root().child(FUNCTION_DEFINITION).expect("a function");
        assert_eq!(function.text(), "int f() { return [] { return 1; }(); }");
        assert!(function.first_token().is_some_and(|t| t.text() == "int"));
        let named = |number| tree.token(number).map(|t| t.text());
        assert_eq!(
            [named(0), named(4), named(18), named(19)],
            [Some("int"), Some("{"), Some("x"), Some(";")]
        );
        assert_eq!(named(20), None);
    }

    #[test]
    fn nodes_of_some_kinds_are_found_and_what_has_none_is_known() {
        static KINDS: KindSet = KindSet::of(&[IF_STATEMENT]).and(KindSet::of(&[CALL_EXPRESSION]));
        static OTHERS: KindSet = KindSet::of(&[LAMBDA_EXPRESSION]);
        let text = "void f() { if (a) b(); c; }";
        let lexed = Lexed::new(text);
        let (dialect, mode) = (Dialect::default(), ParseMode::default());
        let parse = parse_flat(text, &lexed, &dialect, &NoNames, mode);
        let tree = FlatTree::new(&parse.flat, text, &lexed);
        let found = tree.root().descendants_among(&KINDS).map(Node::text);
        assert_eq!(found.collect::<Vec<_>>(), ["if (a) b();", "b()"]);
        assert_eq!(tree.root().descendants_among(&OTHERS).count(), 0);
        let block = tree.root().descendants_of(COMPOUND_STATEMENT).next();
        let places = tree.root().places_of(&KINDS);
        let within = block.into_iter().flat_map(Node::children);
        let within: Vec<_> = within.map(|n| (n.text(), places.are_in(n))).collect();
        assert_eq!(within, [("if (a) b();", true), ("c;", false)]);
    }

    #[test]
    fn a_table_says_what_the_tree_says() {
        let texts = [
            "",
            "int;",
            "  template <class T> struct A<B<C<T>>> : D<T>, E { void f() const { if (x) {} } int a, *b[2]; };  ",
            "__attribute__((device)) static inline auto N::operator>>(int (&a)[3], ...) noexcept -> X<Y<int>> try : a(1) {} catch (...) {}",
            "template <> void f<int>(int a = g<h<1>>(2), T... ts) { return; }",
            "extern \"C\" { int x; /* c */ void g(void) {} }",
            "A::A() : b{1}, c(2) { }",
            "using T = decltype([](auto x) { return x >>= 1; });",
            "int f(int a { ; } ) ] class",
            "# 1 \"a.h\"\nint x\n# 2 \"b.h\"\n= 1 >> 2;\n#pragma once\n",
            "operator<<<int>(a); x<::y> z; f<<<1, g<2>>>>(3);",
        ];
        let dialect = Dialect::default();
        for text in texts {
            let lexed = Lexed::new(text);
            for bodies in [Bodies::Lazy, Bodies::Full] {
                let mode = ParseMode { bodies };
                let tree = parse_item(text, &lexed, Entry::Declaration, &dialect, &NoNames, mode);
                let table = parse_flat(text, &lexed, &dialect, &NoNames, mode);
                assert_eq!(table.errors, tree.errors, "{text}");
                assert_same(&tree.syntax(), &table.flat, text, &lexed);
                assert_eq!(table.flat, Flat::of(&tree.syntax(), &lexed), "{text}");
            }
        }
    }
}
