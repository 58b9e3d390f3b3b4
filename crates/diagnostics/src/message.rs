//! Message templates with typed holes, and the styled text they become. Knows no numbers and no layout.

use cleave_codes::{HoleKind, Part, parts};

use crate::location::Place;
use crate::options::Style;

/// How an entity came to be, as messages tell it behind its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Declared {
    /// There: ` (declared at line 4 of inc/t.h)`.
    At(Place),
    /// By the compiler: ` (declared implicitly)`.
    Implicitly,
}

/// One argument of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// Plain text.
    Text(String),
    /// A name to be quoted.
    Name(String),
    /// A declared entity.
    Entity {
        /// Its kind in words: `function`, `overloaded function`, `class template`.
        kind: String,
        /// Its qualified name, with parameter types for a function.
        name: String,
        /// Where it was declared, if that is to be said.
        declared: Option<Declared>,
    },
    /// A type.
    Type {
        /// As the source spells it.
        spelling: String,
        /// Without typedefs, when that is spelled differently.
        aka: Option<String>,
    },
    /// A line.
    Place(Place),
}

impl Arg {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Arg {
        Arg::Text(text.into())
    }

    /// A number, as plain text.
    pub fn number(number: impl Into<i128>) -> Arg {
        Arg::Text(number.into().to_string())
    }

    /// A name to be quoted.
    pub fn name(name: impl Into<String>) -> Arg {
        Arg::Name(name.into())
    }

    /// An entity, without the place of its declaration.
    pub fn entity(kind: impl Into<String>, name: impl Into<String>) -> Arg {
        Arg::Entity {
            kind: kind.into(),
            name: name.into(),
            declared: None,
        }
    }

    /// An entity that was declared there.
    pub fn declared(kind: impl Into<String>, name: impl Into<String>, place: Place) -> Arg {
        Arg::Entity {
            kind: kind.into(),
            name: name.into(),
            declared: Some(Declared::At(place)),
        }
    }

    /// A type that is spelled as it is.
    pub fn ty(spelling: impl Into<String>) -> Arg {
        Arg::Type {
            spelling: spelling.into(),
            aka: None,
        }
    }

    /// A type that stands for another one.
    pub fn ty_aka(spelling: impl Into<String>, aka: impl Into<String>) -> Arg {
        Arg::Type {
            spelling: spelling.into(),
            aka: Some(aka.into()),
        }
    }

    /// Whether a hole of this kind takes the argument.
    fn fits(&self, hole: HoleKind) -> bool {
        matches!(
            (self, hole),
            (Arg::Text(_), HoleKind::Text)
                | (Arg::Name(_), HoleKind::Name)
                | (Arg::Entity { .. }, HoleKind::Entity | HoleKind::Bare)
                | (Arg::Type { .. }, HoleKind::Type)
                | (Arg::Place(_), HoleKind::Place)
        )
    }

    /// Appends the argument; `hole` only matters where it asks for less than the argument has.
    pub(crate) fn render(&self, hole: Option<HoleKind>, file: Option<&str>, out: &mut Rich) {
        match self {
            Arg::Text(text) => out.text(text),
            Arg::Name(name) => {
                out.text("\"");
                out.styled(Style::Quote, name);
                out.text("\"");
            }
            Arg::Entity {
                kind,
                name,
                declared,
            } => {
                if hole != Some(HoleKind::Bare) && !kind.is_empty() {
                    out.text(kind);
                    out.text(" ");
                }
                out.styled(Style::Quote, &format!("\"{name}\""));
                match declared {
                    Some(Declared::At(place)) => {
                        let suffix = format!(" (declared {})", place.seen_from(file));
                        out.styled(Style::Range, &suffix);
                    }
                    Some(Declared::Implicitly) => out.text(" (declared implicitly)"),
                    None => {}
                }
            }
            Arg::Type { spelling, aka } => {
                out.text(&format!("\"{spelling}\""));
                if let Some(aka) = aka {
                    out.text(&format!(" (aka \"{aka}\")"));
                }
            }
            Arg::Place(place) => out.styled(Style::Range, &place.seen_from(file)),
        }
    }
}

/// Why arguments do not fit a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgError {
    /// There are as many holes as the first number says, and as many arguments as the second says.
    Count(usize, usize),
    /// The argument with this index has another type than its hole.
    Kind(usize),
}

/// A message with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    source: &'static str,
    parts: Vec<Part>,
}

impl Template {
    /// A text without holes, whatever is in it.
    pub fn plain(source: &'static str) -> Template {
        Template {
            source,
            parts: vec![Part::Literal(source)],
        }
    }

    /// Reads a template; `None` when a hole is of no known kind or is not closed.
    pub fn parse(source: &'static str) -> Option<Template> {
        let parts = parts(source)?;
        Some(Template { source, parts })
    }

