//! How messages name a called function: readably as long as there was no error, as the linker would have it afterwards
//! (reference: diagnostics, Names of callees).

use cleave_names::decl::{Decl, DeclKind, Param, Shape, Special};
use cleave_names::{ItemNode, declarations};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::Flags;

use crate::cuda::kernels::form::{builtin, group_end, is_fundamental};
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::tokens::index::named;
use crate::tokens::types;
use crate::tokens::types::{Base, Place};

/// A template argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// A type, as messages spell it.
    Type(String),
    /// An integer constant.
    Value(i128),
}

/// How messages name an instance of a function template: with its parameters in place of what is given for them.
fn template<'db>(
    s: &Source<'db>,
    decl: &Decl,
    segments: &[String],
    arguments: &[Argument],
) -> Option<Arg<'db>> {
    let f = decl.function.as_ref()?;
    let [head] = &*decl.heads else { return None };
    if head.params.len() != arguments.len() || head.params.iter().any(|p| p.pack) {
        return None;
    }
    // A parameter by its place; whatever else is made of parameters is not spelled here.
    let spell = |text: &str| -> Option<String> {
        let index = head
            .params
            .iter()
            .position(|p| p.name.as_deref() == Some(text.split(' ').next().unwrap_or_default()));
        match index {
            Some(i) => {
                let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
                let space = if rest.is_empty() { "" } else { " " };
                Some(format!("T{}{space}{rest}", i + 1))
            }
            None => head
                .params
                .iter()
                .filter_map(|p| p.name.as_deref())
                .all(|name| !text.contains(name))
                .then(|| text.to_owned()),
        }
    };
    let mut parameters = Vec::new();
    for p in &f.params {
        let text = param(s, decl, p);
        parameters.push(spell(&text).unwrap_or(text));
    }
    let returned = match (builtin(s, decl.specifiers), decl.shape.len()) {
        (Some(true), 1) => "void".to_owned(),
        (Some(false), 1) => types::returned(s, decl)?.fundamental()?.name.to_owned(),
        (None, 1) => {
            let words: Vec<&str> = decl
                .specifiers
                .range()
                .map(|i| i as u32)
                .filter(|&i| {
                    s.kind(i) == IDENT
                        && head
                            .params
                            .iter()
                            .any(|p| p.name.as_deref() == Some(s.word(i)))
                })
                .map(|i| s.word(i))
                .collect();
            let [only] = words[..] else { return None };
            spell(only)?
        }
        _ => return None,
    };
    let list: Vec<String> = arguments
        .iter()
        .map(|a| match a {
            Argument::Type(name) => name.clone(),
            Argument::Value(v) => format!("(int){v}"),
        })
        .collect();
    let scope = if segments.is_empty() {
        " ::".to_owned()
    } else {
        segments.iter().map(|s| format!("{s}::")).collect()
    };
    let readable = format!(
        "{returned} {scope}{}<{}> ({})",
        decl.name,
        list.join(", "),
        parameters.join(", ")
    );
    let mut mangled = String::from("_Z");
    if !segments.is_empty() {
        mangled.push('N');
    }
    for segment in segments.iter().chain([&decl.name]) {
        mangled.push_str(&segment.len().to_string());
        mangled.push_str(segment);
    }
    mangled.push('I');
    for a in arguments {
        match a {
            Argument::Type(_) => mangled.push_str("1?"),
            Argument::Value(v) => mangled.push_str(&format!("L1?{v}E")),
        }
    }
    mangled.push('E');
    if !segments.is_empty() {
        mangled.push('E');
    }
    mangled.push_str("1?");
    if f.params.is_empty() {
        mangled.push('v');
    }
    for _ in &f.params {
        mangled.push_str("1?");
    }
    Some(Arg::Callee { readable, mangled })
}

