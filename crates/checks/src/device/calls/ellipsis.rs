//! Objects of classes that code of the device passes through an ellipsis ([expr.call]/12): they are copied byte by byte.

use cleave_codes::codes;
use cleave_hir::Expr;
use cleave_names::item_id_of_node;
use cleave_odr_use::pieces::Piece;
use cleave_typing::class::{Special, special};
use cleave_typing::function::signature;
use cleave_typing::thir::ExprKind;
use cleave_typing::{Site, Ty, TyKind, program};

use crate::Finding;
use crate::engine::chain::chain;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    let db = s.db;
    let item = item_id_of_node(db, s.item);
    for piece in pieces {
        for x in &piece.typed.exprs {
            let ExprKind::Call { callee, args, .. } = &x.kind else {
                continue;
            };
            let Some(sig) = signature(db, *callee).filter(|sig| sig.ty.variadic) else {
                continue;
            };
            let Some(Expr::Call(_, written)) = x.site.expr(db).filter(|_| x.site.code.item == item)
            else {
                continue;
            };
            let passed = args.iter().zip(written).skip(sig.ty.params.len());
            for (&argument, &written) in passed {
                let Some(argument) = piece.typed.exprs.get(argument.0 as usize) else {
                    continue;
                };
                let site = Site {
                    index: u32::from(written.into_raw()),
                    ..x.site
                };
                let place = program::place(db, site).filter(|_| !is_copied(s, argument.ty));
                if let Some((tokens, _)) = place {
                    let code = codes::NONTRIVIAL_CLASS_THROUGH_ELLIPSIS;
                    let mut found = Finding::new(code, tokens.start);
                    found.reported_last = piece.instance.is_some();
                    found.contexts = chain(db, &piece.chain(db));
                    out.push(found);
                }
            }
        }
    }
}

/// Whether an object may be copied byte by byte ([class.prop]/1). The reference says so of no closure.
fn is_copied<'db>(s: &Source<'db>, ty: Ty<'db>) -> bool {
    let ty = ty.unqualified(s.db);
    if matches!(ty.kind(s.db), TyKind::Closure(_)) {
        return false;
    }
    let copies = [
        Special::Copy,
        Special::Move,
        Special::CopyAssign,
        Special::MoveAssign,
        Special::Destructor,
    ];
    !ty.is_class(s.db)
        || copies.into_iter().all(|which| {
            special(s.db, ty, which)
                .is_none_or(|state| !state.exists || state.deleted || state.trivial)
        })
}
