//! Reads a command line: finds the row of each option, its value, and the source. Applying the rows is
//! [`crate::apply`]'s, contradictions between them [`crate::rules`]'.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::apply::{Reader, Stop};
use crate::bytes;
use crate::error::{CommandLineError, Complaint};
use crate::invocation::{Input, Invocation, Task};
use crate::notice::Notice;
use crate::own;
use crate::rules;
use crate::spelling::{self, Value};
use crate::table::SPELLINGS;

/// What reading a command line has to ask its caller.
pub struct Lookups<'a> {
    /// The number of a diagnostic tag; 0 when the tag is known and its number is not.
    pub tag_number: &'a dyn Fn(&str) -> Option<u32>,
    /// Whether there is a diagnostic of this number.
    pub number_known: &'a dyn Fn(u32) -> bool,
    /// Whether this is a directory (for `--pch_dir` and `--edg_base_dir`).
    pub is_directory: &'a dyn Fn(&Path) -> bool,
}

/// Reads a command line, without the program's name.
///
/// Options end at the first word that is not one, or behind `--`; that word is the source and has to be
/// the last. Long options may be abbreviated and take a value behind `=` or as the next word; short ones
/// may be joined and take the rest of the word or the next word.
///
/// # Errors
/// The first thing wrong, in the reference's order: each option as it is read, then contradictions
/// between options, then the source, then `-o`.
pub fn parse(args: &[OsString], lookups: &Lookups<'_>) -> Result<Invocation, CommandLineError> {
    let mut reader = Reader::new(lookups);
    match options(args, &mut reader) {
        Ok(rest) => finish(rest, reader),
        Err(Stop::Version) => {
            reader.invocation.task = Task::Stop(1);
            Ok(reader.invocation)
        }
        Err(Stop::Complaint(complaint)) => Err(fail(reader, complaint)),
    }
}

/// Reads the options and returns the words behind them.
fn options<'a>(args: &'a [OsString], reader: &mut Reader<'_>) -> Result<&'a [OsString], Stop> {
    let mut rest = args;
    while let Some((word, after)) = rest.split_first() {
        let text = bytes::of(word);
        if text == b"--" {
            return Ok(after);
        }
        rest = if text.starts_with(own::PREFIX) {
            own_option(text, after, reader)?
        } else if text.starts_with(b"--") {
            long_option(text, after, reader)?
        } else if text.len() > 1 && text.starts_with(b"-") {
            short_options(text, after, reader)?
        } else {
            break;
        };
    }
    Ok(rest)
}

/// The value of a long option: behind `=`, else the next word.
fn long_value<'a>(
    text: &'a [u8],
    attached: Option<&'a [u8]>,
    after: &'a [OsString],
) -> Result<(&'a [u8], &'a [OsString]), Stop> {
    match (attached, after.split_first()) {
        (Some([]), _) => Err(Complaint::InvalidOption(text.to_vec()).into()),
        (Some(value), _) => Ok((value, after)),
        (None, Some((next, after))) => Ok((bytes::of(next), after)),
        (None, None) => Err(Complaint::RequiresArgument(text.to_vec()).into()),
    }
}

fn own_option<'a>(
    text: &'a [u8],
    after: &'a [OsString],
    reader: &mut Reader<'_>,
) -> Result<&'a [OsString], Stop> {
    let (name, attached) = bytes::option_and_value(text);
    let Some(option) = own::exact(name) else {
        return Err(Complaint::InvalidOption(text.to_vec()).into());
    };
    let (value, rest) = long_value(text, attached, after)?;
    reader.apply_own(option, value, text)?;
    Ok(rest)
}

fn long_option<'a>(
    text: &'a [u8],
    after: &'a [OsString],
    reader: &mut Reader<'_>,
) -> Result<&'a [OsString], Stop> {
    let (name, attached) = bytes::option_and_value(text);
    let invalid = || Stop::from(Complaint::InvalidOption(text.to_vec()));
    let index = match spelling::exact(SPELLINGS, name) {
        Some(index) => index,
        None => match spelling::abbreviated(SPELLINGS, name).as_slice() {
            [] => return Err(invalid()),
            [index] => *index,
            several => {
                let candidates = several.iter().map(|&i| SPELLINGS[i].name).collect();
                return Err(Complaint::Ambiguous {
                    word: text.to_vec(),
                    candidates,
                }
                .into());
            }
        },
    };
    if SPELLINGS[index].value == Value::None {
        if attached.is_some() {
            return Err(invalid());
        }
        reader.apply(index, &[], text)?;
        return Ok(after);
    }
    let (value, rest) = long_value(text, attached, after)?;
    reader.apply(index, value, text)?;
    Ok(rest)
}

fn short_options<'a>(
    text: &'a [u8],
    after: &'a [OsString],
    reader: &mut Reader<'_>,
) -> Result<&'a [OsString], Stop> {
    let invalid = || Stop::from(Complaint::InvalidOption(text.to_vec()));
    for (at, &letter) in text.iter().enumerate().skip(1) {
        let index = spelling::short(SPELLINGS, letter).ok_or_else(invalid)?;
        if SPELLINGS[index].value == Value::None {
            reader.apply(index, &[], text)?;
            continue;
        }
        let attached = &text[at + 1..];
        if !attached.is_empty() {
            reader.apply(index, attached, text)?;
            return Ok(after);
        }
        let (next, rest) = after.split_first().ok_or_else(invalid)?;
        reader.apply(index, bytes::of(next), text)?;
        return Ok(rest);
    }
    Ok(after)
}

/// Checks the options against each other and takes the source.
fn finish(rest: &[OsString], mut reader: Reader<'_>) -> Result<Invocation, CommandLineError> {
    if let Err(complaint) = rules::check(&reader.modes) {
        return Err(fail(reader, complaint));
    }
    reader.modes.settle(&mut reader.invocation);
    rules::warn_of_double_directories(&mut reader.invocation);
    let Some((source, more)) = rest.split_first() else {
        // A notice is task enough.
        if reader.invocation.notices.is_empty() {
            return Err(fail(reader, Complaint::MissingSource));
        }
        return Ok(reader.invocation);
    };
    let input = if source == "-" {
        Input::Stdin
    } else {
        Input::File(PathBuf::from(source))
    };
    reader.invocation.task = Task::Run(input);
    if !more.is_empty() {
        return Err(fail(reader, Complaint::TooManyArguments));
    }
    let invocation = &reader.invocation;
    if invocation.outputs.preprocessing_output.is_some() && !invocation.preprocess.is_requested() {
        return Err(fail(reader, Complaint::OutputNotNeeded));
    }
    Ok(reader.invocation)
}

fn fail(reader: Reader<'_>, complaint: Complaint) -> CommandLineError {
    let layout = reader.invocation.layout();
    let notices: Vec<Notice> = reader.invocation.notices;
    CommandLineError::new(notices, &reader.invocation.warnings, complaint, &layout)
}
