//! Text for people at a terminal: the message, the place with line and column, the user's line with the place underlined, and
//! notes below. Not the reference's form. Knows no files: a location brings the line that is shown.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{message, source_line};
use crate::diagnostic::Diagnostic;
use crate::location::Location;
use crate::message::line;
use crate::session::Reported;
use crate::severity::Severity;

/// What was reported, as text. `colour` says whether with escape sequences.
pub fn snippets(reported: &[Reported], colour: bool) -> String {
    let renderer = match colour {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut out = String::new();
    for r in reported {
        let shown = Shown::new(r);
        out += &renderer.render(&shown.groups());
        out += "\n\n";
    }
    out
}

/// What was reported, one line each: place, severity and message.
pub fn brief_lines(reported: &[Reported]) -> String {
    let mut out = String::new();
    for r in reported {
        if let Some(at) = &r.diagnostic.at {
            out += &format!("{}:{}:", at.file, at.line);
            if at.column > 0 {
                let column = at.source.as_deref().map_or(at.column, |source| {
                    source_line::character_column(source, at.column)
                });
                out += &format!("{column}:");
            }
            out.push(' ');
        }
        let number = r.diagnostic.code.shown();
        out += &format!("{}[{number}]: {}\n", r.severity.word(), r.message());
    }
    out
}

/// The texts of one diagnostic, which the renderer borrows.
struct Shown {
    parts: Vec<Part>,
}

/// A title and its place.
struct Part {
    level: Level<'static>,
    number: Option<String>,
    title: String,
    details: Vec<String>,
    place: Option<PlaceShown>,
}

struct PlaceShown {
    file: String,
    line: usize,
    column: Option<usize>,
    source: Option<(String, Option<Range<usize>>)>,
}

impl Shown {
    fn new(r: &Reported) -> Shown {
        let mut parts = vec![Part::new(&r.diagnostic, r.severity)];
        parts[0].number = Some(r.diagnostic.code.shown().to_string());
        for note in &r.diagnostic.notes {
            parts.push(Part::new(note, Severity::Note));
        }
        let file = r.diagnostic.at.as_ref().map(|at| &*at.file);
        for context in &r.diagnostic.contexts {
            parts.push(Part {
                level: Level::NOTE,
                number: None,
                title: format!("detected during {}", line(&context.what, file).plain()),
                details: Vec::new(),
                place: Some(PlaceShown {
                    file: context.place.file.to_string(),
                    line: context.place.line as usize,
                    column: None,
                    source: None,
                }),
            });
        }
        Shown { parts }
    }

    fn groups(&self) -> Vec<Group<'_>> {
        let groups = self.parts.iter().enumerate();
        groups
            .map(|(index, part)| {
                let level = part.level.clone();
                let title = match index {
                    0 => level.primary_title(part.title.as_str()),
                    _ => level.secondary_title(part.title.as_str()),
                };
                let title = match &part.number {
                    Some(number) => title.id(number.as_str()),
                    None => title,
                };
                let mut group = Group::with_title(title);
                if let Some(place) = &part.place {
                    group = place.add(group);
                }
                for detail in &part.details {
                    group = group.element(Level::NOTE.no_name().message(detail.as_str()));
                }
                group
            })
            .collect()
    }
}

impl Part {
    fn new(diagnostic: &Diagnostic, severity: Severity) -> Part {
        let level = match severity {
            Severity::Note => Level::NOTE,
            Severity::Remark | Severity::Suppressed => Level::INFO,
            Severity::Warning => Level::WARNING,
            _ => Level::ERROR,
        };
        let file = diagnostic.at.as_ref().map(|at| &*at.file);
        let details = diagnostic.details.iter();
        Part {
            level: level.with_name(severity.word()),
            number: None,
            title: message(diagnostic).plain(),
            details: details.map(|d| line(d, file).plain()).collect(),
            place: diagnostic.at.as_ref().map(PlaceShown::new),
        }
    }
}

impl PlaceShown {
    fn new(at: &Location) -> PlaceShown {
        let source = at.source.as_deref().filter(|_| !at.end_of_source);
        let source = source.map(|bytes| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let range = underlined(at, &text).filter(|_| text.as_bytes() == bytes);
            (text, range)
        });
        PlaceShown {
            file: at.file.to_string(),
            line: at.line as usize,
            column: (at.column > 0).then_some(at.column as usize),
            source,
        }
    }

    fn add<'a>(&'a self, group: Group<'a>) -> Group<'a> {
        match &self.source {
            Some((text, Some(range))) => group.element(
                Snippet::source(text.as_str())
                    .path(self.file.as_str())
                    .line_start(self.line)
                    .annotation(AnnotationKind::Primary.span(range.clone())),
            ),
            Some((text, None)) => group.element(
                // Without a column the renderer names no line beside the file.
                Snippet::source(text.as_str())
                    .path(format!("{}:{}", self.file, self.line))
                    .line_start(self.line)
                    .annotation(AnnotationKind::Visible.span(0..0)),
            ),
            None => {
                let origin = Origin::path(self.file.as_str()).line(self.line);
                group.element(match self.column {
                    Some(column) => origin.char_column(column),
                    None => origin,
                })
            }
        }
    }
}

