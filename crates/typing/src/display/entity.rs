//! Entities by their names: qualified, with template arguments, and for functions with parameters where that tells overloads
//! apart.

use crate::class::info::is_anonymous_member;
use crate::code::around::chain;
use crate::code::around::decls_around;
use cleave_base_db::Db;
use cleave_hir::{
    ClassKey, Code, Decl, DeclKind, Exception, NameId, TemplateHead, TemplateParamKind, TypeRef,
};
use cleave_names::decl::Spec;

use crate::display::Speller;
use crate::display::bindings::{bindings, bound_text};
use crate::display::declarator::{DEPTH, nested, parameters_text, with_name};
use crate::display::specialized::{pattern_args, specialized_args, specialized_by};
use crate::display::value::value_text;
use crate::display::written::{
    return_with_name, variable_with_name, written_parameters, written_return,
};
use crate::lookup::namespaces::{Among, What, namespace_decls};
use crate::{Arg, Closure, DeclRef, Entity, Env, Node, Ty, TyKind};

/// What diagnostics call what has no name.
const UNNAMED: &str = "<unnamed>";

/// `N::C<int>::f`: the name of anything, with the template arguments of the classes around it and its own.
pub fn qualified_name<'db>(db: &'db dyn Db, entity: Entity<'db>) -> String {
    class_name(&Speller::new(db), entity, DEPTH)
}

/// The same in the words of a declaration's template parameters.
pub fn name_within<'db>(db: &'db dyn Db, of: Entity<'db>, entity: Entity<'db>) -> String {
    class_name(&speller(db, of), entity, DEPTH)
}

/// The levels of an environment, outermost first.
pub(crate) fn levels<'db>(db: &'db dyn Db, env: Option<Env<'db>>) -> Vec<&'db [Arg<'db>]> {
    let mut out: Vec<_> = std::iter::successors(env, |e| e.parent(db))
        .map(|e| e.args(db))
        .collect();
    out.reverse();
    out
}

/// A class or an enumeration as a type: one without a name has its class-key in front.
pub(super) fn type_name<'db>(sp: &Speller<'db>, entity: Entity<'db>, depth: u32) -> String {
    let name = class_name(sp, entity, depth);
    let hir = entity.hir(sp.db).filter(|_| name.ends_with(UNNAMED));
    match hir.filter(|d| d.name == NameId::None).map(|d| &d.kind) {
        Some(DeclKind::Class(c)) => format!("{} {name}", key_text(c.key)),
        Some(DeclKind::Enum(_)) => format!("enum {name}"),
        _ => name,
    }
}

