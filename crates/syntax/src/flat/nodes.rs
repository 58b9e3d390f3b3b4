//! A table with its text: nodes and tokens that know their surroundings, for whoever walks a tree up, down and sideways.
//!
//! A handle is a number and a reference, so that it is copied and costs nothing to make. Positions are numbers of tokens.

use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use super::{Element as Entry, Flat, Inside};
use crate::SyntaxKind::{self, ERROR, LAUNCH_OPEN};
use crate::lexer::Lexed;

/// A table and the text that it is of.
pub struct FlatTree<'t> {
    elements: &'t [Entry],
    /// The number of tokens in it.
    tokens: u32,
    text: &'t str,
    lexed: &'t Lexed,
    /// For each node and token the node around it, [`NONE`] for the root; made when the first one is asked for.
    parents: OnceCell<Box<[u32]>>,
    /// For each set of kinds that was asked for in deep places, the nearest such node around each node or token.
    nearest: RefCell<Vec<Nearest>>,
    /// The kinds of its nodes, one bit each; made when somebody asks for a kind that most trees do not have.
    kinds: OnceCell<KindSet>,
    /// Its nodes without the tokens, with their kinds: rule after rule goes through all of them.
    nodes: OnceCell<Box<[(u32, SyntaxKind)]>>,
}

/// So many words have a bit for each kind.
const KIND_WORDS: usize = SyntaxKind::ALL.len().div_ceil(64);

/// A set of kinds: whoever wants nodes of some goes by the others without a look at them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindSet([u64; KIND_WORDS]);

impl KindSet {
    /// The set of these.
    pub const fn of(kinds: &[SyntaxKind]) -> KindSet {
        let mut set = [0; KIND_WORDS];
        let mut i = 0;
        while i < kinds.len() {
            let at = kinds[i] as usize;
            set[at / 64] |= 1 << (at % 64);
            i += 1;
        }
        KindSet(set)
    }

    /// Whether it has a kind.
    pub const fn has(&self, kind: SyntaxKind) -> bool {
        let at = kind as usize;
        self.0[at / 64] & (1 << (at % 64)) != 0
    }

    /// The kinds of both.
    pub const fn and(mut self, other: KindSet) -> KindSet {
        let mut i = 0;
        while i < KIND_WORDS {
            self.0[i] |= other.0[i];
            i += 1;
        }
        self
    }

    fn meets(&self, other: &KindSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// Where the nodes of some kinds stand in a tree.
pub struct Places {
    all: Vec<u32>,
    /// The first one that does not stand in front of the node that was asked for last: whoever asks mostly goes on behind it.
    first: Cell<usize>,
}

impl Places {
    /// So many are gone by one after the other.
    const NEAR: usize = 8;

    /// Whether one of them is a node, or is in it.
    pub fn are_in(&self, node: Node<'_>) -> bool {
        let first = self.first(node.at);
        self.first.set(first);
        self.all.get(first).is_some_and(|&at| at < node.next())
    }

    /// The first one that does not stand in front of a number.
    fn first(&self, at: u32) -> usize {
        let last = self.first.get();
        let goes_on = last == 0 || self.all.get(last - 1).is_some_and(|&before| before < at);
        if !goes_on {
            return self.all.partition_point(|&place| place < at);
        }
        let rest = self.all.get(last..).unwrap_or_default();
        let near = rest.iter().take(Self::NEAR + 1);
        match near.take_while(|&&place| place < at).count() {
            gone if gone <= Self::NEAR => last + gone,
            gone => last + gone + rest[gone..].partition_point(|&place| place < at),
        }
    }
}

/// A set of kinds, and the nearest node of one around each node and token, itself included; [`NONE`] if there is none.
type Nearest = (&'static [SyntaxKind], Rc<[u32]>);

/// So many nodes around a node are gone through one by one.
const NEAR: u32 = 24;

/// No node.
const NONE: u32 = u32::MAX;

impl<'t> FlatTree<'t> {
    /// `flat` as the tree of `text`, whose tokens are `lexed`.
    pub fn new(flat: &'t Flat, text: &'t str, lexed: &'t Lexed) -> FlatTree<'t> {
        FlatTree {
            elements: &flat.elements,
            tokens: flat.tokens,
            text,
            lexed,
            parents: OnceCell::new(),
            nearest: RefCell::new(Vec::new()),
            kinds: OnceCell::new(),
            nodes: OnceCell::new(),
        }
    }

    /// Its nodes, in the order of the text, with their kinds.
    fn nodes(&self) -> &[(u32, SyntaxKind)] {
        self.nodes.get_or_init(|| {
            let nodes = (0..).zip(self.elements).filter(|(_, e)| !e.is_token);
            nodes.map(|(at, e)| (at, e.kind)).collect()
        })
    }

    /// The kinds of its nodes.
    fn kinds(&self) -> &KindSet {
        self.kinds.get_or_init(|| {
            let mut kinds = [0; KIND_WORDS];
            for &(_, kind) in self.nodes() {
                let at = kind as usize;
                kinds[at / 64] |= 1 << (at % 64);
            }
            KindSet(kinds)
        })
    }

    /// The root.
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, at: 0 }
    }

    /// The token that begins with token `number` of the text.
    pub fn token(&self, number: u32) -> Option<Token<'_>> {
        let first = self.elements.partition_point(|e| e.start < number);
        let mut here = (self.elements.get(first..)?.iter()).take_while(|e| e.start == number);
        let within = here.position(|e| e.is_token && self.end(e) > number)?;
        let at = u32::try_from(first + within).ok()?;
        Some(Token(Node { tree: self, at }))
    }

    /// One past the last token of a node or token.
    fn end(&self, entry: &Entry) -> u32 {
        super::end(self.elements, self.tokens, entry)
    }

    fn element(&self, at: u32) -> Option<&'t Entry> {
        self.elements.get(at as usize)
    }

