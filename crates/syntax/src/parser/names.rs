//! Names ([expr.prim.id], [temp.names]): qualified names, template-ids, operator names, and what they mean.

use super::{scopes::Found, *};
use crate::{
    Predefined,
    outline::OuterPath,
    parse::{NameClass, NameQuery},
    predefined,
};

/// Where a name stands, which decides what `<` after it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameContext {
    /// A type must stand here: `<` opens template arguments.
    Type,
    /// An expression: `<` opens template arguments if the name is a template's, or looks like one's.
    Expression,
    /// After `.` or `->`.
    Member,
    /// A declarator-id.
    Declarator,
}

/// The shape of the last component of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum NameShape {
    #[default]
    None,
    Ident,
    Template,
    Operator,
    Conversion,
    Literal,
    Destructor,
}

const PARTS: usize = 8;

/// A name that has been read: the tokens of its components.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Name {
    pub(super) shape: NameShape,
    /// Begins with `::`.
    pub(super) global: bool,
    /// Has components that lookup cannot follow: `decltype(...)`, or too many.
    opaque: bool,
    /// The component before the last is a template-id.
    pub(super) after_template: bool,
    parts: [u32; PARTS],
    len: u8,
}

impl Name {
    pub(super) fn add(&mut self, token: usize) {
        match self.parts.get_mut(usize::from(self.len)) {
            Some(part) => {
                *part = token as u32;
                self.len += 1;
            }
            None => self.opaque = true,
        }
    }

    /// More than one component, or a leading `::`.
    pub(super) fn is_qualified(&self) -> bool {
        self.len > 1 || self.global || self.opaque
    }

    pub(super) fn set_opaque(&mut self) {
        self.opaque = true;
    }

    /// The name with more components.
    fn with(mut self, more: &[u32]) -> Name {
        for &token in more {
            self.add(token as usize);
        }
        self
    }

    /// All components but the last.
    pub(super) fn qualifier(&self) -> Name {
        Name {
            len: self.len.saturating_sub(1),
            ..*self
        }
    }

    fn parts(&self) -> &[u32] {
        &self.parts[..usize::from(self.len)]
    }

    /// The token of the last component.
    pub(super) fn last(&self) -> Option<usize> {
        self.parts().last().map(|&token| token as usize)
    }
}

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meaning {
    pub(super) class: NameClass,
    pub(super) scope: Option<ScopeId>,
    /// A function without a template among the overloads in sight.
    pub(super) is_function: bool,
    /// Where its members are outside of the text.
    pub(super) outer: Option<Name>,
}

pub(super) const UNKNOWN_MEANING: Meaning = plain(NameClass::Unknown);

const fn plain(class: NameClass) -> Meaning {
    Meaning {
        class,
        scope: None,
        is_function: false,
        outer: None,
    }
}

/// Functions are values to the grammar.
fn of_outside(class: NameClass) -> Meaning {
    match class {
        NameClass::Function => Meaning {
            is_function: true,
            ..plain(NameClass::Value)
        },
        class => plain(class),
    }
}

impl<'a> Parser<'a> {
    /// What a name means here: by the item's own scopes, then by what is outside.
    pub(super) fn meaning(&self, name: &Name) -> Meaning {
        let parts = name.parts();
        let Some((&first, rest)) = parts.split_first() else {
            return UNKNOWN_MEANING;
        };
        if name.opaque {
            return UNKNOWN_MEANING;
        }
        let ask = |how, outer: &Name| self.ask(how, outer, first);
        let text = self.text_at(first as usize);
        let found = match name.global {
            true => self.scopes.lookup_in(self.scopes.root(), text, &ask),
            false => self.scopes.lookup(text, &ask),
        };
        let Some(mut found) = found else {
            return self.outer_meaning(name, parts);
        };
        for &token in rest {
            // Taken for a value without `typename` and `template` ([temp.res.general]/3).
            if found.dependent {
                return plain(NameClass::Value);
            }
            let text = self.text_at(token as usize);
            let ask = |how, outer: &Name| self.ask(how, outer, token);
            let member = found
                .scope
                .and_then(|scope| self.scopes.lookup_in(scope, text, &ask))
                .or_else(|| self.ask(Outside::Base { dependent: false }, &found.outer?, token));
            found = match member {
                Some(member) => member,
                // A namespace may have more members than are in the text.
                None if found.class == NameClass::Namespace && found.scope.is_some() => {
                    return self.outer_meaning(name, parts);
                }
                None => return UNKNOWN_MEANING,
            };
        }
        Meaning {
            class: found.class,
            scope: found.scope,
            is_function: found.is_function,
            outer: found.outer,
        }
    }

