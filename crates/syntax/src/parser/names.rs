//! Names ([expr.prim.id], [temp.names]): qualified names, template-ids, operator names, and what they mean.

pub(super) mod meanings;

use super::*;
use crate::parse::NameClass;

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

    pub(super) fn parts(&self) -> &[u32] {
        &self.parts[..usize::from(self.len)]
    }

    /// The token of the last component.
    pub(super) fn last(&self) -> Option<usize> {
        self.parts().last().map(|&token| token as usize)
    }
}

impl<'a> Parser<'a> {
    /// Reads a possibly qualified name into the open node: the qualifiers as `NESTED_NAME_SPECIFIER`, then the last
    /// component. `None`, with an error reported, if there is none.
    pub(super) fn name(&mut self, context: NameContext) -> Option<Name> {
        let mut name = Name::default();
        let alone = self.at(IDENT) && !matches!(self.nth(1), LT | COLON2);
        if alone || context == NameContext::Declarator && self.at_undeclared_scope() {
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
            NameContext::Type => !self.is_undeclared_path(name),
            NameContext::Declarator => {
                self.skip_template_arguments(self.pos).is_some() && !self.is_undeclared_path(name)
            }
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

    /// Declares a type of whose members nothing can be known.
    pub(super) fn declare_dependent(&mut self, at: usize, class: NameClass) {
        let target = self.scopes.target();
        self.scopes
            .declare_dependent(target, self.text_at(at), class);
    }

    /// Declares the name of token `at` in the scope that takes declarations.
    pub(super) fn declare(&mut self, at: usize, class: NameClass, members: Option<ScopeId>) {
        let target = self.scopes.target();
        self.scopes
            .declare(target, self.text_at(at), class, members);
    }
}
