//! Queries that need themselves.
//!
//! Such a query starts from a value that says "not known" (of what is substituted: "ill-formed") and is asked again until its
//! answer stays; all that rests on it is asked again with it. What an answer rests on may only become better known, so that
//! there is one such answer, whoever is asked first. The bases of a class are another matter: see [`crate::class::bases`].

/// After how many rounds an answer that does not stay is given up.
const ROUNDS: u32 = 6;

/// The answer of one more round: the new one, or at last none.
pub(crate) fn settle<V>(cycle: &salsa::Cycle, new: V, none: impl FnOnce() -> V) -> V {
    match cycle.iteration() < ROUNDS {
        true => new,
        false => none(),
    }
}
