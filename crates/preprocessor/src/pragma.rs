//! `#pragma` and `_Pragma` ([cpp.pragma], [cpp.pragma.op]): those that the preprocessor obeys, and the rest, which is written on.
//! Knows nothing of what the rest means.

use crate::engine::{NO_MACRO, Preprocessor};
use crate::print::Place;
use crate::problems::Severity;
use crate::token::*;

impl Preprocessor<'_> {
    /// The rest of a `#pragma`.
    pub(crate) fn pragma(&mut self) {
        self.prevent += 1;
        let cursor = self.b.c.clone();
        let first = self.lex_direct();
        let mut word = self.spelling(&first).to_vec();
        if word == b"GCC" {
            let second = self.lex_direct();
            word.push(b' ');
            word.extend_from_slice(self.spelling(&second));
        }
        if self.obeyed(&word) {
            self.prevent -= 1;
            if !self.p.quiet {
                let column = self.column_of(&first);
                let place = self.place(&first);
                self.p.line_change(place, column);
            }
            self.obey(&word, &first);
            return;
        }
        if word == b"message" || word == b"redefine_extname" {
            let here = self.here();
            if !self.p.quiet {
                let column = self.column_of(&first);
                self.p.line_change(here, column);
                if first.has(PREV_WHITE) {
                    self.p.out.push(b' ');
                }
            }
            self.prevent -= 1;
            let mut text = [b"#pragma ", &word[..]].concat();
            loop {
                let t = self.get_real();
                if t.kind == Kind::End {
                    break;
                }
                if t.has(PREV_WHITE) {
                    text.push(b' ');
                }
                text.extend_from_slice(self.spelling(&t));
            }
            if !self.p.quiet {
                self.p.whole_line(here, &text);
            }
            return;
        }
        self.b.c = cursor;
        let here = self.here();
        let text = [b"#pragma ", &self.rest_of_line()[..]].concat();
        self.prevent -= 1;
        if !self.p.quiet {
            self.p.whole_line(here, &text);
        }
    }

    fn obeyed(&self, word: &[u8]) -> bool {
        matches!(
            word,
            b"once"
                | b"push_macro"
                | b"pop_macro"
                | b"GCC poison"
                | b"GCC system_header"
                | b"GCC dependency"
                | b"GCC warning"
                | b"GCC error"
        )
    }

    fn obey(&mut self, word: &[u8], first: &Token) {
        match word {
            b"once" => {
                if self.stack.len() <= 1 {
                    self.warn_at(first, "#pragma once in main file".into());
                } else if let Some(seen) = self.b.seen {
                    self.mark_once(seen);
                }
            }
            b"push_macro" | b"pop_macro" => {
                self.prevent += 1;
                self.lex_direct();
                let t = self.lex_direct();
                self.prevent -= 1;
                if t.kind != Kind::Str || t.len < 3 {
                    return;
                }
                let name = self.spelling(&t)[1..t.len as usize - 1].to_vec();
                let sym = self.names.intern(&name);
                self.asks(sym);
                self.asks_pushed();
                if word == b"push_macro" {
                    let now = self.node(sym).makro;
                    self.pushed.entry(sym).or_default().push(now);
                } else if let Some(old) = self.pushed.get_mut(&sym).and_then(Vec::pop) {
                    self.means(sym, old);
                }
            }
            b"GCC poison" => {
                self.poison();
            }
            b"GCC system_header" => {
                if self.stack.len() <= 1 {
                    self.warn_at(
                        first,
                        "#pragma system_header ignored outside include file".into(),
                    );
                    return;
                }
                self.skip_line();
                self.b.c.sys = SYS;
                let place = Place {
                    file: self.b.name,
                    line: self.b.c.line.wrapping_add(1),
                    sys: SYS,
                };
                if !self.p.quiet {
                    self.p.marker(place, b"");
                }
            }
            b"GCC warning" | b"GCC error" => {
                let text = self.rest_of_line();
                let text = String::from_utf8_lossy(&text);
                let message = text.trim_matches('"').to_owned();
                let severity = match word {
                    b"GCC error" => Severity::Error,
                    _ => Severity::Warning,
                };
                let column = self.said_column(first.at);
                self.report_anywhere(severity, self.b.name, first.line, column, message);
            }
            _ => {}
        }
    }

    fn poison(&mut self) {
        self.poison_ok += 1;
        self.untraced();
        loop {
            let t = self.name_token();
            let Some(sym) = t.sym() else {
                if t.kind != Kind::End {
                    self.error_at(&t, "invalid #pragma GCC poison directive".into());
                }
                break;
            };
            let node = self.node(sym);
            if node.poisoned {
                continue;
            }
            if node.makro != NO_MACRO {
                let name = String::from_utf8_lossy(self.names.name(sym)).into_owned();
                self.warn_at(&t, format!("poisoning existing macro \"{name}\""));
            }
            let node = self.node_mut(sym);
            node.poisoned = true;
            node.makro = NO_MACRO;
        }
        self.poison_ok -= 1;
    }

    /// `_Pragma("...")`, whose name was read. Says whether it was one.
    pub(crate) fn pragma_operator(&mut self) -> bool {
        let open = self.get_real();
        self.torn |= self.returned;
        if open.kind != Kind::OpenParen {
            self.unget(open);
            return false;
        }
        let string = self.get_real();
        self.torn |= self.returned;
        if string.kind == Kind::End {
            self.unget(string);
            return false;
        }
        let close = self.get_real();
        self.torn |= self.returned;
        if string.kind != Kind::Str || close.kind != Kind::CloseParen {
            self.error_at(&open, "_Pragma takes a parenthesized string literal".into());
            return true;
        }
        let text = destringize(self.spelling(&string));
        // The text is a line of its own.
        let id = self.sources.add("<_Pragma>", &text, false);
        let t = &self.sources.texts[id as usize];
        let mut c = crate::lex::Cursor::new(t, self.b.c.sys);
        (c.line, c.bol) = (self.b.c.line, false);
        let old_text = std::mem::replace(&mut self.b.text, id);
        let old = std::mem::replace(&mut self.b.c, c);
        let contexts = std::mem::take(&mut self.contexts);
        let look = self.look.take();
        self.in_directive = true;
        self.pragma();
        self.skip_line();
        self.in_directive = false;
        (self.contexts, self.look) = (contexts, look);
        let sys = self.b.c.sys;
        self.b.text = old_text;
        self.b.c = old;
        self.b.c.sys = self.b.c.sys.max(sys);
        if !self.p.quiet && self.parsing_args == 0 {
            let (line, at) = self.line_start;
            let column = self.column_at(at);
            let here = Place {
                line,
                ..self.here()
            };
            self.p.line_change(here, column);
        }
        true
    }
}

fn destringize(s: &[u8]) -> Vec<u8> {
    let from = s.iter().position(|&c| c == b'"').map_or(0, |i| i + 1);
    let body = s.get(from..s.len().saturating_sub(1)).unwrap_or_default();
    let mut out = vec![];
    let mut i = 0;
    while i < body.len() {
        if body[i] == b'\\' && matches!(body.get(i + 1), Some(b'"' | b'\\')) {
            i += 1;
        }
        out.push(if body[i] == b'\n' { b' ' } else { body[i] });
        i += 1;
    }
    out
}
