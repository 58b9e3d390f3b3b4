//! Expressions down to the postfix level ([expr.compound]): operators by precedence, casts, `new`, `delete`.

use super::{declarators::DeclaratorContext, names::NameContext, specifiers::SpecifierContext, *};
use crate::parse::NameClass;

/// What a `>` is in an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Greater {
    /// An operator.
    Operator,
    /// The end of a template argument or parameter list.
    Closes,
    /// Three in a row are the end of an execution configuration.
    ClosesLaunch,
}

/// Binding powers, loosest first.
const COMMA_LEVEL: u8 = 1;
const ASSIGNMENT_LEVEL: u8 = 2;
const CONDITIONAL_LEVEL: u8 = 3;

impl Parser<'_> {
    /// An expression with comma operators.
    pub(super) fn expression(&mut self) -> Option<Done> {
        self.binary_expression(COMMA_LEVEL)
    }

    pub(super) fn assignment_expression(&mut self) -> Option<Done> {
        self.binary_expression(ASSIGNMENT_LEVEL)
    }

    pub(super) fn conditional_expression(&mut self) -> Option<Done> {
        self.binary_expression(CONDITIONAL_LEVEL)
    }

    /// An assignment-expression or a braced-init-list.
    pub(super) fn initializer_clause(&mut self) -> Option<Done> {
        if self.at(L_BRACE) {
            self.braced_init_list()
        } else {
            self.assignment_expression()
        }
    }

    /// The operator at the current token: its level and how many tokens it has. Level 0: none.
    #[inline]
    pub(super) fn infix_operator(&self) -> (u8, usize) {
        match self.kind {
            COMMA => (COMMA_LEVEL, 1),
            EQ | PLUS_EQ | MINUS_EQ | STAR_EQ | SLASH_EQ | PERCENT_EQ | CARET_EQ | AMP_EQ
            | PIPE_EQ | SHL_EQ => (ASSIGNMENT_LEVEL, 1),
            QUESTION => (CONDITIONAL_LEVEL, 1),
            PIPE2 => (4, 1),
            AMP2 => (5, 1),
            PIPE => (6, 1),
            CARET => (7, 1),
            AMP => (8, 1),
            EQ2 | BANG_EQ => (9, 1),
            // GNU's minimum and maximum, `<?` and `>?`
            LT if self.nth(1) == QUESTION && self.joint(0) => (10, 2),
            LT | LT_EQ => (10, 1),
            GT => self.greater_operator(),
            SPACESHIP => (11, 1),
            SHL => (12, 1),
            PLUS | MINUS => (13, 1),
            STAR | SLASH | PERCENT => (14, 1),
            DOT_STAR | ARROW_STAR => (15, 1),
            _ => (0, 0),
        }
    }

    /// `> >= >> >>= >?` from adjacent tokens.
    fn greater_operator(&self) -> (u8, usize) {
        let second = if self.joint(0) { self.nth(1) } else { EOF };
        // `k<<<1, 2>> >()` ends like `>>>`: no operand begins with `>`.
        let ends_launch =
            matches!(self.greater, Greater::ClosesLaunch) && second == GT && self.nth(2) == GT;
        if ends_launch {
            return (0, 0);
        }
        let third = if second != EOF && self.joint(1) {
            self.nth(2)
        } else {
            EOF
        };
        match (self.greater, second, third) {
            // `>=` is one token and closes nothing, unless no `>` is left that could.
            (Greater::Closes, EQ, _)
                if self.skip_template_arguments_from(self.pos + 2).is_some() =>
            {
                (10, 2)
            }
            (Greater::Closes, ..) => (0, 0),
            (_, GT, EQ) => (ASSIGNMENT_LEVEL, 3),
            // `>>>` in the parentheses of an execution configuration.
            (_, GT, GT) if self.stops.ends_launch() => (0, 0),
            (_, GT, _) => (12, 2),
            (_, EQ | QUESTION, _) => (10, 2),
            _ => (10, 1),
        }
    }

    fn binary_expression(&mut self, least: u8) -> Option<Done> {
        let mut left = self.unary_expression()?;
        let mut chain = 0;
        loop {
            let (level, tokens) = self.infix_operator();
            // An operator before `...` belongs to a fold.
            if level == 0 || level < least || self.nth(tokens) == ELLIPSIS {
                return Some(left);
            }
            chain += 1;
            if chain > MAX_CHAIN {
                self.too_deep();
                return Some(left);
            }
            let m = left.precede(self);
            for _ in 0..tokens {
                self.bump();
            }
            left = match level {
                CONDITIONAL_LEVEL => {
                    // GNU: `a ?: b`
                    if !self.at(COLON) {
                        let stops = self.stops | Stops::COLON;
                        self.stopping(stops, |p| p.nested(|p| p.expression().map(drop)));
                    }
                    if self.expect(COLON) {
                        self.nested(|p| p.assignment_expression().map(drop));
                    }
                    m.complete(self, CONDITIONAL_EXPRESSION)
                }
                ASSIGNMENT_LEVEL => {
                    self.nested(|p| p.initializer_clause().map(drop));
                    m.complete(self, BINARY_EXPRESSION)
                }
                _ => {
                    self.binary_expression(level + 1);
                    m.complete(self, BINARY_EXPRESSION)
                }
            };
        }
    }

    /// A cast-expression ([expr.cast]) with everything that binds tighter.
    pub(super) fn unary_expression(&mut self) -> Option<Done> {
        if !begins_unary(self.kind) {
            return self.postfix_expression();
        }
        let mut result = None;
        self.nested(|p| result = p.unary_operator());
        result
    }

    fn unary_operator(&mut self) -> Option<Done> {
        match self.kind {
            STAR | AMP | PLUS | MINUS | BANG | TILDE | PLUS2 | MINUS2 | REAL_KW | IMAG_KW
            | EXTENSION_KW | CO_AWAIT_KW => {
                let m = self.start();
                self.bump();
                self.unary_expression();
                Some(m.complete(self, PREFIX_EXPRESSION))
            }
            AMP2 => {
                let m = self.start();
                self.bump();
                self.expect(IDENT);
                Some(m.complete(self, LABEL_ADDRESS_EXPRESSION))
            }
            SIZEOF_KW | ALIGNOF_KW => {
                let (done, of_type) = self.sizeof_expression();
                // The reference takes `sizeof (int)[a]` for a subscript of the value.
                Some(if of_type {
                    self.postfix_rest(done)
                } else {
                    done
                })
            }
            NEW_KW => Some(self.new_expression()),
            DELETE_KW => Some(self.delete_expression()),
            COLON2 => match self.nth(1) {
                NEW_KW => Some(self.new_expression()),
                DELETE_KW => Some(self.delete_expression()),
                _ => self.postfix_expression(),
            },
            NOEXCEPT_KW => {
                let m = self.start();
                self.bump();
                if self.expect(L_PAREN) {
                    self.bracketed(|p| p.expression());
                    self.close(R_PAREN);
                }
                Some(m.complete(self, NOEXCEPT_EXPRESSION))
            }
            THROW_KW => {
                let m = self.start();
                self.bump();
                if !matches!(
                    self.kind,
                    SEMICOLON | R_PAREN | COLON | COMMA | R_BRACE | EOF
                ) {
                    self.assignment_expression();
                }
                Some(m.complete(self, THROW_EXPRESSION))
            }
            CO_YIELD_KW => {
                let m = self.start();
                self.bump();
                self.initializer_clause();
                Some(m.complete(self, YIELD_EXPRESSION))
            }
            L_PAREN => {
                if self.may_be_cast()
                    && let Some(done) = self.attempt(Attempt::Cast, Self::cast)
                {
                    // The operand is outside of the attempt: it can be as long as the text.
                    return Some(self.cast_operand(done));
                }
                if self.speculating == 0 && self.at_unclosed_cast() {
                    return Some(self.unclosed_cast());
                }
                self.postfix_expression()
            }
            _ => self.postfix_expression(),
        }
    }

    /// `new` with placement, type and initializer ([expr.new]).
    fn new_expression(&mut self) -> Done {
        let m = self.start();
        self.eat(COLON2);
        self.bump();
        if self.at(L_PAREN) && !self.is_parenthesised_new_type() {
            let placement = self.start();
            self.arguments(R_PAREN);
            placement.complete(self, NEW_PLACEMENT);
        }
        if self.at(L_PAREN) {
            self.bump();
            self.bracketed(|p| p.type_id());
            self.close(R_PAREN);
        } else {
            let id = self.start();
            let start = self.pos;
            let specifiers = self.decl_specifier_seq(SpecifierContext::Type);
            if !specifiers.has_type {
                self.missing_type(&specifiers, start);
            }
            self.declarator(DeclaratorContext::New, &specifiers);
            id.complete(self, TYPE_ID);
        }
        match self.kind {
            L_PAREN => self.argument_list(),
            L_BRACE => {
                self.braced_init_list();
            }
            _ => {}
        }
        m.complete(self, NEW_EXPRESSION)
    }

    /// `new (T)` or `new (T)(x)`, as opposed to `new (place) T`.
    fn is_parenthesised_new_type(&self) -> bool {
        let Some(after) = self.skip_balanced(self.pos) else {
            return false;
        };
        let type_follows = match self.kind_at(after) {
            IDENT | COLON2 | L_PAREN => true,
            kind => {
                super::lookahead::begins_declaration(kind)
                    || matches!(kind, DECLTYPE_KW | TYPEOF_KW)
            }
        };
        if !type_follows {
            return true;
        }
        self.kind_at(after) == L_PAREN
            && match self.nth(1) {
                IDENT | COLON2 => self.scan_name(self.pos + 1).is_some_and(|(name, _)| {
                    matches!(self.class(&name), NameClass::Type | NameClass::TypeTemplate)
                }),
                kind => super::lookahead::begins_declaration(kind),
            }
    }

    fn delete_expression(&mut self) -> Done {
        let m = self.start();
        self.eat(COLON2);
        self.bump();
        if self.at(L_BRACK) && self.nth(1) == R_BRACK {
            self.bump();
            self.bump();
        }
        self.unary_expression();
        m.complete(self, DELETE_EXPRESSION)
    }

    fn postfix_expression(&mut self) -> Option<Done> {
        let primary = match self.kind {
            IDENT | INT_LITERAL => self.primary_expression()?,
            _ => {
                let mut primary = None;
                self.nested(|p| primary = p.primary_expression());
                primary?
            }
        };
        Some(self.postfix_rest(primary))
    }

    /// Calls, subscripts, member accesses, launches after an operand.
    pub(super) fn postfix_rest(&mut self, mut left: Done) -> Done {
        let mut chain = 0;
        loop {
            let kind = match self.kind {
                L_PAREN => CALL_EXPRESSION,
                // `[[` begins attributes, which cannot follow an expression ([dcl.attr.grammar]/7).
                L_BRACK if self.nth(1) != L_BRACK || self.speculating == 0 => SUBSCRIPT_EXPRESSION,
                DOT | ARROW => MEMBER_EXPRESSION,
                PLUS2 | MINUS2 => POSTFIX_EXPRESSION,
                LAUNCH_OPEN => LAUNCH_EXPRESSION,
                _ => return left,
            };
            chain += 1;
            if chain > MAX_CHAIN {
                self.too_deep();
                return left;
            }
            let m = left.precede(self);
            match kind {
                CALL_EXPRESSION => self.argument_list(),
                SUBSCRIPT_EXPRESSION => {
                    let wrong = match self.nth(1) {
                        R_BRACK => Some(SyntaxErrorKind::ExpectedExpression),
                        L_BRACK => Some(SyntaxErrorKind::MisplacedAttributes),
                        _ => None,
                    };
                    if let Some(wrong) = wrong.filter(|_| self.speculating == 0) {
                        self.report(self.pos + 1, wrong, None);
                    }
                    self.arguments(R_BRACK);
                }
                MEMBER_EXPRESSION => {
                    self.bump();
                    self.member_name();
                }
                LAUNCH_EXPRESSION => {
                    self.execution_configuration();
                    let paren = self.at(L_PAREN);
                    if paren {
                        self.argument_list();
                    } else {
                        self.error(SyntaxErrorKind::Expected(L_PAREN));
                        self.arguments_without_parenthesis();
                    }
                }
                _ => self.bump(),
            }
            left = m.complete(self, kind);
        }
    }

    fn member_name(&mut self) {
        // A pseudo-destructor may name a builtin type: `p->~int()`, `p->T::~T()`.
        if super::lookahead::is_builtin_type(self.kind) && self.nth(1) != IDENT {
            self.bump();
            return;
        }
        self.name(NameContext::Member);
    }

    /// `<<<grid, block, ...>>>`
    fn execution_configuration(&mut self) {
        let m = self.start();
        self.bump();
        let outer = std::mem::replace(&mut self.greater, Greater::ClosesLaunch);
        let stops = self.stops;
        self.stops = stops | Stops::GREATER | Stops::COMMA;
        while !matches!(self.kind, GT | EOF) {
            self.nested(|p| p.argument());
            if !self.eat(COMMA) {
                break;
            }
            if self.at(GT) {
                self.error(SyntaxErrorKind::ExpectedExpression);
            }
        }
        self.stops = stops;
        self.greater = outer;
        let closes = |p: &Self, at: usize| (0..3).all(|i| p.kind_at(at + i) == GT);
        if !closes(self, self.pos) {
            self.error(SyntaxErrorKind::ExpectedLaunchClose);
            self.error(SyntaxErrorKind::Expected(L_PAREN));
            let stops = stops | Stops::GREATER;
            let stop = self.stopping(stops, |p| p.next_stop(p.pos, None));
            if closes(self, stop) {
                self.skip_to(stop);
            } else {
                self.stopping(stops, Self::skip_to_stop);
            }
        }
        if closes(self, self.pos) {
            self.bump();
            self.bump();
            self.bump();
        }
        m.complete(self, EXECUTION_CONFIGURATION);
    }

    /// The reference takes the end of the statement for the missing parenthesis and the next statement for the arguments.
    fn arguments_without_parenthesis(&mut self) {
        if self.speculating > 0 {
            return;
        }
        let stop = self.stopping(self.statement_stops(), |p| p.next_stop(p.pos, None));
        if self.kind_at(stop) != SEMICOLON {
            return;
        }
        let next = self.stopping(self.statement_stops(), |p| p.next_stop(stop + 1, None));
        let at_end = next == stop + 1 && self.kind_at(next) == R_BRACE;
        if at_end {
            self.report(next, SyntaxErrorKind::ExpectedExpression, None);
        }
        self.report(next, SyntaxErrorKind::Expected(R_PAREN), None);
        if at_end {
            self.report_again(next, SyntaxErrorKind::Expected(SEMICOLON));
        }
    }

    /// `ARGUMENT_LIST`
    pub(super) fn argument_list(&mut self) {
        let m = self.start();
        self.arguments(R_PAREN);
        m.complete(self, ARGUMENT_LIST);
    }

    /// Initializer-clauses between the bracket at the current token and its partner `end`.
    pub(super) fn arguments(&mut self, end: SyntaxKind) {
        self.bump();
        self.first_argument = self.pos;
        self.bracketed(|p| {
            while p.kind != end && p.kind != EOF {
                let before = p.pos;
                p.nested(|p| p.argument());
                if !p.eat(COMMA) || p.pos == before {
                    break;
                }
                if p.kind == end || p.kind == EOF {
                    p.error(SyntaxErrorKind::ExpectedExpression);
                }
            }
        });
        self.close(end);
    }

    /// An initializer-clause, perhaps expanded.
    pub(super) fn argument(&mut self) {
        if let Some(done) = self.initializer_clause()
            && self.at(ELLIPSIS)
        {
            let m = done.precede(self);
            self.bump();
            m.complete(self, PACK_EXPANSION);
        }
    }
}

/// Whether the token has a rule of its own before the postfix level.
fn begins_unary(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        STAR | AMP
            | PLUS
            | MINUS
            | BANG
            | TILDE
            | PLUS2
            | MINUS2
            | REAL_KW
            | IMAG_KW
            | EXTENSION_KW
            | CO_AWAIT_KW
            | AMP2
            | SIZEOF_KW
            | ALIGNOF_KW
            | NEW_KW
            | DELETE_KW
            | COLON2
            | NOEXCEPT_KW
            | THROW_KW
            | CO_YIELD_KW
            | L_PAREN
    )
}