/// The bytes to underline: what the location means, at least one character.
fn underlined(at: &Location, text: &str) -> Option<Range<usize>> {
    let start = (at.column as usize).checked_sub(1)?;
    let rest = text.get(start..)?;
    let one = rest.chars().next().map_or(0, char::len_utf8);
    let end = start + (at.length as usize).max(one);
    Some(
        start..if text.is_char_boundary(end) {
            end
        } else {
            start + one
        },
    )
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::diagnostic::Context;
    use crate::location::Place;
    use crate::message::Arg;
    use cleave_codes::codes;

    fn reported(diagnostic: Diagnostic, severity: Severity) -> Reported {
        Reported {
            diagnostic,
            severity,
            numbered: false,
        }
    }

    fn undefined(at: Location) -> Diagnostic {
        Diagnostic::new(codes::UNDEFINED_IDENTIFIER)
            .arg(Arg::name("x"))
            .at(at)
    }

    #[test]
    fn a_place_a_note_and_a_context() {
        let at = |line: u32, column: u32, length: u32, text: &str| Location {
            length,
            ..Location::new("a.cu", line, column, text.as_bytes())
        };
        let list = [
            reported(
                undefined(at(12, 14, 1, "\tint größe = x;")),
                Severity::Error,
            ),
            reported(
                undefined(at(3, 3, 4, "  call(x);"))
                    .detail(vec![Arg::text("argument types are: (int)")])
                    .note(undefined(at(1, 1, 0, "void call();")))
                    .context(Context::instantiation(
                        "class",
                        "A<T> [with T=int]",
                        Place::new("b.h", 7),
                    )),
                Severity::Warning,
            ),
            // Only the line is known.
            reported(undefined(at(3, 0, 0, "  CALL(x);")), Severity::Error),
            reported(undefined(Location::line("a.cu", 9)), Severity::Error),
            reported(
                Diagnostic::new(codes::UNDEFINED_IDENTIFIER).arg(Arg::name("x")),
                Severity::Error,
            ),
        ];
        expect![[r#"
            error[20]: identifier "x" is undefined
              --> a.cu:12:12
               |
            12 |     int größe = x;
               |               ^

            warning[20]: identifier "x" is undefined
             --> a.cu:3:3
              |
            3 |   call(x);
              |   ^^^^
              |
              = argument types are: (int)
            note: identifier "x" is undefined
             --> a.cu:1:1
              |
            1 | void call();
              | ^
            note: detected during instantiation of class "A<T> [with T=int]"
             --> b.h:7

            error[20]: identifier "x" is undefined
             --> a.cu:3
              |
            3 |   CALL(x);
              |

            error[20]: identifier "x" is undefined
            --> a.cu:9

            error[20]: identifier "x" is undefined

        "#]]
        .assert_eq(&snippets(&list, false));
        expect![[r#"
            a.cu:12:12: error[20]: identifier "x" is undefined
            a.cu:3:3: warning[20]: identifier "x" is undefined
            a.cu:3: error[20]: identifier "x" is undefined
            a.cu:9: error[20]: identifier "x" is undefined
            error[20]: identifier "x" is undefined
        "#]]
        .assert_eq(&brief_lines(&list));
        assert!(snippets(&list, true).contains("\u{1b}["));
    }

    #[test]
    fn any_place_in_any_line() {
        for source in [
            "",
            "\n",
            "a\tb",
            "é\u{301}中😀",
            "\u{0}\r\u{1b}[x",
            "a\nb\n",
            "\u{202e}x",
        ] {
            for column in [0, 1, 2, 3, 5, 100, u32::MAX] {
                for length in [0, 1, 2, 7, u32::MAX] {
                    for line in [0, 1, u32::MAX] {
                        let at = Location {
                            length,
                            ..Location::new("a.cu", line, column, source.as_bytes())
                        };
                        let list = [reported(undefined(at), Severity::Error)];
                        assert!(snippets(&list, true).contains("is undefined"));
                        assert!(brief_lines(&list).ends_with('\n'));
                    }
                }
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text() {
        let at = Location::new("a.cu", 1, 3, &b"\xff\xff x"[..]);
        expect![[r#"
            error[20]: identifier "x" is undefined
             --> a.cu:1
              |
            1 | �� x
              |

        "#]]
        .assert_eq(&snippets(
            &[reported(undefined(at), Severity::Error)],
            false,
        ));
    }
}
