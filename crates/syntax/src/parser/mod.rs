//! The recursive-descent parser. It emits events and builds no tree itself; it knows names only by what its own scopes and the
//! [`Names`] of its caller say.
//!
//! A rule `x` is called where an `x` must stand and reports if it does not; `at_x` only looks. Rules that look ahead are in
//! `lookahead.rs`. Where looking does not decide, `attempt` parses and takes everything back if the result does not fit;
//! failures are remembered by position, so nested attempts stay linear in depth.

mod attributes;
mod brackets;
mod builder;
mod casts;
mod classes;
mod declarations;
mod declarators;
pub(crate) mod event;
mod expressions;
mod init_declarators;
mod lambdas;
mod lookahead;
mod names;
mod namespaces;
mod operands;
mod recovery;
mod scopes;
mod specifiers;
mod statements;
mod templates;
#[cfg(test)]
mod tests;
mod types;

pub use lookahead::is_builtin_type;
use std::cell::{Cell, OnceCell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    SyntaxKind::{self, *},
    flat::Flat,
    lexer::Lexed,
    outline::Outline,
    parse::{
        Bodies, Dialect, Entry, FlatParse, Names, Parse, ParseMode, Standard, SyntaxError,
        SyntaxErrorKind,
    },
};
use event::Event;
use expressions::Greater;
use recovery::{Skip, Skipped, Stops};
use scopes::{OWN, Outside, ScopeId, ScopeKind, Scopes};

/// See [`crate::parse::MAX_DEPTH`]. Every level costs the parser several stack frames.
pub(crate) const MAX_DEPTH: u32 = 700;

/// How many operators one chain of a left-associative level may have: each makes the tree one node deeper.
pub(crate) const MAX_CHAIN: u32 = 4_000;

pub(crate) struct Parser<'a> {
    text: &'a str,
    lexed: &'a Lexed,
    dialect: Dialect,
    names: &'a dyn Names,
    mode: ParseMode,
    /// The kind of the current token: [`EOF`] past the end, and everywhere after a failure inside an attempt.
    kind: SyntaxKind,
    pos: usize,
    end: usize,
    events: Vec<Event>,
    errors: Vec<SyntaxError>,
    scopes: Scopes<'a>,
    depth: u32,
    speculating: u32,
    failed: bool,
    /// Attempts known to fail.
    memo: FxHashSet<(u32, Attempt)>,
    /// Partners of `<` found by long scans: by the position after the `<` the one after the `>`, 0 if there is none.
    angles: RefCell<FxHashMap<u32, u32>>,
    /// Partners of brackets, once a long scan has asked.
    partners: OnceCell<Vec<u32>>,
    /// How many tokens recovery has looked at.
    looks: Cell<usize>,
    /// Bodies of member functions, which see the whole class ([class.mem.general]/7) and so are parsed after it.
    pending: Vec<Pending>,
    deferred: Vec<Vec<Event>>,
    /// How many class bodies are open.
    classes: u32,
    /// This sees members that are declared behind it ([class.mem.general]/7), and is no body.
    complete_class: bool,
    /// What is parsed declares nothing: a `;` was missing.
    is_unread: bool,
    /// What a `>` is here.
    greater: Greater,
    /// The token behind the parenthesis of the argument list that was opened last.
    first_argument: usize,
    /// The tokens at which the reference would read on after an error here.
    stops: Stops,
    /// What it would not have read because of the errors so far.
    skipped: Vec<Skipped>,
}

/// A body to parse when its class is complete.
struct Pending {
    start: usize,
    end: usize,
    scope: ScopeId,
    list: u32,
}

/// What an attempt tries, to tell attempts at one position apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Attempt {
    TypeId,
    Expression,
    TemplateArguments,
    Cast,
    AttributeArguments,
}

/// A node that has begun.
#[derive(Clone, Copy)]
struct Marker(u32);

/// A node that has ended.
#[derive(Clone, Copy)]
struct Done(u32);

struct Checkpoint {
    kind: SyntaxKind,
    pos: usize,
    events: usize,
    errors: usize,
    depth: u32,
    scopes: scopes::Mark,
    pending: usize,
    deferred: usize,
    greater: Greater,
    stops: Stops,
}

/// About how many events a text of so many tokens makes.
fn events_of(tokens: usize) -> usize {
    tokens * 2 + 16
}

