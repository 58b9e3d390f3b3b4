//! Code generated from `tokens.tsv` and `cpp.ungram` by `tests/codegen.rs`.

pub(crate) mod kind;
pub(crate) mod nodes;
