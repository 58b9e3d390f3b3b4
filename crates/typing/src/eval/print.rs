//! Values as C++ text, as the reference writes evaluated template arguments into the host text (reference: language, Evaluated
//! template arguments): `3`, `19L`, `P{3, 'z'}`, `Str< 3U> {{'h', 'i', '\000'}}`, `(-0.0)`.
//!
//! What diagnostics say is another dialect: see [`crate::display`].

use cleave_base_db::Db;
use cleave_lang::Builtin;

use crate::display::{enumerator_with, qualified_name, type_text};
use crate::{Const, Pointer, PointerBase, Step, Ty, TyKind, Value, class, function};

/// How deep values are written.
const MOST_DEPTH: u32 = 60;

/// A value as C++ text. `None` where its form in the host text is not known.
pub fn const_text<'db>(db: &'db dyn Db, value: Const<'db>) -> Option<String> {
    let mut out = String::new();
    let ty = value.ty(db);
    match value.value(db) {
        v @ (Value::Class { .. } | Value::Union(_)) => {
            out += &host_type(db, ty.unqualified(db));
            write(db, ty, v, &mut out, 0)?;
        }
        Value::Pointer(p) => out += &pointer(db, ty, p, false)?,
        Value::Member(None) => out += &null_member(db, ty)?,
        v => write(db, ty, v, &mut out, 0)?,
    }
    Some(out)
}

/// A null pointer to member: `(int (C::*))0`, `(void (C::*)(void))0`.
fn null_member<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<String> {
    let TyKind::MemberPointer { class, member } = *ty.kind(db) else {
        return None;
    };
    if member.is_function(db) {
        let text = host_type(db, ty.unqualified(db));
        return Some(match text.strip_suffix("()") {
            Some(head) => format!("({head}(void))0"),
            None => format!("({text})0"),
        });
    }
    let (member, class) = (host_type(db, member), host_type(db, class));
    Some(format!("({member} ({class}::*))0"))
}

/// A type as the host text spells it: spaces within angle brackets and after them.
pub fn host_type<'db>(db: &'db dyn Db, ty: Ty<'db>) -> String {
    spaced(&type_text(db, ty))
}

pub(crate) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut quote = None;
    let mut escaped = false;
    let mut before = ' ';
    for c in text.chars() {
        match quote {
            Some(q) => {
                if c == q && !escaped {
                    quote = None;
                }
                escaped = c == '\\' && !escaped;
                out.push(c);
            }
            None => match c {
                '\'' | '"'
                    if !before.is_alphanumeric() || matches!(before, 'L' | 'u' | 'U' | '8') =>
                {
                    quote = Some(c);
                    out.push(c);
                }
                '<' => out += "< ",
                '>' if before != '-' => out += "> ",
                c => out.push(c),
            },
        }
        before = c;
    }
    out
}

fn write<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    value: &Value<'db>,
    out: &mut String,
    depth: u32,
) -> Option<()> {
    if depth > MOST_DEPTH {
        return None;
    }
    match value {
        Value::Int(n) => *out += &integer(db, ty, *n)?,
        Value::Float(bits) => *out += &floating(ty.as_builtin(db)?, f64::from_bits(*bits))?,
        Value::Pointer(p) => *out += &pointer(db, ty, p, depth > 0)?,
        Value::Member(Some(member)) => {
            out.push('&');
            *out += &spaced(&qualified_name(db, *member));
        }
        Value::Member(None) => out.push('0'),
        Value::Class { bases, fields } => {
            let info = class::class_info(db, ty.unqualified(db))?;
            let types = (info.bases.iter().map(|b| b.ty)).chain(info.fields.iter().map(|f| f.ty));
            let values = bases.iter().chain(fields);
            list(db, types.zip(values), out, depth)?;
        }
        Value::Union(None) => *out += "{}",
        Value::Union(Some((n, value))) => {
            let info = class::class_info(db, ty.unqualified(db))?;
            let field = info.fields.get(*n as usize)?;
            out.push('{');
            if *n != 0 {
                *out += &format!("{}: ", field.name);
            }
            write(db, field.ty, value, out, depth + 1)?;
            out.push('}');
        }
        Value::Array {
            elements,
            filler,
            len,
        } => {
            let element = ty.element(db)?;
            if *len > 1 << 16 {
                return None;
            }
            let values = (0..*len).map(|i| elements.get(i as usize).unwrap_or(filler));
            list(db, values.map(|v| (element, v)), out, depth)?;
        }
        Value::Complex(..) | Value::Indeterminate => return None,
    }
    Some(())
}

