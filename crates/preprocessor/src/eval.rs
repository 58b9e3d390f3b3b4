//! Conditions ([cpp.cond]): the value of what is behind `#if`, by a stack of operators as GNU's cpp has it, so that nesting costs no
//! recursion. Knows nothing of what follows from the value.

use crate::engine::Preprocessor;
use crate::literal::{self, Value};
use crate::problems::Severity;
use crate::token::*;

/// An operator, or a token that acts as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    End,
    Open,
    Close,
    Comma,
    Query,
    Colon,
    Unary(Kind),
    Binary(Kind),
}

impl Op {
    fn strength(self) -> u8 {
        match self {
            Op::End | Op::Close => 0,
            Op::Open => 1,
            Op::Comma | Op::Query | Op::Colon => 4,
            Op::Unary(_) => 16,
            Op::Binary(kind) => match kind {
                Kind::OrOr => 5,
                Kind::AndAnd => 6,
                Kind::Or => 7,
                Kind::Xor => 8,
                Kind::And => 9,
                Kind::EqEq | Kind::NotEq => 11,
                Kind::Less | Kind::Greater | Kind::LessEq | Kind::GreaterEq => 12,
                Kind::Shl | Kind::Shr => 13,
                Kind::Plus | Kind::Minus => 14,
                _ => 15,
            },
        }
    }

    /// How strong an operator on the stack must be to be done before this one.
    fn threshold(self) -> u8 {
        match self {
            Op::Comma | Op::Colon | Op::Binary(_) => self.strength() - 1,
            _ => self.strength(),
        }
    }
}

/// An entry of the stack: an operator, and the value behind it.
pub(crate) struct Entry {
    op: Op,
    token: Token,
    /// Where it is said to be: at the last operator that was done behind it.
    at: Token,
    value: Value,
}

struct Eval {
    stack: Vec<Entry>,
    /// How many operands around are not evaluated.
    idle: u32,
}

/// What is wrong has been said.
struct Wrong;

impl Preprocessor<'_> {
    /// Reads a condition up to the end of the line.
    pub(crate) fn condition(&mut self) -> bool {
        let mut e = Eval {
            stack: std::mem::take(&mut self.operators),
            idle: 0,
        };
        e.stack.clear();
        e.stack.push(Entry {
            op: Op::End,
            token: Token::end(),
            at: Token::end(),
            value: Value::signed(0),
        });
        let holds = e.run(self).is_ok_and(|v| v.bits != 0);
        self.operators = e.stack;
        holds
    }

    fn spelled(&self, t: &Token) -> String {
        String::from_utf8_lossy(self.spelling(t)).into_owned()
    }
}

impl Eval {
    fn top(&mut self) -> &mut Entry {
        // The lowest entry stays.
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }

