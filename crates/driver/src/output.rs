//! Writing files so that nobody ever sees half of one.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cleave_base_db::encode;

/// A file that is complete but not yet in its place.
pub(crate) struct Staged {
    path: PathBuf,
    file: Option<tempfile::NamedTempFile>,
}

/// Writes `bytes` beside `path`; [`Staged::publish`] puts them there. Devices, pipes and other special files cannot be
/// renamed over and are written in place.
///
/// # Errors
/// What the system says if the folder cannot be written, or if `path` is a folder.
pub(crate) fn stage(path: &Path, bytes: &[u8]) -> io::Result<Staged> {
    stage_with(path, |out| out.write_all(bytes))
}

/// The same, where `fill` writes the bytes.
fn stage_with(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Staged> {
    let kind = std::fs::metadata(path);
    if kind.as_ref().is_ok_and(std::fs::Metadata::is_dir) {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    if kind.is_ok_and(|m| !m.is_file()) {
        fill(&mut std::fs::OpenOptions::new().write(true).open(path)?)?;
        return Ok(Staged {
            path: path.to_owned(),
            file: None,
        });
    }
    // A link stays a link: what it points to is replaced.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut prefix = path.file_name().unwrap_or(OsStr::new("out")).to_owned();
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any program creates files: the umask takes its part.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    fill(file.as_file_mut())?;
    Ok(Staged {
        path,
        file: Some(file),
    })
}

impl Staged {
    /// Puts the file in its place.
    ///
    /// # Errors
    /// What the system says if the rename fails.
    pub(crate) fn publish(self) -> io::Result<()> {
        match self.file {
            Some(file) => {
                // Some file systems wait for the disk when a rename replaces a file: 4 of 22 ms. Nobody sees half a file
                // this way either.
                match std::fs::remove_file(&self.path) {
                    Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
                    _ => {}
                }
                file.persist(&self.path).map(drop).map_err(|e| e.error)
            }
            None => Ok(()),
        }
    }
}

/// Writes `bytes` to `path` at once.
///
/// # Errors
/// As [`stage`] and [`Staged::publish`].
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    stage(path, bytes)?.publish()
}

/// Writes what `fill` writes to `path` at once.
///
/// # Errors
/// As [`stage`] and [`Staged::publish`].
pub(crate) fn write_with(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    stage_with(path, fill)?.publish()
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