impl<'a> Parser<'a> {
    pub(crate) fn new(
        text: &'a str,
        lexed: &'a Lexed,
        dialect: Dialect,
        names: &'a dyn Names,
        mode: ParseMode,
    ) -> Self {
        let mut parser = Parser {
            text,
            lexed,
            dialect,
            names,
            mode,
            kind: EOF,
            pos: 0,
            end: lexed.len(),
            events: Vec::with_capacity(events_of(lexed.len())),
            errors: Vec::new(),
            scopes: Scopes::new(),
            depth: 0,
            speculating: 0,
            failed: false,
            memo: FxHashSet::default(),
            angles: RefCell::default(),
            partners: OnceCell::new(),
            looks: Cell::new(0),
            pending: Vec::new(),
            deferred: Vec::new(),
            classes: 0,
            complete_class: false,
            is_unread: false,
            greater: Greater::Operator,
            first_argument: usize::MAX,
            stops: Stops::STATEMENT,
            skipped: Vec::new(),
        };
        parser.kind = parser.kind_at(0);
        parser
    }

    fn whole(&mut self, entry: Entry<'a>) {
        let root = self.start();
        let kind = match entry {
            Entry::TranslationUnit => TRANSLATION_UNIT,
            _ => ITEM_ROOT,
        };
        if !matches!(entry, Entry::TranslationUnit | Entry::Declaration) {
            self.stops = Stops::STATEMENT | Stops::BLOCK;
        }
        match entry {
            Entry::TranslationUnit | Entry::Declaration => self.namespace_members(),
            Entry::MemberDeclaration(name) => {
                self.scopes.push(ScopeKind::Class);
                self.scopes.set_class_name(name);
                self.members();
                self.parse_pending(0);
            }
            Entry::Statement => {
                self.scopes.push(ScopeKind::Block);
                self.statements();
            }
            Entry::FunctionBody => {
                self.scopes.push(ScopeKind::Block);
                match self.kind {
                    TRY_KW => self.function_try_block(),
                    _ => self.compound_statement(),
                }
            }
            Entry::Expression => {
                self.expression();
            }
        }
        if self.kind != EOF {
            self.error(SyntaxErrorKind::ExpectedDeclaration);
            self.skip_in_report(self.end, Skip::Dropped);
            let rest = self.start();
            while self.kind != EOF {
                self.bump();
            }
            rest.complete(self, ERROR);
        }
        root.complete(self, kind);
    }

    /// The tree and its errors.
    pub(crate) fn run(mut self, entry: Entry<'a>) -> Parse {
        self.finish(entry);
        Parse {
            green: event::build(self.text, self.lexed, self.events, self.deferred),
            errors: self.errors,
        }
    }

    /// The tree as a table.
    pub(crate) fn run_flat(mut self, entry: Entry<'a>) -> FlatParse {
        self.finish(entry);
        FlatParse {
            flat: Flat::build(self.events, self.deferred),
            errors: self.errors,
        }
    }

    fn finish(&mut self, entry: Entry<'a>) {
        self.whole(entry);
        if !self.errors.is_empty() {
            self.unknown_tokens();
        }
        self.errors.sort_by_key(|error| error.token);
    }

    /// Reports what is no token. Control characters and open literals are the skeleton's.
    fn unknown_tokens(&mut self) {
        let unknown = |&i: &usize| {
            matches!(self.lexed.kind(i), AT | HASH)
                || self.lexed.kind(i) == UNKNOWN
                    && self
                        .text_at(i)
                        .starts_with(|c: char| c.is_ascii_punctuation() && c != '"' && c != '\'')
        };
        let found: Vec<SyntaxError> = (0..self.lexed.len())
            .filter(unknown)
            .map(|i| SyntaxError {
                token: i as u32,
                kind: match self.lexed.kind(i) {
                    HASH => SyntaxErrorKind::MisplacedHash,
                    _ => SyntaxErrorKind::UnknownToken,
                },
                opener: None,
                restart: None,
            })
            .collect();
        self.errors.splice(0..0, found);
    }

    /// What the text declares for others.
    pub(crate) fn outline(mut self) -> Outline {
        self.namespace_members();
        self.scopes.outline(|name| self.outer_path(name))
    }

    // ---- Tokens

    #[inline]
    fn kind_at(&self, i: usize) -> SyntaxKind {
        if i >= self.end {
            return EOF;
        }
        let kind = self.lexed.kind(i);
        match self.dialect.knows(kind, || self.text_at(i)) {
            true => kind,
            false => IDENT,
        }
    }

    #[inline]
    fn nth(&self, n: usize) -> SyntaxKind {
        if self.kind == EOF {
            EOF
        } else {
            self.kind_at(self.pos + n)
        }
    }

