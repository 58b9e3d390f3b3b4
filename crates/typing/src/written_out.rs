//! Types that the host text writes out where the user's code names them otherwise, because the host compiler may take the name
//! for another type than NVIDIA's front end does (spec 6-host, "types of template arguments").
//!
//! NVIDIA's front end resolves the template arguments of all that is no template. Most of it means the same to the host
//! compiler and stays as it is written; what does not:
//! - `Int<N>` for `template<int v> using Int = C<v>;` and `template<auto> struct C;`: where `N` depends on template parameters
//!   and its type is deduced, g++ converts nothing and makes `C<16u>` of it. A kernel for that type would never be registered.
//! - Default arguments, which g++'s `__PRETTY_FUNCTION__` shows if they are written where a type is first named.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, TypeRef};
use cleave_names::{ItemId, decl::Tokens};

use crate::code::idx;
use crate::completed::is_completed;
use crate::eval::spaced;
use crate::params::{Sort, own_level};
use crate::resolve::declared_param_type;
use crate::thir::{ExprKind, Typed};
use crate::{Arg, Context, Entity, Site, Ty, TyKind, check, display, program};

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
    for (entity, decl, _) in program::user_declarations(db, item) {
        if display::template_depth(db, entity) > 0 {
            continue;
        }
        let Some(mut cx) = Context::of(db, entity) else {
            continue;
        };
        cx.remember_names();
        match &decl.kind {
            DeclKind::Alias(ty) => drop(cx.resolve_type(*ty)),
            DeclKind::Variable(v) => drop(cx.resolve_type(v.ty)),
            DeclKind::Function(f) => drop(cx.resolve_type(f.ty)),
            DeclKind::Class(c) => {
                cx.in_head = true;
                for base in &c.bases {
                    cx.resolve_type(base.ty);
                }
            }
            _ => {}
        }
        named.append(&mut cx.named.unwrap_or_default());
    }
    for entity in program::bodies(db, item) {
        for entity in program::local_members(db, entity)
            .into_iter()
            .chain([entity])
        {
            named_in_code(db, entity, 0, &mut named);
        }
    }
    let mut out: Vec<(Tokens, WrittenOut)> = (named.iter())
        .filter_map(|&(site, ty)| changed(db, item, site, ty))
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

/// The names in the typed code of a function or variable, lambdas included.
fn named_in_code<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    depth: u32,
    out: &mut Vec<(Site<'db>, Ty<'db>)>,
) {
    let typed: Option<&Typed<'db>> = match display::template_depth(db, entity) {
        0 => check::body(db, entity),
        _ => None,
    };
    let Some(typed) = typed else { return };
    out.extend_from_slice(&typed.named);
    for expr in &typed.exprs {
        if let ExprKind::Lambda(closure, _) = &expr.kind
            && depth < DEPTH
        {
            named_in_code(db, closure.operator(db), depth + 1, out);
        }
    }
}

/// What is to be changed about a type as it is written, and its tokens.
fn changed<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    site: Site<'db>,
    ty: Ty<'db>,
) -> Option<(Tokens, WrittenOut)> {
    if site.code.item != item {
        return None;
    }
    let code = site.code.code(db)?;
    let TypeRef::Path { path, .. } = &code[idx::<TypeRef>(site.index)] else {
        return None;
    };
    let (tokens, _) = program::place(db, site)?;
    let class = ty.class_entity(db);
    let is_class_template_id = path.args.is_some()
        && class.is_some_and(|c| {
            let name = c.hir(db).map(|d| &d.name);
            name == Some(&path.name) && c.own_args(db).is_some()
        });
    if is_class_template_id {
        let class = class?;
        let text = more_arguments(db, class, path.args.as_deref()?.len())?;
        if !is_completed(db, item.file(db), class) {
            return None;
        }
        return Some((tokens, WrittenOut::Arguments(tokens.end - 1, text)));
    }
    if !has_deduced_argument(db, ty, DEPTH) {
        return None;
    }
    let text = display::source_text(db, ty)?;
    // The space keeps `<::` apart.
    Some((
        tokens,
        WrittenOut::Type(tokens, format!(" {}", spaced(&text))),
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
fn has_deduced_argument<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let inner = |ty| has_deduced_argument(db, ty, depth);
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
            let of = |arg: &Arg<'db>| matches!(arg, Arg::Type(ty) if inner(*ty));
            args.iter().enumerate().any(|(i, arg)| match arg {
                Arg::Value(_) => deduced(i),
                Arg::Pack(elements) => {
                    elements.iter().any(of)
                        || elements.iter().any(|e| matches!(e, Arg::Value(_))) && deduced(i)
                }
                arg => of(arg),
            })
        }
        _ => false,
    }
}
