//! Types in parentheses: C-style casts ([expr.cast]), `sizeof` and `alignof` ([expr.sizeof]).

use super::{names::Name, types::Preference, *};
use crate::parse::NameClass;

impl Parser<'_> {
    /// `(type-id)`; returns the open node.
    pub(super) fn cast(&mut self) -> Option<Marker> {
        let m = self.start();
        self.bump();
        self.bracketed(|p| p.type_id());
        if !self.eat(R_PAREN) {
            return None;
        }
        (self.at(L_BRACE) || begins_operand(self.kind)).then_some(m)
    }

    /// Whether the current `(` is that of a cast whose type is certainly one and does not end where the parenthesis should close: what
    /// stands behind the type begins no operand of a conversion by `T(e)` or `T{e}`.
    pub(super) fn at_unclosed_cast(&self) -> bool {
        let mut after = self.pos + 1;
        match self.kind_at(after) {
            IDENT => {
                let mut name = Name::default();
                name.add(after);
                after += 1;
                // A parse asks no more than it must.
                let is_other = matches!(
                    self.kind_at(after),
                    COLON2
                        | LT
                        | ELLIPSIS
                        | DOT
                        | ARROW
                        | L_BRACK
                        | R_PAREN
                        | L_PAREN
                        | L_BRACE
                        | EOF
                );
                if is_other || self.class(&name) != NameClass::Type {
                    return false;
                }
            }
            CONST_KW | VOLATILE_KW | STRUCT_KW | CLASS_KW | UNION_KW | ENUM_KW => return true,
            _ => {
                while super::lookahead::is_builtin_type(self.kind_at(after)) {
                    after += 1;
                }
                if after == self.pos + 1 {
                    return false;
                }
            }
        }
        !matches!(
            self.kind_at(after),
            R_PAREN | L_PAREN | L_BRACE | COLON2 | ELLIPSIS | EOF
        )
    }

    /// `(type-id` without its parenthesis, and what stands behind where that is found.
    pub(super) fn unclosed_cast(&mut self) -> Done {
        let m = self.start();
        self.bump();
        self.bracketed(|p| p.type_id());
        let stops = self.stops | Stops::PAREN;
        self.stopping(stops, |p| p.close(R_PAREN));
        match begins_operand(self.kind) {
            true => drop(self.unary_expression()),
            false => self.error_and_skip(SyntaxErrorKind::ExpectedExpression),
        }
        m.complete(self, CAST_EXPRESSION)
    }

    pub(super) fn cast_operand(&mut self, m: Marker) -> Done {
        if self.at(L_BRACE) {
            self.braced_init_list();
            let literal = m.complete(self, COMPOUND_LITERAL);
            return self.postfix_rest(literal);
        }
        self.unary_expression();
        m.complete(self, CAST_EXPRESSION)
    }

    /// Whether a type in parentheses may stand at the current `(`. An unknown name alone is one only before an operand that no
    /// operator could precede.
    pub(super) fn may_be_cast(&self) -> bool {
        match self.nth(1) {
            IDENT | COLON2 => {
                let Some((name, after)) = self.scan_name(self.pos + 1) else {
                    return false;
                };
                match self.kind_at(after) {
                    R_PAREN => match self.kind_at(after + 1) {
                        // No operand, no cast.
                        next if next != L_BRACE && !begins_operand(next) => false,
                        next => match self.class(&name) {
                            NameClass::Type | NameClass::TypeTemplate => true,
                            NameClass::Unknown => {
                                match next {
                                    L_BRACE => true,
                                    // `(name)(x)`: functions are seldom called like that, and mostly with other than one argument.
                                    L_PAREN if !name.is_qualified() => {
                                        self.list_length(after + 1) == 1
                                    }
                                    L_PAREN => self.is_keyword_type_in_parens(after + 1),
                                    _ => !may_follow_operand(next),
                                }
                            }
                            _ => false,
                        },
                    },
                    STAR | AMP | AMP2 => {
                        let mut end = after;
                        while matches!(
                            self.kind_at(end),
                            STAR | AMP | AMP2 | CONST_KW | VOLATILE_KW | RESTRICT_KW
                        ) {
                            end += 1;
                        }
                        let meaning = self.meaning(&name);
                        self.kind_at(end) == R_PAREN && !meaning.is_undeclared
                            || matches!(
                                meaning.class,
                                NameClass::Type | NameClass::TypeTemplate | NameClass::Unknown
                            )
                    }
                    CONST_KW | VOLATILE_KW | RESTRICT_KW | ATTRIBUTE_KW => true,
                    COLON2 => self.kind_at(after + 1) == STAR,
                    IDENT => self.kind_at(after + 1) == COLON2 || self.kind_at(after + 1) == LT,
                    L_PAREN => {
                        matches!(self.kind_at(after + 1), STAR | AMP | AMP2)
                            || self.member_pointer_at(after + 1).is_some()
                    }
                    L_BRACK => self.class(&name) == NameClass::Type,
                    _ => false,
                }
            }
            // `(explicit(true) int)` is none to the reference.
            EXPLICIT_KW => self.nth(2) != L_PAREN,
            kind if super::lookahead::is_builtin_type(kind) => {
                !self.is_conversion_in_parens(self.pos)
            }
            kind => {
                super::specifiers::is_of_declarations(kind)
                    || matches!(
                        kind,
                        CONST_KW
                            | VOLATILE_KW
                            | STRUCT_KW
                            | CLASS_KW
                            | UNION_KW
                            | ENUM_KW
                            | TYPENAME_KW
                            | DECLTYPE_KW
                            | TYPEOF_KW
                            | AUTO_KW
                            | ATTRIBUTE_KW
                    )
            }
        }
    }

    /// `(bool(x))` with `x` a value: a conversion in parentheses. With a type it would be a cast to a function type ([dcl.ambig.res]).
    fn is_conversion_in_parens(&self, open: usize) -> bool {
        let mut pos = open + 1;
        while super::lookahead::is_builtin_type(self.kind_at(pos)) {
            pos += 1;
        }
        let is_value = match self.kind_at(pos + 1) {
            IDENT | COLON2 => self.scan_name(pos + 1).is_some_and(|(name, after)| {
                self.kind_at(after) != COLON2
                    && matches!(self.kind_at(after), R_PAREN | COMMA)
                    && !matches!(self.class(&name), NameClass::Type | NameClass::TypeTemplate)
            }),
            kind => matches!(
                kind,
                INT_LITERAL | FLOAT_LITERAL | CHAR_LITERAL | TRUE_KW | FALSE_KW | BANG | MINUS
            ),
        };
        self.kind_at(pos) == L_PAREN
            && is_value
            && (self.skip_balanced(pos)).is_some_and(|end| self.kind_at(end) == R_PAREN)
    }

    /// `(int)`, `(const T *)`: the operand of the cast before it is another cast.
    fn is_keyword_type_in_parens(&self, open: usize) -> bool {
        let first = self.kind_at(open + 1);
        self.kind_at(open) == L_PAREN
            && (super::lookahead::is_builtin_type(first)
                || matches!(first, CONST_KW | VOLATILE_KW | STRUCT_KW))
            && !matches!(self.kind_at(open + 2), L_PAREN | L_BRACE)
    }

    /// `sizeof`, `sizeof...`, `alignof`, and whether the operand is a type in parentheses.
    pub(super) fn sizeof_expression(&mut self) -> (Done, bool) {
        let m = self.start();
        self.bump();
        let mut of_type = false;
        if self.at(ELLIPSIS) {
            self.bump();
            if self.expect(L_PAREN) {
                self.expect(IDENT);
                self.close(R_PAREN);
            }
        } else if self.at(L_PAREN) {
            of_type = self
                .attempt(Attempt::TypeId, Self::parenthesised_type)
                .is_some();
            if !of_type {
                self.unary_expression();
            }
        } else {
            self.unary_expression();
        }
        (m.complete(self, SIZEOF_EXPRESSION), of_type)
    }

    fn parenthesised_type(&mut self) -> Option<()> {
        self.bump();
        if !self.prefers_type(Preference::Expression) {
            return None;
        }
        self.bracketed(|p| p.type_id());
        // `sizeof (int){1}` measures a compound literal.
        (self.eat(R_PAREN) && !matches!(self.kind, L_BRACE | DOT | ARROW)).then_some(())
    }
}

