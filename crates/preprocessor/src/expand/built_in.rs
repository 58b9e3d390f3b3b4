//! The macros that are built in ([cpp.predefined]). Knows nothing of other macros.

use crate::engine::Preprocessor;
use crate::token::*;

impl Preprocessor<'_> {
    /// Reads on with what a built-in macro stands for. Says whether it stands for anything here.
    pub(super) fn built_in(&mut self, t: &Token, which: u32) -> bool {
        let text = match which {
            8 => {
                if self.in_directive || self.no_pragma > 0 || !self.pragma_operator(t) {
                    return false;
                }
                return true;
            }
            9 | 10 => return false,
            11..=13 | 15..=25 => match self.question(t) {
                Some(answer) => answer.to_string().into_bytes(),
                None => b"0".to_vec(),
            },
            _ => self.built_in_text(which, t),
        };
        let (pos, len) = self.sources.make(&text);
        let kind = match text.first() {
            Some(b'"') => Kind::Str,
            _ => Kind::Number,
        };
        self.push_token(Token {
            kind,
            // In a macro's body it is spelled in no file.
            flags: match t.expansion {
                0 => t.flags & (SYS | SYS_C),
                _ => t.flags & (SYS | SYS_C) | BUILTIN,
            },
            val: 0,
            pos,
            len,
            ..*t
        });
        true
    }

    fn built_in_text(&mut self, which: u32, t: &Token) -> Vec<u8> {
        let string = |name: &[u8]| [b"\"", name, b"\""].concat();
        match which {
            0 => t.line.to_string().into_bytes(),
            1 => string(&self.p.names[self.b.name as usize]),
            2 => string(&self.p.names[self.stack.get(1).unwrap_or(&self.b).name as usize]),
            3 => (self.stack.len().saturating_sub(1))
                .to_string()
                .into_bytes(),
            4 => {
                self.asks_counter();
                self.counter += 1;
                (self.counter - 1).to_string().into_bytes()
            }
            5 => string(self.settings.date.0.as_bytes()),
            6 => string(self.settings.date.1.as_bytes()),
            14 => {
                let name = &self.p.names[self.b.name as usize];
                string(name.rsplit(|&c| c == b'/').next().unwrap_or(name))
            }
            _ => string(b"??? ??? ?? ??:??:?? ????"),
        }
    }

    /// What the compiler says of `__has_builtin(X)` and its like, whose name was read; nothing if that is not how it is written.
    pub(crate) fn question(&mut self, t: &Token) -> Option<i64> {
        let mut question = self.spelling(t).to_vec();
        self.prevent += 1;
        let mut depth = 0;
        let answered = loop {
            let t = self.get_real();
            self.torn |= self.returned;
            match t.kind {
                Kind::End => break false,
                Kind::OpenParen => depth += 1,
                _ if depth == 0 => break false,
                Kind::CloseParen => depth -= 1,
                _ => {}
            }
            question.extend_from_slice(self.spelling(&t));
            if depth == 0 {
                break true;
            }
        };
        self.prevent -= 1;
        if !answered {
            return None;
        }
        let question = String::from_utf8_lossy(&question).into_owned();
        Some(self.host.answer(&question))
    }
}
