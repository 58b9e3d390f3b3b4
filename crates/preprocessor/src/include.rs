//! Headers ([cpp.include]): which file is meant, whether it must be read again, `#line` ([cpp.line]) and line markers. Knows nothing of
//! conditions or macros.

use crate::engine::{Open, Preprocessor, Problem, Seen};
use crate::lex::Cursor;
use crate::print::Place;
use crate::token::*;

const MAX_DEPTH: usize = 200;
/// The folder that a file was found in by its own path.
pub(crate) const OWN: usize = usize::MAX;

impl Preprocessor<'_> {
    /// The rest of an `#include`.
    pub(crate) fn include(&mut self, t: &Token, which: &[u8]) {
        let Some((name, angled)) = self.header_name() else {
            self.error_at(t, "#include expects \"FILENAME\" or <FILENAME>".into());
            self.skip_line();
            return;
        };
        self.skip_line();
        if self.stack.len() > MAX_DEPTH {
            self.error_at(
                t,
                format!(
                    "#include nested depth {} exceeds maximum of {MAX_DEPTH}",
                    self.stack.len()
                ),
            );
            return;
        }
        let next = which == b"include_next" && self.stack.len() > 1;
        let Some((seen, dir)) = self.find(&name, angled, next) else {
            let text = String::from_utf8_lossy(&name).into_owned();
            self.error_at(t, format!("{text}: No such file or directory"));
            return;
        };
        if which == b"import" {
            if self.seen[seen].once {
                return;
            }
            self.seen[seen].once = true;
            self.open_again(seen, dir);
            return;
        }
        self.open(seen, dir);
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
    pub(crate) fn find(&mut self, name: &[u8], angled: bool, next: bool) -> Option<(usize, usize)> {
        let text = String::from_utf8_lossy(name).into_owned();
        if name.first() == Some(&b'/') {
            return self.load("", &text, &text, false).map(|seen| (seen, OWN));
        }
        let mut from = if angled { self.settings.brackets } else { 0 };
        if next {
            from = if self.b.dir == OWN {
                from
            } else {
                self.b.dir + 1
            };
        } else if !angled {
            let own = self.seen_path();
            let path = match own.rfind('/') {
                Some(at) => format!("{}/{text}", &own[..at]),
                None => text.clone(),
            };
            if let Some(seen) = self.load(
                &format!("own {}", own.rfind('/').map_or("", |at| &own[..at])),
                &text,
                &path,
                self.b.c.sys & SYS_C != 0,
            ) {
                return Some((seen, OWN));
            }
        }
        let key = (from, name.to_vec());
        if let Some(&known) = self.found.get(&key) {
            return known;
        }
        let mut result = None;
        for i in from..self.settings.dirs.len() {
            let path = format!("{}/{text}", self.settings.dirs[i].path);
            if let Some(seen) = self.load(
                &format!("{i}"),
                &text,
                &path,
                self.settings.dirs[i].sys != 0,
            ) {
                result = Some((seen, i));
                break;
            }
        }
        self.found.insert(key, result);
        result
    }

    fn seen_path(&self) -> String {
        self.sources
            .texts
            .get(self.b.text as usize)
            .map(|t| t.path.clone())
            .unwrap_or_default()
    }

    /// A file as one folder has it. As with GNU's cpp, a file that is found by another folder or name is another one, and so is its
    /// include guard; the text is shared.
    fn load(&mut self, folder: &str, name: &str, path: &str, sys: bool) -> Option<usize> {
        let key = format!("{folder}\0{name}");
        if let Some(&known) = self.by_path.get(&key) {
            return known;
        }
        let text = match self.texts.get(path) {
            Some(&text) => text,
            None => self.read(path, sys),
        };
        let result = text.map(|text| {
            self.seen.push(Seen {
                text,
                guard: None,
                once: false,
            });
            self.seen.len() - 1
        });
        self.by_path.insert(key, result);
        result
    }

    fn read(&mut self, path: &str, sys: bool) -> Option<u32> {
        let result = self.files.read(path).map(|raw| {
            let shorter = if sys { self.shorter(path) } else { None };
            let path = shorter.as_deref().unwrap_or(path);
            let trigraphs = self.settings.strict && self.settings.year < 2017;
            self.sources.add(path, &raw, trigraphs)
        });
        self.texts.insert(path.to_owned(), result);
        result
    }

    /// A system header's path by its folder's real name, if that is shorter: GNU's `-fcanonical-system-headers`.
    fn shorter(&self, path: &str) -> Option<String> {
        let (folder, name) = path.rsplit_once('/')?;
        let real = format!("{}/{name}", self.files.folder(folder)?);
        (real.len() < path.len()).then_some(real)
    }

    /// Opens a file, unless its guard or `#pragma once` says that it has nothing more to give.
    pub(crate) fn open(&mut self, seen: usize, dir: usize) -> bool {
        if self.seen[seen].guard.is_some_and(|g| self.is_defined(g)) {
            return false;
        }
        let bytes = |s: &Seen| {
            let t = &self.sources.texts[s.text as usize];
            &self.sources.bytes[t.start as usize..t.end as usize]
        };
        let this = &self.seen[seen];
        if self
            .seen
            .iter()
            .any(|s| s.once && (s.text == this.text || bytes(s) == bytes(this)))
        {
            return false;
        }
        self.open_again(seen, dir);
        true
    }

    pub(crate) fn open_again(&mut self, seen: usize, dir: usize) {
        let text = self.sources.texts[self.seen[seen].text as usize].clone();
        let sys = self
            .settings
            .dirs
            .get(dir)
            .map_or(0, |d| d.sys)
            .max(self.b.c.sys);
        if !self.dependencies.iter().any(|d| d.0 == text.path) {
            self.dependencies.push((text.path.clone(), sys != 0));
        }
        if !self.p.quiet && !self.stack.is_empty() {
            let here = self.here();
            self.p.go_to(here);
        }
        let name = self.marker_name(text.path.as_bytes());
        let main = self.stack.is_empty();
        let open = Open {
            text: self.seen[seen].text,
            c: Cursor::new(&text, sys),
            seen: Some(seen),
            name,
            dir,
            ifs: self.ifs.len(),
            guard_valid: true,
            guard: None,
        };
        // The file goes on behind the directive.
        if self.in_directive && self.sources.bytes.get(self.b.c.cur) == Some(&b'\n') {
            self.b.c.cur += 1;
            self.b.c.line += 1;
            self.b.c.bol = true;
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

    /// Ends a file. Says whether another one goes on.
    pub(crate) fn pop_file(&mut self) -> bool {
        while self.ifs.len() > self.b.ifs {
            if let Some(i) = self.ifs.pop() {
                let file = self.file_name();
                let message = "unterminated conditional directive".to_owned();
                self.problems.push(Problem {
                    file,
                    line: i.line,
                    column: 0,
                    error: true,
                    message,
                });
            }
        }
        if let (true, Some(guard), Some(seen)) = (self.b.guard_valid, self.b.guard, self.b.seen) {
            self.seen[seen].guard = Some(guard);
        }
        if self.stack.len() <= 1 {
            return false;
        }
        let Some(old) = self.stack.pop() else {
            return false;
        };
        self.b = old;
        if !self.p.quiet {
            let here = self.here();
            self.p.marker(here, b" 2");
        }
        true
    }

    /// `#line`
    pub(crate) fn line_directive(&mut self) {
        let t = self.get_real();
        let line = std::str::from_utf8(self.spelling(&t))
            .ok()
            .and_then(|s| s.parse::<u32>().ok());
        let Some(line) = line else {
            let text = String::from_utf8_lossy(self.spelling(&t)).into_owned();
            self.error_at(
                &t,
                format!("\"{text}\" after #line is not a positive integer"),
            );
            return;
        };
        let file = self.get_real();
        self.rename(line, &file);
        self.finish_rename(line, b"");
    }

    fn rename(&mut self, _line: u32, file: &Token) {
        if file.kind == Kind::Str {
            let s = self.spelling(file);
            let name = unescape(s.get(1..s.len() - 1).unwrap_or_default());
            self.b.name = self.marker_name(&name);
        } else if file.kind != Kind::End {
            self.error_at(file, "invalid filename".into());
        }
    }

    fn finish_rename(&mut self, line: u32, flags: &[u8]) {
        self.skip_line();
        let place = Place {
            file: self.b.name,
            line,
            sys: self.b.c.sys,
        };
        if !self.p.quiet {
            self.p.marker(place, flags);
        }
        self.b.c.line = line.wrapping_sub(1);
    }

    /// `# 33 "file" flags`
    pub(crate) fn line_marker(&mut self, t: &Token) {
        let line = std::str::from_utf8(self.spelling(t))
            .ok()
            .and_then(|s| s.parse::<u32>().ok());
        let Some(line) = line else {
            self.error_at(t, "# is not followed by a line number".into());
            return;
        };
        let file = self.get_real();
        if file.kind == Kind::Str {
            self.rename(line, &file);
            let (mut sys, mut flags) = (0, &b""[..]);
            loop {
                let t = self.get_real();
                match self.spelling(&t) {
                    b"1" => flags = b" 1",
                    b"2" => flags = b" 2",
                    b"3" => sys = SYS,
                    b"4" => sys = SYS | SYS_C,
                    _ => break,
                }
            }
            self.b.c.sys = sys;
            self.finish_rename(line, flags);
        } else {
            self.finish_rename(line, b"");
        }
    }
}

/// A file name without its escapes.
fn unescape(name: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    let mut bytes = name.iter();
    while let Some(&c) = bytes.next() {
        out.push(if c == b'\\' {
            bytes.next().copied().unwrap_or(c)
        } else {
            c
        });
    }
    out
}
