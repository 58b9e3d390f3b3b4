//! Line splices, phase 2 of [lex.phases]: a backslash at a line's end joins the next line to it. A preprocessor has none
//! left in its output, but preprocessed text need not come from one, and the reference takes splices wherever they stand,
//! with white space between backslash and line end too. Lines are kept: between tokens the line end stays and only the
//! backslash goes; out of a token it is moved behind it. Raw strings keep theirs ([lex.string]).

use cleave_syntax::SyntaxKind::{STRING_LITERAL, WHITESPACE};
use cleave_syntax::lexer::next_token;

/// Where the splice at the backslash `pos` ends, one past its line end.
fn splice(text: &[u8], pos: usize) -> Option<usize> {
    let blank = |b: &&u8| matches!(b, b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c');
    let end = pos + 1 + text[pos + 1..].iter().take_while(blank).count();
    (text.get(end) == Some(&b'\n')).then_some(end + 1)
}

/// The splices of a text, in order.
fn splices(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    memchr::memchr_iter(b'\\', text).filter_map(|at| Some((at, splice(text, at)?)))
}

/// The text with its lines joined, and with as many lines as before.
pub fn join_lines(text: String) -> String {
    if splices(text.as_bytes()).next().is_none() {
        return text;
    }
    let mut joined = String::with_capacity(text.len());
    // Where in the joined text a splice was, and where it ended in the text.
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for (at, end) in splices(text.as_bytes()) {
        joined.push_str(&text[from..at]);
        cuts.push((joined.len(), end));
        from = end;
    }
    joined.push_str(&text[from..]);
    restore(&text, &joined, &cuts)
}

/// The joined text with the line ends put back.
fn restore(text: &str, joined: &str, cuts: &[(usize, usize)]) -> String {
    let bytes = joined.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut cuts = cuts.iter().copied().peekable();
    // What to add to a place of the joined text to have it in the text.
    let mut shift = 0;
    let (mut pos, mut line_start) = (0, true);
    while pos < bytes.len() {
        // How many line ends follow the token that they were in.
        let mut lines = 0;
        while let Some((at, end)) = cuts.next_if(|c| c.0 <= pos) {
            shift = end - at;
            // `#` must not begin a line that it did not begin, nor `>>` come apart.
            let bound = match bytes[pos] {
                b'#' => !line_start,
                b'>' | b'=' => pos > 0 && bytes[pos - 1] == b'>',
                _ => false,
            };
            if bound {
                lines += 1;
            } else {
                out.push('\n');
            }
        }
        let token = next_token(bytes, pos, line_start);
        let mut end = pos + token.len as usize;
        if token.kind == STRING_LITERAL && raw(&joined[pos..end]) {
            let start = pos + shift;
            let after = start + next_token(text.as_bytes(), start, false).len as usize;
            out.push_str(&text[start..after]);
            while let Some((at, end)) = cuts.next_if(|c| c.1 <= after) {
                shift = end - at;
            }
            end = after.saturating_sub(shift).clamp(pos + 1, bytes.len());
        } else {
            let mut written = pos;
            while let Some((at, after)) = cuts.next_if(|c| c.0 < end) {
                shift = after - at;
                if token.kind == WHITESPACE {
                    out.push_str(&joined[written..at]);
                    out.push('\n');
                    written = at;
                } else {
                    lines += 1;
                }
            }
            out.push_str(&joined[written..end]);
        }
        out.extend(std::iter::repeat_n('\n', lines));
        if token.kind == WHITESPACE {
            line_start |= joined[pos..end].contains('\n');
        } else {
            line_start = false;
        }
        pos = end;
    }
    out.extend(cuts.map(|_| '\n'));
    out
}

/// Whether a literal is a raw string.
fn raw(literal: &str) -> bool {
    literal
        .split_once('"')
        .is_some_and(|(prefix, _)| prefix.ends_with('R') && prefix.len() <= 3)
}

#[cfg(test)]
mod tests {
    use super::join_lines;

    #[track_caller]
    fn check(text: &str, joined: &str) {
        let got = join_lines(text.to_owned());
        assert_eq!(got, joined);
        assert_eq!(got.matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn between_tokens_the_line_end_stays() {
        check("int a \\\n = 1;\nint b;", "int a \n = 1;\nint b;");
        check("f(1,\\ \t\r\n\\\n2);", "f(1,\n\n2);");
        check("int a;\\\n", "int a;\n");
        check("\\\n# 2 \"a.cu\"\nint a;", "\n# 2 \"a.cu\"\nint a;");
    }

    #[test]
    fn a_token_is_joined() {
        check("in\\\nt b = 1\\\n2;", "int\n b = 12\n;");
        check(
            "a+\\\n+; k<\\\n<<1, 1>>\\\n>();",
            "a++\n; k<<<\n1, 1>>>\n();",
        );
        check(
            "char c = '\\\\\nn'; s = \"a\\\nb\";",
            "char c = '\\n'\n; s = \"ab\"\n;",
        );
        check("// a \\\n b\nint c;", "// a  b\n\nint c;");
        check("/\\\n* c *\\\n/ int d;", "/* c */\n\n int d;");
        check("#pragma unroll \\\n 4\nx", "#pragma unroll  4\n\nx");
    }

    #[test]
    fn raw_strings_keep_theirs() {
        check("R\"(a\\\nb)\" \\\n+ c\\\nd", "R\"(a\\\nb)\" \n+ cd\n");
        check("u8R\"x()\\\n)x\"; e\\\nf", "u8R\"x()\\\n)x\"; ef\n");
    }

    #[test]
    fn what_is_no_splice_stays() {
        check("\"a\\n\" \\", "\"a\\n\" \\");
        check("# 1 \"a.cu\"\nint é\\\nè;\n#", "# 1 \"a.cu\"\nint éè\n;\n#");
    }
}
