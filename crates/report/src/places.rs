//! Byte offsets as the places that users know, and the diagnostics of the skeleton's own errors.

use std::sync::Arc;

use cleave_base_db::{Db, SourceFile, encode};
use cleave_codes::codes;
use cleave_diagnostics::{Arg, Diagnostic, Location, Severity};
use cleave_names::{Part, Placed, file_parts, part_skeleton, part_text};
use cleave_syntax::skeleton::{ErrorKind, Item, Position, Skeleton, SkeletonError};

use crate::reportable::{Reportable, reportable};

/// The end of the input.
pub fn end_of_input(db: &dyn Db, file: SourceFile) -> Location {
    Places::new(db, file).end_of_source()
}

/// The last line of the input, without its text.
pub fn last_line(db: &dyn Db, file: SourceFile) -> Location {
    let end = end_of_input(db, file);
    Location::line(end.file, end.line)
}

/// Turns byte offsets into what users know. The text is looked at part by part, so that nothing need be put together after an edit.
pub struct Places<'a> {
    db: &'a dyn Db,
    file: SourceFile,
    /// The name of a file without line markers.
    pub(crate) name: &'a str,
    pub(crate) stretches: Box<[Stretch<'a>]>,
    /// Where the text ends.
    pub(crate) end: usize,
}

/// A part of the text.
pub(crate) struct Stretch<'a> {
    pub(crate) part: Part<'a>,
    pub(crate) text: &'a str,
    pub(crate) skeleton: &'a Skeleton,
    /// Where it begins.
    pub(crate) start: usize,
    /// The number of its first item.
    pub(crate) first: u32,
}

impl<'a> Stretch<'a> {
    /// Directives by their numbers, with their texts and where they begin.
    pub(crate) fn directives(
        &self,
        numbers: &'a [u32],
    ) -> impl Iterator<Item = (usize, &'a str)> + use<'_, 'a> {
        let spans = numbers
            .iter()
            .map(|&n| self.skeleton.directives[n as usize]);
        spans.map(|span| (self.start + span.start as usize, span.of(self.text)))
    }
}

impl<'a> Places<'a> {
    /// Those of a file.
    pub fn new(db: &'a dyn Db, file: SourceFile) -> Places<'a> {
        let mut end = 0;
        let parts = file_parts(db, file).iter();
        let stretches = parts.map(|&Placed { part, first }| {
            let text = part_text(db, part);
            let start = end;
            end += text.len();
            Stretch {
                part,
                text,
                skeleton: part_skeleton(db, part),
                start,
                first,
            }
        });
        Places {
            db,
            file,
            name: file.name(db),
            stretches: stretches.collect(),
            end,
        }
    }

    pub(crate) fn db(&self) -> &'a dyn Db {
        self.db
    }

    /// What may have to be reported in a part.
    pub(crate) fn reportable(&self, stretch: &Stretch<'a>) -> &'a Reportable {
        reportable(self.db, self.file, stretch.part)
    }

    /// The number of the part that a byte is in.
    fn number_at(&self, offset: usize) -> usize {
        let behind = self.stretches.partition_point(|s| s.start <= offset);
        behind.saturating_sub(1)
    }

    /// The part that a byte is in.
    pub(crate) fn at(&self, offset: usize) -> &Stretch<'a> {
        &self.stretches[self.number_at(offset)]
    }

    /// The parts from the one on that a byte is in, each with its text from that byte on.
    pub(crate) fn from(
        &self,
        offset: usize,
    ) -> impl Iterator<Item = (&Stretch<'a>, &'a str)> + use<'_, 'a> {
        let stretches = self.stretches[self.number_at(offset)..].iter();
        stretches.map(move |s| {
            (
                s,
                &s.text[offset.saturating_sub(s.start).min(s.text.len())..],
            )
        })
    }

