//! What a substitution instantiates beyond the signature itself: functions whose type must be deduced from their bodies, and
//! classes that are looked into. What is wrong there is no failure of the substitution ([temp.deduct]/8).

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr, TypeId, TypeRef};
use cleave_names::is_of_user;

use crate::code::params::function_ref;
use crate::code::unexpanded;
use crate::convert::{Options, quietly, sequence};
use crate::function::{parameter_types, parameters_context, signature};
use crate::template::Operand;
use crate::thir::ExprKind;
use crate::{Context, DeclRef, Entity, TyKind, check};

/// What looking at a specialisation as a candidate for a call instantiates, of what there may be something wrong with.
pub(crate) fn behind<'db>(
    cx: &mut Context<'db>,
    function: Entity<'db>,
    args: &[Operand<'db>],
) -> Vec<Entity<'db>> {
    let db = cx.db;
    let mut out = errors_behind(db, function);
    let mut classes = classes_behind(db, function);
    classes.extend(class_of_parameter(db, function, args));
    if !classes.is_empty() && may_convert(cx, function, args) {
        out.append(&mut classes);
    }
    out
}

/// Whether the arguments convert to those parameters that have nothing to do with the template's: otherwise nothing is substituted
/// ([temp.deduct.call]/6, CWG 1391).
fn may_convert<'db>(cx: &mut Context<'db>, function: Entity<'db>, args: &[Operand<'db>]) -> bool {
    let db = cx.db;
    let pattern = function.template(db).and_then(|t| parameter_types(db, t));
    (pattern.into_iter().flatten().zip(args)).all(|(to, from)| {
        let open = to.is_dependent(db) || matches!(to.kind(db), TyKind::Pack(_));
        open || quietly(cx, |cx| sequence(cx, from, *to, Options::COPY)).is_some()
    })
}

/// The class that the first parameter is of, where an argument is converted to it: its constructors are looked at, and it must be
/// complete ([temp.inst]/7). The other parameters are left out: the first may settle that the function is not viable.
fn class_of_parameter<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    args: &[Operand<'db>],
) -> Option<Entity<'db>> {
    let from = args.first()?;
    let to = *parameter_types(db, function)?.first()?;
    let to = to.strip_reference(db).unqualified(db);
    let class = to.class_entity(db)?;
    let converts = class.env(db).is_some()
        && !to.is_dependent(db)
        && !from.ty.is_unknown(db)
        && from.list.is_none()
        && from.ty.unqualified(db) != to;
    (converts && is_of_user(db, class.decl(db).code(db).item)).then_some(class)
}

/// The functions with errors in their bodies that the signature of a specialisation is read for. Asked of the user's templates
/// alone; what nobody could type says nothing.
pub(crate) fn errors_behind<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let decl = function.decl(db);
    let code = decl.code(db);
    let written = function_ref(db, decl);
    if !is_of_user(db, code.item) || !calls(db, decl) {
        return Vec::new();
    }
    let (Some(written), Some(mut cx)) = (written, parameters_context(db, function)) else {
        return Vec::new();
    };
    cx.modes.is_undeclared = true;
    cx.resolve_type(written.ret);
    let mut out = Vec::new();
    for x in &cx.out.exprs {
        let ExprKind::Call { callee, .. } = x.kind else {
            continue;
        };
        let deduced = signature(db, callee).is_some_and(|s| s.ty.ret.has_auto(db));
        if deduced
            && callee.env(db).is_some_and(|e| !e.is_dependent(db))
            && is_of_user(db, callee.decl(db).code(db).item)
            && !out.contains(&callee)
            && check::body(db, callee).is_some_and(|t| !t.problems.is_empty())
        {
            out.push(callee);
        }
    }
    out
}

/// The specialisations of class templates that the signature of a specialisation is read for, in the order of the text up to
/// where the substitution fails ([temp.deduct]/7).
fn classes_behind<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let decl = function.decl(db);
    let (Some(written), Some(code)) = (function_ref(db, decl), decl.code(db).code(db)) else {
        return Vec::new();
    };
    let looks = |ty: TypeId| {
        let mut found = false;
        unexpanded::type_parts_of(code, ty, &mut |seen| {
            found |= match seen {
                unexpanded::Seen::Type(TypeRef::Path { path, .. }) => !path.qualifiers.is_empty(),
                unexpanded::Seen::Expr(e) => !is_name(e),
                _ => false,
            };
        });
        found
    };
    let of_params = (written.params.iter()).any(|p| looks(code[*p].ty));
    if !is_of_user(db, decl.code(db).item) || !of_params && !looks(written.ret) {
        return Vec::new();
    }
    let Some(mut cx) = parameters_context(db, function) else {
        return Vec::new();
    };
    let of_parameters = cx.out.required.len();
    let fails = |cx: &Context<'db>, known: usize| cx.unknown || cx.problems.len() > known;
    let mut required = match written.trailing && fails(&cx, 0) {
        true => std::mem::take(&mut cx.out.required),
        false => {
            let known = cx.problems.len();
            cx.modes.is_undeclared = true;
            cx.resolve_type(written.ret);
            let mut required = std::mem::take(&mut cx.out.required);
            // A return type that does not trail stands before the parameters.
            if !written.trailing && fails(&cx, known) {
                required.drain(..of_parameters);
            }
            required
        }
    };
    let is_class = |e: &Entity<'db>| matches!(e.kind(db), Some(DeclKind::Class(_)));
    required.retain(|(e, _)| is_class(e) && is_of_user(db, e.decl(db).code(db).item));
    required.into_iter().map(|(e, _)| e).collect()
}

/// Whether the type of a function as written holds an expression that is more than a name: otherwise there is nothing to call.
#[salsa::tracked(returns(copy))]
fn calls<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let _level = crate::engine::depth::Level::enter();
    let (Some(written), Some(code)) = (function_ref(db, decl), decl.code(db).code(db)) else {
        return false;
    };
    let calls = |ty: TypeId| {
        let mut found = false;
        unexpanded::type_parts_of(code, ty, &mut |seen| {
            found |= matches!(seen, unexpanded::Seen::Expr(e) if !is_name(e));
        });
        found
    };
    calls(written.ret) || written.params.iter().any(|p| calls(code[*p].ty))
}

fn is_name(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Path(_) | Expr::Literal(_) | Expr::Paren(_) | Expr::SizeofPack(_)
    )
}
