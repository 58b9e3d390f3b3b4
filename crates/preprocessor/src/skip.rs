//! Text that is left out ([cpp.cond]): from one `#` that begins a line to the next. Tokens matter only as far as they may hide one.
//! Knows nothing of which directive it is.

use crate::engine::Preprocessor;
use crate::lex::{Cursor, Mode, comment, is_blank, is_id, number, token};

impl Preprocessor<'_> {
    /// From the end of a line behind the next `#` that begins one.
    pub(crate) fn next_directive(&mut self) -> bool {
        // Between directives a literal may go over many lines.
        let mode = Mode {
            directive: false,
            ..self.mode()
        };
        let Some(text) = self.sources.texts.get(self.b.text as usize) else {
            return false;
        };
        let c = &mut self.b.c;
        let t = &self.sources.bytes[..=c.end + 1];
        let mut i = c.cur;
        let mut start = false;
        loop {
            match t[i] {
                b'\n' => {
                    if c.splice_at <= i {
                        c.pass(&text.splices, i);
                    }
                    c.line = c.line.wrapping_add(1);
                    i += 1;
                    start = true;
                    continue;
                }
                0 if i >= c.end => {
                    c.cur = c.end;
                    c.bol = true;
                    return false;
                }
                b'#' if start => {
                    c.cur = i + 1;
                    c.bol = false;
                    if c.splice_at <= i {
                        c.pass(&text.splices, i);
                    }
                    return true;
                }
                b'%' if start && t[i + 1] == b':' => {
                    c.cur = i + 2;
                    c.bol = false;
                    return true;
                }
                b if is_blank(b) => {
                    i += 1;
                    continue;
                }
                b'/' if t[i + 1] == b'*' => {
                    i = comment(c, t, text, i);
                    continue;
                }
                b'/' if t[i + 1] == b'/' => {
                    i += memchr::memchr(b'\n', &t[i..]).unwrap_or(c.end - i);
                    continue;
                }
                b if is_id(b) => {
                    let digit = b.is_ascii_digit();
                    let end = if digit { number(t, i) } else { name(t, i) };
                    i = match t[end] {
                        b'"' | b'\'' if !digit && end - i <= 3 => token(t, i, &mode).1.max(end),
                        _ => end,
                    };
                    if c.splice_at <= i || t[end] == b'"' {
                        lines(c, t, &text.splices, end, i);
                    }
                }
                b'"' | b'\'' => i = token(t, i, &mode).1,
                b'.' if t[i + 1].is_ascii_digit() => i = number(t, i),
                _ => i += 1,
            }
            start = false;
        }
    }
}

fn name(t: &[u8], i: usize) -> usize {
    i + t[i..].iter().take_while(|&&c| is_id(c)).count()
}

/// Counts the lines of a raw string.
fn lines(c: &mut Cursor, t: &[u8], splices: &[u32], from: usize, to: usize) {
    for at in memchr::memchr_iter(b'\n', &t[from..to.max(from)]) {
        c.pass(splices, from + at);
        c.line = c.line.wrapping_add(1);
    }
}
