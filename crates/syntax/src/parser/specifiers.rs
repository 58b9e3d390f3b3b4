//! Decl-specifiers and type-specifiers ([dcl.spec]).

use super::{
    names::{Name, NameContext},
    *,
};
use crate::parse::NameClass;

/// What a decl-specifier-seq says, as far as what follows depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Specifiers {
    /// There is a type among them.
    pub(super) has_type: bool,
    /// There is a keyword or an attribute of GNU's form among them that is no type. Without a type `int` is assumed then.
    pub(super) has_other: bool,
    pub(super) is_typedef: bool,
    pub(super) is_friend: bool,
    pub(super) is_extern: bool,
    pub(super) is_static: bool,
    pub(super) is_virtual: bool,
    /// There is a class or an enumeration with its body.
    pub(super) has_body: bool,
    pub(super) has_auto: bool,
    /// There is a builtin type among them.
    pub(super) is_builtin: bool,
    /// The type begins with `typename`.
    is_typename: bool,
    /// Attributes of the standard's form stand behind the type.
    is_attributed: bool,
    /// The type's name, if it is one.
    pub(super) named: Option<Name>,
    /// The members of the class defined or named by class-key.
    pub(super) scope: Option<ScopeId>,
    /// A class or enumeration is defined or declared, so the declaration needs no declarator.
    pub(super) declares: bool,
    /// Anything was there at all.
    pub(super) any: bool,
}

/// Whose specifiers are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpecifierContext {
    /// A declaration's, which may name a constructor instead of a type.
    Declaration,
    /// A parameter's.
    Parameter,
    /// Those of a condition or of a range-based `for`, which declare a name.
    Variable,
    /// A type-id's.
    Type,
}

impl<'a> Parser<'a> {
    /// `DECL_SPECIFIER_SEQ`, or nothing if there is no specifier.
    pub(super) fn decl_specifier_seq(&mut self, context: SpecifierContext) -> Specifiers {
        let m = self.start();
        let mut specifiers = Specifiers::default();
        let before = self.pos;
        while self.specifier(context, &mut specifiers) {}
        if self.pos == before {
            m.abandon(self);
        } else {
            specifiers.any = true;
            m.complete(self, DECL_SPECIFIER_SEQ);
        }
        specifiers
    }

