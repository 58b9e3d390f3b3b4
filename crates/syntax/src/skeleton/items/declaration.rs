//! One declaration: its words, its names, and where it ends.

mod words;

use super::Scanner;
use super::parenthesized::{
    behind_attributes, inner_name, is_attribute, lone_name, points_to_member,
};
use crate::SyntaxKind::{self, *};
use crate::skeleton::cursor::Tok;
use crate::skeleton::{ErrorKind, Flags, ItemKind, Span};
/// What has been read of the declaration at hand.
struct Decl {
    kind: Option<ItemKind>,
    start: usize,
    head_end: Option<usize>,
    name: Span,
    /// The name after a class-key, when another one has taken its place.
    tag: Span,
    more: Vec<Span>,
    /// The names in the brackets of a structured binding.
    bindings: Vec<Span>,
    /// For each `<` in an initializer that may still find its `>`, how many names there were: commas in between divide
    /// template arguments and not declarators.
    angles: Vec<usize>,
    /// A class-key or `enum` was the last thing that could open a class body.
    class_head: bool,
    typedef: bool,
    params: bool,
    arrow: bool,
    initializer: bool,
    ctor_init: bool,
    /// A function-try-block has begun.
    tries: bool,
    /// A requires-clause has begun.
    requires: bool,
    /// There was one at all.
    constrained: bool,
    /// The last `requires` was an expression's.
    requires_expression: bool,
    qualified: bool,
    /// How many words were read that are no specifiers of another kind than types, qualifiers of names among them.
    words: u32,
    prev: SyntaxKind,
    prev_word: Span,
    /// The parenthesised group just closed was a requirement's parameter list.
    requires_group: bool,
    /// The base clause (or the enum-base) has begun: its words name no declared thing.
    base_clause: bool,
    /// The body of a class or enumeration is over; declarators may follow.
    after_body: bool,
    /// A parenthesised declarator has been read: what follows in parentheses are parameters of what it points to.
    paren_declarator: bool,
}

impl<'t> Scanner<'t> {
    /// A declaration without a name of interest, up to its semicolon.
    pub(super) fn plain(&mut self, first: Tok) {
        let end = self.skip_to_semicolon();
        self.push(ItemKind::Other, first.start, end, end, Span::default());
    }

    pub(super) fn template(&mut self, first: Tok) {
        let mut flags = Flags::default();
        let mut t = self.c.next();
        if t.kind != LT {
            let mut d = Decl::new(first.start);
            d.kind = Some(ItemKind::ExplicitInstantiation);
            return self.rest(d, t, flags);
        }
        loop {
            if self.c.peek().kind == GT {
                self.c.next();
                flags.set(Flags::SPECIALIZATION);
            } else {
                self.angles();
                flags.set(Flags::TEMPLATE);
            }
            t = self.c.next();
            if !(t.kind == IDENT && self.c.word_of(t) == "template" && self.c.peek().kind == LT) {
                break;
            }
            self.c.next();
        }
        if t.kind == IDENT && self.c.word_of(t) == "using" {
            return self.using(first);
        }
        self.declaration(first, t, flags);
    }

    pub(super) fn declaration(&mut self, first: Tok, t: Tok, flags: Flags) {
        self.rest(Decl::new(first.start), t, flags);
    }

