//! A small file that says that a store has not answered: until it is old nobody asks again.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// The file, and how long it counts.
#[derive(Clone, Debug)]
pub(crate) struct Marker {
    pub(crate) file: PathBuf,
    pub(crate) rest: Duration,
    /// The store that it is about.
    pub(crate) about: String,
}

/// What a marker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Off {
    pub(crate) why: String,
    /// How much longer it counts.
    pub(crate) left: Duration,
}

impl Marker {
    /// What it says, if it counts.
    pub(crate) fn read(&self) -> Option<Off> {
        let written = fs::metadata(&self.file).ok()?.modified().ok()?;
        // A time in the future is nobody's.
        let age = SystemTime::now().duration_since(written).ok()?;
        let left = self.rest.checked_sub(age).filter(|left| !left.is_zero())?;
        let text = fs::read_to_string(&self.file).ok()?;
        let (about, why) = text.split_once('\n')?;
        (about == self.about).then(|| Off {
            why: why.trim_end().to_owned(),
            left,
        })
    }

    /// Writes it. Failing to is no failure: others find out for themselves.
    pub(crate) fn write(&self, why: &str) {
        if let Some(folder) = self.file.parent() {
            let _ = fs::create_dir_all(folder);
        }
        let _ = fs::write(&self.file, format!("{}\n{why}\n", self.about));
    }
}
