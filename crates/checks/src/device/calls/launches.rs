//! Launches in code of the device, which only separate compilation allows (reference: spaces, Launches): in instances and closures
//! too, each reported once.

use cleave_codes::codes;
use cleave_names::item_id_of_node;
use cleave_odr_use::Piece;
use cleave_typing::program;
use cleave_typing::thir::ExprKind;

use crate::Finding;
use crate::engine::source::{Sink, Source};

pub(crate) fn check<'db>(s: &Source<'db>, pieces: &[Piece<'db>], out: &mut Sink<'db>) {
    if s.settings.relocatable {
        return;
    }
    let (db, item) = (s.db, item_id_of_node(s.db, s.item));
    for piece in pieces {
        for expr in &piece.typed.exprs {
            let launch = matches!(expr.kind, ExprKind::Launch(..)) && expr.site.code.item == item;
            let Some((tokens, _)) = program::place(db, expr.site).filter(|_| launch) else {
                continue;
            };
            let at = tokens.start;
            if !out
                .iter()
                .any(|f| f.code == codes::DEVICE_LAUNCH_NO_SEPCOMP && f.at == at)
            {
                out.push(Finding::new(codes::DEVICE_LAUNCH_NO_SEPCOMP, at));
            }
        }
    }
}