    pub(super) fn class(&self, name: &Name) -> NameClass {
        self.meaning(name).class
    }

    /// The scope of the components before the last, if it is in the text.
    pub(super) fn own_qualifier(&self, name: &Name) -> Option<ScopeId> {
        self.leads_to(Some(name.qualifier())).0
    }

    /// Where the members of what a name names are: a scope of the text, or a name to ask for outside of it. Asks nobody.
    pub(super) fn leads_to(&self, name: Option<Name>) -> (Option<ScopeId>, Option<Name>) {
        let Some(name) = name.filter(|name| !name.opaque) else {
            return (None, None);
        };
        let Some((&first, rest)) = name.parts().split_first() else {
            return (None, None);
        };
        let text = self.text_at(first as usize);
        let found = match name.global {
            true => self.scopes.lookup_in(self.scopes.root(), text, OWN),
            false => self.scopes.lookup(text, OWN),
        };
        let Some(mut found) = found else {
            return (None, Some(name));
        };
        for (at, &token) in rest.iter().enumerate() {
            let text = self.text_at(token as usize);
            if let Some(scope) = found.scope
                && let Some(member) = self.scopes.lookup_in(scope, text, OWN)
            {
                found = member;
                continue;
            }
            let outer = found.outer.map(|outer| outer.with(&rest[at..]));
            return (None, outer);
        }
        match found.scope {
            Some(scope) => (Some(scope), None),
            None => (None, found.outer),
        }
    }

    /// Whether template arguments within a name depend on parameters in sight, as far as own names tell.
    pub(super) fn is_dependent_path(&self, name: &Name) -> bool {
        let own = |token: usize| self.scopes.lookup(self.text_at(token), OWN);
        name.parts().iter().any(|&token| {
            let open = token as usize + 1;
            self.kind_at(open) == LT
                && self.skip_template_arguments(open).is_some_and(|end| {
                    (open + 1..end).any(|i| {
                        self.kind_at(i) == IDENT
                            && own(i).is_some_and(|found| found.dependent || found.scope.is_some())
                    })
                })
        }) || name
            .parts()
            .first()
            .is_some_and(|&token| !name.global && own(token as usize).is_some_and(|f| f.dependent))
    }

    /// A name as others may look it up.
    pub(super) fn outer_path(&self, name: &Name) -> Option<OuterPath> {
        (!name.opaque && name.len > 0).then(|| OuterPath {
            global: name.global,
            path: (name.parts().iter())
                .map(|&token| self.text_at(token as usize).into())
                .collect(),
        })
    }

    fn with_path<T>(&self, parts: &[u32], ask: impl FnOnce(&[&str]) -> T) -> T {
        let mut path = [""; PARTS];
        for (slot, &token) in path.iter_mut().zip(parts) {
            *slot = self.text_at(token as usize);
        }
        ask(&path[..parts.len().min(PARTS)])
    }

    /// A member of what `outer` names outside of the text.
    #[cold]
    fn ask(&self, how: Outside, outer: &Name, token: u32) -> Option<Found> {
        let inside = how == Outside::Owner;
        if outer.opaque {
            return None;
        }
        // The classes around the owner are looked into as well.
        let shortest = if inside { 1 } else { outer.len };
        (shortest..=outer.len).rev().find_map(|len| {
            let asked = Name { len, ..*outer }.with(&[token]);
            let class = self.with_path(asked.parts(), |path| {
                let query = NameQuery {
                    global: outer.global,
                    path,
                    token,
                };
                self.names.member(&query, inside)
            })?;
            let meaning = of_outside(class);
            Some(Found {
                class: meaning.class,
                scope: None,
                dependent: false,
                is_function: meaning.is_function,
                outer: Some(asked),
            })
        })
    }

