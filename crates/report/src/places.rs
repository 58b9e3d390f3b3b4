//! Byte offsets as the places that users know, and the diagnostics of the skeleton's own errors.

use std::sync::Arc;

use cleave_base_db::{Db, SourceFile, encode};
use cleave_codes::codes;
use cleave_diagnostics::{Arg, Diagnostic, Location, Severity};
use cleave_names::skeleton;
use cleave_syntax::skeleton::{ErrorKind, Skeleton, SkeletonError};

/// The end of the input.
pub fn end_of_input(db: &dyn Db, file: SourceFile) -> Location {
    Places::new(db, file).end_of_source()
}

/// The last line of the input, without its text.
pub fn last_line(db: &dyn Db, file: SourceFile) -> Location {
    let end = end_of_input(db, file);
    Location::line(end.file, end.line)
}

/// Turns byte offsets into what users know.
pub struct Places<'a> {
    /// The text.
    pub text: &'a str,
    /// Its skeleton, which has the line markers.
    pub skeleton: &'a Skeleton,
    /// The name of a file without line markers.
    pub name: &'a str,
}

impl<'a> Places<'a> {
    /// Those of a file.
    pub fn new(db: &'a dyn Db, file: SourceFile) -> Places<'a> {
        Places {
            text: file.text(db),
            skeleton: skeleton(db, file),
            name: file.name(db),
        }
    }
}

impl Places<'_> {
    pub(crate) fn location(&self, offset: usize) -> Location {
        let offset = offset.min(self.text.len());
        let p = self.skeleton.lines.position(self.text, offset);
        let start = offset + 1 - p.column as usize;
        let end = self.text[offset..]
            .find('\n')
            .map_or(self.text.len(), |n| offset + n);
        let line = encode(&self.text[start..end]);
        let column = encode(&self.text[start..offset]).len() as u32 + 1;
        let at = Location::new(
            p.file.unwrap_or(self.name),
            p.line,
            column,
            Arc::<[u8]>::from(&*line),
        )
        .at_offset(offset as u32);
        if p.system { at.in_system_header() } else { at }
    }

    pub(crate) fn here_or_end(&self, offset: usize) -> Location {
        if self.text[offset..].trim().is_empty() {
            self.end_of_source()
        } else {
            self.location(offset)
        }
    }

    pub(crate) fn end_of_source(&self) -> Location {
        let last = self.text.trim_end_matches('\n').len();
        let p = self.skeleton.lines.position(self.text, last);
        Location::end_of_source(p.file.unwrap_or(self.name), p.line)
            .at_offset(self.text.len() as u32)
    }

    pub(crate) fn skeleton_error(&self, error: &SkeletonError) -> Diagnostic {
        let offset = error.offset as usize;
        let byte = self.text.as_bytes().get(offset).copied();
        let expected = |closer: u8| match closer {
            b')' => codes::EXP_RPAREN,
            b']' => codes::EXP_RBRACKET,
            _ => codes::EXP_RBRACE,
        };
        match error.kind {
            ErrorKind::Unopened(b'}') => {
                Diagnostic::new(codes::EXP_DECLARATION).at(self.location(offset))
            }
            ErrorKind::Unopened(_) => {
                Diagnostic::new(codes::EXP_SEMICOLON).at(self.location(offset))
            }
            ErrorKind::Unclosed(closer) => {
                let d = Diagnostic::new(expected(closer)).at(self.here_or_end(offset));
                // Only a missing brace says which one it would have matched.
                if closer == b'}' && (error.opener as usize) < self.text.len() {
                    d.note(
                        Diagnostic::new(codes::TO_MATCH_THIS_BRACE)
                            .at(self.location(error.opener as usize)),
                    )
                } else {
                    d
                }
            }
            ErrorKind::UnterminatedLiteral => {
                Diagnostic::new(codes::MISSING_CLOSING_QUOTE).at(self.location(offset))
            }
            ErrorKind::MissingSemicolon => {
                Diagnostic::new(codes::EXP_SEMICOLON).at(self.here_or_end(offset))
            }
            ErrorKind::MissingName => {
                Diagnostic::new(codes::EXP_IDENTIFIER).at(self.here_or_end(offset))
            }
            ErrorKind::MissingBrace => {
                Diagnostic::new(codes::EXP_LBRACE).at(self.here_or_end(offset))
            }
            ErrorKind::InlineNested => {
                Diagnostic::new(codes::INLINE_NESTED_NAMESPACE).at(self.location(offset))
            }
            ErrorKind::MisplacedAttributes => {
                Diagnostic::new(codes::ATTRIBUTES_MAY_NOT_APPEAR_HERE)
                    .severity(Severity::Error)
                    .at(self.location(offset))
            }
            ErrorKind::StrayByte if byte == Some(0) => {
                Diagnostic::new(codes::NULL_CHAR_IGNORED).at(self.location(offset))
            }
            ErrorKind::StrayByte => {
                Diagnostic::new(codes::UNRECOGNIZED_TOKEN).at(self.location(offset))
            }
            ErrorKind::ErrorDirective => {
                let line = self.text[offset..].lines().next().unwrap_or("");
                let (before, message) = line.split_once("error").unwrap_or((line, ""));
                Diagnostic::new(codes::ERROR_DIRECTIVE)
                    .arg(Arg::text(message.trim_start()))
                    .at(self.location(offset + before.len()))
            }
        }
    }
}
