//! What happens after an error: skipped tokens go into `ERROR` nodes that end where a declaration, statement or list element
//! may begin again.

use super::{lookahead::begins_declaration, specifiers::Specifiers, *};

/// After that many errors in one text nobody looks for the place where the reference would go on: each look is as long as the
/// text.
const MANY_ERRORS: usize = 500;

/// How many tokens recovery may look at in a text, besides some for each of its tokens.
const ENOUGH_LOOKS: usize = 100_000;
const LOOKS_PER_TOKEN: usize = 32;

/// A set of the tokens that end the reference's search for a place to go on. The end of the text always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stops(u8);

impl Stops {
    pub(super) const NONE: Stops = Stops(0);
    pub(super) const STATEMENT: Stops = Stops(1);
    pub(super) const PAREN: Stops = Stops(2);
    pub(super) const BRACKET: Stops = Stops(4);
    pub(super) const COMMA: Stops = Stops(8);
    pub(super) const GREATER: Stops = Stops(16);
    pub(super) const COLON: Stops = Stops(32);
    pub(super) const BODY: Stops = Stops(64);
    /// A `}`, inside of braces.
    pub(super) const BLOCK: Stops = Stops(128);

    /// Those of `self` that are in `of`.
    fn and(self, of: Stops) -> Stops {
        Stops(self.0 & of.0)
    }

    /// What ends a list behind this bracket.
    pub(super) fn after(open: SyntaxKind) -> Stops {
        match open {
            L_PAREN => Stops(Self::PAREN.0 | Self::COMMA.0),
            L_BRACK => Stops(Self::BRACKET.0 | Self::COMMA.0),
            L_BRACE => Stops(Self::COMMA.0 | Self::BLOCK.0),
            _ => Self::NONE,
        }
    }

    /// The `}` if it is among them: what ends a search that only the block itself bounds.
    pub(super) fn and_block(self) -> Stops {
        self.and(Self::BLOCK)
    }

    /// Whether a list in angle brackets is open.
    pub(super) fn ends_launch(self) -> bool {
        self.has(GT)
    }

    fn has(self, kind: SyntaxKind) -> bool {
        let bit = match kind {
            EOF => return true,
            R_BRACE => Self::BLOCK,
            SEMICOLON => Self::STATEMENT,
            R_PAREN => Self::PAREN,
            R_BRACK => Self::BRACKET,
            COMMA => Self::COMMA,
            GT => Self::GREATER,
            COLON => Self::COLON,
            L_BRACE => Self::BODY,
            _ => return false,
        };
        self.0 & bit.0 != 0
    }
}

impl std::ops::BitOr for Stops {
    type Output = Stops;
    fn bitor(self, other: Stops) -> Stops {
        Stops(self.0 | other.0)
    }
}

/// What becomes of errors in tokens that the reference skips. The tree goes its own way there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skip {
    /// They are consequences.
    Dropped,
    /// Those at the first one are about what stands behind the skipped ones; the others are consequences.
    Moved,
}

/// Tokens that the reference skips after an error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skipped {
    from: u32,
    to: u32,
    how: Skip,
}