    #[cold]
    fn outer_meaning(&self, name: &Name, parts: &[u32]) -> Meaning {
        let token = parts[parts.len() - 1];
        let global = name.global;
        if let &[only] = parts {
            match predefined(self.text_at(only as usize)) {
                Some(Predefined::Type) => return plain(NameClass::Type),
                Some(Predefined::Template) => return plain(NameClass::TypeTemplate),
                _ => {}
            }
        } else if self.is_dependent_path(&name.qualifier()) {
            return self.dependent_meaning(name, parts);
        }
        let class = self.with_path(parts, |path| {
            self.names.classify(&NameQuery {
                global,
                path,
                token,
            })
        });
        if class == NameClass::Unknown && !global {
            let ask =
                |how, outer: &Name| self.ask(how, &outer.with(&parts[..parts.len() - 1]), token);
            if let Some(found) = self.scopes.lookup_by_directives(&ask) {
                return Meaning {
                    class: found.class,
                    scope: None,
                    is_function: found.is_function,
                    outer: found.outer,
                };
            }
        }
        Meaning {
            outer: Some(*name),
            ..of_outside(class)
        }
    }

    /// A name whose qualifier depends on template parameters: of the current instantiation, if it is the class that the
    /// declaration is a member of, and otherwise a value ([temp.dep.type]/1, [temp.res.general]/3).
    fn dependent_meaning(&self, name: &Name, parts: &[u32]) -> Meaning {
        let text = |token: u32| self.text_at(token as usize);
        let qualifier = &parts[..parts.len() - 1];
        for owner in self.scopes.owners() {
            let same = owner.parts().iter().rev().zip(qualifier.iter().rev());
            if qualifier.len() <= owner.parts().len()
                && same.into_iter().all(|(&a, &b)| text(a) == text(b))
            {
                return match self.ask(Outside::Owner, owner, parts[parts.len() - 1]) {
                    Some(found) => Meaning {
                        class: found.class,
                        scope: None,
                        is_function: found.is_function,
                        outer: found.outer,
                    },
                    None => UNKNOWN_MEANING,
                };
            }
        }
        match self.with_path(&parts[..1], |path| {
            self.names.classify(&NameQuery {
                global: name.global,
                path,
                token: parts[0],
            })
        }) {
            NameClass::Unknown => UNKNOWN_MEANING,
            _ => plain(NameClass::Value),
        }
    }

    /// Reads a possibly qualified name into the open node: the qualifiers as `NESTED_NAME_SPECIFIER`, then the last
    /// component. `None`, with an error reported, if there is none.
    pub(super) fn name(&mut self, context: NameContext) -> Option<Name> {
        let mut name = Name::default();
        if self.at(IDENT) && !matches!(self.nth(1), LT | COLON2) {
            name.add(self.pos);
            name.shape = NameShape::Ident;
            self.bump();
            return Some(name);
        }
        let nested = self.start();
        if self.at(COLON2) {
            name.global = true;
            self.bump();
        }
        let mut qualified = name.global;
        let mut gap = self.events.len();
        self.events.push(Event::None);
        loop {
            let was_template = name.shape == NameShape::Template;
            if !self.component(context, &mut name) {
                return None;
            }
            name.after_template = was_template;
            if !self.at(COLON2) {
                break;
            }
            if !self.qualifier_continues() {
                // `C::*` is a pointer operator.
                if self.nth(1) != STAR && self.speculating == 0 {
                    self.bump();
                    self.error(SyntaxErrorKind::ExpectedIdentifier);
                    return None;
                }
                break;
            }
            qualified = true;
            self.bump();
            gap = self.events.len();
            self.events.push(Event::None);
        }
        if qualified && gap < self.events.len() {
            self.events[nested.0 as usize] = Event::Start {
                kind: NESTED_NAME_SPECIFIER,
                parent: 0,
            };
            self.events[gap] = Event::Finish;
        }
        Some(name)
    }

