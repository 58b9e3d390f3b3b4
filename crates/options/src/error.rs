//! Command-line errors: what can be wrong, in which words, and how the run ends. Knows no options.

use std::fmt;

use crate::layout::Layout;
use crate::notice::Notice;

/// What is wrong with a command line. Words are kept as bytes because file names need not be UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Complaint {
    /// No such option, or a value on an option that takes none, or a short option without its value.
    InvalidOption(Vec<u8>),
    /// An abbreviation of several options.
    Ambiguous {
        /// The word as written.
        word: Vec<u8>,
        /// The long names that begin so, in table order.
        candidates: Vec<&'static str>,
    },
    /// A long option at the end of the line that needs a value.
    RequiresArgument(Vec<u8>),
    /// Not a decimal number of at most 64 bits.
    InvalidNumber(Vec<u8>),
    /// An error limit of zero.
    InvalidErrorLimit(Vec<u8>),
    /// Not a power of two up to 256.
    InvalidPacking,
    /// Outside 30200 to 999999.
    InvalidGnuVersion(Vec<u8>),
    /// Above 999999.
    InvalidClangVersion(Vec<u8>),
    /// A diagnostic number that the catalogue does not have.
    InvalidErrorNumber(Vec<u8>),
    /// A diagnostic tag that the catalogue does not have, or an empty item.
    InvalidErrorTag(Vec<u8>),
    /// Not an instantiation mode.
    InvalidInstantiationMode(Vec<u8>),
    /// Not an output mode.
    InvalidOutputMode(Vec<u8>),
    /// Not a Unicode source kind.
    InvalidUnicodeKind(Vec<u8>),
    /// A trace request that is neither a level nor a list of names.
    InvalidDebugArgument,
    /// A precompiled header directory that is none.
    InvalidPchDirectory(Vec<u8>),
    /// A data directory that is none.
    InvalidBaseDirectory(Vec<u8>),
    /// A header unit mapping without `=`.
    NoHeaderUnitMapping(Vec<u8>),
    /// A second mapping for the same header.
    RepeatedHeaderUnit(Vec<u8>),
    /// No internal flag has this name.
    UnknownFlag(Vec<u8>),
    /// No virtual architecture has this name (device pass only).
    InvalidArchitecture,
    /// No target configuration has this name.
    UnknownTarget(Vec<u8>),
    /// Options that contradict each other; the text says which.
    Conflict(&'static str),
    /// An option that Cleave refuses where the reference fails an assertion.
    Unsupported(&'static str),
    /// No source file.
    MissingSource,
    /// More than one source file, or options after it.
    TooManyArguments,
    /// `-o` without preprocessing.
    OutputNotNeeded,
    /// A file named on the command line cannot be opened, and perhaps why. Found by the driver, not by this crate.
    CannotOpen(FileRole, Vec<u8>, Option<Vec<u8>>),
}

/// Files that are named on the command line and opened before the source is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileRole {
    /// `--error_output`.
    ErrorOutput,
    /// `--list`.
    Listing,
    /// `--xref`.
    CrossReference,
    /// `-o` with preprocessing.
    PreprocessingOutput,
    /// `--preinclude`, `--preinclude_macros`.
    Preinclude,
    /// `--entities_file_name`.
    Entities,
    /// `--stub_file_name` of the device pass.
    Stub,
    /// `--gen_device_file_name`.
    DeviceText,
    /// `--device_c_file_name`.
    DeviceC,
}

