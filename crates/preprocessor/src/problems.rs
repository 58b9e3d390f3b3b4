//! What is wrong with the source, and where it is said to be. Knows nothing of what is looked for.

use crate::engine::Preprocessor;
use crate::token::*;

/// Something to be said about the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file, as line markers call it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column, from 1; 0 if nobody knows.
    pub column: u32,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// It belongs to the problem before.
    Note,
    /// Not said of a system's headers.
    Warning,
    /// The text is wrong, and the run goes on.
    Error,
    /// The run ends here.
    Fatal,
}

impl Severity {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Fatal => "fatal error",
        }
    }

    /// Whether the run has failed.
    pub fn is_error(self) -> bool {
        matches!(self, Severity::Error | Severity::Fatal)
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:", self.file, self.line)?;
        if self.column > 0 {
            write!(f, "{}:", self.column)?;
        }
        write!(f, " {}: {}", self.severity.word(), self.message)
    }
}

impl Preprocessor<'_> {
    /// Notes a problem, unless it is a warning about a system's header. Says whether it was noted.
    pub(crate) fn report(
        &mut self,
        severity: Severity,
        file: u32,
        line: u32,
        column: u32,
        message: String,
    ) -> bool {
        if severity == Severity::Warning && self.b.c.sys & (SYS | SYS_C) != 0 {
            return false;
        }
        self.report_anywhere(severity, file, line, column, message);
        true
    }

    /// As `report`, and warnings about a system's headers count.
    pub(crate) fn report_anywhere(
        &mut self,
        severity: Severity,
        file: u32,
        line: u32,
        column: u32,
        message: String,
    ) {
        let file = self.p.names.get(file as usize).cloned().unwrap_or_default();
        let file = String::from_utf8_lossy(&file).into_owned();
        self.problems.push(Problem {
            file,
            line,
            column,
            severity,
            message,
        });
    }

    /// The column that is said of a place: tabs go to the next multiple of eight, and a character beyond ASCII is one.
    pub(crate) fn said_column(&self, at: u32) -> u32 {
        let bytes = self.column_at(at);
        if bytes == 0 {
            return 0;
        }
        let from = (at + 1).saturating_sub(bytes) as usize;
        let line = self
            .sources
            .bytes
            .get(from..at as usize)
            .unwrap_or_default();
        line.iter().fold(1, |column, &c| match c {
            b'\t' => (column - 1) / 8 * 8 + 9,
            0x80..0xc0 => column,
            _ => column + 1,
        })
    }

    pub(crate) fn error_at(&mut self, t: &Token, message: String) {
        let column = self.said_column(t.at);
        self.report(Severity::Error, self.b.name, t.line, column, message);
    }

    pub(crate) fn warn_at(&mut self, t: &Token, message: String) -> bool {
        let column = self.said_column(t.at);
        self.report(Severity::Warning, self.b.name, t.line, column, message)
    }

    /// As `error_at`, for a token that may be a macro's: the place is where it is spelled.
    pub(crate) fn error_from(&mut self, t: &Token, message: String) {
        if t.expansion == 0 || self.sources.text_of(t.pos).is_none() {
            return self.error_at(t, message);
        }
        let Some((path, line, column)) = self.sources.locate(t.pos) else {
            return self.error_at(t, message);
        };
        let path = path.to_owned();
        let file = self.marker_name(path.as_bytes());
        self.report(Severity::Error, file, line, column, message);
        let mut level = t.expansion;
        let mut pos = t.pos;
        while level > 0 {
            let e = self.expansions[level as usize];
            let body = &self.bodies[e.body.0 as usize..e.body.1 as usize];
            // An argument has its place where it is written.
            if !body.iter().any(|b| b.pos == pos) {
                break;
            }
            pos = e.at;
            if let Some((path, line, column)) = self.sources.locate(e.at) {
                let path = path.to_owned();
                let file = self.marker_name(path.as_bytes());
                let name = String::from_utf8_lossy(self.names.name(e.name)).into_owned();
                let message = format!("in expansion of macro '{name}'");
                self.report(Severity::Note, file, line, column, message);
            }
            level = e.parent;
        }
    }

    /// An error at the token that was read last from a file.
    pub(crate) fn error_here(&mut self, message: String) {
        let (line, at) = self.last;
        let column = self.said_column(at);
        self.report(Severity::Error, self.b.name, line, column, message);
    }

    /// Ends the run.
    pub(crate) fn stop(&mut self, message: &str) {
        if !self.stopped {
            let (line, at) = self.last;
            let column = self.said_column(at);
            self.fatal(line, column, message.to_owned());
        }
    }

    pub(crate) fn fatal(&mut self, line: u32, column: u32, message: String) {
        self.report(Severity::Fatal, self.b.name, line, column, message);
        self.stopped = true;
        // Nothing more is read: all files are at their end.
        for open in self.stack.iter_mut().chain([&mut self.b]) {
            open.c.cur = open.c.end;
        }
    }
}
