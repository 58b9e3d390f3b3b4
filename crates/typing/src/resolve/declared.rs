//! Template parameters as declared: the types of values, and default arguments ([temp.param]).

use cleave_base_db::Db;
use cleave_hir::{
    Code, Expr, ExprId, TemplateArgRef, TemplateParam, TemplateParamKind, TypeId, TypeRef,
};

use crate::code::idx;
use crate::code::params::{ParamRef, full_env, own_level};
use crate::function::redeclared::redeclarations;
use crate::{Arg, Context, DeclRef, Entity, Env, Ty, TyKind};

/// The type of a value parameter, under the arguments before it. `None`: it is ill-formed.
pub(crate) fn value_param_type<'db>(
    db: &'db dyn cleave_base_db::Db,
    template: Entity<'db>,
    so_far: &[Arg<'db>],
    ty: TypeId,
) -> Option<Ty<'db>> {
    let decl = template.decl(db);
    if let Some(ty) = plain_param_type(db, decl, ty.into_raw().into()) {
        return Some(ty);
    }
    let env = Env::make(db, template.env(db), so_far.to_vec());
    param_type(db, Entity::new(db, decl, Some(env)), ty)
}

/// The type of a value parameter in its own head, parameters standing for themselves.
pub(crate) fn declared_param_type<'db>(
    db: &'db dyn cleave_base_db::Db,
    decl: DeclRef<'db>,
    ty: TypeId,
) -> Option<Ty<'db>> {
    param_type(db, Entity::new(db, decl, None), ty)
}

/// What is wrong with the type of a value parameter as its declaration has it.
pub(crate) fn param_type_problems<'db>(
    db: &'db dyn cleave_base_db::Db,
    decl: DeclRef<'db>,
    ty: TypeId,
) -> Vec<crate::Problem<'db>> {
    let read = in_head(db, Entity::new(db, decl, None), ty);
    read.map(|(_, problems)| problems).unwrap_or_default()
}

/// The names in the default argument of a value parameter that nothing declares.
pub(crate) fn undefined_in_default<'db>(
    db: &'db dyn cleave_base_db::Db,
    decl: DeclRef<'db>,
    default: cleave_hir::ExprId,
) -> Vec<crate::Problem<'db>> {
    let Some(mut cx) = Context::of(db, Entity::new(db, decl, None)) else {
        return Vec::new();
    };
    cx.modes.in_head = true;
    cx.unevaluated(default);
    cx.problems.retain(crate::Problem::is_undefined_name);
    cx.problems
}

fn param_type<'db>(
    db: &'db dyn cleave_base_db::Db,
    owner: Entity<'db>,
    ty: TypeId,
) -> Option<Ty<'db>> {
    let (ty, problems) = in_head(db, owner, ty)?;
    problems.is_empty().then(|| ty.decayed(db))
}

/// The type of a value parameter, read where its head stands, and what is wrong with it.
fn in_head<'db>(
    db: &'db dyn cleave_base_db::Db,
    owner: Entity<'db>,
    ty: TypeId,
) -> Option<(Ty<'db>, Vec<crate::Problem<'db>>)> {
    let mut cx = Context::of(db, owner)?;
    cx.modes.in_head = true;
    let ty = cx.resolve_type(ty);
    Some((ty, cx.problems))
}

/// The type of a value parameter if it is the same whatever the arguments are, which nearly all are: `int`, `std::size_t`. By
/// the raw index of the type as written in the head.
#[salsa::tracked(returns(copy), cycle_result = |_, _, _, _| None)]
fn plain_param_type<'db>(
    db: &'db dyn cleave_base_db::Db,
    template: DeclRef<'db>,
    ty: u32,
) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let ty = idx(ty);
    if !is_simple(template.code(db).code(db)?, ty) {
        return None;
    }
    let owner = Entity::new(db, template, full_env(db, template, None));
    let ty = param_type(db, owner, ty)?;
    (ty.is_integral(db) || ty.is_enum(db) && !ty.is_dependent(db)).then_some(ty)
}

/// Whether nothing can fail in a type for what template parameters stand for, unless it depends on them itself: it has no
/// template arguments.
fn is_simple(code: &Code, ty: TypeId) -> bool {
    match &code[ty] {
        TypeRef::Builtin(_) => true,
        TypeRef::Qualified(_, of) => is_simple(code, *of),
        TypeRef::Path { path, .. } => {
            path.args.is_none()
                && path.decltype.is_none()
                && path.qualifiers.iter().all(|q| q.args.is_none())
        }
        _ => false,
    }
}

