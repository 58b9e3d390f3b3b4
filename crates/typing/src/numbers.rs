//! Numbers of the catalogue that lookup and substitution record.

/// identifier "xxxx" is undefined
pub(crate) const UNDEFINED: u32 = 20;
/// class "xxxx" has no member "xxxx"
pub(crate) const NO_MEMBER: u32 = 135;
/// argument list for template "xxxx" is missing; arguments that do not fit
pub(crate) const ARGUMENTS: u32 = 441;
/// a type that cannot be made: a reference to void, an array of functions
pub(crate) const ILL_FORMED: u32 = 254;