    fn run(&mut self, p: &mut Preprocessor<'_>) -> Result<Value, Wrong> {
        let mut want_value = true;
        loop {
            let t = p.get_real();
            let missing = |p: &mut Preprocessor<'_>| {
                let text = p.spelled(&t);
                p.error_from(
                    &t,
                    format!("missing binary operator before token \"{text}\""),
                );
                Err(Wrong)
            };
            let Some(op) = operator(p, &t, want_value) else {
                if !matches!(t.kind, Kind::Number | Kind::Char | Kind::Name | Kind::Hash) {
                    let text = p.spelled(&t);
                    let message =
                        format!("token \"{text}\" is not valid in preprocessor expressions");
                    p.error_from(&t, message);
                    return Err(Wrong);
                }
                if !want_value {
                    return missing(p);
                }
                want_value = false;
                self.top().value = self.operand(p, &t);
                continue;
            };
            if matches!(op, Op::Unary(_) | Op::Open) {
                if !want_value {
                    return missing(p);
                }
            } else if want_value {
                self.lacks_value(p, op, &t)?;
            }
            self.reduce(p, op)?;
            let value = self.top().value;
            match op {
                Op::End => return Ok(value),
                Op::Close => continue,
                Op::Binary(Kind::OrOr) => self.idle += u32::from(value.bits != 0),
                Op::Binary(Kind::AndAnd) | Op::Query => self.idle += u32::from(value.bits == 0),
                Op::Colon => {
                    if self.top().op != Op::Query {
                        p.error_from(&t, " ':' without preceding '?'".into());
                        return Err(Wrong);
                    }
                    let condition = self.stack[self.stack.len() - 2].value;
                    if condition.bits != 0 {
                        self.idle += 1;
                    } else {
                        self.idle = self.idle.saturating_sub(1);
                    }
                }
                _ => {}
            }
            want_value = true;
            self.stack.push(Entry {
                op,
                token: t,
                at: t,
                value: Value::signed(0),
            });
        }
    }

    /// An operator comes where a value should.
    fn lacks_value(&mut self, p: &mut Preprocessor<'_>, op: Op, t: &Token) -> Result<(), Wrong> {
        let (before, token) = (self.top().op, self.top().token);
        let message = if op == Op::Close && before == Op::Open {
            "missing expression between '(' and ')'".to_owned()
        } else if op == Op::End && before == Op::End {
            format!("#{} with no expression", p.directive_name)
        } else if before != Op::End && before != Op::Open {
            format!("operator '{}' has no right operand", p.spelled(&token))
        } else if op == Op::Close || op == Op::End {
            // A parenthesis is missing: that is found next.
            return Ok(());
        } else {
            format!("operator '{}' has no left operand", p.spelled(t))
        };
        p.error_from(t, message);
        Err(Wrong)
    }

    /// Does what is on the stack as far as it goes before an operator.
    fn reduce(&mut self, p: &mut Preprocessor<'_>, op: Op) -> Result<(), Wrong> {
        if op == Op::Open {
            return Ok(());
        }
        while op.threshold() < self.top().op.strength() {
            let Some(done) = self.stack.pop() else {
                return Err(Wrong);
            };
            let right = done.value;
            self.top().at = done.at;
            let left = self.top().value;
            self.top().value = match done.op {
                Op::Unary(kind) => match kind {
                    Kind::Not => Value::truth(right.bits == 0),
                    Kind::Compl => Value {
                        bits: !right.bits,
                        ..right
                    },
                    Kind::Minus => {
                        if right.bits == 1 << 63 && !right.unsigned {
                            self.overflow(p);
                        }
                        Value {
                            bits: right.bits.wrapping_neg(),
                            ..right
                        }
                    }
                    _ => right,
                },
                Op::Binary(Kind::OrOr) => {
                    self.idle = self.idle.saturating_sub(u32::from(left.bits != 0));
                    Value::truth(left.bits != 0 || right.bits != 0)
                }
                Op::Binary(Kind::AndAnd) => {
                    self.idle = self.idle.saturating_sub(u32::from(left.bits == 0));
                    Value::truth(left.bits != 0 && right.bits != 0)
                }
                Op::Binary(kind) => self.apply(p, kind, left, right, &done.at),
                Op::Comma => right,
                Op::Open => {
                    if op != Op::Close {
                        p.error_from(&done.token, "missing ')' in expression".into());
                        return Err(Wrong);
                    }
                    self.top().value = right;
                    return Ok(());
                }
                Op::Query if op == Op::Comma || op == Op::Colon => {
                    self.stack.push(done);
                    return Ok(());
                }
                Op::Query => {
                    p.error_here("'?' without following ':'".into());
                    return Err(Wrong);
                }
                Op::Colon => {
                    // The entry of `?` has the value for yes, the one below it the condition.
                    let yes = left;
                    self.stack.pop();
                    let condition = self.top().value;
                    let taken = if condition.bits != 0 {
                        self.idle = self.idle.saturating_sub(1);
                        yes
                    } else {
                        right
                    };
                    Value {
                        unsigned: yes.unsigned || right.unsigned,
                        ..taken
                    }
                }
                Op::End | Op::Close => return Err(Wrong),
            };
        }
        if op == Op::Close {
            p.error_here("missing '(' in expression".into());
            return Err(Wrong);
        }
        Ok(())
    }

    fn overflow(&self, p: &mut Preprocessor<'_>) {
        if self.idle == 0 {
            let t = Token::at(p.last);
            p.warn_at(&t, "integer overflow in preprocessor expression".into());
        }
    }

    fn apply(
        &mut self,
        p: &mut Preprocessor<'_>,
        kind: Kind,
        a: Value,
        b: Value,
        at: &Token,
    ) -> Value {
        let unsigned = a.unsigned || b.unsigned;
        let (x, y) = (a.bits as i64, b.bits as i64);
        let less = if unsigned { a.bits < b.bits } else { x < y };
        let value = |bits| Value { bits, unsigned };
        let checked = |this: &Self, p: &mut Preprocessor<'_>, exact: Option<i64>, bits| {
            if exact.is_none() && !unsigned {
                this.overflow(p);
            }
            value(bits)
        };
        match kind {
            Kind::Or => value(a.bits | b.bits),
            Kind::Xor => value(a.bits ^ b.bits),
            Kind::And => value(a.bits & b.bits),
            Kind::EqEq => Value::truth(a.bits == b.bits),
            Kind::NotEq => Value::truth(a.bits != b.bits),
            Kind::Less => Value::truth(less),
            Kind::GreaterEq => Value::truth(!less),
            Kind::Greater => Value::truth(!less && a.bits != b.bits),
            Kind::LessEq => Value::truth(less || a.bits == b.bits),
            Kind::Shl | Kind::Shr => literal::shift(kind == Kind::Shl, a, b),
            Kind::Plus => checked(self, p, x.checked_add(y), a.bits.wrapping_add(b.bits)),
            Kind::Minus => checked(self, p, x.checked_sub(y), a.bits.wrapping_sub(b.bits)),
            Kind::Mult => checked(self, p, x.checked_mul(y), a.bits.wrapping_mul(b.bits)),
            _ if b.bits == 0 => {
                if self.idle > 0 && p.settings.dialect.types_idle_divisions() {
                    return value(a.bits);
                }
                if self.idle > 0 {
                    return a;
                }
                p.error_from(at, "division by zero in #if".into());
                a
            }
            Kind::Div if unsigned => value(a.bits / b.bits),
            Kind::Div => checked(self, p, x.checked_div(y), x.wrapping_div(y) as u64),
            _ if unsigned => value(a.bits % b.bits),
            _ => value(x.wrapping_rem(y) as u64),
        }
    }

    /// The value of an operand. As with GNU's cpp, one that is wrong is 0, and evaluation goes on.
    fn operand(&mut self, p: &mut Preprocessor<'_>, t: &Token) -> Value {
        match t.kind {
            Kind::Number => {
                let imaginary = p.settings.dialect.has_imaginary_numbers();
                let (v, said) = literal::number(p.spelling(t), p.settings.year, imaginary);
                for (severity, message) in said {
                    match severity {
                        Severity::Error => p.error_from(t, message),
                        _ => drop(p.warn_at(t, message)),
                    }
                }
                v
            }
            Kind::Char => {
                let (v, said) = literal::character(p.spelling(t));
                if let Some((severity, message)) = said {
                    let column = p.said_column(t.at);
                    p.report(severity, p.b.name, t.line, column, message.to_owned());
                }
                v
            }
            Kind::Hash => {
                p.warn_at(t, "assertions are a deprecated extension".into());
                Value::truth(p.asserted())
            }
            _ => Value::truth(self.name(p, t)),
        }
    }

    fn name(&mut self, p: &mut Preprocessor<'_>, t: &Token) -> bool {
        let Some(sym) = t.sym() else {
            return false;
        };
        if sym == p.known.defined {
            return self.defined(p);
        }
        if sym != p.known.has_include && sym != p.known.has_include_next {
            return sym == p.known.yes;
        }
        let next = sym == p.known.has_include_next && p.stack.len() > 1;
        let word = p.spelled(t);
        let open = p.get_real();
        if open.kind != Kind::OpenParen {
            p.error_here(format!("missing '(' before \"{word}\" operand"));
            p.unget(open);
        }
        let Some((name, angled)) = p.header_name() else {
            p.error_here(format!("operator \"{word}\" requires a header-name"));
            return false;
        };
        let close = p.get_real();
        if open.kind == Kind::OpenParen && close.kind != Kind::CloseParen {
            p.error_here(format!("missing ')' after \"{word}\" operand"));
        }
        self.idle == 0 && p.find(&name, angled, next).is_some()
    }

    fn defined(&mut self, p: &mut Preprocessor<'_>) -> bool {
        p.prevent += 1;
        let mut id = p.get_real();
        let open = id.kind == Kind::OpenParen;
        if open {
            id = p.get_real();
        }
        let mut defined = false;
        if let Some(sym) = id.sym() {
            defined = p.is_defined(sym);
            p.dump_use(sym);
            if open && p.get_real().kind != Kind::CloseParen {
                p.error_here("missing ')' after \"defined\"".into());
                defined = false;
            }
        } else {
            p.error_here("operator \"defined\" requires an identifier".into());
            // What ends the line must be seen again.
            if id.kind == Kind::End {
                p.unget(id);
            }
        }
        p.prevent -= 1;
        defined
    }
}

