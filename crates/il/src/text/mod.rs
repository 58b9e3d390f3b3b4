//! The text form: how a module is written for people, and read back. The grammar is in docs/device-il.md.

mod code;
mod constants;
mod definitions;
mod derived;
mod expressions;
mod lexer;
mod names;
mod parser;
mod print;
mod statements;
mod types;

use std::fmt;

pub(crate) use types::type_text;

use crate::module::Module;

/// The version that stands in the first line.
pub const TEXT_VERSION: u32 = 1;
/// The word in front of it.
pub const TEXT_MAGIC: &str = "cleave-il";

/// Why a text is no module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// A module as text. [`parse`] reads it back as [`Module::normalized`]. A definition whose indices make no trees cannot be written: a
/// comment stands for it.
pub fn print(module: &Module) -> String {
    let mut out = format!("{TEXT_MAGIC} {TEXT_VERSION}\n");
    if !module.runtime.is_empty() {
        out.push('\n');
    }
    for name in &module.runtime {
        out.push_str("runtime ");
        constants::symbol(&mut out, name);
        out.push('\n');
    }
    for definition in module.definitions() {
        out.push('\n');
        out.push_str(&print_definition(definition));
    }
    out
}

/// One definition as text, as [`print`] has it.
pub fn print_definition(definition: crate::Definition<'_>) -> String {
    print::definition(definition)
}

/// Reads a module, in normal order. It says nothing about the rules: see [`crate::verify`].
///
/// # Errors
/// [`SyntaxError`] at the first thing that is not as the grammar has it.
pub fn parse(text: &str) -> Result<Module, SyntaxError> {
    definitions::module(text)
}
