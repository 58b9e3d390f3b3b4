//! A catalogue of three tags, and shorthands for parsing.

#![allow(dead_code, reason = "not every test file needs both shorthands")]

use std::ffi::OsString;

use cleave_options::{CommandLineError, Invocation, Lookups, parse};

fn tag_number(tag: &str) -> Option<u32> {
    match tag {
        "declared_but_not_referenced" => Some(177),
        "h_hd_illegal_call" => Some(20011),
        "h_hd_illegal_call_generic" => Some(20014),
        _ => None,
    }
}

fn number_known(number: u32) -> bool {
    (1..=3794).contains(&number) || (20000..=20337).contains(&number)
}

/// Parses words; `/data` is the only directory.
pub(crate) fn words(words: &[OsString]) -> Result<Invocation, CommandLineError> {
    let lookups = Lookups {
        tag_number: &tag_number,
        number_known: &number_known,
        is_directory: &|path| path == "/data",
    };
    parse(words, &lookups)
}

/// Parses a line, split at blanks.
pub(crate) fn line(text: &str) -> Result<Invocation, CommandLineError> {
    let split: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
    words(&split)
}
