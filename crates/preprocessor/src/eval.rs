//! Conditions ([cpp.cond]): the value of what is behind `#if`. Knows nothing of what follows from it.

use crate::engine::Preprocessor;
use crate::token::*;

const MAX_DEPTH: u32 = 256;

#[derive(Clone, Copy)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    fn signed(n: i64) -> Value {
        Value {
            bits: n as u64,
            unsigned: false,
        }
    }
    fn truth(b: bool) -> Value {
        Value::signed(i64::from(b))
    }
}

struct Eval<'p, 'a> {
    p: &'p mut Preprocessor<'a>,
    t: Token,
    depth: u32,
    /// How many operands around are not evaluated.
    idle: u32,
}

type Answer = Result<Value, String>;

impl Preprocessor<'_> {
    /// Reads a condition up to the end of the line.
    pub(crate) fn condition(&mut self) -> bool {
        let t = self.get_real();
        let mut e = Eval {
            p: self,
            t,
            depth: 0,
            idle: 0,
        };
        let result = e.ternary().and_then(|v| match e.t.kind {
            Kind::End => Ok(v),
            _ => Err(format!(
                "missing binary operator before token \"{}\"",
                e.text()
            )),
        });
        let t = e.t;
        match result {
            Ok(v) => v.bits != 0,
            Err(message) => {
                if !message.is_empty() {
                    self.error_at(&t, message);
                }
                false
            }
        }
    }
}

impl Eval<'_, '_> {
    fn text(&self) -> String {
        String::from_utf8_lossy(self.p.spelling(&self.t)).into_owned()
    }

    fn next(&mut self) {
        self.t = self.p.get_real();
    }

