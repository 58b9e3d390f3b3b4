//! What `__PRETTY_FUNCTION__` and `__func__` say in the device half ([dcl.fct.def.general]/8). The text is that of NVIDIA's device
//! compiler, which spells the function as the C that it lowers to: `bool` is `__nv_bool` there.
//!
//! It must not know who asks: diagnostics spell functions in another way.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Exception, NameId, TemplateParamKind, TypeRef};
use cleave_names::decl::{Spec, Special};

use crate::code::params::is_explicit_specialization;
use crate::display::Speller;
use crate::display::declarator::{DEPTH, nested, parameters_text, with_name};
use crate::display::entity::{arg_text, class_name, closure_text, exception, levels, speller};
use crate::{Arg, Entity, Ty, TyKind};

/// `__func__`: the unqualified name ([dcl.fct.def.general]/8).
pub fn function_name<'db>(db: &'db dyn Db, function: Entity<'db>) -> String {
    if function.decl(db).closure(db).is_some() {
        return "operator()".to_owned();
    }
    let Some(decl) = function.hir(db) else {
        return String::new();
    };
    match &decl.name {
        NameId::Ident(name) => name.as_str().to_owned(),
        NameId::Operator(operator) => operator.function_id(),
        NameId::Literal(_) => "operator ".to_owned(),
        NameId::Conversion(_) => match crate::function::signature(db, function) {
            Some(s) => words(&format!(
                "operator {}",
                nested(&Speller::new(db), s.ty.ret, DEPTH)
            )),
            None => "operator ".to_owned(),
        },
        NameId::Destructor(_) => {
            let pattern = Entity::new(db, function.decl(db), None);
            let text = crate::display::qualified_name(db, pattern);
            text.rfind('~')
                .map_or_else(String::new, |at| text[at..].to_owned())
        }
        NameId::None => String::new(),
    }
}

/// `__PRETTY_FUNCTION__`: `static T N::C<T>::f(U *) const [with U = char; T = int]`.
pub fn pretty_function<'db>(db: &'db dyn Db, function: Entity<'db>) -> String {
    if function.decl(db).closure(db).is_some() {
        return call_operator(db, function);
    }
    let whole = declared(db, function);
    // A friend that a template defines is no template: it has types where that has parameters.
    let is_friend = whole.hir(db).is_some_and(|d| d.spec.any(Spec::FRIEND));
    let pattern = match is_friend && !whole.is_template(db) {
        true => whole,
        false => Entity::new(db, whole.decl(db), None),
    };
    let text = declaration(db, whole, pattern);
    let bound = match pattern == whole {
        true => None,
        false => bindings(db, whole),
    };
    finish(text, bound)
}

/// The first declaration of a function, with its arguments. An explicit specialisation is spelled as what it specialises.
fn declared<'db>(db: &'db dyn Db, function: Entity<'db>) -> Entity<'db> {
    match function.env(db) {
        None => of_specialization(db, function).unwrap_or(function),
        Some(env) => {
            let first = crate::function::canonical(db, function.decl(db));
            Entity::new(db, first, Some(env))
        }
    }
}

/// `static T N::C<T>::f(U *) const`: a function as its pattern is declared.
fn declaration<'db>(db: &'db dyn Db, whole: Entity<'db>, pattern: Entity<'db>) -> String {
    let mut sp = speller(db, pattern);
    if pattern.is_template(db) {
        let head = whole.hir(db).and_then(|d| d.heads.last());
        let head = head.filter(|h| !h.params.is_empty());
        let level = sp.heads.len().saturating_sub(usize::from(head.is_some()));
        sp.lambda = Some((level as u32, head));
    }
    let mut name = class_name(&sp, pattern, DEPTH);
    let (Some(signature), Some(decl)) = (crate::function::signature(db, pattern), whole.hir(db))
    else {
        return name;
    };
    let mut ty = signature.ty.clone();
    ty.noexcept = false;
    let mut parameters = parameters_text(&sp, &ty, DEPTH);
    // The text of a literal operator ends where its quotes would begin.
    if matches!(decl.name, NameId::Literal(_))
        && let Some(at) = name.find("\"\"")
    {
        name.truncate(at);
        name.push(' ');
        parameters.clear();
    }
    let written = exception_text(db, whole, pattern);
    let is_special = match &decl.kind {
        DeclKind::Function(f) => matches!(f.special, Special::Constructor | Special::Destructor),
        _ => false,
    };
    let is_trailing = match (&decl.kind, whole.code(db)) {
        (DeclKind::Function(f), Some(code)) => {
            matches!(&code[f.ty], TypeRef::Function(f) if f.trailing)
        }
        _ => false,
    };
    let mut out = String::new();
    let is_member = whole.decl(db).parent_class(db).is_some() && !decl.spec.any(Spec::FRIEND);
    if is_member && !is_special && !signature.has_object {
        out.push_str("static ");
    }
    if decl.spec.any(Spec::CONSTEXPR) {
        out.push_str("constexpr ");
    }
    out += &match () {
        () if is_special || matches!(decl.name, NameId::Conversion(_)) => {
            format!("{name}{parameters}{written}")
        }
        () if is_trailing => {
            let ret = nested(&sp, ty.ret, DEPTH);
            format!("auto {name}{parameters}->{ret}{written}")
        }
        () => with_name(&sp, ty.ret, &format!("{name}{parameters}{written}")),
    };
    out
}

