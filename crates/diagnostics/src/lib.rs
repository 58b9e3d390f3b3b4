//! Diagnostics as data: what can be said, whether it is said, and how it looks.
//!
//! A checker makes [`Diagnostic`] values: a code from the [`catalog`], arguments for its message, and a
//! [`Location`] that the caller has resolved to a file name, a line, a column and the line's bytes. A
//! [`Session`] takes them in order, applies the [`Control`] given on the command line and by pragmas, counts,
//! stops at the error limit, and renders text, SARIF or JSON lines.
//!
//! This crate knows no syntax trees, no files on disk, no databases and no command line: plain data comes in,
//! bytes go out.

mod catalog;
mod control;
mod device_words;
mod diagnostic;
mod explain;
mod location;
mod message;
mod options;
mod pragma;
mod render;
mod session;
mod severity;

pub use catalog::{Catalog, Entry, OWN, Own, Passes, TagTarget, catalog};
pub use control::{Action, Control, ListError, Verdict};
pub use diagnostic::{Context, Diagnostic, Line};
pub use explain::{Example, Explanation, Topic, examples, topic};
pub use location::{Location, Place};
pub use message::{Arg, ArgError, Declared, Template};
pub use options::{Colours, Layout, Options, OutputMode, Style};
pub use pragma::{Pragma, PragmaChange, PragmaMap, PragmaProblem};
pub use render::{
    brief_lines, json_lines, listing_lines, plain_line, plain_message, sarif_log, snippets,
};
pub use session::{Counts, ExitStatus, Flow, ListEntry, Report, Reported, Session};
pub use severity::{Pass, Severity};
