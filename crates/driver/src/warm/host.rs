//! The tokens of a host half that is preprocessed again and again, in the place of a host compiler. Most of it comes from headers, and is
//! the same after an edit but for the lines that its markers name: it is given to the preprocessor as a file of its own, so that it is
//! taken as it was. Knows nothing of what the tokens are for.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cleave_preprocessor::{Files, Options, Time, Unit};
use self_cell::self_cell;

use super::files::{Change, SeenFiles};
use super::unit::{TIMES, has_time, program_state};
use crate::own_preprocessor::{OwnPreprocessor, read_options};

/// The files of the machine, but that a source is divided.
#[derive(Default)]
struct Divided {
    seen: SeenFiles,
    source: RefCell<Source>,
}

/// A source as the preprocessor gets it: a file that begins with an inclusion of its headers.
#[derive(Default)]
struct Source {
    path: String,
    text: Vec<u8>,
    headers_path: String,
    headers: Vec<u8>,
}

/// Less than this is not worth a file of its own, in bytes.
const LEAST: usize = 100_000;
/// What depends on the file that it stands in, or on its line. A text that was preprocessed has none, but what it includes may.
const OF_FILES: [&str; 6] = [
    "include_next",
    "__LINE__",
    "__FILE__",
    "__INCLUDE_LEVEL__",
    "system_header",
    "pragma once",
];

impl Divided {
    /// The source is divided from here on. Adds the files that are others than before. `None` where it cannot be divided.
    fn divide(
        &self,
        path: &str,
        headers: Vec<u8>,
        rest: &[u8],
        changed: &mut Vec<String>,
    ) -> Option<()> {
        let mut source = self.source.borrow_mut();
        let headers_path = format!("{path}.headers");
        let name = Path::new(&headers_path).file_name()?.to_str()?;
        if name.contains(['"', '\\', '\n']) {
            return None;
        }
        if source.headers != headers {
            let has = |word: &&str| memchr::memmem::find(&headers, word.as_bytes()).is_some();
            if OF_FILES.iter().any(has) {
                return None;
            }
            source.headers = headers;
            changed.push(headers_path.clone());
        }
        // The marker that returns to the source has returned already.
        let line = memchr::memchr(b'\n', rest)?;
        let marker = rest[..line].strip_suffix(b" 2")?;
        let include = format!("#include \"{name}\"\n");
        source.text = [include.as_bytes(), marker, &rest[line..]].concat();
        (source.path, source.headers_path) = (path.to_owned(), headers_path);
        changed.push(path.to_owned());
        Some(())
    }
}

impl Files for Divided {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        let source = self.source.borrow();
        let text = match path {
            path if path == source.path => &source.text,
            path if path == source.headers_path => &source.headers,
            path => return self.seen.read(path, into),
        };
        into.extend_from_slice(text);
        Some(0)
    }

    fn folder(&self, path: &str) -> Option<String> {
        self.seen.folder(path)
    }

    fn canonical(&self, path: &str) -> Option<String> {
        match path == self.source.borrow().headers_path {
            true => Some(path.to_owned()),
            false => self.seen.canonical(path),
        }
    }
}

/// What a host half rests on.
struct Ground {
    own: OwnPreprocessor,
    files: Divided,
}

self_cell!(
    struct Resting {
        owner: Ground,
        #[not_covariant]
        dependent: Unit,
    }
);

/// A preprocessed host half.
pub struct HostTokens {
    /// Its text.
    pub text: Vec<u8>,
    /// The files that were read, the source first.
    pub files: Vec<String>,
}

/// A host half under one command line.
pub(super) struct HostText {
    program: PathBuf,
    /// The state of the program.
    state: Vec<u8>,
    words: Vec<OsString>,
    options: Options,
    resting: Resting,
    /// The pieces that have no time in them.
    timeless: Vec<Arc<[u8]>>,
}

impl HostText {
    /// `None` where the compiler itself must be asked.
    pub(super) fn new(program: &Path, words: &[OsString]) -> Option<HostText> {
        let options = read_options(words)?;
        let own = OwnPreprocessor::at(program.as_os_str(), &options, TIMES)?;
        let state = program_state(program)?;
        let ground = Ground {
            own,
            files: Divided::default(),
        };
        Some(HostText {
            program: program.to_owned(),
            state,
            words: words.to_vec(),
            resting: Resting::new(ground, |ground| ground.own.unit_of(&ground.files, &options)),
            options,
            timeless: Vec::new(),
        })
    }

    /// Whether it is still that of a command line.
    pub(super) fn is_of(&self, program: &Path, words: &[OsString]) -> bool {
        self.program == program
            && self.words == words
            && program_state(program).is_some_and(|state| state == self.state)
    }