/// The exception specification as it is spelled.
fn exception_text<'db>(db: &'db dyn Db, whole: Entity<'db>, pattern: Entity<'db>) -> &'static str {
    let throws_nothing = || crate::function::signature(db, pattern).is_some_and(|s| s.ty.noexcept);
    match exception(db, whole) {
        Some(Exception::Noexcept) => " noexcept",
        Some(Exception::ThrowNothing) => " throw()",
        // One that depends on the parameters of templates is not spelled.
        Some(Exception::Computed(_)) if crate::function::is_noexcept(db, pattern) => {
            " noexcept(true)"
        }
        // Destructors and deallocation functions do not throw ([except.spec]/8, 9); of a template that is not yet known.
        Some(Exception::None) if whole.env(db).is_none() && throws_nothing() => " noexcept",
        _ => "",
    }
}

/// What an explicit specialisation specialises, with its arguments.
fn of_specialization<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Entity<'db>> {
    let is_one = is_explicit_specialization(function.code(db)?, function.hir(db)?);
    is_one.then(|| crate::function::specialized::specialized(db, function.decl(db)))?
}

/// `T = int; int N = 3`: the parameters of the innermost template first. None for what is no template.
fn bindings<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Vec<String>> {
    function.env(db)?;
    let sp = Speller::new(db);
    let levels = levels(db, function.env(db));
    let heads = speller(db, function).heads;
    let mut out = Vec::new();
    for (level, args) in levels.iter().enumerate().rev() {
        for (index, arg) in args.iter().enumerate() {
            // What the head does not have, `auto` invents ([dcl.fct]/22).
            let param = heads.get(level).and_then(|h| h.params.get(index));
            let name = param.and_then(|p| p.name.as_ref()).map(|n| n.as_str());
            let is_value = param.is_some_and(|p| matches!(p.kind, TemplateParamKind::Value { .. }));
            let name = match (name, param.is_some()) {
                (Some(name), _) => name.to_owned(),
                (None, _) if is_value => "<anonymous>".to_owned(),
                (None, true) => format!("<template-parameter-{}-{}>", level + 1, index + 1),
                (None, false) => format!("<auto-{}>", index + 1),
            };
            bind(&sp, &name, is_value, arg, &mut out);
        }
    }
    Some(out)
}

/// `T = int` or `int N = 3`, and for each element of a pack the same.
fn bind<'db>(
    sp: &Speller<'db>,
    name: &str,
    is_written: bool,
    arg: &Arg<'db>,
    out: &mut Vec<String>,
) {
    let db = sp.db;
    let each = match arg {
        Arg::Pack(elements) => &elements[..],
        _ => std::slice::from_ref(arg),
    };
    for arg in each {
        let mut value = arg_text(sp, arg, DEPTH);
        out.push(match arg {
            Arg::Value(of) if is_written => {
                if names_function(db, of.ty(db)) {
                    value = value.trim_start_matches('&').to_owned();
                }
                format!("{} = {value}", with_name(sp, of.ty(db), name))
            }
            _ => format!("{name} = {value}"),
        });
    }
}

/// Whether values of a type name functions: those are spelled without `&`.
fn names_function<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    matches!(ty.kind(db), TyKind::Pointer(to) if to.is_function(db))
}

/// The call operator of a closure: `lambda [](auto)->auto::operator()(auto)->auto [with <auto-1> = int]`.
fn call_operator<'db>(db: &'db dyn Db, operator: Entity<'db>) -> String {
    let Some(closure) = operator.decl(db).closure(db) else {
        return String::new();
    };
    let sp = Speller {
        undeduced: true,
        ..Speller::new(db)
    };
    let text = closure_text(&sp, &closure, DEPTH);
    let call = text.strip_prefix("lambda []").unwrap_or_default();
    let out = format!("{text}::operator(){call}");
    if !operator.is_template(db) && operator.env(db) == closure.env {
        return finish(out, None);
    }
    let head = closure.hir(db).and_then(|l| l.head.as_ref());
    let written = head.map_or(&[][..], |h| &h.params);
    let own = operator.env(db).map_or(&[][..], |env| env.args(db));
    let mut bound = Vec::new();
    for (i, arg) in own.iter().enumerate() {
        let name = match written.get(i) {
            Some(param) => param
                .name
                .as_ref()
                .map_or("<unnamed>".into(), |n| n.as_str().to_owned()),
            None => format!("<auto-{}>", i + 1 - written.len()),
        };
        bind(&sp, &name, written.get(i).is_some(), arg, &mut bound);
    }
    finish(out, Some(bound))
}

/// The text with what the parameters stand for. A template without any to name has the bracket that closes them all the same.
fn finish(mut out: String, bound: Option<Vec<String>>) -> String {
    if let Some(bound) = bound {
        if !bound.is_empty() {
            out.push_str(" [with ");
            out.push_str(&bound.join("; "));
        }
        out.push(']');
    }
    words(&out)
}

/// The words of C for the types that C++ has words of its own for.
const WORDS: [(&str, &str); 2] = [("bool", "__nv_bool"), ("wchar_t", "int")];

fn words(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        let known = WORDS.iter().find(|(cpp, _)| *cpp == word);
        out.push_str(known.map_or(word, |(_, c)| c));
        rest = after;
    }
    out
}
