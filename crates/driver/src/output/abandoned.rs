//! Temporary files and folders with names: who made one stands in its name, so that those of killed runs are known and removed.
//! Knows nothing of what they are for.

use std::ffi::OsStr;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, geteuid, getpid, test_kill_process};

/// What the names begin with; the number of the process, a dash and something random follow.
const PREFIX: &str = ".cleave-";
/// What they end with.
const SUFFIX: &str = ".tmp";
/// A file that was written to less long ago may belong to a process of another machine or container, whose number means
/// nothing here.
const AGE: Duration = Duration::from_secs(600);

/// A new file in a folder. The umask takes its part.
pub(super) fn named(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let prefix = prefix();
    tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(SUFFIX)
        .permissions(std::fs::Permissions::from_mode(0o666))
        .tempfile_in(folder)
}

/// A new folder for files that nobody else is to see, where the system has such folders.
pub(crate) fn scratch() -> io::Result<tempfile::TempDir> {
    let folder = std::env::temp_dir();
    sweep(&folder);
    tempfile::Builder::new()
        .prefix(&prefix())
        .suffix(SUFFIX)
        .tempdir_in(folder)
}

fn prefix() -> String {
    format!("{PREFIX}{}-", getpid().as_raw_nonzero())
}

/// Removes the files and folders of this user in a folder whose makers are gone.
pub(super) fn sweep(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if maker(&entry.file_name()).is_some_and(is_gone)
            && let Ok(state) = entry.metadata()
            && is_old_and_ours(&state)
        {
            let _ = match state.is_dir() {
                true => std::fs::remove_dir_all(entry.path()),
                false => std::fs::remove_file(entry.path()),
            };
        }
    }
}

/// Removes the files that this process made before it started anew.
pub(super) fn sweep_predecessor(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if maker(&entry.file_name()) == Some(getpid()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The process that a name of ours names.
fn maker(name: &OsStr) -> Option<Pid> {
    let name = name.to_str()?;
    let inner = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    Pid::from_raw(inner.split_once('-')?.0.parse().ok()?)
}

fn is_gone(maker: Pid) -> bool {
    test_kill_process(maker) == Err(rustix::io::Errno::SRCH)
}

fn is_old_and_ours(state: &std::fs::Metadata) -> bool {
    let age = state.modified().ok().and_then(|time| time.elapsed().ok());
    (state.is_file() || state.is_dir())
        && state.uid() == geteuid().as_raw()
        && age.is_some_and(|age| age > AGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that has ended.
    fn dead() -> u32 {
        let mut child = std::process::Command::new("true").spawn().expect("true");
        let pid = child.id();
        child.wait().expect("it ends");
        pid
    }

    #[test]
    fn files_of_killed_runs_are_removed() {
        let dir = tempfile::tempdir().expect("folder");
        let (dead, alive) = (dead(), std::process::id());
        let old = std::time::SystemTime::now() - AGE - Duration::from_secs(1);
        let make = |name: &str, time: Option<std::time::SystemTime>| {
            let file = std::fs::File::create(dir.path().join(name)).expect("file");
            if let Some(time) = time {
                file.set_modified(time).expect("time");
            }
        };
        make(&format!("{PREFIX}{dead}-old{SUFFIX}"), Some(old));
        make(&format!("{PREFIX}{dead}-young{SUFFIX}"), None);
        make(&format!("{PREFIX}{alive}-old{SUFFIX}"), Some(old));
        make(&format!("{dead}-old{SUFFIX}"), Some(old));
        let scratch = dir.path().join(format!("{PREFIX}{dead}-folder{SUFFIX}"));
        std::fs::create_dir(&scratch).expect("folder");
        std::fs::write(scratch.join("file"), "").expect("file");
        let state = std::fs::File::open(&scratch).expect("folder");
        state.set_modified(old).expect("time");
        make(&format!("{PREFIX}{dead}-old.c"), Some(old));
        sweep(dir.path());
        let mut names: Vec<String> = std::fs::read_dir(dir.path())
            .expect("folder")
            .map(|e| e.expect("entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let mut kept = [
            format!("{PREFIX}{alive}-old{SUFFIX}"),
            format!("{PREFIX}{dead}-old.c"),
            format!("{PREFIX}{dead}-young{SUFFIX}"),
            format!("{dead}-old{SUFFIX}"),
        ];
        kept.sort();
        assert_eq!(names, kept);
    }

    #[test]
    fn a_scratch_folder_names_its_maker() {
        let folder = scratch().expect("folder");
        let name = folder.path().file_name().expect("name");
        assert_eq!(maker(name), Some(getpid()));
    }

    #[test]
    fn a_new_file_names_its_maker_and_goes_with_it() {
        let dir = tempfile::tempdir().expect("folder");
        let file = named(dir.path()).expect("file");
        let name = file.path().file_name().expect("name").to_owned();
        assert_eq!(maker(&name), Some(getpid()));
        drop(file);
        assert!(
            std::fs::read_dir(dir.path())
                .expect("folder")
                .next()
                .is_none()
        );
    }
}
