//! Declarators ([dcl.decl]): pointer operators, the declarator-id, function and array suffixes, parameters.

use super::{
    names::{Name, NameContext, NameShape},
    specifiers::{SpecifierContext, Specifiers},
    *,
};
use crate::parse::NameClass;

/// Which forms of declarator may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeclaratorContext {
    /// Of a namespace, class or block; named.
    Declaration,
    /// Named, where `(` after the name never begins an initializer: members, typedefs, friends, template parameters.
    Member,
    /// Of a parameter: named or not.
    Parameter,
    /// Of a type-id: not named.
    Abstract,
    /// Of a conversion-type-id: pointer operators only.
    Conversion,
    /// Of a new-type-id: no function suffix.
    New,
}

/// Whose parameters are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ParametersOf {
    Function,
    Lambda,
    Template,
    Handler,
}

/// What a declarator declares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Declared {
    pub(super) name: Option<Name>,
    /// The suffix next to the declarator-id is a parameter clause.
    pub(super) is_function: bool,
    /// The scope of those parameters.
    pub(super) parameters: Option<ScopeId>,
    /// `[a, b]`
    pub(super) is_binding: bool,
    /// Nothing declares its qualified name, and a `<` stands behind it.
    pub(super) is_no_template: bool,
    /// There is a `->` type.
    pub(super) has_trailing_return: bool,
    /// There are pointer operators.
    pub(super) is_pointer: bool,
    /// Nothing at all was there.
    pub(super) is_empty: bool,
}

impl Declared {
    /// Whether it is named by one word, which with a type in front of it is no constructor's.
    pub(super) fn lacks_type_without_one(&self) -> bool {
        self.name
            .is_some_and(|name| name.shape == NameShape::Ident && !name.is_qualified())
    }

    /// Whether a type has to stand in front of this: it is no constructor, destructor, conversion function or deduction guide. Of plain
    /// functions the names of the classes around tell that.
    pub(super) fn lacks_type(&self) -> bool {
        match self.name.map(|name| name.shape) {
            Some(NameShape::Operator | NameShape::Literal) => true,
            Some(NameShape::Ident | NameShape::Template) => self.is_pointer || !self.is_function,
            _ => false,
        }
    }
}

/// What stands behind parameters, in the order of [dcl.decl.general].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Qualifier {
    Cv,
    Ref,
    Exceptions,
    Attributes,
    Trailing,
    Requires,
}

impl<'a> Parser<'a> {
    /// `DECLARATOR`, or nothing where an abstract one is empty.
    pub(super) fn declarator(
        &mut self,
        context: DeclaratorContext,
        specifiers: &Specifiers,
    ) -> (Declared, Option<Done>) {
        let mut result = (Declared::default(), None);
        self.nested(|p| result = p.declarator_inner(context, specifiers));
        result
    }

