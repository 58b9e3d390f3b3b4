//! A compiler that has read its precompiled headers, and waits at its standard input for the rest of a text. To read them is half of what
//! it has to do after an edit. Only a process that goes on has one: it starts it for the next text when one was compiled. Knows nothing of
//! where a text is cut.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};

use cleave_snapshot::Key;
use tempfile::TempDir;

use crate::tools::Waiting;

/// What the compiler reads: the rest, wherever that comes from. Where the rest ends early, because who writes it is gone, it fails and leaves
/// nothing behind.
const SOURCE: &str = "#include \"/dev/stdin\"
#ifndef __CLEAVE_ALL_IS_READ
#error the text ends early
#endif
";
/// The last line of the rest.
const END: &[u8] = b"\n#define __CLEAVE_ALL_IS_READ\n";
/// What the object is called until it is complete.
const OBJECT: &str = "object.o";

/// A compiler that waits, and what for.
struct Ahead {
    key: Key,
    /// It writes an assembly text to its standard output.
    compiler: Waiting,
    /// The assembler, which waits for that text.
    assembler: Waiting,
    folder: TempDir,
}

/// What such a compiler has made.
pub(super) struct Made {
    pub(super) text: Vec<u8>,
    pub(super) object: Vec<u8>,
}

/// What a compiler shall wait for.
pub(super) struct Wanted {
    pub(super) key: Key,
    pub(super) program: PathBuf,
    /// All its words but those for its source and its output.
    pub(super) words: Vec<OsString>,
    /// What its source is called.
    pub(super) source: PathBuf,
}

/// The compiler of this process.
static AHEAD: Mutex<Option<Ahead>> = Mutex::new(None);
/// What it shall wait for when nobody waits for this process.
static WANTED: Mutex<Option<Wanted>> = Mutex::new(None);

fn ahead() -> std::sync::MutexGuard<'static, Option<Ahead>> {
    AHEAD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What such a compiler is for: it has the same headers and options, and its source has the same name.
pub(super) fn key(headers: Key, program: &Path, source: &Path) -> Key {
    let name = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
    Key::new(
        "a compiler that waits",
        &[headers.as_bytes(), &name(program), &name(source)],
    )
}

/// Notes what a compiler shall wait for.
pub(super) fn want(wanted: Wanted) {
    *WANTED.lock().unwrap_or_else(PoisonError::into_inner) = Some(wanted);
}

/// Has a compiler wait for the next text, if the last one was compiled on precompiled headers. For when nobody waits for this process.
pub fn read_ahead() {
    let wanted = WANTED.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut ahead = ahead();
    if let Some(wanted) = wanted.filter(|w| ahead.as_ref().is_none_or(|a| a.key != w.key)) {
        // The one that waits ends first: each has its headers in memory.
        *ahead = None;
        *ahead = start(wanted);
    }
}

fn start(wanted: Wanted) -> Option<Ahead> {
    let folder = tempfile::Builder::new().prefix("cleave-").tempdir().ok()?;
    let path = folder.path().join(wanted.source.file_name()?);
    fs::write(&path, SOURCE).ok()?;
    let mut compiler = Command::new(&wanted.program);
    compiler
        .args(&wanted.words)
        .args(["-x", "c++", "-S"])
        .arg(path)
        .args(["-o", "-"])
        .env("TMPDIR", folder.path());
    let mut assembler = Command::new(&wanted.program);
    assembler
        .args(&wanted.words)
        .args(["-x", "assembler", "-c", "-", "-o"])
        .arg(folder.path().join(OBJECT))
        .env("TMPDIR", folder.path());
    Some(Ahead {
        key: wanted.key,
        compiler: Waiting::start(&mut compiler).ok()?,
        assembler: Waiting::start(&mut assembler).ok()?,
        folder,
    })
}

/// Has the compiler that waits under a key compile a rest, and gives what it said, and what it has made where it was content. `None` where
/// none waits, or where it is gone.
pub(super) fn compile(key: Key, rest: &[u8]) -> Option<(Output, Option<Made>)> {
    let found = ahead().take_if(|ahead| ahead.key == key)?;
    let mut output = found.compiler.finish(&[rest, END].concat()).ok()?;
    let text = std::mem::take(&mut output.stdout);
    if !output.status.success() || !output.stderr.is_empty() {
        return Some((output, None));
    }
    let output = found.assembler.finish(&text).ok()?;
    let object = fs::read(found.folder.path().join(OBJECT));
    let made = object.ok().map(|object| Made { text, object });
    let made = made.filter(|_| output.status.success());
    Some((output, made))
}
