//! Declarations of namespaces, classes and blocks ([dcl.dcl]).

use super::{
    declarators::Declared,
    names::{Name, NameShape},
    specifiers::{SpecifierContext, Specifiers},
    *,
};
use crate::parse::NameClass;

impl<'a> Parser<'a> {
    /// Declarations up to the end of the text.
    pub(super) fn namespace_members(&mut self) {
        while self.kind != EOF {
            if self.at(R_BRACE) {
                self.error(SyntaxErrorKind::ExpectedDeclaration);
                let stray = self.start();
                self.bump();
                stray.complete(self, ERROR);
                continue;
            }
            self.declaration();
        }
    }

    /// `{ declarations }`
    pub(super) fn declaration_list(&mut self) {
        let m = self.start();
        let opener = self.pos;
        self.bump();
        self.stopping(Stops::STATEMENT | Stops::BLOCK, |p| {
            while !matches!(p.kind, R_BRACE | EOF) {
                p.nested(|p| p.declaration());
            }
            p.close_opened(R_BRACE, Some(opener));
        });
        m.complete(self, DECLARATION_LIST);
    }

    /// Any declaration. Always consumes at least one token, unless there is none.
    pub(super) fn declaration(&mut self) {
        let before = self.pos;
        let m = self.start();
        while self.at(EXTENSION_KW) {
            self.bump();
        }
        self.declaration_rest(m);
        if self.pos == before && self.kind != EOF {
            self.no_declaration();
            self.skip_to(before + 1);
        }
    }

    /// Nothing here begins a declaration: the reference reads on behind the next `;`.
    pub(super) fn no_declaration(&mut self) {
        self.error(SyntaxErrorKind::ExpectedDeclaration);
        self.drop_statement();
    }

    fn declaration_rest(&mut self, m: Marker) {
        match self.kind {
            SEMICOLON => {
                self.bump();
                m.complete(self, EMPTY_DECLARATION);
            }
            NAMESPACE_KW => {
                let defines = match self.nth(1) {
                    IDENT => matches!(self.nth(2), L_BRACE | COLON2),
                    kind => kind == L_BRACE,
                };
                if self.scopes.in_block() && defines {
                    self.error(SyntaxErrorKind::NamespaceInFunction);
                    self.drop_braced();
                } else if self.scopes.in_class() {
                    self.no_declaration();
                }
                self.namespace(m);
            }
            INLINE_KW if self.nth(1) == NAMESPACE_KW => {
                self.namespace(m);
            }
            USING_KW => {
                self.using(m);
            }
            TEMPLATE_KW => {
                if self.scopes.in_block() {
                    self.error(SyntaxErrorKind::TemplateInFunction);
                    self.drop_statement();
                }
                self.template(m);
            }
            EXPORT_KW if self.nth(1) == TEMPLATE_KW => {
                self.template(m);
            }
            EXTERN_KW | INLINE_KW | STATIC_KW if self.nth(1) == TEMPLATE_KW => {
                self.template(m);
            }
            EXTERN_KW if self.nth(1) == STRING_LITERAL => {
                self.linkage_specification(m);
            }
            STATIC_ASSERT_KW => {
                self.static_assert(m);
            }
            CONCEPT_KW => {
                if !self.scopes.is_templated() {
                    self.error(match self.scopes.in_block() {
                        true => SyntaxErrorKind::ExpectedExpression,
                        false => SyntaxErrorKind::ExpectedDeclaration,
                    });
                }
                self.concept_definition(m);
            }
            ASM_KW => {
                self.asm_declaration(m);
            }
            L_BRACK | ATTRIBUTE_KW | ALIGNAS_KW | NOINLINE_KW | REGISTER_PARAMS_KW => {
                let behind = self.skip_attributes(self.pos);
                match self.kind_at(behind) {
                    // A member-declaration with attributes has specifiers behind them ([class.mem.general]).
                    USING_KW | STATIC_ASSERT_KW | PUBLIC_KW | PROTECTED_KW | PRIVATE_KW
                        if self.scopes.in_class() =>
                    {
                        self.attribute_specifiers();
                        self.error(SyntaxErrorKind::ExpectedDeclaration);
                        self.drop_statement();
                        self.declaration_rest(m);
                    }
                    SEMICOLON => {
                        self.attribute_specifiers();
                        self.bump();
                        m.complete(self, ATTRIBUTE_DECLARATION);
                    }
                    USING_KW => {
                        self.attribute_specifiers();
                        self.using(m);
                    }
                    NAMESPACE_KW => {
                        self.attribute_specifiers();
                        self.namespace(m);
                    }
                    // Only the last of these may have attributes in front of it: rules about attributes say so.
                    TEMPLATE_KW => {
                        self.attribute_specifiers();
                        self.template(m);
                    }
                    ASM_KW => {
                        self.attribute_specifiers();
                        self.asm_declaration(m);
                    }
                    STATIC_ASSERT_KW => {
                        self.attribute_specifiers();
                        self.static_assert(m);
                    }
                    EXTERN_KW | INLINE_KW | STATIC_KW
                        if self.kind_at(behind + 1) == TEMPLATE_KW =>
                    {
                        self.attribute_specifiers();
                        self.template(m);
                    }
                    EXTERN_KW if self.kind_at(behind + 1) == STRING_LITERAL => {
                        self.attribute_specifiers();
                        self.linkage_specification(m);
                    }
                    INLINE_KW if self.kind_at(behind + 1) == NAMESPACE_KW => {
                        self.attribute_specifiers();
                        self.namespace(m);
                    }
                    _ => self.simple_declaration(m),
                }
            }
            PUBLIC_KW | PROTECTED_KW | PRIVATE_KW => {
                if !self.scopes.in_class() {
                    self.no_declaration();
                }
                self.bump();
                if !self.eat(COLON) {
                    self.error(SyntaxErrorKind::Expected(COLON));
                }
                m.complete(self, ACCESS_SPECIFIER);
            }
            _ => self.simple_declaration(m),
        }
    }

