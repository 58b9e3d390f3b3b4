//! Templates ([temp]): parameter and argument lists, requires-clauses, declarations.

use super::{
    declarators::ParametersOf,
    names::{NameContext, NameShape},
    types::Preference,
    *,
};
use crate::parse::NameClass;

/// How far the use of a template parameter is looked for.
const MAX_USE_SCAN: usize = 300;

impl Parser<'_> {
    /// `template ...`: declaration, explicit specialization or explicit instantiation. The node has begun.
    pub(super) fn template(&mut self, m: Marker) -> Done {
        while matches!(self.kind, EXPORT_KW | EXTERN_KW | STATIC_KW | INLINE_KW) {
            self.bump();
        }
        self.expect(TEMPLATE_KW);
        if !self.at(LT) {
            self.nested(|p| p.declaration());
            return m.complete(self, EXPLICIT_INSTANTIATION);
        }
        let outer = self.scopes.current();
        let kind = if self.nth(1) == GT {
            self.bump();
            self.bump();
            EXPLICIT_SPECIALIZATION
        } else {
            self.scopes.push(ScopeKind::Template);
            self.template_parameter_list();
            TEMPLATE_DECLARATION
        };
        if self.at(REQUIRES_KW) {
            self.requires_clause();
        }
        let missing = matches!(
            self.kind,
            SEMICOLON
                | EOF
                | L_BRACE
                | R_BRACE
                | R_PAREN
                | R_BRACK
                | GT
                | COMMA
                | EQ
                | PLUS
                | MINUS
                | SLASH
                | COLON
                | DOT
                | INT_LITERAL
                | FLOAT_LITERAL
                | STRING_LITERAL
                | CHAR_LITERAL
        );
        if missing {
            self.error(SyntaxErrorKind::ExpectedDeclaration);
            if !self.at(SEMICOLON) {
                self.error(SyntaxErrorKind::Expected(SEMICOLON));
            }
            self.drop_statement();
        }
        if self.kind != EOF {
            self.nested(|p| p.declaration());
        }
        self.scopes.enter(outer);
        m.complete(self, kind)
    }

    /// `<parameters>`, declared in the current scope.
    pub(super) fn template_parameter_list(&mut self) {
        let m = self.start();
        let outer = std::mem::replace(&mut self.greater, Greater::Closes);
        self.expect(LT);
        let stops = self.stops;
        self.stops = stops | Stops::GREATER | Stops::COMMA;
        loop {
            if self.kind == EOF || self.at(GT) && self.kind_at(self.pos.wrapping_sub(1)) == COMMA {
                self.error(SyntaxErrorKind::ExpectedTemplateParameter);
            }
            if matches!(self.kind, GT | EOF) {
                break;
            }
            self.nested(|p| p.template_parameter());
            if !self.eat(COMMA) {
                break;
            }
        }
        self.stops = stops;
        self.greater = outer;
        if self.kind != EOF && !self.eat(GT) {
            self.error(SyntaxErrorKind::ExpectedParameterListEnd);
            let stops = stops | Stops::GREATER;
            self.stopping(stops, Self::skip_to_stop);
            self.eat(GT);
        }
        m.complete(self, TEMPLATE_PARAMETER_LIST);
    }

    fn template_parameter(&mut self) {
        match self.kind {
            TEMPLATE_KW => {
                let m = self.start();
                self.bump();
                let outer = self.scopes.current();
                self.scopes.push(ScopeKind::Block);
                self.template_parameter_list();
                if self.at(REQUIRES_KW) {
                    self.requires_clause();
                }
                self.scopes.enter(outer);
                if !self.eat(CLASS_KW) && !self.eat(TYPENAME_KW) {
                    self.error(SyntaxErrorKind::ExpectedTypeKey);
                }
                self.type_parameter_rest(NameClass::TypeTemplate);
                m.complete(self, TEMPLATE_TEMPLATE_PARAMETER);
            }
            CLASS_KW | TYPENAME_KW if self.is_type_parameter() => {
                let m = self.start();
                self.bump();
                if self.at(ATTRIBUTE_KW) {
                    // No `typename T` has attributes.
                    self.error(SyntaxErrorKind::ExpectedIdentifier);
                }
                self.attribute_specifiers();
                self.type_parameter_rest(NameClass::Type);
                m.complete(self, TYPE_PARAMETER);
            }
            IDENT | COLON2 if self.is_constrained_parameter() => {
                let m = self.start();
                let constraint = self.start();
                self.name(NameContext::Type);
                constraint.complete(self, TYPE_CONSTRAINT);
                self.type_parameter_rest(NameClass::Type);
                m.complete(self, CONSTRAINED_PARAMETER);
            }
            _ => {
                self.parameter_declaration(ParametersOf::Template);
            }
        }
    }

    /// `class T`, `typename = int`; but not `typename T::type x` or `struct S s`. With attributes `class T` is a type.
    fn is_type_parameter(&self) -> bool {
        let mut pos = match self.at(TYPENAME_KW) {
            true => self.skip_attributes(self.pos + 1),
            false => self.pos + 1,
        };
        if self.kind_at(pos) == ELLIPSIS {
            pos += 1;
        }
        if self.kind_at(pos) == IDENT {
            pos += 1;
        }
        matches!(self.kind_at(pos), COMMA | GT | EQ | EOF)
    }

    /// A type-constraint and a parameter name ([temp.param]/4): `C T`, `C<X> T`, `C... T`, where C is a concept.
    fn is_constrained_parameter(&self) -> bool {
        self.dialect.standard >= Standard::Cpp20
            && self.scan_name(self.pos).is_some_and(|(name, after)| {
                let declares = match self.kind_at(after) {
                    IDENT => matches!(self.kind_at(after + 1), COMMA | GT | EQ),
                    ELLIPSIS => true,
                    COMMA | GT | EQ => true,
                    _ => false,
                };
                declares
                    && match self.class(&name) {
                        NameClass::Concept => true,
                        // Unknown: a concept if its parameter is a type.
                        NameClass::Unknown => {
                            self.is_used_as_type(after) && !self.names_nothing(&name)
                        }
                        _ => false,
                    }
            })
    }

    /// Whether what was read of the declaration ahead uses the parameter named at `pos` as a type, or gives it one as default.
    fn is_used_as_type(&self, pos: usize) -> bool {
        let named = self.kind_at(pos) == IDENT;
        let default = pos + usize::from(named);
        if self.kind_at(default) == EQ {
            let kind = self.kind_at(default + 1);
            if super::lookahead::is_builtin_type(kind)
                || matches!(kind, TYPENAME_KW | CONST_KW | VOLATILE_KW)
            {
                return true;
            }
        }
        if !named {
            return false;
        }
        let name = self.text_at(pos);
        (default..self.end.min(default + MAX_USE_SCAN)).any(|i| {
            self.kind_at(i) == IDENT
                && self.text_at(i) == name
                && !matches!(self.kind_at(i - 1), DOT | ARROW | COLON2)
                && match self.kind_at(i + 1) {
                    IDENT | COLON2 | CONST_KW => true,
                    STAR | AMP | AMP2 => match self.kind_at(i + 2) {
                        R_PAREN | COMMA | GT | ELLIPSIS => true,
                        IDENT => matches!(self.kind_at(i + 3), COMMA | R_PAREN | EQ),
                        _ => false,
                    },
                    _ => false,
                }
        })
    }

    fn type_parameter_rest(&mut self, class: NameClass) {
        self.eat(ELLIPSIS);
        let name = self.at(IDENT).then(|| self.text_at(self.pos));
        if name.is_some() {
            self.bump();
        }
        self.attribute_specifiers();
        if self.eat(EQ) {
            self.type_id();
        }
        // Its default does not see it ([basic.scope.pdecl]).
        if let Some(name) = name {
            self.scopes.declare_type_parameter(name, class);
        }
    }

    /// `<arguments>`
    pub(super) fn template_argument_list(&mut self) {
        let m = self.start();
        let outer = std::mem::replace(&mut self.greater, Greater::Closes);
        self.expect(LT);
        let stops = self.stops;
        self.stops = stops | Stops::GREATER | Stops::COMMA;
        while !matches!(self.kind, GT | EOF) {
            let item = self.start();
            if self.at(COMMA) {
                self.error(SyntaxErrorKind::ExpectedType);
            } else {
                self.nested(|p| p.type_or_expression(Preference::Type));
            }
            if self.eat(ELLIPSIS) {
                item.complete(self, PACK_EXPANSION);
            }
            if !self.eat(COMMA) {
                break;
            }
            if self.at(GT) {
                self.error(SyntaxErrorKind::ExpectedTemplateArgument);
            }
        }
        self.stops = stops;
        self.greater = outer;
        self.close(GT);
        m.complete(self, TEMPLATE_ARGUMENT_LIST);
    }

    /// `requires` and a constraint-logical-or-expression ([temp.pre]): primaries joined by `&&` and `||`.
    pub(super) fn requires_clause(&mut self) {
        let m = self.start();
        self.bump();
        let mut left = self.constraint_and();
        while let Some(done) = left
            && self.at(PIPE2)
        {
            let or = done.precede(self);
            self.bump();
            self.constraint_and();
            left = Some(or.complete(self, BINARY_EXPRESSION));
        }
        m.complete(self, REQUIRES_CLAUSE);
    }

    fn constraint_and(&mut self) -> Option<Done> {
        let mut left = self.constraint_primary();
        while let Some(done) = left
            && self.at(AMP2)
        {
            let and = done.precede(self);
            self.bump();
            self.constraint_primary();
            left = Some(and.complete(self, BINARY_EXPRESSION));
        }
        left
    }

    fn constraint_primary(&mut self) -> Option<Done> {
        match self.kind {
            IDENT | COLON2 if !self.at_type_trait() => {
                let m = self.start();
                // What follows a constraint tells nothing about `<`.
                let name = self.name(NameContext::Type)?;
                let _ = name.shape == NameShape::Template;
                Some(m.complete(self, ID_EXPRESSION))
            }
            _ => {
                let mut primary = None;
                self.nested(|p| primary = p.primary_expression());
                primary
            }
        }
    }

    /// `concept name = constraint;`, inside of a template declaration ([temp.concept]).
    pub(super) fn concept_definition(&mut self, m: Marker) -> Done {
        self.bump();
        if !self.at(IDENT) {
            self.error(SyntaxErrorKind::ExpectedIdentifier);
            // `concept bool` of the Concepts TS.
            if super::lookahead::is_builtin_type(self.kind) {
                self.bump();
            }
        }
        if self.at(IDENT) {
            self.declare(self.pos, NameClass::Concept, None);
            self.bump();
        }
        self.attribute_specifiers();
        if self.expect(EQ) {
            self.expression();
        }
        self.semicolon();
        m.complete(self, CONCEPT_DEFINITION)
    }
}