pub(super) fn class_name<'db>(sp: &Speller<'db>, entity: Entity<'db>, depth: u32) -> String {
    let db = sp.db;
    if let Some(closure) = entity.decl(db).closure(db) {
        return closure_text(sp, &closure, depth);
    }
    let mut chain = decls_around(db, entity.decl(db));
    // A friend is no member of the class that it is declared in ([class.friend]/6).
    if let Some((_, d, _)) = chain.last()
        && d.spec.any(Spec::FRIEND)
    {
        chain = chain.split_off(chain.len() - 1);
    }
    let levels = levels(db, entity.env(db));
    let code = entity.code(db);
    let converts = (entity.hir(db)).is_some_and(|d| matches!(d.name, NameId::Conversion(_)));
    let mut parts = namespaces(db, entity.decl(db));
    if let Some(outside) = &sp.outside {
        // A block has no name to go through.
        if entity.decl(db).code(db).body.is_some() {
            sp.is_nameless();
        }
        for part in parts.iter_mut().filter(|part| *part == UNNAMED) {
            outside.unnamed_namespace().clone_into(part);
        }
    }
    if let Node::Elaborated(_) = entity.decl(db).node(db) {
        parts.push(entity.decl(db).ident(db));
    }
    for (this, decl, level) in &chain {
        // Members of an unscoped enumeration or an anonymous union stand beside it.
        let beside = || {
            let is_shown = matches!(decl.kind, DeclKind::Class(_)) && !sp.rooted;
            !is_shown || sp.outside.is_some() || is_anonymous_member(db, *this)
        };
        let last = chain.last().map(|(_, last, _)| *last);
        if decl.name == NameId::None
            && last.is_some_and(|last| !std::ptr::eq(last, *decl))
            && beside()
        {
            continue;
        }
        let mut text = name_text(decl, code);
        if text.contains(UNNAMED) {
            sp.is_nameless();
        }
        let args = level.and_then(|l| levels.get(l as usize));
        match args {
            Some(args) => {
                let written = match sp.rooted && *this == entity.decl(db) {
                    true => crate::display::source::written_arguments(db, entity),
                    false => args.len(),
                };
                let at = level.map_or(0, |level| level as usize);
                let args = match specialized_by(db, *this, decl, at, entity.env(db)) {
                    Some(args) => args,
                    None => &args[..written.min(args.len())],
                };
                text.push_str(&args_text(sp, args, depth));
            }
            None => {
                text.push_str(&specialized_args(sp, *this, decl, depth));
                if let (Some(l), Some(head)) = (level, decl.heads.last())
                    && sp
                        .heads
                        .get(*l as usize)
                        .is_some_and(|h| std::ptr::eq(*h, head))
                    && matches!(decl.kind, DeclKind::Class(_))
                {
                    let text_of_pattern =
                        || Some(args_text(sp, pattern_args(db, *this, decl)?, depth));
                    text.push_str(&text_of_pattern().unwrap_or_else(|| parameters(head)));
                }
            }
        }
        parts.push(text);
    }
    if converts
        && depth > 0
        && let (Some(last), Some(s)) = (parts.last_mut(), crate::function::signature(db, entity))
    {
        *last = format!("operator {}", nested(sp, s.ty.ret, depth));
    }
    if let Some((_, decl, _)) = chain.last()
        && matches!(decl.kind, DeclKind::Enumerator(_))
    {
        // An unscoped enumeration is no scope to name; one without a name was left out.
        let around = decl.parent.zip(code).map(|(p, code)| &code[p]);
        let is_named = |d: &Decl| {
            let scoped = matches!(&d.kind, DeclKind::Enum(e) if e.scoped);
            !scoped && d.name != NameId::None
        };
        if around.is_some_and(is_named) && parts.len() >= 2 {
            parts.remove(parts.len() - 2);
        }
    }
    if let [only] = &parts[..]
        && only == UNNAMED
    {
        return only.clone();
    }
    let path = parts.join("::");
    match sp.rooted || sp.outside.is_some() {
        true => format!("::{path}"),
        false => path,
    }
}

/// The namespaces around, the unnamed ones by the name that diagnostics give them. Names in blocks are not qualified.
pub(crate) fn namespaces<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Vec<String> {
    let code = decl.code(db);
    if code.body.is_some() {
        return Vec::new();
    }
    let name = |n: &str| if n.is_empty() { UNNAMED } else { n }.to_owned();
    code.item
        .scope(db)
        .path(db)
        .iter()
        .map(|s| name(s.name(db)))
        .collect()
}

/// A declaration's own name.
fn name_text(decl: &Decl, code: Option<&Code>) -> String {
    match &decl.name {
        NameId::Destructor(_) => match code.zip(decl.parent) {
            Some((code, parent)) => format!("~{}", name_text(&code[parent], Some(code))),
            None => "~".into(),
        },
        NameId::Conversion(_) => "operator <type>".into(),
        NameId::None => match &decl.kind {
            DeclKind::Class(c) => unnamed(c.typedef_name.as_ref()),
            DeclKind::Enum(e) => unnamed(e.typedef_name.as_ref()),
            _ => UNNAMED.into(),
        },
        name => name.text().unwrap_or_default(),
    }
}

/// The name that a typedef gives what has none.
fn unnamed(typedef: Option<&cleave_hir::Name>) -> String {
    typedef.map_or(UNNAMED, |name| name.as_str()).to_owned()
}