    fn handle(&self, at: u32) -> Option<Element<'_>> {
        let node = Node { tree: self, at };
        Some(match self.element(at)?.is_token {
            false => Element::Node(node),
            true => Element::Token(Token(node)),
        })
    }

    fn parent(&self, at: u32) -> Option<Node<'_>> {
        let parents = self.parents.get_or_init(|| self.find_parents());
        let at = *parents.get(at as usize)?;
        (at != NONE).then_some(Node { tree: self, at })
    }

    /// What [`Nearest`] has for a set of kinds.
    fn nearest(&self, kinds: &'static [SyntaxKind]) -> Rc<[u32]> {
        let mut known = self.nearest.borrow_mut();
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == kinds) {
            return found.clone();
        }
        let parents = self.parents.get_or_init(|| self.find_parents());
        let mut found: Vec<u32> = Vec::with_capacity(self.elements.len());
        for (at, element) in self.elements.iter().enumerate() {
            let own = !element.is_token && kinds.contains(&element.kind);
            // A node comes before what is in it.
            let around = parents.get(at).and_then(|p| found.get(*p as usize));
            found.push(match own {
                true => at as u32,
                false => around.copied().unwrap_or(NONE),
            });
        }
        let found: Rc<[u32]> = found.into();
        known.push((kinds, found.clone()));
        found
    }

    fn find_parents(&self) -> Box<[u32]> {
        let mut around: Vec<(u32, u32)> = Vec::with_capacity(32);
        let mut parents = Vec::with_capacity(self.elements.len());
        // The innermost node that is open, and the number behind all that is in it.
        let (mut parent, mut next) = (NONE, u32::MAX);
        for (at, element) in (0..).zip(self.elements) {
            while at >= next {
                (parent, next) = around.pop().unwrap_or((NONE, u32::MAX));
            }
            parents.push(parent);
            if !element.is_token {
                around.push((parent, next));
                (parent, next) = (at, element.next);
            }
        }
        parents.into()
    }
}

/// A node of a [`FlatTree`].
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t FlatTree<'t>,
    at: u32,
}

/// A token of a [`FlatTree`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token<'t>(Node<'t>);

/// Either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element<'t> {
    /// A node.
    Node(Node<'t>),
    /// A token.
    Token(Token<'t>),
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && std::ptr::eq(self.tree.elements, other.tree.elements)
    }
}

impl Eq for Node<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{:?}", self.kind(), self.tokens())
    }
}

