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
        let dialect = self.settings.dialect;
        // How a name is written that a macro made.
        let mut made = None;
        if let Some(expands) = dialect.pragma_space(&word) {
            let prevent = self.prevent;
            self.prevent -= u32::from(expands);
            let second = self.get_real();
            self.prevent = prevent;
            let apart = second.has(PREV_WHITE) || dialect.separates_made_names();
            let blank: &[u8] = if apart { b" " } else { b"" };
            let second_word = self.spelling(&second);
            if second.expansion != 0 {
                made = Some([b"#pragma ", &word[..], blank, second_word].concat());
            }
            word.push(b' ');
            word.extend_from_slice(second_word);
        }
        if self.obeyed(&word) {
            self.prevent -= 1;
            self.line_change(&first);
            self.obey(&word, &first);
            return;
        }
        if let Some(deferred) = dialect.deferred(&word) {
            self.defer(&word, deferred.expands, &first);
            self.target_pragma(&word, &first);
            self.prevent -= 1;
            return;
        }
        let here = self.here();
        let text = match made {
            Some(text) => self.rest_of_pragma(text),
            None => {
                self.b.c = cursor;
                [b"#pragma ", &self.rest_of_line()[..]].concat()
            }
        };
        self.prevent -= 1;
        if !self.p.quiet {
            self.p.whole_line(here, &text);
        }
    }

    /// What is left of a pragma whose name a macro made.
    fn rest_of_pragma(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        loop {
            let t = self.get_real();
            if t.kind == Kind::End {
                return text;
            }
            if t.has(PREV_WHITE) {
                text.push(b' ');
            }
            text.extend_from_slice(self.spelling(&t));
        }
    }

    /// Reads a pragma whose tokens are tokens of the text.
    fn defer(&mut self, name: &[u8], expands: bool, first: &Token) {
        let (pos, len) = self.sources.make(&[b"#pragma ", name].concat());
        self.deferred.clear();
        self.deferred.push(Token {
            kind: Kind::Pragma,
            val: 0,
            pos,
            len,
            ..*first
        });
        self.in_pragma = true;
        let prevent = self.prevent;
        self.prevent -= u32::from(expands);
        loop {
            let mut t = self.get();
            t.flags = t.flags & !BOL | NO_EXPAND;
            if t.kind == Kind::End {
                t.kind = Kind::PragmaEnd;
                (t.flags, t.len) = (t.flags & !PREV_WHITE, 0);
            }
            self.deferred.push(t);
            if t.kind == Kind::PragmaEnd {
                break;
            }
        }
        self.prevent = prevent;
        self.in_pragma = false;
    }

    /// The line of a pragma whose tokens are tokens of the text begins.
    fn deferred_line(&mut self) {
        let first = self.deferred[0];
        let args = std::mem::replace(&mut self.parsing_args, 0);
        self.change_line(&first);
        self.parsing_args = args;
    }

    /// The first token of the pragma that was just read; the others come next.
    pub(crate) fn first_deferred(&mut self) -> Token {
        self.deferred_line();
        let mut tokens = std::mem::take(&mut self.deferred);
        let first = tokens[0];
        self.push_directive(&tokens[1..]);
        tokens.clear();
        self.deferred = tokens;
        first
    }

    /// The pragma that was just read stands among a macro's arguments: it comes before what the macro becomes.
    pub(crate) fn defer_further(&mut self) {
        self.deferred_line();
        self.argument_pragmas.append(&mut self.deferred);
    }

    /// The pragmas among the arguments of a macro that was just entered come before it.
    pub(crate) fn pragmas_first(&mut self, name: &Token, pragmas: &[Token]) {
        if !self.in_directive {
            self.push_token(name.as_padding());
        }
        self.push_tokens(pragmas);
        self.reads_pragmas = true;
    }

    /// Writes the name of a pragma, or its end. Says whether there was a marker.
    pub(crate) fn write_pragma(&mut self, t: &Token) -> bool {
        self.p.prev = Some((t.kind, 0));
        if t.kind == Kind::PragmaEnd {
            self.p.in_pragma = false;
            self.p.end_line();
            return false;
        }
        let place = self.place(t);
        let marked = self.p.go_to(place);
        let text = &self.sources.bytes[t.pos as usize..(t.pos + t.len) as usize];
        self.p.out.extend_from_slice(text);
        (self.p.printed, self.p.in_pragma) = (true, true);
        marked
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
                    self.dump_used();
                    if self.is_defined(sym) {
                        self.dump_undef(sym);
                    }
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

    /// `("...")`. As with GNU's cpp, a token that does not belong there is lost.
    fn pragma_string(&mut self) -> Option<Token> {
        let mut found = None;
        for kind in [Kind::OpenParen, Kind::Str, Kind::CloseParen] {
            let t = self.get_real();
            self.torn |= self.returned;
            if t.kind == Kind::End {
                self.unget(t);
            }
            if t.kind != kind {
                return None;
            }
            if kind == Kind::Str {
                found = Some(t);
            }
        }
        found
    }

    /// `_Pragma("...")`, whose name was read. Says whether it was one.
    pub(crate) fn pragma_operator(&mut self, name: &Token) -> bool {
        let Some(string) = self.pragma_string() else {
            self.error_here("_Pragma takes a parenthesized string literal".into());
            return false;
        };
        let text = destringize(self.spelling(&string));
        // The text is a line of its own.
        let id = self.sources.add("<_Pragma>", &text, false);
        let t = &self.sources.texts[id as usize];
        let mut c = crate::lex::Cursor::new(t, self.b.c.sys);
        (c.line, c.bol) = (self.b.c.line, false);
        self.directive_line = c.line;
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
        if !self.deferred.is_empty() {
            let mut tokens = std::mem::take(&mut self.deferred);
            if self.settings.dialect.reads_past(self.spelling(&tokens[0])) {
                self.warn_of_target("what follows", name);
            }
            let sys = name.flags & (SYS | SYS_C);
            for t in &mut tokens {
                (t.line, t.at) = (name.line, name.at);
                t.flags = t.flags & !(SYS | SYS_C) | sys;
            }
            self.push_tokens(&tokens);
            return true;
        }
        self.dump_used();
        if !self.p.quiet && self.parsing_args == 0 {
            let (line, at) = self.line_start;
            let column = self.column_at(at);
            let here = Place {
                line,
                ..self.here()
            };
            self.p.line_change(here, column);
        }
        self.push_token(Token::padding(PAD_NONE));
        true
    }
}

fn destringize(s: &[u8]) -> Vec<u8> {
    // Of all prefixes, GNU's cpp thinks of `L` alone.
    let from = 1 + usize::from(s.first() == Some(&b'L'));
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
