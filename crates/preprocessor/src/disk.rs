//! The files of the machine. Knows nothing of what is in them.

use std::cell::RefCell;
use std::io::Read as _;

use rustc_hash::{FxHashMap, FxHashSet};
use rustix::buffer::spare_capacity;
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::source::{Files, Time};

/// No system opens a longer path.
const LONGEST_PATH: usize = 4096;

/// The files of the machine. Folders are looked at once.
#[derive(Default)]
pub struct Disk {
    folders: RefCell<FxHashMap<String, Option<String>>>,
    /// The files that were read through a link.
    links: RefCell<FxHashSet<String>>,
}

impl Files for Disk {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        if path == "-" {
            std::io::stdin().read_to_end(into).ok()?;
            return Some(0);
        }
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = match rustix::fs::open(path, flags | OFlags::NOFOLLOW, Mode::empty()) {
            Err(Errno::LOOP) => {
                self.links.borrow_mut().insert(path.to_owned());
                rustix::fs::open(path, flags, Mode::empty())
            }
            opened => opened,
        };
        let file = file.ok()?;
        let found = rustix::fs::fstat(&file).ok()?;
        if FileType::from_raw_mode(found.st_mode).is_dir() {
            return None;
        }
        // One byte more than there should be: one read shows that this was all.
        let size = usize::try_from(found.st_size).ok()?;
        let end = into.len().checked_add(size)?;
        into.reserve(size + 1);
        loop {
            match rustix::io::read(&file, spare_capacity(into)) {
                Ok(0) => break,
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(_) => return None,
            }
            if into.len() == end {
                break;
            }
            if into.len() == into.capacity() {
                into.reserve(into.len());
            }
        }
        Some(found.st_mtime)
    }

    fn folder(&self, path: &str) -> Option<String> {
        if let Some(known) = self.folders.borrow().get(path) {
            return known.clone();
        }
        let real = self.real(path);
        let mut folders = self.folders.borrow_mut();
        folders.insert(path.to_owned(), real.clone());
        real
    }

    fn canonical(&self, path: &str) -> Option<String> {
        let (folder, name) = path.rsplit_once('/')?;
        if self.links.borrow().contains(path) {
            let real = std::fs::canonicalize(path).ok()?;
            return Some(real.to_string_lossy().into_owned());
        }
        let folder = self.folder(if folder.is_empty() { "/" } else { folder })?;
        Some(format!("{}/{name}", folder.trim_end_matches('/')))
    }
}

impl Disk {
    /// The real path of a folder. What is known of the folder that it lies in is not asked again.
    fn real(&self, path: &str) -> Option<String> {
        if path.len() > LONGEST_PATH {
            return None;
        }
        let trimmed = path.trim_end_matches('/');
        let canonicalize = || {
            let real = std::fs::canonicalize(path).ok().filter(|p| p.is_dir())?;
            Some(real.to_string_lossy().into_owned())
        };
        let Some((parent, name)) = trimmed.rsplit_once('/') else {
            return canonicalize();
        };
        let parent = self.folder(if parent.is_empty() { "/" } else { parent })?;
        if name == ".." {
            let (above, _) = parent.rsplit_once('/')?;
            return Some(if above.is_empty() { "/" } else { above }.to_owned());
        }
        if name == "." {
            return Some(parent);
        }
        let real = format!("{}/{name}", parent.trim_end_matches('/'));
        let found = rustix::fs::statat(CWD, &real, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        match FileType::from_raw_mode(found.st_mode) {
            FileType::Directory => Some(real),
            FileType::Symlink => canonicalize(),
            _ => None,
        }
    }
}
