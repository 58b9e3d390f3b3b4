//! What a pane shows: lines of a text, each with the line of the source that it comes from, and the rest folded. It must not know how
//! the texts are made.

mod host;
mod il;
mod ptx;
mod stub;

use serde::Serialize;

pub(crate) use self::host::host;
pub(crate) use self::il::il;
pub(crate) use self::ptx::ptx;
pub(crate) use self::stub::stub;

/// The most lines that a pane shows: a page with more is no use to anybody.
const MOST: usize = 20_000;

/// A row of a pane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Row {
    /// A line, and the line of the source that it comes from, or 0.
    Line(String, u32),
    /// What is not shown, in words.
    Fold(String),
}

/// The rows of a pane.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    rows: Vec<Row>,
    /// Lines that are not shown because there are too many.
    over: usize,
}

impl Rows {
    fn line(&mut self, text: &str, line: u32) {
        match self.rows.len() < MOST {
            true => self.rows.push(Row::Line(text.to_owned(), line)),
            false => self.over += 1,
        }
    }

    fn fold(&mut self, text: String) {
        if self.rows.len() < MOST {
            self.rows.push(Row::Fold(text));
        }
    }

    fn finish(mut self) -> Vec<Row> {
        if self.over > 0 {
            let over = self.over;
            self.rows.push(Row::Fold(format!("{over} more lines")));
        }
        self.rows
    }
}

/// A line marker: the line that follows, and its file if it says one (GNU cpp, Preprocessor Output).
pub(crate) fn marker(text: &str) -> Option<(u32, Option<String>)> {
    let rest = text.strip_prefix('#')?;
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let line = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start();
    let Some(name) = name.strip_prefix('"') else {
        return Some((line, None));
    };
    let mut file = String::new();
    let mut chars = name.chars();
    loop {
        match chars.next()? {
            '"' => return Some((line, Some(file))),
            '\\' => file.push(chars.next()?),
            c => file.push(c),
        }
    }
}

#[cfg(test)]
pub(crate) fn shown(rows: &[Row]) -> String {
    let row = |row: &Row| match row {
        Row::Line(text, 0) => format!("-   | {text}\n"),
        Row::Line(text, line) => format!("{line:<3} | {text}\n"),
        Row::Fold(text) => format!("... | {text}\n"),
    };
    rows.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_markers() {
        let file = |name: &str| Some(name.to_owned());
        assert_eq!(marker("# 7"), Some((7, None)));
        assert_eq!(marker("# 7 \"a b.cu\" 2"), Some((7, file("a b.cu"))));
        assert_eq!(marker("#line 7 \"a\\\\\\\"b\""), Some((7, file("a\\\"b"))));
        for text in [
            "#pragma once",
            "# 7 \"a",
            "int a;",
            "#",
            "# 99999999999 \"a\"",
            "# 1 \"\\",
        ] {
            assert_eq!(marker(text), None, "{text}");
        }
    }

    #[test]
    fn a_pane_has_an_end() {
        let mut rows = Rows::default();
        (0..MOST + 5).for_each(|_| rows.line("x", 1));
        let rows = rows.finish();
        assert_eq!(rows.len(), MOST + 1);
        assert_eq!(rows.last(), Some(&Row::Fold("5 more lines".to_owned())));
    }
}
