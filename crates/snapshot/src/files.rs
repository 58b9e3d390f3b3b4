//! Values that other programs read, each a file of its own under a key. Beside each lies a record of the state that the file was left in:
//! a file that anybody has touched since is as if it were not there. So a large file is not read to be checked.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::store::{FRESH, is_ours, mark_as_used, no_links};
use crate::{Bounds, Key, Usage};

/// What a record begins with.
const MAGIC: &[u8; 16] = b"cleave file 1\n\0\0";
/// How long a record is: what it begins with, the key, the state, the hash of the file.
const RECORD_LENGTH: u64 = 16 + 32 + 7 * 8 + 32;
/// What records are called.
const RECORD: &str = ".state";
/// What folders are called in which files are made.
const WORKSHOP: &str = ".new-";

/// A folder of files.
#[derive(Clone, Debug)]
pub struct FileStore {
    folder: PathBuf,
    bounds: Bounds,
    suffix: &'static str,
}

/// What the system says of a file, as bytes: the same as long as nobody has touched it.
pub fn state(about: &Metadata) -> Vec<u8> {
    let state = [
        about.dev(),
        about.ino(),
        about.size(),
        about.mtime() as u64,
        about.mtime_nsec() as u64,
        about.ctime() as u64,
        about.ctime_nsec() as u64,
    ];
    state.iter().flat_map(|n| n.to_le_bytes()).collect()
}

/// How long the clock of a file system may stand still.
const TICK: Duration = Duration::from_millis(50);

/// Whether a file was written so long ago that another change shows in its [`state`].
pub fn is_settled(about: &Metadata) -> bool {
    // A file may be given an old time of modification, but nobody chooses when its state changes.
    let changed = (u64::try_from(about.ctime()).ok())
        .zip(u32::try_from(about.ctime_nsec()).ok())
        .map(|(seconds, nanos)| SystemTime::UNIX_EPOCH + Duration::new(seconds, nanos));
    let now = SystemTime::now();
    let is_old = |at: SystemTime| now.duration_since(at).is_ok_and(|age| age > TICK);
    about.modified().is_ok_and(is_old) && changed.is_some_and(is_old)
}

impl FileStore {
    /// The store in a folder, which need not be there yet. The names of its files end in `suffix`.
    pub fn new(folder: PathBuf, bounds: Bounds, suffix: &'static str) -> FileStore {
        FileStore {
            folder,
            bounds,
            suffix,
        }
    }

    fn file(&self, key: Key) -> PathBuf {
        self.folder.join(format!("{}{}", key.name(), self.suffix))
    }

    fn record(&self, key: Key) -> PathBuf {
        self.folder.join(format!("{}{RECORD}", key.name()))
    }

    /// The file under a key, if an earlier run left it there and nobody has touched it since.
    pub fn get(&self, key: Key) -> Option<PathBuf> {
        if !is_ours(&fs::symlink_metadata(&self.folder).ok()?) {
            return None;
        }
        let record = OpenOptions::new()
            .read(true)
            .custom_flags(no_links())
            .open(self.record(key))
            .ok()?;
        let about = record.metadata().ok()?;
        let mut known = Vec::new();
        (&record).take(RECORD_LENGTH).read_to_end(&mut known).ok()?;
        let path = self.file(key);
        let file = fs::symlink_metadata(&path).ok()?;
        if !file.is_file() || !is_ours(&file) || !is_ours(&about) {
            return None;
        }
        let head = [MAGIC, key.as_bytes(), &state(&file)].concat();
        if !known.starts_with(&head) {
            return None;
        }
        mark_as_used(&record, &about);
        Some(path)
    }