fn key_text(key: ClassKey) -> &'static str {
    match key {
        ClassKey::Struct => "struct",
        ClassKey::Class => "class",
        ClassKey::Union => "union",
        ClassKey::Enum => "enum",
    }
}

/// `<T, N>`, a template's own parameters.
pub(crate) fn parameters(head: &TemplateHead) -> String {
    let names: Vec<String> = (head.params.iter())
        .map(|p| {
            let name = p.name.as_ref().map_or("<unnamed>", |n| n.as_str());
            format!("{name}{}", if p.pack { "..." } else { "" })
        })
        .collect();
    format!("<{}>", names.join(", "))
}

/// Template arguments as `<int, 3>`.
pub fn arguments_text<'db>(db: &'db dyn Db, args: &[Arg<'db>]) -> String {
    args_text(&Speller::new(db), args, DEPTH)
}

pub(super) fn args_text<'db>(sp: &Speller<'db>, args: &[Arg<'db>], depth: u32) -> String {
    let mut out = Vec::new();
    for arg in args {
        match arg {
            Arg::Pack(elements) => out.extend(elements.iter().map(|a| arg_text(sp, a, depth))),
            _ => out.push(arg_text(sp, arg, depth)),
        }
    }
    format!("<{}>", out.join(", "))
}

pub(super) fn arg_text<'db>(sp: &Speller<'db>, arg: &Arg<'db>, depth: u32) -> String {
    match arg {
        Arg::Type(ty) => nested(sp, *ty, depth),
        Arg::Value(value) => value_text(sp, value.ty(sp.db), value.value(sp.db), depth),
        Arg::Template(entity) => class_name(sp, *entity, depth),
        Arg::Pack(elements) => {
            let all: Vec<String> = elements.iter().map(|a| arg_text(sp, a, depth)).collect();
            all.join(", ")
        }
        Arg::Param { level, index, .. } => param_name(sp, *level, *index),
        Arg::Expansion(of) => format!("{}...", arg_text(sp, of, depth)),
        Arg::Dependent(..) => "<expression>".into(),
        Arg::Error => "<error-type>".into(),
    }
}

/// The name of a template parameter.
pub(super) fn param_name(sp: &Speller<'_>, level: u32, index: u32) -> String {
    if let Some((_, head)) = sp.lambda.filter(|l| l.0 == level) {
        let written = head.and_then(|h| h.params.get(index as usize));
        let name = written.and_then(|p| p.name.as_ref());
        return name.map_or_else(|| "auto".into(), |n| n.as_str().to_owned());
    }
    let param = sp
        .heads
        .get(level as usize)
        .and_then(|h| h.params.get(index as usize));
    match param.and_then(|p| p.name.as_ref()) {
        Some(name) => name.as_str().to_owned(),
        None => "<unnamed>".into(),
    }
}

/// `lambda [](int)->int`
pub(super) fn closure_text<'db>(sp: &Speller<'db>, closure: &Closure<'db>, depth: u32) -> String {
    let db = sp.db;
    if let Some(outside) = &sp.outside {
        match outside.closure(closure) {
            Some(name) => return name,
            None => sp.is_nameless(),
        }
    }
    let Some(lambda) = closure.hir(db) else {
        return "lambda".into();
    };
    let decl = DeclRef::new(db, closure.site.code, closure.site.index, Some(*closure));
    let call = Entity::new(db, decl, closure.env);
    let mutable = if lambda.is_mutable { " mutable" } else { "" };
    let signature = crate::function::signature(db, call);
    match signature {
        Some(s) => {
            let mut ty = s.ty.clone();
            ty.quals = cleave_lang::Qualifiers::NONE;
            let noexcept = if ty.noexcept { " noexcept" } else { "" };
            ty.noexcept = false;
            let generic = call.is_template(db);
            let ret = match s.ty.ret.kind(db) {
                TyKind::Auto(_) if !generic && !sp.undeduced => crate::check::return_type(db, call),
                _ => s.ty.ret,
            };
            let own = Speller {
                db,
                heads: sp.heads.clone(),
                lambda: generic.then(|| (call.depth(db), lambda.head.as_ref())),
                rooted: sp.rooted,
                undeduced: sp.undeduced,
                for_message: sp.for_message,
                outside: sp.outside.clone(),
            };
            // What a lambda depends on is spelled by its parameters.
            let (params, ret) = match sp.for_message && !generic {
                true => (
                    written_parameters(&own, call, &ty),
                    written_return(&own, call, ret),
                ),
                false => (parameters_text(&own, &ty, depth), nested(&own, ret, depth)),
            };
            format!("lambda []{params}{mutable}->{ret}{noexcept}")
        }
        None => format!("lambda []{mutable}"),
    }
}

