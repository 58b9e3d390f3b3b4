//! Objects of classes that code of the device passes through an ellipsis ([expr.call]/12): they are copied byte by byte.

use cleave_codes::codes;
use cleave_hir::Expr;
use cleave_names::item_id_of_node;
use cleave_odr_use::pieces::Piece;
use cleave_typing::class::{self, Special, class_info, special};
use cleave_typing::function::signature;
use cleave_typing::thir::ExprKind;
use cleave_typing::{Entity, Site, Ty, TyKind, program};

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
                let place = program::place(db, site).filter(|_| !is_copied(s, argument.ty, 0));
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

/// How deep objects lie in each other.
const DEPTH: u32 = 32;

/// Whether nothing is said of an object. The reference asks for more than copies that are trivial ([class.prop]/1): nobody has declared
/// constructors, and members have no default initialisers, so that closures do not do.
fn is_copied<'db>(s: &Source<'db>, ty: Ty<'db>, depth: u32) -> bool {
    let db = s.db;
    let ty = ty.innermost_element(db).unqualified(db);
    if matches!(ty.kind(db), TyKind::Closure(_)) || depth > DEPTH {
        return false;
    }
    let Some(info) = class_info(db, ty) else {
        return true;
    };
    let is_trivial = |which| {
        special(db, ty, which).is_none_or(|state| !state.exists || state.deleted || state.trivial)
    };
    let trivial = [
        Special::Default,
        Special::Copy,
        Special::Move,
        Special::Destructor,
    ];
    let is_special = |constructor: &Entity<'db>| {
        let parameters = signature(db, *constructor).map_or(0, |sig| sig.ty.params.len());
        let copies = [Special::Copy, Special::Move].map(|which| special(db, ty, which));
        let copies = copies
            .into_iter()
            .flatten()
            .filter_map(|state| state.declared);
        parameters == 0 || copies.into_iter().any(|copy| copy == *constructor)
    };
    let parts = info
        .fields
        .iter()
        .map(|f| f.ty)
        .chain(info.bases.iter().map(|b| b.ty));
    trivial.into_iter().all(is_trivial)
        && class::constructors(db, ty).iter().all(is_special)
        && parts.into_iter().all(|part| is_copied(s, part, depth + 1))
}
