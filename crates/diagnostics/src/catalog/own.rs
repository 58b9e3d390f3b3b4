//! What only Cleave says: the reference has no number for it, so options and pragmas cannot name it. Everything else that is
//! reported has a row in the tables. (What is wrong with a command line is `cleave-options`' to say, from a table there.)

use crate::message::Template;
use crate::severity::Severity;

/// A message without number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Own {
    /// The command line asks for C.
    OnlyCpp,
    /// Standard input cannot be read; takes the system's reason.
    StandardInput,
    /// The file for the make rule cannot be written; takes its name.
    DependencyFile,
    /// The module id is to be written, and nobody said where.
    NoModuleIdName,
    /// The host half includes the stub by a name that nobody gave.
    NoStubName,
    /// The host compiler has no name for an argument of a kernel, which the stub would need; takes the kernel.
    NoStub,
    /// Needed device code is not understood, and its half is not written; takes what, and where.
    NotLowered,
    /// The input is a source that was not preprocessed; takes what to do.
    NotPreprocessed,
    /// A defect of this program; takes what is wrong.
    Defect,
}

/// Every own message, for whoever wants to see them all.
pub const OWN: &[Own] = &[
    Own::OnlyCpp,
    Own::StandardInput,
    Own::DependencyFile,
    Own::NoModuleIdName,
    Own::NoStubName,
    Own::NoStub,
    Own::NotLowered,
    Own::NotPreprocessed,
    Own::Defect,
];

impl Own {
    /// How bad it is.
    pub fn severity(self) -> Severity {
        match self {
            Own::Defect => Severity::InternalError,
            _ => Severity::Catastrophe,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Own::OnlyCpp => "this front end compiles C++ only",
            Own::StandardInput => "cannot read standard input: {reason}",
            Own::DependencyFile => "cannot write dependency file {name:name}",
            Own::NoModuleIdName => "module id filename not specified",
            Own::NoStubName => "stub file name not specified",
            Own::NoStub => "the stub cannot name an argument of kernel {name:name}",
            Own::NotLowered => "the device half cannot be written: {what}",
            Own::NotPreprocessed | Own::Defect => "{what}",
        }
    }

    /// Its text; nothing if the table here is wrong, which a test rules out.
    pub fn message(self) -> Option<Template> {
        Template::parse(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_own_message_is_well_formed() {
        for own in OWN {
            assert!(own.severity().is_fatal(), "{own:?}");
            assert!(own.message().is_some(), "{own:?}");
        }
    }
}