impl fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'t> Node<'t> {
    fn element(self) -> Option<&'t Entry> {
        self.tree.element(self.at)
    }

    /// One past the last of its own numbers.
    fn next(self) -> u32 {
        self.element().map_or(0, |e| e.next)
    }

    /// What it is.
    pub fn kind(self) -> SyntaxKind {
        self.element().map_or(ERROR, |e| e.kind)
    }

    /// Its tokens: those of the text that begin in it.
    pub fn tokens(self) -> Range<u32> {
        let tree = self.tree;
        (self.element()).map_or(0..0, |e| e.start..tree.end(e).max(e.start))
    }

    /// Its text from its first token to its last one.
    pub fn text(self) -> &'t str {
        let tokens = self.tokens();
        if tokens.is_empty() {
            return "";
        }
        let start = self.tree.lexed.range(tokens.start as usize).start;
        let end = self.tree.lexed.range(tokens.end as usize - 1).end;
        self.tree.text.get(start..end).unwrap_or_default()
    }

    /// The node around it.
    pub fn parent(self) -> Option<Node<'t>> {
        self.tree.parent(self.at)
    }

    /// It and the nodes around it, the nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        std::iter::successors(Some(self), |n| n.parent())
    }

    /// The nearest node of some kinds around it, itself included. However deep it is, that costs no more.
    pub fn nearest(self, kinds: &'static [SyntaxKind]) -> Option<Node<'t>> {
        let mut at = self;
        for _ in 0..NEAR {
            if kinds.contains(&at.kind()) {
                return Some(at);
            }
            at = at.parent()?;
        }
        let found = *self.tree.nearest(kinds).get(at.at as usize)?;
        (found != NONE).then_some(Node {
            tree: self.tree,
            at: found,
        })
    }

    /// The same within a node around it, which itself does not count.
    pub fn nearest_in(self, outer: Node<'t>, kinds: &'static [SyntaxKind]) -> Option<Node<'t>> {
        self.nearest(kinds).filter(|found| found.at > outer.at)
    }

    /// The nodes and tokens directly in it.
    pub fn children_with_tokens(self) -> impl Iterator<Item = Element<'t>> + Clone + use<'t> {
        let inside = self.inside();
        inside.filter_map(move |(at, _)| self.tree.handle(at))
    }

    /// The tokens directly in it.
    pub fn own_tokens(self) -> impl Iterator<Item = Token<'t>> + Clone + use<'t> {
        let tokens = self.inside().filter(|(_, e)| e.is_token);
        tokens.map(move |(at, _)| {
            Token(Node {
                tree: self.tree,
                at,
            })
        })
    }

    /// The nodes directly in it.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> + Clone + use<'t> {
        let nodes = self.inside().filter(|(_, e)| !e.is_token);
        nodes.map(move |(at, _)| Node {
            tree: self.tree,
            at,
        })
    }

    /// The first node of a kind directly in it.
    pub fn child(self, kind: SyntaxKind) -> Option<Node<'t>> {
        self.children().find(|n| n.kind() == kind)
    }

    /// Whether a token of a kind stands directly in it.
    pub fn has(self, kind: SyntaxKind) -> bool {
        self.inside().any(|(_, e)| e.is_token && e.kind == kind)
    }

    /// It and all nodes and tokens below it, in the order of the text.
    pub fn descendants_with_tokens(self) -> impl Iterator<Item = Element<'t>> + use<'t> {
        (self.at..self.next()).filter_map(move |at| self.tree.handle(at))
    }

    /// It and all nodes below it, in the order of the text.
    pub fn descendants(self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.descendants_but(|_| false)
    }

    /// Those of a kind. Where the tree has none, that is known without a walk.
    pub fn descendants_of(self, kind: SyntaxKind) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let end = match self.tree.kinds().has(kind) {
            true => self.next(),
            false => self.at,
        };
        self.those(end, move |k| k == kind)
    }

    /// Those of some kinds. Where the tree has none, that is known without a walk.
    pub fn descendants_among(
        self,
        kinds: &'static KindSet,
    ) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let end = match self.tree.kinds().meets(kinds) {
            true => self.next(),
            false => self.at,
        };
        self.those(end, |kind| kinds.has(kind))
    }

    /// Where those of some kinds are.
    pub fn places_of(self, kinds: &'static KindSet) -> Places {
        Places {
            all: self.descendants_among(kinds).map(|n| n.at).collect(),
            first: Cell::new(0),
        }
    }

    /// Those of its descendants up to a number that are of a kind which is wanted.
    fn those(
        self,
        end: u32,
        wanted: impl Fn(SyntaxKind) -> bool,
    ) -> impl Iterator<Item = Node<'t>> {
        let nodes = match self.at < end {
            true => self.tree.nodes(),
            false => &[],
        };
        let from = match self.at {
            0 => 0,
            at => nodes.partition_point(|(node, _)| *node < at),
        };
        let inside = nodes.get(from..).unwrap_or_default().iter();
        inside
            .take_while(move |(at, _)| *at < end)
            .filter(move |(_, kind)| wanted(*kind))
            .map(move |&(at, _)| Node {
                tree: self.tree,
                at,
            })
    }

    /// Those of some kinds, without the nodes of other kinds and what is in them. That it is of one of these itself does not count.
    pub fn descendants_among_but(
        self,
        kinds: &'static KindSet,
        closed: &'static KindSet,
    ) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let (mut at, end) = (self.at, self.next());
        let elements = self.tree.elements;
        std::iter::from_fn(move || {
            while at < end {
                let (here, element) = (at, elements.get(at as usize)?);
                at += 1;
                if element.is_token {
                    continue;
                }
                if closed.has(element.kind) && here != self.at {
                    at = element.next;
                } else if kinds.has(element.kind) {
                    return Some(Node {
                        tree: self.tree,
                        at: here,
                    });
                }
            }
            None
        })
    }

    /// All without those that are `closed`, and what is in them.
    pub fn descendants_but<F>(self, closed: F) -> impl Iterator<Item = Node<'t>> + use<'t, F>
    where
        F: Fn(Node<'t>) -> bool,
    {
        let (mut at, end) = (self.at, self.next());
        std::iter::from_fn(move || {
            while at < end {
                let node = Node {
                    tree: self.tree,
                    at,
                };
                let element = node.element()?;
                at += 1;
                if element.is_token {
                    continue;
                }
                if !closed(node) {
                    return Some(node);
                }
                at = element.next;
            }
            None
        })
    }

    /// Its first token, however deep.
    pub fn first_token(self) -> Option<Token<'t>> {
        let mut all = self.descendants_with_tokens();
        all.find_map(Element::into_token)
    }

    fn inside(self) -> Inside<'t> {
        Inside {
            elements: self.tree.elements,
            at: self.at + 1,
            end: self.next(),
        }
    }
}