    fn declarator_inner(
        &mut self,
        context: DeclaratorContext,
        specifiers: &Specifiers,
    ) -> (Declared, Option<Done>) {
        let m = self.start();
        let before = self.pos;
        let mut declared = Declared::default();
        let pointers = self.pointer_operators();
        let named = matches!(
            context,
            DeclaratorContext::Declaration | DeclaratorContext::Member
        );
        if matches!(self.kind, ATTRIBUTE_KW | NOINLINE_KW | REGISTER_PARAMS_KW) {
            self.attribute_specifiers();
        }
        if self.at(ELLIPSIS) && !named && context != DeclaratorContext::Abstract
            || self.at(ELLIPSIS)
                && context == DeclaratorContext::Abstract
                && matches!(self.nth(1), L_PAREN | L_BRACK)
            || self.at(ELLIPSIS) && context == DeclaratorContext::Member
        {
            self.bump();
        }
        let mut inner_is_plain = true;
        match self.kind {
            IDENT | COLON2 | OPERATOR_KW | TILDE
                if named || context == DeclaratorContext::Parameter =>
            {
                let id = self.start();
                let name = self.pos;
                declared.name = self.name(NameContext::Declarator);
                if declared.name.is_none() {
                    id.complete(self, ERROR);
                    return (declared, Some(m.complete(self, DECLARATOR)));
                }
                declared.is_no_template =
                    self.at(LT) && declared.name.is_some_and(|n| self.is_undeclared_path(&n));
                let may_be_qualified = context != DeclaratorContext::Parameter
                    && !specifiers.is_typedef
                    && !self.scopes.in_class()
                    && !self.scopes.in_block();
                if declared.is_no_template && !may_be_qualified {
                    self.report(name, SyntaxErrorKind::QualifiedName, None);
                }
                if self.at(L_BRACK) && self.nth(1) == L_BRACK {
                    self.attribute_specifiers();
                }
                id.complete(self, DECLARATOR_ID);
                if matches!(
                    self.kind,
                    ATTRIBUTE_KW | ALIGNAS_KW | NOINLINE_KW | REGISTER_PARAMS_KW
                ) && self.kind_at(self.skip_attributes(self.pos)) == L_BRACK
                {
                    self.attribute_specifiers();
                }
            }
            DECLTYPE_KW if named => {
                let id = self.start();
                declared.name = self.name(NameContext::Declarator);
                id.complete(self, DECLARATOR_ID);
            }
            L_BRACK
                if context == DeclaratorContext::Declaration
                    && specifiers.has_auto
                    && self.nth(1) != L_BRACK =>
            {
                self.structured_binding();
                declared.is_binding = true;
            }
            L_PAREN if self.opens_paren_declarator(context) => {
                let inner = self.start();
                self.bump();
                self.attribute_specifiers();
                let before = self.pos;
                let (found, _) = self.declarator(context, specifiers);
                declared = found;
                inner_is_plain = !found.is_function
                    && self.kind_at(before) != STAR
                    && self.is_plain_between(before);
                self.attribute_specifiers();
                self.close(R_PAREN);
                inner.complete(self, PAREN_DECLARATOR);
            }
            SEMICOLON | EQ | COMMA | R_PAREN | R_BRACE | EOF | INT_LITERAL
                if named && pointers && !specifiers.is_friend =>
            {
                self.error(SyntaxErrorKind::ExpectedIdentifier);
            }
            _ => {}
        }
        let mut first = true;
        loop {
            match self.kind {
                L_PAREN
                    if self.opens_parameters(context, specifiers, &declared, first, pointers) =>
                {
                    let (scope, trailing) = self.parameters_and_qualifiers(declared.name.as_ref());
                    if first && inner_is_plain && !declared.is_function {
                        declared.is_function = true;
                        declared.parameters = Some(scope);
                        declared.has_trailing_return = trailing;
                    }
                }
                L_BRACK if context != DeclaratorContext::Conversion && self.nth(1) != L_BRACK => {
                    let suffix = self.start();
                    self.bump();
                    self.bracketed(|p| {
                        while matches!(p.kind, STATIC_KW | CONST_KW | RESTRICT_KW) {
                            p.bump();
                        }
                        if context == DeclaratorContext::New && !p.at(R_BRACK) {
                            p.expression();
                        } else if !p.at(R_BRACK) {
                            p.assignment_expression();
                        }
                    });
                    self.close(R_BRACK);
                    if self.at(L_BRACK) && self.nth(1) == L_BRACK {
                        self.attribute_specifiers();
                    }
                    suffix.complete(self, ARRAY_SUFFIX);
                }
                _ => break,
            }
            first = false;
        }
        declared.is_empty = self.pos == before;
        declared.is_pointer |= pointers;
        if declared.is_empty {
            m.abandon(self);
            return (declared, None);
        }

        (declared, Some(m.complete(self, DECLARATOR)))
    }

    /// Whether the tokens of a parenthesised declarator, from `from` on, are a declarator-id without pointer operators.
    fn is_plain_between(&self, from: usize) -> bool {
        !(from..self.pos).any(|i| matches!(self.kind_at(i), STAR | AMP | AMP2))
            || self.kind_at(from) == OPERATOR_KW
    }

    /// `* & && C::*` with their qualifiers.
    pub(super) fn pointer_operators(&mut self) -> bool {
        let mut any = false;
        loop {
            match self.kind {
                STAR | AMP | AMP2 => {
                    let m = self.start();
                    self.bump();
                    self.pointer_qualifiers();
                    m.complete(self, POINTER_OPERATOR);
                }
                IDENT | COLON2 | DECLTYPE_KW if self.at_member_pointer() => {
                    let m = self.start();
                    self.name(NameContext::Type);
                    self.bump();
                    self.bump();
                    self.pointer_qualifiers();
                    m.complete(self, POINTER_OPERATOR);
                }
                _ => return any,
            }
            any = true;
        }
    }

