//! `#line` ([cpp.line]) and line markers. Knows nothing of headers.

use crate::engine::Preprocessor;
use crate::print::Place;
use crate::problems::Severity;
use crate::token::*;

impl Preprocessor<'_> {
    /// `#line`
    pub(crate) fn line_directive(&mut self) {
        let t = self.get_real();
        let Some((line, wrapped)) = self.line_number(&t) else {
            if t.kind == Kind::End {
                self.error_here("unexpected end of file after #line".into());
            } else {
                let text = String::from_utf8_lossy(self.spelling(&t)).into_owned();
                let message = format!("\"{text}\" after #line is not a positive integer");
                self.error_at(&t, message);
            }
            return;
        };
        if wrapped {
            self.warn_at(&t, "line number out of range".into());
        }
        let file = self.get_real();
        let mut name = self.b.name;
        if file.kind == Kind::Str {
            name = self.file_of(&file);
            self.extra(b"line");
        } else if file.kind != Kind::End {
            let text = String::from_utf8_lossy(self.spelling(&file)).into_owned();
            self.error_at(&file, format!("invalid filename \"{text}\""));
            return;
        }
        self.renamed(name, line, self.b.c.sys, b"");
    }

    /// The number, and whether it is too large.
    fn line_number(&self, t: &Token) -> Option<(u32, bool)> {
        let text = self.spelling(t);
        if t.kind != Kind::Number || !text.iter().all(|c| c.is_ascii_digit() || *c == b'\'') {
            return None;
        }
        let (mut line, mut wrapped) = (0u32, false);
        for digit in text.iter().filter(|c| c.is_ascii_digit()) {
            let next = u64::from(line) * 10 + u64::from(digit - b'0');
            wrapped |= next > u64::from(u32::MAX);
            line = next as u32;
        }
        Some((line, wrapped))
    }

    fn file_of(&mut self, t: &Token) -> u32 {
        let s = self.spelling(t);
        let from = s.iter().position(|&c| c == b'"').map_or(0, |at| at + 1);
        let name = unescape(s.get(from..s.len() - 1).unwrap_or_default());
        self.marker_name(&name)
    }

    /// The next line has this number and belongs to this file.
    fn renamed(&mut self, name: u32, line: u32, sys: u8, flags: &[u8]) {
        self.skip_line();
        self.b.name = name;
        self.b.c.sys = sys;
        let place = Place {
            file: name,
            line,
            sys,
        };
        if !self.p.quiet {
            self.p.marker(place, flags);
        }
        self.b.c.line = line.wrapping_sub(1);
    }

    /// `# 33 "file" flags`
    pub(crate) fn line_marker(&mut self, t: &Token) {
        let Some((line, _)) = self.line_number(t) else {
            let text = String::from_utf8_lossy(self.spelling(t)).into_owned();
            let message = format!("\"{text}\" after # is not a positive integer");
            self.error_at(t, message);
            return;
        };
        let file = self.get_real();
        if file.kind != Kind::Str {
            if file.kind == Kind::End {
                self.renamed(self.b.name, line, self.b.c.sys, b"");
            } else {
                let text = String::from_utf8_lossy(self.spelling(&file)).into_owned();
                self.error_at(&file, format!("invalid filename \"{text}\""));
            }
            return;
        }
        let name = self.file_of(&file);
        let (mut sys, mut flags, mut last) = (0, &b""[..], 0);
        while let Some(flag) = self.flag(last) {
            last = flag;
            match flag {
                1 => flags = b" 1",
                2 => flags = b" 2",
                3 => sys = SYS,
                _ => sys = SYS | SYS_C,
            }
        }
        self.skip_line();
        match flags {
            b" 1" => {
                // The file that it is entered from comes to this line first.
                let here = self.here();
                if !self.p.quiet {
                    self.p.go_to(here);
                }
                self.b
                    .entered
                    .push((self.b.name, self.b.c.line.wrapping_add(1)));
            }
            b" 2" => {
                let from = self.b.entered.last().copied();
                if from.is_none_or(|(f, _)| f != name && !self.p.names[name as usize].is_empty()) {
                    let shown = String::from_utf8_lossy(&self.p.names[name as usize]).into_owned();
                    let message =
                        format!("file \"{shown}\" linemarker ignored due to incorrect nesting");
                    let column = self.column_of(&file);
                    self.report(Severity::Warning, self.b.name, file.line, column, message);
                    return;
                }
                self.b.entered.pop();
            }
            _ => {}
        }
        self.renamed(name, line, sys, flags);
    }

    /// One flag of a line marker; they come in their order.
    fn flag(&mut self, last: u8) -> Option<u8> {
        let t = self.get_real();
        if t.kind == Kind::End {
            return None;
        }
        let flag = match self.spelling(&t) {
            [c @ b'1'..=b'4'] => c - b'0',
            _ => 0,
        };
        // 1 and 2 come first, 3 next, and 4 behind 3 alone.
        let good = match flag {
            1 | 2 => last == 0,
            3 => last < 3,
            4 => last == 3,
            _ => false,
        };
        if !good {
            let text = String::from_utf8_lossy(self.spelling(&t)).into_owned();
            self.error_at(&t, format!("invalid flag \"{text}\" in line directive"));
            return None;
        }
        Some(flag)
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
