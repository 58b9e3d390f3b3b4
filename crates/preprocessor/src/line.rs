//! `#line` ([cpp.line]) and line markers. Knows nothing of headers.

use crate::engine::Preprocessor;
use crate::print::Place;
use crate::token::*;

impl Preprocessor<'_> {
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