    fn at_member_pointer(&self) -> bool {
        match self.kind {
            // `decltype(x)::*`
            DECLTYPE_KW => self.skip_balanced(self.pos + 1).is_some_and(|after| {
                self.kind_at(after) == COLON2 && self.kind_at(after + 1) == STAR
            }),
            _ => {
                matches!(self.nth(1), COLON2 | LT | IDENT)
                    && self.member_pointer_at(self.pos).is_some()
            }
        }
    }

    fn pointer_qualifiers(&mut self) {
        loop {
            match self.kind {
                CONST_KW | VOLATILE_KW | RESTRICT_KW => self.bump(),
                ATTRIBUTE_KW | ALIGNAS_KW | NOINLINE_KW | REGISTER_PARAMS_KW => {
                    self.attribute_specifiers()
                }
                L_BRACK if self.nth(1) == L_BRACK => self.attribute_specifiers(),
                _ => break,
            }
        }
    }

    fn structured_binding(&mut self) {
        let m = self.start();
        self.bump();
        while !matches!(self.kind, R_BRACK | EOF) {
            if self.at(IDENT) {
                self.declare(self.pos, NameClass::Value, None);
                self.bump();
            } else {
                break;
            }
            if !self.eat(COMMA) {
                break;
            }
        }
        if matches!(self.kind_at(self.pos - 1), L_BRACK | COMMA) && self.speculating == 0 {
            // Not even the bracket counts as one then.
            self.error(SyntaxErrorKind::ExpectedIdentifier);
            let stop = self.stopping(Stops::BRACKET | Stops::STATEMENT, |p| {
                p.next_stop(p.pos, None)
            });
            self.skip_to(stop);
            if self.eat(R_BRACK) {
                self.error(SyntaxErrorKind::Expected(R_BRACK));
            }
        } else {
            self.close(R_BRACK);
        }
        m.complete(self, STRUCTURED_BINDING);
    }

    /// Whether the `(` before any declarator-id groups a declarator.
    fn opens_paren_declarator(&self, context: DeclaratorContext) -> bool {
        match context {
            DeclaratorContext::Conversion | DeclaratorContext::New => false,
            DeclaratorContext::Declaration | DeclaratorContext::Member => true,
            DeclaratorContext::Parameter | DeclaratorContext::Abstract => match self.nth(1) {
                STAR | AMP | AMP2 | L_BRACK => true,
                ATTRIBUTE_KW => {
                    matches!(
                        self.kind_at(self.skip_attributes(self.pos + 1)),
                        STAR | AMP | AMP2 | IDENT
                    )
                }
                L_PAREN => {
                    let mut inner = self.pos + 1;
                    while self.kind_at(inner) == L_PAREN {
                        inner += 1;
                    }
                    matches!(self.kind_at(inner), STAR | AMP | AMP2)
                        || context == DeclaratorContext::Parameter
                        || self.holds_parameters(inner)
                }
                IDENT | COLON2 => {
                    let Some((name, after)) = self.scan_name(self.pos + 1) else {
                        return false;
                    };
                    match self.kind_at(after) {
                        COLON2 => self.kind_at(after + 1) == STAR,
                        // `int (x)`, `int (x)[2]`, `int (f)(int)`: a name unless it is a type.
                        R_PAREN | L_BRACK | L_PAREN => {
                            context == DeclaratorContext::Parameter
                                && !name.is_qualified()
                                && !matches!(
                                    self.class(&name),
                                    NameClass::Type | NameClass::TypeTemplate
                                )
                        }
                        _ => false,
                    }
                }
                // `(...args)`: a parenthesised pack.
                ELLIPSIS => context == DeclaratorContext::Parameter && self.nth(2) == IDENT,
                _ => false,
            },
        }
    }

    /// Whether what stands in the parentheses before `inner`, and in more of them around those, are the parameters of a function
    /// type, and no operand of a cast: `int (())`, `int ((int))`.
    fn holds_parameters(&self, inner: usize) -> bool {
        let empty = self.kind_at(inner) == R_PAREN;
        let list = super::lookahead::is_builtin_type(self.kind_at(inner))
            && self.kind_at(inner + 1) != L_PAREN;
        (empty || list)
            && (self.skip_balanced(inner - 1)).is_some_and(|after| self.kind_at(after) == R_PAREN)
    }