    /// The part that has an item, and the item, by its number among all.
    pub(crate) fn item_at(&self, index: u32) -> Option<(&Stretch<'a>, &'a Item)> {
        let behind = self.stretches.partition_point(|s| s.first <= index);
        let stretch = &self.stretches[behind.checked_sub(1)?];
        let number = (index - stretch.first) as usize;
        Some((stretch, stretch.skeleton.items.get(number)?))
    }

    /// The file and the line of a byte.
    pub fn position(&self, offset: usize) -> Position<'a> {
        let mut number = self.number_at(offset);
        let (text, skeleton) = (self.stretches[number].text, self.stretches[number].skeleton);
        let within = (offset - self.stretches[number].start).min(text.len());
        let mut p = skeleton.lines.position(text, within);
        // A part begins with a line marker. That line itself counts as the one before has it.
        while let (None, Some(before)) = (p.file, number.checked_sub(1)) {
            number = before;
            let (text, skeleton) = (self.stretches[number].text, self.stretches[number].skeleton);
            let column = p.column;
            p = skeleton.lines.position(text, text.len());
            p.column = column;
        }
        p
    }
}

impl Places<'_> {
    pub(crate) fn location(&self, offset: usize) -> Location {
        let offset = offset.min(self.end);
        let p = self.position(offset);
        let stretch = self.at(offset);
        let within = offset - stretch.start;
        let start = within + 1 - p.column as usize;
        let behind = &stretch.text[within..];
        let end = behind.find('\n').map_or(stretch.text.len(), |n| within + n);
        let line = encode(&stretch.text[start..end]);
        let column = encode(&stretch.text[start..within]).len() as u32 + 1;
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
        if self.from(offset).all(|(_, text)| text.trim().is_empty()) {
            self.end_of_source()
        } else {
            self.location(offset)
        }
    }

    pub(crate) fn end_of_source(&self) -> Location {
        let ends = self.stretches.iter().rev().map(|stretch| {
            let text = stretch.text.trim_end_matches('\n');
            (!text.is_empty()).then_some(stretch.start + text.len())
        });
        let last = ends.flatten().next().unwrap_or(0);
        // The line that the last byte is on.
        let p = self.position_before(last);
        Location::end_of_source(p.file.unwrap_or(self.name), p.line).at_offset(self.end as u32)
    }

    /// Where the line is that ends at a byte; not that of the part behind it.
    fn position_before(&self, end: usize) -> Position<'_> {
        let stretch = self.at(end.saturating_sub(1));
        let p = (stretch.skeleton.lines).position(stretch.text, end - stretch.start);
        match p.file {
            Some(_) => p,
            None => self.position(end.saturating_sub(1)),
        }
    }

    pub(crate) fn skeleton_error(&self, error: &SkeletonError) -> Diagnostic {
        let offset = error.offset as usize;
        let byte = (self.from(offset)).find_map(|(_, text)| text.bytes().next());
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
                if closer == b'}' && (error.opener as usize) < self.end {
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
            ErrorKind::AttributesInFront => Diagnostic::new(codes::ATTRIBUTES_NOT_ALLOWED)
                .severity(Severity::Error)
                .at(self.location(offset)),
            ErrorKind::StrayByte if byte == Some(0) => {
                Diagnostic::new(codes::NULL_CHAR_IGNORED).at(self.location(offset))
            }
            ErrorKind::StrayByte => {
                Diagnostic::new(codes::UNRECOGNIZED_TOKEN).at(self.location(offset))
            }
            ErrorKind::ErrorDirective => {
                let mut behind = self.from(offset);
                let line = behind.next().and_then(|(_, text)| text.lines().next());
                let line = line.unwrap_or("");
                let (before, message) = line.split_once("error").unwrap_or((line, ""));
                Diagnostic::new(codes::ERROR_DIRECTIVE)
                    .arg(Arg::text(message.trim_start()))
                    .at(self.location(offset + before.len()))
            }
        }
    }
}