    fn linkage_specification(&mut self, m: Marker) -> Done {
        self.bump();
        self.bump();
        if self.at(L_BRACE) {
            self.declaration_list();
        } else {
            self.nested(|p| p.declaration());
        }
        m.complete(self, LINKAGE_SPECIFICATION)
    }

    pub(super) fn static_assert(&mut self, m: Marker) -> Done {
        self.bump();
        if self.expect(L_PAREN) {
            self.bracketed(|p| {
                p.assignment_expression();
                if p.eat(COMMA) {
                    // Since C++26 a constant expression; nothing else takes it.
                    if p.at(STRING_LITERAL) {
                        p.assignment_expression();
                    } else {
                        p.error_and_skip(SyntaxErrorKind::ExpectedString);
                    }
                } else if p.reported_kind() != R_PAREN {
                    p.error(SyntaxErrorKind::Expected(COMMA));
                    if p.at(STRING_LITERAL) {
                        p.skip_to(p.pos + 1);
                    }
                    p.error(SyntaxErrorKind::ExpectedString);
                }
            });
            self.close(R_PAREN);
        } else {
            self.error(SyntaxErrorKind::ExpectedExpression);
            self.error(SyntaxErrorKind::Expected(COMMA));
            self.error(SyntaxErrorKind::ExpectedString);
            self.error(SyntaxErrorKind::Expected(R_PAREN));
        }
        self.semicolon();
        m.complete(self, STATIC_ASSERT_DECLARATION)
    }