/// The qualified name of the enumerator with this value, if there is one.
pub(crate) fn enumerator_with<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    value: i128,
) -> Option<String> {
    for enumerator in enumerators(db, entity) {
        let found = crate::eval::constant_value(db, enumerator)?;
        if *found.value(db) == crate::Value::Int(value) {
            return Some(qualified_name(db, enumerator));
        }
    }
    None
}

/// The enumerators of an enumeration, in their order.
pub(super) fn enumerators<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
) -> impl Iterator<Item = Entity<'db>> {
    let definition = crate::function::definition(db, entity);
    let all = definition.and_then(|definition| match definition.kind(db)? {
        DeclKind::Enum(e) => Some((definition, e.enumerators.as_deref()?)),
        _ => None,
    });
    all.into_iter().flat_map(move |(definition, ids)| {
        let code = definition.decl(db).code(db);
        let one = move |id| Entity::new(db, DeclRef::at(db, code, id), definition.env(db));
        ids.iter().map(move |&id| one(id))
    })
}

/// A function as a candidate or callee: `N::C<T>::f(T, int) const [with T=int]`. Parameters are left out where no overload
/// has to be told apart.
pub fn function_text<'db>(db: &'db dyn Db, function: Entity<'db>, parameters: bool) -> String {
    if let Some(closure) = function.decl(db).closure(db) {
        return call_operator_text(db, function, &closure);
    }
    let pattern = Entity::new(db, function.decl(db), None);
    let mut out = spelled(db, pattern, parameters);
    let bound = bindings(db, function);
    if !bound.is_empty() {
        out.push_str(&format!(" [with {}]", bound.join(", ")));
    }
    out
}

/// The definition that an instantiation context names: `void f(T) [with T=int]`, with the return type; `D<N> [with N=1]`;
/// `T v [with T=int]`.
pub fn template_text<'db>(db: &'db dyn Db, entity: Entity<'db>) -> String {
    let pattern = Entity::new(db, entity.decl(db), None);
    let sp = speller(db, pattern);
    let before = |ty: Ty<'db>, text: String| {
        let ty = nested(&sp, ty, DEPTH);
        let space = if ty.ends_with(['*', '&']) { "" } else { " " };
        format!("{ty}{space}{text}")
    };
    if entity.is_function(db) {
        let text = function_text(db, entity, true);
        let special = entity.hir(db).is_some_and(|d| {
            let special = |f: &cleave_hir::Function| {
                use cleave_names::decl::Special;
                matches!(f.special, Special::Constructor | Special::Destructor)
            };
            matches!(d.name, NameId::Conversion(_))
                || matches!(&d.kind, DeclKind::Function(f) if special(f))
        });
        return match crate::function::signature(db, pattern) {
            Some(s) if !special && !matches!(s.ty.ret.kind(db), TyKind::Error) => {
                match entity.decl(db).closure(db) {
                    Some(_) => text,
                    None => before(s.ty.ret, text),
                }
            }
            _ => text,
        };
    }
    let text = name_and_bindings(db, entity);
    match entity.kind(db) {
        Some(DeclKind::Variable(_)) => before(crate::function::variable_type(db, pattern), text),
        _ => text,
    }
}

/// What is no function by the name of its pattern and what its parameters are: `A<T>::v [with T=int]`.
pub(crate) fn name_and_bindings<'db>(db: &'db dyn Db, entity: Entity<'db>) -> String {
    let bound = bindings(db, entity);
    let mut text = spelled(db, Entity::new(db, entity.decl(db), None), false);
    if !bound.is_empty() {
        text.push_str(&format!(" [with {}]", bound.join(", ")));
    }
    text
}

