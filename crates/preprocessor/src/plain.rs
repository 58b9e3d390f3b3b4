//! Text that no macro and no directive touches: it is copied from the file to the output, token by token as far as names go and in
//! long stretches otherwise. What is out of the ordinary is left to `Preprocessor::run`, which writes the same. Knows nothing of how a
//! macro is expanded.

use crate::dump::Dump;
use crate::engine::{NO_MACRO, Preprocessor};
use crate::lex::{Cursor, Mode, comment, is_blank, is_extended, is_id, number, token};
use crate::print::Place;
use crate::settings::Comments;
use crate::token::*;

/// So many spaces in front of a token never leave it without a column.
const NEAR: usize = 1000;

impl Preprocessor<'_> {
    /// Whether the text goes on in the file itself, in the line that is being written.
    pub(crate) fn is_plain(&self) -> bool {
        let text = self.sources.texts.get(self.b.text as usize);
        text.is_some_and(|text| text.oddities.is_empty())
            && self.settings.comments == Comments::Dropped
            && self.settings.dump != Dump::Used
            && self.contexts.is_empty()
            && self.look.is_none()
            && self.p.line == self.b.c.line
            && self.p.prev_sys == (self.b.c.sys & (SYS | SYS_C) != 0)
            && self.p.file == self.b.name
            && !self.b.c.bol
    }

    /// Copies tokens from the cursor on, behind one that was just written, until one needs a closer look.
    pub(crate) fn copy_plain(&mut self) {
        // What macros made is written: nothing speaks of it any more, unless it was noted.
        if !self.settings.places {
            self.expansions.truncate(1);
            self.sources.forget_made();
        }
        let mode = self.mode();
        let Some(text) = self.sources.texts.get(self.b.text as usize) else {
            return;
        };
        let (c, p) = (&mut self.b.c, &mut self.p);
        let t = &self.sources.bytes[..=c.end + 1];
        let mut i = c.cur;
        // What is not written yet begins at `from`.
        let (mut from, mut last) = (i, None);
        // At the beginning of a line: the cursor there.
        let mut line: Option<Cursor> = None;
        let mut next: Option<(Token, usize)> = None;
        loop {
            // Between tokens.
            let before = i;
            while is_blank(t[i]) {
                i += 1;
            }
            if t[i] == b'\n' {
                if line.is_none() {
                    p.out.extend_from_slice(&t[from..before]);
                }
                if i >= c.splice_at {
                    c.pass(&text.splices, i);
                }
                i += 1;
                c.cur = i;
                c.line = c.line.wrapping_add(1);
                c.bol = true;
                line = Some(c.clone());
                continue;
            }
            if t[i] == b'/' && matches!(t[i + 1], b'/' | b'*') {
                let end = match t[i + 1] {
                    b'/' => i + memchr::memchr(b'\n', &t[i..]).unwrap_or(c.end - i),
                    // Behind a token, one that goes on to another line is for others.
                    _ if line.is_none() => {
                        i = before;
                        break;
                    }
                    _ => comment(c, t, text, i),
                };
                if c.unterminated.is_some() {
                    break;
                }
                if line.is_none() {
                    p.out.extend_from_slice(&t[from..before]);
                    from = end;
                }
                i = end;
                continue;
            }
            let Some((kind, end)) = ordinary(t, i, &mode) else {
                {
                    i = before;
                    break;
                };
            };
            if end >= c.splice_at || kind == Kind::Hash && line.is_some() {
                {
                    i = before;
                    break;
                };
            }
            if kind == Kind::Name {
                let sym = self.names.intern(&t[i..end]);
                self.tracer
                    .asks(sym, &self.nodes, &self.macros, &self.bodies);
                let node = self.nodes.get(sym.0 as usize);
                let node = node.filter(|n| n.makro != NO_MACRO || n.poisoned || n.unsure);
                if node.is_some_and(|n| n.poisoned || n.unsure) {
                    i = before;
                    break;
                }
                if node.is_some() {
                    // The next token is read already.
                    let start = line.as_ref().map(|start| start.cur);
                    let white = i > start.unwrap_or(before);
                    let t = Token {
                        kind,
                        flags: c.sys
                            | if white { PREV_WHITE } else { 0 }
                            | if start.is_some() { BOL } else { 0 },
                        val: sym.0,
                        pos: i as u32,
                        len: (end - i) as u32,
                        line: c.line,
                        at: i as u32,
                        expansion: 0,
                    };
                    if start.is_some() {
                        self.line_start = (t.line, t.at);
                    }
                    next = Some((t, end));
                    i = before;
                    break;
                }
            }
            if let Some(start) = line.take() {
                let place = Place {
                    file: self.b.name,
                    line: c.line,
                    sys: c.sys,
                };
                let spaces = i - start.cur;
                let is_near = start.line == c.line && spaces < NEAR;
                let column = match is_near {
                    true => spaces as u32 + 1,
                    false => self.sources.counted_column(text, i as u32),
                };
                self.line_start = (c.line, i as u32);
                p.line_change(place, column);
                if i > start.cur {
                    p.out.push(b' ');
                }
                c.bol = false;
                from = i;
            } else if i > before && (i > before + 1 || t[before] != b' ') {
                p.out.extend_from_slice(&t[from..before]);
                p.out.push(b' ');
                from = i;
            }
            last = Some((kind, i, c.line));
            i = end;
        }
        if line.is_none() {
            p.out.extend_from_slice(&t[from..i]);
            c.cur = i;
        }
        if let Some((kind, at, line)) = last {
            p.prev = Some((kind, t[at]));
            self.last = (line, at as u32);
        }
        match (next, line) {
            (Some((t, end)), _) => {
                self.last = (t.line, t.at);
                self.look = Some(t);
                (c.cur, c.bol) = (end, false);
            }
            // What is of interest there begins its line.
            (None, Some(start)) => *c = start,
            (None, None) => {}
        }
    }
}

/// The kind and the end of the token at `i`, if its bytes are written as they are and what follows does not matter.
#[inline(always)]
fn ordinary(t: &[u8], i: usize, mode: &Mode) -> Option<(Kind, usize)> {
    match t[i] {
        b'(' => Some((Kind::OpenParen, i + 1)),
        b')' => Some((Kind::CloseParen, i + 1)),
        b',' => Some((Kind::Comma, i + 1)),
        b';' | b'{' | b'}' | b'[' | b']' => Some((Kind::Punct, i + 1)),
        b'0'..=b'9' => Some((Kind::Number, number(t, i))),
        quote @ (b'"' | b'\'') => {
            let (kind, end) = token(t, i, mode);
            // Neither open nor with a suffix.
            (kind != Kind::Other && t[end - 1] == quote).then_some((kind, end))
        }
        first if is_id(first) => {
            let end = i + t[i..].iter().take_while(|&&c| is_id(c)).count();
            let prefix = end - i <= 3 && matches!(t[end], b'"' | b'\'');
            (!prefix && !is_extended(t[end])).then_some((Kind::Name, end))
        }
        _ => {
            let (kind, end) = token(t, i, mode);
            let odd = matches!(kind, Kind::Other | Kind::Extended | Kind::Name);
            (!odd).then_some((kind, end))
        }
    }
}