impl Complaint {
    /// The message, without its severity.
    pub fn message(&self) -> Vec<u8> {
        let with = |text: &str, word: &[u8]| [text.as_bytes(), word].concat();
        let quoted = |before: &str, word: &[u8], after: &str| {
            [before.as_bytes(), b"\"", word, b"\"", after.as_bytes()].concat()
        };
        match self {
            Self::InvalidOption(word) => with("invalid option: ", word),
            Self::Ambiguous { word, candidates } => {
                let before = "more than one command line option matches the abbreviation ";
                let mut text = quoted(before, word, ":");
                for name in candidates {
                    text.extend_from_slice(format!("\n            --{name}").as_bytes());
                }
                text
            }
            Self::RequiresArgument(word) => quoted("", word, " requires an argument"),
            Self::InvalidNumber(word) => with("invalid number: ", word),
            Self::InvalidErrorLimit(word) => with("invalid error limit: ", word),
            Self::InvalidPacking => b"invalid packing alignment value".to_vec(),
            Self::InvalidGnuVersion(word) => with("invalid GNU version number: ", word),
            Self::InvalidClangVersion(word) => with("invalid clang version number: ", word),
            Self::InvalidErrorNumber(word) => {
                with("invalid error number in diagnostic control option: ", word)
            }
            Self::InvalidErrorTag(word) => {
                with("invalid error tag in diagnostic control option: ", word)
            }
            Self::InvalidInstantiationMode(word) => with("invalid instantiation mode: ", word),
            Self::InvalidOutputMode(word) => with(
                "unrecognized output mode (must be one of text, sarif): ",
                word,
            ),
            Self::InvalidUnicodeKind(word) => with(
                "unrecognized Unicode source kind (must be one of UTF-8, UTF-16, UTF-16LE, UTF-16BE): ",
                word,
            ),
            Self::InvalidDebugArgument => b"error in debug option argument".to_vec(),
            Self::InvalidPchDirectory(word) => with("invalid PCH directory: ", word),
            Self::InvalidBaseDirectory(word) => with("invalid EDG_BASE directory: ", word),
            Self::NoHeaderUnitMapping(word) => quoted("no mapping specified for ", word, ""),
            Self::RepeatedHeaderUnit(word) => quoted(
                "header unit mapping for ",
                word,
                " specified more than once",
            ),
            Self::UnknownFlag(word) => with("unrecognized flag name: ", word),
            Self::InvalidArchitecture => {
                b"invalid or no value specified with --nv_arch flag".to_vec()
            }
            Self::UnknownTarget(word) => quoted("no ", word, " --target configuration exists"),
            Self::Conflict(text) => text.as_bytes().to_vec(),
            Self::Unsupported(name) => {
                format!("option \"--{name}\" is not supported by this front end").into_bytes()
            }
            Self::MissingSource => b"missing source file name".to_vec(),
            Self::TooManyArguments => b"too many arguments on command line".to_vec(),
            Self::OutputNotNeeded => b"an output file was specified, but none is needed".to_vec(),
            Self::CannotOpen(role, name, reason) => {
                let mut text = quoted(&format!("cannot open {} ", role.noun()), name, "");
                if let Some(reason) = reason {
                    text.extend_from_slice(b": ");
                    text.extend_from_slice(reason);
                }
                text
            }
        }
    }
}

impl FileRole {
    fn noun(self) -> &'static str {
        match self {
            Self::ErrorOutput => "error file",
            Self::Listing => "raw listing file",
            Self::CrossReference => "cross-reference file",
            Self::PreprocessingOutput => "preprocessing output file",
            Self::Preinclude => "source file",
            Self::Entities => "list of entities",
            Self::DeviceText => "lowered device text",
            Self::DeviceC => "device C",
            Self::Stub => "stub file",
        }
    }
}

/// A command line that cannot be run. All of it goes to standard error, whatever `--error_output` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLineError {
    /// What was asked to be printed before the error was met, in order.
    pub notices: Vec<Notice>,
    /// What is wrong.
    pub complaint: Complaint,
    /// The exact text: warnings, the error, the count line and the closing line.
    pub text: Vec<u8>,
}

impl CommandLineError {
    /// The exit status of a run that ends on its command line.
    pub const EXIT_CODE: u8 = 4;

    pub(crate) fn new(
        notices: Vec<Notice>,
        warnings: &[u8],
        complaint: Complaint,
        layout: &Layout,
    ) -> Self {
        let mut text = warnings.to_vec();
        text.extend(layout.message("Command-line error", &complaint.message()));
        text.extend(layout.terminated());
        Self {
            notices,
            complaint,
            text,
        }
    }

    /// The exit status: always 4.
    pub fn exit_code(&self) -> u8 {
        Self::EXIT_CODE
    }
}

impl fmt::Display for CommandLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.complaint.message()))
    }
}

impl std::error::Error for CommandLineError {}
