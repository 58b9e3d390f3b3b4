//! What cannot be lowered. The device half of a unit is not written then: nothing is left out in silence.

use cleave_typing::Site;

/// Why something is not lowered.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Refusal<'db> {
    /// What is not understood, in a few words.
    pub what: &'static str,
    /// Where, if it is written.
    pub site: Option<Site<'db>>,
}

/// A result of lowering.
pub(crate) type Res<'db, T> = Result<T, Refusal<'db>>;

/// Something that is not written anywhere is not understood.
pub(crate) fn refuse<'db, T>(what: &'static str) -> Res<'db, T> {
    Err(Refusal { what, site: None })
}
