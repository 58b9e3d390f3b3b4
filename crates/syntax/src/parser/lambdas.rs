//! Lambda expressions ([expr.prim.lambda]) and requires-expressions ([expr.prim.req]).

use super::{declarators::ParametersOf, names::NameContext, *};
use crate::parse::NameClass;

impl Parser<'_> {
    pub(super) fn lambda_expression(&mut self) -> Done {
        let m = self.start();
        let outer = self.scopes.current();
        self.scopes.push(ScopeKind::Block);
        self.lambda_introducer();
        // An execution space stands before the template parameters.
        self.lambda_annotations();
        if self.at(LT) {
            self.template_parameter_list();
            if self.at(REQUIRES_KW) {
                self.requires_clause();
            }
        }
        // Attributes may stand here as well.
        self.lambda_annotations();
        let has_parameters = self.at(L_PAREN);
        if has_parameters {
            self.parameter_clause(ParametersOf::Lambda);
        }
        loop {
            match self.kind {
                MUTABLE_KW | CONSTEXPR_KW | CONSTEVAL_KW | STATIC_KW => self.bump(),
                NOEXCEPT_KW => self.noexcept_specifier(),
                THROW_KW => self.dynamic_exception_specification(),
                ATTRIBUTE_KW | L_BRACK | IDENT | NOINLINE_KW | REGISTER_PARAMS_KW => {
                    let before = self.pos;
                    self.lambda_annotations();
                    if self.pos == before {
                        break;
                    }
                }
                ARROW => {
                    let arrow = self.start();
                    self.bump();
                    self.bracketed(|p| {
                        p.type_id();
                        p.second_type();
                    });
                    arrow.complete(self, TRAILING_RETURN_TYPE);
                }
                REQUIRES_KW => self.requires_clause(),
                _ => break,
            }
        }
        if self.at(L_BRACE) {
            match self.lazy().then(|| self.skip_balanced(self.pos)).flatten() {
                Some(end) => self.lazy_body(end),
                None => {
                    self.bracketed(|p| p.nested(|p| p.compound_statement()));
                }
            }
        } else {
            if !has_parameters {
                self.error(SyntaxErrorKind::LambdaWithoutParentheses);
            }
            self.error(SyntaxErrorKind::ExpectedLambdaBody);
        }
        self.scopes.enter(outer);
        m.complete(self, LAMBDA_EXPRESSION)
    }

    /// Attributes and CUDA's annotations, `__nv_parent(f)`, which are recognised by their place alone.
    fn lambda_annotations(&mut self) {
        loop {
            self.attribute_specifiers();
            if !self.at(IDENT) || self.nth(1) != L_PAREN {
                break;
            }
            let m = self.start();
            self.bump();
            self.argument_list();
            m.complete(self, LAMBDA_ANNOTATION);
        }
    }

    fn lambda_introducer(&mut self) {
        let m = self.start();
        self.bump();
        self.bracketed(|p| {
            while !matches!(p.kind, R_BRACK | EOF) {
                let default = p.at(EQ) || p.at(AMP) && matches!(p.nth(1), COMMA | R_BRACK);
                p.lambda_capture();
                let comma = p.pos;
                if !p.eat(COMMA) {
                    break;
                }
                if p.at(R_BRACK) && default {
                    if p.speculating == 0 {
                        p.report(comma, SyntaxErrorKind::TrailingComma, None);
                    }
                } else if p.at(R_BRACK) {
                    p.error(SyntaxErrorKind::ExpectedIdentifier);
                }
            }
        });
        self.close(R_BRACK);
        m.complete(self, LAMBDA_INTRODUCER);
    }

    fn lambda_capture(&mut self) {
        let m = self.start();
        // A default comes first.
        let is_first = self.kind_at(self.pos.wrapping_sub(1)) == L_BRACK;
        match self.kind {
            THIS_KW => self.bump(),
            EQ if is_first => self.bump(),
            STAR => {
                self.bump();
                self.expect(THIS_KW);
            }
            AMP if is_first && matches!(self.nth(1), COMMA | R_BRACK) => self.bump(),
            _ => {
                self.eat(AMP);
                self.eat(ELLIPSIS);
                if self.at(IDENT) {
                    let at = self.pos;
                    self.bump();
                    match self.kind {
                        EQ => {
                            let init = self.start();
                            self.bump();
                            self.initializer_clause();
                            init.complete(self, EQUAL_INITIALIZER);
                        }
                        L_PAREN => self.argument_list(),
                        L_BRACE => {
                            self.braced_init_list();
                        }
                        _ => {}
                    }
                    self.declare(at, NameClass::Value, None);
                    self.eat(ELLIPSIS);
                } else {
                    self.error_and_skip(SyntaxErrorKind::ExpectedIdentifier);
                }
            }
        }
        m.complete(self, LAMBDA_CAPTURE);
    }

    pub(super) fn requires_expression(&mut self) -> Done {
        let m = self.start();
        let outer = self.scopes.current();
        self.scopes.push(ScopeKind::Block);
        self.bump();
        if self.at(L_PAREN) {
            self.parameter_clause(ParametersOf::Function);
        }
        if self.expect(L_BRACE) {
            self.bracketed(|p| {
                p.stops = Stops::STATEMENT | Stops::BLOCK;
                while !matches!(p.kind, R_BRACE | EOF) {
                    let before = p.pos;
                    p.nested(|p| p.requirement());
                    if p.pos == before {
                        p.skip_to(before + 1);
                    }
                }
            });
            self.close(R_BRACE);
        }
        self.scopes.enter(outer);
        m.complete(self, REQUIRES_EXPRESSION)
    }

    fn requirement(&mut self) {
        let m = self.start();
        match self.kind {
            // `typename T::x;` but not `typename T::x(1);`
            TYPENAME_KW
                if self
                    .scan_name(self.pos + 1)
                    .is_none_or(|(_, after)| self.kind_at(after) == SEMICOLON) =>
            {
                let named = self.start();
                self.bump();
                self.name(NameContext::Type);
                named.complete(self, TYPENAME_SPECIFIER);
                self.semicolon();
                m.complete(self, TYPE_REQUIREMENT);
            }
            L_BRACE => {
                self.bump();
                self.expression();
                self.close(R_BRACE);
                self.eat(NOEXCEPT_KW);
                if self.eat(ARROW) {
                    let constraint = self.start();
                    self.name(NameContext::Type);
                    constraint.complete(self, TYPE_CONSTRAINT);
                }
                self.semicolon();
                m.complete(self, COMPOUND_REQUIREMENT);
            }
            REQUIRES_KW if !matches!(self.nth(1), L_BRACE) => {
                self.bump();
                self.expression();
                self.semicolon();
                m.complete(self, NESTED_REQUIREMENT);
            }
            _ => {
                self.expression();
                self.semicolon();
                m.complete(self, SIMPLE_REQUIREMENT);
            }
        }
    }
}
