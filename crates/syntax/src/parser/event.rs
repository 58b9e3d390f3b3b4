//! What the parser emits, and the tree built from it. Knows tokens and kinds, no grammar.

use super::builder::Builder;

use crate::{
    SyntaxKind::{self, *},
    lexer::{Lexed, next_token},
    tree::GreenNode,
};

/// A step of the tree's construction, 8 bytes. Tokens are consumed in order, so they carry no position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// Nothing; a place that later may become a `Finish`.
    None,
    /// A node begins. [`EOF`] as kind: abandoned. `parent`: distance to the `Start` of the node that encloses this one but
    /// was begun later, 0 if none.
    Start { kind: SyntaxKind, parent: u32 },
    /// The innermost node ends.
    Finish,
    /// The next token, under this kind.
    Token(SyntaxKind),
    /// The first bytes of the next token as a token of their own; the rest is still the next token.
    Prefix(SyntaxKind, u8),
    /// All tokens up to this index as one `LAZY_BODY` token.
    Lazy(u32),
    /// The events of a body that was parsed later.
    Deferred(u32),
}

impl Event {
    /// Whether a node or token of the tree comes of it.
    pub(crate) fn is_element(&self) -> bool {
        match self {
            Event::Start { kind, .. } => *kind != EOF,
            Event::Token(_) | Event::Prefix(..) | Event::Lazy(_) => true,
            Event::None | Event::Finish | Event::Deferred(_) => false,
        }
    }
}

/// Builds the tree of `text` from the events; `deferred` are the lists that [`Event::Deferred`] names.
pub(crate) fn build(
    text: &str,
    lexed: &Lexed,
    mut events: Vec<Event>,
    mut deferred: Vec<Vec<Event>>,
) -> GreenNode {
    let mut sink = Sink {
        text,
        lexed,
        builder: Builder::new(lexed.len()),
        token: 0,
        offset: 0,
        line_start: true,
        depth: 0,
    };
    visit(&mut events, &mut deferred, &mut sink);
    sink.builder.finish()
}

/// Takes the steps of a tree's construction in the order of the text.
pub(crate) trait Visit {
    /// Nodes begin, the innermost one first.
    fn start(&mut self, kinds: &[SyntaxKind]);
    /// The innermost node ends.
    fn finish(&mut self);
    /// [`Event::Token`].
    fn token(&mut self, kind: SyntaxKind);
    /// [`Event::Prefix`].
    fn prefix(&mut self, kind: SyntaxKind, len: u8);
    /// [`Event::Lazy`].
    fn lazy(&mut self, end: u32);
}

/// Hands on the steps that `events` describe, in order.
pub(crate) fn visit(events: &mut [Event], deferred: &mut [Vec<Event>], to: &mut impl Visit) {
    let mut kinds = Vec::new();
    for at in 0..events.len() {
        match events[at] {
            Event::None
            | Event::Start {
                kind: EOF,
                parent: 0,
            } => {}
            Event::Start { kind, parent } => {
                kinds.clear();
                if kind != EOF {
                    kinds.push(kind);
                }
                let (mut here, mut next) = (at, parent);
                while next != 0 {
                    here += next as usize;
                    next = match events[here] {
                        Event::Start { kind, parent } => {
                            if kind != EOF {
                                kinds.push(kind);
                            }
                            parent
                        }
                        _ => 0,
                    };
                    events[here] = Event::None;
                }
                to.start(&kinds);
            }
            Event::Finish => to.finish(),
            Event::Token(kind) => to.token(kind),
            Event::Prefix(kind, len) => to.prefix(kind, len),
            Event::Lazy(end) => to.lazy(end),
            Event::Deferred(list) => {
                let mut events = std::mem::take(&mut deferred[list as usize]);
                visit(&mut events, deferred, to);
            }
        }
    }
}

struct Sink<'a> {
    text: &'a str,
    lexed: &'a Lexed,
    builder: Builder,
    token: usize,
    offset: usize,
    line_start: bool,
    depth: u32,
}

impl Visit for Sink<'_> {
    fn start(&mut self, kinds: &[SyntaxKind]) {
        if self.depth > 0 {
            self.trivia(self.lexed.range(self.token).start);
        }
        for kind in kinds.iter().rev() {
            self.builder.start_node(*kind);
            self.depth += 1;
        }
    }

    fn finish(&mut self) {
        self.depth -= 1;
        if self.depth == 0 {
            self.trivia(self.text.len());
        }
        self.builder.finish_node();
    }

    fn token(&mut self, kind: SyntaxKind) {
        let range = self.lexed.range(self.token);
        self.trivia(range.start);
        self.push(kind, range.end);
        self.token += 1;
    }

    fn prefix(&mut self, kind: SyntaxKind, len: u8) {
        let start = self.lexed.range(self.token).start;
        self.trivia(start);
        self.push(kind, start + usize::from(len));
    }

    fn lazy(&mut self, end: u32) {
        self.trivia(self.lexed.range(self.token).start);
        self.token = end as usize;
        self.push(LAZY_BODY, self.lexed.range(self.token - 1).end);
    }
}

impl Sink<'_> {
    fn push(&mut self, kind: SyntaxKind, end: usize) {
        self.builder.token(kind, &self.text[self.offset..end]);
        self.offset = end;
        self.line_start = false;
    }

    /// The white space, comments and directives up to `end`.
    #[inline]
    fn trivia(&mut self, end: usize) {
        while self.offset < end {
            let token = next_token(self.text.as_bytes(), self.offset, self.line_start);
            let start = self.offset;
            let line_start = self.line_start;
            self.push(token.kind, start + token.len as usize);
            self.line_start = match token.kind {
                WHITESPACE => line_start || self.text[start..self.offset].contains('\n'),
                _ => line_start,
            };
        }
    }
}
