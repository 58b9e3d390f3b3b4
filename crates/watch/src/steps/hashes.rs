//! What is in files, by hash. A file that nobody has touched is not read again. Knows nothing of what the files are for.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use cleave_snapshot::{is_settled, state};

/// A hash of a file; nothing where there is none.
pub(super) type Hash = Option<[u8; 32]>;

/// The hashes of files as they were looked at last.
#[derive(Debug, Default)]
pub(super) struct Hashes(HashMap<PathBuf, (Vec<u8>, [u8; 32])>);

impl Hashes {
    /// The hash of a file as it is now.
    pub(super) fn of(&mut self, path: &Path) -> Hash {
        let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let now = state(&about);
        if let Some((then, hash)) = self.0.get(path)
            && *then == now
        {
            return Some(*hash);
        }
        let hash = blake3::hash(&fs::read(path).ok()?).into();
        // What was written just now may be written once more without a sign of it.
        if is_settled(&about) {
            self.0.insert(path.to_owned(), (now, hash));
        }
        Some(hash)
    }
}

/// What the system says of a file, as bytes; nothing where there is none.
pub(super) fn about(path: &Path) -> Option<Vec<u8>> {
    Some(state(&fs::metadata(path).ok()?))
}
