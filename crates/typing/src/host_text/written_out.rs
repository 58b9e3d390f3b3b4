//! Types that the host text writes out where the user's code names them otherwise, because the host compiler may take the name
//! for another type than NVIDIA's front end does (docs/host-half.md, "Written otherwise").
//!
//! NVIDIA's front end resolves the template arguments of all that is no template. Most of it means the same to the host
//! compiler and stays as it is written; what does not:
//! - `Int<N>` for `template<int v> using Int = C<v>;` and `template<auto> struct C;`: where `N` depends on template parameters
//!   and its type is deduced, g++ converts nothing and makes `C<16u>` of it. A kernel for that type would never be registered.
//! - `typename A<int>::type` makes g++ instantiate `A<int>` there, and what it instantiates first decides on the order of the rest
//!   and, in the end, on operands in the object code. `A::B::C` instantiates `A` as well, which `A::B` by its own name does not.
//! - Default arguments, which g++'s `__PRETTY_FUNCTION__` shows if they are written where a type is first named.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_hir::{Code, Decl, DeclKind, NameId, Path, TemplateArgRef, TypeRef};
use cleave_names::{ItemId, decl::Tokens};
use rustc_hash::FxHashSet;

use crate::code::idx;
use crate::code::params::{Sort, function_ref, own_level};
use crate::eval::spaced;
use crate::host_text::completed::is_completed;
use crate::resolve::declared_param_type;
use crate::thir::{ExprKind, Named, Typed};
use crate::{Arg, Context, DeclRef, Entity, Ty, TyKind, check, display, function, program};

/// How deep types and lambdas are looked into.
const DEPTH: u32 = 64;

/// A change to what is written.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum WrittenOut {
    /// The tokens are replaced by the type.
    Type(Tokens, String),
    /// Arguments are added to a template-id that ends with this token, `>`.
    Arguments(u32, String),
}

/// What is to be written out in an item, in the order of its tokens; nothing in what is not of the user's own.
///
/// Granularity: one value per item. It reads the item's declarations and the typed code of its bodies; an edit that changes no
/// such type leaves it equal.
#[salsa::tracked(returns(deref))]
pub fn written_types<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[WrittenOut]> {
    let mut named = Vec::new();
    for (own, _, _) in program::user_declarations(db, item) {
        let entity = own.entity(db);
        if template_depth(db, entity) == 0 {
            crate::engine::depth::outermost(
                db,
                || (),
                || named_in_declaration(db, entity, &mut named),
            );
        }
    }
    for entity in program::bodies(db, item) {
        // Typing a body takes long, and most have nothing to write out.
        for entity in program::plain(db, entity).filter(|e| code_has_compound_names(db, *e)) {
            crate::engine::depth::outermost(db, || (), || named_in_code(db, entity, 0, &mut named));
        }
        if template_depth(db, entity) == 0 {
            let find = || named_in_block_declarations(db, entity, &mut named);
            crate::engine::depth::outermost(db, || (), find);
        }
    }
    let mut out: Vec<(Tokens, WrittenOut)> = (named.iter())
        .filter_map(|named| {
            crate::engine::depth::outermost(db, || None, || changed(db, item, named))
        })
        .collect();
    out.sort_by_key(|(tokens, _)| (tokens.start, std::cmp::Reverse(tokens.end)));
    let mut end = 0;
    out.retain(|(tokens, change)| {
        let free = tokens.start >= end;
        if free && matches!(change, WrittenOut::Type(..)) {
            end = tokens.end;
        }
        free
    });
    out.dedup();
    out.into_iter().map(|(_, change)| change).collect()
}

/// The names in a declaration, its body or initialiser apart.
fn named_in_declaration<'db>(db: &'db dyn Db, entity: Entity<'db>, out: &mut Vec<Named<'db>>) {
    let Some(decl) = entity.hir(db) else { return };
    for param in own_defaults(db, entity) {
        if let Some(typed) = check::default_argument(db, entity, param) {
            out.extend_from_slice(&typed.named);
        }
    }
    if !has_compound_names(db, entity, decl) {
        return;
    }
    let cx = match decl.kind {
        DeclKind::Function(_) => function::signature_context(db, entity),
        _ => Context::of(db, entity),
    };
    let Some(mut cx) = cx else { return };
    cx.remember_names();
    match &decl.kind {
        DeclKind::Alias(ty) | DeclKind::FriendType(ty) => drop(cx.resolve_type(*ty)),
        DeclKind::Variable(v) => drop(cx.resolve_type(v.ty)),
        DeclKind::Function(f) => {
            cx.resolve_type(f.ty);
            if let NameId::Conversion(ty) = decl.name {
                cx.resolve_type(ty);
            }
        }
        DeclKind::Class(c) => {
            cx.with_mode(
                |m| &mut m.in_head,
                true,
                |cx| {
                    for base in &c.bases {
                        cx.resolve_type(base.ty);
                    }
                },
            );
        }
        DeclKind::Using { target, .. } => named_in_path(&mut cx, target),
        DeclKind::StaticAssert(condition) => drop(cx.expr(*condition)),
        _ => {}
    }
    if let Some(path) = &decl.path {
        cx.modes.in_head = true;
        named_in_path(&mut cx, path);
    }
    out.append(&mut cx.named.unwrap_or_default());
}

