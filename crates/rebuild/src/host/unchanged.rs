//! Whether files are still what they were when somebody began to read them. A compiler reads them again, and later: what it writes is kept
//! under what was read before only if nobody has saved one in between. It must not know what the files are for.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use cleave_snapshot::state;
use rustix::time::{ClockId, Timespec, clock_gettime};
use serde::{Deserialize, Serialize};

/// The clock of a file system stands still for some milliseconds. This is how long it is slept between two looks at it.
const LOOK: Duration = Duration::from_micros(250);
/// One that stands still for longer is none that a file system has.
const LOOKS: u32 = 80;

/// A moment before which nothing was read. What changes later has a later time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begin(Timespec);

impl Begin {
    /// This moment: what was written before it has an earlier time. Some file systems note a change by the precise clock, which is ahead of
    /// theirs, if somebody has looked at the file since the change before. So theirs has to come up with the precise one.
    pub(super) fn now() -> Begin {
        let before = clock_gettime(ClockId::Realtime);
        let mut now = file_clock();
        for _ in 0..LOOKS {
            if (now.tv_sec, now.tv_nsec) > (before.tv_sec, before.tv_nsec) {
                break;
            }
            std::thread::sleep(LOOK);
            now = file_clock();
        }
        Begin(now)
    }

    /// Whether a file has stayed as it was since then.
    fn is_before(self, about: &Metadata) -> bool {
        // A file may be given any time of modification, but nobody chooses when its state changes.
        let changed = (about.ctime(), about.ctime_nsec());
        changed < (self.0.tv_sec, self.0.tv_nsec)
    }
}

/// The clock by which file systems note changes.
fn file_clock() -> Timespec {
    #[cfg(target_os = "linux")]
    let clock = ClockId::RealtimeCoarse;
    #[cfg(not(target_os = "linux"))]
    let clock = ClockId::Realtime;
    clock_gettime(clock)
}

/// Files, each in the state that it was read in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Files(Vec<(String, Vec<u8>)>);

impl Files {
    /// Files that were read since a moment. `None` where one may have changed since.
    pub(super) fn read_since<'f>(
        begin: Begin,
        files: impl IntoIterator<Item = &'f String>,
    ) -> Option<Files> {
        let all = files.into_iter().map(|file| {
            let about = fs::metadata(file).ok()?;
            let is_same = begin.is_before(&about);
            is_same.then(|| (file.clone(), state(&about)))
        });
        Some(Files(all.collect::<Option<_>>()?))
    }

    /// Whether all are still what they were.
    pub(super) fn are_unchanged(&self) -> bool {
        let now = |file: &str| Some(state(&fs::metadata(Path::new(file)).ok()?));
        self.0
            .iter()
            .all(|(file, then)| now(file).as_ref() == Some(then))
    }

    /// Those with names that fit.
    pub(super) fn only(&self, fits: impl Fn(&str) -> bool) -> Files {
        let fitting = self.0.iter().filter(|(file, _)| fits(file));
        Files(fitting.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_saved_meanwhile_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.h").to_string_lossy().into_owned();
        fs::write(&file, "1").unwrap();
        let begin = Begin::now();
        let files = Files::read_since(begin, [&file]).unwrap();
        assert!(files.are_unchanged());
        fs::write(&file, "2").unwrap();
        assert!(!files.are_unchanged());
        // It was saved after it was begun to be read: nobody knows what was read.
        assert!(Files::read_since(begin, [&file]).is_none());
        assert!(Files::read_since(Begin::now(), [&file]).is_some());
        fs::remove_file(&file).unwrap();
        assert!(!files.are_unchanged());
        assert!(files.only(|name| name.ends_with(".c")).are_unchanged());
    }
}