    /// The rest of a declaration, `t` being its next token.
    fn rest(&mut self, mut d: Decl, mut t: Tok, flags: Flags) {
        self.c.flags.set(flags);
        loop {
            match t.kind {
                SEMICOLON => break,
                EOF => {
                    self.missing_semicolon(t);
                    break;
                }
                // It closes nothing, so it does not end the declaration either.
                R_BRACE if self.open.is_empty() => {
                    self.missing_semicolon(t);
                    d.prev = R_BRACE;
                }
                R_BRACE => {
                    self.missing_semicolon(t);
                    let end = self.c.last_end.min(t.start);
                    self.finish(d, end);
                    self.c.begin();
                    return self.close(t);
                }
                IDENT => self.declaration_word(&mut d, t),
                L_PAREN => self.parenthesis(&mut d, t),
                L_BRACK => {
                    // Attributes leave the declarator as it was.
                    let attributes = self.c.peek().kind == L_BRACK;
                    let binding = !attributes && d.is_binding(self.c.text);
                    self.group(t);
                    if binding {
                        let inside = Span::new(t.end, self.c.last_end);
                        d.bindings = words(self.c.text, inside);
                    }
                    if !attributes {
                        d.prev = R_BRACK;
                    }
                }
                LT if !d.initializer && !d.ctor_init || d.ctor_init && d.prev == IDENT => {
                    self.angles();
                    d.prev = GT;
                }
                LT if d.initializer && d.prev == IDENT => {
                    d.angles.push(d.more.len());
                    d.prev = LT;
                }
                GT if !d.angles.is_empty() && self.c.bytes.get(t.end) != Some(&b'=') => {
                    if let Some(names) = d.angles.pop() {
                        d.more.truncate(names);
                        d.initializer = true;
                    }
                    d.prev = GT;
                }
                L_BRACE => {
                    if self.brace(&mut d, t) || std::mem::take(&mut self.was_cut) {
                        self.was_cut = false;
                        break;
                    }
                }
                EQ if !d.initializer => {
                    d.head_end.get_or_insert(t.start);
                    d.initializer = true;
                    d.class_head = false;
                    self.c.flags.set(Flags::INITIALIZED);
                    d.prev = EQ;
                }
                COMMA if !(d.ctor_init || d.class_head && d.base_clause) => {
                    // `struct A a, b;`: no class is defined.
                    d.class_head = false;
                    d.more.push(Span::default());
                    d.paren_declarator = false;
                    d.head_end.get_or_insert(t.start);
                    d.initializer = false;
                    d.params = false;
                    d.prev = COMMA;
                }
                COLON if d.class_head => {
                    d.base_clause = true;
                    d.prev = COLON;
                }
                COLON if d.params && !d.initializer => {
                    d.head_end.get_or_insert(t.start);
                    d.ctor_init = true;
                    d.prev = COLON;
                }
                ARROW if !d.initializer => {
                    d.arrow = true;
                    d.prev = ARROW;
                }
                COLON2 => {
                    d.prev = COLON2;
                }
                R_PAREN | R_BRACK => {
                    self.c
                        .error(t.start, ErrorKind::Unopened(self.c.bytes[t.start]));
                    d.prev = t.kind;
                }
                kind => d.prev = kind,
            }
            t = self.c.next();
        }
        let end = self.c.last_end;
        self.finish(d, end);
    }

    fn finish(&mut self, d: Decl, end: usize) {
        let kind = d.final_kind(self.c.flags);
        if d.qualified {
            self.c.flags.set(Flags::QUALIFIED);
        }
        let index = self.c.out.items.len() as u32;
        self.push(
            kind,
            d.start,
            end,
            d.head_end.unwrap_or(end).min(end),
            d.name,
        );
        // The declarators after the body of a class or an enumeration are variables.
        let watch = watch(
            match kind {
                ItemKind::Class | ItemKind::Enum => ItemKind::Variable,
                kind => kind,
            },
            self.c.flags,
        );
        if !d.tag.is_empty() {
            self.c.out.tags.push((index, d.tag));
        }
        for name in d.more.into_iter().chain(d.bindings) {
            if !name.is_empty() {
                self.c.watch(name.of(self.c.text), watch);
                self.c.out.more_names.push((index, name));
                // The initializers of later declarators may mention the earlier ones.
                if let Some(item) = self.c.out.items.last_mut() {
                    item.flags.set(watch);
                }
            }
        }
    }