    /// The folder of the store, which is made if it is not there.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn folder(&self) -> io::Result<&Path> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)?;
        Ok(&self.folder)
    }

    /// A folder of this store's in which a file can be made. It goes with the value.
    ///
    /// # Errors
    /// Where there can be none.
    pub fn workshop(&self) -> io::Result<TempDir> {
        tempfile::Builder::new()
            .prefix(WORKSHOP)
            .tempdir_in(self.folder()?)
    }

    /// Keeps a file under a key: it moves there. What was used longest ago goes.
    ///
    /// # Errors
    /// What a file operation says, or that the file is too large.
    pub fn put(&self, key: Key, made: &Path) -> io::Result<()> {
        let length = fs::metadata(made)?.len();
        if length > self.bounds.value || !is_ours(&fs::symlink_metadata(&self.folder)?) {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.make_room(length);
        let hash = hash(made)?;
        let path = self.file(key);
        fs::set_permissions(made, fs::Permissions::from_mode(0o600))?;
        fs::rename(made, &path)?;
        let state = state(&fs::symlink_metadata(&path)?);
        let mut record = tempfile::Builder::new()
            .prefix(WORKSHOP)
            .tempfile_in(&self.folder)?;
        record.write_all(&[MAGIC, key.as_bytes(), &state[..], hash.as_bytes()].concat())?;
        record.persist(self.record(key)).map_err(|e| e.error)?;
        Ok(())
    }

    /// Keeps another file beside that of a key, and gives its path. It goes when that file goes.
    ///
    /// # Errors
    /// What a file operation says.
    pub fn put_beside(&self, key: Key, made: &Path, suffix: &str) -> io::Result<PathBuf> {
        let path = self.folder()?.join(format!("{}{suffix}", key.name()));
        fs::rename(made, &path)?;
        Ok(path)
    }

    /// What the store holds. `check` reads every file; otherwise none is taken for damaged but what has no record.
    pub fn usage(&self, check: bool) -> Usage {
        let mut out = Usage::default();
        for entry in self.entries() {
            match entry.is_whole(check) {
                true => out.values += 1,
                false => out.damaged += 1,
            }
            out.bytes += entry.bytes;
        }
        out
    }

    /// Removes all files, or those that are damaged only, and gives how many went.
    pub fn remove(&self, damaged_only: bool) -> u64 {
        let mut gone = 0;
        for entry in self.entries() {
            if !damaged_only || !entry.is_whole(true) {
                gone += u64::from(self.remove_entry(&entry));
            }
        }
        gone
    }

    /// Removes a file with all that lies beside it.
    fn remove_entry(&self, entry: &Entry) -> bool {
        let is_gone = fs::remove_file(&entry.file).is_ok();
        let name = entry.key.name();
        for beside in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if beside
                .file_name()
                .as_encoded_bytes()
                .starts_with(name.as_bytes())
            {
                let _ = fs::remove_file(beside.path());
            }
        }
        is_gone
    }

    fn make_room(&self, length: u64) {
        let mut entries = self.entries();
        entries.sort_by_key(|entry| entry.used);
        let mut total: u64 = entries.iter().map(|entry| entry.bytes).sum();
        for entry in entries {
            if total.saturating_add(length) <= self.bounds.bytes {
                break;
            }
            // Whoever reads it at this moment goes on reading it.
            self.remove_entry(&entry);
            total = total.saturating_sub(entry.bytes);
        }
        self.remove_abandoned();
    }

    /// Removes what makers that were killed have left.
    fn remove_abandoned(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let about = entry.metadata().ok();
            let age = about.and_then(|a| a.modified().ok()?.elapsed().ok());
            let is_new = entry
                .file_name()
                .as_encoded_bytes()
                .starts_with(WORKSHOP.as_bytes());
            if is_new && age.is_some_and(|age| age > FRESH) {
                let _ = fs::remove_dir_all(entry.path());
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn entries(&self) -> Vec<Entry> {
        let own = fs::symlink_metadata(&self.folder).is_ok_and(|about| is_ours(&about));
        let listed = own.then(|| fs::read_dir(&self.folder).ok()).flatten();
        let mut entries = Vec::new();
        for listed in listed.into_iter().flatten().flatten() {
            let name = listed.file_name();
            let key = name.to_str().and_then(|name| {
                let hash = name.strip_suffix(self.suffix)?;
                Some(Key(blake3::Hash::from_hex(hash).ok()?.into()))
            });
            let (Some(key), Ok(about)) = (key, listed.metadata()) else {
                continue;
            };
            let record = self.record(key);
            let used = fs::metadata(&record).and_then(|about| about.modified());
            entries.push(Entry {
                key,
                file: listed.path(),
                used: used.unwrap_or(SystemTime::UNIX_EPOCH),
                record,
                bytes: about.len(),
            });
        }
        entries
    }
}

/// A file of a store.
struct Entry {
    key: Key,
    file: PathBuf,
    /// What says in which state it was left.
    record: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl Entry {
    fn is_whole(&self, check: bool) -> bool {
        let known = || -> Option<bool> {
            let known = fs::read(&self.record).ok()?;
            let head = [
                MAGIC,
                self.key.as_bytes(),
                &state(&fs::symlink_metadata(&self.file).ok()?),
            ]
            .concat();
            let rest = known.strip_prefix(&head[..])?;
            Some(!check || rest == hash(&self.file).ok()?.as_bytes())
        };
        known().unwrap_or(false)
    }
}

fn hash(path: &Path) -> io::Result<blake3::Hash> {
    let mut hash = blake3::Hasher::new();
    hash.update_reader(File::open(path)?)?;
    Ok(hash.finalize())
}
