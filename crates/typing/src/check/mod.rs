//! Typing of code: expressions and statements to [`crate::thir`].
//!
//! Code is typed in one pass from the leaves up. What an expression becomes never depends on what is around it, but for
//! braced lists and overload sets, which wait for their target. A template's own definition is typed by the same code: what
//! depends on its parameters is an error that nobody speaks about.

pub(crate) mod body;
pub(crate) mod call;
pub(crate) mod convert;
pub(crate) mod expr;
pub(crate) mod init;
pub(crate) mod kept;
pub(crate) mod lambda;
pub(crate) mod node;
pub(crate) mod stmt;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod traits;
pub(crate) mod uninitialized;

use cleave_hir::{Expr as H, ExprId, NameId};

use crate::lookup::Found;
use crate::template::Operand;
use crate::thir::{self, Category, ExprKind};
use crate::{Context, Env, Site, Ty, TyKind};

pub(crate) use crate::check::body::delegation_site;
pub(crate) use crate::check::body::initializer;
pub(crate) use crate::check::body::started;
pub use crate::check::body::{body, default_argument, return_type};
pub(crate) use crate::check::call::result;
pub(crate) use crate::check::expr::literal::integer_type;
pub(crate) use crate::check::expr::measure::throws;
pub(crate) use crate::check::init::fits::aggregate_fits;
pub use crate::thir::print::print;

/// How deep expressions, conversions and aggregates may nest.
pub(crate) const DEPTH: u32 = 512;

/// One expression of a signature or body: an array bound, a template argument, a default argument, the operand of `decltype`;
/// converted to `to` if given. It becomes part of [`Context::out`].
pub fn expression<'db>(
    cx: &mut Context<'db>,
    expr: ExprId,
    to: Option<Ty<'db>>,
) -> Option<thir::ExprId> {
    Some(converted_expression(cx, expr, to)?.1)
}

/// The same: the expression as it is written, and as it is converted.
pub(crate) fn converted_expression<'db>(
    cx: &mut Context<'db>,
    expr: ExprId,
    to: Option<Ty<'db>>,
) -> Option<(thir::ExprId, thir::ExprId)> {
    let problems = cx.problems.len();
    let own = cx.expr(expr);
    let e = match to {
        Some(to) => cx.initialize(to, own, init::Mode::Copy, init::Purpose::TemplateArgument),
        None => own,
    };
    (cx.problems.len() == problems).then_some((own, e))
}

/// The value of an expression, as a parameter of a function takes it whose type is deduced: objects are copied.
pub(crate) fn decayed<'db>(cx: &mut Context<'db>, e: thir::ExprId) -> Option<thir::ExprId> {
    let problems = cx.problems.len();
    let ty = cx.ty(e).unqualified(cx.db);
    let e = match ty.kind(cx.db) {
        TyKind::Class(_) | TyKind::Closure(_) => {
            cx.initialize(ty, e, init::Mode::Copy, init::Purpose::TemplateArgument)
        }
        _ => cx.rvalue(e),
    };
    (cx.problems.len() == problems).then_some(e)
}

/// The type that `decltype(expr)` denotes ([dcl.type.decltype]).
pub fn decltype<'db>(cx: &mut Context<'db>, expr: ExprId) -> Ty<'db> {
    let ty = cx.in_unevaluated(|cx| decltype_inner(cx, expr));
    if ty.is_unknown(cx.db) && (ty.is_dependent(cx.db) || cx.out.dependent && ty.is_error(cx.db)) {
        let env = cx.env.unwrap_or_else(|| Env::make(cx.db, None, Vec::new()));
        return Ty::of(cx.db, TyKind::Dependent(site(cx, expr), env));
    }
    ty
}

fn decltype_inner<'db>(cx: &mut Context<'db>, expr: ExprId) -> Ty<'db> {
    let db = cx.db;
    let code = cx.code;
    match &code[expr] {
        H::Path(path) => {
            if let Some(ty) = declared_type(cx, path, expr) {
                return ty;
            }
            let e = cx.expr(expr);
            if let ExprKind::Static(variable) = cx.node(e).kind {
                cx.out.decltypes.push((site(cx, expr), variable));
            }
            cx.undetermined_type(e);
            of_entity(cx, e)
        }
        H::Member { .. } => {
            // An unparenthesised member access is the member's declared type.
            let e = cx.expr(expr);
            if let ExprKind::Field(object, number) = cx.node(e).kind
                && let Some(info) = crate::class::class_info(db, cx.ty(object).unqualified(db))
                && let Some(field) = info.fields.get(number as usize)
            {
                return field.ty;
            }
            of_entity(cx, e)
        }
        _ => {
            let e = cx.expr(expr);
            of_expression(cx, e)
        }
    }
}

