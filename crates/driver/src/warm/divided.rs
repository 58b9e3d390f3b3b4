//! The files of the machine, of which one may be divided: its headers are a file of their own, so that a preprocessor takes them as they
//! were when the rest is another one. Knows nothing of where headers end.

use std::cell::RefCell;
use std::path::Path;

use cleave_preprocessor::{Files, Time};

use super::files::SeenFiles;

/// The files of the machine, but that a source is divided.
#[derive(Default)]
pub(super) struct Divided {
    pub(super) seen: SeenFiles,
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
    pub(super) fn divide(
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

    /// Whether a file is no file of the machine.
    pub(super) fn is_made_up(&self, path: &str) -> bool {
        path == self.source.borrow().headers_path
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
        match self.is_made_up(path) {
            true => Some(path.to_owned()),
            false => self.seen.canonical(path),
        }
    }
}