/// The parameters of a function that have default arguments in this very declaration.
fn own_defaults<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Vec<u32> {
    let decl = entity.decl(db);
    let (Some(f), Some(code)) = (function_ref(db, decl), decl.code(db).code(db)) else {
        return Vec::new();
    };
    let params = (0..).zip(&f.params);
    let defaults = params.filter(|(_, param)| code[**param].default.is_some());
    defaults.map(|(number, _)| number).collect()
}

/// Whether a path has template arguments.
fn has_args(path: &Path) -> bool {
    path.args.is_some() || path.qualifiers.iter().any(|segment| segment.args.is_some())
}

/// Whether a declaration may name what is to be written out, by the names in it alone: to know what they denote takes long.
fn has_compound_names<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl) -> bool {
    let Some(code) = entity.decl(db).code(db).code(db) else {
        return false;
    };
    let compound = match &decl.kind {
        DeclKind::Alias(ty) | DeclKind::FriendType(ty) => code.is_compound_name(*ty),
        DeclKind::Variable(v) => code.is_compound_name(v.ty),
        DeclKind::Function(f) => {
            let converts = matches!(decl.name, NameId::Conversion(ty) if code.is_compound_name(ty));
            converts || code.is_compound_name(f.ty)
        }
        DeclKind::Class(c) => c.bases.iter().any(|b| code.is_compound_name(b.ty)),
        DeclKind::Using { target, .. } => has_args(target),
        DeclKind::StaticAssert(_) => code.has_compound_names(),
        _ => false,
    };
    compound || decl.path.as_deref().is_some_and(has_args)
}

/// The same of the code of a function or variable.
fn code_has_compound_names<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    let own = entity.decl(db).code(db);
    // A member of a local class shares the code of the function around.
    let code = match own.body {
        Some(_) => own,
        None => program::body_of(db, entity),
    };
    code.code(db).is_none_or(Code::has_compound_names)
}

/// The names in the declarations of functions and of classes' members within a body.
fn named_in_block_declarations<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    out: &mut Vec<Named<'db>>,
) {
    let body = program::body_of(db, entity);
    let Some(code) = body.code(db) else { return };
    for (id, decl) in code.decls.iter() {
        let declared = Entity::new(db, DeclRef::at(db, body, id), None);
        let apart = decl.parent.is_some()
            || matches!(decl.kind, DeclKind::Function(_) | DeclKind::Class(_));
        if apart && template_depth(db, declared) == 0 {
            named_in_declaration(db, declared, out);
        }
    }
}

/// The names in the template arguments of a path.
fn named_in_path(cx: &mut Context<'_>, path: &Path) {
    let qualifiers = path.qualifiers.iter().filter_map(|q| q.args.as_deref());
    for arg in qualifiers.chain(path.args.as_deref()).flatten() {
        if let TemplateArgRef::Type(ty) = arg {
            cx.argument_type(*ty);
        }
    }
}

/// The names in the typed code of a function or variable, lambdas included.
fn named_in_code<'db>(db: &'db dyn Db, entity: Entity<'db>, depth: u32, out: &mut Vec<Named<'db>>) {
    let typed: Option<&Typed<'db>> = match template_depth(db, entity) {
        0 => check::body(db, entity),
        _ => None,
    };
    let Some(typed) = typed else { return };
    out.extend_from_slice(&typed.named);
    for expr in &typed.exprs {
        let ExprKind::Lambda(closure, _) = &expr.kind else {
            continue;
        };
        let operator = closure.operator(db);
        if depth >= DEPTH {
            continue;
        }
        // The body of a generic lambda is a template's.
        let generic = operator.is_template(db);
        if let (Some(mut cx), Some(f)) = (
            function::signature_context(db, operator),
            function_ref(db, operator.decl(db)),
        ) {
            cx.remember_names();
            if generic {
                cx.named = Some(Vec::new());
            }
            for &param in &f.params {
                cx.resolve_type(cx.code[param].ty);
            }
            cx.resolve_type(f.ret);
            out.append(&mut cx.named.unwrap_or_default());
        }
        if !generic {
            named_in_code(db, operator, depth + 1, out);
        }
    }
}