    /// The template as the table writes it.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// The template for people: a hole is its name in angle brackets, in quotes where its argument will be.
    pub fn describe(&self) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Hole(name, HoleKind::Text | HoleKind::Place) => {
                    out.push_str(&format!("<{name}>"));
                }
                Part::Hole(name, _) => out.push_str(&format!("\"<{name}>\"")),
            }
        }
        out
    }

    /// The holes' names and kinds, in order.
    pub fn holes(&self) -> impl Iterator<Item = (&'static str, HoleKind)> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Part::Hole(name, kind) => Some((*name, *kind)),
            Part::Literal(_) => None,
        })
    }

    /// Whether these arguments are what the message wants.
    pub fn check(&self, args: &[Arg]) -> Result<(), ArgError> {
        let holes = self.holes().count();
        if holes != args.len() {
            return Err(ArgError::Count(holes, args.len()));
        }
        match self
            .holes()
            .zip(args)
            .position(|((_, kind), arg)| !arg.fits(kind))
        {
            Some(index) => Err(ArgError::Kind(index)),
            None => Ok(()),
        }
    }

    /// Fills the holes. Lines are named as seen from `file`. An argument of another type is printed in its own
    /// way, and a missing one leaves the hole's name in angle brackets: a wrong message is better than none.
    pub(crate) fn fill(&self, args: &[Arg], file: Option<&str>) -> Rich {
        let mut out = Rich::default();
        let mut args = args.iter();
        for part in &self.parts {
            match part {
                Part::Literal(text) => out.text(text),
                Part::Hole(name, kind) => match args.next() {
                    Some(arg) => arg.render(Some(*kind), file, &mut out),
                    None => out.text(&format!("<{name}>")),
                },
            }
        }
        out
    }
}

/// A piece of styled text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    Text(String),
    Open(Style),
    Close,
}

/// Text with styles, without layout. Styles do not nest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rich {
    pub(crate) spans: Vec<Span>,
}

impl Rich {
    pub(crate) fn text(&mut self, text: &str) {
        match self.spans.last_mut() {
            Some(Span::Text(last)) => last.push_str(text),
            _ if text.is_empty() => {}
            _ => self.spans.push(Span::Text(text.to_owned())),
        }
    }

    pub(crate) fn styled(&mut self, style: Style, text: &str) {
        self.spans.push(Span::Open(style));
        self.text(text);
        self.spans.push(Span::Close);
    }

    pub(crate) fn extend(&mut self, other: Rich) {
        for span in other.spans {
            match span {
                Span::Text(text) => self.text(&text),
                span => self.spans.push(span),
            }
        }
    }

    /// The text without its styles.
    pub(crate) fn plain(&self) -> String {
        let mut out = String::new();
        for span in &self.spans {
            if let Span::Text(text) = span {
                out.push_str(text);
            }
        }
        out
    }
}

/// Renders a line of arguments as seen from `file`.
pub(crate) fn line(args: &[Arg], file: Option<&str>) -> Rich {
    let mut out = Rich::default();
    for arg in args {
        arg.render(None, file, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(source: &'static str, args: &[Arg]) -> String {
        Template::parse(source)
            .map(|t| t.fill(args, Some("x.cu")).plain())
            .unwrap_or_else(|| "bad template".into())
    }

    #[test]
    fn every_kind_of_hole() {
        assert_eq!(
            fill(
                "{a} {b:name} {c:entity} {d:bare} {e:type} {f:place}",
                &[
                    Arg::number(3),
                    Arg::name("f(int)"),
                    Arg::declared("member", "C::m", Place::new("x.cu", 4)),
                    Arg::entity("function", "k"),
                    Arg::ty_aka("u32", "unsigned int"),
                    Arg::Place(Place::new("inc/t.h", 7)),
                ]
            ),
            "3 \"f(int)\" member \"C::m\" (declared at line 4) \"k\" \"u32\" (aka \"unsigned int\") at line 7 of inc/t.h"
        );
    }

    #[test]
    fn braces_that_are_no_holes() {
        assert_eq!(fill("expected a \"{\"", &[]), "expected a \"{\"");
        assert_eq!(fill("{{x}}{ {", &[Arg::text("y")]), "{y}{ {");
        assert_eq!(fill("{x:nothing}", &[]), "bad template");
        assert_eq!(fill("{x", &[]), "bad template");
    }

    #[test]
    fn wrong_arguments_still_give_text() {
        assert_eq!(fill("{a} and {b:type}", &[]), "<a> and <b>");
        assert_eq!(fill("{a:type}", &[Arg::name("n"), Arg::name("m")]), "\"n\"");
        let template = Template::parse("{a:name} {b:type}").map(|t| {
            (
                t.check(&[]),
                t.check(&[Arg::name("x"), Arg::name("y")]),
                t.check(&[Arg::name("x"), Arg::ty("y")]),
            )
        });
        assert_eq!(
            template,
            Some((Err(ArgError::Count(2, 0)), Err(ArgError::Kind(1)), Ok(())))
        );
    }
}
