//! The shadows in the user's cache folder: how many there may be, which of them somebody uses, and which go. A shadow has the state of its
//! marker file for a sign of its last use. It must not know how a shadow is made.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::layout::NVCC;
use crate::marker::{self, Marker};

/// What the names of shadows in the cache folder begin with.
pub(crate) const PREFIX: &str = "toolkit-";
/// What is behind the name of a shadow, and a dot before it, while it is made or removed.
pub(crate) const WORKSHOP: &str = ".new-";

/// In seconds.
const HOUR: u64 = 60 * 60;
/// So many are kept.
pub const MOST: usize = 8;
/// One that was not used for so long goes, even if there are few.
const UNUSED: Duration = Duration::from_secs(90 * 24 * HOUR);
/// One that was used in this time stays, even if there are many: a build may be between two commands.
const RECENT: Duration = Duration::from_secs(24 * HOUR);
/// The same where somebody asks to have all removed.
const NOW: Duration = Duration::from_secs(HOUR);
/// The time of the last use is not told more exactly than this.
const PRECISION: Duration = Duration::from_secs(HOUR / 6);

/// What is in the cache folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shadows {
    /// How many there are.
    pub count: u64,
    /// How many bytes they have; what they link to does not count.
    pub bytes: u64,
    /// How many can be used no longer: their toolkit or their Cleave is gone, or they are not whole.
    pub lost: u64,
}

/// What became of shadows that were to be removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// How many are gone.
    pub removed: u64,
    /// How many somebody uses.
    pub used: u64,
}

/// Counts the shadows in a cache folder.
pub fn usage(cache: &Path) -> Shadows {
    let all = all(cache);
    Shadows {
        count: all.len() as u64,
        bytes: all.iter().map(|shadow| bytes(&shadow.path)).sum(),
        lost: all.iter().filter(|shadow| shadow.is_lost()).count() as u64,
    }
}

/// Removes the shadows in a cache folder that nobody uses, or only those that can be used no longer.
pub fn remove(cache: &Path, lost_only: bool) -> Removed {
    let mut out = Removed::default();
    let Some(_lock) = lock(cache) else {
        return out;
    };
    for shadow in all(cache) {
        if shadow.is_lost() {
            out.removed += u64::from(discard(&shadow.path));
        } else if !lost_only {
            match shadow.is_used(NOW) {
                true => out.used += 1,
                false => out.removed += u64::from(discard(&shadow.path)),
            }
        }
    }
    out
}

/// Removes the shadows that can be used no longer, those that were not used for long, and what is too many; and what was left by
/// processes that were killed.
pub(crate) fn tidy(cache: &Path) {
    let Some(_lock) = lock(cache) else {
        return;
    };
    // Whoever makes or removes one has the lock.
    let left = |name: &str| name.starts_with('.') && name[1..].starts_with(PREFIX);
    for path in entries(cache, |name| left(name) && name.contains(WORKSHOP)) {
        let _ = fs::remove_dir_all(path);
    }
    let mut stay = all(cache);
    stay.retain(|shadow| !(shadow.is_lost() && discard(&shadow.path)));
    stay.sort_by_key(|shadow| shadow.age());
    for (at, shadow) in stay.iter().enumerate() {
        if (at >= MOST || shadow.age() > UNUSED) && !shadow.is_used(RECENT) {
            discard(&shadow.path);
        }
    }
}

/// Whether it is known already that a shadow is used now.
pub(crate) fn is_known_as_used(shadow: &Path) -> bool {
    let known = modified(shadow).map(|then| SystemTime::now().duration_since(then));
    // The clock may have been set back.
    matches!(known, Some(Ok(age)) if age < PRECISION)
}