    fn specifier(&mut self, context: SpecifierContext, s: &mut Specifiers) -> bool {
        if context == SpecifierContext::Declaration && self.ends_at_undeclared(s) {
            return false;
        }
        match self.kind {
            IDENT | COLON2 => {
                if s.has_type
                    || context == SpecifierContext::Declaration
                        && !self.at_type_transform(self.pos)
                        && self.at_untyped_declarator()
                    || self.at_untyped_name(context, s)
                    || (context == SpecifierContext::Declaration || s.has_other)
                        && (self.at_undeclared_template()
                            || (s.has_other || !self.scopes.in_block())
                                && self.at_undeclared_scope())
                {
                    return false;
                }
                s.has_type = true;
                s.named = self.type_name(&mut s.has_auto);
                s.named.is_some()
            }
            CONST_KW | VOLATILE_KW | RESTRICT_KW | STATIC_KW | REGISTER_KW | MUTABLE_KW
            | THREAD_LOCAL_KW | THREAD_KW | CONSTEXPR_KW | CONSTEVAL_KW | CONSTINIT_KW
            | INLINE_KW | NOINLINE_KW | REGISTER_PARAMS_KW | VIRTUAL_KW | EXTENSION_KW => {
                s.is_virtual |= self.at(VIRTUAL_KW);
                s.is_static |= self.at(STATIC_KW);
                s.has_other |= !self.at(EXTENSION_KW);
                self.bump();
                true
            }
            EXTERN_KW => {
                s.is_extern = true;
                s.has_other = true;
                self.bump();
                true
            }
            TYPEDEF_KW => {
                s.is_typedef = true;
                s.has_other = true;
                self.bump();
                true
            }
            FRIEND_KW => {
                s.is_friend = true;
                s.has_other = true;
                self.bump();
                true
            }
            EXPLICIT_KW => {
                self.explicit_specifier();
                true
            }
            AUTO_KW if self.may_follow(s) => {
                s.has_auto = true;
                s.has_type = true;
                self.bump();
                true
            }
            kind if super::lookahead::is_builtin_type(kind) => {
                if !self.may_follow(s) {
                    return false;
                }
                s.is_builtin = true;
                s.has_type = true;
                self.bump();
                true
            }
            ATTRIBUTE_KW | ALIGNAS_KW => {
                s.has_other |= self.at(ATTRIBUTE_KW);
                self.attribute_specifiers();
                true
            }
            L_BRACK if self.nth(1) == L_BRACK => {
                self.attribute_specifiers();
                // They are the last of the specifiers ([dcl.spec.general]/1).
                s.is_attributed = s.has_type;
                !s.has_type
            }
            CLASS_KW | STRUCT_KW | UNION_KW if !s.has_type || self.may_follow(s) => {
                s.has_type = true;
                self.class_or_elaborated(s);
                true
            }
            ENUM_KW if !s.has_type || self.may_follow(s) => {
                s.has_type = true;
                self.enum_specifier(s);
                true
            }
            TYPENAME_KW if !s.has_type || self.may_follow(s) => {
                s.has_type = true;
                let m = self.start();
                self.bump();
                s.is_typename = true;
                s.named = self.name(NameContext::Type);
                m.complete(self, TYPENAME_SPECIFIER);
                true
            }
            DECLTYPE_KW if !s.has_type || self.may_follow(s) && !self.at_qualified_decltype() => {
                s.has_type = true;
                self.decltype_type(s);
                true
            }
            TYPEOF_KW if !s.has_type || self.may_follow(s) => {
                s.has_type = true;
                self.typeof_specifier();
                true
            }
            // `template` as the disambiguator at the start of a nested name.
            _ => false,
        }
    }

    /// Whether a type here is one too many, which is another rule's to report: a type stands before it. Behind a class's body the `;`
    /// is missing; a name before it that is no type is what is wrong.
    fn may_follow(&self, s: &Specifiers) -> bool {
        if s.has_body || s.is_attributed {
            return false;
        }
        match s.named {
            Some(name) if !s.declares && !s.is_typename => {
                matches!(self.class(&name), NameClass::Type)
            }
            _ => true,
        }
    }

    /// At `decltype(e)::`
    fn at_qualified_decltype(&self) -> bool {
        let after = self.skip_balanced(self.pos + 1);
        after.is_some_and(|after| self.kind_at(after) == COLON2)
    }

    /// A type named by identifier: `NAMED_TYPE`, `TYPE_TRANSFORM`, or a type-constraint before `auto`.
    fn type_name(&mut self, has_auto: &mut bool) -> Option<Name> {
        let m = self.start();
        if self.at_type_transform(self.pos) {
            self.bump();
            self.bump();
            self.bracketed(|p| p.type_id());
            self.eat(ELLIPSIS);
            self.expect(R_PAREN);
            m.complete(self, TYPE_TRANSFORM);
            let mut name = Name::default();
            name.set_opaque();
            return Some(name);
        }
        let name = self.name(NameContext::Type)?;
        let decltype_auto =
            self.at(DECLTYPE_KW) && self.nth(1) == L_PAREN && self.nth(2) == AUTO_KW;
        // A name that nothing declares is no concept.
        if (self.at(AUTO_KW) || decltype_auto) && !self.names_nothing(&name) {
            *has_auto = true;
            let constraint = m.complete(self, TYPE_CONSTRAINT);
            let m = constraint.precede(self);
            if decltype_auto {
                self.decltype_specifier();
            } else {
                self.bump();
            }
            m.complete(self, PLACEHOLDER_TYPE_SPECIFIER);
        } else {
            m.complete(self, NAMED_TYPE);
        }
        Some(name)
    }

