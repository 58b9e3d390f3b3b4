//! Lines of a text, and columns as a client counts them. It knows no files.

use lsp_types::{Position, PositionEncodingKind, Range};

/// How a client counts columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The best of those that a client takes.
    pub(crate) fn of_client(offered: &[PositionEncodingKind]) -> Encoding {
        match () {
            () if offered.contains(&PositionEncodingKind::UTF8) => Encoding::Utf8,
            () if offered.contains(&PositionEncodingKind::UTF32) => Encoding::Utf32,
            () => Encoding::Utf16,
        }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// The byte of a column of a line; the line's end if it is shorter.
    fn byte(self, line: &str, column: u32) -> usize {
        let column = column as usize;
        if line.is_ascii() || self == Encoding::Utf8 {
            return floor(line, column.min(line.len()));
        }
        let mut passed = 0;
        for (at, c) in line.char_indices() {
            if passed >= column {
                return at;
            }
            passed += self.width(c);
        }
        line.len()
    }

    /// The column of a byte of a line.
    fn column(self, line: &str, byte: usize) -> u32 {
        let before = &line[..floor(line, byte.min(line.len()))];
        match before.is_ascii() || self == Encoding::Utf8 {
            true => before.len() as u32,
            false => before.chars().map(|c| self.width(c)).sum::<usize>() as u32,
        }
    }
}

fn floor(line: &str, mut at: usize) -> usize {
    while !line.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A text and where its lines begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) text: String,
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn new(text: String) -> Lines {
        let ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1));
        let starts = starts.collect();
        Lines { text, starts }
    }

    /// A line without its end, from 0.
    pub(crate) fn line(&self, line: u32) -> &str {
        let line = line as usize;
        let Some(&start) = self.starts.get(line) else {
            return "";
        };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |s| s - 1);
        let text = &self.text[start..end];
        text.strip_suffix('\r').unwrap_or(text)
    }

    pub(crate) fn last(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The byte of a position, which may lie behind the line or the text.
    pub(crate) fn offset(&self, at: Position, encoding: Encoding) -> usize {
        match self.starts.get(at.line as usize) {
            Some(start) => start + encoding.byte(self.line(at.line), at.character),
            None => self.text.len(),
        }
    }

    /// Line and byte column, from 1, of a position.
    pub(crate) fn place(&self, at: Position, encoding: Encoding) -> (u32, u32) {
        let line = at.line.min(self.last());
        let column = match line == at.line {
            true => encoding.byte(self.line(line), at.character),
            false => self.line(line).len(),
        };
        (line + 1, column as u32 + 1)
    }

    /// Line and byte column, from 1, of a byte.
    pub(crate) fn line_of(&self, byte: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|&s| s <= byte);
        let start = self.starts[line.saturating_sub(1)];
        (line as u32, (byte - start) as u32 + 1)
    }

    /// The position of a line and a byte column, from 1.
    pub(crate) fn position(&self, line: u32, column: u32, encoding: Encoding) -> Position {
        let line = line.saturating_sub(1);
        let byte = column.saturating_sub(1) as usize;
        Position::new(line, encoding.column(self.line(line), byte))
    }

    /// The range of a whole line, from 1, without what is blank at its ends.
    pub(crate) fn whole(&self, line: u32, encoding: Encoding) -> Range {
        let at = line.saturating_sub(1);
        let text = self.line(at);
        let from = text.len() - text.trim_start().len();
        let to = text.trim_end().len().max(from);
        let column = |byte| encoding.column(text, byte);
        Range::new(
            Position::new(at, column(from)),
            Position::new(at, column(to)),
        )
    }

    /// Puts a text in the place of a range.
    pub(crate) fn replace(&mut self, range: Range, text: &str, encoding: Encoding) {
        let start = self.offset(range.start, encoding);
        let end = self.offset(range.end, encoding).max(start);
        self.text.replace_range(start..end, text);
        // Lines in front of the change stay.
        let kept = self.starts.partition_point(|&s| s <= start);
        self.starts.truncate(kept);
        let from = self.starts.last().copied().unwrap_or(0);
        let ends = self.text.as_bytes()[from..].iter().enumerate();
        let ends = ends.filter(|(_, b)| **b == b'\n');
        let more: Vec<usize> = ends.map(|(at, _)| from + at + 1).collect();
        self.starts.extend(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    #[test]
    fn columns_go_both_ways() {
        let lines = Lines::new("int ä = '𝄞'; x\r\nb\n".into());
        let x = lines.text.find('x').expect("x") as u32 + 1;
        let columns = ALL.map(|e| lines.position(1, x, e).character);
        assert_eq!(columns, [17, 14, 13]);
        for encoding in ALL {
            let at = lines.position(1, x, encoding);
            assert_eq!(lines.place(at, encoding), (1, x));
        }
    }

    #[test]
    fn places_out_of_range_are_the_ends() {
        let lines = Lines::new("ab\nc".into());
        let far = Position::new(7, 9);
        assert_eq!(lines.offset(far, Encoding::Utf16), 4);
        assert_eq!(lines.place(far, Encoding::Utf16), (2, 2));
        assert_eq!(lines.offset(Position::new(0, 99), Encoding::Utf16), 2);
    }

    #[test]
    fn edits_are_those_of_the_text() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut lines = Lines::new("a\nbä\n\nc𝄞d\n".into());
        for _ in 0..2000 {
            let encoding = ALL[random.usize(..3)];
            let place =
                |random: &mut fastrand::Rng| Position::new(random.u32(..8), random.u32(..8));
            let range = Range::new(place(&mut random), place(&mut random));
            let texts = ["", "x", "\n", "é\r\ny", "𝄞"];
            lines.replace(range, texts[random.usize(..texts.len())], encoding);
            assert_eq!(lines, Lines::new(lines.text.clone()));
            if lines.text.len() > 200 {
                lines = Lines::new("a\nb".into());
            }
        }
    }
}
