//! What a unit reads, and whether it is still the same: a file that is touched and equal has not changed.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use cleave_snapshot::is_settled;

/// The state of a file. A file that is gone is in none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// What the system says of it; none where another change might not show in that.
    about: Option<[u8; 32]>,
    modified: Option<SystemTime>,
    hash: [u8; 32],
}

/// Files as they were when they were looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inputs(HashMap<PathBuf, Option<State>>);

impl Inputs {
    /// Adds a file as it is now, unless it is known.
    pub(crate) fn add(&mut self, path: &Path) {
        if !self.0.contains_key(path) {
            self.0.insert(path.to_path_buf(), state(path, None));
        }
    }

    /// Adds a file that a build has read which began at some time; says whether the file is new here and may be newer than what was read.
    pub(crate) fn add_read(&mut self, path: &Path, began: SystemTime) -> bool {
        let is_new = !self.0.contains_key(path);
        self.add(path);
        let modified = self.0.get(path).and_then(|state| (*state)?.modified);
        is_new && modified.is_none_or(|modified| modified >= began)
    }

    /// Those of some files that are not what they were; they are known as they are now from then on.
    pub(crate) fn changed<'p>(&mut self, paths: impl Iterator<Item = &'p PathBuf>) -> Vec<PathBuf> {
        let mut out = Vec::new();
        for path in paths {
            let Some(known) = self.0.get_mut(path) else {
                continue;
            };
            let now = state(path, known.as_ref());
            if now.map(|s| s.hash) != known.map(|s| s.hash) {
                out.push(path.clone());
            }
            *known = now;
        }
        out
    }

    /// When one of them was written last, whatever time it was given after that; none for other files.
    pub(crate) fn written(&self, path: &Path) -> Option<SystemTime> {
        self.0.get(path)?;
        let about = fs::metadata(path).ok()?;
        let seconds = Duration::from_secs(about.ctime().try_into().ok()?);
        let rest = Duration::from_nanos(about.ctime_nsec().try_into().ok()?);
        SystemTime::UNIX_EPOCH.checked_add(seconds + rest)
    }

    /// Whether nothing is in a file, or it is gone.
    pub(crate) fn is_blank(&self, path: &Path) -> bool {
        let state = self.0.get(path).copied().flatten();
        state.is_none_or(|state| state.hash == *blake3::hash(&[]).as_bytes())
    }

    /// All of them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }

    /// The folders that the files lie in.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().filter_map(|path| path.parent())
    }
}

/// The state of a file. One of which the system says the same is not read again.
fn state(path: &Path, known: Option<&State>) -> Option<State> {
    let about = fs::metadata(path).ok()?;
    let now: [u8; 32] = blake3::hash(&cleave_snapshot::state(&about)).into();
    let hash = match known {
        Some(known) if known.about == Some(now) => known.hash,
        _ => blake3::hash(&fs::read(path).ok()?).into(),
    };
    Some(State {
        about: is_settled(&about).then_some(now),
        modified: about.modified().ok(),
        hash,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_is_touched_and_equal_has_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.h");
        fs::write(&path, "one").unwrap();
        let mut inputs = Inputs::default();
        inputs.add(&path);
        let all = [path.clone(), folder.path().join("unknown.h")];
        let changed = |inputs: &mut Inputs| inputs.changed(all.iter()).len();
        let later = SystemTime::now() + Duration::from_secs(5);
        fs::File::open(&path).unwrap().set_modified(later).unwrap();
        assert_eq!(changed(&mut inputs), 0);
        fs::write(&path, "two").unwrap();
        assert_eq!(changed(&mut inputs), 1);
        assert_eq!(changed(&mut inputs), 0);
        fs::remove_file(&path).unwrap();
        assert_eq!(changed(&mut inputs), 1);
        fs::write(&path, "two").unwrap();
        assert_eq!(changed(&mut inputs), 1);
    }

    /// Editors and tools may give a file the length and the time that it had.
    #[test]
    fn a_change_that_keeps_length_and_time_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.h");
        let long_ago = SystemTime::now() - Duration::from_secs(60);
        let write = |text: &str| {
            fs::write(&path, text).unwrap();
            let file = fs::File::options().append(true).open(&path).unwrap();
            file.set_modified(long_ago).unwrap();
        };
        let mut inputs = Inputs::default();
        write("0");
        inputs.add(&path);
        let all = [path.clone()];
        for round in 1..9 {
            write(&round.to_string());
            assert_eq!(inputs.changed(all.iter()), all, "{round}");
        }
        assert!(inputs.changed(all.iter()).is_empty());
    }

    #[test]
    fn a_header_that_changed_while_it_was_read_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.h");
        fs::write(&path, "one").unwrap();
        let began = SystemTime::now() - Duration::from_secs(60);
        let mut inputs = Inputs::default();
        assert!(inputs.add_read(&path, began));
        // It is known now, and every change of it is seen.
        assert!(!inputs.add_read(&path, began));
        let mut others = Inputs::default();
        assert!(!others.add_read(&path, SystemTime::now() + Duration::from_secs(60)));
    }
}
