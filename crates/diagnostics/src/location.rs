//! Where a diagnostic points, as the caller resolved it. Knows no files and no source maps.

use std::sync::Arc;

/// A source position, with what rendering needs to show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file's name as the line marker spells it; `-` is standard input.
    pub file: Arc<str>,
    /// Line in that file, from 1.
    pub line: u32,
    /// Byte column in `source`, from 1; 0 when only the line is known.
    pub column: u32,
    /// How many bytes from `column` on are meant; 0 when only the first is known.
    pub length: u32,
    /// The line's bytes in the preprocessed text, without its newline; `None` when nothing is to be shown (what
    /// is found after parsing, such as call-graph diagnostics, shows no line).
    pub source: Option<Arc<[u8]>>,
    /// Byte offset in the preprocessed text, by which pragmas in force are found.
    pub offset: u32,
    /// Whether the position lies in a system header (line marker flag 3).
    pub in_system_header: bool,
    /// Whether the position is the end of the input: `line` is then the last line, and it is not shown.
    pub end_of_source: bool,
}

impl Location {
    /// A position whose line is shown with a caret below byte column `column`.
    pub fn new(
        file: impl Into<Arc<str>>,
        line: u32,
        column: u32,
        source: impl Into<Arc<[u8]>>,
    ) -> Location {
        Location {
            column,
            source: Some(source.into()),
            ..Location::line(file, line)
        }
    }

    /// A line of a file, not shown.
    pub fn line(file: impl Into<Arc<str>>, line: u32) -> Location {
        Location {
            file: file.into(),
            line,
            column: 0,
            length: 0,
            source: None,
            offset: 0,
            in_system_header: false,
            end_of_source: false,
        }
    }

    /// The end of the input, whose last line is `line`.
    pub fn end_of_source(file: impl Into<Arc<str>>, line: u32) -> Location {
        Location {
            end_of_source: true,
            ..Location::line(file, line)
        }
    }

    /// The same position, at this byte of the preprocessed text.
    pub fn at_offset(self, offset: u32) -> Location {
        Location { offset, ..self }
    }

    /// The same position, in a system header.
    pub fn in_system_header(self) -> Location {
        Location {
            in_system_header: true,
            ..self
        }
    }
}

/// A line that a message mentions: a previous declaration, a point of instantiation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file's name as the line marker spells it.
    pub file: Arc<str>,
    /// Line in that file, from 1.
    pub line: u32,
}

impl Place {
    /// A line of a file.
    pub fn new(file: impl Into<Arc<str>>, line: u32) -> Place {
        Place {
            file: file.into(),
            line,
        }
    }

    /// `at line 6`, or `at line 6 of inc/t.h` when seen from another file.
    pub(crate) fn seen_from(&self, file: Option<&str>) -> String {
        if file == Some(&*self.file) {
            format!("at line {}", self.line)
        } else {
            format!("at line {} of {}", self.line, self.file)
        }
    }
}
