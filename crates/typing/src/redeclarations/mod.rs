//! Declarations of one name beside each other, by what they have against each other:
//!
//! - [`kinds`]: the name stands for something of another sort, or for a variable or function of another type;
//! - [`types`]: the name of a type stands for another type;
//! - [`members`]: a class declares a member twice, or not at all;
//! - [`definitions`]: one thing is defined twice;
//! - [`instantiations`]: one thing is instantiated explicitly twice;
//! - [`agreement`]: a later declaration repeats what it must not, or leaves out what it must repeat;
//! - [`outside`]: a member function is declared once more, outside of its class;
//! - [`c_linkage`]: the language linkage is another one;
//! - [`used_names`]: a using-declaration or an alias gives the name to something else.
//!
//! What they say differently about execution spaces is asked above the semantic core.

pub(crate) mod agreement;
pub(crate) mod c_linkage;
pub(crate) mod definitions;
mod instantiations;
pub(crate) mod kinds;
pub(crate) mod members;
pub(crate) mod outside;
pub(crate) mod types;
pub(crate) mod used_names;
pub(crate) mod using;
