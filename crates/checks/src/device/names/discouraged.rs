//! Functions of the toolkit that the device had better not call, where an option asks for it (`--check-clock-call`,
//! `--check-ffs-call`): reported for every piece of code that is compiled, once everything has been read.

use cleave_codes::codes;
use cleave_hir::Expr;
use cleave_names::item_id_of_node;
use cleave_odr_use::Piece;
use cleave_odr_use::parents;
use cleave_syntax::SyntaxKind::{AMP, L_PAREN};
use cleave_typing::thir::ExprKind;
use cleave_typing::{Site, display, program};

use crate::Finding;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    let (db, item) = (s.db, item_id_of_node(s.db, s.item));
    if !(s.settings.check_clock_call || s.settings.check_ffs_call) {
        return;
    }
    for piece in pieces.iter().filter(|p| p.emitted) {
        let around = parents(piece.typed);
        for (i, expr) in piece.typed.exprs.iter().enumerate() {
            let function = match expr.kind {
                ExprKind::Function(function) => function,
                ExprKind::Call { callee, .. } => callee,
                _ => continue,
            };
            if !matches!(around.get(i), Some(Some(_))) {
                continue;
            }
            let name_of = display::qualified_name(db, function);
            let (asked, bug, mitigation) = match name_of.as_str() {
                "clock" => (
                    s.settings.check_clock_call,
                    "3479268",
                    "use clock64() instead",
                ),
                "__ffs" | "__ffsll" => (
                    s.settings.check_ffs_call,
                    "3126263",
                    "implement functionality with equivalent source code",
                ),
                _ => continue,
            };
            let named = match expr.site.expr(db) {
                Some(Expr::Call(callee, _)) => Site {
                    index: u32::from(callee.into_raw()),
                    ..expr.site
                },
                _ => expr.site,
            };
            let place = program::place(db, named).filter(|_| asked && named.code.item == item);
            let Some((tokens, _)) = place else { continue };
            // For an address the operator is reported.
            let address =
                |at: &u32| s.kind(*at) == AMP && matches!(expr.kind, ExprKind::Function(_));
            let mut at = tokens
                .start
                .checked_sub(1)
                .filter(address)
                .unwrap_or(tokens.start);
            while s.kind(at) == L_PAREN {
                at += 1;
            }
            let found = Finding::new(codes::UNSAFE_DEVICE_CALL, at).name(name_of);
            out.push(found.text(bug).text(mitigation).reported_at_end());
        }
    }
}
