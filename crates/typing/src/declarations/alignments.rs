//! The alignments that declarations ask for ([dcl.align], GNU's `aligned`): constants, no negative ones, powers of two. What
//! depends on template parameters is looked at in instances.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, ExprId};
use cleave_names::ItemId;
use cleave_names::decl::Spec;

use crate::class::layout;
use crate::class::layout::record::is_packed;
use crate::code::around::template_depth;
use crate::code::source::first_token;
use crate::program::user_declarations;
use crate::{At, Context, Fill, Problem, Ty, TyKind, check, eval, function};

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
    let mut asked = Vec::new();
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
                let at = first_token(cx.db, check::site(cx, written));
                Some(Problem::new(code, at).at(At::First))
            }
            n if n > 0 && n & (n - 1) != 0 => {
                let at = first_token(cx.db, check::site(cx, written));
                Some(Problem::new(codes::INVALID_ALIGNMENT_ATTRIBUTE, at).at(At::First))
            }
            n => {
                asked.extend(u64::try_from(n).ok().map(|n| (n, written)));
                None
            }
        });
        out.extend(said);
        out.extend(problems.into_iter().filter(Problem::is_certain));
    }
    out.extend(reduced(cx, decl, &asked));
    out
}

/// That a member or a class asks for less than its type needs: only what is packed gets it.
fn reduced<'db>(cx: &Context<'db>, decl: &Decl, asked: &[(u64, ExprId)]) -> Option<Problem<'db>> {
    let &(most, written) = asked.iter().max_by_key(|(n, _)| *n)?;
    let db = cx.db;
    let own = cx.owner.decl(db);
    let ty = match &decl.kind {
        DeclKind::Variable(_) => {
            let class = own.parent_class(db)?;
            let member = !decl.spec.any(Spec::STATIC) && !is_packed(&decl.attrs);
            if !member || class.hir(db).is_some_and(|c| is_packed(&c.attrs)) {
                return None;
            }
            function::variable_type(db, cx.owner)
        }
        DeclKind::Class(class) if class.defined => Ty::of(db, TyKind::Class(cx.owner)),
        _ => return None,
    };
    let least = layout::layout(db, ty)?.align;
    if most == 0 || most >= least {
        return None;
    }
    let code = codes::ALIGNMENT_REDUCED_WITHOUT_PACKED;
    Some(match decl.kind {
        // Of a class it is the attribute: `aligned`, `(` and the operand.
        DeclKind::Class(_) => {
            let at = first_token(db, check::site(cx, written));
            Problem::new(code, at).at(At::Before(2))
        }
        _ => Problem::new(code, own.site(db)),
    })
}
