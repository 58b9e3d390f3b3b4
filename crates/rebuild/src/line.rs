//! A tool's command line, as far as it names files.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What an option names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A file that is written.
    Output,
    /// A file that is read, whose bytes count.
    Input,
    /// A file that the outputs mention.
    Mentioned,
}

/// An option that names a file, in the next word or behind `=`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileOption {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
}

/// A command line with its files.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The words without the names of files, each ended by a zero byte: what counts of them.
    pub(crate) words: Vec<u8>,
    /// The files by their options, as numbers in the table.
    pub(crate) files: Vec<(u32, Role, OsString)>,
    /// Words that are no options and follow none: sources.
    pub(crate) sources: Vec<OsString>,
}

impl Line {
    /// Reads words. `valued` are options whose value is the next word and no file.
    pub(crate) fn new(args: &[OsString], table: &[FileOption], valued: &[&str]) -> Line {
        let mut line = Line {
            words: Vec::new(),
            files: Vec::new(),
            sources: Vec::new(),
        };
        let mut rest = args.iter();
        while let Some(word) = rest.next() {
            let bytes = word.as_bytes();
            let named = table.iter().enumerate().find_map(|(number, option)| {
                match bytes.strip_prefix(option.name.as_bytes())? {
                    [] => Some((number, option, rest.clone().next()?.clone(), true)),
                    [b'=', value @ ..] => {
                        Some((number, option, OsStr::from_bytes(value).to_owned(), false))
                    }
                    _ => None,
                }
            });
            if let Some((number, option, value, is_next)) = named {
                if is_next {
                    rest.next();
                }
                line.word(option.name.as_bytes());
                line.files.push((number as u32, option.role, value));
                continue;
            }
            if bytes.first() != Some(&b'-') {
                line.sources.push(word.clone());
                continue;
            }
            line.word(bytes);
            if valued.iter().any(|v| v.as_bytes() == bytes)
                && let Some(value) = rest.next()
            {
                line.word(value.as_bytes());
            }
        }
        line
    }

    fn word(&mut self, word: &[u8]) {
        self.words.extend_from_slice(word);
        self.words.push(0);
    }

    /// The files that are written.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = (u32, &Path)> {
        let outputs = self.files.iter().filter(|f| f.1 == Role::Output);
        outputs.map(|(number, _, file)| (*number, Path::new(file)))
    }

    /// The files that are read beside the source.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = PathBuf> {
        let inputs = self.files.iter().filter(|f| f.1 == Role::Input);
        inputs.map(|(_, _, file)| PathBuf::from(file))
    }

    /// The names of all files, with the numbers of their options.
    pub(crate) fn names(&self) -> Vec<(u32, &[u8])> {
        let names = self.files.iter().filter(|f| f.1 != Role::Input);
        names
            .map(|(number, _, file)| (*number, file.as_bytes()))
            .collect()
    }

    /// The name that an option gives, by its number.
    pub(crate) fn name(&self, number: u32) -> Option<&[u8]> {
        let named = self.files.iter().rev().find(|f| f.0 == number);
        named.map(|f| f.2.as_bytes())
    }

    /// The value of an option that names no file.
    pub(crate) fn value<'a>(args: &'a [OsString], name: &str) -> Option<&'a str> {
        args.iter()
            .enumerate()
            .find_map(|(at, word)| match word.to_str()?.strip_prefix(name)? {
                "" => args.get(at + 1)?.to_str(),
                value => value.strip_prefix('='),
            })
    }
}
