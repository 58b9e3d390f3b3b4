//! How messages name a called function: readably as long as there was no error, as the linker would have it afterwards
//! (reference: diagnostics, Names of callees).

use cleave_names::decl::{Decl, DeclKind, Param, Shape};
use cleave_syntax::SyntaxKind::*;

use crate::cuda::kernels::form::{group_end, is_fundamental};
use crate::engine::source::Source;
use crate::tokens::index::named;
use crate::tokens::types;
use crate::tokens::types::{Base, Place};

/// A parameter's type: fundamental types in their usual order of words, the user's classes with their scope.
pub(crate) fn param(s: &Source<'_>, decl: &Decl, p: &Param) -> String {
    let mut base: Vec<&str> = Vec::new();
    let mut name = String::new();
    let (mut is_const, mut is_volatile) = (false, false);
    let mut i = p.specifiers.start;
    while i < p.specifiers.end {
        match s.kind(i) {
            ATTRIBUTE_KW => {
                i = group_end(s, i + 1, p.specifiers.end);
                continue;
            }
            CONST_KW => is_const = true,
            VOLATILE_KW => is_volatile = true,
            VOID_KW => base.push("void"),
            kind if is_fundamental(kind) => base.push(s.word(i)),
            COLON2 => name.push_str("::"),
            _ => name.push_str(s.word(i)),
        }
        i += 1;
    }
    let mut out = String::new();
    // A parameter's own qualifiers are no part of the function's type.
    if is_const && !p.shape.is_empty() {
        out.push_str("const ");
    }
    if is_volatile && !p.shape.is_empty() {
        out.push_str("volatile ");
    }
    let mut shapes = p.shape.to_vec();
    if name.is_empty() {
        out.push_str(&fundamental(&base));
    } else {
        // What a typedef stands for is what is printed.
        let place = Place::of(s, decl);
        let ty = types::read(s, p.specifiers, &place, 0);
        match ty.base {
            Base::Fundamental(f) if ty.indirect => {
                out.push_str(f.name);
                shapes.extend(ty.shape);
            }
            Base::Void if ty.indirect => {
                out.push_str("void");
                shapes.extend(ty.shape);
            }
            Base::Dependent => out.push_str(&name),
            _ => out.push_str(&class(s, &name)),
        }
    }
    for (n, shape) in shapes.iter().enumerate().rev() {
        let operator = match shape {
            Shape::Pointer => "*",
            Shape::LvalueReference => "&",
            Shape::RvalueReference => "&&",
            Shape::Array { .. } if n == 0 => "*",
            _ => "",
        };
        // Only the first stands apart.
        if !operator.is_empty() && !out.ends_with(['*', '&']) {
            out.push(' ');
        }
        out.push_str(operator);
    }
    out
}

fn fundamental(words: &[&str]) -> String {
    let count = |w: &str| words.iter().filter(|&&x| x == w).count();
    let has = |w: &str| count(w) > 0;
    let unsigned = if has("unsigned") { "unsigned " } else { "" };
    if has("char") {
        return match (has("unsigned"), has("signed")) {
            (true, _) => "unsigned char".into(),
            (_, true) => "signed char".into(),
            _ => "char".into(),
        };
    }
    if has("short") {
        return format!("{unsigned}short");
    }
    match count("long") {
        1 if has("double") => return "long double".into(),
        1 => return format!("{unsigned}long"),
        2 => return format!("{unsigned}long long"),
        _ => {}
    }
    for word in ["void", "bool", "float", "double"] {
        if has(word) {
            return word.into();
        }
    }
    format!("{unsigned}int")
}

/// A class by its full name, in front of which the reference leaves blanks.
fn class(s: &Source<'_>, written: &str) -> String {
    let last = written.rsplit("::").next().unwrap_or(written);
    let found = named(s.db, s.file, last);
    let Some(e) = found
        .iter()
        .find(|e| matches!(e.kind, DeclKind::Class | DeclKind::Enum) && e.class.is_none())
    else {
        return written.to_owned();
    };
    let path: Vec<&str> = e.scope.path(s.db).iter().map(|p| p.name(s.db)).collect();
    if path.is_empty() {
        format!("    ::{last}")
    } else {
        format!(" ::{}::{last}", path.join("::"))
    }
}