    /// The tokens as the files are now. Their lines are right, but for those that the headers' end is marked with. `None` where the whole
    /// must be preprocessed, or where the host half has to be made anew.
    pub(super) fn tokens(&mut self) -> Option<HostTokens> {
        let path = self.options.input.clone()?;
        let text = std::fs::read(&path).ok()?;
        let unit = unit_name(&text)?;
        let (headers, rest) = text.split_at(end_of_headers(&text, unit)?);
        let ground = self.resting.borrow_owner();
        let Change::Texts(mut changed) = ground.files.seen.changes() else {
            return None;
        };
        ground
            .files
            .divide(&path, headers_alone(headers, unit), rest, &mut changed)?;
        let options = &self.options;
        let text = self.resting.with_dependent_mut(|_, unit| {
            changed.iter().for_each(|path| unit.changed(path));
            unit.preprocess(options).ok()
        })?;
        let has_failed = self.resting.borrow_owner().own.has_failed();
        if has_failed || !text.problems.is_empty() || !text.divided {
            return None;
        }
        let known = |piece: &Arc<[u8]>| self.timeless.iter().any(|old| Arc::ptr_eq(old, piece));
        let mut new = text.pieces.iter().filter(|piece| !known(&piece.text));
        if new.any(|piece| has_time(&piece.text)) {
            return None;
        }
        self.timeless = text.pieces.iter().map(|p| Arc::clone(&p.text)).collect();
        let source = self.resting.borrow_owner().files.source.borrow();
        let files = text.dependencies.into_iter().map(|file| file.0);
        Some(HostTokens {
            text: self.timeless.concat(),
            files: files.filter(|path| *path != source.headers_path).collect(),
        })
    }
}

/// The name of a source, in quotes, as its first marker spells it.
fn unit_name(text: &[u8]) -> Option<&[u8]> {
    let line = text.strip_prefix(b"# 1 ")?;
    let name = &line[..memchr::memchr(b'\n', line)?];
    (name.len() > 2 && name.starts_with(b"\"") && name.ends_with(b"\"")).then_some(name)
}

/// Where the last marker begins that returns to the source from what it includes. `None` where little stands in front of it.
fn end_of_headers(text: &[u8], unit: &[u8]) -> Option<usize> {
    let returns = [unit, b" 2\n"].concat();
    let at = memchr::memmem::rfind(text, &returns)?;
    let line = memchr::memrchr(b'\n', &text[..at])? + 1;
    (is_marker(&text[line..at]) && line >= LEAST).then_some(line)
}

/// Whether a line up to a name is a marker's: a number sign and a number.
fn is_marker(front: &[u8]) -> bool {
    let number = front.strip_prefix(b"# ").unwrap_or_default();
    let is_number = |b: &u8| b.is_ascii_digit() || *b == b' ';
    number.first().is_some_and(u8::is_ascii_digit) && number.iter().all(is_number)
}

/// The headers of a source without what an edit of its layout changes: the numbers in its own markers, and the empty lines behind them.
fn headers_alone(text: &[u8], unit: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(text, unit) {
        let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |i| i + 1);
        if line < from || !is_marker(&text[line..at]) {
            continue;
        }
        out.extend_from_slice(&text[from..line]);
        out.extend_from_slice(b"# 1 ");
        let end = memchr::memmem::find(&text[at..], b"\n# ").map_or(text.len(), |i| at + i + 1);
        let own = &text[at..end];
        match memchr::memmem::find(own, b"R\"") {
            // Each line of a raw string counts.
            Some(_) => out.extend_from_slice(own),
            None => {
                let lines = own.split_inclusive(|b| *b == b'\n');
                lines
                    .filter(|line| *line != b"\n")
                    .for_each(|line| out.extend_from_slice(line));
            }
        }
        from = end;
    }
    out.extend_from_slice(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# 1 \"a.cu\"\n# 1 \"h\" 1\nint h; const char *n = \"a.cu\";\n\n# 3 \"a.cu\" 2\n\n\nint a;\n\n# 1 \"i\" 1\n# 9 \"a.cu\" 2\nint b;\n# 9 \"a.cu\"\n";

    #[test]
    fn headers_do_not_change_with_the_lines_of_their_unit() {
        let unit = unit_name(TEXT.as_bytes()).unwrap();
        assert_eq!(unit, b"\"a.cu\"");
        let alone = |text: &str| String::from_utf8(headers_alone(text.as_bytes(), unit)).unwrap();
        let want = "# 1 \"a.cu\"\n# 1 \"h\" 1\nint h; const char *n = \"a.cu\";\n\n# 1 \"a.cu\" 2\nint a;\n# 1 \"i\" 1\n# 1 \"a.cu\" 2\nint b;\n# 1 \"a.cu\"\n";
        assert_eq!(alone(TEXT), want);
        let moved = TEXT
            .replace("# 3", "# 7")
            .replace("int a;\n", "\nint a;\n\n");
        assert_eq!(alone(&moved), want);
        let raw = |lines: &str| TEXT.replace("int a;", &format!("auto a = R\"({lines})\";"));
        assert_ne!(alone(&raw("\n")), alone(&raw("\n\n")));
    }

    #[test]
    fn headers_end_where_the_source_goes_on_for_the_last_time() {
        let unit = b"\"a.cu\"";
        assert_eq!(end_of_headers(TEXT.as_bytes(), unit), None);
        let long = "int x;\n".repeat(LEAST / 7 + 1);
        let text = TEXT.replace("int h;", &long);
        let at = end_of_headers(text.as_bytes(), unit).unwrap();
        assert!(text[at..].starts_with("# 9 \"a.cu\" 2\nint b;"));
    }
}