    fn ternary(&mut self) -> Answer {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the expression in #if is nested too deep".into());
        }
        let c = self.binary(0)?;
        let mut v = c;
        if self.t.kind == Kind::Query {
            let no = u32::from(c.bits == 0);
            self.next();
            self.idle += no;
            let a = self.ternary()?;
            self.idle -= no;
            if self.t.kind != Kind::Colon {
                return Err("'?' without following ':'".into());
            }
            self.next();
            self.idle += 1 - no;
            let b = self.ternary()?;
            self.idle -= 1 - no;
            v = if c.bits != 0 { a } else { b };
            v.unsigned = a.unsigned || b.unsigned;
        }
        self.depth -= 1;
        Ok(v)
    }

    /// The operator that is next, and how strong it binds.
    fn operator(&self) -> Option<(Kind, u8)> {
        let k = &self.p.known;
        let kind = match self.t.sym() {
            Some(s) if s == k.and => Kind::AndAnd,
            Some(s) if s == k.or => Kind::OrOr,
            Some(s) if s == k.bitand => Kind::And,
            Some(s) if s == k.bitor => Kind::Or,
            Some(s) if s == k.xor => Kind::Xor,
            Some(s) if s == k.not_eq => Kind::NotEq,
            _ => self.t.kind,
        };
        let strength = match kind {
            Kind::OrOr => 1,
            Kind::AndAnd => 2,
            Kind::Or => 3,
            Kind::Xor => 4,
            Kind::And => 5,
            Kind::EqEq | Kind::NotEq => 6,
            Kind::Less | Kind::Greater | Kind::LessEq | Kind::GreaterEq => 7,
            Kind::Shl | Kind::Shr => 8,
            Kind::Plus | Kind::Minus => 9,
            Kind::Mult | Kind::Div | Kind::Mod => 10,
            _ => return None,
        };
        Some((kind, strength))
    }

    fn binary(&mut self, least: u8) -> Answer {
        let mut a = self.unary()?;
        while let Some((op, strength)) = self.operator() {
            if strength <= least {
                break;
            }
            self.next();
            let idle =
                u32::from(op == Kind::AndAnd && a.bits == 0 || op == Kind::OrOr && a.bits != 0);
            self.idle += idle;
            let b = self.binary(strength)?;
            self.idle -= idle;
            a = self.apply(op, a, b)?;
        }
        Ok(a)
    }

    fn apply(&self, op: Kind, a: Value, b: Value) -> Answer {
        let unsigned = a.unsigned || b.unsigned;
        let (x, y) = (a.bits as i64, b.bits as i64);
        let less = if unsigned { a.bits < b.bits } else { x < y };
        let value = |bits| Ok(Value { bits, unsigned });
        let shift = |left: bool| {
            let n = y.unsigned_abs();
            let left = left != (y < 0 && !b.unsigned);
            let bits = match (left, a.unsigned) {
                (true, _) => {
                    if n > 63 {
                        0
                    } else {
                        a.bits << n
                    }
                }
                (false, true) => {
                    if n > 63 {
                        0
                    } else {
                        a.bits >> n
                    }
                }
                (false, false) => (x >> n.min(63)) as u64,
            };
            Ok(Value {
                bits,
                unsigned: a.unsigned,
            })
        };
        match op {
            Kind::OrOr => Ok(Value::truth(x != 0 || y != 0)),
            Kind::AndAnd => Ok(Value::truth(x != 0 && y != 0)),
            Kind::Or => value(a.bits | b.bits),
            Kind::Xor => value(a.bits ^ b.bits),
            Kind::And => value(a.bits & b.bits),
            Kind::EqEq => Ok(Value::truth(a.bits == b.bits)),
            Kind::NotEq => Ok(Value::truth(a.bits != b.bits)),
            Kind::Less => Ok(Value::truth(less)),
            Kind::GreaterEq => Ok(Value::truth(!less)),
            Kind::Greater => Ok(Value::truth(!less && a.bits != b.bits)),
            Kind::LessEq => Ok(Value::truth(less || a.bits == b.bits)),
            Kind::Shl => shift(true),
            Kind::Shr => shift(false),
            Kind::Plus => value(a.bits.wrapping_add(b.bits)),
            Kind::Minus => value(a.bits.wrapping_sub(b.bits)),
            Kind::Mult => value(a.bits.wrapping_mul(b.bits)),
            _ if b.bits == 0 => {
                if self.idle == 0 {
                    Err("division by zero in #if".into())
                } else {
                    value(0)
                }
            }
            Kind::Div if unsigned => value(a.bits / b.bits),
            Kind::Div => value(x.wrapping_div(y) as u64),
            _ if unsigned => value(a.bits % b.bits),
            _ => value(x.wrapping_rem(y) as u64),
        }
    }

    fn unary(&mut self) -> Answer {
        let mut ops = vec![];
        loop {
            let k = &self.p.known;
            let op = match self.t.sym() {
                Some(s) if s == k.not => Kind::Not,
                Some(s) if s == k.compl => Kind::Compl,
                _ => self.t.kind,
            };
            if !matches!(op, Kind::Not | Kind::Compl | Kind::Minus | Kind::Plus) {
                break;
            }
            ops.push(op);
            self.next();
        }
        let mut v = self.primary()?;
        for op in ops.into_iter().rev() {
            v = match op {
                Kind::Not => Value::truth(v.bits == 0),
                Kind::Compl => Value { bits: !v.bits, ..v },
                Kind::Minus => Value {
                    bits: v.bits.wrapping_neg(),
                    ..v
                },
                _ => v,
            };
        }
        Ok(v)
    }

    fn primary(&mut self) -> Answer {
        let t = self.t;
        match t.kind {
            Kind::OpenParen => {
                self.next();
                let mut v = self.ternary()?;
                while self.t.kind == Kind::Comma {
                    self.next();
                    v = self.ternary()?;
                }
                if self.t.kind != Kind::CloseParen {
                    return Err("missing ')' in expression".into());
                }
                self.next();
                Ok(v)
            }
            Kind::Number => {
                let v = number(self.p.spelling(&t))?;
                self.next();
                Ok(v)
            }
            Kind::Char => {
                let v = character(self.p.spelling(&t));
                self.next();
                Ok(Value::signed(v))
            }
            Kind::Hash => {
                let v = Value::truth(self.p.asserted());
                self.next();
                Ok(v)
            }
            Kind::Name => self.name(t),
            Kind::End => Err("#if with no expression".into()),
            _ => Err(format!(
                "token \"{}\" is not valid in preprocessor expressions",
                self.text()
            )),
        }
    }

    fn name(&mut self, t: Token) -> Answer {
        let k = &self.p.known;
        let Some(sym) = t.sym() else {
            return Ok(Value::signed(0));
        };
        if sym == k.defined {
            self.p.prevent += 1;
            let mut id = self.p.get_real();
            let open = id.kind == Kind::OpenParen;
            if open {
                id = self.p.get_real();
            }
            let close = if open {
                self.p.get_real().kind == Kind::CloseParen
            } else {
                true
            };
            self.p.prevent -= 1;
            let Some(sym) = id.sym() else {
                return Err("operator \"defined\" requires an identifier".into());
            };
            if !close {
                return Err("missing ')' after \"defined\"".into());
            }
            let v = Value::truth(self.p.is_defined(sym));
            self.next();
            return Ok(v);
        }
        if sym == k.has_include || sym == k.has_include_next {
            let next = sym == k.has_include_next;
            if self.p.get_real().kind != Kind::OpenParen {
                return Err("missing '(' before \"__has_include\" operand".into());
            }
            let Some((name, angled)) = self.p.header_name() else {
                return Err("operator \"__has_include\" requires a header-name".into());
            };
            if self.p.get_real().kind != Kind::CloseParen {
                return Err("missing ')' after \"__has_include\" operand".into());
            }
            let next = next && self.p.stack.len() > 1;
            let v = Value::truth(self.idle == 0 && self.p.find(&name, angled, next).is_some());
            self.next();
            return Ok(v);
        }
        let v = Value::truth(sym == k.yes);
        self.next();
        Ok(v)
    }
}