fn list<'v, 'db: 'v>(
    db: &'db dyn Db,
    items: impl Iterator<Item = (Ty<'db>, &'v Value<'db>)>,
    out: &mut String,
    depth: u32,
) -> Option<()> {
    out.push('{');
    for (i, (ty, value)) in items.enumerate() {
        if i > 0 {
            *out += ", ";
        }
        write(db, ty, value, out, depth + 1)?;
    }
    out.push('}');
    Some(())
}

fn integer<'db>(db: &'db dyn Db, ty: Ty<'db>, n: i128) -> Option<String> {
    use Builtin::*;
    let b = match ty.kind(db) {
        TyKind::Builtin(b) => *b,
        TyKind::Enum(entity) => {
            return Some(match enumerator_with(db, *entity, n) {
                Some(name) => spaced(&name),
                None => format!("({}){n}", host_type(db, ty.unqualified(db))),
            });
        }
        _ => return None,
    };
    // The least value is no literal.
    let least = |min: i128, suffix: &str| (n == min).then(|| format!("{}{suffix}-1", min + 1));
    Some(match b {
        Bool => (if n == 0 { "false" } else { "true" }).into(),
        Char => character(n),
        SignedChar => format!("(signed char){}", character(n)),
        UnsignedChar => format!("(unsigned char){}", character(n)),
        WChar => format!("L'\\x{:x}'", n as u32),
        Char8 => format!("u8'\\x{n:x}'"),
        Char16 => format!("u'\\x{n:x}'"),
        Char32 => format!("U'\\x{n:x}'"),
        Short => format!("(short){n}"),
        UnsignedShort => format!("(unsigned short){n}U"),
        Int => least(i32::MIN.into(), "").unwrap_or_else(|| n.to_string()),
        UnsignedInt => format!("{n}U"),
        Long => least(i64::MIN.into(), "L").unwrap_or_else(|| format!("{n}L")),
        UnsignedLong => format!("{n}UL"),
        LongLong => least(i64::MIN.into(), "LL").unwrap_or_else(|| format!("{n}LL")),
        UnsignedLongLong => format!("{n}ULL"),
        Int128 | UnsignedInt128 => {
            let name = match b {
                Int128 => "__int128",
                _ => "unsigned __int128",
            };
            match u64::try_from(n) {
                Ok(n) => format!("(({name}){n})"),
                Err(_) => {
                    let high = match b {
                        Int128 => (n >> 64).to_string(),
                        _ => ((n as u128) >> 64).to_string(),
                    };
                    format!("(({name}){high}<<64 | ({name}){})", n as u64)
                }
            }
        }
        _ => return None,
    })
}

fn character(n: i128) -> String {
    let byte = (n & 0xff) as u8;
    let inner = match byte {
        b'\'' => "\\'".into(),
        b'"' => "\\\"".into(),
        b'\\' => "\\\\".into(),
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        0x07 => "\\a".into(),
        0x08 => "\\b".into(),
        0x0b => "\\v".into(),
        0x0c => "\\f".into(),
        0x20..=0x7e => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    };
    format!("'{inner}'")
}

fn floating(b: Builtin, value: f64) -> Option<String> {
    let (suffix, builtin) = match b {
        Builtin::Double => ("", ""),
        Builtin::Float => ("F", "f"),
        Builtin::LongDouble => ("L", "l"),
        _ => return None,
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        return Some(format!("((__builtin_nan{builtin}(\"\")))"));
    }
    if value.is_infinite() {
        return Some(format!("(({sign}__builtin_huge_val{builtin}()))"));
    }
    let magnitude = value.abs();
    let digits = match b {
        Builtin::Float => {
            let single = magnitude as f32;
            shortest(magnitude, format!("{single:e}"), |t| {
                t.parse() == Ok(single)
            })
        }
        _ => shortest(magnitude, format!("{magnitude:e}"), |t| {
            t.parse() == Ok(magnitude)
        }),
    };
    Some(format!("({sign}{digits}{suffix})"))
}

