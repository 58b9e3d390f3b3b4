//! What runs the rules: the walk over an item's tree, what a rule sees of an item, and what it reports.

pub(crate) mod broken;
pub(crate) mod chain;
pub(crate) mod closures;
pub(crate) mod context;
pub(crate) mod entities;
pub(crate) mod finding;
pub(crate) mod nodes;
pub(crate) mod nondependent;
pub(crate) mod order;
pub(crate) mod problems;
pub(crate) mod redeclarations;
mod rules;
pub(crate) mod source;
pub(crate) mod suppression;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod typed;
pub(crate) mod variables;
pub(crate) mod walk;