    /// Whether the `(` after a declarator-id or in its place begins parameters.
    fn opens_parameters(
        &self,
        context: DeclaratorContext,
        specifiers: &Specifiers,
        declared: &Declared,
        first: bool,
        pointers: bool,
    ) -> bool {
        match context {
            DeclaratorContext::Conversion | DeclaratorContext::New => false,
            DeclaratorContext::Member | DeclaratorContext::Parameter => true,
            // `decltype(x)(y)` in an argument is a cast, but the type-id is only an attempt there.
            DeclaratorContext::Abstract => true,
            DeclaratorContext::Declaration => {
                if declared.is_binding || declared.is_function && !first {
                    return false;
                }
                let special = declared.name.is_some_and(|name| {
                    !matches!(name.shape, NameShape::Ident | NameShape::Template)
                });
                // Without a type it is a deduction guide, or a function that lacks its type, or a variable that does.
                let plain = (declared.name)
                    .is_some_and(|n| n.shape == NameShape::Ident && !n.is_qualified());
                let untyped = !specifiers.has_type;
                untyped && !(plain && first && !pointers)
                    || special
                    || specifiers.is_typedef
                    || specifiers.is_friend
                    || specifiers.is_extern
                    || declared.name.is_none()
                    // There are no arrays of functions, but arrays are initialised by what stands in parentheses.
                    || !self.begins_with_undeclared(declared)
                        && self.is_parameter_clause(
                            self.pos,
                            !first || self.scopes.in_block(),
                            first && (pointers || specifiers.is_builtin),
                        )
            }
        }
    }

    /// `(parameters) cv ref noexcept attributes -> type requires`. Returns the scope of the parameters and whether there is
    /// a trailing return type.
    fn parameters_and_qualifiers(&mut self, of: Option<&Name>) -> (ScopeId, bool) {
        let m = self.start();
        let outer = self.scopes.current();
        let scope = self.scopes.push(ScopeKind::Block);
        if let Some(name) = of.filter(|name| name.is_qualified()) {
            self.set_owner(scope, name);
        }
        self.parameter_clause(ParametersOf::Function);
        let mut trailing = false;
        let mut read = Qualifier::Cv;
        while let Some(next) = self.function_qualifier() {
            let again = matches!(next, Qualifier::Cv | Qualifier::Attributes);
            if next < read || next == read && !again {
                break;
            }
            read = next;
            match self.kind {
                NOEXCEPT_KW => self.noexcept_specifier(),
                THROW_KW => self.dynamic_exception_specification(),
                ARROW => {
                    trailing = true;
                    let arrow = self.start();
                    self.bump();
                    self.bracketed(|p| {
                        p.type_id();
                        p.second_type();
                    });
                    arrow.complete(self, TRAILING_RETURN_TYPE);
                }
                REQUIRES_KW => self.requires_clause(),
                _ if next == Qualifier::Attributes => self.attribute_specifiers(),
                _ => self.bump(),
            }
        }
        self.scopes.enter(outer);
        m.complete(self, PARAMETERS_AND_QUALIFIERS);
        (scope, trailing)
    }

    /// What may stand behind parameters, if the current token begins it.
    fn function_qualifier(&self) -> Option<Qualifier> {
        Some(match self.kind {
            CONST_KW | VOLATILE_KW | RESTRICT_KW => Qualifier::Cv,
            AMP | AMP2 => Qualifier::Ref,
            NOEXCEPT_KW | THROW_KW => Qualifier::Exceptions,
            ATTRIBUTE_KW | NOINLINE_KW | REGISTER_PARAMS_KW => Qualifier::Attributes,
            L_BRACK if self.nth(1) == L_BRACK => Qualifier::Attributes,
            ARROW => Qualifier::Trailing,
            REQUIRES_KW => Qualifier::Requires,
            _ => return None,
        })
    }

    /// Makes the scope that of the member that a qualified name defines out of line.
    pub(super) fn set_owner(&mut self, scope: ScopeId, name: &Name) {
        match self.own_qualifier(name) {
            Some(class) => self.scopes.set_owner(scope, class),
            None => (self.scopes).lead_outside(scope, Outside::Owner, name.qualifier()),
        }
    }

    pub(super) fn noexcept_specifier(&mut self) {
        let m = self.start();
        self.bump();
        if self.eat(L_PAREN) {
            self.in_complete_class(|p| p.bracketed(|p| p.expression()));
            self.close(R_PAREN);
        }
        m.complete(self, NOEXCEPT_SPECIFIER);
    }

