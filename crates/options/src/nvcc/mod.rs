//! The command line of nvcc as data: its options, what they mean to a front end, and the commands that nvcc would run.
//!
//! [`parse`] turns words into an [`NvccInvocation`]; [`commands`](NvccInvocation::preprocess) turns that into the words for
//! the host compiler and for both fronts, as `nvcc --dryrun` of each release prints them. Plain data comes in and goes out:
//! nothing here runs a program, and files are read by the caller ([`Lookups`]).

mod architecture;
mod commands;
mod effect;
mod help;
mod invocation;
mod parse;
mod release;
mod scan;
mod spelling;
mod table;

pub use architecture::{Architecture, Target};
pub use commands::{CompilerFamily, FrontNames, Headers, HostCompilerId, Side};
pub use effect::{DependencyMode, Effect, Switch, Words};
pub use help::{help, unexplained};
pub use invocation::{Definition, NvccInvocation, NvccStandard, NvccTask};
pub use parse::{Lookups, parse, words_of, words_of_file};
pub use release::Release;
pub use scan::{Scanned, option, scan};
pub use spelling::{NvccOption, Value};
pub use table::NVCC_OPTIONS;

#[cfg(test)]
pub(crate) fn own_for_tests() -> &'static [NvccOption] {
    const ROWS: &[NvccOption] = &[spelling::row(
        "own-text",
        "",
        Value::Text("TEXT"),
        Effect::Own,
        "",
    )];
    ROWS
}
