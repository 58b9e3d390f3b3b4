//! The code of an item as a whole: what has code in it, what is wrong with it, and where that stands.

mod bit_fields;
pub(crate) mod bodies;
pub(crate) mod captures;
pub(crate) mod holds;
pub(crate) mod instances;
pub(crate) mod lambdas;
pub(crate) mod launches;
pub(crate) mod place;
pub(crate) mod rules;

pub(crate) use crate::program::bodies::{
    Declared, body_of, instantiated, plain, user_declarations,
};
pub use crate::program::bodies::{bodies, defaults, functions, has_lambdas, local_members};
pub use crate::program::captures::lambda_uses;
pub use crate::program::instances::Extent;
pub use crate::program::lambdas::closure_results;
pub use crate::program::launches::launch_arguments;
pub(crate) use crate::program::place::says_signed;
pub use crate::program::place::{declaration, head, place, statement, statement_tokens, token};
pub(crate) use crate::program::place::{ends_in_brace, ends_in_parenthesis};
pub use crate::program::rules::{decltype_operands, problems};
