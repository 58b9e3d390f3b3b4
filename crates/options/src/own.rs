//! Cleave's own options. All begin with `--cleave-`, which no spelling of the reference does, are not
//! abbreviated, and take no part in the reference's abbreviations.

use std::ffi::OsString;

use crate::bytes;

/// What all own options begin with.
pub(crate) const PREFIX: &[u8] = b"--cleave-";

/// An option of Cleave's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnSpelling {
    /// The long name without its two dashes. Every own option takes a value.
    pub name: &'static str,
    /// What it does.
    pub option: OwnOption,
}

/// What an own option does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnOption {
    /// Where to write a make rule for the run.
    DependencyFile,
    /// Whether the toolkit's cudafe++ is asked when this run does not end well: `on`, `off`, or a program.
    SecondOpinion,
    /// How Cleave starts itself when a run cannot go on: why, and the program to ask. For nobody else.
    Resumed,
    /// What is to go wrong in the middle of the run. For tests.
    Fault,
}

/// What can go wrong in the middle of a run, for tests of what happens then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A panic.
    Panic,
    /// Recursion without end.
    StackOverflow,
    /// The process aborts.
    Abort,
    /// A loop without end.
    Time,
    /// Memory without end.
    Memory,
}

/// The faults by name.
pub(crate) const FAULTS: &[(&[u8], Fault)] = &[
    (b"panic", Fault::Panic),
    (b"stack-overflow", Fault::StackOverflow),
    (b"abort", Fault::Abort),
    (b"time", Fault::Time),
    (b"memory", Fault::Memory),
];

/// Every own option.
pub const OWN_SPELLINGS: &[OwnSpelling] = &[
    OwnSpelling {
        name: "cleave-depfile",
        option: OwnOption::DependencyFile,
    },
    OwnSpelling {
        name: "cleave-second-opinion",
        option: OwnOption::SecondOpinion,
    },
    OwnSpelling {
        name: "cleave-resumed",
        option: OwnOption::Resumed,
    },
    OwnSpelling {
        name: "cleave-fault",
        option: OwnOption::Fault,
    },
];

/// A command line without Cleave's own options, and those with their values: for who must know them whatever is wrong with the
/// rest, and for who runs the reference with the same line.
pub fn separate(args: &[OsString]) -> (Vec<OsString>, Vec<(OwnOption, OsString)>) {
    let (mut others, mut own) = (Vec::new(), Vec::new());
    let mut rest = args;
    while let Some((word, after)) = rest.split_first() {
        let text = bytes::of(word);
        if text == b"--" {
            break;
        }
        rest = after;
        let (name, attached) = bytes::option_and_value(text);
        let option = text.starts_with(PREFIX).then(|| exact(name)).flatten();
        match (option, attached, after.split_first()) {
            (Some(option), Some(value), _) => own.push((option, bytes::to_os(value))),
            (Some(option), None, Some((value, after))) => {
                own.push((option, value.clone()));
                rest = after;
            }
            _ => others.push(word.clone()),
        }
    }
    others.extend_from_slice(rest);
    (others, own)
}

/// The own option with exactly this name.
pub(crate) fn exact(name: &[u8]) -> Option<OwnOption> {
    OWN_SPELLINGS
        .iter()
        .find(|own| own.name.as_bytes() == name)
        .map(|own| own.option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_options_are_taken_out() {
        let args: Vec<OsString> =
            "--c++17 --cleave-fault=panic --cleave-depfile d -w --cleave-none x.ii"
                .split(' ')
                .map(OsString::from)
                .collect();
        let (others, own) = separate(&args);
        assert_eq!(others, ["--c++17", "-w", "--cleave-none", "x.ii"]);
        let own: Vec<_> = own.iter().map(|(o, v)| (*o, v.to_str().unwrap())).collect();
        assert_eq!(
            own,
            [
                (OwnOption::Fault, "panic"),
                (OwnOption::DependencyFile, "d")
            ]
        );
        let behind: Vec<OsString> = vec!["--".into(), "--cleave-fault=panic".into()];
        assert_eq!(separate(&behind), (behind.clone(), vec![]));
    }
}