    fn parenthesis(&mut self, d: &mut Decl, open: Tok) {
        d.requires_group = d.prev == IDENT && d.prev_word.of(self.c.text) == "requires";
        let requirement_parameters = d.requires_group && d.requires_expression;
        // `requires A<T> && (sizeof(T) == 4)`, `requires __is_enum(T) && …`
        let operand = d.requires
            && (matches!(d.prev, AMP2 | PIPE2)
                || d.prev == IDENT && self.is_constraint(d.prev_word, open));
        let peek = self.c.peek();
        let attributed =
            peek.kind == L_BRACK || is_attribute(Span::new(peek.start, peek.end).of(self.c.text));
        let mut before = self.c.last_end;
        self.group(open);
        let mut first = peek.kind;
        if attributed {
            (before, first) = behind_attributes(self.c.text, before, self.c.last_end);
        }
        let declarator = matches!(first, STAR | AMP | AMP2 | CARET) && d.prev != R_PAREN;
        if d.requires_group || operand {
            d.requires_group = requirement_parameters;
            d.prev = R_PAREN;
            return;
        }
        // `int (f)(int)`, `int (v) = 1`: the parentheses mean nothing.
        if d.head_end.is_none()
            && !(d.params || d.paren_declarator || d.initializer || d.ctor_init)
            && (d.prev == IDENT && self.is_specifier_alone(d)
                || matches!(d.prev, IDENT | GT) && self.c.peek().kind == L_PAREN)
            && let Some((name, qualified)) = lone_name(self.c.text, before, self.c.last_end)
            && !(self.c.peek().kind == SEMICOLON && self.is_parameter(d, name))
        {
            d.name = name;
            d.words += 1;
            d.qualified = qualified;
            d.prev_word = name;
            return;
        }
        if d.head_end.is_none()
            && !d.initializer
            && !d.ctor_init
            && matches!(d.prev, IDENT | GT | R_PAREN | STAR | AMP | AMP2 | COLON2)
        {
            if d.paren_declarator {
                // The parameters of what is pointed to.
            } else if declarator
                || d.prev != IDENT && d.prev != GT
                || points_to_member(self.c.text, before, self.c.last_end)
            {
                d.paren_declarator = true;
                let lone = lone_name(self.c.text, before, self.c.last_end);
                d.qualified = lone.is_some_and(|(_, qualified)| qualified);
                if let Some((name, function)) = inner_name(self.c.text, before, self.c.last_end) {
                    d.name = name;
                    d.params = function;
                }
            } else {
                d.params = true;
                d.class_head = false;
                // A clause before the declarator is over.
                d.requires = false;
            }
        } else if !d.initializer
            && !d.ctor_init
            && let Some(last) = d.more.last_mut().filter(|last| last.is_empty())
            && let Some((name, function)) = inner_name(self.c.text, before, self.c.last_end)
        {
            // `, (*p)[2]`
            *last = name;
            d.params = function;
        }
        d.prev = R_PAREN;
    }

    /// A brace at the declaration's own level. Returns whether it ended the declaration.
    fn brace(&mut self, d: &mut Decl, open: Tok) -> bool {
        let requirement =
            (d.prev == IDENT && d.prev_word.of(self.c.text) == "requires") || d.requires_group;
        d.requires_group = false;
        if requirement || d.initializer {
            self.group(open);
            d.prev = R_BRACE;
            return false;
        }
        if d.class_head && !d.params {
            d.head_end.get_or_insert(open.start);
            self.group(open);
            d.class_head = false;
            d.base_clause = false;
            d.after_body = true;
            // A typedef names what follows the body; otherwise that comes on top of the class's own name.
            if !d.typedef {
                d.more.push(Span::default());
            }
            d.prev = R_BRACE;
            d.prev_word = Span::default();
            return false;
        }
        let member_init = d.ctor_init && matches!(d.prev, IDENT | GT);
        let body = d.params
            && !member_init
            && (matches!(d.prev, R_PAREN | R_BRACE | R_BRACK | ELLIPSIS | AMP | AMP2)
                || d.arrow
                || d.requires
                || d.ctor_init
                || matches!(
                    d.prev_word.of(self.c.text),
                    "const" | "volatile" | "noexcept" | "override" | "final" | "mutable"
                ));
        d.head_end.get_or_insert(open.start);
        self.group(open);
        d.prev = R_BRACE;
        if !body {
            return false;
        }
        d.kind = Some(ItemKind::FunctionDefinition);
        let ended = self.c.ended.get();
        while self.c.peek_word() == "catch" {
            self.c.next();
            self.group_if(L_PAREN);
            self.group_if(L_BRACE);
        }
        // Only a function-try-block waits for handlers.
        if !d.tries {
            self.c.ended.set(ended);
        }
        true
    }

