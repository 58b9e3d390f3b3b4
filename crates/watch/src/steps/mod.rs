//! A unit that is built by its steps, as nvcc would run them: each step whose inputs are the same is left out, and those that do not need
//! each other run at once. Processes that keep a pass in memory do what they can. It must not know what a step does to its files.

mod hashes;
mod recipe;
mod run;
mod worker;

pub(crate) use self::recipe::Recipe;
pub(crate) use self::run::Goal;
