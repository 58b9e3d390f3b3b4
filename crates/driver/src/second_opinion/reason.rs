//! Why a second opinion is asked: for the user, and as a word on a command line. Knows nothing of what follows.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use cleave_options::CommandLineError;

use crate::cudafe::Refused;

/// Why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Cleave refuses something, or does not read it.
    Refused(Refused),
    /// It panicked.
    Panic,
    /// It died of this signal.
    Signal(i32),
    /// It took more than so many milliseconds of processor time.
    Time(u64),
    /// It took more than so many MiB of memory.
    Memory(u64),
}

impl From<Refused> for Reason {
    fn from(refused: Refused) -> Reason {
        Reason::Refused(refused)
    }
}

/// Words that build systems take for trouble in a compiler's output (warning, error, unknown option) do not appear.
impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Refused(Refused::CommandLine) => write!(out, "command line refused"),
            Reason::Refused(Refused::Input) => write!(out, "input refused"),
            Reason::Refused(Refused::Depth) => write!(out, "depth limit"),
            Reason::Panic => write!(out, "panic"),
            Reason::Signal(signal) => write!(out, "signal {signal}"),
            Reason::Time(ms) => write!(out, "time limit of {} s", *ms as f64 / 1000.0),
            Reason::Memory(mib) => write!(out, "memory limit of {mib} MiB"),
        }
    }
}

impl Reason {
    /// Why a run was stopped, with the program to ask, as the value of `--cleave-resumed`.
    pub(super) fn encode(&self, program: &Path) -> OsString {
        let mut word = OsString::from(match self {
            Reason::Signal(signal) => format!("signal-{signal}:"),
            Reason::Time(ms) => format!("time-{ms}:"),
            Reason::Memory(mib) => format!("memory-{mib}:"),
            Reason::Refused(_) | Reason::Panic => "panic-0:".to_owned(),
        });
        word.push(program);
        word
    }

    /// The reverse.
    pub(super) fn decode(word: &OsStr) -> Option<(Reason, PathBuf)> {
        let bytes = word.as_bytes();
        let colon = bytes.iter().position(|&b| b == b':')?;
        let (name, number) = std::str::from_utf8(&bytes[..colon]).ok()?.split_once('-')?;
        let reason = match name {
            "signal" => Reason::Signal(number.parse().ok()?),
            "time" => Reason::Time(number.parse().ok()?),
            "memory" => Reason::Memory(number.parse().ok()?),
            "panic" => Reason::Panic,
            _ => return None,
        };
        let program = OsString::from_vec(bytes[colon + 1..].to_vec());
        Some((reason, PathBuf::from(program)))
    }

    /// The exit status of a run that was stopped, where nobody else has a verdict.
    pub(super) fn status(&self) -> i32 {
        match self {
            Reason::Signal(signal) => 128 + signal,
            _ => i32::from(CommandLineError::EXIT_CODE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_go_through_a_command_line() {
        let program = Path::new("/a:b/cudafe++");
        for reason in [
            Reason::Signal(11),
            Reason::Time(60_000),
            Reason::Memory(8192),
            Reason::Panic,
        ] {
            let word = reason.encode(program);
            assert_eq!(Reason::decode(&word), Some((reason, program.into())));
        }
        for word in ["", "time-1", "time-x:/p", "other-1:/p"] {
            assert_eq!(Reason::decode(OsStr::new(word)), None, "{word}");
        }
    }
}