/// A function as it is declared: `int f(T)`.
pub(crate) fn declaration_text<'db>(db: &'db dyn Db, function: Entity<'db>) -> String {
    let sp = speller(db, function);
    let Some(signature) = crate::function::signature(db, function) else {
        return spelled(db, function, true);
    };
    let ret = written_return(&sp, function, signature.ty.ret);
    let space = if ret.ends_with(['*', '&']) { "" } else { " " };
    let name = function
        .hir(db)
        .map_or_else(String::new, |d| name_text(d, function.code(db)));
    format!(
        "{ret}{space}{name}{}",
        written_parameters(&sp, function, &signature.ty)
    )
}

/// A function or variable as it is declared, with its full name: `int N::f(T) noexcept`, `int (*N::v)[3]`.
pub(crate) fn declared_text<'db>(db: &'db dyn Db, entity: Entity<'db>) -> String {
    let sp = speller(db, entity);
    let name = qualified_name(db, entity);
    let Some(signature) = crate::function::signature(db, entity) else {
        return variable_with_name(&sp, entity, &name);
    };
    let all = crate::function::redeclarations(db, entity.decl(db)).iter();
    let mut all = all.map(|d| Entity::new(db, *d, entity.env(db)));
    let written = all
        .find_map(|e| match exception(db, e)? {
            Exception::None | Exception::Throws => None,
            Exception::Noexcept => Some(" noexcept"),
            Exception::ThrowNothing => Some(" throw()"),
            Exception::Computed(_) => {
                let yes = crate::function::is_noexcept(db, e);
                Some(if yes { " noexcept(true)" } else { "" })
            }
        })
        .unwrap_or_default();
    let mut ty = signature.ty.clone();
    ty.noexcept = false;
    let name = format!("{name}{}{written}", written_parameters(&sp, entity, &ty));
    return_with_name(&sp, entity, ty.ret, &name)
}

/// The exception specification that a function is declared with.
pub(crate) fn exception<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<&'db Exception> {
    let DeclKind::Function(f) = function.kind(db)? else {
        return None;
    };
    match &function.code(db)?[f.ty] {
        TypeRef::Function(f) => Some(&f.exception),
        _ => None,
    }
}

/// A type in the words of a declaration's template parameters.
pub fn type_within<'db>(db: &'db dyn Db, of: Entity<'db>, ty: Ty<'db>) -> String {
    nested(&speller(db, of), ty, DEPTH)
}

/// A name as it is declared with a type, in the words of a declaration's template parameters: `T *p`.
pub(crate) fn named_with_type<'db>(
    db: &'db dyn Db,
    of: Entity<'db>,
    ty: Ty<'db>,
    name: &str,
) -> String {
    with_name(&speller(db, of), ty, name)
}

/// The pattern of a partial specialisation: `X<T, int>`.
pub fn pattern_text<'db>(db: &'db dyn Db, special: Entity<'db>) -> String {
    let name = qualified_name(db, Entity::new(db, special.decl(db), None));
    let sp = speller(db, special);
    let template = crate::function::redeclared::primary(db, special.decl(db));
    let template = template.map(|t| Entity::new(db, t, None));
    let pattern =
        template.and_then(|t| crate::class::specialization::pattern(db, t, special.decl(db), None));
    match pattern {
        Some(args) => {
            let plain = name.split('<').next().unwrap_or(&name);
            format!("{plain}{}", args_text(&sp, args, DEPTH))
        }
        None => name,
    }
}

