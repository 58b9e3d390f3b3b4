//! Values as template arguments spell them in a diagnostic: `3`, `5UL`, `'c'`, `N::En::x`, `&N::v[1]`, `P{3, 'z'}`.

use cleave_base_db::Db;
use cleave_hir::NameId;
use cleave_lang::Builtin;

use crate::display::Speller;
use crate::display::declarator::nested;
use crate::display::entity::{class_name, enumerator_with, enumerators, qualified_name};
use crate::{Const, Entity, Pointer, PointerBase, Step, Ty, TyKind, Value};

/// A value as a diagnostic spells it.
pub fn const_text<'db>(db: &'db dyn Db, value: Const<'db>) -> String {
    value_text(&Speller::new(db), value.ty(db), value.value(db), 20)
}

/// Whether a value of a class has the class's name in front.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Yes,
    No,
}

pub(super) fn value_text<'db>(
    sp: &Speller<'db>,
    ty: Ty<'db>,
    value: &Value<'db>,
    depth: u32,
) -> String {
    value_with(sp, ty, value, depth, Named::Yes)
}

fn value_with<'db>(
    sp: &Speller<'db>,
    ty: Ty<'db>,
    value: &Value<'db>,
    depth: u32,
    named: Named,
) -> String {
    let Some(depth) = depth.checked_sub(1) else {
        return "...".into();
    };
    let list = |items: &[(Ty<'db>, &Value<'db>)]| {
        let items: Vec<String> = items
            .iter()
            .map(|(t, v)| value_text(sp, *t, v, depth))
            .collect();
        format!("{{{}}}", items.join(", "))
    };
    match value {
        Value::Int(n) => int_text(sp, ty, *n, depth),
        Value::Float(bits) => float_text(sp.db, ty, f64::from_bits(*bits)),
        Value::Complex(re, im) => {
            format!("{{{}, {}}}", f64::from_bits(*re), f64::from_bits(*im))
        }
        Value::Pointer(p) => pointer_text(sp, ty, p, depth),
        Value::Member(Some(member)) if sp.outside.is_some() => {
            format!("&{}", class_name(sp, *member, depth))
        }
        Value::Member(Some(member)) => format!("&{}", qualified_name(sp.db, *member)),
        Value::Member(None) => null_text(sp, ty, depth),
        Value::Class { bases, fields } => {
            let name = match ty.kind(sp.db) {
                TyKind::Closure(_) => nested(sp, ty, depth),
                TyKind::Class(_) if named == Named::Yes => nested(sp, ty, depth),
                _ => String::new(),
            };
            let Some(info) = crate::class::class_info(sp.db, ty) else {
                return format!("{name}{{...}}");
            };
            let types = info
                .bases
                .iter()
                .map(|b| b.ty)
                .chain(info.fields.iter().map(|f| f.ty));
            let items: Vec<_> = types.zip(bases.iter().chain(fields.iter())).collect();
            let inner: Vec<String> = (items.iter())
                .map(|(t, v)| element_text(sp, *t, v, depth))
                .collect();
            format!("{name}{{{}}}", inner.join(", "))
        }
        Value::Union(Some((field, inner))) => {
            let info = crate::class::class_info(sp.db, ty);
            let field = (info.as_ref()).and_then(|i| i.fields.get(*field as usize));
            let ty = field.map_or(ty, |f| f.ty);
            list(&[(ty, inner)])
        }
        Value::Union(None) => "{}".into(),
        Value::Array {
            elements,
            filler,
            len,
        } => {
            let element = match ty.kind(sp.db) {
                TyKind::Array(element, _) => *element,
                _ => ty,
            };
            let shown = match sp.outside.is_some() {
                true => *len as usize,
                false => (*len).min(64) as usize,
            };
            let items: Vec<_> = (0..shown)
                .map(|i| (element, elements.get(i).unwrap_or(filler)))
                .collect();
            list(&items)
        }
        Value::Indeterminate => "<indeterminate>".into(),
    }
}

/// An element of a class's value: its own class is not named again.
fn element_text<'db>(sp: &Speller<'db>, ty: Ty<'db>, value: &Value<'db>, depth: u32) -> String {
    value_with(sp, ty, value, depth, Named::No)
}

