//! The texts of files: those that the client has open, with their versions, and those on disk. It knows no units.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use lsp_types::{TextDocumentContentChangeEvent, Url};
use rustc_hash::FxHashMap;

use crate::position::{Encoding, Lines};

/// A document that the client has open.
#[derive(Clone)]
pub(crate) struct Document {
    pub(crate) url: Url,
    pub(crate) version: i32,
    pub(crate) lines: Arc<Lines>,
}

/// The texts of files by their paths. A clone is a snapshot of what is open.
#[derive(Clone, Default)]
pub(crate) struct Texts {
    open: FxHashMap<String, Document>,
    /// Files that were read, until something may have changed.
    read: Arc<Mutex<FxHashMap<String, Option<Arc<Lines>>>>>,
}

impl Texts {
    pub(crate) fn open(&mut self, path: String, document: Document) {
        self.open.insert(path, document);
    }

    pub(crate) fn close(&mut self, path: &str) -> Option<Document> {
        self.forget();
        self.open.remove(path)
    }

    pub(crate) fn document(&self, path: &str) -> Option<&Document> {
        self.open.get(path)
    }

    pub(crate) fn documents(&self) -> impl Iterator<Item = (&String, &Document)> {
        self.open.iter()
    }

    /// Applies changes to an open document; nothing if it is not open.
    pub(crate) fn change(
        &mut self,
        path: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<()> {
        let document = self.open.get_mut(path)?;
        document.version = version;
        let lines = Arc::make_mut(&mut document.lines);
        for change in changes {
            match change.range {
                Some(range) => lines.replace(range, &change.text, encoding),
                None => *lines = Lines::new(change.text),
            }
        }
        Some(())
    }

    /// Files on disk may be other ones now.
    pub(crate) fn forget(&mut self) {
        self.read = Arc::default();
    }

    /// The text of a file.
    pub(crate) fn lines(&self, path: &str) -> Option<Arc<Lines>> {
        if let Some(document) = self.open.get(path) {
            return Some(Arc::clone(&document.lines));
        }
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = read.entry(path.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(path).ok()?;
            let text = match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(e) => String::from_utf8_lossy(e.as_bytes()).into_owned(),
            };
            Some(Arc::new(Lines::new(text)))
        });
        lines.clone()
    }
}

/// The path of a document, absolute and without detours; nothing if it is no file.
pub(crate) fn path_of(url: &Url) -> Option<String> {
    let path = url.to_file_path().ok()?;
    Some(cleave_driver::editor::normal(&path))
}

/// The document of a path.
pub(crate) fn url_of(path: &Path) -> Option<Url> {
    Url::from_file_path(path).ok()
}

/// A path as a unit calls it, seen from the unit's folder.
pub(crate) fn absolute(folder: &Path, name: &str) -> PathBuf {
    PathBuf::from(cleave_driver::editor::normal(&folder.join(name)))
}
