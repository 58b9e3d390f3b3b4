//! The reader of dependency files, for a fuzz target.

use std::path::Path;

use crate::depfile;

/// A dependency file: what it names lies in the folder, or is absolute.
pub fn dependencies(text: &str) {
    let folder = Path::new("/folder");
    let files = depfile::read(text, folder);
    assert!(files.iter().all(|file| file.is_absolute()));
    assert!(files.is_sorted());
}
