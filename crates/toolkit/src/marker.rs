//! The file that makes a folder a shadow: of which toolkit, for which Cleave, and the state that both
//! were in. It must not know how a shadow is made.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The marker's name in the root of a shadow.
pub(crate) const FILE: &str = ".cleave-toolkit.json";

/// The number of the shape that shadows have. Counts up when a shadow gets a new shape, so that those
/// made before are made anew.
pub(crate) const FORMAT: u32 = 5;

/// What a shadow was made from. A shadow is good as long as a marker written now would be the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marker {
    pub(crate) format: u32,
    /// The root of the real toolkit.
    pub(crate) toolkit: PathBuf,
    /// The executable that stands in for `cudafe++`.
    pub(crate) frontend: PathBuf,
    /// Its version.
    pub(crate) version: String,
    /// The state of all that was copied or listed.
    pub(crate) stamps: Vec<Stamp>,
}

/// The state of one file or folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    path: PathBuf,
    /// In bytes; 0 for a folder, where it means nothing.
    size: u64,
    /// Time of the last change, in seconds and nanoseconds since 1970.
    modified: (i64, i64),
}

impl Stamp {
    pub(crate) fn of(path: &Path) -> io::Result<Stamp> {
        let state = fs::metadata(path)?;
        Ok(Stamp {
            path: path.to_path_buf(),
            size: if state.is_dir() { 0 } else { state.len() },
            modified: (state.mtime(), state.mtime_nsec()),
        })
    }
}

impl Marker {
    /// The marker of a folder; `None` when it has none or a damaged one.
    pub(crate) fn read(shadow: &Path) -> Option<Marker> {
        serde_json::from_slice(&fs::read(shadow.join(FILE)).ok()?).ok()
    }

    pub(crate) fn write(&self, shadow: &Path) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(self).map_err(io::Error::other)?;
        text.push(b'\n');
        fs::write(shadow.join(FILE), text)
    }
}