/// The digits of a magnitude, in scientific notation below 1e-3 and from 1e7 on. `exact` is the shortest text that reads back
/// as the value; of two digits at least, the nearer ones.
fn shortest(value: f64, exact: String, reads_back: impl Fn(&str) -> bool) -> String {
    if value == 0.0 {
        return "0.0".into();
    }
    let two = format!("{:.1e}", value.abs());
    let text = match exact.contains('.') || !reads_back(&two) {
        true => exact,
        false => two,
    };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mantissa = match mantissa.contains('.') {
        true => mantissa.to_owned(),
        false => format!("{mantissa}.0"),
    };
    if !(-3..7).contains(&exponent) {
        return format!("{mantissa}E{exponent}");
    }
    let mut digits = mantissa.replace('.', "");
    if exponent < 0 {
        let zeros = "0".repeat((-exponent - 1) as usize);
        let digits = digits.trim_end_matches('0');
        return format!("0.{zeros}{digits}");
    }
    let whole = exponent as usize + 1;
    while digits.len() <= whole {
        digits.push('0');
    }
    let (whole, rest) = digits.split_at(whole);
    let rest = rest.trim_end_matches('0');
    format!("{whole}.{}", if rest.is_empty() { "0" } else { rest })
}

/// `inner`: a part of a class, whose qualification conversion is written out.
fn pointer<'db>(db: &'db dyn Db, ty: Ty<'db>, p: &Pointer<'db>, inner: bool) -> Option<String> {
    let entity = match &p.base {
        PointerBase::Null(0) if ty.is_nullptr(db) => return Some("nullptr".into()),
        PointerBase::Null(0) => {
            return Some(format!("({})nullptr", host_type(db, ty.unqualified(db))));
        }
        PointerBase::Static(entity) => *entity,
        _ => return None,
    };
    let of = match entity.is_function(db) {
        true => None,
        false => Some(function::variable_type(db, entity)),
    };
    let name = spaced(&qualified_name(db, entity));
    let is_array = of.is_some_and(|t| t.is_array(db));
    let (text, pointee) = match (p.path.only(), of) {
        _ if p.path.is_empty() => (name.clone(), of),
        (Some(Step::Element(0)), Some(t)) if is_array => {
            return t.element(db).map(|_| name);
        }
        (Some(Step::Element(n)), Some(t)) if is_array => (format!("{name}[{n}]"), t.element(db)),
        (_, Some(t)) => {
            let mut text = name.clone();
            let mut at = t;
            for step in p.path.iter() {
                match step {
                    Step::Field(n) => {
                        let info = class::class_info(db, at.unqualified(db))?;
                        let field = info.fields.get(n as usize)?;
                        text += &format!(".{}", field.name);
                        at = field.ty;
                    }
                    _ => return None,
                }
            }
            (text, Some(at))
        }
        _ => return None,
    };
    if ty.is_reference(db) || !ty.is_pointer(db) {
        return Some(text);
    }
    let text = format!("&{text}");
    let converted = inner && ty.pointee(db) != pointee && pointee.is_some();
    Some(match converted {
        true => format!("({})({text})", host_type(db, ty)),
        false => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        let double = |v| floating(Builtin::Double, v).unwrap_or_default();
        assert_eq!(double(-0.0), "(-0.0)");
        assert_eq!(double(1.5), "(1.5)");
        assert_eq!(double(1e301), "(1.0E301)");
        assert_eq!(double(1.0 / 3.0), "(0.3333333333333333)");
        assert_eq!(double(12345678.0), "(1.2345678E7)");
        assert_eq!(double(1234567.0), "(1234567.0)");
        assert_eq!(double(9999999.0), "(9999999.0)");
        assert_eq!(double(100.0), "(100.0)");
        assert_eq!(double(0.001), "(0.001)");
        assert_eq!(double(0.0001), "(1.0E-4)");
        assert_eq!(double(1.1e-5), "(1.1E-5)");
        assert_eq!(double(5e-324), "(4.9E-324)");
        assert_eq!(double(123456789012.5), "(1.234567890125E11)");
        assert_eq!(double(f64::NEG_INFINITY), "((-__builtin_huge_val()))");
        let float = |v: f32| floating(Builtin::Float, v.into()).unwrap_or_default();
        assert_eq!(float(0.1), "(0.1F)");
        assert_eq!(float(1e-7), "(1.0E-7F)");
        assert_eq!(float(1.0 / 3.0), "(0.33333334F)");
        assert_eq!(float(-1.5), "(-1.5F)");
        assert_eq!(float(16777218.0), "(1.6777218E7F)");
    }

    #[test]
    fn spaces() {
        assert_eq!(spaced("n::W<char>::In"), "n::W< char> ::In");
        assert_eq!(spaced("A<B<int>, '<'>"), "A< B< int> , '<'> ");
    }
}