/// The type of what an unparenthesised name stands for: that of the variable or function itself, not of a glvalue.
fn of_entity<'db>(cx: &mut Context<'db>, e: thir::ExprId) -> Ty<'db> {
    match cx.node(e).kind {
        ExprKind::Static(entity) => crate::function::variable_type(cx.db, entity),
        _ if cx.ty(e).is_function(cx.db) => cx.ty(e),
        _ => of_expression(cx, e),
    }
}

/// The type of the entity that an unparenthesised id-expression names.
fn declared_type<'db>(
    cx: &mut Context<'db>,
    path: &'db cleave_hir::Path,
    expr: ExprId,
) -> Option<Ty<'db>> {
    let db = cx.db;
    if let (NameId::Ident(name), true) = (&path.name, path.is_unqualified())
        && let Some((_, l)) = cx.scopes.local_packs.iter().rev().find(|(n, _)| n == name)
    {
        return cx.out.locals.get(l.0 as usize).map(|l| l.ty);
    }
    match cx.lookup_path(path) {
        Found::Local(locals) => match locals[..] {
            [l] => {
                let local = cx.out.locals.get(l.0 as usize)?;
                if let crate::thir::LocalKind::Binding(_) = local.kind {
                    return Some(local.ty);
                }
                Some(local.ty)
            }
            _ => None,
        },
        Found::Entities { set, .. } if path.args.is_none() => match set[..] {
            [entity] => match entity.kind(db)? {
                cleave_hir::DeclKind::Variable(_)
                | cleave_hir::DeclKind::StructuredBinding { .. }
                    if !entity.is_template(db) =>
                {
                    cx.out.decltypes.push((site(cx, expr), entity));
                    Some(crate::function::variable_type(db, entity))
                }
                _ => None,
            },
            _ => None,
        },
        // The type of the parameter, not that of the constant object ([dcl.type.decltype]/1).
        Found::Param { level, index, .. } => match cx.binding(level, index) {
            Some(crate::Arg::Value(value)) => {
                let ty = value.ty(db).unqualified(db);
                ty.is_class(db).then_some(ty)
            }
            _ => None,
        },
        _ => None,
    }
}

fn of_expression<'db>(cx: &mut Context<'db>, e: thir::ExprId) -> Ty<'db> {
    let db = cx.db;
    let ty = cx.ty(e);
    if ty.is_error(db) || matches!(ty.kind(db), TyKind::Overloaded | TyKind::List) {
        return Ty::error(db);
    }
    match cx.category(e) {
        Category::Lvalue => ty.lvalue_reference(db),
        Category::Xvalue if is_part_of_prvalue(cx, e) => ty,
        Category::Xvalue => ty.rvalue_reference(db),
        Category::Prvalue => ty,
    }
}

/// Whether an expression is a member of a prvalue. To the reference it is a prvalue itself, as it was before CWG 616.
fn is_part_of_prvalue<'db>(cx: &Context<'db>, mut e: thir::ExprId) -> bool {
    loop {
        match cx.node(e).kind {
            ExprKind::Field(object, _) => e = object,
            ExprKind::Materialize(_) => return true,
            ExprKind::Conditional(_, a, b) => {
                return is_part_of_prvalue(cx, a) && is_part_of_prvalue(cx, b);
            }
            _ => return false,
        }
    }
}

/// An expression as an argument of deduction.
pub fn operand<'db>(cx: &mut Context<'db>, expr: ExprId) -> Operand<'db> {
    let e = cx.expr(expr);
    cx.operand(e)
}

/// The site of an expression.
pub fn site<'db>(cx: &Context<'db>, expr: ExprId) -> Site<'db> {
    Site {
        code: cx.code_ref,
        index: u32::from(expr.into_raw()),
        is_type: false,
    }
}
