//! How bad a diagnostic is, and which pass speaks. Knows only the words for it.

/// The two passes over a translation unit. Some default severities and the exit status differ between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Pass {
    /// The pass that makes the host text (`cudafe++`).
    #[default]
    Host,
    /// The pass that makes the device half (the front end inside `cicc`).
    Device,
}

/// Severity of a diagnostic, mildest first.
///
/// Everything up to [`Severity::DiscretionaryError`] answers to options and pragmas; from [`Severity::Error`]
/// on nothing can change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Off unless an option or a pragma asks for it by number.
    Suppressed,
    /// An addition to another diagnostic.
    Note,
    /// Shown only with `--remarks`.
    Remark,
    /// Reported, but does not fail the translation.
    Warning,
    /// An error that options and pragmas may demote.
    DiscretionaryError,
    /// An error that nothing demotes.
    Error,
    /// Translation stops at once.
    Catastrophe,
    /// The command line is wrong; translation does not start.
    CommandLineError,
    /// A defect of this program.
    InternalError,
}

impl Severity {
    /// Whether options and pragmas cannot change it.
    pub fn is_hard(self) -> bool {
        self >= Severity::Error
    }

    /// Whether it makes the translation fail.
    pub fn is_error(self) -> bool {
        self >= Severity::DiscretionaryError
    }

    /// Whether nothing can follow it.
    pub fn is_fatal(self) -> bool {
        self >= Severity::Catastrophe
    }

    /// The word in a message that starts with a file name.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Suppressed => "suppressed",
            Severity::Note => "note",
            Severity::Remark => "remark",
            Severity::Warning => "warning",
            Severity::DiscretionaryError | Severity::Error => "error",
            Severity::Catastrophe => "catastrophic error",
            Severity::CommandLineError => "command-line error",
            Severity::InternalError => "internal error",
        }
    }

    /// The word in a message that starts with it.
    pub fn capitalised(self) -> &'static str {
        match self {
            Severity::Suppressed => "Suppressed",
            Severity::Note => "Note",
            Severity::Remark => "Remark",
            Severity::Warning => "Warning",
            Severity::DiscretionaryError | Severity::Error => "Error",
            Severity::Catastrophe => "Catastrophic error",
            Severity::CommandLineError => "Command-line error",
            Severity::InternalError => "Internal error",
        }
    }

    /// Reads a severity as the catalogue's tables write it.
    pub(crate) fn from_table(word: &str) -> Option<Severity> {
        Some(match word {
            "off" => Severity::Suppressed,
            "note" => Severity::Note,
            "remark" => Severity::Remark,
            "warning" => Severity::Warning,
            "error-D" => Severity::DiscretionaryError,
            "error" => Severity::Error,
            "catastrophe" => Severity::Catastrophe,
            "command-line" => Severity::CommandLineError,
            "internal" => Severity::InternalError,
            _ => return None,
        })
    }
}