/// How messages name the function that a declaration declares.
pub(crate) fn signature<'db>(
    s: &Source<'db>,
    item: ItemNode<'db>,
    index: u32,
    arguments: Option<&[Argument]>,
) -> Option<Arg<'db>> {
    let decl = declarations(s.db, item).get(index as usize)?;
    let f = decl.function.as_ref()?;
    let theirs = Source::new(s.db, s.file, item, s.settings);
    if decl.parent.is_none() && (decl.linkage_c || item.flags(s.db).has(Flags::EXTERN_C)) {
        return Some(Arg::Name(decl.name.clone()));
    }
    let mut segments: Vec<String> = Vec::new();
    for scope in item.scope(s.db).path(s.db) {
        let name = scope.name(s.db);
        segments.push(if name.is_empty() {
            "_NV_ANON_NAMESPACE".into()
        } else {
            name.to_owned()
        });
    }
    let mut classes = Vec::new();
    let mut at = decl.parent;
    while let Some(p) = at {
        let class = theirs.decls.get(p as usize)?;
        if class.name.is_empty() || !class.heads.is_empty() {
            return None;
        }
        classes.push(class.name.clone());
        at = class.parent;
    }
    segments.extend(classes.into_iter().rev());
    let mut params: Vec<String> = f.params.iter().map(|p| param(&theirs, decl, p)).collect();
    if f.variadic {
        params.push("...".into());
    }
    let instance = arguments.and_then(|a| template(&theirs, decl, &segments, a));
    if instance.is_some() {
        return instance;
    }
    let (shown, code) = name(decl, f.special, &segments)?;
    let mut readable = String::new();
    for segment in &segments {
        readable.push_str(segment);
        readable.push_str("::");
    }
    readable.push_str(&shown);
    readable.push('(');
    readable.push_str(&params.join(", "));
    readable.push(')');
    if f.is_const {
        readable.push_str(" const");
    }
    if params.is_empty() {
        return Some(Arg::Name(readable));
    }
    let mut mangled = String::from("_Z");
    if !segments.is_empty() {
        mangled.push('N');
        if f.is_const {
            mangled.push('K');
        }
        for segment in &segments {
            mangled.push_str(&segment.len().to_string());
            mangled.push_str(segment);
        }
    }
    mangled.push_str(&code);
    if !segments.is_empty() {
        mangled.push('E');
    }
    for _ in &f.params {
        mangled.push_str("1?");
    }
    if f.variadic {
        mangled.push('z');
    }
    Some(Arg::Callee { readable, mangled })
}

/// The operators that functions may be called by, with their codes (Itanium ABI 5.1.3); where it depends on the number of
/// operands, with one and with two.
const OPERATORS: [(&str, &str, &str); 38] = [
    ("+", "ps", "pl"),
    ("-", "ng", "mi"),
    ("*", "de", "ml"),
    ("&", "ad", "an"),
    ("/", "dv", "dv"),
    ("%", "rm", "rm"),
    ("|", "or", "or"),
    ("^", "eo", "eo"),
    ("~", "co", "co"),
    ("!", "nt", "nt"),
    ("=", "aS", "aS"),
    ("+=", "pL", "pL"),
    ("-=", "mI", "mI"),
    ("*=", "mL", "mL"),
    ("/=", "dV", "dV"),
    ("%=", "rM", "rM"),
    ("&=", "aN", "aN"),
    ("|=", "oR", "oR"),
    ("^=", "eO", "eO"),
    ("<<", "ls", "ls"),
    (">>", "rs", "rs"),
    ("<<=", "lS", "lS"),
    (">>=", "rS", "rS"),
    ("==", "eq", "eq"),
    ("!=", "ne", "ne"),
    ("<", "lt", "lt"),
    (">", "gt", "gt"),
    ("<=", "le", "le"),
    (">=", "ge", "ge"),
    ("<=>", "ss", "ss"),
    ("&&", "aa", "aa"),
    ("||", "oo", "oo"),
    ("++", "pp", "pp"),
    ("--", "mm", "mm"),
    (",", "cm", "cm"),
    ("->", "pt", "pt"),
    ("()", "cl", "cl"),
    ("[]", "ix", "ix"),
];

/// A function's name as messages print it, and its code.
fn name(decl: &Decl, special: Special, segments: &[String]) -> Option<(String, String)> {
    let plain = |name: &str| format!("{}{name}", name.len());
    Some(match special {
        Special::Constructor => {
            let class = segments.last()?;
            (class.clone(), "C1".into())
        }
        Special::Destructor => (format!("~{}", segments.last()?), "D1".into()),
        Special::Operator => {
            let symbol = decl.name.strip_prefix("operator")?.trim();
            let operands =
                decl.function.as_ref()?.params.len() + usize::from(decl.parent.is_some());
            let (_, one, two) = OPERATORS.iter().find(|o| o.0 == symbol)?;
            let code = if operands < 2 { one } else { two };
            (format!("operator {symbol}"), (*code).to_owned())
        }
        Special::None => (decl.name.clone(), plain(&decl.name)),
        Special::Conversion | Special::Literal => return None,
    })
}

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
