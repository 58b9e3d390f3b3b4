//! Expressions and literals ([expr], [lex.literal]).

pub(crate) mod alignof;
pub(crate) mod concatenation;
pub(crate) mod designators;
pub(crate) mod folds;
pub(crate) mod formats;
pub(crate) mod lambda_places;
pub(crate) mod literals;
pub(crate) mod variable_arguments;