    /// Whether what follows `::` belongs to the name; `C::*` is a pointer operator.
    fn qualifier_continues(&self) -> bool {
        match self.nth(1) {
            IDENT | OPERATOR_KW | TILDE | TEMPLATE_KW => true,
            // A destructor call on a dependent name may repeat `decltype`.
            _ => false,
        }
    }

    fn component(&mut self, context: NameContext, name: &mut Name) -> bool {
        let template = self.eat(TEMPLATE_KW);
        match self.kind {
            IDENT => {
                let id = self.start();
                name.add(self.pos);
                name.shape = NameShape::Ident;
                self.bump();
                if self.at(LT) && (template || self.opens_arguments(context, name)) {
                    if context == NameContext::Expression
                        && !template
                        && !self.class(name).is_template()
                    {
                        if self
                            .attempt(Attempt::TemplateArguments, Self::likely_template_arguments)
                            .is_some()
                        {
                            id.complete(self, TEMPLATE_ID);
                            name.shape = NameShape::Template;
                        }
                    } else {
                        self.template_argument_list();
                        id.complete(self, TEMPLATE_ID);
                        name.shape = NameShape::Template;
                    }
                } else {
                    id.abandon(self);
                }
                true
            }
            OPERATOR_KW => {
                let id = self.start();
                name.add(self.pos);
                name.shape = self.operator_name();
                // `a.operator< <T>(b)`: arguments of an operator template.
                if self.at(LT)
                    && name.shape != NameShape::Conversion
                    && self.skip_template_arguments(self.pos).is_some()
                {
                    self.template_argument_list();
                    id.complete(self, TEMPLATE_ID);
                } else {
                    id.abandon(self);
                }
                true
            }
            TILDE => {
                name.shape = NameShape::Destructor;
                self.destructor_name(name);
                true
            }
            DECLTYPE_KW => {
                name.opaque = true;
                self.decltype_specifier();
                true
            }
            _ => {
                self.error(match context {
                    NameContext::Member => SyntaxErrorKind::ExpectedMemberName,
                    _ => SyntaxErrorKind::ExpectedIdentifier,
                });
                false
            }
        }
    }

    fn destructor_name(&mut self, name: &mut Name) {
        let m = self.start();
        self.bump();
        match self.kind {
            IDENT => {
                let id = self.start();
                name.add(self.pos);
                self.bump();
                if self.at(LT) && self.skip_template_arguments(self.pos).is_some() {
                    self.template_argument_list();
                    id.complete(self, TEMPLATE_ID);
                } else {
                    id.abandon(self);
                }
            }
            DECLTYPE_KW => self.decltype_specifier(),
            _ => self.error(SyntaxErrorKind::ExpectedIdentifier),
        }
        m.complete(self, DESTRUCTOR_NAME);
    }

    /// Whether the `<` at the current position opens the arguments of `name`, the component just read ([temp.names]/3).
    /// Structure is asked before names: most less-thans have no `>` that could match.
    fn opens_arguments(&mut self, context: NameContext, name: &Name) -> bool {
        match context {
            NameContext::Type => true,
            NameContext::Declarator => self.skip_template_arguments(self.pos).is_some(),
            NameContext::Member => match self.skip_template_arguments(self.pos) {
                Some(after) => {
                    self.follows_template_id(after) && self.is_template_by_form(self.pos, after)
                }
                None => false,
            },
            NameContext::Expression => {
                let Some(after) = self.skip_template_arguments(self.pos) else {
                    return self.class(name).is_template();
                };
                let meaning = self.meaning(name);
                match meaning.class {
                    NameClass::Value if !meaning.is_function => false,
                    NameClass::Value | NameClass::Unknown => {
                        self.follows_template_id(after) && self.is_template_by_form(self.pos, after)
                    }
                    _ => true,
                }
            }
        }
    }

