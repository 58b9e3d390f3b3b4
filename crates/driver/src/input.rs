//! The input of a pass: one preprocessed text. It must not know what is in it.

use std::io::Read;
use std::path::Path;

use cleave_diagnostics::{Arg, Diagnostic, Own, Session};
use cleave_options::Input;

use crate::cudafe::cannot_open;

/// Why there is no input.
pub(crate) enum Unreadable {
    /// Standard input failed, for this reason.
    Stdin(String),
    /// What to report of a file.
    File(Box<Diagnostic>),
}

impl Unreadable {
    /// Says so.
    pub(crate) fn report(&self, session: &mut Session) {
        match self {
            Unreadable::Stdin(reason) => {
                session.report_own(Own::StandardInput, &[Arg::text(reason.as_str())])
            }
            Unreadable::File(diagnostic) => session.report(diagnostic),
        };
    }
}

/// The bytes of the input.
pub(crate) fn read(input: &Input) -> Result<Vec<u8>, Unreadable> {
    const WHAT: &str = "source file";
    match input {
        Input::Stdin => {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|e| Unreadable::Stdin(e.to_string()))?;
            Ok(bytes)
        }
        Input::File(path) if path.is_dir() => Err(Unreadable::File(Box::new(cannot_open(
            WHAT,
            path,
            Some("is a directory"),
        )))),
        Input::File(path) => {
            small_pages_for_small(path);
            std::fs::read(path)
                .map_err(|_| Unreadable::File(Box::new(cannot_open(WHAT, path, None))))
        }
    }
}

/// Input in bytes from which on memory in huge pages is worth it.
const LARGE: u64 = 2 << 20;

/// The allocator asks for huge pages, which are cleared as a whole: a small unit has twice the memory touched that it uses, and is
/// no faster for it (44 for 20 MB); one with megabytes of headers is faster by a twentieth.
fn small_pages_for_small(path: &Path) {
    #[cfg(target_os = "linux")]
    if std::fs::metadata(path).is_ok_and(|file| file.len() < LARGE) {
        small_pages();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (path, LARGE);
}

/// From now on this process gets no huge pages. For who holds memory for long: a page is held as a whole for what is left in it.
pub fn small_pages() {
    // Refused or not, the run goes on.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}
