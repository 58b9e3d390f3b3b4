//! Primary expressions ([expr.prim]) and what looks like them: literals, names, parentheses, folds, braces, builtins.

use super::{names::NameContext, specifiers::SpecifierContext, types::Preference, *};
use crate::parse::NameClass;
use crate::{Predefined, is_of_clang, predefined};

impl Parser<'_> {
    pub(super) fn primary_expression(&mut self) -> Option<Done> {
        match self.kind {
            IDENT => self.id_expression(),
            INT_LITERAL | FLOAT_LITERAL | CHAR_LITERAL | TRUE_KW | FALSE_KW | NULLPTR_KW
            | NULL_KW => {
                let m = self.start();
                self.bump();
                Some(m.complete(self, LITERAL))
            }
            // A literal without its end, of which the skeleton speaks.
            UNKNOWN if self.text_at(self.pos).contains(['"', '\'']) => {
                let m = self.start();
                self.bump();
                Some(m.complete(self, LITERAL))
            }
            STRING_LITERAL => Some(self.string_literal(SyntaxErrorKind::ExpectedString)),
            THIS_KW => {
                let m = self.start();
                self.bump();
                Some(m.complete(self, THIS_EXPRESSION))
            }
            COLON2 | OPERATOR_KW | TEMPLATE_KW => self.id_expression(),
            L_PAREN => Some(self.parenthesised()),
            L_BRACK => Some(self.lambda_expression()),
            REQUIRES_KW => Some(self.requires_expression()),
            STATIC_CAST_KW | CONST_CAST_KW | DYNAMIC_CAST_KW | REINTERPRET_CAST_KW => {
                Some(self.named_cast())
            }
            TYPEID_KW => {
                let m = self.start();
                self.bump();
                if self.expect(L_PAREN) {
                    self.bracketed(|p| p.type_or_comma_expression(Preference::Expression));
                    self.close(R_PAREN);
                } else {
                    self.missing_operand();
                }
                Some(m.complete(self, TYPEID_EXPRESSION))
            }
            BUILTIN_VA_ARG_KW
            | BUILTIN_OFFSETOF_KW
            | BUILTIN_BIT_CAST_KW
            | BUILTIN_CONVERTVECTOR_KW
            | BUILTIN_HAS_ATTRIBUTE_KW
            | BUILTIN_TYPES_COMPATIBLE_KW => Some(self.builtin_expression()),
            DECLTYPE_KW => {
                let after = self.skip_balanced(self.pos + 1).unwrap_or(self.pos);
                if self.kind_at(after) == COLON2 {
                    self.id_expression()
                } else {
                    self.functional_cast()
                }
            }
            TYPENAME_KW | AUTO_KW | TYPEOF_KW => self.functional_cast(),
            // A declaration begins here: the expression ends before it.
            kind if super::lookahead::is_builtin_type(kind)
                && self.speculating == 0
                && self.nth(1) == IDENT =>
            {
                self.error(SyntaxErrorKind::TypeNotAllowed);
                self.skip_in_report(self.pos + 1, Skip::Moved);
                None
            }
            kind if super::lookahead::is_builtin_type(kind) => self.functional_cast(),
            // A braced list is no expression, but where it stands for one the tree is better with it.
            L_BRACE if self.speculating == 0 => {
                self.error(SyntaxErrorKind::ExpectedExpression);
                let stop = self.next_stop(self.pos, None);
                self.skip_in_report(stop, Skip::Moved);
                self.braced_init_list()
            }
            _ => {
                self.error_and_skip(SyntaxErrorKind::ExpectedExpression);
                None
            }
        }
    }

    /// The name of a predefined trait and its `(`.
    pub(super) fn at_type_trait(&self) -> bool {
        let name = self.text_at(self.pos);
        self.at(IDENT)
            && self.nth(1) == L_PAREN
            && predefined(name) == Some(Predefined::Trait)
            && (self.dialect.clang || !is_of_clang(name))
    }

    /// A name, a call of a type trait, or the type of `T{...}`.
    fn id_expression(&mut self) -> Option<Done> {
        let m = self.start();
        if self.at_type_trait() {
            self.bump();
            self.types_or_expressions(|_| Preference::Type);
            return Some(m.complete(self, TYPE_TRAIT_EXPRESSION));
        }
        let name = self.name(NameContext::Expression)?;
        // Only that of a type has braces behind it ([expr.type.conv]): others end the expression.
        let is_type = |class: NameClass| {
            !matches!(
                class,
                NameClass::Value | NameClass::Function | NameClass::Undeclared
            )
        };
        if self.at(L_BRACE) && is_type(self.class(&name)) {
            let named = m.complete(self, NAMED_TYPE);
            let specifiers = named.precede(self).complete(self, DECL_SPECIFIER_SEQ);
            let cast = specifiers.precede(self);
            self.braced_init_list();
            return Some(cast.complete(self, FUNCTIONAL_CAST_EXPRESSION));
        }
        if let (&[only], true) = (name.parts(), self.scopes.in_block()) {
            self.scopes.read_value(self.text_at(only as usize));
        }
        Some(m.complete(self, ID_EXPRESSION))
    }

    /// Adjacent string literals, or the error that there are none.
    pub(super) fn string_literal(&mut self, missing: SyntaxErrorKind) -> Done {
        let m = self.start();
        if !self.at(STRING_LITERAL) {
            self.error_and_skip(missing);
        }
        while self.at(STRING_LITERAL) {
            self.bump();
        }
        m.complete(self, STRING_EXPRESSION)
    }

    /// `type(args)` or `type{args}` where the type begins with a keyword ([expr.type.conv]).
    fn functional_cast(&mut self) -> Option<Done> {
        let m = self.start();
        let first = self.pos;
        // The type of a conversion is a single keyword ([dcl.type.simple]).
        if super::lookahead::is_builtin_type(self.kind)
            && super::lookahead::is_builtin_type(self.nth(1))
        {
            self.error(SyntaxErrorKind::TypeNotAllowed);
            self.bump();
            return Some(m.complete(self, ERROR));
        }
        let specifiers = self.decl_specifier_seq(SpecifierContext::Type);
        if !specifiers.has_type {
            self.error(SyntaxErrorKind::ExpectedType);
        }
        match self.kind {
            L_PAREN => self.argument_list(),
            L_BRACE => {
                self.braced_init_list();
            }
            _ if self.speculating > 0 => self.error(SyntaxErrorKind::TypeNotAllowed),
            // `(int)` without an operand; `(int x)`
            _ if self.kind_at(first.wrapping_sub(1)) == L_PAREN && self.first_argument != first => {
                if self.at(R_PAREN) {
                    self.report(self.pos + 1, SyntaxErrorKind::ExpectedExpression, None);
                }
            }
            _ => self.report(first, SyntaxErrorKind::TypeNotAllowed, None),
        }
        Some(m.complete(self, FUNCTIONAL_CAST_EXPRESSION))
    }

    fn named_cast(&mut self) -> Done {
        let m = self.start();
        self.bump();
        let outer = std::mem::replace(&mut self.greater, Greater::Closes);
        let stops = self.stops;
        self.stops = stops | Stops::GREATER;
        let angle = self.expect(LT);
        if angle {
            self.type_id();
        } else {
            self.error(SyntaxErrorKind::ExpectedType);
        }
        self.greater = outer;
        let angle = self.expect(GT) || angle;
        self.stops = stops;
        if angle && self.expect(L_PAREN) {
            self.bracketed(|p| p.expression());
            self.close(R_PAREN);
        } else {
            if !angle {
                self.error(SyntaxErrorKind::Expected(L_PAREN));
            }
            self.missing_operand();
        }
        m.complete(self, NAMED_CAST_EXPRESSION)
    }

    /// What is said when the parenthesis that begins an operand is missing.
    fn missing_operand(&mut self) {
        self.error(SyntaxErrorKind::ExpectedExpression);
        self.error(SyntaxErrorKind::Expected(R_PAREN));
    }

    fn builtin_expression(&mut self) -> Done {
        let m = self.start();
        let types_first = matches!(
            self.kind,
            BUILTIN_OFFSETOF_KW | BUILTIN_BIT_CAST_KW | BUILTIN_TYPES_COMPATIBLE_KW
        );
        let types_second = matches!(
            self.kind,
            BUILTIN_VA_ARG_KW | BUILTIN_CONVERTVECTOR_KW | BUILTIN_TYPES_COMPATIBLE_KW
        );
        let is_offsetof = self.at(BUILTIN_OFFSETOF_KW);
        self.bump();
        if is_offsetof {
            self.check_designator();
        }
        if self.at(L_PAREN) {
            self.types_or_expressions(|at| {
                let is_type = if at == 0 { types_first } else { types_second };
                if is_type {
                    Preference::Type
                } else {
                    Preference::Expression
                }
            });
        } else {
            self.error(SyntaxErrorKind::Expected(L_PAREN));
        }
        m.complete(self, BUILTIN_EXPRESSION)
    }

    /// A member designator, behind the comma of the parentheses here, goes through no pointer: it ends in front of an arrow.
    fn check_designator(&mut self) {
        if self.speculating > 0 || !self.at(L_PAREN) {
            return;
        }
        let mut pos = self.pos + 1;
        let mut commas = 0;
        while pos < self.end {
            match self.kind_at(pos) {
                L_PAREN | L_BRACK => match self.skip_balanced(pos) {
                    Some(after) => pos = after,
                    None => return,
                },
                ARROW if commas > 0 => {
                    return self.report(pos, SyntaxErrorKind::Expected(R_PAREN), None);
                }
                R_PAREN | SEMICOLON | L_BRACE | R_BRACE => return,
                kind => {
                    commas += usize::from(kind == COMMA);
                    pos += 1;
                }
            }
        }
    }

    /// `(a, b, ...)` where each may be a type-id; `preference` by index.
    fn types_or_expressions(&mut self, preference: impl Fn(usize) -> Preference) {
        self.bump();
        let mut at = 0;
        self.bracketed(|p| {
            while !matches!(p.kind, R_PAREN | EOF) {
                let before = p.pos;
                let item = p.start();
                p.nested(|p| p.type_or_expression(preference(at)));
                if p.eat(ELLIPSIS) {
                    item.complete(p, PACK_EXPANSION);
                }
                at += 1;
                if !p.at(R_PAREN) && !p.expect(COMMA) {
                    p.recover_in_list();
                    p.eat(COMMA);
                }
                if p.pos == before {
                    break;
                }
            }
        });
        self.close(R_PAREN);
    }

    /// `(`: group, fold ([expr.prim.fold]) or statement expression.
    fn parenthesised(&mut self) -> Done {
        let m = self.start();
        self.bump();
        let mut kind = PAREN_EXPRESSION;
        self.bracketed(|p| match p.kind {
            L_BRACE => {
                p.nested(|p| p.compound_statement());
                kind = STATEMENT_EXPRESSION;
            }
            ELLIPSIS => {
                p.bump();
                p.fold_operator();
                p.unary_expression();
                kind = FOLD_EXPRESSION;
            }
            _ => {
                p.nested(|p| p.expression().map(drop));
                let (level, tokens) = p.infix_operator();
                if level > 0 && p.nth(tokens) == ELLIPSIS {
                    p.fold_operator();
                    p.bump();
                    if !p.at(R_PAREN) {
                        p.fold_operator();
                        p.unary_expression();
                    }
                    kind = FOLD_EXPRESSION;
                }
            }
        });
        self.close(R_PAREN);
        m.complete(self, kind)
    }

    fn fold_operator(&mut self) {
        let (level, tokens) = self.infix_operator();
        if level == 0 {
            self.error(SyntaxErrorKind::ExpectedExpression);
        }
        for _ in 0..tokens {
            self.bump();
        }
    }

    /// `{...}` ([dcl.init.list])
    pub(super) fn braced_init_list(&mut self) -> Option<Done> {
        let mut result = None;
        self.nested(|p| {
            let m = p.start();
            p.expect(L_BRACE);
            p.bracketed(|p| {
                while !matches!(p.kind, R_BRACE | EOF) {
                    let before = p.pos;
                    p.initializer_item();
                    if p.ends_declaration() {
                        break;
                    }
                    if !p.at(R_BRACE) && !p.expect(COMMA) {
                        p.recover_in_list();
                        p.eat(COMMA);
                    }
                    if p.pos == before || p.ends_declaration() {
                        break;
                    }
                }
            });
            p.close(R_BRACE);
            result = Some(m.complete(p, BRACED_INIT_LIST));
        });
        result
    }

    /// Where a declaration could end, it is the brace of a list that is missing.
    fn ends_declaration(&self) -> bool {
        matches!(self.reported_kind(), SEMICOLON | COLON | EOF)
    }

    fn initializer_item(&mut self) {
        let designated = match self.kind {
            DOT => self.nth(1) == IDENT,
            IDENT => self.nth(1) == COLON,
            L_BRACK => self.skip_balanced(self.pos).is_some_and(|after| {
                matches!(self.kind_at(after), EQ | DOT) || self.nth(1) == INT_LITERAL
            }),
            _ => false,
        };
        if !designated {
            self.argument();
            return;
        }
        let m = self.start();
        let dotted = self.at(DOT);
        loop {
            let designator = self.start();
            match self.kind {
                DOT => {
                    self.bump();
                    self.expect(IDENT);
                }
                IDENT if self.nth(1) == COLON => {
                    self.bump();
                    self.bump();
                }
                L_BRACK => {
                    self.bump();
                    self.assignment_expression();
                    if self.eat(ELLIPSIS) {
                        self.assignment_expression();
                    }
                    self.close(R_BRACK);
                }
                _ => {
                    designator.abandon(self);
                    break;
                }
            }
            designator.complete(self, DESIGNATOR);
            if !matches!(self.kind, DOT | L_BRACK) {
                break;
            }
        }
        // GNU's `x: 1` and `[1] 2` have none; a list does not need any.
        if !self.at(L_BRACE) && dotted {
            self.expect(EQ);
        } else {
            self.eat(EQ);
        }
        self.initializer_clause();
        m.complete(self, DESIGNATED_INITIALIZER);
    }
}