    fn likely_template_arguments(&mut self) -> Option<()> {
        self.template_argument_list();
        (!self.failed && self.follows_template_id(self.pos)).then_some(())
    }

    /// `operator` and what it names ([over.oper], [over.literal], [class.conv.fct]).
    pub(super) fn operator_name(&mut self) -> NameShape {
        let m = self.start();
        self.bump();
        match self.kind {
            NEW_KW | DELETE_KW => {
                self.bump();
                if self.at(L_BRACK) {
                    self.bump();
                    self.expect(R_BRACK);
                }
            }
            L_PAREN if self.nth(1) != R_PAREN => {
                self.error(SyntaxErrorKind::ExpectedOperator);
            }
            L_PAREN => {
                self.bump();
                self.bump();
            }
            L_BRACK => {
                self.bump();
                self.expect(R_BRACK);
            }
            STRING_LITERAL => {
                // `operator""_x` is one token, `operator"" _x` two.
                let whole = !self.text_at(self.pos).ends_with('"');
                self.bump();
                if !whole && self.kind != L_PAREN {
                    // The suffix may be spelled like a keyword.
                    if self.at(IDENT) || self.kind.is_keyword() {
                        self.bump_as(IDENT);
                    } else {
                        self.error(SyntaxErrorKind::ExpectedIdentifier);
                    }
                }
                m.complete(self, LITERAL_OPERATOR_ID);
                return NameShape::Literal;
            }
            CO_AWAIT_KW => self.bump(),
            GT => {
                // `>`, `>=`, `>>`, `>>=`
                let mut more = self.joint(0);
                self.bump();
                if more && self.at(GT) {
                    more = self.joint(0);
                    self.bump();
                }
                if more && self.at(EQ) {
                    self.bump();
                }
            }
            PLUS | MINUS | STAR | SLASH | PERCENT | CARET | AMP | PIPE | TILDE | BANG | EQ | LT
            | PLUS_EQ | MINUS_EQ | STAR_EQ | SLASH_EQ | PERCENT_EQ | CARET_EQ | AMP_EQ
            | PIPE_EQ | SHL | SHL_EQ | EQ2 | BANG_EQ | LT_EQ | SPACESHIP | AMP2 | PIPE2 | PLUS2
            | MINUS2 | COMMA | ARROW | ARROW_STAR => self.bump(),
            // `operator<<<T>`: the lexer reads the longest token, which here is two.
            LAUNCH_OPEN => {
                self.events.push(Event::Prefix(SHL, 2));
                self.kind = LT;
            }
            _ => {
                if !super::lookahead::begins_declaration(self.kind)
                    && !matches!(self.kind, IDENT | COLON2 | DECLTYPE_KW | TYPEOF_KW)
                {
                    self.error(SyntaxErrorKind::ExpectedOperator);
                    m.complete(self, OPERATOR_FUNCTION_ID);
                    return NameShape::Operator;
                }
                self.conversion_type();
                m.complete(self, CONVERSION_FUNCTION_ID);
                return NameShape::Conversion;
            }
        }
        m.complete(self, OPERATOR_FUNCTION_ID);
        NameShape::Operator
    }

    fn bump_as(&mut self, kind: SyntaxKind) {
        if self.kind != EOF {
            self.events.push(Event::Token(kind));
            self.pos += 1;
            self.kind = self.kind_at(self.pos);
        }
    }

    /// Declares a name whose members may be outside of the text.
    pub(super) fn declare_outer(
        &mut self,
        at: usize,
        class: NameClass,
        members: Option<ScopeId>,
        outer: Option<Name>,
    ) {
        let target = self.scopes.target();
        self.scopes
            .declare_outer(target, self.text_at(at), class, members, outer);
    }

    /// Declares the name of token `at` in the scope that takes declarations.
    pub(super) fn declare(&mut self, at: usize, class: NameClass, members: Option<ScopeId>) {
        let target = self.scopes.target();
        self.scopes
            .declare(target, self.text_at(at), class, members);
    }
}