/// What is to be changed about a type as it is written, and its tokens.
fn changed<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    named: &Named<'db>,
) -> Option<(Tokens, WrittenOut)> {
    let &Named { site, ty, .. } = named;
    if site.code.item != item {
        return None;
    }
    let code = site.code.code(db)?;
    let (tokens, _) = program::place(db, site)?;
    // The name of a class template itself: its arguments are looked at on their own.
    if let TypeRef::Path { path, .. } = &code[idx::<TypeRef>(site.index)]
        && let Some(written) = &path.args
        && let Some(class) = ty.class_entity(db)
        && class.own_args(db).is_some()
        && class.hir(db).is_some_and(|d| d.name == path.name)
    {
        let text = more_arguments(db, class, written.len())?;
        if !is_completed(db, item.file(db), class) {
            return None;
        }
        return Some((tokens, WrittenOut::Arguments(tokens.end - 1, text)));
    }
    if !named.in_argument {
        return member(db, named, tokens);
    }
    if named.instantiates == 0 && !has_deduced_argument(db, ty, DEPTH, &mut FxHashSet::default()) {
        return None;
    }
    let text = display::source_text(db, ty)?;
    // The space keeps `<::` apart.
    Some((
        tokens,
        WrittenOut::Type(tokens, format!(" {}", spaced(&text))),
    ))
}

/// `A::B::C`, where `A` need not be complete if the class is named that `A::B` is.
fn member<'db>(
    db: &'db dyn Db,
    named: &Named<'db>,
    tokens: Tokens,
) -> Option<(Tokens, WrittenOut)> {
    let code = named.site.code.code(db)?;
    let TypeRef::Path { path, .. } = &code[idx::<TypeRef>(named.site.index)] else {
        return None;
    };
    let plain = path.args.is_none() && path.qualifiers.iter().all(|q| q.args.is_none());
    if named.instantiates < 2 || !plain {
        return None;
    }
    let class = Ty::of(db, TyKind::Class(named.member_of?));
    let text = display::source_text(db, class)?;
    let qualifier = Tokens {
        start: tokens.start,
        end: tokens.end.checked_sub(2)?,
    };
    Some((
        qualifier,
        WrittenOut::Type(qualifier, format!(" {}", spaced(&text))),
    ))
}

/// The default arguments behind those that are written of a class that a partial specialisation makes.
fn more_arguments<'db>(db: &'db dyn Db, class: Entity<'db>, written: usize) -> Option<String> {
    let count = display::parameters_of_partial(db, class)?;
    let args = class.own_args(db)?;
    let pack = args.iter().any(|a| matches!(a, Arg::Pack(_)));
    if pack || count <= written || count > args.len() {
        return None;
    }
    let added = args[written..count].iter();
    let texts: Option<Vec<String>> = added
        .map(|a| display::source_argument(db, a).map(|t| format!(", {}", spaced(&t))))
        .collect();
    Some(texts?.concat())
}

/// Whether a type is made with the value of a template parameter whose own type is deduced.
fn has_deduced_argument<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    depth: u32,
    seen: &mut FxHashSet<Ty<'db>>,
) -> bool {
    // A type may stand in itself many times over, by way of its arguments.
    let Some(depth) = depth.checked_sub(1).filter(|_| seen.insert(ty)) else {
        return false;
    };
    let mut inner = |ty| has_deduced_argument(db, ty, depth, seen);
    match ty.kind(db) {
        TyKind::Pointer(t)
        | TyKind::LvalueReference(t)
        | TyKind::RvalueReference(t)
        | TyKind::Array(t, _) => inner(*t),
        TyKind::MemberPointer { class, member } => inner(*class) || inner(*member),
        TyKind::Function(f) => inner(f.ret) || f.params.iter().any(|p| inner(*p)),
        TyKind::Class(entity) => {
            let Some(args) = entity.own_args(db) else {
                return false;
            };
            let level = own_level(db, entity.decl(db));
            let deduced = |i: usize| {
                let sort = level.and_then(|l| l.kinds.get(i)).map(|k| k.sort);
                let Some(Sort::Value(ty)) = sort else {
                    return false;
                };
                declared_param_type(db, entity.decl(db), idx(ty)).is_some_and(|t| t.has_auto(db))
            };
            let mut of = |arg: &Arg<'db>| matches!(arg, Arg::Type(ty) if inner(*ty));
            args.iter().enumerate().any(|(i, arg)| match arg {
                Arg::Value(_) => deduced(i),
                Arg::Pack(elements) => {
                    elements.iter().any(&mut of)
                        || elements.iter().any(|e| matches!(e, Arg::Value(_))) && deduced(i)
                }
                arg => of(arg),
            })
        }
        _ => false,
    }
}