    /// A type that must be a class-name: of a base, of a mem-initializer.
    pub(super) fn named_type(&mut self) -> Option<Name> {
        let m = self.start();
        let name = self.name(NameContext::Type)?;
        m.complete(self, NAMED_TYPE);
        Some(name)
    }

    fn explicit_specifier(&mut self) {
        let m = self.start();
        self.bump();
        // `explicit (*x)` is no declarator: constructors and conversion functions have none in parentheses.
        if self.at(L_PAREN) {
            self.bump();
            self.bracketed(|p| p.expression());
            self.expect(R_PAREN);
        }
        m.complete(self, EXPLICIT_SPECIFIER);
    }

    /// `decltype(e)`, alone or as the first qualifier of a name.
    fn decltype_type(&mut self, s: &mut Specifiers) {
        let after = self.skip_balanced(self.pos + 1).unwrap_or(self.pos);
        if self.kind_at(after) == COLON2 && matches!(self.kind_at(after + 1), IDENT | TEMPLATE_KW) {
            let m = self.start();
            s.named = self.name(NameContext::Type);
            m.complete(self, NAMED_TYPE);
        } else {
            s.has_auto |= self.nth(2) == AUTO_KW;
            self.decltype_specifier();
        }
    }

    pub(super) fn decltype_specifier(&mut self) {
        let m = self.start();
        self.bump();
        self.expect(L_PAREN);
        if self.at(AUTO_KW) && self.nth(1) == R_PAREN {
            self.bump();
        } else {
            self.bracketed(|p| p.nested(|p| p.expression().map(drop)));
        }
        self.expect(R_PAREN);
        m.complete(self, DECLTYPE_SPECIFIER);
    }

    fn typeof_specifier(&mut self) {
        let m = self.start();
        self.bump();
        if self.eat(L_PAREN) {
            self.bracketed(|p| p.type_or_expression(super::types::Preference::Expression));
            self.expect(R_PAREN);
        } else {
            self.nested(|p| p.unary_expression().map(drop));
        }
        m.complete(self, TYPEOF_SPECIFIER);
    }

    /// `class-key name`, with or without a body.
    fn class_or_elaborated(&mut self, s: &mut Specifiers) {
        let m = self.start();
        self.bump();
        self.attribute_specifiers();
        let mut name = None;
        match self.kind {
            L_BRACE | COLON => {}
            IDENT | COLON2 | DECLTYPE_KW => name = self.name(NameContext::Type),
            _ => {
                self.error(SyntaxErrorKind::ExpectedTag);
                if self.nth(1) == L_BRACE {
                    self.skip_to(self.pos + 1);
                } else {
                    self.skip_to_stop();
                }
            }
        }
        let mut after = self.pos;
        while self.kind_at(after) == IDENT && matches!(self.text_at(after), "final" | "__final") {
            after += 1;
        }
        self.attribute_specifiers();
        let body = matches!(self.kind_at(after), L_BRACE | COLON);
        if body {
            let first = self.pos;
            while self.at(IDENT) {
                if self.pos > first {
                    self.error(SyntaxErrorKind::DuplicateClassModifier);
                }
                let virt = self.start();
                self.bump();
                virt.complete(self, VIRT_SPECIFIER);
            }
            s.scope = Some(self.class_body(name.as_ref()));
            s.declares = true;
            s.has_body = true;
            m.complete(self, CLASS_SPECIFIER);
            return;
        }
        s.declares = true;
        if let Some(name) = name {
            s.named = Some(name);
            if !name.is_qualified()
                && name.shape == super::names::NameShape::Ident
                && let Some(at) = name.last()
                && (self.at(SEMICOLON) || self.scopes.lookup(self.text_at(at), OWN).is_none())
                && !s.is_friend
            {
                // `struct S *p` may mean an S that is declared outside.
                let outer = (!self.at(SEMICOLON)).then_some(name);
                self.declare_outer(at, self.type_class(), None, outer);
            }
        }
        m.complete(self, ELABORATED_TYPE_SPECIFIER);
    }

