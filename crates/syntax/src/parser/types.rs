//! Type-ids ([dcl.name]), and what may be a type-id or an expression ([dcl.ambig.res]).

use super::{declarators::DeclaratorContext, specifiers::SpecifierContext, *};
use crate::parse::NameClass;

/// What a construct is taken for when neither structure nor names decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Preference {
    /// Template arguments.
    Type,
    /// Operands of `sizeof` and the like, call arguments of traits.
    Expression,
}

impl Parser<'_> {
    /// `TYPE_ID`
    pub(super) fn type_id(&mut self) {
        self.nested(|p| {
            let m = p.start();
            let start = p.pos;
            let specifiers = p.decl_specifier_seq(SpecifierContext::Type);
            if !specifiers.has_type {
                p.missing_type(&specifiers, start);
            }
            p.declarator(DeclaratorContext::Abstract, &specifiers);
            m.complete(p, TYPE_ID);
        });
    }

    /// The type of a conversion function: no suffixes, since `()` is the function's ([class.conv.fct]).
    pub(super) fn conversion_type(&mut self) {
        self.nested(|p| {
            let m = p.start();
            let start = p.pos;
            let specifiers = p.decl_specifier_seq(SpecifierContext::Type);
            if specifiers.has_other && !specifiers.has_type {
                p.missing_type(&specifiers, start);
            } else if !specifiers.has_type {
                p.error(SyntaxErrorKind::ExpectedType);
            }
            p.declarator(DeclaratorContext::Conversion, &specifiers);
            m.complete(p, TYPE_ID);
        });
    }

    /// A type-id or an assignment-expression, up to a comma, a closing bracket or `...`.
    pub(super) fn type_or_expression(&mut self, preference: Preference) {
        if self.prefers_type(preference) {
            if self.attempt(Attempt::TypeId, Self::whole_type_id).is_some() {
                return;
            }
            if self
                .attempt(Attempt::Expression, Self::whole_expression)
                .is_some()
            {
                return;
            }
        } else {
            if self
                .attempt(Attempt::Expression, Self::whole_expression)
                .is_some()
            {
                return;
            }
            if self.attempt(Attempt::TypeId, Self::whole_type_id).is_some() {
                return;
            }
        }
        if super::lookahead::is_builtin_type(self.kind) && preference == Preference::Type {
            self.type_id();
        } else {
            self.initializer_clause();
        }
    }

    /// The same where an expression may have commas: between the parentheses of `typeid`.
    pub(super) fn type_or_comma_expression(&mut self, preference: Preference) {
        let whole = |p: &mut Self| {
            p.expression();
            (!p.failed && p.at(R_PAREN)).then_some(())
        };
        if self.prefers_type(preference) || self.attempt(Attempt::Expression, whole).is_none() {
            self.type_or_expression(preference);
        }
    }

    fn whole_type_id(&mut self) -> Option<()> {
        self.type_id();
        self.at_argument_end().then_some(())
    }

    fn whole_expression(&mut self) -> Option<()> {
        self.initializer_clause();
        self.at_argument_end().then_some(())
    }

    fn at_argument_end(&self) -> bool {
        !self.failed
            && match self.kind {
                // Not if it begins `>=`.
                GT => self.infix_operator().0 == 0,
                COMMA | R_PAREN | R_BRACK | ELLIPSIS | EOF | SEMICOLON => true,
                _ => false,
            }
    }

    /// Whether what follows an unknown name makes a function type improbable.
    fn is_call_or_product(&self, after: usize) -> bool {
        match self.kind_at(after) {
            AMP2 => self.kind_at(after + 1) == L_PAREN,
            L_PAREN if self.kind_at(after + 1) == R_PAREN => self.kind_at(after - 1) == GT,
            _ => self.is_call_of_value(after),
        }
    }

    /// Whether parentheses at `open` begin with the name of a value.
    fn is_call_of_value(&self, open: usize) -> bool {
        self.kind_at(open) == L_PAREN
            && matches!(self.kind_at(open + 1), IDENT | COLON2)
            && self
                .scan_name(open + 1)
                .is_some_and(|(argument, _)| match self.class(&argument) {
                    NameClass::Value => true,
                    // A member of what depends on template parameters names a type after `typename` only: the parameters of a
                    // function type in an argument are no place where it may be left out ([temp.res.general]/3 to 5).
                    NameClass::Unknown if argument.is_qualified() => {
                        argument.after_template || self.is_dependent_path(&argument.qualifier())
                    }
                    _ => false,
                })
    }

    /// Whether what stands behind a name, up to a closing parenthesis, can be an abstract declarator alone: `A<int>::type *)`,
    /// `A<int>::type (*)(int)`.
    fn is_pointer_in_parens(&self, behind: usize) -> bool {
        let is_pointer = |at: usize| {
            let kind = self.kind_at(at);
            matches!(
                kind,
                STAR | AMP | AMP2 | CONST_KW | VOLATILE_KW | RESTRICT_KW
            )
        };
        let end = (behind..).find(|at| !is_pointer(*at)).unwrap_or(behind);
        match self.kind_at(end) {
            R_PAREN => end > behind,
            L_PAREN => is_pointer(end + 1) && self.kind_at(end + 2) == R_PAREN,
            _ => false,
        }
    }

    /// Whether what comes is more likely a type-id, from its first name.
    pub(super) fn prefers_type(&self, preference: Preference) -> bool {
        match self.kind {
            IDENT if self.at_type_transform(self.pos) => true,
            // `__is_same(T, U)` is no function type.
            IDENT if self.at_type_trait() => false,
            IDENT | COLON2 => {
                let Some((name, after)) = self.scan_name(self.pos) else {
                    return false;
                };
                let plain = matches!(self.kind_at(after), COMMA | GT | R_PAREN | ELLIPSIS);
                let meaning = self.meaning(&name);
                let class = match (meaning.is_undeclared, preference) {
                    (true, Preference::Type) => NameClass::Unknown,
                    // What nothing declares is a value where a value may stand.
                    _ => meaning.class,
                };
                match class {
                    // `T(x)` of a value x is a conversion, whatever T is.
                    NameClass::Type | NameClass::TypeTemplate => !self.is_call_of_value(after),
                    NameClass::Value
                    | NameClass::Function
                    | NameClass::Concept
                    | NameClass::FunctionTemplate
                    | NameClass::VariableTemplate
                    | NameClass::Namespace => false,
                    // `a && (b)`, `f(x)` of a value x, `f<int>()`: not a function type.
                    NameClass::Unknown if self.is_call_or_product(after) => false,
                    // `A<T>::x` without `typename` names no type if it depends on T ([temp.res.general]/3).
                    NameClass::Unknown if name.after_template => {
                        preference == Preference::Expression && self.is_pointer_in_parens(after)
                    }
                    NameClass::Unknown | NameClass::Undeclared => match preference {
                        Preference::Type => true,
                        Preference::Expression => {
                            !plain
                                && matches!(
                                    self.kind_at(after),
                                    STAR | AMP | AMP2 | CONST_KW | VOLATILE_KW
                                )
                        }
                    },
                }
            }
            // `int(x)` of a value x is a conversion.
            kind if super::lookahead::is_builtin_type(kind) => !self.is_call_of_value(self.pos + 1),
            kind => {
                super::lookahead::begins_declaration(kind)
                    || kind == TYPEOF_KW
                    || kind == DECLTYPE_KW
            }
        }
    }
}
