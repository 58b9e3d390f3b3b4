//! Types, values and entities as diagnostics spell them (spec 8, "type spelling"): what `%t` and `%n` of a message become.
//! Typedef names are gone from types; what is printed of them is their meaning.

mod declarator;
mod entity;
mod value;

pub use declarator::type_text;
pub use entity::{args_text, class_name, function_text, qualified_name};
pub use value::const_text;
