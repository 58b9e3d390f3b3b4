//! Writing files so that nobody ever sees half of one, and so that a killed run leaves nothing behind. What may be an output is
//! decided here, as the reference decides it. Knows nothing of what is written.

pub(crate) mod abandoned;

use std::borrow::Cow;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use cleave_base_db::encode;
use cleave_options::Invocation;

/// Why a file cannot be written, in the words of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It cannot be opened; why, where the reference says so.
    Open(Option<Cow<'static, str>>),
    /// The system failed while it was written.
    Write(String),
}

/// What the reference says of a name that no output may have.
const INVALID_NAME: &str = "invalid file name";
/// What the reference says of devices, pipes and other special files.
const SPECIAL: &str = "not a regular file";

impl Failure {
    fn named(reason: &'static str) -> Failure {
        Failure::Open(Some(reason.into()))
    }

    /// Why opening failed. Of a file or folder that is not there the reference gives no reason.
    fn open(error: &io::Error) -> Failure {
        Failure::Open((error.kind() != io::ErrorKind::NotFound).then(|| reason(error).into()))
    }

    fn write(error: &io::Error) -> Failure {
        Failure::Write(reason(error))
    }

    /// Why, for a message of our own.
    pub(crate) fn text(&self) -> &str {
        match self {
            Failure::Open(None) => "No such file or directory",
            Failure::Open(Some(reason)) => reason,
            Failure::Write(reason) => reason,
        }
    }
}

/// The system's words for an error, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" (os error").unwrap_or(text.len());
    text[..end].to_owned()
}

/// A file that is complete but not yet in its place.
pub(crate) struct Staged {
    /// Where it goes, links resolved.
    path: PathBuf,
    contents: Contents,
}

enum Contents {
    /// A file that has no name yet.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// A file under a name of ours in the same folder.
    Named(tempfile::NamedTempFile),
    /// A file that may be written, in a folder that may not: the bytes that go into it.
    InPlace(File, Vec<u8>),
}

/// Writes `bytes` to where [`Staged::publish`] takes them from. `input` is what the run reads: no output may be that file.
///
/// # Errors
/// [`Failure`], where the reference refuses the file too.
pub(crate) fn stage(path: &Path, input: Option<&Path>, bytes: &[u8]) -> Result<Staged, Failure> {
    stage_with(path, input, |out| out.write_all(bytes))
}

/// The same, where `fill` writes the bytes.
///
/// # Errors
/// As [`stage`].
pub(crate) fn stage_with(
    path: &Path,
    input: Option<&Path>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Staged, Failure> {
    let (path, existing) = target(path, input)?;
    let contents = match (new_file(folder(&path)), existing) {
        (Ok(contents), None) => contents,
        (Ok(contents), Some((_, state))) => {
            // Whoever could read the file before can read it afterwards.
            let file = match &contents {
                #[cfg(target_os = "linux")]
                Contents::Unnamed(file) => file,
                Contents::Named(file) => file.as_file(),
                Contents::InPlace(file, _) => file,
            };
            file.set_permissions(state.permissions())
                .map_err(|e| Failure::write(&e))?;
            contents
        }
        (Err(_), Some((file, _))) => Contents::InPlace(file, Vec::new()),
        (Err(e), None) => return Err(Failure::open(&e)),
    };
    let mut staged = Staged { path, contents };
    let filled = match &mut staged.contents {
        #[cfg(target_os = "linux")]
        Contents::Unnamed(file) => fill(file),
        Contents::Named(file) => fill(file.as_file_mut()),
        Contents::InPlace(_, bytes) => fill(bytes),
    };
    filled.map_err(|e| Failure::write(&e))?;
    Ok(staged)
}

/// Where a file of this name really goes, and the file that is there now, open for writing.
fn target(
    path: &Path,
    input: Option<&Path>,
) -> Result<(PathBuf, Option<(File, Metadata)>), Failure> {
    if path.as_os_str().is_empty() || input == Some(path) {
        return Err(Failure::named(INVALID_NAME));
    }
    let state = match std::fs::metadata(path) {
        Ok(state) => state,
        // A link that leads nowhere stays a link: the file is made where it points.
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok((end_of_links(path), None)),
        Err(e) => return Err(Failure::open(&e)),
    };
    if state.is_dir() {
        let error = io::Error::from_raw_os_error(rustix::io::Errno::ISDIR.raw_os_error());
        return Err(Failure::open(&error));
    }
    if !state.is_file() {
        return Err(Failure::named(SPECIAL));
    }
    let same = |other: Metadata| (other.dev(), other.ino()) == (state.dev(), state.ino());
    if input.is_some_and(|input| std::fs::metadata(input).is_ok_and(same)) {
        return Err(Failure::named(INVALID_NAME));
    }
    let file = match OpenOptions::new().write(true).open(path) {
        Ok(file) => file,
        // Another process that writes the same file has removed it meanwhile.
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok((end_of_links(path), None)),
        Err(e) => return Err(Failure::open(&e)),
    };
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    Ok((path, Some((file, state))))
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// What a path comes to when its last component is a link, and that one a link too. The system has seen that this ends.
fn end_of_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(next) = std::fs::read_link(&path) {
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

/// A new file in a folder, as any program creates files: the umask takes its part.
fn new_file(folder: &Path) -> io::Result<Contents> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, Mode, OFlags, openat};
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        // Where /proc is not mounted, such a file could not be given a name later.
        if Path::new(DESCRIPTORS).is_dir()
            && let Ok(file) = openat(CWD, folder, flags, Mode::from_raw_mode(0o666))
        {
            return Ok(Contents::Unnamed(file.into()));
        }
    }
    // The file system has no files without names. What killed runs left is in the way of tidiness only.
    abandoned::sweep(folder);
    abandoned::named(folder).map(Contents::Named)
}

