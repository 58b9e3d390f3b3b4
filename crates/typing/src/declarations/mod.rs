//! What is wrong with one declaration by itself, as types and lookup know it.

pub(crate) mod alignments;
pub(crate) mod bases;
pub(crate) mod comparisons;
pub(crate) mod concepts;
pub(crate) mod conversion_functions;
pub(crate) mod deduction_guides;
pub(crate) mod defaulted;
pub(crate) mod delegation;
pub(crate) mod enumerations;
pub(crate) mod flexible_arrays;
mod hidden_functions;
pub(crate) mod inaccessible_types;
pub(crate) mod literal_operators;
pub(crate) mod literal_types;
pub(crate) mod open_expressions;
pub(crate) mod overriding;
pub(crate) mod own_construction;
pub(crate) mod placeholders;
pub(crate) mod returned;
pub(crate) mod static_members;
pub(crate) mod tags;
pub(crate) mod template_heads;
pub(crate) mod templates;
pub(crate) mod unions;
pub(crate) mod unknown_class;
pub(crate) mod using;
pub(crate) mod written_types;
