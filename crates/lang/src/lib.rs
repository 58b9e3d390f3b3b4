//! Words of C++ that every floor shares, as plain data: operators, qualifiers, fundamental types.
//!
//! It must not know what any of them means: how they are parsed, typed, mangled or printed is the business of others.

mod builtin;
mod operator;
mod qualifiers;

pub use builtin::Builtin;
pub use operator::Operator;
pub use qualifiers::{Qualifiers, RefQualifier};
