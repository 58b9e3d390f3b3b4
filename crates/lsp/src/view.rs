//! What a handler works with: a snapshot of a unit, the document that it is about, and the client's way to count. It knows no requests.

use std::path::PathBuf;
use std::sync::Arc;

use cleave_ide::{Analysis, FilePosition, FileRange};
use lsp_types::{Location, Position, Range, Url};
use serde_json::Value;

use crate::position::{Encoding, Lines};
use crate::publish::Places;
use crate::texts::{Texts, absolute};
use crate::units::{Asked, Snapshot};

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The parameters cannot be read.
    Params(String),
    /// It cannot be done, and why.
    Refused(String),
    /// The text has changed, or the client has lost interest.
    Cancelled,
    /// Something went wrong.
    Panicked,
}

pub(crate) type Answer = Result<Value, Failure>;

/// A snapshot as a handler sees it.
pub(crate) struct View {
    pub(crate) snapshot: Snapshot,
    /// The document's path.
    pub(crate) path: String,
    /// What the unit calls it; nothing if it does not take part.
    pub(crate) file: Option<Arc<str>>,
    pub(crate) texts: Texts,
    pub(crate) encoding: Encoding,
}

impl View {
    pub(crate) fn new(snapshot: Snapshot, path: &str, texts: Texts, encoding: Encoding) -> View {
        let folder = Arc::clone(&snapshot.folder);
        let is_it = |name: &&Arc<str>| absolute(&folder, name).to_string_lossy() == path;
        let file = snapshot
            .passes
            .iter()
            .find_map(|p| p.analysis.places.files().find(is_it).cloned());
        View {
            snapshot,
            path: path.to_owned(),
            file,
            texts,
            encoding,
        }
    }

    pub(crate) fn cancellation(&self) -> Option<salsa::CancellationToken> {
        use salsa::Database as _;
        let first = self.snapshot.passes.first()?;
        Some(first.analysis.db.cancellation_token())
    }

    /// The host pass.
    pub(crate) fn host(&self) -> Option<&Analysis> {
        self.snapshot.passes.first().map(|p| &p.analysis)
    }

    /// The passes, each with its name; the host's first.
    pub(crate) fn passes(&self) -> impl DoubleEndedIterator<Item = (&str, &Analysis)> {
        self.snapshot
            .passes
            .iter()
            .map(|p| (&*p.pass.name, &p.analysis))
    }

    /// The document's text.
    pub(crate) fn lines(&self) -> Option<Arc<Lines>> {
        self.texts.lines(&self.path)
    }

    /// A position of the document as a place of the unit.
    fn place(&self, at: Position) -> Option<FilePosition> {
        let (line, column) = self.lines()?.place(at, self.encoding);
        Some(FilePosition {
            file: Arc::clone(self.file.as_ref()?),
            line,
            column,
        })
    }

    fn places(&self) -> Places<'_> {
        Places {
            texts: &self.texts,
            folder: &self.snapshot.folder,
            encoding: self.encoding,
        }
    }

    /// A stretch as a range of its document.
    pub(crate) fn range(&self, at: &FileRange) -> Range {
        let path = self.absolute(&at.start.file);
        self.places().range(&path.to_string_lossy(), at)
    }

    /// A stretch as a place of a client.
    pub(crate) fn location(&self, at: &FileRange) -> Option<Location> {
        self.places().location(at)
    }

    /// The path of a file of the unit.
    pub(crate) fn absolute(&self, name: &str) -> PathBuf {
        absolute(&self.snapshot.folder, name)
    }

    pub(crate) fn url(&self, path: &str) -> Option<Url> {
        let open = self.texts.document(path).map(|d| d.url.clone());
        open.or_else(|| Url::from_file_path(path).ok())
    }

    /// A byte of a text as a position.
    pub(crate) fn place_of(&self, lines: &Lines, byte: usize) -> Position {
        let (line, column) = lines.line_of(byte);
        lines.position(line, column, self.encoding)
    }

    /// What the unit calls a file, in any pass; nothing of one that has no tokens in it.
    pub(crate) fn names_of(&self, path: &str) -> Vec<Arc<str>> {
        let mut out: Vec<Arc<str>> = Vec::new();
        for (_, analysis) in self.passes() {
            for name in analysis.places.files() {
                if !out.contains(name) && self.absolute(name).to_string_lossy() == path {
                    out.push(Arc::clone(name));
                }
            }
        }
        out
    }

    /// What the first pass says that has something to say of a position, and the pass's name.
    pub(crate) fn first_of<T>(
        &self,
        at: Position,
        f: impl Fn(&Analysis, &FilePosition) -> Option<T>,
    ) -> Option<(&str, T)> {
        let at = self.place(at)?;
        self.passes()
            .find_map(|(name, analysis)| Some((name, f(analysis, &at)?)))
    }

    /// What one pass says of a position.
    pub(crate) fn of_pass<T>(
        &self,
        pass: &Asked,
        at: Position,
        f: impl Fn(&Analysis, &FilePosition) -> T,
    ) -> Option<T> {
        Some(f(&pass.analysis, &self.place(at)?))
    }

    /// The same of the last pass that has something to say: the device's.
    pub(crate) fn last_of<T>(
        &self,
        at: Position,
        f: impl Fn(&Analysis, &FilePosition) -> Option<T>,
    ) -> Option<(&str, T)> {
        let at = self.place(at)?;
        self.passes()
            .rev()
            .find_map(|(name, analysis)| Some((name, f(analysis, &at)?)))
    }
}