/// The operator that a token is.
fn operator(p: &Preprocessor<'_>, t: &Token, want_value: bool) -> Option<Op> {
    let k = &p.known;
    let kind = match t.sym() {
        Some(s) if s == k.and => Kind::AndAnd,
        Some(s) if s == k.or => Kind::OrOr,
        Some(s) if s == k.not => Kind::Not,
        Some(s) if s == k.bitand => Kind::And,
        Some(s) if s == k.bitor => Kind::Or,
        Some(s) if s == k.xor => Kind::Xor,
        Some(s) if s == k.compl => Kind::Compl,
        Some(s) if s == k.not_eq => Kind::NotEq,
        _ => t.kind,
    };
    Some(match kind {
        Kind::End => Op::End,
        Kind::OpenParen => Op::Open,
        Kind::CloseParen => Op::Close,
        Kind::Comma => Op::Comma,
        Kind::Query => Op::Query,
        Kind::Colon => Op::Colon,
        Kind::Not | Kind::Compl => Op::Unary(kind),
        Kind::Plus | Kind::Minus if want_value => Op::Unary(kind),
        Kind::Plus
        | Kind::Minus
        | Kind::Mult
        | Kind::Div
        | Kind::Mod
        | Kind::And
        | Kind::Or
        | Kind::Xor
        | Kind::Shl
        | Kind::Shr
        | Kind::AndAnd
        | Kind::OrOr
        | Kind::EqEq
        | Kind::NotEq
        | Kind::Less
        | Kind::Greater
        | Kind::LessEq
        | Kind::GreaterEq => Op::Binary(kind),
        _ => return None,
    })
}

/// What is said of a literal besides its value.
pub(crate) type Said = Option<(Severity, &'static str)>;
