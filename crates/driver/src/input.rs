//! The input of a pass: one preprocessed text. It must not know what is in it.

use std::io::Read;

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
    small_pages();
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
        Input::File(path) => std::fs::read(path)
            .map_err(|_| Unreadable::File(Box::new(cannot_open(WHAT, path, None)))),
    }
}

/// From now on this process gets no huge pages, also where the system gives them to all (docs/decisions/005). A huge page is cleared
/// and held as a whole for what is used of it.
pub fn small_pages() {
    // Refused or not, the run goes on.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}
