//! Integer constants, as far as literals and the user's own constants decide them.
//!
//! It knows what [expr.const] calls integral constant expressions of fundamental types; a value that would not fit 64 bits, or
//! whose type would matter, is no value here.

use cleave_names::decl::{DeclKind, Spec, Tokens};
use cleave_syntax::SyntaxKind::{self, *};

use crate::cuda::kernels::form::{builtin, group_end};
use crate::engine::source::Source;
use crate::tokens::index::only_mine;
use crate::tokens::types;

/// How many constants may be defined by each other, and how deeply an expression may nest.
const DEPTH: u32 = 32;

/// What an expression is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// An integer.
    Integer(i128),
    /// No constant: it names a variable that is certainly none.
    Variable(u32),
    /// A constant of a floating type, by the type's name.
    Floating(&'static str),
    /// A string, a type's name or the like is no arithmetic value.
    Other(&'static str),
    /// Not certain.
    Unknown,
}

/// The value of an expression.
pub(crate) fn value(s: &Source<'_>, t: Tokens) -> Value {
    evaluate(s, t, 0)
}

/// The value of an expression that is certainly an integer constant.
pub(crate) fn integer(s: &Source<'_>, t: Tokens) -> Option<i128> {
    match value(s, t) {
        Value::Integer(v) => Some(v),
        _ => None,
    }
}

fn evaluate(s: &Source<'_>, t: Tokens, depth: u32) -> Value {
    if t.is_empty() || depth > DEPTH {
        return Value::Unknown;
    }
    let mut e = Evaluator {
        s,
        start: t.start,
        at: t.start,
        end: t.end,
        depth,
    };
    let v = e.conditional();
    if e.at == e.end { v } else { Value::Unknown }
}

struct Evaluator<'s, 'db> {
    s: &'s Source<'db>,
    start: u32,
    at: u32,
    end: u32,
    depth: u32,
}

impl Evaluator<'_, '_> {
    fn kind(&self) -> Option<SyntaxKind> {
        (self.at < self.end).then(|| self.s.kind(self.at))
    }

    fn eat(&mut self, kind: SyntaxKind) -> bool {
        let yes = self.kind() == Some(kind);
        self.at += u32::from(yes);
        yes
    }

    fn conditional(&mut self) -> Value {
        self.depth += 1;
        if self.depth > DEPTH {
            return Value::Unknown;
        }
        let condition = self.binary(0);
        let out = if self.eat(QUESTION) {
            let yes = self.conditional();
            if !self.eat(COLON) {
                return Value::Unknown;
            }
            let no = self.conditional();
            match (condition, yes, no) {
                (Value::Integer(c), Value::Integer(y), Value::Integer(n)) => {
                    Value::Integer(if c != 0 { y } else { n })
                }
                _ => Value::Unknown,
            }
        } else {
            condition
        };
        self.depth -= 1;
        out
    }

    /// The operator at hand: its precedence, its spelling and how many tokens it has.
    fn operator(&self) -> Option<(u8, &'static str)> {
        Some(match self.kind()? {
            PIPE2 => (1, "||"),
            AMP2 => (2, "&&"),
            PIPE => (3, "|"),
            CARET => (4, "^"),
            AMP => (5, "&"),
            EQ2 => (6, "=="),
            BANG_EQ => (6, "!="),
            LT => (7, "<"),
            LT_EQ => (7, "<="),
            SHL => (8, "<<"),
            PLUS => (9, "+"),
            MINUS => (9, "-"),
            STAR => (10, "*"),
            SLASH => (10, "/"),
            PERCENT => (10, "%"),
            _ => return None,
        })
    }

    fn binary(&mut self, least: u8) -> Value {
        let mut left = self.unary();
        while let Some((precedence, operator)) = self.operator() {
            if precedence < least {
                break;
            }
            self.at += 1;
            let right = self.binary(precedence + 1);
            left = match (left, right) {
                (Value::Integer(a), Value::Integer(b)) => apply(operator, a, b),
                (v @ Value::Variable(_), _) | (_, v @ Value::Variable(_)) => v,
                _ => Value::Unknown,
            };
        }
        left
    }

    fn unary(&mut self) -> Value {
        self.depth += 1;
        if self.depth > DEPTH {
            return Value::Unknown;
        }
        let out = match self.kind() {
            Some(MINUS) => {
                self.at += 1;
                match self.unary() {
                    Value::Integer(v) => fit(-v),
                    Value::Floating(f) => Value::Floating(f),
                    v => v,
                }
            }
            Some(PLUS) => {
                self.at += 1;
                self.unary()
            }
            Some(TILDE) => {
                self.at += 1;
                match self.unary() {
                    Value::Integer(v) => fit(!v),
                    _ => Value::Unknown,
                }
            }
            Some(BANG) => {
                self.at += 1;
                match self.unary() {
                    Value::Integer(v) => Value::Integer(i128::from(v == 0)),
                    _ => Value::Unknown,
                }
            }
            _ => self.primary(),
        };
        self.depth -= 1;
        out
    }

    fn primary(&mut self) -> Value {
        let s = self.s;
        let at = self.at;
        let Some(kind) = self.kind() else {
            return Value::Unknown;
        };
        self.at += 1;
        match kind {
            // Unsigned arithmetic wraps; only a lone literal needs no thought about it.
            INT_LITERAL
                if s.word(at).contains(['u', 'U'])
                    && !(at == self.start && self.at == self.end) =>
            {
                Value::Unknown
            }
            INT_LITERAL => {
                crate::engine::source::literal(s.word(at)).map_or(Value::Unknown, Value::Integer)
            }
            TRUE_KW => Value::Integer(1),
            FALSE_KW => Value::Integer(0),
            FLOAT_LITERAL => Value::Floating(match s.word(at).chars().last() {
                Some('f' | 'F') => "float",
                Some('l' | 'L') => "long double",
                _ => "double",
            }),
            CHAR_LITERAL => {
                let word = s.word(at).as_bytes();
                match word {
                    [b'\'', c, b'\''] if c.is_ascii() && *c != b'\\' => {
                        Value::Integer(i128::from(*c))
                    }
                    _ => Value::Unknown,
                }
            }
            STRING_LITERAL if self.at == self.end && s.word(at).starts_with('"') => {
                Value::Other("const char *")
            }
            NULLPTR_KW => Value::Other("std::nullptr_t"),
            L_PAREN => {
                let v = self.conditional();
                if self.eat(R_PAREN) { v } else { Value::Unknown }
            }
            SIZEOF_KW if self.kind() == Some(L_PAREN) => {
                let close = group_end(s, self.at, self.end);
                let inner = Tokens {
                    start: self.at + 1,
                    end: close.saturating_sub(1),
                };
                self.at = close;
                let words: Vec<&str> = inner.range().map(|i| s.word(i as u32)).collect();
                let plain = !words.is_empty()
                    && inner
                        .range()
                        .all(|i| types::is_arithmetic(s.kind(i as u32)));
                match types::arithmetic(&words).filter(|_| plain) {
                    Some(f) => Value::Integer(i128::from(f.bits / 8)),
                    None => Value::Unknown,
                }
            }
            IDENT => self.name(at),
            _ => Value::Unknown,
        }
    }

    fn name(&mut self, at: u32) -> Value {
        let s = self.s;
        if !matches!(
            self.kind(),
            None | Some(
                PLUS | MINUS
                    | STAR
                    | SLASH
                    | PERCENT
                    | R_PAREN
                    | QUESTION
                    | COLON
                    | SHL
                    | AMP
                    | PIPE
                    | CARET
                    | AMP2
                    | PIPE2
                    | EQ2
                    | BANG_EQ
            )
        ) {
            return Value::Unknown;
        }
        let [e] = only_mine(s.db, s.file, s.word(at)) else {
            return Value::Unknown;
        };
        let near = e.scope == s.item.scope(s.db) || e.scope.is_global(s.db);
        if e.kind != DeclKind::Variable || e.class.is_some() || e.template || e.qualified || !near {
            return Value::Unknown;
        }
        let theirs = Source::new(s.db, s.file, e.item, s.settings);
        let Some(decl) = theirs.decls.get(e.decl as usize) else {
            return Value::Unknown;
        };
        let integral = types::declared(&theirs, decl)
            .fundamental()
            .is_some_and(|f| !f.floating);
        if !integral || !decl.shape.is_empty() {
            return Value::Unknown;
        }
        let constant = decl.spec.any(Spec::CONST.with(Spec::CONSTEXPR));
        if !constant {
            let plain =
                builtin(&theirs, decl.specifiers) == Some(false) && !decl.spec.any(Spec::CONSTINIT);
            return if plain {
                Value::Variable(at)
            } else {
                Value::Unknown
            };
        }
        let t = decl.initializer;
        let inner = match s_kind(&theirs, t.start) {
            Some(EQ) => Tokens {
                start: t.start + 1,
                end: t.end,
            },
            Some(L_PAREN | L_BRACE) => Tokens {
                start: t.start + 1,
                end: t.end.saturating_sub(1),
            },
            _ => return Value::Unknown,
        };
        match evaluate(&theirs, inner, self.depth + 1) {
            Value::Integer(v) => {
                let Some(f) = types::declared(&theirs, decl).fundamental() else {
                    return Value::Unknown;
                };
                wrap(v, f).map_or(Value::Unknown, Value::Integer)
            }
            _ => Value::Unknown,
        }
    }
}

fn s_kind(s: &Source<'_>, i: u32) -> Option<SyntaxKind> {
    ((i as usize) < s.lexed.len()).then(|| s.kind(i))
}

/// A value in a type, if it fits there.
fn wrap(v: i128, f: types::Fundamental) -> Option<i128> {
    if f.boolean {
        return Some(i128::from(v != 0));
    }
    let (low, high) = if f.unsigned {
        (0, (1i128 << f.bits) - 1)
    } else {
        (-(1i128 << (f.bits - 1)), (1i128 << (f.bits - 1)) - 1)
    };
    (low..=high).contains(&v).then_some(v)
}

/// A result that needs no thought about its type.
fn fit(v: i128) -> Value {
    if (-(1i128 << 63)..(1i128 << 63)).contains(&v) {
        Value::Integer(v)
    } else {
        Value::Unknown
    }
}

fn apply(operator: &str, a: i128, b: i128) -> Value {
    let truth = |v: bool| Value::Integer(i128::from(v));
    match operator {
        "||" => truth(a != 0 || b != 0),
        "&&" => truth(a != 0 && b != 0),
        "|" => fit(a | b),
        "^" => fit(a ^ b),
        "&" => fit(a & b),
        "==" => truth(a == b),
        "!=" => truth(a != b),
        "<" => truth(a < b),
        "<=" => truth(a <= b),
        "<<" if (0..63).contains(&b) => fit(a << b),
        "+" => fit(a + b),
        "-" => fit(a - b),
        "*" => a.checked_mul(b).map_or(Value::Unknown, fit),
        "/" if b != 0 => fit(a / b),
        "%" if b != 0 => fit(a % b),
        _ => Value::Unknown,
    }
}