/// Where Linux shows a process its open files.
#[cfg(target_os = "linux")]
const DESCRIPTORS: &str = "/proc/self/fd";

impl Staged {
    /// Puts the file in its place.
    ///
    /// # Errors
    /// [`Failure::Write`].
    pub(crate) fn publish(self) -> Result<(), Failure> {
        let Staged { path, contents } = self;
        let published = match contents {
            #[cfg(target_os = "linux")]
            Contents::Unnamed(file) => name(&file, &path),
            // Some file systems wait for the disk when a rename replaces a file: 4 of 22 ms. Nobody sees half a file
            // this way either.
            Contents::Named(file) => {
                remove(&path).and_then(|()| file.persist(&path).map(drop).map_err(|e| e.error))
            }
            Contents::InPlace(mut file, bytes) => {
                file.set_len(0).and_then(|()| file.write_all(&bytes))
            }
        };
        published.map_err(|e| Failure::write(&e))
    }
}

/// Gives a file its name, in place of what has that name.
#[cfg(target_os = "linux")]
fn name(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    /// Others may write the same file at the same time; each time one of them has got on.
    const ATTEMPTS: u32 = 1000;
    let descriptor = Path::new(DESCRIPTORS).join(file.as_raw_fd().to_string());
    let mut attempts = 0;
    loop {
        remove(path)?;
        match linkat(CWD, &descriptor, CWD, path, AtFlags::SYMLINK_FOLLOW) {
            Err(rustix::io::Errno::EXIST) if attempts < ATTEMPTS => attempts += 1,
            done => return done.map_err(io::Error::from),
        }
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Removes what this process left in the folders of its outputs before it started anew.
pub(crate) fn sweep_predecessor(invocation: &Invocation) {
    let outputs = &invocation.outputs;
    let host = invocation.host_output();
    let named = [
        host.as_deref(),
        outputs.module_id_file_name.as_deref(),
        outputs.depfile.as_deref(),
        outputs.listing.as_deref(),
        outputs.preprocessing_output.as_deref(),
        invocation.diagnostics.error_output.as_deref(),
    ];
    for path in named.into_iter().flatten() {
        if let Ok((path, _)) = target(path, None) {
            abandoned::sweep_predecessor(folder(&path));
        }
    }
}

/// Writes `bytes` to `path` at once.
///
/// # Errors
/// As [`stage`] and [`Staged::publish`].
pub(crate) fn write(path: &Path, input: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    stage(path, input, bytes)?.publish()
}

/// How much is gathered before it is written: little enough to stay in the processor's cache.
const CHUNK: usize = 256 << 10;

/// Writes a text that comes in pieces, in bytes as they were read.
///
/// # Errors
/// What the system says at the first write that fails.
pub(crate) fn write_pieces(
    out: &mut dyn Write,
    pieces: impl FnOnce(&mut dyn FnMut(&str)),
) -> io::Result<()> {
    let mut chunk = String::with_capacity(CHUNK);
    let mut result = Ok(());
    let mut flush = |chunk: &mut String| {
        if result.is_ok() {
            result = out.write_all(&encode(chunk));
        }
        chunk.clear();
    };
    pieces(&mut |piece| {
        if chunk.len() + piece.len() > CHUNK {
            flush(&mut chunk);
        }
        chunk.push_str(piece);
    });
    flush(&mut chunk);
    result
}

#[cfg(test)]
mod tests;
