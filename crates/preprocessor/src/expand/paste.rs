//! `##` ([cpp.concat]). Knows nothing of parameters.

use crate::engine::Preprocessor;
use crate::intern::Sym;
use crate::token::*;

impl Preprocessor<'_> {
    /// Pastes what follows in the innermost context to a token that was read from it, and pushes what comes of it.
    pub(super) fn paste_all(&mut self, lhs: Token) {
        let mut left = lhs;
        while let Some(c) = self.contexts.last_mut() {
            if c.cur == c.end {
                break;
            }
            let right = self.pool[c.cur as usize];
            c.cur += 1;
            if right.kind != Kind::Padding && !self.paste(&mut left, &right) {
                if let Some(c) = self.contexts.last_mut() {
                    c.cur -= 1;
                }
                break;
            }
            if !right.has(PASTE_LEFT) {
                break;
            }
        }
        left.flags &= !PASTE_LEFT;
        self.push_token(left);
    }

    /// Pastes what is to be pasted in the pool from `from` on.
    pub(super) fn paste_in_place(&mut self, from: usize) {
        let (mut read, mut write) = (from, from);
        while read < self.pool.len() {
            let mut left = self.pool[read];
            read += 1;
            while left.has(PASTE_LEFT) && read < self.pool.len() {
                let right = self.pool[read];
                if !self.paste(&mut left, &right) {
                    break;
                }
                left.flags |= right.flags & PASTE_LEFT;
                read += 1;
            }
            self.pool[write] = left;
            write += 1;
        }
        self.pool.truncate(write);
    }

    /// One token of two. If they make none, it is said, and the left one stays as it is.
    fn paste(&mut self, left: &mut Token, right: &Token) -> bool {
        let start = self.sources.bytes.len();
        let spelled = left.pos as usize..(left.pos + left.len) as usize;
        self.sources.bytes.extend_from_within(spelled);
        // What would begin a comment must not.
        if left.kind == Kind::Div && right.kind != Kind::Eq {
            self.sources.bytes.push(b' ');
        }
        let spelled = right.pos as usize..(right.pos + right.len) as usize;
        self.sources.bytes.extend_from_within(spelled);
        let end = self.sources.bytes.len();
        self.sources.bytes.extend_from_slice(b"\n\0\0\0");
        let mode = self.mode();
        let (mut kind, to) = crate::lex::token(&self.sources.bytes[start..], 0, &mode);
        let literal = matches!(kind, Kind::Str | Kind::Char);
        let cut = literal && self.macro_suffix(start..end) > 0;
        if start + to != end || cut {
            self.sources.bytes.truncate(start);
            let (a, b) = (self.text(left), self.text(right));
            self.error_from(
                left,
                format!("pasting \"{a}\" and \"{b}\" does not give a valid preprocessing token"),
            );
            left.flags &= !PASTE_LEFT;
            return false;
        }
        self.sources.bytes.truncate(end);
        let val = match kind {
            Kind::Name => self.names.intern(&self.sources.bytes[start..end]).0,
            Kind::Extended => {
                kind = Kind::Name;
                let name = crate::extended::plain(&self.sources.bytes[start..end]);
                self.names.intern_extended(&name).0
            }
            _ => 0,
        };
        if kind == Kind::Name {
            self.asks(Sym(val));
        }
        *left = Token {
            kind,
            flags: left.flags & (PREV_WHITE | SYS | SYS_C),
            val,
            pos: start as u32,
            len: (end - start) as u32,
            ..*left
        };
        true
    }
}
