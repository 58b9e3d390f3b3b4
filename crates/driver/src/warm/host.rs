//! The tokens of a host half that is preprocessed again and again, in the place of a host compiler. Most of it comes from headers, and is
//! the same after an edit but for the lines that its markers name: it is given to the preprocessor as a file of its own, so that it is
//! taken as it was. Knows nothing of what the tokens are for.

use std::ffi::OsString;
use std::path::Path;

use super::unit::WarmUnit;

/// Less than this is not worth a file of its own, in bytes.
const LEAST: usize = 100_000;

/// A preprocessed host half.
pub struct HostTokens {
    /// Its text.
    pub text: Vec<u8>,
    /// The files that were read, the source first.
    pub files: Vec<String>,
}

/// A host half under one command line.
pub(super) struct HostText(WarmUnit);

impl HostText {
    /// `None` where the compiler itself must be asked.
    pub(super) fn new(program: &Path, words: &[OsString]) -> Option<HostText> {
        Some(HostText(WarmUnit::of_tokens(program, words)?))
    }

    /// Whether it is still that of a command line.
    pub(super) fn is_of(&self, program: &Path, words: &[OsString]) -> bool {
        self.0.is_of(program, words)
    }

    /// The tokens as the files are now. Their lines are right, but for those that the headers' end is marked with. `None` where the whole
    /// must be preprocessed, or where the host half has to be made anew.
    pub(super) fn tokens(&mut self) -> Option<HostTokens> {
        let path = self.0.input()?.to_owned();
        let source = std::fs::read(&path).ok()?;
        let unit = unit_name(&source)?;
        let (headers, rest) = source.split_at(end_of_headers(&source, unit)?);
        let text = self.0.text_with(|files, changed| {
            files.divide(&path, headers_alone(headers, unit), rest, changed)
        })?;
        if !text.divided {
            return None;
        }
        let files = text.dependencies.iter().map(|file| &file.0);
        let files = files.filter(|path| !self.0.files().is_made_up(path));
        Some(HostTokens {
            files: files.cloned().collect(),
            text: self.0.take(&text),
        })
    }
}

/// The name of a source, in quotes, as its first marker spells it.
fn unit_name(text: &[u8]) -> Option<&[u8]> {
    let line = text.strip_prefix(b"# 1 ")?;
    let name = &line[..memchr::memchr(b'\n', line)?];
    (name.len() > 2 && name.starts_with(b"\"") && name.ends_with(b"\"")).then_some(name)
}

/// Where the last marker begins that returns to the source from what it includes. `None` where little stands in front of it.
fn end_of_headers(text: &[u8], unit: &[u8]) -> Option<usize> {
    let returns = [unit, b" 2\n"].concat();
    let at = memchr::memmem::rfind(text, &returns)?;
    let line = memchr::memrchr(b'\n', &text[..at])? + 1;
    (is_marker(&text[line..at]) && line >= LEAST).then_some(line)
}

/// Whether a line up to a name is a marker's: a number sign and a number.
fn is_marker(front: &[u8]) -> bool {
    let number = front.strip_prefix(b"# ").unwrap_or_default();
    let is_number = |b: &u8| b.is_ascii_digit() || *b == b' ';
    number.first().is_some_and(u8::is_ascii_digit) && number.iter().all(is_number)
}

/// The headers of a source without what an edit of its layout changes: the numbers in its own markers, and the empty lines behind them.
fn headers_alone(text: &[u8], unit: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(text, unit) {
        let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |i| i + 1);
        if line < from || !is_marker(&text[line..at]) {
            continue;
        }
        out.extend_from_slice(&text[from..line]);
        out.extend_from_slice(b"# 1 ");
        let end = memchr::memmem::find(&text[at..], b"\n# ").map_or(text.len(), |i| at + i + 1);
        let own = &text[at..end];
        match memchr::memmem::find(own, b"R\"") {
            // Each line of a raw string counts.
            Some(_) => out.extend_from_slice(own),
            None => {
                let lines = own.split_inclusive(|b| *b == b'\n');
                lines
                    .filter(|line| *line != b"\n")
                    .for_each(|line| out.extend_from_slice(line));
            }
        }
        from = end;
    }
    out.extend_from_slice(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# 1 \"a.cu\"\n# 1 \"h\" 1\nint h; const char *n = \"a.cu\";\n\n# 3 \"a.cu\" 2\n\n\nint a;\n\n# 1 \"i\" 1\n# 9 \"a.cu\" 2\nint b;\n# 9 \"a.cu\"\n";

    #[test]
    fn headers_do_not_change_with_the_lines_of_their_unit() {
        let unit = unit_name(TEXT.as_bytes()).unwrap();
        assert_eq!(unit, b"\"a.cu\"");
        let alone = |text: &str| String::from_utf8(headers_alone(text.as_bytes(), unit)).unwrap();
        let want = "# 1 \"a.cu\"\n# 1 \"h\" 1\nint h; const char *n = \"a.cu\";\n\n# 1 \"a.cu\" 2\nint a;\n# 1 \"i\" 1\n# 1 \"a.cu\" 2\nint b;\n# 1 \"a.cu\"\n";
        assert_eq!(alone(TEXT), want);
        let moved = TEXT
            .replace("# 3", "# 7")
            .replace("int a;\n", "\nint a;\n\n");
        assert_eq!(alone(&moved), want);
        let raw = |lines: &str| TEXT.replace("int a;", &format!("auto a = R\"({lines})\";"));
        assert_ne!(alone(&raw("\n")), alone(&raw("\n\n")));
    }

    #[test]
    fn headers_end_where_the_source_goes_on_for_the_last_time() {
        let unit = b"\"a.cu\"";
        assert_eq!(end_of_headers(TEXT.as_bytes(), unit), None);
        let long = "int x;\n".repeat(LEAST / 7 + 1);
        let text = TEXT.replace("int h;", &long);
        let at = end_of_headers(text.as_bytes(), unit).unwrap();
        assert!(text[at..].starts_with("# 9 \"a.cu\" 2\nint b;"));
    }
}
