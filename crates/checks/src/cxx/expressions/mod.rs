//! Expressions and literals ([expr], [lex.literal]).

pub(crate) mod concatenation;
pub(crate) mod lambda_places;
pub(crate) mod literals;