    /// A simple-declaration, function definition or deduction guide; the node has begun.
    pub(super) fn simple_declaration(&mut self, m: Marker) {
        let start = self.pos;
        let specifiers = self.decl_specifier_seq(SpecifierContext::Declaration);
        if self.at(SEMICOLON) {
            if !specifiers.any {
                self.error(SyntaxErrorKind::ExpectedDeclaration);
            } else if self.is_all(start, &specifiers) {
                self.no_type(start, &specifiers);
            }
            self.bump();
            m.complete(self, SIMPLE_DECLARATION);
            return;
        }
        // Whatever follows the body of a class or enumeration and cannot be a declarator is the next declaration.
        if specifiers.has_body && !self.begins_declarator() {
            self.error(SyntaxErrorKind::Expected(SEMICOLON));
            m.complete(self, SIMPLE_DECLARATION);
            return;
        }
        let mut first = true;
        loop {
            let before = self.pos;
            let item = match self.declarator_of_declaration(start, &specifiers, first) {
                Item::Definition => {
                    m.complete(self, FUNCTION_DEFINITION);
                    return;
                }
                item => item,
            };
            let comma = self.pos;
            if !self.eat(COMMA) {
                // `f(int) -> T;` without any type is a deduction guide.
                if item == Item::Guide && self.at(SEMICOLON) {
                    self.bump();
                    m.complete(self, DEDUCTION_GUIDE);
                    return;
                }
                break;
            }
            if self.pos == before {
                break;
            }
            if self.at(SEMICOLON) && self.scopes.in_class() {
                if self.speculating == 0 {
                    self.report(comma, SyntaxErrorKind::TrailingMemberComma, None);
                }
                break;
            }
            first = false;
        }
        self.semicolon();
        m.complete(self, SIMPLE_DECLARATION);
    }

    /// Whether what was taken for the type is a single word that can only be a name: nothing that follows could be declared.
    pub(super) fn lone_name(&self, start: usize, specifiers: &Specifiers) -> bool {
        let single = specifiers
            .named
            .is_some_and(|name| name.shape == NameShape::Ident && !name.is_qualified());
        if !single {
            return false;
        }
        if self.scopes.in_block() {
            // Alone it is an operand.
            return specifiers.has_other
                && super::lookahead::begins_declaration(self.kind)
                && (specifiers.named).is_some_and(|name| self.is_undeclared_word(&name));
        }
        matches!(self.kind, EQ | LAUNCH_OPEN | TRUE_KW | FALSE_KW)
            || super::lookahead::begins_declaration(self.kind)
            || self.continues_expression() && self.is_all(start, specifiers)
    }

    /// Whether the current token can stand behind an operand, but begins no declarator.
    fn continues_expression(&self) -> bool {
        matches!(
            self.kind,
            DOT | ARROW
                | PLUS2
                | MINUS2
                | PLUS
                | MINUS
                | SLASH
                | PERCENT
                | PIPE
                | PIPE2
                | SHL
                | LT
                | GT
                | QUESTION
                | COLON
                | PLUS_EQ
                | MINUS_EQ
                | STAR_EQ
                | SLASH_EQ
                | PERCENT_EQ
                | AMP_EQ
                | PIPE_EQ
                | CARET_EQ
                | SHL_EQ
                | EQ2
                | BANG_EQ
        )
    }

    /// Whether a declaration of a namespace or a class is a single name, and that of no type.
    pub(super) fn is_all(&self, start: usize, specifiers: &Specifiers) -> bool {
        let plain = |name: &Name| name.shape == NameShape::Ident && !name.is_qualified();
        let name = (specifiers.named).filter(|name| !self.scopes.in_block() && plain(name));
        name.is_some_and(|name| {
            let no_type = [
                NameClass::Unknown,
                NameClass::Value,
                NameClass::Function,
                NameClass::Namespace,
            ];
            name.last() == Some(start) && no_type.contains(&self.class(&name))
        })
    }

