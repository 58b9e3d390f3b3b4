//! A tool's command line, as far as it names files.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use cleave_options::tools::Role;

use crate::names::is_of_one_run;

/// An option that names a file, in the next word or behind `=`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileOption {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
}

/// A file that an option names.
#[derive(Clone, Debug)]
struct Named {
    option: FileOption,
    file: OsString,
}

/// A command line with its files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// The words without the names of files, each with the value in the next one.
    words: Vec<(OsString, Option<OsString>)>,
    files: Vec<Named>,
    /// Words that are no options and follow none: sources.
    pub(crate) sources: Vec<OsString>,
}

impl Line {
    /// Reads words. `valued` are options whose value is the next word and no file.
    pub(crate) fn new(args: &[OsString], table: &[FileOption], valued: &[&str]) -> Line {
        let mut line = Line::default();
        let mut rest = args.iter();
        while let Some(word) = rest.next() {
            if let Some((option, value)) = named(word, table) {
                if let Some(file) = value.or_else(|| rest.next().cloned()) {
                    line.files.push(Named { option, file });
                }
                line.words.push((option.name.into(), None));
            } else if word.as_bytes().first() != Some(&b'-') {
                line.sources.push(word.clone());
            } else {
                let value = match valued.iter().any(|name| word == name) {
                    true => rest.next().cloned(),
                    false => None,
                };
                line.words.push((word.clone(), value));
            }
        }
        line
    }

    /// The words that are no names of files, with their values.
    pub(crate) fn words(&self) -> impl Iterator<Item = (&OsStr, Option<&OsStr>)> {
        self.words
            .iter()
            .map(|(word, value)| (&**word, value.as_deref()))
    }

    /// The options; one that is no text is empty.
    pub(crate) fn options(&self) -> impl Iterator<Item = &str> {
        self.words()
            .map(|(word, _)| word.to_str().unwrap_or_default())
    }

    /// What counts of the words, as bytes. The name of a source does if an output could mention it.
    pub(crate) fn key(&self) -> Vec<u8> {
        let sources = self.sources.iter().filter(|s| !is_of_one_run(s.as_bytes()));
        let words = self.words().flat_map(|(word, value)| [Some(word), value]);
        let words = words.chain(sources.map(|source| Some(&**source)));
        let mut out = Vec::new();
        for word in words.flatten() {
            out.extend_from_slice(word.as_bytes());
            out.push(0);
        }
        out
    }

    /// The files that are written, with their options.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let outputs = self.files.iter().filter(|f| f.option.role == Role::Output);
        outputs.map(|f| (f.option.name, Path::new(&f.file)))
    }

    /// The files that are read beside the source.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = PathBuf> {
        let inputs = self.files.iter().filter(|f| f.option.role == Role::Input);
        inputs.map(|f| PathBuf::from(&f.file))
    }

    /// The names of all files that an output may mention, with their options.
    pub(crate) fn names(&self) -> Vec<(&'static str, &[u8])> {
        let names = self.files.iter().filter(|f| f.option.role != Role::Input);
        names.map(|f| (f.option.name, f.file.as_bytes())).collect()
    }

    /// The name of the file that an option gives.
    pub(crate) fn file(&self, option: &str) -> Option<&[u8]> {
        let named = self.files.iter().rev().find(|f| f.option.name == option);
        named.map(|f| f.file.as_bytes())
    }

    /// The value of an option that names no file, in the next word or behind `=`.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.words()
            .find_map(|(word, value)| match word.to_str()?.strip_prefix(name)? {
                "" => value?.to_str(),
                attached => attached.strip_prefix('='),
            })
    }
}

/// The option of a table that a word is, and its value where that is in the same word.
fn named(word: &OsStr, table: &[FileOption]) -> Option<(FileOption, Option<OsString>)> {
    table.iter().find_map(|option| {
        let value = match word.as_bytes().strip_prefix(option.name.as_bytes())? {
            [] => None,
            [b'=', value @ ..] => Some(OsStr::from_bytes(value).to_owned()),
            _ => return None,
        };
        Some((*option, value))
    })
}
