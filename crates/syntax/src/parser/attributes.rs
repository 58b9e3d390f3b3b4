//! Attributes ([dcl.attr], and GNU's `__attribute__`).

use super::{types::Preference, *};

impl Parser<'_> {
    /// Any number of `[[...]]`, `__attribute__((...))`, `alignas(...)`, and of CUDA's keywords that are attributes.
    pub(super) fn attribute_specifiers(&mut self) {
        loop {
            match self.kind {
                ATTRIBUTE_KW => self.gnu_attribute(),
                L_BRACK if self.nth(1) == L_BRACK => self.standard_attribute(),
                ALIGNAS_KW => self.alignas(),
                NOINLINE_KW | REGISTER_PARAMS_KW => self.keyword_attribute(),
                _ => break,
            }
        }
    }

    /// The position after all attribute specifiers at `pos`.
    pub(super) fn skip_attributes(&self, mut pos: usize) -> usize {
        loop {
            let open = match self.kind_at(pos) {
                ATTRIBUTE_KW | ALIGNAS_KW => pos + 1,
                L_BRACK if self.kind_at(pos + 1) == L_BRACK => pos,
                NOINLINE_KW | REGISTER_PARAMS_KW => {
                    pos += 1;
                    continue;
                }
                _ => return pos,
            };
            match self.skip_balanced(open) {
                Some(after) => pos = after,
                None => return pos,
            }
        }
    }

    /// `__noinline__` and `__nv_register_params__`
    fn keyword_attribute(&mut self) {
        let m = self.start();
        let name = self.start();
        self.bump();
        name.complete(self, ATTRIBUTE);
        m.complete(self, ATTRIBUTE_SPECIFIER);
    }

    fn gnu_attribute(&mut self) {
        let m = self.start();
        self.bump();
        if self.expect(L_PAREN) && self.expect(L_PAREN) {
            self.attribute_list(R_PAREN);
            self.close(R_PAREN);
            self.close(R_PAREN);
        }
        m.complete(self, ATTRIBUTE_SPECIFIER);
    }

    fn standard_attribute(&mut self) {
        let m = self.start();
        self.bump();
        self.bump();
        if self.at(USING_KW) {
            self.bump();
            self.expect(IDENT);
            self.expect(COLON);
        }
        self.attribute_list(R_BRACK);
        self.close(R_BRACK);
        self.close(R_BRACK);
        m.complete(self, ATTRIBUTE_SPECIFIER);
    }

    fn attribute_list(&mut self, end: SyntaxKind) {
        let stops = self.stops;
        self.stops = stops | Stops::COMMA | Stops::PAREN | Stops::BRACKET;
        while self.kind != end && self.kind != EOF {
            if self.eat(COMMA) {
                continue;
            }
            let before = self.pos;
            self.attribute();
            if self.kind != end && !self.eat(COMMA) {
                self.error(SyntaxErrorKind::Expected(COMMA));
                if super::lookahead::begins_declaration(self.kind) {
                    break;
                }
                self.recover_in_list();
            }
            if self.pos == before {
                break;
            }
        }
        self.stops = stops;
    }

    fn attribute(&mut self) {
        let m = self.start();
        // Keywords such as `const` are attribute names too.
        if self.at(IDENT) || self.kind.is_keyword() {
            self.bump();
            if self.eat(COLON2) {
                if self.at(IDENT) || self.kind.is_keyword() {
                    self.bump();
                } else {
                    self.error(SyntaxErrorKind::ExpectedIdentifier);
                }
            }
        } else {
            self.error_and_skip(SyntaxErrorKind::ExpectedIdentifier);
        }
        if self.at(L_PAREN) {
            let arguments = self.start();
            if self
                .attempt(Attempt::AttributeArguments, Self::attribute_arguments)
                .is_none()
            {
                self.balanced_tokens();
            }
            arguments.complete(self, ATTRIBUTE_ARGUMENT_CLAUSE);
        }
        self.eat(ELLIPSIS);
        m.complete(self, ATTRIBUTE);
    }

    fn attribute_arguments(&mut self) -> Option<()> {
        self.bump();
        self.bracketed(|p| {
            while !matches!(p.kind, R_PAREN | EOF) {
                p.type_or_expression(Preference::Expression);
                if !p.at(R_PAREN) {
                    p.expect(COMMA);
                }
            }
        });
        self.eat(R_PAREN).then_some(())
    }

    /// A parenthesised group of tokens that follow no grammar.
    fn balanced_tokens(&mut self) {
        let end = self.skip_balanced(self.pos).unwrap_or(self.end);
        while self.pos < end && self.kind != EOF {
            self.bump();
        }
    }

    fn alignas(&mut self) {
        let m = self.start();
        self.bump();
        if self.expect(L_PAREN) {
            // The reference takes an empty one.
            if !self.at(R_PAREN) {
                self.bracketed(|p| p.type_or_expression(Preference::Expression));
                self.eat(ELLIPSIS);
            }
            self.close(R_PAREN);
        }
        m.complete(self, ALIGNAS_SPECIFIER);
    }
}
