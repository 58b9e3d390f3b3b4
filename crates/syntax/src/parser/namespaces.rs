//! Namespaces and using-declarations ([namespace.def], [namespace.udecl], [namespace.udir]).

use super::{
    names::{Name, NameContext, NameShape},
    *,
};
use crate::parse::NameClass;

impl<'a> Parser<'a> {
    /// `namespace` and its members or its alias ([namespace.def]).
    pub(super) fn namespace(&mut self, m: Marker) -> Done {
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
        // Only GNU's attributes stand behind the name.
        if !(self.at(L_BRACK) && self.nth(1) == L_BRACK) {
            self.attribute_specifiers();
        }
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
    pub(super) fn using(&mut self, m: Marker) -> Done {
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
                match self.is_dependent_type(first) {
                    true => self.declare_dependent(at, self.type_class()),
                    false => {
                        let (scope, outer) = self.alias_target(first);
                        self.declare_outer(at, self.type_class(), scope, outer);
                    }
                }
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
                    // Before C++17 a class names one at a time; elsewhere there may be more by extension.
                    let one = self.scopes.in_class() && self.dialect.standard < Standard::Cpp17;
                    if one || !self.eat(COMMA) {
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

    /// Whether what begins at `first` is a template parameter, or a member of what depends on one: nothing can be known of its members.
    fn is_dependent_type(&self, first: usize) -> bool {
        let is_member = self.kind_at(first) == TYPENAME_KW;
        let Some((name, _)) = self.scan_name(first + usize::from(is_member)) else {
            return false;
        };
        match (is_member, name.parts()) {
            (true, _) => self.is_dependent_path(&name.qualifier()),
            (false, [only]) => {
                self.kind_at(*only as usize + 1) != LT && self.is_dependent_path(&name)
            }
            _ => false,
        }
    }

    /// What a using-declarator declares.
    fn declare_used(&mut self, at: usize, name: &Name, typename: bool) {
        if typename {
            return self.declare(at, NameClass::Type, None);
        }
        // What a dependent qualifier leads to is left to structure.
        let meaning = match self.is_dependent_path(name) {
            true => super::names::meanings::UNKNOWN_MEANING,
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
}
