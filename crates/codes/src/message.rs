//! Messages taken apart into text and holes. Knows no arguments.

use crate::Code;
use crate::codes::HOLES;

/// What a hole in a message takes, and how it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleKind {
    /// Plain text, printed as it is: `{what}`.
    Text,
    /// A name in quotes, `"f(int)"`: `{callee:name}`.
    Name,
    /// An entity with its kind, `function "A::f"`, and where it was declared if known: `{fn:entity}`.
    Entity,
    /// An entity without its kind, `"A::f"`: `{fn:bare}`.
    Bare,
    /// A type in quotes, with what it stands for if that is spelled differently: `{t:type}`.
    Type,
    /// A line, `at line 6 of inc/t.h`: `{previous:place}`.
    Place,
}

/// A hole's name and what it takes.
pub type Hole = (&'static str, HoleKind);

/// A diagnostic with what fills the holes of its message: a struct of [`codes`](crate::codes), or a [`Code`] alone if its message
/// has none. `A` is what an argument is where the diagnostic is found.
pub trait Message<A> {
    /// Its code, and its arguments in the order of the holes.
    fn filled(self) -> (Code, Vec<A>);
}

impl<A> Message<A> for Code {
    fn filled(self) -> (Code, Vec<A>) {
        (self, Vec::new())
    }
}

/// A diagnostic that is chosen where it is reported: whether the arguments fit is asked in debug builds.
impl<A> Message<A> for (Code, Vec<A>) {
    fn filled(self) -> (Code, Vec<A>) {
        self
    }
}

/// A piece of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that stays.
    Literal(&'static str),
    /// A hole.
    Hole(&'static str, HoleKind),
}

/// Takes a message apart; `None` when a hole is of no known kind or is not closed. `{` starts a hole only before a lower-case
/// letter, so that messages may speak of braces.
pub fn parts(message: &'static str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = message;
    let mut literal_from = 0;
    while let Some(brace) = rest.find('{') {
        let after = rest.get(brace + 1..)?;
        if !after.starts_with(|c: char| c.is_ascii_lowercase()) {
            rest = after;
            continue;
        }
        let close = after.find('}')?;
        let hole = after.get(..close)?;
        let (name, kind) = match hole.split_once(':') {
            None => (hole, HoleKind::Text),
            Some((name, "name")) => (name, HoleKind::Name),
            Some((name, "entity")) => (name, HoleKind::Entity),
            Some((name, "bare")) => (name, HoleKind::Bare),
            Some((name, "type")) => (name, HoleKind::Type),
            Some((name, "place")) => (name, HoleKind::Place),
            Some(_) => return None,
        };
        let start = message.len() - rest.len() + brace;
        if literal_from < start {
            parts.push(Part::Literal(message.get(literal_from..start)?));
        }
        parts.push(Part::Hole(name, kind));
        rest = after.get(close + 1..)?;
        literal_from = message.len() - rest.len();
    }
    if literal_from < message.len() {
        parts.push(Part::Literal(message.get(literal_from..)?));
    }
    Some(parts)
}

impl Code {
    /// The holes of its message, in order.
    pub fn holes(self) -> &'static [Hole] {
        match HOLES.binary_search_by_key(&self, |(code, _)| *code) {
            Ok(index) => HOLES[index].1,
            Err(_) => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HoleKind::Type;
    use crate::codes;

    #[test]
    fn holes_are_known_by_code() {
        let holes = codes::INCOMPATIBLE_OPERAND_TYPES.holes();
        assert_eq!(holes, [("left", Type), ("right", Type)]);
        assert_eq!(codes::NOT_A_MODIFIABLE_LVALUE.holes(), []);
    }
}
