//! The command line of cudafe++ 13.0 as data: every spelling, its abbreviations, its errors, and the
//! typed [`Invocation`] that a front end runs from.
//!
//! Nothing here opens a file, prints or exits. What a run has to say before it compiles is a list of
//! [`Notice`]s; what is wrong with a command line is a [`CommandLineError`] that holds the bytes to
//! print. What needs the outside world (diagnostic tags, whether a directory exists) comes from the
//! caller through [`Lookups`].

mod apply;
mod bytes;
mod control;
mod device;
mod effect;
mod error;
mod invocation;
mod layout;
mod notice;
pub mod nvcc;
mod own;
mod parse;
mod rules;
mod spelling;
mod table;
pub mod tools;

pub use control::{DiagnosticControl, Selector, Severity};
pub use device::{DeviceInvocation, parse_device};
pub use effect::{
    CStandard, DataModel, Effect, Feature, HeaderUnitForm, KeywordOption, LanguageOption,
    NoticeOption, NumberOption, PathOption, PreprocessOption, Standard, Switch, TextOption,
    Threshold,
};
pub use error::{CommandLineError, Complaint, FileRole};
pub use invocation::{
    Diagnostics, Dialect, HeaderUnit, HostCompiler, HostCompilerKind, Input, InstantiationMode,
    Invocation, Language, Limits, MacroCommand, OutputMode, Outputs, Preinclude, Preprocess, Task,
    UnicodeSource,
};
pub use notice::Notice;
pub use own::{Fault, OWN_SPELLINGS, OwnOption, OwnSpelling, separate};
pub use parse::{Lookups, parse};
pub use spelling::{Class, Rejection, Spelling, Value};
pub use table::SPELLINGS;
