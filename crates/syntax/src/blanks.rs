//! What stands between the tokens of preprocessed text: white space and line markers. A preprocessor writes markers in the middle of
//! a declaration where a macro of another file is expanded, so who looks at the text around a token looks past them.

use std::borrow::Cow;

/// A text without the white space and the line markers at its end.
pub fn trim_end_bytes(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii_end();
    // A marker ends with the name of its file or with a flag.
    while text.ends_with(b"\"") || text.last().is_some_and(u8::is_ascii_digit) {
        let line = memchr::memrchr(b'\n', text).map_or(0, |at| at + 1);
        if !text[line..].starts_with(b"# ") {
            break;
        }
        text = text[..line].trim_ascii_end();
    }
    text
}

/// The same of a text's beginning.
pub fn trim_start_bytes(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii_start();
    while text.starts_with(b"#") {
        let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
        text = text[end..].trim_ascii_start();
    }
    text
}

/// [`trim_end_bytes`] of a string.
pub fn trim_end(text: &str) -> &str {
    &text[..trim_end_bytes(text.as_bytes()).len()]
}

/// [`trim_start_bytes`] of a string.
pub fn trim_start(text: &str) -> &str {
    &text[text.len() - trim_start_bytes(text.as_bytes()).len()..]
}

/// A text without the line markers in it, and without other directives.
pub fn without_directives(text: &str) -> Cow<'_, str> {
    let inside = || memchr::memmem::find(text.as_bytes(), b"\n#").is_some();
    if !text.starts_with('#') && !inside() {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n');
    Cow::Owned(lines.filter(|line| !line.starts_with('#')).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_around_a_token() {
        let before = "class\n# 3 \"a.h\" 3\n  \n# 4 \"a.h\"\n  ";
        assert_eq!(trim_end(before), "class");
        assert_eq!(trim_start("\n# 3 \"a.h\" 3\n  \n# 4 \"a.h\"\n <"), "<");
        assert_eq!(trim_end("# 1 \"a.h\""), "");
        assert_eq!(trim_start("# 1 \"a.h\""), "");
    }

    #[test]
    fn markers_within_a_name() {
        let path = "rw\n# 3 \"a.h\" 3\n  ::\n# 4 \"a.h\"\n  x";
        assert_eq!(without_directives(path), "rw\n  ::\n  x");
        assert_eq!(without_directives("# 3 \"a.h\"\nx"), "x");
        assert_eq!(without_directives("a #\n b"), "a #\n b");
    }

    #[test]
    fn other_text_stays() {
        for text in ["x 3", "f(\"a\"", "a\n3", "", "класс"] {
            assert_eq!(trim_end(text), text);
            assert_eq!(trim_start(text), text);
        }
    }
}