fn number(text: &[u8]) -> Answer {
    let s: String = text
        .iter()
        .filter(|&&c| c != b'\'')
        .map(|&c| c.to_ascii_lowercase() as char)
        .collect();
    let (radix, digits) = match s.as_bytes() {
        [b'0', b'x', ..] => (16, &s[2..]),
        [b'0', b'b', ..] => (2, &s[2..]),
        [b'0', ..] => (8, &s[..]),
        _ => (10, &s[..]),
    };
    let end = digits
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    if !suffix.bytes().all(|c| matches!(c, b'u' | b'l' | b'z')) || digits.is_empty() {
        let text = String::from_utf8_lossy(text);
        return Err(format!(
            "\"{text}\" is no integer in a preprocessor expression"
        ));
    }
    let mut bits: u64 = 0;
    for d in digits.chars() {
        bits = bits
            .wrapping_mul(u64::from(radix))
            .wrapping_add(u64::from(d.to_digit(radix).unwrap_or(0)));
    }
    Ok(Value {
        bits,
        unsigned: suffix.contains('u') || bits > i64::MAX as u64,
    })
}

fn character(text: &[u8]) -> i64 {
    let from = text.iter().position(|&c| c == b'\'').map_or(0, |i| i + 1);
    let body = text
        .get(from..text.len().saturating_sub(1))
        .unwrap_or_default();
    let mut value: i64 = 0;
    let mut i = 0;
    while i < body.len() {
        let mut c = i64::from(body[i] as i8);
        i += 1;
        if c == i64::from(b'\\') && i < body.len() {
            let e = body[i];
            i += 1;
            c = match e {
                b'n' => 10,
                b't' => 9,
                b'r' => 13,
                b'a' => 7,
                b'b' => 8,
                b'f' => 12,
                b'v' => 11,
                b'0'..=b'7' => {
                    let mut n = i64::from(e - b'0');
                    while i < body.len() && matches!(body[i], b'0'..=b'7') {
                        n = (n * 8 + i64::from(body[i] - b'0')) & 0xffff;
                        i += 1;
                    }
                    n
                }
                b'x' => {
                    let mut n = 0;
                    while let Some(d) = body.get(i).and_then(|&c| (c as char).to_digit(16)) {
                        n = (n * 16 + i64::from(d)) & 0xffff_ffff;
                        i += 1;
                    }
                    n
                }
                _ => i64::from(e),
            };
        }
        value = if body.len() > 1 && value != 0 {
            (value << 8 | c & 0xff) as i32 as i64
        } else {
            c
        };
    }
    value
}
