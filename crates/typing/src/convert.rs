//! Implicit conversion sequences and their ranking ([over.best.ics]).

use crate::template::Operand;
use crate::{Context, Ty};

/// The rank of a conversion sequence, better ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Identity, qualification adjustments.
    Exact,
    /// Promotion.
    Promotion,
    /// Conversion.
    Conversion,
    /// User-defined conversion.
    User,
    /// `...`
    Ellipsis,
}

/// Whether and how `from` converts implicitly to `to`; `None`: not at all.
pub fn implicit_rank<'db>(cx: &mut Context<'db>, from: &Operand<'db>, to: Ty<'db>) -> Option<Rank> {
    let _ = (cx, from, to);
    None
}
