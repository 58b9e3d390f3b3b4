//! Directives ([cpp.pre]): which one it is, and the conditional ones ([cpp.cond]) with the text that they leave out. Knows nothing of
//! how a header is found or a condition computed.

use crate::engine::{If, NO_MACRO, Preprocessor};
use crate::intern::Sym;
use crate::lex::{comment, is_blank, is_id};
use crate::token::*;

impl Preprocessor<'_> {
    /// A directive whose `#` was read. Says whether it was one.
    pub(crate) fn directive(&mut self, _hash: &Token) -> bool {
        let args = std::mem::replace(&mut self.parsing_args, 0);
        self.in_directive = true;
        // A macro's name at the end of a line waits for its parenthesis: its contexts must not be read here.
        let contexts = std::mem::take(&mut self.contexts);
        let prevent = std::mem::replace(&mut self.prevent, 0);
        let no_pragma = std::mem::replace(&mut self.no_pragma, 0);
        self.one_directive();
        while !self.contexts.is_empty() {
            self.pop_context();
        }
        (self.contexts, self.prevent, self.no_pragma) = (contexts, prevent, no_pragma);
        self.look = None;
        self.in_directive = false;
        self.parsing_args = args;
        true
    }

    fn one_directive(&mut self) {
        self.prevent += 1;
        let t = self.lex_direct();
        self.prevent -= 1;
        let name = self.spelling(&t).to_vec();
        let conditional = matches!(
            &name[..],
            b"if" | b"ifdef" | b"ifndef" | b"elif" | b"elifdef" | b"elifndef" | b"else" | b"endif"
        );
        let valid = std::mem::replace(&mut self.b.guard_valid, false);
        match (t.kind, &name[..]) {
            (Kind::End, _) => {
                self.b.guard_valid = valid;
                return;
            }
            (Kind::Number, _) => self.line_marker(&t),
            (_, b"include" | b"import" | b"include_next") => {
                self.include(&t, &name);
                return;
            }
            (_, b"define") => self.define(),
            (_, b"undef") => {
                self.prevent += 1;
                let t = self.lex_direct();
                self.prevent -= 1;
                if let Some(sym) = self.macro_name(&t) {
                    self.node(sym).makro = NO_MACRO;
                    self.extra(b"undef");
                }
            }
            (_, b"line") => self.line_directive(),
            (_, b"error" | b"warning") => {
                let text = self.rest_of_line();
                let message = format!(
                    "#{} {}",
                    String::from_utf8_lossy(&name),
                    String::from_utf8_lossy(&text)
                );
                self.error_at(&t, message);
                if let Some(last) = self.problems.last_mut() {
                    last.error = name == b"error";
                }
            }
            (_, b"pragma") => self.pragma(),
            (_, b"ident" | b"sccs") => {
                let s = self.get_real();
                if s.kind == Kind::Str {
                    let text = [b"#ident ", self.spelling(&s)].concat();
                    let place = self.here();
                    if !self.p.quiet {
                        self.p.whole_line(place, &text);
                    }
                } else {
                    self.error_at(&s, "invalid #ident directive".into());
                }
            }
            (_, b"assert") => {
                let text = self.rest_of_line();
                self.asserts.push(text);
            }
            (_, b"unassert") => {
                let text = self.rest_of_line();
                self.asserts
                    .retain(|a| *a != text && !a.starts_with(&[&text[..], b"("].concat()));
            }
            _ if conditional => self.conditional(&t, &name, valid),
            _ => {
                let text = String::from_utf8_lossy(&name).into_owned();
                self.error_at(&t, format!("invalid preprocessing directive #{text}"));
            }
        }
        self.skip_line();
    }

    /// Goes to the end of the directive's line.
    pub(crate) fn skip_line(&mut self) {
        while !self.contexts.is_empty() {
            self.pop_context();
        }
        self.look = None;
        self.in_directive = true;
        self.prevent += 1;
        while self.lex_direct().kind != Kind::End {}
        self.prevent -= 1;
    }

    /// The spelling of what is left of the line.
    pub(crate) fn rest_of_line(&mut self) -> Vec<u8> {
        let mut out = vec![];
        self.prevent += 1;
        loop {
            let t = self.lex_direct();
            if t.kind == Kind::End {
                break;
            }
            if t.has(PREV_WHITE) && !out.is_empty() {
                out.push(b' ');
            }
            out.extend_from_slice(self.spelling(&t));
        }
        self.prevent -= 1;
        out
    }

    fn extra(&mut self, name: &[u8]) {
        let t = self.lex_direct();
        if t.kind != Kind::End && !t.has(SYS | SYS_C) {
            let name = String::from_utf8_lossy(name).into_owned();
            self.warn_at(&t, format!("extra tokens at end of #{name} directive"));
        }
    }

    fn conditional(&mut self, t: &Token, name: &[u8], valid: bool) {
        match name {
            b"if" => {
                let (from, taken) = (self.b.c.cur, self.condition());
                let guard = valid.then(|| self.negated_defined(from)).flatten();
                self.open_if(t, taken, guard);
            }
            b"ifdef" | b"ifndef" => {
                self.prevent += 1;
                let id = self.lex_direct();
                self.prevent -= 1;
                let sym = self.macro_name(&id);
                let defined = sym.is_some_and(|s| self.is_defined(s));
                if sym.is_some() {
                    self.extra(name);
                }
                let negated = name == b"ifndef";
                self.open_if(
                    t,
                    sym.is_some() && defined != negated,
                    sym.filter(|_| negated && valid),
                );
            }
            b"endif" => self.close(t),
            _ => {
                // Reached from a group that was taken: the rest is left out.
                if self.ifs.len() <= self.b.ifs {
                    let name = String::from_utf8_lossy(name).into_owned();
                    self.error_at(t, format!("#{name} without #if"));
                    return;
                }
                self.other_branch(t, name == b"else");
                self.skip_group(true);
            }
        }
    }

    /// `!defined X` or `!defined(X)` and nothing else, for include guards.
    fn negated_defined(&mut self, from: usize) -> Option<Sym> {
        let line = &self.sources.bytes[from..self.b.c.cur];
        let text = String::from_utf8_lossy(line);
        let text = text.split("//").next()?.split("/*").next()?.trim();
        let text = text
            .strip_prefix('!')?
            .trim_start()
            .strip_prefix("defined")?
            .trim();
        let text = text
            .strip_prefix('(')
            .and_then(|t| t.strip_suffix(')'))
            .unwrap_or(text)
            .trim();
        if text.is_empty() || !text.bytes().all(is_id) {
            return None;
        }
        let text = text.to_owned();
        Some(self.names.intern(text.as_bytes()))
    }

    fn open_if(&mut self, t: &Token, taken: bool, guard: Option<Sym>) {
        self.ifs.push(If {
            line: t.line,
            taken,
            seen_else: false,
            guard,
        });
        if !taken {
            self.skip_group(false);
        }
    }

    fn close(&mut self, t: &Token) {
        if self.ifs.len() <= self.b.ifs {
            self.error_at(t, "#endif without #if".into());
            return;
        }
        if let Some(closed) = self.ifs.pop()
            && self.ifs.len() == self.b.ifs
            && closed.guard.is_some()
        {
            self.b.guard = closed.guard;
            self.b.guard_valid = true;
        }
    }

    fn other_branch(&mut self, t: &Token, is_else: bool) {
        let Some(top) = self.ifs.last_mut() else {
            return;
        };
        let again = top.seen_else;
        top.seen_else |= is_else;
        top.guard = None;
        if again {
            self.error_at(t, "#else or #elif after #else".into());
        }
    }

    /// Leaves text out until a branch of the innermost conditional is taken or it ends; the cursor is at the end of a directive's line then.
    fn skip_group(&mut self, mut done: bool) {
        let level = self.ifs.len();
        self.skip_line();
        loop {
            if !self.next_directive() {
                return;
            }
            self.prevent += 1;
            let t = self.lex_direct();
            self.prevent -= 1;
            let name = self.spelling(&t);
            match name {
                b"if" | b"ifdef" | b"ifndef" => {
                    self.ifs.push(If {
                        line: t.line,
                        taken: true,
                        seen_else: false,
                        guard: None,
                    });
                }
                b"endif" => {
                    if self.ifs.len() == level {
                        self.close(&t);
                        return;
                    }
                    self.ifs.pop();
                }
                b"else" | b"elif" | b"elifdef" | b"elifndef" if self.ifs.len() == level => {
                    let name = name.to_vec();
                    self.other_branch(&t, name == b"else");
                    if !done {
                        let take = match &name[..] {
                            b"else" => true,
                            b"elif" => self.condition(),
                            _ => {
                                self.prevent += 1;
                                let id = self.lex_direct();
                                self.prevent -= 1;
                                let defined = id.sym().is_some_and(|s| self.is_defined(s));
                                defined != (name == b"elifndef")
                            }
                        };
                        if take {
                            if let Some(top) = self.ifs.last_mut() {
                                top.taken = true;
                            }
                            return;
                        }
                        done |= self.ifs.last().is_some_and(|i| i.taken);
                    }
                }
                _ => {}
            }
            if t.kind != Kind::End {
                self.skip_line();
            }
        }
    }

    /// From the end of a line behind the next `#` that begins one.
    fn next_directive(&mut self) -> bool {
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
                    c.line += 1;
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
                b'\'' if i > 0 && is_id(t[i - 1]) && is_id(t[i + 1]) => i += 1,
                b'"' | b'\'' => i = literal(t, i),
                _ => {
                    i += 1;
                    while !matches!(t[i], b'\n' | b'/' | b'"' | b'\'' | 0) {
                        i += 1;
                    }
                }
            }
            start = false;
        }
    }
}

/// Behind the literal at `i`, or behind its quote if it does not end on its line.
fn literal(t: &[u8], i: usize) -> usize {
    if t[i] == b'"' && i > 0 && t[i - 1] == b'R' {
        let mode = crate::lex::Mode {
            directive: false,
            args: false,
            raw: true,
            spaceship: false,
        };
        let (kind, end) = crate::lex::token(t, i - 1, &mode);
        if kind == Kind::Str && !t[i..end].contains(&b'\n') {
            return end;
        }
    }
    let mut j = i + 1;
    loop {
        match t[j] {
            b'\\' if t[j + 1] != b'\n' => j += 2,
            b'\n' => return i + 1,
            0 if j + 2 >= t.len() => return i + 1,
            b if b == t[i] => return j + 1,
            _ => j += 1,
        }
        if j >= t.len() {
            return i + 1;
        }
    }
}
