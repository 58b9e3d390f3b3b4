//! How a run shall be. Knows nothing of command lines.

use crate::dialect::Dialect;
use crate::dump::Dump;

/// A folder in which headers are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncludeDir {
    /// Its path, as line markers shall have it.
    pub path: String,
    /// 0, or `SYS`, or `SYS_C`.
    pub sys: u8,
}

/// What becomes of comments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Comments {
    /// A comment is white space ([lex.phases] 3).
    #[default]
    Dropped,
    /// `-C`: they are tokens of the text, but not in directives.
    Kept,
    /// `-CC`: and in the bodies of macros.
    KeptInMacros,
}

/// How a run shall be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Folders for `#include "..."` only, then for all; `brackets` says where the latter begin.
    pub dirs: Vec<IncludeDir>,
    /// The first folder for `#include <...>`.
    pub brackets: usize,
    /// Which cpp it is done like.
    pub dialect: Dialect,
    /// `-std=c++..` without GNU's extensions.
    pub strict: bool,
    /// The year of the standard, 98 as 1998.
    pub year: u32,
    /// `??=` and its like mean something.
    pub trigraphs: bool,
    /// What is written of comments.
    pub comments: Comments,
    /// What is written of macros.
    pub dump: Dump,
    /// Inclusions are written.
    pub includes: bool,
    /// No line markers.
    pub bare: bool,
    /// Nothing but errors and dependencies.
    pub quiet: bool,
    /// Headers that are not found will be made: they are dependencies.
    pub generated: bool,
    /// The tokens are kept.
    pub tokens: bool,
    /// Of the tokens of a unit that stand in no system header it is kept where they come from.
    pub places: bool,
    /// A header that is not found is a fatal error, and the rest is read all the same, as an editor must.
    pub goes_on: bool,
    /// How many tokens one macro's expansion may put down on the way; a run that would need more ends.
    pub growth: usize,
    /// How many bytes of source may be read and made.
    pub bytes: usize,
    /// How many times a file may be opened.
    pub opens: usize,
    /// The folder that the text is made in, as it is written where that is asked for.
    pub folder: Option<String>,
    /// `__DATE__` and `__TIME__`.
    pub date: (String, String),
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            dirs: vec![],
            brackets: 0,
            dialect: Dialect::default(),
            strict: false,
            year: 2017,
            trigraphs: false,
            comments: Comments::Dropped,
            dump: Dump::Nothing,
            includes: false,
            bare: false,
            quiet: false,
            generated: false,
            tokens: false,
            places: false,
            goes_on: false,
            growth: 1 << 27,
            bytes: 1 << 31,
            opens: 1 << 22,
            folder: None,
            date: Default::default(),
        }
    }
}
