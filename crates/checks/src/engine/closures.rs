//! The closures of an item, by the tokens that their lambdas begin with. Of a template they are those of its definition.

use std::cell::OnceCell;

use cleave_typing::thir::ExprKind;
use cleave_typing::{Closure, program};
use rustc_hash::FxHashMap;

use crate::engine::source::Source;
use crate::engine::typed;

/// The closures of an item. An item may have thousands: they are looked for once.
#[derive(Default)]
pub(crate) struct Closures<'db>(OnceCell<FxHashMap<u32, Closure<'db>>>);

impl<'db> Source<'db> {
    /// The closure of the lambda that begins at a token.
    pub(crate) fn closure(&self, token: u32) -> Option<Closure<'db>> {
        let all = self.closures.0.get_or_init(|| closures(self));
        all.get(&token).copied()
    }
}

fn closures<'db>(s: &Source<'db>) -> FxHashMap<u32, Closure<'db>> {
    cleave_typing::outermost(s.db, FxHashMap::default, || {
        let mut out = FxHashMap::default();
        // Typing a body takes long, and most have no lambda in them.
        for body in typed::bodies(s, |entity| program::has_lambdas(s.db, entity)) {
            for expr in &body.typed.exprs {
                if let ExprKind::Lambda(closure, _) = &expr.kind
                    && let Some((tokens, _)) = program::place(s.db, closure.site)
                {
                    out.entry(tokens.start).or_insert(*closure);
                }
            }
        }
        out
    })
}
