//! `#include` and its like ([cpp.include]): whether a file must be read again, and the files within one another. Knows nothing of where
//! headers lie.

use crate::engine::{Open, Preprocessor};
use crate::headers::{Found, NO_DIR};
use crate::lex::Cursor;
use crate::print::Place;
use crate::problems::Severity;
use crate::token::*;

const MAX_DEPTH: usize = 200;

impl Preprocessor<'_> {
    /// The rest of an `#include`.
    pub(crate) fn include(&mut self, t: &Token, which: &[u8]) {
        let which_name = String::from_utf8_lossy(which).into_owned();
        if which == b"include_next" && self.stack.len() <= 1 {
            self.warn_at(t, "#include_next in primary source file".into());
        }
        let start = self.b.c.cur;
        self.wants_padding = true;
        let header = self.header_name();
        self.wants_padding = false;
        let Some((name, angled)) = header else {
            if !self.stopped {
                let message = format!("#{which_name} expects \"FILENAME\" or <FILENAME>");
                self.error_here(message);
            }
            self.skip_line();
            return;
        };
        // The place of the name, for what goes wrong.
        let blanks = self.sources.bytes[start..]
            .iter()
            .take_while(|&&c| crate::lex::is_blank(c));
        let (line, at) = (self.b.c.line, (start + blanks.count()) as u32);
        let column = self.said_column(at);
        if name.is_empty() {
            let message = format!("empty filename in #{which_name}");
            self.report(Severity::Error, self.b.name, line, column, message);
            self.skip_line();
            return;
        }
        let more = self.get_real();
        if more.kind != Kind::End {
            let message = format!("extra tokens at end of #{which_name} directive");
            self.warn_at(&more, message);
        }
        self.skip_line();
        if self.stack.len() > MAX_DEPTH {
            let message = format!(
                "#include nested depth {} exceeds maximum of {MAX_DEPTH} (use -fmax-include-depth=DEPTH to increase the maximum)",
                self.stack.len()
            );
            self.report(Severity::Error, self.b.name, line, column, message);
            return;
        }
        self.dump_include(&which_name, &name, angled);
        let next = which == b"include_next" && self.stack.len() > 1;
        let Some((seen, dir)) = self.find(&name, angled, next) else {
            let text = String::from_utf8_lossy(&name).into_owned();
            if self.settings.generated {
                self.dependencies.push((text, angled));
                return;
            }
            let message = format!("{text}: No such file or directory");
            match self.settings.goes_on {
                true => {
                    self.report(Severity::Fatal, self.b.name, line, column, message);
                }
                false => self.fatal(line, column, message),
            }
            return;
        };
        let import = which == b"import";
        if self.piecewise && self.stack.len() <= 1 {
            if !self.within_macro {
                self.pending = Some((seen, dir, import));
                return;
            }
            self.torn = true;
        }
        self.open(seen, dir, import);
    }

    /// A header's name behind `#include` or in `__has_include`, and whether it is in angle brackets.
    pub(crate) fn header_name(&mut self) -> Option<(Vec<u8>, bool)> {
        if self.contexts.is_empty() && self.look.is_none() {
            let t = &self.sources.bytes[..=self.b.c.end];
            let mut i = self.b.c.cur;
            while crate::lex::is_blank(t[i]) {
                i += 1;
            }
            if t[i] == b'<' {
                let end = memchr::memchr2(b'>', b'\n', &t[i..])? + i;
                if t[end] == b'>' {
                    let name = t[i + 1..end].to_vec();
                    self.b.c.cur = end + 1;
                    return Some((name, true));
                }
            }
            if t[i] == b'"' {
                let end = memchr::memchr2(b'"', b'\n', &t[i + 1..])? + i + 1;
                if t[end] == b'"' {
                    let name = t[i + 1..end].to_vec();
                    self.b.c.cur = end + 1;
                    return Some((name, false));
                }
            }
        }
        let t = self.get_real();
        match t.kind {
            Kind::Str => {
                let s = self.spelling(&t);
                Some((s.get(1..s.len() - 1)?.to_vec(), false))
            }
            Kind::Less => {
                let mut name = vec![];
                loop {
                    let t = self.get_real();
                    match t.kind {
                        Kind::Greater => return Some((name, true)),
                        Kind::End => return None,
                        _ => {
                            if t.has(PREV_WHITE) {
                                name.push(b' ');
                            }
                            name.extend_from_slice(self.spelling(&t));
                        }
                    }
                }
            }
            _ => None,
        }
    }

    /// The file that a name means, and the folder that it was found in.
    pub(crate) fn find(&mut self, name: &[u8], angled: bool, next: bool) -> Found {
        let from = if name.first() == Some(&b'/') {
            NO_DIR
        } else if next && self.b.dir != NO_DIR {
            self.headers.next_dir(self.b.dir)
        } else if angled {
            self.headers.brackets
        } else {
            let own = self.sources.texts.get(self.b.text as usize);
            let own = own.map_or(String::new(), |t| t.path.clone());
            self.own_dir(&own, self.b.c.sys)
        };
        self.find_from(name, from)
    }

    pub(crate) fn find_from(&mut self, name: &[u8], from: usize) -> Found {
        let key = self.names.intern(name);
        let folder = memchr::memrchr(b'/', name).map(|at| self.names.intern(&name[..at]));
        let name = String::from_utf8_lossy(name);
        let room = self.settings.bytes;
        let found = self
            .headers
            .find(self.files, &mut self.sources, from, key, &name, folder);
        if self.sources.bytes.len() > room {
            self.stop("there is too much text");
        }
        found
    }

    /// Opens a file, unless its guard or `#pragma once` says that it has nothing more to give.
    pub(crate) fn open(&mut self, seen: usize, dir: usize, import: bool) -> bool {
        let opens = self.opens(seen, import);
        if opens {
            self.open_again(seen, dir);
        }
        opens
    }

    /// Whether a file has something to give.
    pub(crate) fn opens(&mut self, seen: usize, import: bool) -> bool {
        self.asks_file(seen);
        let this = &self.headers.seen[seen];
        if this.once || this.guard.is_some_and(|g| self.is_defined(g)) && !import {
            return false;
        }
        if import {
            self.untraced();
            self.mark_once(seen);
            let this = &self.headers.seen[seen];
            if this.opened || this.guard.is_some_and(|g| self.is_defined(g)) {
                return false;
            }
        }
        !self.headers.is_copy(&self.sources, seen, import)
    }

    pub(crate) fn open_again(&mut self, seen: usize, dir: usize) {
        self.opened += 1;
        if self.opened > self.settings.opens {
            self.stop("too many files are included");
            return;
        }
        let id = self.headers.seen[seen].text;
        let own = self.headers.dirs.get(dir).map_or(0, |d| d.sys);
        let sys = if dir == NO_DIR {
            0
        } else {
            own.max(self.b.c.sys)
        };
        let text = &self.sources.texts[id as usize];
        let c = Cursor::new(text, sys);
        let path = text.path.clone();
        self.note_opened(seen, sys != 0);
        if self.tracer.is_on() {
            self.tracer.trace.files.push((seen, id));
            self.tracer.trace.opens += 1;
        }
        if !self.p.quiet && !self.stack.is_empty() {
            let here = self.here();
            self.p.go_to(here);
        }
        let name = self.marker_name(path.as_bytes());
        let main = self.stack.is_empty();
        let open = Open {
            text: id,
            c,
            seen: Some(seen),
            name,
            dir,
            ifs: self.ifs.len(),
            guard_valid: true,
            entered: vec![],
            guard: None,
            spoken: 0,
        };
        if self.in_directive {
            self.go_behind_directive();
        }
        let old = std::mem::replace(&mut self.b, open);
        self.stack.push(old);
        let place = Place {
            file: name,
            line: 1,
            sys,
        };
        if !self.p.quiet && !main {
            self.p.marker(place, b" 1");
        }
    }

    /// The file goes on behind the directive.
    pub(crate) fn go_behind_directive(&mut self) {
        if self.sources.bytes.get(self.b.c.cur) == Some(&b'\n') {
            self.b.c.cur += 1;
            self.b.c.line = self.b.c.line.wrapping_add(1);
            self.b.c.bol = true;
        }
    }

    /// Ends a file. Says whether another one goes on.
    pub(crate) fn pop_file(&mut self) -> bool {
        while self.ifs.len() > self.b.ifs {
            let Some(open) = self.ifs.pop() else { break };
            let name = open.name;
            if !self.stopped {
                let message = format!("unterminated #{name}");
                self.report(Severity::Error, self.b.name, open.line, 0, message);
            }
        }
        if let (true, Some(guard), Some(seen)) = (self.b.guard_valid, self.b.guard, self.b.seen) {
            let guard_of = &mut self.headers.seen[seen].guard;
            guard_of.get_or_insert(guard);
            if self.tracer.is_on() {
                self.tracer.trace.guards.push((seen, guard));
            }
        }
        if self.stack.len() <= 1 {
            if let (Some((file, line)), false) =
                (self.b.entered.pop(), self.p.quiet || self.stopped)
            {
                let sys = 0;
                self.p.marker(Place { file, line, sys }, b" 2");
            }
            return false;
        }
        let Some(old) = self.stack.pop() else {
            return false;
        };
        self.b = old;
        self.b.guard_valid = false;
        if self.piecewise && self.stack.len() <= 1 && self.included {
            self.returned = true;
            return true;
        }
        if !self.p.quiet && !self.stopped {
            let here = self.here();
            self.p.marker(here, b" 2");
        }
        true
    }
}