/// Notes that a shadow is used now. Where that cannot be written nothing can be removed either.
pub(crate) fn use_now(shadow: &Path) {
    if !is_known_as_used(shadow)
        && let Ok(file) = fs::File::options()
            .append(true)
            .open(shadow.join(marker::FILE))
    {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// One shadow.
struct OnDisk {
    path: PathBuf,
    marker: Option<Marker>,
}

impl OnDisk {
    /// Whether it can be used no longer.
    fn is_lost(&self) -> bool {
        let is_there = |path: &Path| path.exists();
        let is_whole =
            |marker: &Marker| is_there(&marker.frontend) && is_there(&marker.toolkit.join(NVCC));
        !self.marker.as_ref().is_some_and(is_whole) || !is_there(&self.path.join(NVCC))
    }

    /// How long it was not used.
    fn age(&self) -> Duration {
        let then = modified(&self.path).unwrap_or(SystemTime::UNIX_EPOCH);
        SystemTime::now().duration_since(then).unwrap_or_default()
    }

    /// Whether it was used in the last time, or a program of it runs.
    fn is_used(&self, last: Duration) -> bool {
        self.age() < last || runs(&self.path)
    }
}

/// When a shadow was used last.
fn modified(shadow: &Path) -> Option<SystemTime> {
    fs::metadata(shadow.join(marker::FILE))
        .ok()?
        .modified()
        .ok()
}

/// Whether a process runs a program of a folder. Where the system does not tell, the time of the last use has to do.
fn runs(folder: &Path) -> bool {
    let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let programs = entries(Path::new("/proc"), is_number);
    let mut programs = programs.filter_map(|process| fs::read_link(process.join("exe")).ok());
    programs.any(|program| program.starts_with(folder))
}

/// All shadows of a cache folder.
fn all(cache: &Path) -> Vec<OnDisk> {
    // The system names programs without links on the way.
    let cache = fs::canonicalize(cache).unwrap_or_default();
    entries(&cache, |name| name.starts_with(PREFIX))
        .filter(|path| path.is_dir())
        .map(|path| OnDisk {
            marker: Marker::read(&path),
            path,
        })
        .collect()
}

/// The entries of a folder with a fitting name.
fn entries(folder: &Path, fits: impl Fn(&str) -> bool) -> impl Iterator<Item = PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten();
    all.filter(move |entry| entry.file_name().to_str().is_some_and(&fits))
        .map(|entry| entry.path())
}

/// The lock of whoever makes or removes shadows of a folder; `None` where the file system has none.
fn lock(cache: &Path) -> Option<fs::File> {
    let folder = fs::File::open(cache).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Removes a shadow: no other process finds half of one. Says whether it is gone.
fn discard(shadow: &Path) -> bool {
    let discarded = || -> io::Result<()> {
        let none = io::ErrorKind::InvalidInput;
        let (parent, name) = shadow.parent().zip(shadow.file_name()).ok_or(none)?;
        let prefix = format!(".{}{WORKSHOP}", name.display());
        let bin = tempfile::Builder::new()
            .prefix(&prefix)
            .tempdir_in(parent)?;
        fs::rename(shadow, bin.path().join("old"))
    };
    discarded().is_ok()
}

/// How many bytes a folder has.
fn bytes(folder: &Path) -> u64 {
    let of = |path: PathBuf| match fs::symlink_metadata(&path) {
        Ok(state) if state.is_dir() => bytes(&path),
        Ok(state) if state.is_file() => state.len(),
        _ => 0,
    };
    entries(folder, |_| true).map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Toolkit;
    use crate::shadow::{Frontend, ensure};
    use crate::testing::Machine;

    const DAY: Duration = Duration::from_secs(24 * HOUR);

    /// A machine with a toolkit.
    fn machine() -> Machine {
        let machine = Machine::new();
        machine.toolkit("cuda");
        machine.write("cache/toolkit.txt", "no shadow");
        machine
    }

    /// Makes a shadow for a Cleave of this name that was used so long ago.
    fn made(machine: &Machine, name: &str, age: Duration) -> PathBuf {
        let executable = machine.program(&format!("usr/bin/{name}"), "");
        let frontend = Frontend {
            executable: &executable,
            version: "1",
        };
        let dir = machine.path(&format!("cache/toolkit-{name}"));
        let toolkit = Toolkit::at(&machine.path("cuda")).unwrap();
        ensure(&toolkit, &frontend, &dir).unwrap();
        set_age(&dir, age);
        dir
    }

    fn set_age(shadow: &Path, age: Duration) {
        let marker = fs::File::options()
            .append(true)
            .open(shadow.join(marker::FILE))
            .unwrap();
        marker.set_modified(SystemTime::now() - age).unwrap();
    }

    fn names(machine: &Machine) -> Vec<String> {
        let mut names: Vec<String> = entries(&machine.path("cache"), |_| true)
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_used_longest_ago_goes_where_there_are_many() {
        let machine = machine();
        for age in 0..MOST as u32 + 2 {
            made(&machine, &age.to_string(), DAY * (age + 2));
        }
        tidy(&machine.path("cache"));
        let mut expected: Vec<String> = (0..MOST).map(|age| format!("toolkit-{age}")).collect();
        expected.push("toolkit.txt".to_owned());
        assert_eq!(names(&machine), expected);
    }

    #[test]
    fn many_stay_that_are_used() {
        let machine = machine();
        for number in 0..MOST + 2 {
            made(&machine, &number.to_string(), NOW * 2);
        }
        tidy(&machine.path("cache"));
        assert_eq!(usage(&machine.path("cache")).count, MOST as u64 + 2);
    }

    #[test]
    fn what_cannot_be_used_goes_and_so_does_what_nobody_uses() {
        let machine = machine();
        made(&machine, "good", DAY);
        made(&machine, "old", UNUSED + DAY);
        made(&machine, "lost", Duration::ZERO);
        let damaged = made(&machine, "damaged", Duration::ZERO);
        fs::remove_file(machine.path("usr/bin/lost")).unwrap();
        fs::write(damaged.join(marker::FILE), "{").unwrap();
        machine.write("cache/.toolkit-good.new-1/toolkit/bin/nvcc", "");
        let found = usage(&machine.path("cache"));
        assert_eq!((found.count, found.lost), (4, 2));
        assert!(found.bytes > 0);
        tidy(&machine.path("cache"));
        assert_eq!(names(&machine), ["toolkit-good", "toolkit.txt"]);
    }

    #[test]
    fn who_has_all_removed_leaves_what_is_used() {
        let machine = machine();
        made(&machine, "used", NOW / 2);
        made(&machine, "idle", NOW * 2);
        // The clock was set back since.
        let ahead = made(&machine, "ahead", Duration::ZERO);
        let later = SystemTime::now() + DAY;
        let marker = fs::File::options()
            .append(true)
            .open(ahead.join(marker::FILE))
            .unwrap();
        marker.set_modified(later).unwrap();
        made(&machine, "lost", Duration::ZERO);
        fs::remove_file(machine.path("usr/bin/lost")).unwrap();
        let cache = machine.path("cache");
        let removed = |removed, used| Removed { removed, used };
        assert_eq!(remove(&cache, true), removed(1, 0));
        assert_eq!(remove(&cache, false), removed(1, 2));
        assert_eq!(
            names(&machine),
            ["toolkit-ahead", "toolkit-used", "toolkit.txt"]
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_shadow_whose_nvcc_runs_stays() {
        let machine = machine();
        let shadow = made(&machine, "runs", DAY * 1000);
        fs::copy("/bin/sleep", shadow.join(NVCC)).unwrap();
        let mut nvcc = std::process::Command::new(shadow.join(NVCC))
            .arg("60")
            .spawn()
            .unwrap();
        let cache = machine.path("cache");
        tidy(&cache);
        assert_eq!(
            remove(&cache, false),
            Removed {
                removed: 0,
                used: 1
            }
        );
        assert!(shadow.join(NVCC).exists());
        nvcc.kill().unwrap();
        nvcc.wait().unwrap();
        tidy(&cache);
        assert!(!shadow.exists());
    }

    #[test]
    fn a_use_is_noted() {
        let machine = machine();
        let shadow = made(&machine, "noted", DAY);
        assert!(!is_known_as_used(&shadow));
        // Whoever finds one as it should be uses it.
        let dir = shadow.clone();
        let toolkit = Toolkit::at(&machine.path("cuda")).unwrap();
        let frontend = Frontend {
            executable: &machine.path("usr/bin/noted"),
            version: "1",
        };
        assert!(!ensure(&toolkit, &frontend, &dir).unwrap().is_fresh());
        assert!(is_known_as_used(&shadow));
        set_age(&shadow, DAY);
        use_now(&shadow);
        assert!(is_known_as_used(&shadow));
    }
}
