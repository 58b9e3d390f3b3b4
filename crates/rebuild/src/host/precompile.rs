//! Precompiled headers are made by a process of their own, beside the build and after it: nobody waits for them. There is one such
//! process at a time, so that a build of many units does not compile everything twice.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_snapshot::{FileStore, Key};
use cleave_toolkit::{Env, cache};
use serde::{Deserialize, Serialize};

use super::reads::Family;
use super::unchanged::Files;
use super::{HEADER_SUFFIX, SUFFIX, Stores, is_silent, precompiled, values};

/// The header's name in the folder that it is made in. The compiler's messages, of which there must be none, would name it.
const HEADER: &str = "headers.h";
/// The job's name in that folder.
const JOB: &str = "job.json";
/// The file that whoever makes headers holds a lock of.
const TURN: &str = ".turn";
/// How long nobody tries again, in seconds.
const PAUSE: u64 = 60 * 60;
/// How much less than others the maker asks of the processor.
const NICE: i32 = 10;

/// Headers that shall be made.
pub(super) struct Wanted<'a> {
    pub(super) program: &'a Path,
    /// The options of the unit, without its source and output.
    pub(super) words: &'a [OsString],
    /// Whose compiler it is.
    pub(super) family: Family,
    /// The folder of the source, where its headers may be.
    pub(super) home: PathBuf,
    /// Their text.
    pub(super) text: &'a [u8],
    /// The files that they include, as the key has them.
    pub(super) files: Files,
    pub(super) key: Key,
    pub(super) stores: &'a Stores,
}

/// What the maker reads.
#[derive(Serialize, Deserialize)]
struct Job {
    program: Vec<u8>,
    words: Vec<Vec<u8>>,
    home: Vec<u8>,
    /// The compiler wants the header that it has precompiled.
    keeps_header: bool,
    files: Files,
    key: [u8; 32],
}

/// Starts a process that makes headers. Where that cannot be done, or another is at work, there will be none for now.
pub(super) fn start(wanted: &Wanted<'_>) {
    let store = &wanted.stores.values;
    let last = store.get(tried(wanted.key));
    let last = last.and_then(|v| Some(u64::from_le_bytes(v.try_into().ok()?)));
    let is_soon = last.is_some_and(|last| now().saturating_sub(last) < PAUSE);
    if !is_soon && turn(&wanted.stores.headers).is_some() {
        let _ = try_to_start(wanted);
    }
}

/// Says when somebody last tried to make headers, in seconds since 1970.
fn tried(key: Key) -> Key {
    Key::new("headers were tried", &[key.as_bytes()])
}

fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.unwrap_or_default().as_secs()
}

/// The right to make headers, as long as the file is open. `None` where another process has it.
fn turn(store: &FileStore) -> Option<fs::File> {
    let folder = store.folder().ok()?;
    let mut options = fs::OpenOptions::new();
    let options = options.create(true).truncate(false).write(true).mode(0o600);
    let file = options.open(folder.join(TURN)).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

fn try_to_start(wanted: &Wanted<'_>) -> io::Result<()> {
    let folder = wanted.stores.headers.workshop()?;
    fs::write(folder.path().join(HEADER), wanted.text)?;
    let job = Job {
        program: wanted.program.as_os_str().as_bytes().to_vec(),
        words: wanted.words.iter().map(|w| w.as_bytes().to_vec()).collect(),
        home: wanted.home.as_os_str().as_bytes().to_vec(),
        keeps_header: wanted.family == Family::Clang,
        files: wanted.files.clone(),
        key: wanted.key.bytes(),
    };
    fs::write(folder.path().join(JOB), serde_json::to_vec(&job)?)?;
    // Whoever waits for the end of the build's output does not wait for this.
    Command::new(std::env::current_exe()?)
        .arg("precompile")
        .arg(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // The maker removes it.
    let _ = folder.keep();
    Ok(())
}

/// Makes the headers of a folder that a stand-in has left, removes the folder, and gives the exit status: 0, or 1 where there are none.
pub fn precompile(folder: &Path, env: &dyn Env) -> i32 {
    let done = make(folder, env);
    let _ = fs::remove_dir_all(folder);
    i32::from(done.is_none())
}

fn make(folder: &Path, env: &dyn Env) -> Option<()> {
    let job: Job = serde_json::from_slice(&fs::read(folder.join(JOB)).ok()?).ok()?;
    // The build's terminal is not this process's, and the build comes first.
    let _ = rustix::process::setsid();
    let _ = rustix::process::nice(NICE);
    let folders = cache::folder(env)?;
    let store = precompiled(&folders);
    let _turn = turn(&store)?;
    let key = Key::from_bytes(job.key);
    values(&folders).put(tried(key), &now().to_le_bytes());
    let header = match job.keeps_header {
        true => store
            .put_beside(key, &folder.join(HEADER), HEADER_SUFFIX)
            .ok()?,
        false => folder.join(HEADER),
    };
    let made = folder.join(format!("headers{SUFFIX}"));
    let output = Command::new(PathBuf::from(OsString::from_vec(job.program)))
        .args(job.words.into_iter().map(OsString::from_vec))
        .arg("-iquote")
        .arg(OsString::from_vec(job.home))
        .args(["-x", "c++-header"])
        .arg(header)
        .arg("-o")
        .arg(&made)
        // What it leaves for a moment is nobody's business.
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    // Somebody may have saved a header since the key was made.
    if !output.status.success() || !is_silent(&output) || !job.files.are_unchanged() {
        return None;
    }
    store.put(key, &made).ok()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::super::unchanged::Begin;
    use super::*;

    /// An environment with a cache folder.
    struct Vars(PathBuf);

    impl Env for Vars {
        fn var(&self, name: &str) -> Option<OsString> {
            (name == "XDG_CACHE_HOME").then(|| self.0.clone().into())
        }

        fn run(&self, _: &OsStr, _: &[&str]) -> Option<String> {
            None
        }

        fn system_root(&self) -> PathBuf {
            PathBuf::from("/")
        }
    }

    #[test]
    fn headers_that_were_saved_meanwhile_are_not_kept() {
        let Ok(program) = fs::canonicalize("/usr/bin/g++") else {
            return;
        };
        let home = tempfile::tempdir().unwrap();
        let env = Vars(home.path().to_path_buf());
        let store = precompiled(&cache::folder(&env).unwrap());
        let header = home.path().join("lib.h").to_string_lossy().into_owned();
        fs::write(&header, "int before();\n").unwrap();
        let begin = Begin::now();
        let kept = |name: &str, is_saved: bool| {
            let folder = store.workshop().unwrap();
            let key = Key::new(name, &[]);
            let job = Job {
                program: program.as_os_str().as_bytes().to_vec(),
                words: Vec::new(),
                home: home.path().as_os_str().as_bytes().to_vec(),
                keeps_header: false,
                files: Files::read_since(begin, [&header]).unwrap(),
                key: key.bytes(),
            };
            let path = folder.path();
            fs::write(path.join(HEADER), "#include \"lib.h\"\n").unwrap();
            fs::write(path.join(JOB), serde_json::to_vec(&job).unwrap()).unwrap();
            if is_saved {
                fs::write(&header, "int after();\n").unwrap();
            }
            let done = make(path, &env);
            assert_eq!(done.is_some(), store.get(key).is_some());
            done.is_some()
        };
        assert!(kept("as it was", false));
        assert!(!kept("saved", true));
    }
}