fn int_text<'db>(sp: &Speller<'db>, ty: Ty<'db>, n: i128, depth: u32) -> String {
    use Builtin::*;
    match ty.kind(sp.db) {
        TyKind::Builtin(b) => match b {
            Bool => (if n != 0 { "true" } else { "false" }).into(),
            Char => char_text("", n),
            SignedChar => format!("(signed char){}", char_text("", n)),
            UnsignedChar => format!("(unsigned char){}", char_text("", n)),
            WChar => wide_text("L", n),
            Char8 => wide_text("u8", n),
            Char16 => wide_text("u", n),
            Char32 => wide_text("U", n),
            Short => format!("(short){n}"),
            UnsignedShort => format!("(unsigned short){n}"),
            UnsignedInt => format!("{n}U"),
            Long => format!("{n}L"),
            UnsignedLong => format!("{n}UL"),
            LongLong => format!("{n}LL"),
            UnsignedLongLong => format!("{n}ULL"),
            Nullptr => "nullptr".into(),
            _ => n.to_string(),
        },
        TyKind::Enum(entity) if sp.outside.is_some() => {
            format!("({}){n}", enumeration_text(sp, ty, *entity, depth))
        }
        TyKind::Enum(entity) => match enumerator_with(sp.db, *entity, n) {
            Some(name) if sp.rooted => format!("::{name}"),
            Some(name) => name,
            None => format!("({}){n}", nested(sp, ty, depth)),
        },
        _ => n.to_string(),
    }
}

/// An enumeration as a text of its own names it: by an enumerator if it has no name.
fn enumeration_text<'db>(
    sp: &Speller<'db>,
    ty: Ty<'db>,
    entity: Entity<'db>,
    depth: u32,
) -> String {
    let unnamed = entity.hir(sp.db).is_some_and(|d| d.name == NameId::None);
    let enumerator = (unnamed.then(|| enumerators(sp.db, entity))).and_then(|mut all| all.next());
    match enumerator {
        Some(enumerator) => format!("decltype({})", class_name(sp, enumerator, depth)),
        None => nested(sp, ty, depth),
    }
}

fn char_text(prefix: &str, n: i128) -> String {
    let byte = (n & 0xff) as u8;
    let inner = match byte {
        b'\'' => "\\'".into(),
        b'\\' => "\\\\".into(),
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        b'\x07' => "\\a".into(),
        b'\x08' => "\\b".into(),
        b'\x0b' => "\\v".into(),
        b'\x0c' => "\\f".into(),
        0x20..=0x7e => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    };
    format!("{prefix}'{inner}'")
}

fn wide_text(prefix: &str, n: i128) -> String {
    format!("{prefix}'\\x{n:x}'")
}

fn float_text<'db>(db: &'db dyn Db, ty: Ty<'db>, value: f64) -> String {
    let suffix = match ty.kind(db) {
        TyKind::Builtin(Builtin::Float) => "F",
        TyKind::Builtin(Builtin::LongDouble) => "L",
        _ => "",
    };
    format!("({value:?}{suffix})")
}

fn null_text<'db>(sp: &Speller<'db>, ty: Ty<'db>, depth: u32) -> String {
    format!("({})nullptr", nested(sp, ty, depth))
}

fn pointer_text<'db>(sp: &Speller<'db>, ty: Ty<'db>, p: &Pointer<'db>, depth: u32) -> String {
    let is_reference = !matches!(ty.kind(sp.db), TyKind::Pointer(_));
    let (mut text, array) = match &p.base {
        PointerBase::Null(_) if matches!(ty.kind(sp.db), TyKind::Builtin(Builtin::Nullptr)) => {
            return "nullptr".into();
        }
        PointerBase::Null(0) => return null_text(sp, ty, depth),
        PointerBase::Null(n) => return format!("({}){n}", nested(sp, ty, depth)),
        PointerBase::Static(entity) => {
            let of = crate::function::variable_type(sp.db, *entity);
            let name = match sp.outside.is_some() {
                true => class_name(sp, *entity, depth),
                false => qualified_name(sp.db, *entity),
            };
            (name, matches!(of.kind(sp.db), TyKind::Array(..)))
        }
        PointerBase::String(..) => {
            sp.is_nameless();
            return "<string>".into();
        }
        PointerBase::Temporary(..) | PointerBase::Parameter(_) | PointerBase::Object(_) => {
            sp.is_nameless();
            return "<object>".into();
        }
    };
    // The first element of an array is what the array's name decays to.
    if let (true, Some(Step::Element(0))) = (array, p.path.only()) {
        return text;
    }
    for step in p.path.iter() {
        match step {
            Step::Element(n) => text.push_str(&format!("[{n}]")),
            Step::Field(n) => text.push_str(&format!(".{n}")),
            Step::Base(_) => {}
        }
    }
    if is_reference {
        text
    } else {
        format!("&{text}")
    }
}
