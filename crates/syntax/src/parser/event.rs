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
    sink.list(&mut events, &mut deferred);
    sink.builder.finish()
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

impl Sink<'_> {
    fn list(&mut self, events: &mut [Event], deferred: &mut [Vec<Event>]) {
        let mut parents = Vec::new();
        for at in 0..events.len() {
            match events[at] {
                Event::None
                | Event::Start {
                    kind: EOF,
                    parent: 0,
                } => {}
                Event::Start { kind, parent } => {
                    parents.clear();
                    if kind != EOF {
                        parents.push(kind);
                    }
                    let (mut here, mut next) = (at, parent);
                    while next != 0 {
                        here += next as usize;
                        next = match events[here] {
                            Event::Start { kind, parent } => {
                                if kind != EOF {
                                    parents.push(kind);
                                }
                                parent
                            }
                            _ => 0,
                        };
                        events[here] = Event::None;
                    }
                    if self.depth > 0 {
                        self.trivia(self.lexed.range(self.token).start);
                    }
                    for kind in parents.iter().rev() {
                        self.builder.start_node(*kind);
                        self.depth += 1;
                    }
                }
                Event::Finish => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.trivia(self.text.len());
                    }
                    self.builder.finish_node();
                }
                Event::Token(kind) => {
                    let range = self.lexed.range(self.token);
                    self.trivia(range.start);
                    self.push(kind, range.end);
                    self.token += 1;
                }
                Event::Prefix(kind, len) => {
                    let start = self.lexed.range(self.token).start;
                    self.trivia(start);
                    self.push(kind, start + usize::from(len));
                }
                Event::Lazy(end) => {
                    self.trivia(self.lexed.range(self.token).start);
                    self.token = end as usize;
                    self.push(LAZY_BODY, self.lexed.range(self.token - 1).end);
                }
                Event::Deferred(list) => {
                    let mut events = std::mem::take(&mut deferred[list as usize]);
                    self.list(&mut events, deferred);
                }
            }
        }
    }

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