    /// The word before the current token, which was taken for a type, is the name that the declaration declares.
    pub(super) fn no_type(&mut self, start: usize, specifiers: &Specifiers) {
        let Some(at) = specifiers.named.and_then(|name| name.last()) else {
            return;
        };
        if self.speculating > 0 {
            return self.error(SyntaxErrorKind::NoType);
        }
        let lone = at == start;
        let kind = if lone {
            SyntaxErrorKind::NoSpecifier
        } else {
            SyntaxErrorKind::NoType
        };
        self.report(at, kind, None);
        if self.at(EQ) {
            let init = self.start();
            self.bump();
            self.initializer_clause();
            init.complete(self, EQUAL_INITIALIZER);
        }
    }

    /// Nothing in the braces that come is read by the reference.
    fn drop_braced(&mut self) {
        let stops = self.statement_stops() | Stops::BODY;
        let stop = self.stopping(stops, |p| p.next_stop(p.pos, None));
        let after = match self.kind_at(stop) {
            L_BRACE => self.skip_balanced(stop).unwrap_or(self.end),
            _ => stop,
        };
        self.skip_in_report(after, Skip::Dropped);
    }

    /// The rest of a function definition after its declarator, if it is one.
    pub(super) fn function_definition_rest(
        &mut self,
        specifiers: &Specifiers,
        declared: &Declared,
    ) -> bool {
        let mut pos = self.pos;
        while self.kind_at(pos) == IDENT
            && matches!(self.text_at(pos), "override" | "final" | "__final")
        {
            pos += 1;
        }
        if pos > self.pos && self.kind_at(pos) == L_BRACK {
            return false;
        }
        pos = self.skip_attributes(pos);
        let default = matches!(self.kind_at(pos + 1), DEFAULT_KW | DELETE_KW);
        match self.kind_at(pos) {
            L_BRACE | TRY_KW | COLON => {}
            EQ if default => {}
            // A pure-specifier is followed by nothing; what is a body all the same is read.
            EQ if self.scopes.in_class()
                && self.kind_at(pos + 1) == INT_LITERAL
                && self.kind_at(pos + 2) == L_BRACE => {}
            _ => return false,
        }
        if self.scopes.in_block() && self.speculating == 0 {
            // GNU's functions in functions are not known.
            self.report(pos, SyntaxErrorKind::Expected(SEMICOLON), None);
            self.drop_braced();
        }
        if self.kind_at(pos) == COLON
            && !matches!(
                self.kind_at(pos + 1),
                IDENT | COLON2 | DECLTYPE_KW | TYPENAME_KW | L_BRACE
            )
        {
            return false;
        }
        if self.scopes.in_class() {
            self.virt_specifiers();
        }
        self.attribute_specifiers();
        let outer = self.scopes.current();
        if let Some(scope) = declared.parameters {
            self.scopes.enter(scope);
        }
        match self.kind {
            EQ if self.nth(1) == INT_LITERAL => {
                let pure = self.start();
                self.bump();
                self.bump();
                pure.complete(self, PURE_SPECIFIER);
                self.function_body();
            }
            EQ => {
                let body = self.start();
                self.bump();
                let kind = if self.at(DEFAULT_KW) {
                    DEFAULTED_BODY
                } else {
                    DELETED_BODY
                };
                self.bump();
                if self.at(L_PAREN) {
                    self.argument_list();
                }
                self.semicolon();
                body.complete(self, kind);
            }
            COLON => {
                if specifiers.has_type && declared.lacks_type_without_one() {
                    // Only constructors have initializers of members.
                    self.error(SyntaxErrorKind::Expected(L_BRACE));
                    let stop = self.stopping(Stops::NONE, |p| p.next_stop(p.pos, Some(L_BRACE)));
                    self.skip_in_report(stop, Skip::Moved);
                }
                self.ctor_initializer();
                if self.at(L_BRACE) {
                    self.function_body();
                } else {
                    self.error(SyntaxErrorKind::Expected(L_BRACE));
                    self.recover_statement();
                }
            }
            _ => self.function_body(),
        }
        self.scopes.enter(outer);
        true
    }
}

/// What a declarator turned out to belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Definition,
    Guide,
    Other,
}
