//! Disambiguation by looking at tokens: nothing here consumes any. Structure is asked first, names only where it leaves a
//! choice, so that a tree depends on few names.

mod parameters;

use super::{
    names::{Name, NameShape},
    scopes::OWN,
    specifiers::{SpecifierContext, Specifiers},
    *,
};
use crate::{Predefined, parse::NameClass, predefined};

/// Where a statement-like construct stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Block,
    /// The first clause of `for`, `if` or `switch`.
    Init,
    /// A condition, which as a declaration must have an initializer.
    Condition,
}

impl Parser<'_> {
    /// Whether `<...>` from `open` to `end`, after a name of which nothing is known, is more likely a template argument list than
    /// two comparisons. It must be one if no operand follows; and comparisons are mostly joined by `&&` and `||`.
    pub(super) fn is_template_by_form(&self, open: usize, end: usize) -> bool {
        let next = self.kind_at(end);
        next == COLON2
            || next == L_PAREN && self.list_length(end) != 1
            || !super::casts::begins_operand(next)
            || !self.has_logical_operator(open, end)
    }

    /// Whether the `<` at `open`, matched before `end`, opens arguments of `name`. A function may have templates among its
    /// overloads that are not in sight.
    pub(super) fn is_template_name(&self, name: &Name, open: usize, end: usize) -> bool {
        let meaning = self.meaning(name);
        match meaning.class {
            NameClass::Value if !meaning.is_function => false,
            NameClass::Value | NameClass::Unknown => self.is_template_by_form(open, end),
            _ => true,
        }
    }

    /// Whether a template-id may end before `pos` in an expression. An operand there means that `>` was an operator.
    pub(super) fn follows_template_id(&self, pos: usize) -> bool {
        let kind = self.kind_at(pos);
        !(kind == IDENT
            || matches!(
                kind,
                INT_LITERAL | FLOAT_LITERAL | CHAR_LITERAL | STRING_LITERAL | BANG | TILDE
            )
            || kind.is_keyword()
                && kind != AUTO_KW
                && kind != REQUIRES_KW
                && kind != CONST_KW
                && kind != VOLATILE_KW)
    }

    /// A possibly qualified name at `pos` and the position after it. Stops before `::*`, `::~` and `::operator`.
    pub(super) fn scan_name(&self, mut pos: usize) -> Option<(Name, usize)> {
        let mut name = Name::default();
        name.global = self.kind_at(pos) == COLON2;
        if name.global {
            pos += 1;
        }
        if self.kind_at(pos) == DECLTYPE_KW {
            pos = self.skip_balanced(pos + 1)?;
            name.set_opaque();
            if self.kind_at(pos) != COLON2 {
                return Some((name, pos));
            }
            pos += 1;
        }
        let mut after_template = false;
        // After `typename` and `template` a `<` is no operator.
        let typename = pos > 0 && self.kind_at(pos - 1) == TYPENAME_KW;
        if self.at_type_transform(pos) {
            name.set_opaque();
            return self.skip_balanced(pos + 1).map(|after| (name, after));
        }
        loop {
            let sure = typename || self.kind_at(pos) == TEMPLATE_KW;
            if self.kind_at(pos) == TEMPLATE_KW {
                pos += 1;
            }
            if self.kind_at(pos) != IDENT {
                return None;
            }
            name.add(pos);
            name.after_template = after_template;
            pos += 1;
            let mut template = false;
            if self.kind_at(pos) == LT {
                let end = match self.skip_template_arguments(pos) {
                    Some(after) => (sure
                        || self.kind_at(after) == COLON2 && !self.is_undeclared_path(&name)
                        || self.is_template_name(&name, pos, after))
                    .then_some(after),
                    None => self
                        .skip_known_arguments(pos)
                        .filter(|_| sure || self.class(&name).is_template()),
                };
                if let Some(after) = end {
                    pos = after;
                    template = true;
                }
            }
            let more =
                self.kind_at(pos) == COLON2 && matches!(self.kind_at(pos + 1), IDENT | TEMPLATE_KW);
            if !more {
                return Some((name, pos));
            }
            after_template = template;
            pos += 1;
        }
    }

    /// The name of a predefined type transformation and its `(` at `pos`.
    pub(super) fn at_type_transform(&self, pos: usize) -> bool {
        self.kind_at(pos) == IDENT
            && self.kind_at(pos + 1) == L_PAREN
            && self.kind_at(pos + 2) != R_PAREN
            && predefined(self.text_at(pos)) == Some(Predefined::Transform)
    }

    /// Whether a declaration begins at the current token, where an expression could as well ([stmt.ambig]).
    pub(super) fn at_declaration(&self, place: Place) -> bool {
        self.declaration_at(self.pos, place)
    }

    fn declaration_at(&self, pos: usize, place: Place) -> bool {
        match self.kind_at(pos) {
            IDENT | COLON2 => self.named_declaration_at(pos, place),
            EXTENSION_KW => self.declaration_at(pos + 1, place),
            ATTRIBUTE_KW | ALIGNAS_KW => self
                .skip_balanced(pos + 1)
                .is_some_and(|after| self.declaration_at(after, place)),
            L_BRACK => self
                .skip_balanced(pos)
                .is_some_and(|after| self.declaration_at(after, place)),
            NOINLINE_KW | REGISTER_PARAMS_KW => self.declaration_at(pos + 1, place),
            AUTO_KW => match self.kind_at(pos + 1) {
                L_BRACE => false,
                L_PAREN => self.is_paren_declarator(pos + 1),
                _ => true,
            },
            DECLTYPE_KW | TYPEOF_KW => {
                let Some(mut after) = self.skip_balanced(pos + 1) else {
                    return true;
                };
                if self.kind_at(after) == COLON2 {
                    match self.scan_name(after) {
                        Some((_, end)) => after = end,
                        None => return false,
                    }
                    // Without `typename` more likely a value.
                    if matches!(self.kind_at(after), STAR | AMP | AMP2) {
                        return self.is_pointer_declarator(after, place);
                    }
                }
                self.type_begins_declaration(after, place)
            }
            TYPENAME_KW => self
                .scan_name(pos + 1)
                .is_some_and(|(_, after)| self.type_begins_declaration(after, place)),
            kind if is_builtin_type(kind) => match self.kind_at(pos + 1) {
                L_PAREN => self.is_paren_declarator(pos + 1),
                L_BRACE => false,
                _ => true,
            },
            kind => begins_declaration(kind),
        }
    }

    /// After what certainly is a type: declarator, or the operand of a functional cast?
    fn type_begins_declaration(&self, after: usize, place: Place) -> bool {
        match self.kind_at(after) {
            L_PAREN => self.is_paren_declarator(after),
            L_BRACE => false,
            IDENT => true,
            STAR | AMP | AMP2 => true,
            COLON2 => true,
            SEMICOLON => place == Place::Block,
            kind => kind.is_keyword(),
        }
    }

    fn named_declaration_at(&self, pos: usize, place: Place) -> bool {
        let Some((name, after)) = self.scan_name(pos) else {
            return false;
        };
        match self.kind_at(after) {
            IDENT if self.leads_through_undeclared(&name) => self.is_template_of_nothing(&name),
            IDENT => after != pos + 1 || !self.is_own_value(&name),
            // `C::*`
            COLON2 => {
                self.kind_at(after + 1) == STAR
                    && name.last().is_some()
                    && self.class(&name) == NameClass::Type
            }
            STAR | AMP | AMP2 => match self.class(&name) {
                NameClass::Type | NameClass::TypeTemplate => true,
                NameClass::Unknown => {
                    !self.names_nothing(&name) && self.is_pointer_declarator(after, place)
                }
                _ => false,
            },
            L_PAREN => {
                self.is_paren_declarator(after)
                    && match self.class(&name) {
                        NameClass::Type | NameClass::TypeTemplate => true,
                        // `T (*p)(int)`: no argument of a call begins like that.
                        NameClass::Unknown => {
                            self.kind_at(after + 1) == STAR
                                && self.skip_balanced(after).is_some_and(|next| {
                                    let first = self.kind_at(next + 1);
                                    self.kind_at(next) == L_PAREN
                                        && (is_builtin_type(first) || first == CONST_KW)
                                        && !matches!(self.kind_at(next + 2), L_PAREN | L_BRACE)
                                })
                        }
                        _ => false,
                    }
            }
            kind if follows_name(kind) => !self.names_nothing(&name),
            // `T [[attr]] x`
            L_BRACK => {
                self.kind_at(after + 1) == L_BRACK
                    && self
                        .skip_balanced(after)
                        .is_some_and(|after| self.kind_at(after) == IDENT)
            }
            // A type and no name: that declares nothing.
            SEMICOLON => place == Place::Block && self.class(&name) == NameClass::Type,
            // A type too many.
            kind if is_builtin_type(kind) => self.class(&name) == NameClass::Type,
            _ => false,
        }
    }

    /// Whether a name is one word that nothing declares.
    pub(super) fn is_undeclared_word(&self, name: &Name) -> bool {
        !name.is_qualified() && name.parts().len() == 1 && self.meaning(name).is_undeclared
    }

    /// Whether a name is a qualified one that nothing declares.
    pub(super) fn is_undeclared_path(&self, name: &Name) -> bool {
        name.is_qualified() && self.meaning(name).is_undeclared
    }

    /// Whether a qualified name that nothing declares stands at the current token, and a `<` behind it: it is no template, so that
    /// the `<` is no part of a declaration.
    pub(super) fn at_undeclared_template(&self) -> bool {
        let mut name = Name::default();
        name.global = self.at(COLON2);
        let mut pos = self.pos + usize::from(name.global);
        loop {
            if self.kind_at(pos) != IDENT {
                return false;
            }
            name.add(pos);
            match self.kind_at(pos + 1) {
                COLON2 => pos += 2,
                LT => return self.is_undeclared_path(&name),
                _ => return false,
            }
        }
    }

    /// Whether a name that nothing declares stands at the current token, and `::` behind it: it is a declarator's, and the rest belongs
    /// to no declaration. `std` is known without a declaration.
    pub(super) fn at_undeclared_scope(&self) -> bool {
        let mut name = Name::default();
        name.add(self.pos);
        self.at(IDENT)
            && self.nth(1) == COLON2
            && self.nth(2) == IDENT
            && self.text_at(self.pos) != "std"
            && self.is_undeclared_word(&name)
    }

    /// Whether the path to a name leads through one that nothing declares: then it names no type.
    pub(super) fn leads_through_undeclared(&self, name: &Name) -> bool {
        let mut path = name.qualifier();
        while !path.parts().is_empty() {
            if self.meaning(&path).is_undeclared {
                return true;
            }
            path = path.qualifier();
        }
        false
    }

    /// Whether nothing declares a name, or something that the path to it leads through.
    pub(super) fn names_nothing(&self, name: &Name) -> bool {
        self.meaning(name).is_undeclared || self.leads_through_undeclared(name)
    }

    /// Whether a name has template arguments and begins with one that nothing declares: `M::A<int>`.
    fn is_template_of_nothing(&self, name: &Name) -> bool {
        let parts = name.parts();
        let mut first = Name::default();
        first.add(parts[0] as usize);
        !name.global
            && self.is_undeclared_word(&first)
            && (parts.iter()).any(|&part| self.kind_at(part as usize + 1) == LT)
    }

    /// Whether a name that nothing declares was read as the type, and a specifier stands behind it: then it was no type.
    pub(super) fn ends_at_undeclared(&self, s: &Specifiers) -> bool {
        follows_name(self.kind)
            && !s.declares
            && s.named.is_some_and(|name| {
                name.shape == NameShape::Ident
                    && name.last() == self.pos.checked_sub(1)
                    && self.is_undeclared_word(&name)
            })
    }

    /// Whether the name of a value that the item declares itself stands here, and another name behind it.
    pub(super) fn at_value_and_name(&self) -> bool {
        let mut name = Name::default();
        name.add(self.pos);
        self.at(IDENT) && self.nth(1) == IDENT && self.is_own_value(&name)
    }

    /// Whether a name is that of a value that the item declares itself, or of one that nothing declares and that was read as a value before:
    /// where the reference misses a value, it declares one. Of other names nobody outside is asked.
    fn is_own_value(&self, name: &Name) -> bool {
        let &[only] = name.parts() else { return false };
        let text = self.text_at(only as usize);
        if self.scopes.was_read_as_value(text) && self.meaning(name).is_undeclared {
            return true;
        }
        let found = match self.scopes.is_no_value(text) {
            true => None,
            false => self.scopes.lookup(text, OWN),
        };
        found.is_some_and(|found| found.class == NameClass::Value && !found.dependent)
    }

    /// `* const * name` and then what can follow a declarator: more likely a declaration than a product without use.
    fn is_pointer_declarator(&self, mut pos: usize, place: Place) -> bool {
        while matches!(
            self.kind_at(pos),
            STAR | AMP | AMP2 | CONST_KW | VOLATILE_KW | RESTRICT_KW
        ) {
            pos += 1;
        }
        if self.kind_at(pos) != IDENT {
            return self.kind_at(pos) == L_BRACK && place != Place::Condition;
        }
        match self.kind_at(pos + 1) {
            EQ | L_BRACE => true,
            SEMICOLON | COMMA | L_BRACK | L_PAREN => place != Place::Condition,
            COLON => place == Place::Init,
            _ => false,
        }
    }

    /// The position of the `*` of `C::*` or `C<T>::*` at `pos` ([dcl.mptr]).
    pub(super) fn member_pointer_at(&self, pos: usize) -> Option<usize> {
        let (_, after) = self.scan_name(pos)?;
        (self.kind_at(after) == COLON2 && self.kind_at(after + 1) == STAR).then_some(after + 1)
    }

    /// Whether the parentheses at `open`, after a type, hold a declarator: `(x)`, `(*x)[2]`, `(&x) = y`, `(*f())`.
    pub(super) fn is_paren_declarator(&self, open: usize) -> bool {
        let mut pos = open + 1;
        loop {
            match self.kind_at(pos) {
                STAR | AMP | AMP2 | CONST_KW | VOLATILE_KW | RESTRICT_KW | L_PAREN => pos += 1,
                ATTRIBUTE_KW => match self.skip_balanced(pos + 1) {
                    Some(after) => pos = after,
                    None => return false,
                },
                IDENT if !matches!(self.kind_at(pos + 1), COLON2 | LT) => break,
                IDENT | COLON2 => match self.member_pointer_at(pos) {
                    Some(star) => pos = star,
                    // `(*A::f())`: no block declares what is qualified ([dcl.meaning]/1).
                    None if !self.scopes.in_block() => match self.scan_name(pos) {
                        Some((_, after)) => {
                            pos = after - 1;
                            break;
                        }
                        None => return false,
                    },
                    None => return false,
                },
                _ => return false,
            }
        }
        pos += 1;
        // `(*f())`: what begins with an operator is no parameter.
        let is_function = matches!(self.kind_at(open + 1), STAR | AMP | AMP2)
            || self.member_pointer_at(open + 1).is_some();
        while self.kind_at(pos) == L_BRACK || is_function && self.kind_at(pos) == L_PAREN {
            match self.skip_balanced(pos) {
                Some(after) => pos = self.skip_function_qualifiers(after),
                None => return false,
            }
        }
        self.kind_at(pos) == R_PAREN
            && self.skip_balanced(open).is_some_and(|after| {
                matches!(
                    self.kind_at(after),
                    SEMICOLON
                        | EQ
                        | COMMA
                        | L_PAREN
                        | L_BRACK
                        | L_BRACE
                        | COLON
                        | ATTRIBUTE_KW
                        | ASM_KW
                )
            })
    }

    /// What may stand behind a function's parameters: cv-qualifiers, a ref-qualifier, an exception specification ([dcl.fct]).
    fn skip_function_qualifiers(&self, mut pos: usize) -> usize {
        loop {
            match self.kind_at(pos) {
                CONST_KW | VOLATILE_KW | AMP | AMP2 => pos += 1,
                NOEXCEPT_KW | THROW_KW => {
                    let end = match self.kind_at(pos + 1) {
                        L_PAREN => self.skip_balanced(pos + 1),
                        _ => Some(pos + 1),
                    };
                    match end {
                        Some(end) => pos = end,
                        None => return pos,
                    }
                }
                _ => return pos,
            }
        }
    }

    /// Whether a declarator-id without type specifier begins at the current name: constructor, destructor, conversion function
    /// or deduction guide.
    pub(super) fn at_untyped_declarator(&self) -> bool {
        let mut pos = self.pos;
        if self.kind_at(pos) == COLON2 {
            pos += 1;
        }
        let mut before = "";
        loop {
            if self.kind_at(pos) == TEMPLATE_KW {
                pos += 1;
            }
            match self.kind_at(pos) {
                OPERATOR_KW | TILDE => return true,
                IDENT => {}
                _ => return false,
            }
            let text = self.text_at(pos);
            let mut after = pos + 1;
            if self.kind_at(after) == LT {
                match self.skip_template_arguments(after) {
                    Some(end) => after = end,
                    None => return false,
                }
            }
            if self.kind_at(after) == COLON2 {
                before = text;
                pos = after + 1;
                continue;
            }
            if self.kind_at(after) != L_PAREN {
                return false;
            }
            if text == before {
                return true;
            }
            // `C (f)(int)`: what has a type declares a name in parentheses.
            if matches!(
                self.kind_at(after + 1),
                IDENT | COLON2 | OPERATOR_KW | TILDE
            ) && (self.skip_balanced(after)).is_some_and(|end| self.kind_at(end) == L_PAREN)
            {
                return false;
            }
            let class = self.scopes.class_name();
            if !class.is_empty() && before.is_empty() && text == class {
                // `C (*f)()` is a member of pointer type, and so is `C (D::*f)()`.
                return !matches!(self.kind_at(after + 1), STAR | AMP | CARET)
                    && self.member_pointer_at(after + 1).is_none();
            }
            // A deduction guide, a constructor outside of its class by a typedef's name, or a declaration that lacks its type.
            if self.scopes.in_block() {
                return false;
            }
            let mut name = Name::default();
            name.add(pos);
            return !self.is_paren_declarator(after)
                || before.is_empty()
                    && pos == self.pos
                    && matches!(self.class(&name), NameClass::Value | NameClass::Function);
        }
    }
}

