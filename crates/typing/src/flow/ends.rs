//! How functions end: a value is missing ([stmt.return]/2), or a function comes back that is declared not to
//! ([dcl.attr.noreturn]).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Expr, KeywordOperator};
use cleave_names::decl::Special;

use crate::flow::functions::OwnFunction;
use crate::flow::{never_returns, reached};
use crate::function::canonical;
use crate::thir::{Stmt, StmtId, Typed};
use crate::{At, Entity, Fill, Problem, Site, Ty, check, program};

/// What is wrong with the ends of functions that are no templates.
pub(crate) fn problems<'db>(db: &'db dyn Db, functions: &[OwnFunction<'db>]) -> Vec<Problem<'db>> {
    let plain = functions.iter().filter(|f| !f.in_template);
    plain.flat_map(|f| of(db, f.function)).collect()
}

/// What is wrong with the end of a function, an instance of a template or none.
pub(crate) fn of<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let Some(typed) = check::body(db, function).filter(|t| !t.dependent) else {
        return out;
    };
    let Some(block) = typed.block else {
        return out;
    };
    if let Some(written) = typed.written(block)
        && lacks_deduced(db, function, typed)
        && is_closed(db, typed)
    {
        let end = At::StatementLast(written);
        out.extend(problem(typed, codes::CANNOT_DEDUCE_AUTO, Vec::new(), end));
    }
    let owed = owes_value(db, function, typed);
    let stays = never_returns(db, function);
    if !owed && !stays {
        return out;
    }
    let mut found = Vec::new();
    let fill = match (function.env(db), function.decl(db).closure(db)) {
        (None, None) => Fill::Entity(Entity::new(db, canonical(db, function.decl(db)), None)),
        _ => Fill::Signature(function),
    };
    if owed && !is_deduced(db, function) {
        let empty = |s: &StmtId| matches!(typed.stmts.get(s.0 as usize), Some(Stmt::Return(None)));
        for &(_, written) in typed.written.iter().filter(|w| empty(&w.0)) {
            let number = codes::NO_VALUE_RETURNED_IN_NON_VOID_FUNCTION;
            found.extend(problem(
                typed,
                number,
                vec![fill.clone()],
                At::StatementNth(written, 1),
            ));
        }
    }
    let reached = reached(db, typed, block);
    let end = typed
        .written(block)
        .filter(|_| reached.end && is_closed(db, typed));
    let end = end.map(At::StatementLast);
    if let Some(end) = end.filter(|_| owed) {
        found.extend(problem(
            typed,
            codes::IMPLICIT_RETURN_FROM_NON_VOID_FUNCTION,
            vec![fill],
            end,
        ));
    }
    if stays {
        let returns = (reached.returns.iter()).filter_map(|s| typed.written(*s));
        let all = returns.map(|written| At::Statement(written, 0));
        for at in all.chain(end) {
            found.extend(problem(
                typed,
                codes::NORETURN_FUNCTION_DOES_RETURN,
                Vec::new(),
                at,
            ));
        }
    }
    // All of the code around a lambda is looked at, and mostly there is nothing to say.
    if !found.is_empty() && !is_coroutine(db, typed) {
        out.append(&mut found);
    }
    out
}

fn problem<'db>(
    typed: &Typed<'db>,
    number: codes::Code,
    fills: Vec<Fill<'db>>,
    at: At<'db>,
) -> Option<Problem<'db>> {
    let site = Site {
        code: typed.code?,
        index: 0,
        is_type: false,
    };
    Some(Problem::new((number, fills), site).at(at))
}

/// Whether the text of a body ends with its brace. Without it ends with the file, and something else is wrong.
fn is_closed<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> bool {
    let block = typed.block.and_then(|b| typed.written(b));
    let place = typed.code.zip(block);
    place.is_some_and(|(code, block)| program::ends_in_brace(db, code, block))
}

/// Whether a coroutine stands in the code of a body: what it gives back is made by its promise.
fn is_coroutine<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> bool {
    let Some(code) = typed.code.and_then(|c| c.code(db)) else {
        return false;
    };
    let awaits = |e: &Expr| {
        matches!(
            e,
            Expr::Keyword(KeywordOperator::Await | KeywordOperator::Yield, _)
        )
    };
    let returns = |s: &cleave_hir::Stmt| {
        matches!(
            s,
            cleave_hir::Stmt::Return {
                coroutine: true,
                ..
            }
        )
    };
    code.exprs.iter().any(|e| awaits(e.1)) || code.stmts.iter().any(|s| returns(s.1))
}

/// Whether a pointer or reference to what a placeholder stands for is returned nowhere: `void` is none ([dcl.spec.auto.general]/10).
fn lacks_deduced<'db>(db: &'db dyn Db, function: Entity<'db>, typed: &Typed<'db>) -> bool {
    let returns = |s: &Stmt| matches!(s, Stmt::Return(_));
    crate::function::signature(db, function).is_some_and(|s| {
        let pattern = s.ty.ret;
        (pattern.is_pointer(db) || pattern.is_reference(db)) && pattern.has_auto(db)
    }) && !typed.stmts.iter().any(returns)
}

fn is_deduced<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    crate::function::signature(db, function).is_none_or(|s| s.ty.ret.has_auto(db))
}

/// Whether a function must return a value.
fn owes_value<'db>(db: &'db dyn Db, function: Entity<'db>, typed: &Typed<'db>) -> bool {
    let value = |t: Ty<'db>| !t.is_void(db) && !t.is_unknown(db) && !t.has_auto(db);
    if !typed.ret.is_some_and(value) {
        return false;
    }
    let Some(decl) = function.hir(db) else {
        return true;
    };
    let cleave_hir::DeclKind::Function(f) = &decl.kind else {
        return false;
    };
    let special = matches!(f.special, Special::Constructor | Special::Destructor);
    let main = decl.name.ident().is_some_and(|n| n.as_str() == "main")
        && decl.parent.is_none()
        && function.decl(db).code(db).body.is_none()
        && function.decl(db).code(db).scope(db).is_global(db);
    !special && !main
}
