//! The alignments that declarations ask for ([dcl.align], GNU's `aligned`): constants, no negative ones, powers of two. What
//! depends on template parameters is looked at in instances.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind};
use cleave_names::ItemId;

use crate::code::around::template_depth;
use crate::code::source::first_token;
use crate::program::user_declarations;
use crate::{At, Context, Fill, Problem, check, eval};

/// What is wrong with the alignments of an item's declarations.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, _) in user_declarations(db, item) {
        let entity = own.entity(db);
        if decl.attrs.is_empty() || template_depth(db, entity) > 0 {
            continue;
        }
        if let Some(mut cx) = Context::of(db, entity) {
            out.extend(of_declaration(&mut cx, decl));
        }
    }
    out
}

/// Several functions, or a template, where nothing tells which one is meant ([over.over]).
fn undetermined<'db>(cx: &mut Context<'db>, written: cleave_hir::ExprId) -> Option<Problem<'db>> {
    let cleave_hir::Expr::Path(_) = &cx.code[written] else {
        return None;
    };
    let problems = cx.problems.len();
    let e = cx.expr(written);
    let found = cx.undetermined(e).and_then(|_| cx.problems.pop());
    cx.problems.truncate(problems);
    found
}

/// What is wrong with the alignments that one declaration asks for.
pub(crate) fn of_declaration<'db>(cx: &mut Context<'db>, decl: &Decl) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let aligned = matches!(
        decl.kind,
        DeclKind::Variable(_) | DeclKind::Class(_) | DeclKind::Alias(_)
    );
    let asks = |name: &str| matches!(name, "alignas" | "aligned");
    for attr in (decl.attrs.iter()).filter(|a| aligned && asks(a.name.as_str())) {
        let [written] = attr.args[..] else { continue };
        if let Some(problem) = undetermined(cx, written) {
            out.push(problem);
            continue;
        }
        let (value, problems) = eval::integral_constant(cx, written, None);
        let said = value.and_then(|v| v.as_int(cx.db)).and_then(|n| match n {
            n if n < 0 => {
                let name = Fill::Name(attr.name.as_str().into());
                let code = codes::INVALID_ATTRIBUTE_ARGUMENT { name };
                Some(Problem::new(
                    code,
                    first_token(cx.db, check::site(cx, written)),
                ))
            }
            n if n > 0 && n & (n - 1) != 0 => {
                let at = first_token(cx.db, check::site(cx, written));
                Some(Problem::new(codes::INVALID_ALIGNMENT_ATTRIBUTE, at))
            }
            _ => None,
        });
        out.extend(said.map(|p| p.at(At::First)));
        out.extend(problems.into_iter().filter(Problem::is_certain));
    }
    out
}