impl Parser<'_> {
    /// Whether recovery may look at one more token. What lies between an error and the place to go on is looked at again after
    /// the next error there, so that hopeless texts need a bound for all looks together.
    fn may_look(&self) -> bool {
        let looks = self.looks.get() + 1;
        self.looks.set(looks);
        !self.is_hopeless()
    }

    /// Whether recovery has used up its looks: what is said from there on would be noise.
    fn is_hopeless(&self) -> bool {
        self.looks.get() > ENOUGH_LOOKS + LOOKS_PER_TOKEN * self.lexed.len()
    }

    /// The first token from `from` on, outside of brackets opened on the way, that is `wanted` or a stop.
    pub(super) fn next_stop(&self, from: usize, wanted: Option<SyntaxKind>) -> usize {
        if self.errors.len() > MANY_ERRORS {
            return from;
        }
        let mut pos = from;
        loop {
            let kind = self.kind_at(pos);
            if Some(kind) == wanted || self.stops.has(kind) {
                return pos.min(self.end);
            }
            if !self.may_look() {
                return from;
            }
            pos = match kind {
                L_PAREN | L_BRACE | L_BRACK => self.skip_balanced(pos).unwrap_or(self.end),
                _ => pos + 1,
            };
        }
    }

    /// The reference reads nothing from the current token up to `to`.
    pub(super) fn skip_in_report(&mut self, to: usize, how: Skip) {
        if self.speculating > 0 || to <= self.pos {
            return;
        }
        let (from, to) = (self.pos as u32, to as u32);
        // Within what is skipped already nothing more is skipped.
        if self.skipped.iter().any(|s| s.from < from && from < s.to) {
            return;
        }
        self.note_restart(to as usize);
        self.skipped.push(Skipped { from, to, how });
    }

    /// Where the reference is when the parser is at the current token: further on after an error.
    pub(super) fn reported_pos(&self) -> usize {
        let at = self.pos as u32;
        self.skipped
            .iter()
            .rev()
            .find(|s| s.from == at && s.how == Skip::Moved)
            .map_or(self.pos, |s| s.to as usize)
    }

    /// The kind of the token there.
    pub(super) fn reported_kind(&self) -> SyntaxKind {
        self.kind_at(self.reported_pos())
    }

    /// Notes an error at the token `at`, unless it is a consequence of an earlier one.
    pub(super) fn report(&mut self, at: usize, kind: SyntaxErrorKind, opener: Option<usize>) {
        if self.is_hopeless() && !self.errors.is_empty() {
            return;
        }
        let mut token = at as u32;
        if let Some(s) = self
            .skipped
            .iter()
            .rev()
            .find(|s| s.from <= token && token < s.to)
        {
            if s.how == Skip::Dropped || s.from != token {
                return;
            }
            token = s.to;
            if matches!(kind, SyntaxErrorKind::Expected(kind) if kind == self.kind_at(token as usize))
            {
                return;
            }
        }
        // What seems to be missing before the end of a block belongs to what was skipped up to there.
        if kind == SyntaxErrorKind::Expected(SEMICOLON)
            && token == at as u32
            && self.kind_at(at) == R_BRACE
            && self
                .skipped
                .iter()
                .any(|s| s.to == token && s.how == Skip::Moved)
        {
            return;
        }
        if self
            .errors
            .iter()
            .rev()
            .take(8)
            .any(|e| e.token == token && e.kind == kind)
        {
            return;
        }
        self.errors.push(SyntaxError {
            token,
            kind,
            opener: opener.map(|t| t as u32),
            restart: None,
        });
    }

    /// Notes an error that the reference reports twice at one token, with another between.
    pub(super) fn report_again(&mut self, at: usize, kind: SyntaxErrorKind) {
        let token = at as u32;
        if self.speculating == 0 && !self.skipped.iter().any(|s| s.from <= token && token < s.to) {
            self.errors.push(SyntaxError {
                token,
                kind,
                opener: None,
                restart: None,
            });
        }
    }

    /// Whether a declaration or statement seems to begin between these tokens, at the start of a line of its own or not:
    /// code that an unfinished construct must not take with it.
    pub(super) fn holds_declaration(&self, from: usize, to: usize) -> bool {
        (from..to).any(|i| {
            let kind = self.kind_at(i);
            !self.may_look()
                || matches!(kind, SEMICOLON | L_BRACE | TEMPLATE_KW)
                || begins_statement(kind)
                || i > from && begins_declaration(kind)
        })
    }

    /// Expects a closing bracket. If something else stands there, skips to the bracket within the list that it closes.
    pub(super) fn close(&mut self, kind: SyntaxKind) {
        self.close_opened(kind, None);
    }

    /// The same, for a bracket opened by the token `opener`, which is mentioned.
    pub(super) fn close_opened(&mut self, kind: SyntaxKind, opener: Option<usize>) {
        if self.eat(kind) {
            return;
        }
        if self.speculating > 0 {
            return self.error(SyntaxErrorKind::Expected(kind));
        }
        self.report(self.pos, SyntaxErrorKind::Expected(kind), opener);
        if self.kind == EOF {
            return;
        }
        let stop = self.next_stop(self.pos, Some(kind));
        self.skip_in_report(stop, Skip::Moved);
        // The next declarator or argument of the list around.
        if self.kind_at(stop) == COMMA && !self.stops.has(R_BRACK) {
            return self.skip_to(stop);
        }
        let mut pos = self.pos;
        while pos < self.end {
            match self.kind_at(pos) {
                found if found == kind => break,
                L_PAREN | L_BRACE | L_BRACK => match self.skip_balanced(pos) {
                    Some(after) => pos = after,
                    None => return,
                },
                R_PAREN | R_BRACE | R_BRACK => return,
                SEMICOLON if kind != R_BRACE || pos == stop => return,
                found if pos > self.pos && kind != R_BRACE && begins_statement(found) => return,
                _ => pos += 1,
            }
        }
        if pos < self.end {
            self.skip_to(pos);
            self.bump();
        }
    }

    /// Puts the tokens up to `pos` into an `ERROR` node.
    pub(super) fn skip_to(&mut self, pos: usize) {
        if self.pos < pos && self.kind != EOF {
            let m = self.start();
            while self.pos < pos && self.kind != EOF {
                self.bump();
            }
            m.complete(self, ERROR);
        }
    }

    /// Skips to the next comma or closing bracket.
    pub(super) fn recover_in_list(&mut self) {
        let mut pos = self.pos;
        loop {
            match self.kind_at(pos) {
                COMMA | R_PAREN | R_BRACE | R_BRACK | SEMICOLON | EOF => break,
                L_PAREN | L_BRACE | L_BRACK => match self.skip_balanced(pos) {
                    Some(after) => pos = after,
                    None => break,
                },
                _ => pos += 1,
            }
        }
        self.skip_to(pos);
    }

    /// Expects the `;` that ends a declaration or statement; otherwise skips behind the next `;` or `}` of this level, but not
    /// over anything that begins a declaration.
    pub(super) fn semicolon(&mut self) {
        if self.eat(SEMICOLON) {
            return;
        }
        let here = self.pos as u32;
        let nothing =
            |e: &SyntaxError| e.token == here && e.kind == SyntaxErrorKind::ExpectedDeclaration;
        if self.speculating == 0 && self.errors.last().is_some_and(nothing) {
            return self.recover_statement();
        }
        if self.reported_pos() == self.pos && self.has_error_here() {
            // The reference is at a place already from which to go on.
            let stop = self.stopping(self.statement_stops(), |p| p.next_stop(p.pos, None));
            self.skip_in_report(stop, Skip::Moved);
        }
        self.error(SyntaxErrorKind::Expected(SEMICOLON));
        if self.speculating == 0 {
            let next = self.drop_statement();
            if !self.is_unread && !self.scopes.in_block() {
                return self.unread_declarations(next);
            }
        }
        self.recover_statement();
    }

    /// What the reference does not read up to the token `next`: nothing that is declared there is declared. The tree holds it all the
    /// same, for who writes the line in front of it has its `;` still to write. Bodies are declared for the same reason.
    fn unread_declarations(&mut self, next: usize) {
        if next <= self.pos || (self.pos..next).any(|at| self.kind_at(at) == L_BRACE) {
            return self.recover_statement();
        }
        let m = self.start();
        self.is_unread = true;
        while self.pos < next && self.kind != EOF {
            let before = self.pos;
            self.nested(|p| p.declaration());
            if self.pos == before {
                self.skip_to(before + 1);
            }
        }
        self.is_unread = false;
        m.complete(self, ERROR);
    }

    /// The stops of a statement in the innermost braces.
    pub(super) fn statement_stops(&self) -> Stops {
        Stops::STATEMENT | self.stops.and(Stops::BLOCK | Stops::PAREN)
    }

    /// Whether something was found wrong at the current token already, other than that the end of a lambda is missing.
    pub(super) fn has_error_here(&self) -> bool {
        let recent = self.errors.iter().rev().take(4);
        recent.into_iter().any(|e| {
            e.token as usize == self.pos
                && e.kind != SyntaxErrorKind::ExpectedLambdaBody
                && !e.kind.is_warning()
        })
    }

    /// Nothing up to and with the next `;` is read by the reference. Says where it goes on.
    pub(super) fn drop_statement(&mut self) -> usize {
        let stop = self.stopping(self.statement_stops(), |p| p.next_stop(p.pos, None));
        let after = stop + usize::from(self.kind_at(stop) == SEMICOLON);
        self.skip_in_report(after, Skip::Dropped);
        self.note_restart(stop);
        after
    }

    /// After an error at the current token: on to the next stop, in the tree as well if nothing of value lies in between.
    pub(super) fn skip_to_stop(&mut self) {
        if self.speculating > 0 {
            return;
        }
        let stop = self.next_stop(self.pos, None);
        if self.holds_declaration(self.pos, stop) {
            self.skip_in_report(stop, Skip::Moved);
        } else if stop > self.pos {
            self.note_restart(stop);
            self.skip_to(stop);
        }
    }

    fn note_restart(&mut self, to: usize) {
        let from = self.pos as u32;
        if let Some(error) = self.errors.last_mut().filter(|e| e.token == from) {
            error.restart = Some(to as u32);
        }
    }

    /// A type is missing among specifiers, of which `at` is said. Where there are others, `int` is assumed. Otherwise what cannot
    /// follow a type is skipped.
    pub(super) fn missing_type(&mut self, specifiers: &Specifiers, at: usize) {
        if specifiers.has_other {
            return self.report(at, SyntaxErrorKind::NoType, None);
        }
        self.error(SyntaxErrorKind::ExpectedType);
        if !matches!(
            self.kind,
            STAR | AMP | AMP2 | L_PAREN | L_BRACK | L_BRACE | ELLIPSIS | EQ
        ) {
            self.skip_to_stop();
        }
    }

    /// A builtin type behind a single name that nothing declares, where that alone is the type: it is one too many, and passed over.
    pub(super) fn second_type(&mut self) {
        let (name, before) = (self.pos.wrapping_sub(1), self.pos.wrapping_sub(2));
        if super::lookahead::is_builtin_type(self.kind)
            && self.kind_at(name) == IDENT
            && matches!(self.kind_at(before), L_PAREN | COMMA | LT | ARROW)
        {
            let mut word = super::names::Name::default();
            word.add(name);
            if self.is_undeclared_word(&word) {
                self.error(SyntaxErrorKind::SecondType);
                self.skip_to(self.pos + 1);
            }
        }
    }

    /// An error, and on to the next stop.
    pub(super) fn error_and_skip(&mut self, kind: SyntaxErrorKind) {
        self.error(kind);
        self.skip_to_stop();
    }

    pub(super) fn recover_statement(&mut self) {
        if self.kind == EOF {
            return;
        }
        let mut pos = self.pos;
        let mut first = true;
        loop {
            match self.kind_at(pos) {
                SEMICOLON => {
                    self.skip_to(pos);
                    self.bump();
                    return;
                }
                EOF | R_BRACE => break,
                R_PAREN if self.stops.has(R_PAREN) => break,
                L_BRACE => match self.skip_balanced(pos) {
                    // A body; a `;` after it still belongs to the same construct.
                    Some(after) => {
                        pos = after;
                        if self.kind_at(pos) == SEMICOLON {
                            pos += 1;
                        }
                        break;
                    }
                    None => pos += 1,
                },
                L_PAREN | L_BRACK => pos = self.skip_balanced(pos).unwrap_or(pos + 1),
                kind if begins_declaration(kind) && (!first || kind != ATTRIBUTE_KW) => break,
                kind if begins_statement(kind) => break,
                _ => pos += 1,
            }
            first = false;
        }
        self.skip_to(pos);
    }

    /// The construct at hand nests too deep: skips to its end without recursion.
    pub(super) fn too_deep(&mut self) {
        self.error(SyntaxErrorKind::TooDeep);
        let mut pos = self.pos;
        loop {
            match self.kind_at(pos) {
                L_PAREN | L_BRACE | L_BRACK => match self.skip_balanced(pos) {
                    Some(after) => pos = after,
                    None => pos = self.end,
                },
                EOF | R_PAREN | R_BRACE | R_BRACK | SEMICOLON => break,
                _ => pos += 1,
            }
        }
        // Whoever asked in a loop must see progress; a closing bracket ends every loop, a semicolon does not.
        if pos == self.pos && self.at(SEMICOLON) {
            pos += 1;
        }
        self.skip_to(pos);
    }
}

/// Keywords that stand nowhere but at the beginning of a statement or of a class's section.
pub(super) fn begins_statement(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        PUBLIC_KW
            | PRIVATE_KW
            | PROTECTED_KW
            | IF_KW
            | FOR_KW
            | WHILE_KW
            | RETURN_KW
            | DO_KW
            | SWITCH_KW
            | BREAK_KW
            | CONTINUE_KW
            | GOTO_KW
            | CASE_KW
            | DEFAULT_KW
            | USING_KW
            | NAMESPACE_KW
    )
}
