//! The files of the machine. Knows nothing of what is in them.

use std::cell::RefCell;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::source::{Files, Time};

/// The files of the machine. Folders are looked at once.
#[derive(Default)]
pub struct Disk {
    folders: RefCell<FxHashMap<String, Option<String>>>,
}

impl Files for Disk {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        if path == "-" {
            std::io::stdin().read_to_end(into).ok()?;
            return Some(0);
        }
        let mut file = std::fs::File::open(path).ok()?;
        let found = file.metadata().ok()?;
        if found.is_dir() {
            return None;
        }
        // One byte more than there should be: one read shows that this was all.
        let size = usize::try_from(found.len()).ok()?;
        into.resize(size + 1, 0);
        let mut have = 0;
        loop {
            match file.read(&mut into[have..]) {
                Ok(0) => break,
                Ok(n) => have += n,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
            if have == size {
                break;
            }
            if have == into.len() {
                into.resize(have * 2, 0);
            }
        }
        into.truncate(have);
        Some(found.mtime())
    }

    fn folder(&self, path: &str) -> Option<String> {
        if let Some(known) = self.folders.borrow().get(path) {
            return known.clone();
        }
        let real = std::fs::canonicalize(path).ok().filter(|p| p.is_dir());
        let real = real.map(|p| p.to_string_lossy().into_owned());
        self.folders
            .borrow_mut()
            .insert(path.to_owned(), real.clone());
        real
    }

    fn canonical(&self, path: &str) -> Option<String> {
        let (folder, name) = path.rsplit_once('/')?;
        if Path::new(path).is_symlink() {
            let real = std::fs::canonicalize(path).ok()?;
            return Some(real.to_string_lossy().into_owned());
        }
        let folder = self.folder(if folder.is_empty() { "/" } else { folder })?;
        Some(format!("{}/{name}", folder.trim_end_matches('/')))
    }
}