/// The default argument of a template parameter, under the arguments before it. The outer `None`: it has none; the inner: it is
/// ill-formed.
#[salsa::tracked(returns(as_ref), cycle_initial = |_, _, _, _, _| Some(Some(Arg::Error)), cycle_fn = |_, cycle, _, new, _, _, _| crate::engine::cycles::settle(cycle, new, || Some(Some(Arg::Error))))]
pub(crate) fn default_arg<'db>(
    db: &'db dyn cleave_base_db::Db,
    template: DeclRef<'db>,
    index: u32,
    env: Option<Env<'db>>,
) -> Option<Option<Arg<'db>>> {
    let _level = crate::engine::depth::Level::enter();
    let (decl, param) = defaulted(db, template, index)?;
    Some(default_of(db, decl, (index, param), env))
}

/// What a default argument names in vain under the arguments before it.
pub(super) fn default_problems<'db>(
    db: &'db dyn cleave_base_db::Db,
    template: DeclRef<'db>,
    index: u32,
    env: Env<'db>,
) -> Vec<crate::Problem<'db>> {
    let Some((decl, param)) = defaulted(db, template, index) else {
        return Vec::new();
    };
    let Some(mut cx) = Context::of(db, Entity::new(db, decl, Some(env))) else {
        return Vec::new();
    };
    cx.modes.in_head = true;
    cx.modes.default_of = Some(index);
    match &param.kind {
        TemplateParamKind::Type {
            default: Some(ty), ..
        } => {
            cx.resolve_type(*ty);
        }
        TemplateParamKind::Value {
            default: Some(e), ..
        } => {
            cx.unevaluated(*e);
        }
        _ => {}
    }
    cx.problems
        .retain(|p| p.names_nothing() && !p.is_undefined_name());
    cx.problems.truncate(1);
    cx.problems
}

/// The template parameter that has the default argument, and its declaration of the template.
pub(crate) fn defaulted<'db>(
    db: &'db dyn cleave_base_db::Db,
    template: DeclRef<'db>,
    index: u32,
) -> Option<(DeclRef<'db>, &'db TemplateParam)> {
    let given = |decl: DeclRef<'db>| {
        let params = own_level(db, decl)?.params(db);
        match params.get(index as usize).copied()? {
            ParamRef::Written(param) if has_default(param) => Some((decl, param)),
            _ => None,
        }
    };
    // Which declarations belong together may need defaults itself, to tell specialisations apart: its own come first.
    given(template).or_else(|| (redeclarations(db, template).iter()).find_map(|&d| given(d)))
}

/// The default argument of a type template parameter, as it is written.
pub(crate) fn default_type<'db>(
    db: &'db dyn cleave_base_db::Db,
    template: DeclRef<'db>,
    index: u32,
) -> Option<&'db TypeRef> {
    let (decl, param) = defaulted(db, template, index)?;
    match param.kind {
        TemplateParamKind::Type { default, .. } => Some(&decl.code(db).code(db)?[default?]),
        _ => None,
    }
}

/// Whether a parameter whose type is deduced from an argument is a reference: `auto &`, or `decltype(auto)` with what is in
/// parentheses ([dcl.type.decltype]/1).
pub(super) fn refers<'db>(
    db: &'db dyn Db,
    code: &Code,
    declared: Ty<'db>,
    argument: ExprId,
) -> bool {
    declared.is_reference(db)
        || matches!(declared.kind(db), TyKind::Auto(true))
            && matches!(code[argument], Expr::Paren(_))
}

/// Whether a parameter has a default argument.
pub(crate) fn has_default(param: &TemplateParam) -> bool {
    match &param.kind {
        TemplateParamKind::Type { default, .. } => default.is_some(),
        TemplateParamKind::Value { default, .. } => default.is_some(),
        TemplateParamKind::Template { default, .. } => default.is_some(),
    }
}

fn default_of<'db>(
    db: &'db dyn cleave_base_db::Db,
    decl: DeclRef<'db>,
    (index, param): (u32, &TemplateParam),
    env: Option<Env<'db>>,
) -> Option<Arg<'db>> {
    let mut cx = Context::of(db, Entity::new(db, decl, env))?;
    cx.modes.in_head = true;
    cx.modes.default_of = Some(index);
    let arg = match &param.kind {
        TemplateParamKind::Type { default, .. } => cx.type_arg(&TemplateArgRef::Type((*default)?)),
        TemplateParamKind::Template { default, .. } => {
            cx.template_arg(&TemplateArgRef::Type((*default)?))
        }
        TemplateParamKind::Value { ty, default } => {
            let to = cx.resolve_type(*ty);
            if !cx.problems.is_empty() {
                return None;
            }
            if to.is_error(db) {
                return Some(Arg::Error);
            }
            let default = (*default)?;
            let referred = refers(db, cx.code, to, default);
            let to = (!to.has_auto(db)).then(|| to.decayed(db));
            cx.value_of(default, to, referred)
        }
    };
    match cx.problems.is_empty() {
        true => arg,
        false => None,
    }
}
