//! Whether parentheses behind a name hold parameters or an initializer ([dcl.ambig.res]).

use crate::parse::NameClass;
use crate::parser::declarators::Declared;
use crate::parser::lookahead::{begins_declaration, is_builtin_type};
use crate::parser::names::Name;
use crate::parser::*;

impl Parser<'_> {
    /// Whether the parentheses at the current token, behind what a namespace declares, begin with a name that nothing declares and that
    /// no other name follows: it is no type, so that this is an initializer. Of names that the implementation may have nothing is sure.
    pub(in crate::parser) fn begins_with_undeclared(&self, declared: &Declared) -> bool {
        if self.scopes.in_block()
            || self.scopes.in_class()
            || declared.name.is_none_or(|name| name.is_qualified())
            || !matches!(self.nth(1), IDENT | COLON2)
        {
            return false;
        }
        let mut name = Name::default();
        name.global = self.nth(1) == COLON2;
        let mut pos = self.pos + 1 + usize::from(name.global);
        name.add(pos);
        while self.kind_at(pos + 1) == COLON2 && self.kind_at(pos + 2) == IDENT {
            pos += 2;
            name.add(pos);
        }
        self.kind_at(pos) == IDENT
            && matches!(
                self.kind_at(pos + 1),
                STAR | AMP
                    | AMP2
                    | COMMA
                    | R_PAREN
                    | L_PAREN
                    | LT
                    | CONST_KW
                    | VOLATILE_KW
                    | RESTRICT_KW
                    | ATTRIBUTE_KW
            )
            && self.meaning(&name).is_undeclared
            || self.leads_through_undeclared(&name)
    }

    /// Whether an expression begins here: with a literal, an operator or the name of a value, or with a name that nothing declares and
    /// that goes on as an expression.
    fn begins_with_value(&self, pos: usize) -> bool {
        match self.kind_at(pos) {
            IDENT => {}
            INT_LITERAL | FLOAT_LITERAL | STRING_LITERAL | CHAR_LITERAL | TRUE_KW | FALSE_KW
            | NULLPTR_KW | L_PAREN | MINUS | PLUS | STAR | AMP | BANG | TILDE | PLUS2 | MINUS2
            | SIZEOF_KW | STATIC_CAST_KW | CONST_CAST_KW | DYNAMIC_CAST_KW
            | REINTERPRET_CAST_KW => return true,
            _ => return false,
        }
        // Behind a type stands something else: no name is asked for in vain.
        let next = self.kind_at(pos + 1);
        let goes_on = matches!(
            next,
            DOT | ARROW
                | L_BRACK
                | L_PAREN
                | PLUS
                | MINUS
                | SLASH
                | PERCENT
                | PLUS2
                | MINUS2
                | QUESTION
                | EQ2
                | BANG_EQ
                | SHL
                | PIPE
                | PIPE2
        );
        if !goes_on && next != COMMA {
            return false;
        }
        let mut name = Name::default();
        name.add(pos);
        match self.class(&name) {
            NameClass::Value | NameClass::Function => true,
            NameClass::Unknown => goes_on && next != L_PAREN && self.meaning(&name).is_undeclared,
            _ => false,
        }
    }

    /// Whether the `(` at `open`, after a declarator-id, begins parameters and not an initializer ([dcl.ambig.res]).
    /// `block`: of a local declaration; `scalar`: the type is no class.
    pub(in crate::parser) fn is_parameter_clause(
        &self,
        open: usize,
        block: bool,
        scalar: bool,
    ) -> bool {
        let Some(after) = self.skip_balanced(open) else {
            return !block;
        };
        // What only a function can be followed by.
        match self.kind_at(after) {
            L_BRACE | CONST_KW | VOLATILE_KW | NOEXCEPT_KW | THROW_KW | ARROW | AMP | AMP2
            | TRY_KW | REQUIRES_KW => return true,
            COLON => return !block,
            EQ => return true,
            IDENT if !block => return true,
            _ => {}
        }
        // Pointers and the like have one initializer at most.
        if scalar && self.list_length(open) > 1 && !self.begins_with_value(open + 1) {
            return true;
        }
        let mut pos = open + 1;
        loop {
            match self.kind_at(pos) {
                R_PAREN | ELLIPSIS => return true,
                IDENT | COLON2 => {}
                L_BRACK => return self.kind_at(pos + 1) == L_BRACK,
                // `int` begins a parameter, `int(` most likely a cast.
                kind if is_builtin_type(kind)
                    || matches!(kind, TYPENAME_KW | DECLTYPE_KW | TYPEOF_KW) =>
                {
                    let end = match kind {
                        TYPENAME_KW => self.scan_name(pos + 1).map(|(_, end)| end),
                        DECLTYPE_KW | TYPEOF_KW => self.skip_balanced(pos + 1),
                        _ => Some(pos + 1),
                    };
                    // `int(x)` is a parameter x or a cast: the next one may tell.
                    if block
                        && let Some(open) = end
                        && self.kind_at(open) == L_PAREN
                        && self.is_parameter_declarator(open, block)
                        && let Some(after) = self.skip_balanced(open)
                        && self.kind_at(after) == COMMA
                    {
                        pos = after + 1;
                        continue;
                    }
                    return end.is_some_and(|end| match self.kind_at(end) {
                        L_PAREN => self.is_parameter_declarator(end, block),
                        L_BRACE => false,
                        _ => true,
                    });
                }
                kind => {
                    return begins_declaration(kind)
                        || kind == THIS_KW && self.kind_at(pos + 1) == IDENT;
                }
            }
            let Some((name, end)) = self.scan_name(pos) else {
                return false;
            };
            match self.kind_at(end) {
                IDENT | CONST_KW | VOLATILE_KW | AUTO_KW => return true,
                COLON2 => return self.kind_at(end + 1) == STAR,
                _ => {}
            }
            let class = self.class(&name);
            match class {
                NameClass::Type | NameClass::TypeTemplate => {
                    // `T(x)` is a parameter x or a cast: the next one may tell.
                    if self.kind_at(end) == L_PAREN
                        && block
                        && self.is_parameter_declarator(end, block)
                        && let Some(after) = self.skip_balanced(end)
                        && self.kind_at(after) == COMMA
                    {
                        pos = after + 1;
                        continue;
                    }
                    return match self.kind_at(end) {
                        R_PAREN | COMMA | STAR | AMP | AMP2 | ELLIPSIS | EQ | L_BRACK
                        | RESTRICT_KW | ATTRIBUTE_KW => true,
                        L_PAREN => self.is_parameter_declarator(end, block),
                        _ => false,
                    };
                }
                // The name that is being declared is no type ([basic.scope.pdecl]/1).
                NameClass::Unknown
                    if open > 0
                        && end == pos + 1
                        && self.kind_at(open - 1) == IDENT
                        && self.text_at(open - 1) == self.text_at(pos) =>
                {
                    return false;
                }
                NameClass::Unknown => {}
                _ => return false,
            }
            // An unknown name: a type in the parameters of a function, a value in the arguments of a local variable.
            match self.kind_at(end) {
                STAR | AMP | AMP2 => {
                    let mut after = end;
                    while matches!(
                        self.kind_at(after),
                        STAR | AMP | AMP2 | CONST_KW | RESTRICT_KW
                    ) {
                        after += 1;
                    }
                    return match self.kind_at(after) {
                        R_PAREN | COMMA | ELLIPSIS | EQ => true,
                        L_PAREN => !block,
                        IDENT => {
                            !block
                                && matches!(
                                    self.kind_at(after + 1),
                                    R_PAREN | COMMA | EQ | L_BRACK | ATTRIBUTE_KW
                                )
                        }
                        _ => false,
                    };
                }
                ELLIPSIS | EQ | RESTRICT_KW | ATTRIBUTE_KW => return !block,
                L_PAREN => return !block && self.is_paren_declarator(end),
                R_PAREN => return !block,
                COMMA => pos = end + 1,
                _ => return false,
            }
        }
    }

    /// Whether the parentheses at `open`, after the type of what may be a parameter, hold its declarator or are its parameters:
    /// `T()`, `T(x)`, `T(*)(int)`, `T(f())`, `T(int)` ([dcl.ambig.res]/2 and 3), and are no operand of a functional cast.
    fn is_parameter_declarator(&self, open: usize, block: bool) -> bool {
        let Some(after) = self.skip_balanced(open) else {
            return !block;
        };
        matches!(
            self.kind_at(after),
            R_PAREN
                | COMMA
                | L_PAREN
                | L_BRACK
                | EQ
                | NOEXCEPT_KW
                | CONST_KW
                | AMP
                | AMP2
                | ATTRIBUTE_KW
                | ELLIPSIS
        ) && self.holds_declarator(open + 1, block, 0)
    }

    fn holds_declarator(&self, mut pos: usize, block: bool, depth: u32) -> bool {
        loop {
            match self.kind_at(pos) {
                STAR | AMP | AMP2 | CARET | CONST_KW | VOLATILE_KW | RESTRICT_KW => pos += 1,
                ATTRIBUTE_KW => match self.skip_balanced(pos + 1) {
                    Some(after) => pos = after,
                    None => return false,
                },
                IDENT | COLON2 => break,
                R_PAREN | ELLIPSIS => return true,
                L_PAREN if depth < 8 => {
                    let Some(after) = self.skip_balanced(pos) else {
                        return false;
                    };
                    return matches!(self.kind_at(after), R_PAREN | L_PAREN | L_BRACK)
                        && self.holds_declarator(pos + 1, block, depth + 1);
                }
                // The parameters of a function type.
                kind if is_builtin_type(kind) => {
                    return match self.kind_at(pos + 1) {
                        L_PAREN => self.is_parameter_declarator_in(pos + 1, block, depth),
                        L_BRACE => false,
                        _ => true,
                    };
                }
                kind => return begins_declaration(kind),
            }
        }
        let Some((name, end)) = self.scan_name(pos) else {
            return false;
        };
        let plain = !name.is_qualified() && end == pos + 1;
        match self.kind_at(end) {
            // `C::*`
            COLON2 => return self.kind_at(end + 1) == STAR,
            IDENT | CONST_KW | VOLATILE_KW => return true,
            R_PAREN if plain => return true,
            // A declarator's bounds and parameters.
            L_BRACK if plain => {
                let mut after = end;
                while self.kind_at(after) == L_BRACK {
                    match self.skip_balanced(after) {
                        Some(end) => after = end,
                        None => return false,
                    }
                }
                return self.kind_at(after) == R_PAREN;
            }
            L_PAREN if plain => return self.is_parameter_declarator_in(end, block, depth),
            _ => {}
        }
        // The first parameter of a function type.
        matches!(
            self.kind_at(end),
            R_PAREN | COMMA | STAR | AMP | AMP2 | ELLIPSIS
        ) && match self.class(&name) {
            NameClass::Type | NameClass::TypeTemplate => true,
            NameClass::Unknown => !block,
            _ => false,
        }
    }

    fn is_parameter_declarator_in(&self, open: usize, block: bool, depth: u32) -> bool {
        depth < 8
            && self
                .skip_balanced(open)
                .is_some_and(|after| matches!(self.kind_at(after), R_PAREN | COMMA))
            && self.holds_declarator(open + 1, block, depth + 1)
    }
}
