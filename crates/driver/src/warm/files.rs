//! The files of the machine, and what was seen of each: so whether a run would see the same can be checked later. Files that were looked
//! for and not found count too. Knows nothing of what is in them.

use std::cell::RefCell;
use std::fs;
use std::os::unix::fs::MetadataExt;

use cleave_preprocessor::{Disk, Files, Time};
use cleave_snapshot::{is_settled, state};
use rustc_hash::FxHashMap;

/// Files that are noted as they are read.
#[derive(Default)]
pub(super) struct SeenFiles {
    disk: Disk,
    /// What was read, under the names by which it was asked for; nothing where no such file was.
    files: RefCell<FxHashMap<String, Option<Seen>>>,
    /// The folders that were looked for, each with device and number.
    folders: RefCell<FxHashMap<String, Option<(u64, u64)>>>,
}

#[derive(PartialEq)]
struct Seen {
    state: Vec<u8>,
    /// It was written so shortly before that another change may leave the same state.
    is_fresh: bool,
}

/// What has become of files.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The texts of these files may be others.
    Texts(Vec<String>),
    /// A file or a folder has appeared or is gone: names may mean other files now.
    Names,
}

impl SeenFiles {
    /// What has become of all that was seen. What has changed is noted as it is now.
    pub(super) fn changes(&self) -> Change {
        let folder = |path: &str| fs::metadata(path).ok().map(|f| (f.dev(), f.ino()));
        let folders = self.folders.borrow();
        let same_folders = folders.iter().all(|(path, seen)| folder(path) == *seen);
        let mut texts = Vec::new();
        for (path, seen) in self.files.borrow_mut().iter_mut() {
            let now = look(path);
            match (&seen, &now) {
                (None, None) => {}
                (Some(before), Some(after)) => {
                    if before.is_fresh || before.state != after.state {
                        texts.push(path.clone());
                        *seen = now;
                    }
                }
                _ => return Change::Names,
            }
        }
        texts.sort_unstable();
        match same_folders {
            true => Change::Texts(texts),
            false => Change::Names,
        }
    }
}

fn look(path: &str) -> Option<Seen> {
    let about = fs::metadata(path).ok().filter(|about| !about.is_dir())?;
    Some(Seen {
        state: state(&about),
        is_fresh: !is_settled(&about),
    })
}

impl Files for SeenFiles {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        // Before it is read: what changes meanwhile is noticed the next time.
        let seen = look(path);
        let read = self.disk.read(path, into);
        let seen = read.and(seen);
        self.files.borrow_mut().insert(path.to_owned(), seen);
        read
    }

    fn folder(&self, path: &str) -> Option<String> {
        let found = self.disk.folder(path);
        let mut folders = self.folders.borrow_mut();
        if !folders.contains_key(path) {
            let about = fs::metadata(path).ok().filter(fs::Metadata::is_dir);
            folders.insert(path.to_owned(), about.map(|f| (f.dev(), f.ino())));
        }
        found
    }

    fn canonical(&self, path: &str) -> Option<String> {
        self.disk.canonical(path)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn every_change_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let old = SystemTime::now() - Duration::from_secs(5);
        let put = |name: &str, text: &str| {
            fs::write(path(name), text).expect("written");
            let file = fs::File::open(path(name)).expect("a file");
            file.set_modified(old).expect("a time");
            // A new state is one that may change again before the clock goes on.
            while !is_settled(&file.metadata().expect("a state")) {
                std::thread::sleep(Duration::from_millis(5));
            }
        };
        put("a.h", "one");
        fs::create_dir(path("d")).expect("a folder");
        let files = SeenFiles::default();
        let mut text = Vec::new();
        assert!(files.read(&path("a.h"), &mut text).is_some());
        assert!(files.read(&path("b.h"), &mut text).is_none());
        assert!(files.folder(&path("d")).is_some());
        assert!(files.folder(&path("e")).is_none());
        let none = Change::Texts(Vec::new());
        assert_eq!(files.changes(), none);
        put("a.h", "two");
        assert_eq!(files.changes(), Change::Texts(vec![path("a.h")]));
        assert_eq!(files.changes(), none);
        // What was written just now may be written once more before the clock goes on.
        fs::write(path("a.h"), "now").expect("written");
        assert_eq!(files.changes(), Change::Texts(vec![path("a.h")]));
        assert_eq!(files.changes(), Change::Texts(vec![path("a.h")]));
        put("a.h", "two");
        files.changes();
        put("b.h", "new");
        assert_eq!(files.changes(), Change::Names);
        fs::remove_file(path("b.h")).expect("gone");
        assert_eq!(files.changes(), none);
        fs::create_dir(path("e")).expect("a folder");
        assert_eq!(files.changes(), Change::Names);
        fs::remove_dir(path("e")).expect("gone");
        fs::remove_dir(path("d")).expect("gone");
        assert_eq!(files.changes(), Change::Names);
    }
}
