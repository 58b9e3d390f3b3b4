//! Declarations of namespaces, classes and blocks ([dcl.dcl]).

use super::{
    declarators::{DeclaratorContext, Declared},
    names::{Name, NameContext, NameShape},
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
    fn declaration_list(&mut self) {
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
    fn no_declaration(&mut self) {
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
                self.concept_definition(m);
            }
            ASM_KW => {
                self.asm_declaration(m);
            }
            L_BRACK | ATTRIBUTE_KW | ALIGNAS_KW | NOINLINE_KW | REGISTER_PARAMS_KW => {
                match self.kind_at(self.skip_attributes(self.pos)) {
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

    /// `namespace` and its members or its alias ([namespace.def]).
    fn namespace(&mut self, m: Marker) -> Done {
        let inline = self.eat(INLINE_KW);
        self.bump();
        self.attribute_specifiers();
        if self.at(IDENT) && self.nth(1) == EQ {
            let at = self.pos;
            self.bump();
            self.bump();
            let target = self.named_type();
            let (scope, outer) = self.leads_to(target);
            self.declare_outer(at, NameClass::Namespace, scope, outer);
            self.semicolon();
            return m.complete(self, NAMESPACE_ALIAS_DEFINITION);
        }
        let outer = self.scopes.current();
        if self.at(IDENT) {
            let names = self.start();
            let mut inline = inline;
            loop {
                self.enter_namespace(inline);
                self.expect(IDENT);
                if !self.eat(COLON2) {
                    break;
                }
                inline = self.eat(INLINE_KW);
                if !self.at(IDENT) {
                    self.error(SyntaxErrorKind::ExpectedIdentifier);
                    break;
                }
            }
            names.complete(self, NAMESPACE_NAME);
        } else {
            let scope = self.scopes.push(ScopeKind::Namespace);
            self.scopes.link(outer, scope);
        }
        self.attribute_specifiers();
        if self.at(L_BRACE) {
            self.declaration_list();
        } else {
            self.error(SyntaxErrorKind::Expected(L_BRACE));
            self.recover_statement();
        }
        self.scopes.enter(outer);
        m.complete(self, NAMESPACE_DEFINITION)
    }

    /// Enters the namespace that the current identifier names, new or already known.
    fn enter_namespace(&mut self, inline: bool) {
        let name = self.text_at(self.pos);
        let outer = self.scopes.current();
        let scope = match self.scopes.reopen(outer, name) {
            Some(scope) => {
                self.scopes.enter(scope);
                scope
            }
            None => {
                let scope = self.scopes.push(ScopeKind::Namespace);
                self.scopes
                    .declare(outer, name, NameClass::Namespace, Some(scope));
                scope
            }
        };
        if inline {
            self.scopes.link(outer, scope);
        }
    }

    /// `using`: directive, declaration, enum or alias.
    fn using(&mut self, m: Marker) -> Done {
        self.bump();
        match self.kind {
            NAMESPACE_KW => {
                self.bump();
                let target = self.named_type();
                let current = self.scopes.current();
                match self.leads_to(target) {
                    (Some(scope), _) => self.scopes.link(current, scope),
                    (None, Some(name)) => {
                        self.scopes.lead_outside(current, Outside::Directive, name)
                    }
                    _ => {}
                }
                self.attribute_specifiers();
                self.semicolon();
                m.complete(self, USING_DIRECTIVE)
            }
            ENUM_KW => {
                if self.dialect.standard < Standard::Cpp20 {
                    self.error(SyntaxErrorKind::ExpectedIdentifier);
                    self.drop_statement();
                }
                self.bump();
                let named = self.named_type();
                let target = self.scopes.target();
                match self.leads_to(named) {
                    (Some(scope), _) => self.scopes.link(target, scope),
                    (None, Some(name)) => {
                        let how = Outside::Base { dependent: false };
                        self.scopes.lead_outside(target, how, name);
                    }
                    _ => {}
                }
                self.semicolon();
                m.complete(self, USING_ENUM_DECLARATION)
            }
            IDENT if self.kind_at(self.skip_attributes(self.pos + 1)) == EQ => {
                let at = self.pos;
                self.bump();
                self.attribute_specifiers();
                self.bump();
                let first = self.pos;
                self.type_id();
                self.attribute_specifiers();
                self.semicolon();
                let (scope, outer) = self.alias_target(first);
                self.declare_outer(at, self.type_class(), scope, outer);
                m.complete(self, ALIAS_DECLARATION)
            }
            _ => {
                loop {
                    let item = self.start();
                    let typename = self.eat(TYPENAME_KW);
                    let id = self.start();
                    let name = self.name(NameContext::Declarator);
                    id.complete(self, DECLARATOR_ID);
                    if let Some(name) = name
                        && name.shape == NameShape::Ident
                        && let Some(at) = name.last()
                    {
                        self.declare_used(at, &name, typename);
                    }
                    self.eat(ELLIPSIS);
                    item.complete(self, USING_DECLARATOR);
                    if !self.eat(COMMA) {
                        break;
                    }
                }
                self.attribute_specifiers();
                self.semicolon();
                m.complete(self, USING_DECLARATION)
            }
        }
    }

    /// The members of the type whose name begins at `first`, if an alias names just that.
    fn alias_target(&self, mut first: usize) -> (Option<ScopeId>, Option<Name>) {
        if self.kind_at(first) == TYPENAME_KW {
            first += 1;
        }
        if !matches!(self.kind_at(first), IDENT | COLON2) {
            return (None, None);
        }
        self.leads_to(self.scan_name(first).map(|(name, _)| name))
    }

    /// What a using-declarator declares.
    fn declare_used(&mut self, at: usize, name: &Name, typename: bool) {
        if typename {
            return self.declare(at, NameClass::Type, None);
        }
        // What a dependent qualifier leads to is left to structure.
        let meaning = match self.is_dependent_path(name) {
            true => super::names::UNKNOWN_MEANING,
            false => self.meaning(name),
        };
        if meaning.is_function {
            let target = self.scopes.target();
            self.scopes.declare_function(target, self.text_at(at));
        } else {
            let (scope, outer) = match meaning.scope {
                Some(scope) => (Some(scope), None),
                None => (None, meaning.outer.or(Some(*name))),
            };
            self.declare_outer(at, meaning.class, scope, outer);
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
            first = false;
        }
        self.semicolon();
        m.complete(self, SIMPLE_DECLARATION);
    }

    /// A declarator with what belongs to it: `INIT_DECLARATOR`, or the rest of a function definition.
    /// `start` is the first token of the declaration.
    fn declarator_of_declaration(
        &mut self,
        start: usize,
        specifiers: &Specifiers,
        first: bool,
    ) -> Item {
        let in_class = self.scopes.in_class();
        let m = self.start();
        // An unnamed bit-field.
        if in_class && self.at(COLON) {
            self.bit_field_width();
            self.attribute_specifiers();
            m.complete(self, INIT_DECLARATOR);
            return Item::Other;
        }
        // Attributes between declarators.
        if !first {
            self.attribute_specifiers();
        }
        let context = if in_class || specifiers.is_typedef || specifiers.is_friend {
            DeclaratorContext::Member
        } else {
            DeclaratorContext::Declaration
        };
        let before = self.pos;
        let (declared, _) = self.declarator(context, specifiers);
        if self.pos == before {
            if self.lone_name(specifiers) {
                self.no_type(start, specifiers);
                m.abandon(self);
                return Item::Other;
            }
            if self.at(UNKNOWN) && self.text_at(self.pos).contains(['"', '\'']) {
                // Of an open literal the skeleton speaks.
                self.drop_statement();
            } else if specifiers.any {
                self.error_and_skip(SyntaxErrorKind::ExpectedIdentifier);
            } else {
                self.no_declaration();
            }
            m.abandon(self);
            return Item::Other;
        }
        let untyped_name = !specifiers.has_type
            && declared
                .name
                .is_some_and(|name| matches!(name.shape, NameShape::Ident | NameShape::Template));
        self.declare_declarator(specifiers, &declared);
        if let Some(at) = declared.name.and_then(|name| name.last())
            && untyped_name
            && !declared.name.is_some_and(|name| name.is_qualified())
            && declared.is_function
            && !declared.has_trailing_return
            && !in_class
            && self.speculating == 0
            && self.is_untyped_function(at)
        {
            self.report(at, SyntaxErrorKind::NoType, None);
        }
        let guide = untyped_name && declared.is_function && declared.has_trailing_return;
        if guide && self.at(SEMICOLON) {
            m.abandon(self);
            return Item::Guide;
        }
        if first
            && declared.is_function
            && !specifiers.is_typedef
            && self.function_definition_rest(&declared)
        {
            return Item::Definition;
        }
        if first
            && declared.is_function
            && specifiers.has_type
            && !in_class
            && !self.scopes.in_block()
            && self.speculating == 0
            && self.missing_body(&declared)
        {
            return Item::Definition;
        }
        self.virt_specifiers();
        if in_class && self.kind_at(self.skip_attributes(self.pos)) == COLON {
            self.attribute_specifiers();
            self.bit_field_width();
        }
        loop {
            match self.kind {
                ASM_KW => self.asm_label(),
                ATTRIBUTE_KW | ALIGNAS_KW | NOINLINE_KW | REGISTER_PARAMS_KW => {
                    self.attribute_specifiers()
                }
                L_BRACK if self.nth(1) == L_BRACK => self.attribute_specifiers(),
                REQUIRES_KW => self.requires_clause(),
                _ => break,
            }
        }
        let outer = self.scopes.current();
        // The initializer of a static member is in its class's scope ([class.static.data]/3).
        if let Some(name) = declared.name.filter(Name::is_qualified)
            && matches!(self.kind, EQ | L_PAREN | L_BRACE)
        {
            let scope = self.scopes.push(ScopeKind::Block);
            self.set_owner(scope, &name);
        }
        match self.kind {
            EQ if declared.is_function
                && self.nth(1) == INT_LITERAL
                && matches!(self.nth(2), SEMICOLON | COMMA) =>
            {
                let pure = self.start();
                self.bump();
                if !is_zero(self.text_at(self.pos)) {
                    self.error(SyntaxErrorKind::BadPureSpecifier);
                }
                self.bump();
                pure.complete(self, PURE_SPECIFIER);
            }
            EQ if in_class && declared.is_function && !specifiers.is_typedef => {
                let init = self.start();
                if !specifiers.is_virtual {
                    self.error(SyntaxErrorKind::PureNotVirtual);
                }
                self.bump();
                self.error(SyntaxErrorKind::BadPureSpecifier);
                self.skip_to_stop();
                init.complete(self, EQUAL_INITIALIZER);
            }
            EQ => {
                let init = self.start();
                self.bump();
                self.initializer_clause();
                init.complete(self, EQUAL_INITIALIZER);
            }
            L_PAREN if !declared.is_function => self.argument_list(),
            L_BRACE if !declared.is_function => {
                self.braced_init_list();
            }
            _ => {}
        }
        self.scopes.enter(outer);
        m.complete(self, INIT_DECLARATOR);
        Item::Other
    }

    fn bit_field_width(&mut self) {
        let m = self.start();
        self.bump();
        self.conditional_expression();
        m.complete(self, BIT_FIELD_WIDTH);
    }

    /// `override`, `final` and what takes their place.
    fn virt_specifiers(&mut self) {
        while self.at(IDENT) && matches!(self.text_at(self.pos), "override" | "final" | "__final") {
            let m = self.start();
            self.bump();
            m.complete(self, VIRT_SPECIFIER);
        }
    }

    fn asm_label(&mut self) {
        let m = self.start();
        self.bump();
        if self.expect(L_PAREN) {
            self.string_literal(SyntaxErrorKind::ExpectedAsmString);
            self.close(R_PAREN);
        }
        m.complete(self, ASM_LABEL);
    }

    /// Declares what a declarator names, for the lookups to come.
    fn declare_declarator(&mut self, specifiers: &Specifiers, declared: &Declared) {
        let Some(name) = declared.name else { return };
        if name.is_qualified() || name.shape != NameShape::Ident || specifiers.is_friend {
            return;
        }
        let Some(at) = name.last() else { return };
        if specifiers.is_typedef {
            let (scope, outer) = match specifiers.scope {
                Some(scope) => (Some(scope), None),
                None => self.leads_to(specifiers.named),
            };
            self.declare_outer(at, NameClass::Type, scope, outer);
            return;
        }
        let class = match (self.scopes.is_templated(), declared.is_function) {
            (true, true) => NameClass::FunctionTemplate,
            (true, false) => NameClass::VariableTemplate,
            (false, _) => NameClass::Value,
        };
        // Constructors and deduction guides do not hide their class.
        if !specifiers.has_type {
            return;
        }
        if declared.is_function && class == NameClass::Value {
            let target = self.scopes.target();
            self.scopes.declare_function(target, self.text_at(at));
        } else {
            self.declare(at, class, None);
        }
    }

    /// Whether what was taken for the type is a single word that can only be a name: nothing that follows could be declared.
    fn lone_name(&self, specifiers: &Specifiers) -> bool {
        specifiers
            .named
            .is_some_and(|name| name.shape == NameShape::Ident && !name.is_qualified())
            && !self.scopes.in_block()
            && (matches!(self.kind, EQ | LAUNCH_OPEN | TRUE_KW | FALSE_KW)
                || super::lookahead::begins_declaration(self.kind))
    }

    /// The word before the current token, which was taken for a type, is the name that the declaration declares.
    fn no_type(&mut self, start: usize, specifiers: &Specifiers) {
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

    /// Whether the parentheses behind the name at `at` begin with what only parameters begin with.
    fn is_untyped_function(&self, at: usize) -> bool {
        let first = self.kind_at(at + 2);
        self.kind_at(at + 1) == L_PAREN
            && self.text_at(at) != "main"
            && !self.scopes.in_block()
            && (first == R_PAREN || super::lookahead::is_builtin_type(first))
    }

    /// A function's declarator is followed by nothing that could follow one: its body is taken to be missing, up to the next
    /// brace.
    fn missing_body(&mut self, declared: &Declared) -> bool {
        match self.kind {
            IDENT => {
                if matches!(self.text_at(self.pos), "override" | "final" | "__final") {
                    return false;
                }
            }
            INT_LITERAL | FLOAT_LITERAL | STRING_LITERAL | CHAR_LITERAL | NAMESPACE_KW
            | TEMPLATE_KW | USING_KW | STATIC_ASSERT_KW => {}
            kind if !matches!(
                kind,
                ATTRIBUTE_KW | NOINLINE_KW | REGISTER_PARAMS_KW | ASM_KW
            ) && super::lookahead::begins_declaration(kind) => {}
            _ => return false,
        }
        self.error(SyntaxErrorKind::Expected(L_BRACE));
        let stop = self.stopping(Stops::NONE, |p| p.next_stop(p.pos, Some(L_BRACE)));
        if self.kind_at(stop) == L_BRACE && !self.holds_declaration(self.pos, stop) {
            self.skip_to(stop);
            self.function_definition_rest(declared);
        } else {
            let after = self.skip_balanced(stop).unwrap_or(stop);
            self.skip_in_report(after, Skip::Dropped);
        }
        true
    }

    /// Whether the current token may begin a declarator or its attributes.
    fn begins_declarator(&self) -> bool {
        matches!(
            self.kind,
            IDENT
                | STAR
                | AMP
                | AMP2
                | L_PAREN
                | L_BRACK
                | COLON2
                | COLON
                | OPERATOR_KW
                | TILDE
                | ATTRIBUTE_KW
                | NOINLINE_KW
                | REGISTER_PARAMS_KW
                | ALIGNAS_KW
                | ASM_KW
                | ELLIPSIS
        )
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
    fn function_definition_rest(&mut self, declared: &Declared) -> bool {
        let mut pos = self.pos;
        while self.kind_at(pos) == IDENT
            && matches!(self.text_at(pos), "override" | "final" | "__final")
        {
            pos += 1;
        }
        pos = self.skip_attributes(pos);
        let default = matches!(self.kind_at(pos + 1), DEFAULT_KW | DELETE_KW);
        match self.kind_at(pos) {
            L_BRACE | TRY_KW | COLON => {}
            EQ if default => {}
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
        self.virt_specifiers();
        self.attribute_specifiers();
        let outer = self.scopes.current();
        if let Some(scope) = declared.parameters {
            self.scopes.enter(scope);
        }
        match self.kind {
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

/// Whether an integer literal of any base is zero.
fn is_zero(literal: &str) -> bool {
    let digits = literal.trim_end_matches(['u', 'U', 'l', 'L', 'z', 'Z']);
    let prefixed = ["0x", "0X", "0b", "0B"]
        .iter()
        .find_map(|p| digits.strip_prefix(p));
    prefixed
        .unwrap_or(digits)
        .chars()
        .all(|c| matches!(c, '0' | '\''))
}

/// What a declarator turned out to belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Definition,
    Guide,
    Other,
}
