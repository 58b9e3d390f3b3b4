//! The files of a store. Each has a header that says of which key it is and what its value must hash to. Files lie in sixteen folders,
//! by the first digit of their name, and each folder is bounded by itself: whoever writes a file looks at one folder alone.
//!
//! A file is written without its name and gets it when it is complete. So runs at the same time do not see half a file, and a killed
//! one leaves at most an unnamed one, which is removed with the old ones.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::Key;

/// What a file begins with.
const MAGIC: &[u8; 16] = b"cleave snapshot\n";
/// Magic, key, hash of the value.
const HEADER: usize = 16 + 32 + 32;
/// A file that is read is marked as used again after that time.
pub(crate) const FRESH: Duration = Duration::from_secs(60 * 60);
/// What files are called that are not complete.
const UNNAMED: &str = ".new-";

/// How much a store keeps.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of all files together.
    pub bytes: u64,
    /// Bytes of one value.
    pub value: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            bytes: 512 << 20,
            value: 16 << 20,
        }
    }
}

/// A folder of values.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    bounds: Bounds,
}

impl Store {
    /// The store in a folder, which need not be there yet.
    pub fn new(folder: PathBuf, bounds: Bounds) -> Store {
        Store { folder, bounds }
    }

    /// The value under a key, if an earlier run left it there and nobody has touched it since.
    pub fn get(&self, key: Key) -> Option<Vec<u8>> {
        let name = key.name();
        let folder = self.folder.join(&name[..1]);
        if !is_ours(&std::fs::symlink_metadata(&folder).ok()?) {
            return None;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .custom_flags(no_links())
            .open(folder.join(name))
            .ok()?;
        let about = file.metadata().ok()?;
        let length = about.len();
        let value = length.checked_sub(HEADER as u64)?;
        if !about.is_file() || !is_ours(&about) || value > self.bounds.value {
            return None;
        }
        let mut header = [0; HEADER];
        file.read_exact(&mut header).ok()?;
        let mut bytes = Vec::with_capacity(value as usize);
        (&mut file).take(value).read_to_end(&mut bytes).ok()?;
        let whole = bytes.len() as u64 == value && header == head(key, &bytes);
        if whole {
            mark_as_used(&file, &about);
        }
        whole.then_some(bytes)
    }

    /// Keeps a value under a key, if it can be kept. What was used longest ago goes.
    pub fn put(&self, key: Key, value: &[u8]) {
        if value.len() as u64 <= self.bounds.value {
            let _ = self.try_put(key, value);
        }
    }

    fn try_put(&self, key: Key, value: &[u8]) -> std::io::Result<()> {
        let name = key.name();
        let folder = self.folder.join(&name[..1]);
        let mut made = DirBuilder::new();
        made.recursive(true).mode(0o700).create(&folder)?;
        // Others could put there what they like.
        if !is_ours(&std::fs::symlink_metadata(&folder)?) {
            return Ok(());
        }
        // Readable by the user alone, as `tempfile` makes them.
        let mut file = tempfile::Builder::new()
            .prefix(UNNAMED)
            .tempfile_in(&folder)?;
        file.write_all(&head(key, value))?;
        file.write_all(value)?;
        let written = HEADER as u64 + value.len() as u64;
        make_room(&folder, (self.bounds.bytes / 16).saturating_sub(written));
        file.persist(folder.join(name)).map_err(|e| e.error)?;
        Ok(())
    }
}

/// What a store holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Values.
    pub values: u64,
    /// Bytes of their files.
    pub bytes: u64,
    /// Files that hold no value: damaged, or of a run that was killed.
    pub damaged: u64,
}

impl Store {
    /// What the store holds. `check` reads every value; otherwise none is taken for damaged.
    pub fn usage(&self, check: bool) -> Usage {
        let mut out = Usage::default();
        self.each_file(|path, about| {
            let is_whole = match check {
                true => std::fs::read(path).is_ok_and(|bytes| is_value(path, &bytes)),
                false => true,
            };
            match is_whole {
                true => out.values += 1,
                false => out.damaged += 1,
            }
            out.bytes += about.len();
        });
        out
    }

