//! Requires-expressions ([expr.prim.req]): each requirement is typed, a problem means that it is not met.

use cleave_codes::codes;
use cleave_hir::{ParamId, Requirement};

use crate::template::constraints::{expression, type_constraint, with_problems};
use crate::thir::{Category, LocalKind};
use crate::{Arg, At, Context, Problem, Ty};

/// Whether all requirements of a requires-expression are met; `None`: not to be known.
pub(crate) fn requires_holds<'db>(
    cx: &mut Context<'db>,
    params: &[ParamId],
    requirements: &[Requirement],
) -> Option<bool> {
    cx.in_unevaluated(|cx| {
        let met = |cx: &mut Context<'db>| all_met(cx, params, requirements);
        cx.with_mode(|m| &mut m.in_type, false, met)
    })
}

fn all_met<'db>(
    cx: &mut Context<'db>,
    params: &[ParamId],
    requirements: &[Requirement],
) -> Option<bool> {
    let blocks = cx.scopes.blocks.len();
    let holds = with_problems(cx, |cx| {
        if !params.is_empty() {
            let (types, from) = cx.parameter_list(params)?;
            if types.iter().any(|t| t.is_error(cx.db)) {
                return None;
            }
            let before = cx.out.locals.len();
            cx.declare_parameter_list(params, &types, &from);
            // They are no parameters of the function whose code this is.
            for local in &mut cx.out.locals[before..] {
                local.kind = LocalKind::Automatic;
            }
        }
        Some(true)
    });
    let mut known = holds;
    if holds == Some(true) {
        for requirement in requirements {
            match met(cx, requirement) {
                Some(true) => {}
                Some(false) => {
                    known = Some(false);
                    break;
                }
                None => known = None,
            }
        }
    }
    cx.scopes.blocks.truncate(blocks);
    known
}

/// Says what is wrong with a requires-expression whatever the arguments of the template around are, or anything outside of templates:
/// there it does not mean that a requirement is not met ([expr.prim.req.general]/5).
pub(crate) fn wrong<'db>(cx: &mut Context<'db>, params: &[ParamId], requirements: &[Requirement]) {
    let blocks = cx.scopes.blocks.len();
    let problems = cx.problems.len();
    let types = cx.parameter_list(params);
    let is_reported = |p: &Problem<'db>| p.names_nothing();
    cx.retain_problems(problems, is_reported);
    let Some((types, from)) = types.filter(|_| cx.problems.len() == problems) else {
        return;
    };
    cx.declare_parameter_list(params, &types, &from);
    let fixed = !cx.in_template();
    let is_reported = |p: &Problem<'db>| p.names_nothing() || fixed && p.is_certain();
    for requirement in requirements {
        let problems = cx.problems.len();
        match requirement {
            Requirement::Simple(e) | Requirement::Compound { expr: e, .. } => {
                cx.unevaluated(*e);
                cx.retain_problems(problems, is_reported);
            }
            Requirement::Nested(e) => {
                cx.expr(*e);
                cx.retain_problems(problems, is_reported);
            }
            Requirement::Type(ty) => {
                cx.resolve_type(*ty);
                let wrong = cx.problems.split_off(problems);
                if wrong.iter().any(is_reported) {
                    let site = cx.type_site(*ty);
                    let problem = Problem::new(codes::EXPECTED_TYPE_NAME, site);
                    cx.problems.push(problem.at(At::Nth(1)));
                }
            }
        }
    }
    cx.scopes.blocks.truncate(blocks);
}

fn met<'db>(cx: &mut Context<'db>, requirement: &Requirement) -> Option<bool> {
    match requirement {
        Requirement::Simple(e) => with_problems(cx, |cx| {
            let e = cx.expr(*e);
            (!cx.is_bad(e)).then_some(true)
        }),
        Requirement::Type(ty) => with_problems(cx, |cx| {
            let ty = cx.resolve_type(*ty);
            (!ty.is_error(cx.db)).then_some(true)
        }),
        Requirement::Compound {
            expr,
            noexcept,
            constraint,
        } => compound(cx, *expr, *noexcept, constraint.as_ref()),
        Requirement::Nested(e) => expression(cx, *e),
    }
}

fn compound<'db>(
    cx: &mut Context<'db>,
    expr: cleave_hir::ExprId,
    noexcept: bool,
    constraint: Option<&cleave_hir::Path>,
) -> Option<bool> {
    let db = cx.db;
    let mut denoted: Option<Ty<'db>> = None;
    let mut throws = false;
    let typed = with_problems(cx, |cx| {
        let from = cx.out.exprs.len();
        let e = cx.expr(expr);
        if cx.is_bad(e) {
            return None;
        }
        throws = noexcept && cx.may_throw(from);
        // `decltype((expr))`
        let ty = cx.ty(e);
        denoted = Some(match cx.category(e) {
            Category::Lvalue => ty.lvalue_reference(db),
            Category::Xvalue => ty.rvalue_reference(db),
            Category::Prvalue => ty,
        });
        Some(true)
    });
    match (typed, constraint, denoted) {
        (Some(false), ..) => Some(false),
        _ if throws => Some(false),
        (typed, None, _) => typed,
        (typed, Some(path), Some(ty)) => {
            crate::template::constraints::and(typed, type_constraint(cx, path, Arg::Type(ty)))
        }
        (_, Some(_), None) => None,
    }
}