    /// What a class or alias declared here is: templated or not.
    pub(super) fn type_class(&self) -> NameClass {
        if self.scopes.is_templated() {
            NameClass::TypeTemplate
        } else {
            NameClass::Type
        }
    }

    /// `enum`, with or without enumerators ([dcl.enum]).
    fn enum_specifier(&mut self, s: &mut Specifiers) {
        let m = self.start();
        self.bump();
        let scoped = matches!(self.kind, CLASS_KW | STRUCT_KW);
        if scoped {
            self.bump();
        }
        self.attribute_specifiers();
        let mut name = None;
        if matches!(self.kind, IDENT | COLON2) {
            name = self.name(NameContext::Type);
        }
        // `enum E : 8;` is a bit-field.
        let width = matches!(self.nth(1), INT_LITERAL | SIZEOF_KW | ALIGNOF_KW);
        let base = self.at(COLON) && !width;
        if base {
            let base = self.start();
            self.bump();
            let start = self.pos;
            let specifiers = self.decl_specifier_seq(SpecifierContext::Type);
            if !specifiers.has_type {
                self.missing_type(&specifiers, start);
            }
            base.complete(self, ENUM_BASE);
        }
        s.named = name;
        s.declares = true;
        if !self.at(L_BRACE) {
            if let Some(at) = name
                .filter(|name| !name.is_qualified())
                .and_then(|name| name.last())
                && (base || scoped || self.at(SEMICOLON))
            {
                self.declare(at, NameClass::Type, None);
            }
            m.complete(
                self,
                if base || scoped {
                    ENUM_SPECIFIER
                } else {
                    ELABORATED_TYPE_SPECIFIER
                },
            );
            return;
        }
        let outer = self.scopes.current();
        let target = self.scopes.target();
        let members = self.scopes.push(ScopeKind::Enum);
        self.scopes.enter(outer);
        if let Some(at) = name
            .filter(|name| !name.is_qualified())
            .and_then(|name| name.last())
        {
            self.declare(at, NameClass::Type, Some(members));
        }
        s.scope = Some(members);
        s.has_body = true;
        let list = self.start();
        let opener = self.pos;
        self.bump();
        self.bracketed(|p| {
            while !matches!(p.kind, R_BRACE | EOF) {
                let before = p.pos;
                if p.at(IDENT) {
                    let item = p.start();
                    let text = p.text_at(p.pos);
                    p.scopes.declare(members, text, NameClass::Value, None);
                    if !scoped {
                        p.scopes.declare(target, text, NameClass::Value, None);
                    }
                    p.bump();
                    p.attribute_specifiers();
                    if p.eat(EQ) {
                        p.assignment_expression();
                    }
                    item.complete(p, ENUMERATOR);
                } else {
                    p.error_and_skip(SyntaxErrorKind::ExpectedIdentifier);
                }
                if !p.eat(COMMA) || p.pos == before {
                    break;
                }
            }
        });
        self.close_opened(R_BRACE, Some(opener));
        list.complete(self, ENUMERATOR_LIST);
        m.complete(self, ENUM_SPECIFIER);
    }
}

/// Whether a keyword is a specifier of declarations ([dcl.stc], [dcl.fct.spec], [dcl.typedef], [dcl.friend], [dcl.constexpr]). Where a
/// type is named it is read, and another rule's to report.
pub(super) fn is_of_declarations(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        STATIC_KW
            | EXTERN_KW
            | REGISTER_KW
            | MUTABLE_KW
            | THREAD_LOCAL_KW
            | THREAD_KW
            | TYPEDEF_KW
            | FRIEND_KW
            | VIRTUAL_KW
            | INLINE_KW
            | CONSTEXPR_KW
            | CONSTEVAL_KW
            | CONSTINIT_KW
    )
}