/// Whether a name denotes several functions where this one is declared: messages tell them apart by their parameters.
pub fn is_overloaded<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let decl = function.decl(db);
    let Some(DeclKind::Function(f)) = function.kind(db) else {
        return false;
    };
    // Beside a constructor there are those that copy and move.
    if f.special == cleave_names::decl::Special::Constructor {
        return true;
    }
    let Some(key) = decl.key(db) else {
        return false;
    };
    let first = crate::function::canonical(db, decl);
    let differs = |other: DeclRef<'db>| {
        other.is_function(db) && crate::function::canonical(db, other) != first
    };
    match decl.parent_class(db) {
        Some(class) => (crate::class::members::members(db, class).get(&key).iter())
            .any(|&other| differs(other)),
        None => {
            let code = decl.code(db);
            code.body.is_none()
                && namespace_decls(db, code.file(db), key, Among::In(code.scope(db)))
                    .iter()
                    .filter(|d| d.scope == code.scope(db) && d.what != What::Specialization)
                    .any(|d| differs(d.decl))
        }
    }
}

pub(super) fn speller<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Speller<'db> {
    let heads = chain(db, entity.decl(db))
        .iter()
        .flat_map(|(d, _)| d.heads.iter().filter(|h| !h.params.is_empty()))
        .collect();
    Speller {
        db,
        heads,
        ..Speller::new(db)
    }
}

pub(crate) fn spelled<'db>(db: &'db dyn Db, pattern: Entity<'db>, parameters: bool) -> String {
    let sp = speller(db, pattern);
    let name = class_name(&sp, pattern, DEPTH);
    if !parameters {
        return name;
    }
    match crate::function::signature(db, pattern) {
        Some(s) => {
            let parameters = written_parameters(&sp, pattern, &s.ty);
            let own = own_parameters(db, pattern, &parameters);
            format!("{name}{own}{parameters}")
        }
        None => name,
    }
}

/// `<T,N>`: the parameters of a function template, if one of them can only be given explicitly: it has no default, and the
/// function's parameters, here as text, do not name it.
fn own_parameters<'db>(db: &'db dyn Db, pattern: Entity<'db>, parameters: &str) -> String {
    let heads = pattern.hir(db).map(|d| &d.heads);
    let Some(head) = heads
        .and_then(|h| h.last())
        .filter(|h| !h.params.is_empty())
    else {
        return String::new();
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let open = |p: &cleave_hir::TemplateParam| {
        let deduced = p.name.as_ref().is_some_and(|n| {
            let mut words = parameters.split(|c| !is_word(c));
            words.any(|w| w == n.as_str())
        });
        let given = match &p.kind {
            TemplateParamKind::Type { default, .. } => default.is_some(),
            TemplateParamKind::Value { default, .. } => default.is_some(),
            TemplateParamKind::Template { default, .. } => default.is_some(),
        };
        !deduced && !given
    };
    if !head.params.iter().any(open) {
        return String::new();
    }
    let names: Vec<String> = (head.params.iter())
        .map(|p| {
            let name = p.name.as_ref().map_or("<unnamed>", |n| n.as_str());
            format!("{name}{}", if p.pack { "..." } else { "" })
        })
        .collect();
    format!("<{}>", names.join(","))
}

/// The call operator of a closure, which goes by the closure's type: `lambda [](auto)->auto [with <auto-1>=int]`.
fn call_operator_text<'db>(
    db: &'db dyn Db,
    operator: Entity<'db>,
    closure: &Closure<'db>,
) -> String {
    let sp = Speller::for_message(db);
    let mut out = closure_text(&sp, closure, DEPTH);
    let own = match operator.env(db) {
        Some(env) if operator.env(db) != closure.env => env.args(db),
        _ => return out,
    };
    let head = closure.hir(db).and_then(|l| l.head.as_ref());
    let written = head.map_or(&[][..], |h| &h.params);
    let bound: Vec<String> = (own.iter().enumerate())
        .map(|(i, arg)| {
            let value = bound_text(&sp, arg);
            match written.get(i) {
                Some(param) => match &param.name {
                    Some(name) => format!("{name}={value}"),
                    None => format!("<unnamed>={value}"),
                },
                None => format!("<auto-{}>={value}", i + 1 - written.len()),
            }
        })
        .collect();
    if !bound.is_empty() {
        out.push_str(&format!(" [with {}]", bound.join(", ")));
    }
    out
}