    pub(super) fn dynamic_exception_specification(&mut self) {
        let m = self.start();
        self.bump();
        if self.expect(L_PAREN) {
            self.bracketed(|p| {
                while !matches!(p.kind, R_PAREN | EOF) {
                    if p.at(ELLIPSIS) {
                        p.bump();
                    } else {
                        let item = p.start();
                        p.type_id();
                        if p.eat(ELLIPSIS) {
                            item.complete(p, PACK_EXPANSION);
                        }
                    }
                    if !p.eat(COMMA) {
                        break;
                    }
                }
            });
            self.close(R_PAREN);
        }
        m.complete(self, DYNAMIC_EXCEPTION_SPECIFICATION);
    }

    /// `(parameters)`, declared in the current scope.
    pub(super) fn parameter_clause(&mut self, of: ParametersOf) {
        let m = self.start();
        if self.expect(L_PAREN) {
            self.bracketed(|p| {
                p.stops = p.stops | Stops::BODY;
                while !matches!(p.kind, R_PAREN | EOF) {
                    let before = p.pos;
                    if p.at(ELLIPSIS) && p.nth(1) == R_PAREN {
                        p.bump();
                        break;
                    }
                    let is_builtin = p.parameter_declaration(of);
                    // Outside of templates nothing is a pack, and the list ends.
                    if p.at(COMMA)
                        && p.kind_at(p.pos - 1) == ELLIPSIS
                        && is_builtin
                        && !p.scopes.is_template_around(p.scopes.current())
                    {
                        break;
                    }
                    // `int...` may end the list without a comma.
                    if p.at(ELLIPSIS) && p.nth(1) == R_PAREN {
                        p.bump();
                    }
                    if !p.eat(COMMA) || p.pos == before {
                        break;
                    }
                    if p.at(R_PAREN) {
                        p.error(SyntaxErrorKind::ExpectedType);
                    }
                }
            });
            let stops = self.stops | Stops::BODY;
            self.stopping(stops, |p| p.close(R_PAREN));
        }
        m.complete(self, PARAMETER_CLAUSE);
    }

    /// `PARAMETER_DECLARATION`, of a function or a template. Returns whether its type is a builtin one.
    pub(super) fn parameter_declaration(&mut self, of: ParametersOf) -> bool {
        self.nested(|p| {
            let m = p.start();
            p.attribute_specifiers();
            p.eat(THIS_KW);
            let specifiers = p.decl_specifier_seq(SpecifierContext::Parameter);
            if !specifiers.has_type {
                p.missing_type(&specifiers, p.pos);
            }
            // What stands behind such a type is not read.
            if (specifiers.named).is_some_and(|name| p.leads_through_undeclared(&name)) {
                p.skip_to_stop();
            }
            // The parameters of a function end in front of it.
            if of != ParametersOf::Function {
                p.second_type();
            }
            let (declared, _) = p.declarator(DeclaratorContext::Parameter, &specifiers);
            p.attribute_specifiers();
            let name = declared.name.and_then(|name| name.last());
            // The default of a template's parameter does not see it ([basic.scope.pdecl]).
            let of_template = p.greater == Greater::Closes;
            if let Some(at) = name.filter(|_| !of_template) {
                p.declare_parameter(at, specifiers.named);
            }
            if p.at(EQ) {
                let init = p.start();
                p.bump();
                p.in_complete_class(|p| _ = p.initializer_clause());
                if p.greater == Greater::Operator
                    && !matches!(
                        p.kind,
                        COMMA | R_PAREN | ELLIPSIS | EOF | SEMICOLON | L_BRACE
                    )
                    && !p.has_error_here()
                {
                    p.error_and_skip(SyntaxErrorKind::DefaultArgumentEnd);
                }
                init.complete(p, EQUAL_INITIALIZER);
            }
            if let Some(at) = name.filter(|_| of_template) {
                p.declare_parameter(at, specifiers.named);
            }
            m.complete(p, PARAMETER_DECLARATION);
            specifiers.is_builtin
        })
    }

    /// `named`: the name of its type. Of a template parameter it may be one of a concept, if nobody knows it.
    fn declare_parameter(&mut self, at: usize, named: Option<Name>) {
        let scope = self.scopes.current();
        let may_be_concept = self.scopes.is_templated()
            && named.is_some_and(|name| self.class(&name) == NameClass::Unknown);
        let class = match may_be_concept {
            true => NameClass::Unknown,
            false => NameClass::Value,
        };
        (self.scopes).declare(scope, self.text_at(at), class, None);
    }
}