impl Parser<'_> {
    /// Whether the name at the current token, where a type could stand, is what is declared, and the type is missing: nothing could
    /// be declared behind it. Behind specifiers, or alone in a namespace or class.
    pub(super) fn at_untyped_name(&self, context: SpecifierContext, s: &Specifiers) -> bool {
        let ends = match self.nth(1) {
            EQ | SEMICOLON | COMMA => context == SpecifierContext::Declaration,
            COLON => false,
            _ => return false,
        };
        let ends = ends
            || context == SpecifierContext::Variable
                && matches!(self.nth(1), EQ | COLON | SEMICOLON);
        let mut name = Name::default();
        name.add(self.pos);
        ends && self.at(IDENT)
            && !s.is_friend
            && (s.has_other || self.nth(1) != SEMICOLON && !self.scopes.in_block())
            && matches!(
                self.class(&name),
                NameClass::Unknown | NameClass::Value | NameClass::Function | NameClass::Namespace
            )
    }
}

/// The specifiers that may stand behind a name: behind a type's those that are no types, behind a concept's the placeholders.
fn follows_name(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CONST_KW
            | VOLATILE_KW
            | RESTRICT_KW
            | ATTRIBUTE_KW
            | STATIC_KW
            | CONSTEXPR_KW
            | INLINE_KW
            | NOINLINE_KW
            | REGISTER_PARAMS_KW
            | EXTERN_KW
            | THREAD_LOCAL_KW
            | TYPEDEF_KW
            | AUTO_KW
            | DECLTYPE_KW
    )
}

