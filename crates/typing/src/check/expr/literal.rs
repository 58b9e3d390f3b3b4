//! Literals ([lex.literal]).

use cleave_codes::codes;
use cleave_hir::{Encoding, FloatSuffix, IntSuffix, Literal, NameId, UserLiteral};
use cleave_lang::{Builtin, Qualifiers};

use crate::lookup::Found;
use crate::overload::{Call, Choice, Pool, add_function, select};
use crate::thir::{Category, ExprId, ExprKind};
use crate::ty::classify::{difference_type, integer, size_type};
use crate::{Arg, Bound, Const, Context, Entity, Problem, Site, Value};

/// The type of an integer literal ([lex.icon], table 8), `__int128` beyond.
pub(crate) fn integer_type(
    db: &dyn cleave_base_db::Db,
    value: u64,
    suffix: IntSuffix,
    decimal: bool,
) -> Builtin {
    use Builtin::*;
    if suffix.size {
        return match suffix.unsigned {
            true => size_type(db),
            false => difference_type(db),
        };
    }
    let all = [
        (Int, 0, false),
        (UnsignedInt, 0, true),
        (Long, 1, false),
        (UnsignedLong, 1, true),
        (LongLong, 2, false),
        (UnsignedLongLong, 2, true),
        (Int128, 3, false),
        (UnsignedInt128, 3, true),
    ];
    for (ty, rank, unsigned) in all {
        let Some((bytes, _)) = integer(db, ty) else {
            continue;
        };
        let bits = bytes * 8 - u32::from(!unsigned);
        if rank < suffix.long || suffix.unsigned && !unsigned {
            continue;
        }
        if decimal && unsigned && !suffix.unsigned {
            continue;
        }
        if bits >= u64::BITS || value >> bits == 0 {
            return ty;
        }
    }
    UnsignedLongLong
}

/// The type of a character of an encoding.
fn character(encoding: Encoding, cpp20: bool) -> Builtin {
    match encoding {
        Encoding::Ordinary => Builtin::Char,
        Encoding::Wide => Builtin::WChar,
        Encoding::Utf8 if cpp20 => Builtin::Char8,
        Encoding::Utf8 => Builtin::Char,
        Encoding::Utf16 => Builtin::Char16,
        Encoding::Utf32 => Builtin::Char32,
    }
}

/// A number as written to a double.
fn double(text: &str) -> f64 {
    let lower = text.to_ascii_lowercase();
    match lower.strip_prefix("0x") {
        Some(hex) => hexadecimal(hex),
        None => lower.parse().unwrap_or(f64::INFINITY),
    }
}