/// Whether an operand can begin with the token.
pub(super) fn begins_operand(kind: SyntaxKind) -> bool {
    match kind {
        IDENT | INT_LITERAL | FLOAT_LITERAL | CHAR_LITERAL | STRING_LITERAL | L_PAREN | L_BRACK
        | COLON2 | STAR | AMP | AMP2 | PLUS | MINUS | BANG | TILDE | PLUS2 | MINUS2 => true,
        OPERATOR_KW => true,
        _ => {
            super::lookahead::is_builtin_type(kind)
                || matches!(
                    kind,
                    THIS_KW
                        | SIZEOF_KW
                        | ALIGNOF_KW
                        | NEW_KW
                        | DELETE_KW
                        | NOEXCEPT_KW
                        | THROW_KW
                        | TRUE_KW
                        | FALSE_KW
                        | NULLPTR_KW
                        | NULL_KW
                        | STATIC_CAST_KW
                        | CONST_CAST_KW
                        | DYNAMIC_CAST_KW
                        | REINTERPRET_CAST_KW
                        | TYPEID_KW
                        | TYPENAME_KW
                        | DECLTYPE_KW
                        | REQUIRES_KW
                        | CO_AWAIT_KW
                        | REAL_KW
                        | IMAG_KW
                        | EXTENSION_KW
                        | BUILTIN_VA_ARG_KW
                        | BUILTIN_OFFSETOF_KW
                        | BUILTIN_BIT_CAST_KW
                        | BUILTIN_CONVERTVECTOR_KW
                        | BUILTIN_HAS_ATTRIBUTE_KW
                )
        }
    }
}

/// Tokens of [`begins_operand`] that are also infix or postfix operators.
fn may_follow_operand(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        L_PAREN | L_BRACK | STAR | AMP | AMP2 | PLUS | MINUS | PLUS2 | MINUS2
    )
}
