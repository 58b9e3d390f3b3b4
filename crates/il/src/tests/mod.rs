//! Tests over whole modules: `all.il` has every kind of everything.

mod binary;
mod c;
mod diff;
mod faults;
mod groups;
mod hostile;
mod lines;
mod text;

use crate::{Module, parse};

/// A module with every kind of everything.
const ALL: &str = include_str!("all.il");

/// It as a module.
fn all() -> Module {
    match parse(ALL) {
        Ok(module) => module,
        Err(error) => panic!("all.il:{error}"),
    }
}

/// A module of a text without the first line.
fn module(text: &str) -> Module {
    match parse(&format!("cleave-il 1\n{text}")) {
        Ok(module) => module,
        Err(error) => panic!("{error} in\n{text}"),
    }
}