fn hexadecimal(text: &str) -> f64 {
    let (digits, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let mut exponent: i32 = exponent.parse().unwrap_or(0);
    let mut mantissa = 0f64;
    let mut after_point = false;
    for c in digits.chars() {
        match c.to_digit(16) {
            Some(d) => {
                mantissa = mantissa * 16.0 + f64::from(d);
                if after_point {
                    exponent = exponent.saturating_sub(4);
                }
            }
            None => after_point |= c == '.',
        }
    }
    mantissa * 2f64.powi(exponent.clamp(-2000, 2000))
}

/// A literal with `f` is rounded once, from the number as written, ties to even. The reference rounds one tie up: that of a power of two from
/// 2^24 on and the value above it (reference: language, Floating literals).
fn float(text: &str) -> f64 {
    let exact = double(text);
    let Ok(near) = text.parse::<f32>() else {
        return f64::from(exact as f32);
    };
    let next = f32::from_bits(near.to_bits().saturating_add(1));
    let is_power = near >= 16_777_216.0 && near.to_bits() << 9 == 0 && next.is_finite();
    let half = (f64::from(next) - f64::from(near)) / 2.0;
    match is_power && exact - f64::from(near) == half {
        true => f64::from(next),
        false => f64::from(near),
    }
}

impl<'db> Context<'db> {
    /// A literal.
    pub(crate) fn literal_expr(&mut self, literal: &'db Literal, site: Site<'db>) -> ExprId {
        let db = self.db;
        let file = self.code_ref.item.file(db);
        let cpp20 = || file.dialect(db).standard >= cleave_syntax::Standard::Cpp20;
        match literal {
            Literal::Int {
                value,
                suffix,
                decimal,
            } => {
                let b = integer_type(db, *value, *suffix, *decimal);
                self.int(b, i128::from(*value), site)
            }
            Literal::Float { text, suffix } => {
                let (b, value) = match suffix {
                    FloatSuffix::Double => (Builtin::Double, double(text)),
                    FloatSuffix::Float => (Builtin::Float, float(text)),
                    FloatSuffix::LongDouble => (Builtin::LongDouble, double(text)),
                    FloatSuffix::Float16 => (Builtin::Float16, double(text)),
                    FloatSuffix::Float128 => (Builtin::Float128, double(text)),
                    FloatSuffix::Bfloat16 => (Builtin::BFloat16, double(text)),
                };
                let ty = self.builtin(b);
                self.prvalue(ExprKind::Value(Value::Float(value.to_bits())), ty, site)
            }
            Literal::Char {
                value,
                encoding,
                multi,
            } => {
                let b = match multi {
                    true => Builtin::Int,
                    false => character(*encoding, cpp20()),
                };
                let value = match b {
                    Builtin::Char if !db.target().unsigned_char => i128::from(*value as u8 as i8),
                    Builtin::WChar if db.target().unsigned_wchar => i128::from(*value),
                    Builtin::Int | Builtin::WChar => i128::from(*value as i32),
                    _ => i128::from(*value),
                };
                self.int(b, value, site)
            }
            Literal::String { units, encoding } => {
                let b = character(*encoding, cpp20());
                self.string(units, b, site)
            }
            Literal::Bool(value) => self.bool(*value, site),
            Literal::Nullptr => {
                let null = Value::Pointer(crate::Pointer {
                    base: crate::PointerBase::Null(0),
                    path: crate::SubobjectPath::WHOLE,
                });
                let ty = self.builtin(Builtin::Nullptr);
                self.prvalue(ExprKind::Value(null), ty, site)
            }
            Literal::GnuNull => self.int(Builtin::Long, 0, site),
            Literal::User(user) => self.user_literal(user, site),
        }
    }

    /// A string literal: an array of constant characters.
    pub(crate) fn string(&mut self, units: &[u32], b: Builtin, site: Site<'db>) -> ExprId {
        let db = self.db;
        let ty = self
            .builtin(b)
            .qualified(db, Qualifiers::CONST)
            .array(db, Bound::Known(units.len() as u64 + 1));
        self.push(ExprKind::String(units.into()), ty, Category::Lvalue, site)
    }

    /// A user-defined literal ([lex.ext]).
    fn user_literal(&mut self, user: &'db UserLiteral, site: Site<'db>) -> ExprId {
        let db = self.db;
        let UserLiteral {
            literal,
            text,
            suffix,
        } = user;
        let first = suffix
            .as_str()
            .strip_prefix("\"\"")
            .unwrap_or(suffix.as_str());
        let set = match self.lookup(&NameId::Literal(suffix.clone())) {
            Found::Entities { set, .. } => set,
            Found::Nothing => {
                let key = NameId::Literal(suffix.clone());
                let found = self.lookup_nominated(&cleave_hir::Path::unqualified(key));
                match found {
                    Found::Entities { set, .. } => set,
                    Found::Nothing => {
                        // One that is declared is reported there.
                        if !first.starts_with('_') {
                            self.warnings
                                .push(Problem::new(codes::LITERAL_SUFFIX_WITHOUT_UNDERSCORE, site));
                        }
                        return self.reject(codes::NO_LITERAL_OPERATOR, site);
                    }
                    _ => return self.error_expr(site),
                }
            }
            _ => return self.error_expr(site),
        };
        let cooked: Vec<ExprId> = match literal {
            Literal::Int { value, .. } => {
                vec![self.int(Builtin::UnsignedLongLong, i128::from(*value), site)]
            }
            Literal::Float { text, .. } => {
                let ty = self.builtin(Builtin::LongDouble);
                let value = Value::Float(double(text).to_bits());
                vec![self.prvalue(ExprKind::Value(value), ty, site)]
            }
            Literal::String { units, .. } => {
                let e = self.literal_expr(literal, site);
                let length = self.int(
                    crate::ty::classify::size_type(db),
                    units.len() as i128,
                    site,
                );
                vec![e, length]
            }
            _ => vec![self.literal_expr(literal, site)],
        };
        let numeric = matches!(literal, Literal::Int { .. } | Literal::Float { .. });
        let is_character = matches!(literal, Literal::Char { .. });
        let operands = self.operands(&cooked);
        let exact = set.iter().copied().find(|&f| {
            !f.is_template(db)
                && crate::function::signature(db, f).is_some_and(|s| {
                    s.ty.params.len() == operands.len()
                        && (!(numeric || is_character)
                            || s.ty.params[0].unqualified(db) == operands[0].ty)
                })
        });
        if is_character && exact.is_none() && operands.iter().all(|o| !o.ty.is_unknown(db)) {
            return self.reject(codes::NO_LITERAL_OPERATOR, site);
        }
        if numeric && exact.is_none() {
            return self.raw_literal(&set, text, site);
        }
        if let Literal::String { units, .. } = literal
            && let Some(e) = self.string_template(&set, literal, units, site)
        {
            return e;
        }
        let mut pool = Pool::default();
        let call = Call {
            object: None,
            args: &operands,
            options: crate::convert::Options::COPY,
            explicit_args: None,
            skip_explicit: false,
            constructs: None,
            filter: false,
        };
        for &f in &set {
            add_function(self, &mut pool, f, &call);
        }
        match select(self, pool, cooked.len()) {
            Choice::One(best) => match best.function() {
                Some(f) => self.call_function(f, None, &cooked, false, site),
                None => self.error_expr(site),
            },
            Choice::None(_) => self.reject(codes::NO_LITERAL_OPERATOR, site),
            _ => self.error_expr(site),
        }
    }

    /// Raw literal operators and numeric literal operator templates.
    fn raw_literal(&mut self, set: &[Entity<'db>], text: &str, site: Site<'db>) -> ExprId {
        let db = self.db;
        let raw = set.iter().copied().find(|&f| {
            !f.is_template(db)
                && crate::function::signature(db, f)
                    .is_some_and(|s| s.ty.params.len() == 1 && s.ty.params[0].is_pointer(db))
        });
        let units: Vec<u32> = text.bytes().map(u32::from).collect();
        if let Some(f) = raw {
            let e = self.string(&units, Builtin::Char, site);
            return self.call_function(f, None, &[e], false, site);
        }
        let Some(template) = set.iter().copied().find(|f| f.is_template(db)) else {
            return self.reject(codes::NO_LITERAL_OPERATOR, site);
        };
        let char_ty = self.builtin(Builtin::Char);
        let chars = units
            .iter()
            .map(|&c| Arg::Value(Const::new(db, char_ty, Value::Int(i128::from(c)))))
            .collect();
        let f = template.specialize(db, vec![Arg::Pack(chars)]);
        self.call_function(f, None, &[], false, site)
    }

    /// C++20's string literal operator templates, and GNU's with a pack of characters.
    fn string_template(
        &mut self,
        set: &[Entity<'db>],
        literal: &'db Literal,
        units: &[u32],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        if set.iter().any(|f| !f.is_template(db)) {
            return None;
        }
        let template = set.iter().copied().find(|f| f.is_template(db))?;
        let e = self.literal_expr(literal, site);
        let decl = template.hir(db)?;
        let head = decl.heads.last()?;
        if head.params.len() == 1 && !head.params[0].pack {
            // A class template parameter made of the string: its value is made by whoever converts template arguments.
            return Some(self.error_expr(site));
        }
        let char_ty = self.ty(e).element(db)?.unqualified(db);
        let chars = units
            .iter()
            .map(|&c| Arg::Value(Const::new(db, char_ty, Value::Int(i128::from(c)))))
            .collect();
        let f = template.specialize(db, vec![Arg::Type(char_ty), Arg::Pack(chars)]);
        Some(self.call_function(f, None, &[], false, site))
    }
}
