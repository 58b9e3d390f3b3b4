//! The files of the machine as seen from a folder, but for those that have another text. Knows nothing of who edits them.

use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use cleave_preprocessor::{Disk, Files, Time};
use rustc_hash::FxHashMap;

/// A path without `.` and `..`, as text.
pub fn normal(path: &Path) -> String {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out.to_string_lossy().into_owned()
}

/// Files, some of which are edited.
#[derive(Default)]
pub(crate) struct EditedFiles {
    /// Where relative names begin; empty for the working folder.
    folder: PathBuf,
    disk: Disk,
    /// By their [`normal`] paths.
    texts: RefCell<FxHashMap<String, Arc<[u8]>>>,
}

impl EditedFiles {
    /// None are edited yet.
    pub(crate) fn seen_from(folder: PathBuf) -> EditedFiles {
        EditedFiles {
            folder,
            ..EditedFiles::default()
        }
    }

    /// The path of a name.
    pub(crate) fn absolute(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A file has this text, whatever is on disk; without a text what is on disk counts again. Gives the text that it had. The unit must be
    /// notified.
    pub(crate) fn edit(&self, path: &str, text: Option<Arc<[u8]>>) -> Option<Arc<[u8]>> {
        let path = normal(Path::new(path));
        let mut texts = self.texts.borrow_mut();
        match text {
            Some(text) => texts.insert(path, text),
            None => texts.remove(&path),
        }
    }

    /// Those of some names that have a text whatever is on disk, in order, each once.
    pub(crate) fn edited<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        let texts = self.texts.borrow();
        let ends: Vec<_> = texts
            .keys()
            .map(|path| Path::new(path).file_name())
            .collect();
        // Few names are looked at closely: a unit has thousands.
        let names = names.filter(|name| ends.contains(&Path::new(name).file_name()));
        let edited = names.filter(|name| texts.contains_key(&normal(&self.absolute(name))));
        let mut edited: Vec<String> = edited.map(str::to_owned).collect();
        edited.sort_unstable();
        edited.dedup();
        edited
    }
}

impl Files for EditedFiles {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        let texts = self.texts.borrow();
        let path = self.absolute(path);
        if !texts.is_empty()
            && let Some(text) = texts.get(&normal(&path))
        {
            into.extend_from_slice(text);
            return Some(0);
        }
        self.disk.read(path.to_str()?, into)
    }

    fn folder(&self, path: &str) -> Option<String> {
        self.disk.folder(self.absolute(path).to_str()?)
    }

    fn canonical(&self, path: &str) -> Option<String> {
        let path = self.absolute(path);
        let texts = self.texts.borrow();
        match !texts.is_empty() && texts.contains_key(&normal(&path)) {
            true => Some(normal(&path)),
            false => self.disk.canonical(path.to_str()?),
        }
    }
}