    pub(super) fn missing_semicolon(&mut self, t: Tok) {
        self.c.error(t.start, ErrorKind::MissingSemicolon);
    }

    /// Skips to and over the next semicolon outside brackets; the end of what was skipped.
    pub(super) fn skip_to_semicolon(&mut self) -> usize {
        loop {
            let t = self.c.peek();
            match t.kind {
                SEMICOLON => return self.c.next().end,
                EOF | R_BRACE => {
                    self.missing_semicolon(t);
                    return self.c.last_end;
                }
                L_PAREN | L_BRACK | L_BRACE => {
                    let t = self.c.next();
                    self.group(t);
                }
                _ => {
                    self.c.next();
                }
            }
        }
    }
}

/// What mentions of a name flag that an item of this kind declares.
pub(super) fn watch(kind: ItemKind, flags: Flags) -> Flags {
    let mut out = Flags::default();
    match kind {
        ItemKind::Variable => {
            if flags.any(Flags::BUILTIN | Flags::MANAGED) {
                out.set(Flags::WATCHED);
            }
            if flags.any(Flags::LONE_DEVICE | Flags::MEMORY | Flags::MANAGED) {
                out.set(Flags::MENTIONS);
            }
        }
        ItemKind::FunctionDeclaration | ItemKind::FunctionDefinition
            if flags.has(Flags::GLOBAL) =>
        {
            out.set(Flags::MENTIONS);
        }
        _ => {}
    }
    out
}

impl Decl {
    fn new(start: usize) -> Decl {
        Decl {
            kind: None,
            start,
            head_end: None,
            name: Span::default(),
            tag: Span::default(),
            more: Vec::new(),
            bindings: Vec::new(),
            angles: Vec::new(),
            class_head: false,
            typedef: false,
            params: false,
            arrow: false,
            initializer: false,
            ctor_init: false,
            tries: false,
            requires: false,
            constrained: false,
            requires_expression: false,
            qualified: false,
            words: 0,
            prev: SEMICOLON,
            prev_word: Span::default(),
            requires_group: false,
            base_clause: false,
            after_body: false,
            paren_declarator: false,
        }
    }

    /// Whether the bracket that follows is that of a structured binding: `auto [`, `auto &[`.
    fn is_binding(&self, text: &str) -> bool {
        let placeholder = self.prev_word.of(text) == "auto";
        placeholder
            && matches!(self.prev, IDENT | AMP | AMP2)
            && (self.name.is_empty() || self.name == self.prev_word)
            && !(self.params || self.initializer || self.paren_declarator)
    }

    fn final_kind(&self, flags: Flags) -> ItemKind {
        if self.typedef {
            return ItemKind::Typedef;
        }
        match self.kind {
            // `struct S f();` and `struct S x;` declare more than a class, unless there is a body.
            Some(ItemKind::Class | ItemKind::Enum) if self.params => ItemKind::FunctionDeclaration,
            Some(kind) => kind,
            None if self.params => ItemKind::FunctionDeclaration,
            None if self.name.is_empty() && !flags.any(Flags::INITIALIZED) => ItemKind::Other,
            None => ItemKind::Variable,
        }
    }
}

/// The identifiers in a part of the text stand in brackets, by the lexer.
fn words(text: &str, inside: Span) -> Vec<Span> {
    let own = inside.of(text);
    let lexed = crate::lexer::Lexed::new(own);
    (0..lexed.len())
        .filter(|&i| lexed.kind(i) == IDENT)
        .map(|i| {
            let range = lexed.range(i);
            let start = inside.start as usize;
            Span::new(start + range.start, start + range.end)
        })
        .collect()
}