impl<'t> Token<'t> {
    /// What it is.
    pub fn kind(self) -> SyntaxKind {
        self.0.kind()
    }

    /// Its number in the text; where it is but the end of one, that of the next.
    pub fn number(self) -> u32 {
        self.0.tokens().start
    }

    /// Its text.
    pub fn text(self) -> &'t str {
        let (lexed, tokens) = (self.0.tree.lexed, self.0.tokens());
        // `<<<` may come apart: both parts then have the text of their kind.
        match tokens.is_empty() || lexed.kind(tokens.start as usize) == LAUNCH_OPEN {
            true => self.kind().text().unwrap_or_default(),
            false => self.0.text(),
        }
    }

    /// The node that it stands in.
    pub fn parent(self) -> Option<Node<'t>> {
        self.0.parent()
    }

    /// The nodes that it stands in, the nearest first.
    pub fn parent_ancestors(self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        std::iter::successors(self.parent(), |n| n.parent())
    }
}

impl<'t> Element<'t> {
    /// What it is.
    pub fn kind(self) -> SyntaxKind {
        match self {
            Element::Node(node) => node.kind(),
            Element::Token(token) => token.kind(),
        }
    }

    /// The node around it.
    pub fn parent(self) -> Option<Node<'t>> {
        match self {
            Element::Node(node) => node.parent(),
            Element::Token(token) => token.parent(),
        }
    }

    /// The node, if it is one.
    pub fn into_node(self) -> Option<Node<'t>> {
        match self {
            Element::Node(node) => Some(node),
            Element::Token(_) => None,
        }
    }

    /// The token, if it is one.
    pub fn into_token(self) -> Option<Token<'t>> {
        match self {
            Element::Node(_) => None,
            Element::Token(token) => Some(token),
        }
    }
}
