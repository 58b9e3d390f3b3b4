//! One row of the catalogue, taken apart into its columns. Knows no severities: the columns are words.

use crate::Code;

/// The text of the tables: rows, comments and empty lines.
pub const ROWS: [&str; 2] = [
    include_str!("catalog/general.txt"),
    include_str!("catalog/cuda.txt"),
];

/// How a diagnostic is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// The reference's tag, by which options and pragmas may call it.
    Tag(&'static str),
    /// A name of ours, in parentheses in the table. Options and pragmas do not know it.
    Ours(&'static str),
}

/// One row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which diagnostic.
    pub code: Code,
    /// How it is called.
    pub name: Name,
    /// Its severity, `HOST/DEVICE` where the passes differ.
    pub severity: &'static str,
    /// The passes that report it: `H`, `D` or `HD`.
    pub passes: &'static str,
    /// The topic of its explanation, if there is one.
    pub topic: Option<&'static str>,
    /// Its message with holes.
    pub message: &'static str,
}

impl Name {
    /// The name as it stands in [`codes`](crate::codes), in small letters.
    pub fn text(self) -> &'static str {
        let (Name::Tag(text) | Name::Ours(text)) = self;
        text
    }

    /// The reference's tag.
    pub fn tag(self) -> Option<&'static str> {
        match self {
            Name::Tag(tag) => Some(tag),
            Name::Ours(_) => None,
        }
    }

    fn parse(word: &'static str) -> Name {
        let ours = word.strip_prefix('(').and_then(|w| w.strip_suffix(')'));
        ours.map_or(Name::Tag(word), Name::Ours)
    }
}

impl Row {
    /// Reads a row, without a look at the letters of its name: number, tag or name, severity, passes, topic, `|`, message.
    pub fn parse(row: &'static str) -> Option<Row> {
        let (columns, message) = row.split_once('|')?;
        let mut columns = columns.split_ascii_whitespace();
        let number = columns.next()?.parse().ok()?;
        let code = Code::new(number);
        let (name, severity, passes) = (columns.next()?, columns.next()?, columns.next()?);
        let topic = columns.next()?;
        Some(Row {
            code: Some(code).filter(|code| number > 0 && *code <= Code::LAST)?,
            name: Name::parse(name),
            severity,
            passes,
            topic: (topic != "-").then_some(topic),
            message: message.strip_prefix(' ')?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, Row};

    #[test]
    fn a_name_of_ours_is_no_tag() {
        let name = |row| Row::parse(row).map(|r| r.name);
        assert_eq!(name("7 tag error HD - | a"), Some(Name::Tag("tag")));
        let ours = name("7 (ours) error HD - | a");
        assert_eq!(ours, Some(Name::Ours("ours")));
        assert_eq!(ours.and_then(Name::tag), None);
    }

    #[test]
    fn bad_rows_are_none() {
        for bad in [
            "0 tag error HD - | a",
            "3795 tag error HD - | a",
            "7 tag error HD | no topic",
            "7 tag error HD - |no blank",
        ] {
            assert_eq!(Row::parse(bad), None, "{bad}");
        }
    }
}