/// The keywords of [dcl.type.simple] that can stand alone.
pub fn is_builtin_type(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        BOOL_KW
            | CHAR_KW
            | SHORT_KW
            | INT_KW
            | LONG_KW
            | FLOAT_KW
            | DOUBLE_KW
            | VOID_KW
            | SIGNED_KW
            | UNSIGNED_KW
            | WCHAR_T_KW
            | CHAR8_T_KW
            | CHAR16_T_KW
            | CHAR32_T_KW
            | INT128_KW
            | FLOAT128_KW
            | FLOAT80_KW
            | FLOAT16_KW
            | BF16_KW
            | FP16_KW
            | COMPLEX_KW
    )
}

/// Keywords that begin a declaration and never an expression.
pub(super) fn begins_declaration(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CONST_KW
            | VOLATILE_KW
            | STATIC_KW
            | EXTERN_KW
            | TYPEDEF_KW
            | REGISTER_KW
            | MUTABLE_KW
            | THREAD_LOCAL_KW
            | THREAD_KW
            | CONSTEXPR_KW
            | CONSTEVAL_KW
            | CONSTINIT_KW
            | INLINE_KW
            | NOINLINE_KW
            | REGISTER_PARAMS_KW
            | VIRTUAL_KW
            | EXPLICIT_KW
            | FRIEND_KW
            | CLASS_KW
            | STRUCT_KW
            | UNION_KW
            | ENUM_KW
            | TYPENAME_KW
            | NAMESPACE_KW
            | USING_KW
            | STATIC_ASSERT_KW
            | TEMPLATE_KW
            | ASM_KW
            | ALIGNAS_KW
            | RESTRICT_KW
            | AUTO_KW
            | ATTRIBUTE_KW
            | CONCEPT_KW
    ) || is_builtin_type(kind)
}
