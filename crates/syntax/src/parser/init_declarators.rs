//! The declarators of a declaration: bit-fields, initializers, what they declare ([dcl.decl]).

use super::{
    declarators::{DeclaratorContext, Declared},
    names::{Name, NameShape},
    specifiers::Specifiers,
    *,
};
use crate::parse::NameClass;
use crate::parser::declarations::Item;

impl<'a> Parser<'a> {
    /// A declarator with what belongs to it: `INIT_DECLARATOR`, or the rest of a function definition.
    /// `start` is the first token of the declaration.
    pub(super) fn declarator_of_declaration(
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
        // Behind a name that is no type attributes are those of what it declares.
        if first && self.at(ATTRIBUTE_KW) && self.is_all(start, specifiers) {
            self.attribute_specifiers();
            self.no_type(start, specifiers);
            m.abandon(self);
            return Item::Other;
        }
        let before = self.pos;
        let (declared, _) = self.declarator(context, specifiers);
        if self.pos == before {
            if self.lone_name(start, specifiers) {
                self.no_type(start, specifiers);
                m.abandon(self);
                return Item::Other;
            }
            // Behind a qualified name that nothing declares a `;` is missing.
            if (specifiers.named).is_some_and(|name| self.is_undeclared_path(&name))
                && super::lookahead::begins_declaration(self.kind)
            {
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
        // Where the name itself is wrong, a type is missed in classes alone.
        let is_read = !declared.is_no_template || in_class;
        if !specifiers.has_type && declared.lacks_type() && is_read {
            // A linkage specification counts as a specifier ([dcl.link]/7).
            let is_linked = start > 0 && self.kind_at(start - 1) == STRING_LITERAL;
            let kind = match is_linked || specifiers.has_other || declared.is_function {
                true => SyntaxErrorKind::NoType,
                false => SyntaxErrorKind::NoSpecifier,
            };
            if kind == SyntaxErrorKind::NoSpecifier && self.scopes.is_templated() && self.at(COLON2)
            {
                self.report(before, SyntaxErrorKind::NoScope, None);
            }
            self.report(before, kind, None);
        }
        let untyped_name = !specifiers.has_type
            && declared
                .name
                .is_some_and(|name| matches!(name.shape, NameShape::Ident | NameShape::Template));
        self.declare_declarator(specifiers, &declared);
        let guide = untyped_name && declared.is_function && declared.has_trailing_return;
        if guide && self.at(SEMICOLON) {
            m.abandon(self);
            return Item::Guide;
        }
        if first
            && declared.is_function
            && !specifiers.is_typedef
            && self.function_definition_rest(specifiers, &declared)
        {
            return Item::Definition;
        }
        if first
            && declared.is_function
            && specifiers.has_type
            && !specifiers.is_typedef
            && !in_class
            && !self.scopes.in_block()
            && self.speculating == 0
            && self.missing_body(specifiers, &declared)
        {
            return Item::Definition;
        }
        let declarator = self.pos;
        self.virt_specifiers();
        // `typedef int i : 3;` is no bit-field.
        let is_object = !specifiers.is_typedef && !specifiers.is_friend;
        if in_class && is_object && self.kind_at(self.skip_attributes(self.pos)) == COLON {
            self.attribute_specifiers();
            self.bit_field_width();
        }
        loop {
            match self.kind {
                ASM_KW => self.asm_label(),
                ATTRIBUTE_KW | ALIGNAS_KW | NOINLINE_KW | REGISTER_PARAMS_KW => {
                    self.attribute_specifiers()
                }
                // Those of the standard's form belong to the declarator.
                L_BRACK if self.nth(1) == L_BRACK && self.pos == declarator => {
                    self.attribute_specifiers();
                }
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
        // The initializer of a member is read by itself, that of a variable up to the next declarator.
        let stops = match in_class {
            true => self.stops,
            false => self.stops | Stops::COMMA,
        };
        match self.kind {
            EQ if declared.is_function
                && self.nth(1) == INT_LITERAL
                && matches!(self.nth(2), SEMICOLON | COMMA) =>
            {
                let pure = self.start();
                self.bump();
                if in_class && !is_zero(self.text_at(self.pos)) {
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
                self.stopping(stops, |p| match in_class && !specifiers.is_static {
                    true => p.in_complete_class(|p| _ = p.initializer_clause()),
                    false => _ = p.initializer_clause(),
                });
                init.complete(self, EQUAL_INITIALIZER);
            }
            // What is no class is initialised by one expression: a comma behind an error ends nothing.
            L_PAREN if !declared.is_function && (specifiers.is_builtin || declared.is_pointer) => {
                self.argument_list()
            }
            L_PAREN if !declared.is_function => {
                self.stopping(stops, Parser::argument_list);
            }
            L_BRACE if !declared.is_function => match in_class && !specifiers.is_static {
                true => self.in_complete_class(|p| _ = p.braced_init_list()),
                false => _ = self.braced_init_list(),
            },
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
    pub(super) fn virt_specifiers(&mut self) {
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

    /// A function's declarator is followed by nothing that could follow one: its body is taken to be missing, up to the next
    /// brace.
    fn missing_body(&mut self, specifiers: &Specifiers, declared: &Declared) -> bool {
        match self.kind {
            // Qualifiers behind attributes come too late. Templates are left alone.
            CONST_KW | VOLATILE_KW | RESTRICT_KW | AMP | AMP2 | NOEXCEPT_KW | THROW_KW
                if self.scopes.is_templated() =>
            {
                return false;
            }
            // The declaration goes on or ends.
            EOF | SEMICOLON | COMMA | EQ | COLON | L_BRACE | L_PAREN | L_BRACK | TRY_KW
            | REQUIRES_KW | ATTRIBUTE_KW | NOINLINE_KW | REGISTER_PARAMS_KW | ASM_KW => {
                return false;
            }
            _ => {}
        }
        self.error(SyntaxErrorKind::Expected(L_BRACE));
        if self.at(R_BRACE) {
            self.skip_to(self.pos + 1);
            return true;
        }
        let stop = self.stopping(Stops::NONE, |p| p.next_stop(p.pos, Some(L_BRACE)));
        let from = self.pos + usize::from(super::recovery::begins_statement(self.kind));
        if self.kind_at(stop) == L_BRACE && !self.holds_declaration(from, stop) {
            self.skip_to(stop);
            self.function_definition_rest(specifiers, declared);
        } else {
            let after = self.skip_balanced(stop).unwrap_or(stop);
            self.skip_in_report(after, Skip::Dropped);
        }
        true
    }

    /// Whether the current token may begin a declarator or its attributes.
    pub(super) fn begins_declarator(&self) -> bool {
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