    /// Removes all files, or those that are damaged only, and gives how many went.
    pub fn remove(&self, damaged_only: bool) -> u64 {
        let mut gone = 0;
        self.each_file(|path, _| {
            let is_whole = || std::fs::read(path).is_ok_and(|bytes| is_value(path, &bytes));
            if (!damaged_only || !is_whole()) && std::fs::remove_file(path).is_ok() {
                gone += 1;
            }
        });
        gone
    }

    /// Files of the store's own folders, and of none that somebody else has put there.
    fn each_file(&self, mut visit: impl FnMut(&Path, &Metadata)) {
        for digit in b"0123456789abcdef" {
            let folder = self.folder.join(char::from(*digit).to_string());
            let own = std::fs::symlink_metadata(&folder).is_ok_and(|about| is_ours(&about));
            let entries = own.then(|| std::fs::read_dir(&folder).ok()).flatten();
            for entry in entries.into_iter().flatten().flatten() {
                if let Some(about) = entry.metadata().ok().filter(Metadata::is_file) {
                    visit(&entry.path(), &about);
                }
            }
        }
    }
}

/// Whether the bytes of a file are a value under the key that its name says.
fn is_value(path: &Path, bytes: &[u8]) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let key = name.and_then(|name| blake3::Hash::from_hex(name).ok());
    match (key, bytes.split_at_checked(HEADER)) {
        (Some(key), Some((header, value))) => header == head(Key(key.into()), value),
        _ => false,
    }
}

/// A value as a file has it: with a header that says of which key it is and what it must hash to. So it can go through other hands.
pub fn seal(key: Key, value: &[u8]) -> Vec<u8> {
    [&head(key, value)[..], value].concat()
}

/// The value of a file's bytes, if they are what [`seal`] made for this key.
pub fn unseal(key: Key, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let (header, value) = bytes.split_at_checked(HEADER)?;
    let is_whole = header == head(key, value);
    is_whole.then(|| {
        bytes.drain(..HEADER);
        bytes
    })
}

/// The header of a file.
fn head(key: Key, value: &[u8]) -> [u8; HEADER] {
    let mut head = [0; HEADER];
    head[..16].copy_from_slice(MAGIC);
    head[16..48].copy_from_slice(&key.0);
    head[48..].copy_from_slice(blake3::hash(value).as_bytes());
    head
}

/// Whether a file or folder is the user's, and nobody else may write it.
pub(crate) fn is_ours(about: &Metadata) -> bool {
    about.uid() == rustix::process::geteuid().as_raw() && about.mode() & 0o022 == 0
}

/// Symbolic links are not followed.
pub(crate) fn no_links() -> i32 {
    rustix::fs::OFlags::NOFOLLOW.bits() as i32
}

pub(crate) fn mark_as_used(file: &File, about: &Metadata) {
    let now = SystemTime::now();
    let used = about.modified().ok();
    let age = used.and_then(|used| now.duration_since(used).ok());
    if age.is_none_or(|age| age > FRESH) {
        // A file that was opened for reading may be touched by whom it belongs to.
        let _ = file.set_modified(now);
    }
}

/// Removes the files of a folder that were used longest ago, until no more than `bytes` are left. What a killed run has left behind
/// goes with them.
fn make_room(folder: &Path, bytes: u64) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let Some(about) = entry.metadata().ok().filter(Metadata::is_file) else {
            continue;
        };
        let used = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let unnamed = entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(UNNAMED.as_bytes());
        let old = used.elapsed().is_ok_and(|age| age > FRESH);
        match (unnamed, old) {
            // Another run is writing it.
            (true, false) => {}
            (true, true) => drop(std::fs::remove_file(path)),
            (false, _) => files.push((used, about.len(), path)),
        }
    }
    files.sort();
    let mut total: u64 = files.iter().map(|file| file.1).sum();
    for (_, length, path) in files {
        if total <= bytes {
            break;
        }
        // Whoever reads it at this moment goes on reading it.
        let _ = std::fs::remove_file(path);
        total = total.saturating_sub(length);
    }
}