    fn text_at(&self, i: usize) -> &'a str {
        self.lexed.text(self.text, i)
    }

    #[inline]
    fn at(&self, kind: SyntaxKind) -> bool {
        self.kind == kind
    }

    #[inline]
    fn bump(&mut self) {
        if self.kind != EOF {
            self.events.push(Event::Token(self.kind));
            self.pos += 1;
            self.kind = self.kind_at(self.pos);
        }
    }

    fn eat(&mut self, kind: SyntaxKind) -> bool {
        let at = self.kind == kind;
        if at {
            self.bump();
        }
        at
    }

    fn expect(&mut self, kind: SyntaxKind) -> bool {
        self.expect_or(kind, SyntaxErrorKind::Expected(kind))
    }

    /// Expects a token whose absence has an error of its own. Where it comes before anything that could end the construct,
    /// what is in between is skipped.
    fn expect_or(&mut self, kind: SyntaxKind, error: SyntaxErrorKind) -> bool {
        if self.eat(kind) {
            return true;
        }
        self.error(error);
        if self.speculating > 0 {
            return false;
        }
        let stop = self.next_stop(self.pos, Some(kind));
        self.skip_in_report(stop, Skip::Moved);
        let found = self.kind_at(stop) == kind && !self.holds_declaration(self.pos, stop);
        if found {
            self.skip_to(stop);
            self.bump();
        }
        found
    }

    fn joint(&self, n: usize) -> bool {
        self.lexed.is_joint(self.pos + n)
    }

    /// Reports an error at the current token. Inside an attempt nothing is reported: the attempt has failed.
    #[cold]
    fn error(&mut self, kind: SyntaxErrorKind) {
        if self.speculating > 0 {
            self.failed = true;
            self.kind = EOF;
        } else {
            self.report(self.pos, kind, None);
        }
    }

    // ---- Nodes

    #[inline]
    fn start(&mut self) -> Marker {
        let at = self.events.len() as u32;
        self.events.push(Event::Start {
            kind: EOF,
            parent: 0,
        });
        Marker(at)
    }

    // ---- Attempts

    fn save(&self) -> Checkpoint {
        Checkpoint {
            kind: self.kind,
            pos: self.pos,
            events: self.events.len(),
            errors: self.errors.len(),
            depth: self.depth,
            scopes: self.scopes.mark(),
            pending: self.pending.len(),
            deferred: self.deferred.len(),
            greater: self.greater,
            stops: self.stops,
        }
    }

    fn restore(&mut self, to: Checkpoint) {
        self.kind = to.kind;
        self.pos = to.pos;
        self.events.truncate(to.events);
        self.errors.truncate(to.errors);
        self.depth = to.depth;
        self.scopes.rollback(to.scopes);
        self.pending.truncate(to.pending);
        self.deferred.truncate(to.deferred);
        self.greater = to.greater;
        self.stops = to.stops;
        self.failed = false;
    }

    /// Parses with `rule`; takes everything back if it reports an error or returns `None`.
    fn attempt<T>(
        &mut self,
        what: Attempt,
        rule: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let key = (self.pos as u32, what);
        if self.kind == EOF || self.memo.contains(&key) {
            return None;
        }
        let before = self.save();
        self.speculating += 1;
        self.scopes.log(true);
        let result = rule(self);
        self.speculating -= 1;
        self.scopes.log(self.speculating > 0);
        if result.is_some() && !self.failed {
            return result;
        }
        self.restore(before);
        self.memo.insert(key);
        None
    }

    /// Runs `rule` one level deeper, or skips to the end of the construct if that is too deep.
    fn nested<T: Default>(&mut self, rule: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= MAX_DEPTH {
            self.too_deep();
            return T::default();
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Runs `rule` inside of the brackets whose opening one is behind: a `>` is an operator again.
    fn bracketed<T>(&mut self, rule: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.greater, Greater::Operator);
        let outer_stops = self.stops;
        self.stops = outer_stops | Stops::after(self.kind_at(self.pos.wrapping_sub(1)));
        let result = rule(self);
        self.greater = outer;
        self.stops = outer_stops;
        result
    }

    /// Runs `rule` where these tokens end what is wrong.
    fn stopping<T>(&mut self, stops: Stops, rule: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.stops, stops);
        let result = rule(self);
        self.stops = outer;
        result
    }

    fn lazy(&self) -> bool {
        self.mode.bodies == Bodies::Lazy
    }
}

impl Marker {
    #[inline]
    fn complete(self, p: &mut Parser<'_>, as_kind: SyntaxKind) -> Done {
        // A failed attempt may have cut the list: the node is gone with it.
        if let Some(Event::Start { kind, .. }) = p.events.get_mut(self.0 as usize) {
            *kind = as_kind;
            p.events.push(Event::Finish);
        }
        Done(self.0)
    }

    /// The node holds nothing after all; what was parsed in it belongs to its parent.
    fn abandon(self, p: &mut Parser<'_>) {
        if self.0 as usize + 1 == p.events.len() {
            p.events.pop();
        }
    }
}

impl Done {
    /// Begins a node that will enclose this one.
    fn precede(self, p: &mut Parser<'_>) -> Marker {
        let outer = p.start();
        if let Event::Start { parent, .. } = &mut p.events[self.0 as usize] {
            *parent = outer.0 - self.0;
        }
        outer
    }
}
