//! Where the headers of a host half end: places at which a compiler can stop, keep what it knows, and go on with what follows. It reads
//! lines, brackets and literals, and must not know what they declare.

use std::ops::Range;

/// A place between two declarations, behind an included file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The marker that says where the text goes on.
    pub(super) marker: Range<usize>,
    /// The source and the included files that are open there, that one being the last.
    files: Vec<File>,
    /// The pragmas that turn warnings off and still hold.
    pub(super) pragmas: Vec<Range<usize>>,
}

/// A file as markers speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct File {
    /// A line, and the name with its quotes.
    name: String,
    /// The flags that say whose it is.
    flags: String,
}

impl Cut {
    /// The text behind the place, which is at home in the file to which it returns.
    pub(super) fn rest(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() - self.marker.end + 1024);
        for pragma in &self.pragmas {
            out.extend_from_slice(&text[pragma.clone()]);
            out.push(b'\n');
        }
        // Each of them is left again by a marker of what follows, which must name the one that included it.
        for (i, file) in self.files.iter().enumerate() {
            let enter = if i == 0 { "" } else { " 1" };
            let line = format!("# {}{enter}{}\n", file.name, file.flags);
            out.extend_from_slice(line.as_bytes());
        }
        out.extend_from_slice(&text[self.marker.end..]);
        out
    }
}

/// How deep in included files a place may be.
const DEPTH: usize = 3;
/// What stands between two places is at least this part of the text.
const SHARE: usize = 32;
/// Less than this is not worth a place, in bytes.
const LEAST: usize = 100_000;

/// The places in a text, in order. The last one stands behind all others.
pub(super) fn cuts(text: &[u8]) -> Vec<Cut> {
    let mut scan = Scan {
        begins_line: true,
        ..Scan::default()
    };
    let mut cuts: Vec<Cut> = Vec::new();
    let mut last_kept = 0;
    let mut at = 0;
    while at < text.len() && !scan.is_lost {
        let byte = text[at];
        match byte {
            b'#' if scan.begins_line => {
                let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |i| at + i);
                if let Some(cut) = scan.directive(text, at..end) {
                    // Of places that are near each other the last one counts.
                    if cuts
                        .last()
                        .is_some_and(|_| at - last_kept < text.len() / SHARE)
                    {
                        cuts.pop();
                    } else {
                        last_kept = at;
                    }
                    cuts.push(cut);
                }
                at = end;
            }
            b'\n' => {
                scan.begins_line = true;
                at += 1;
            }
            b' ' | b'\t' | b'\r' => at += 1,
            _ => at = scan.token(text, at),
        }
    }
    cuts.retain(|cut| cut.marker.start >= LEAST);
    cuts
}

#[derive(Default)]
struct Scan {
    begins_line: bool,
    /// Open brackets of all kinds.
    open: usize,
    /// The last byte of a token was one that ends a declaration.
    is_ended: bool,
    /// The source and open included files, as the last marker in each says.
    files: Vec<File>,
    /// Open `#if`.
    conditions: usize,
    /// Pragmas that turn warnings off, and where a `push` stands among them.
    pragmas: Vec<Option<Range<usize>>>,
    /// Open `#pragma pack(push)`, `visibility push` and their like.
    pushed: usize,
    /// A pragma that is not understood stands between declarations, or the text is not what it should be.
    is_lost: bool,
}

impl Scan {
    /// A line that begins with `#`. A marker may be a place.
    fn directive(&mut self, text: &[u8], line: Range<usize>) -> Option<Cut> {
        let words = text[line.start + 1..line.end].trim_ascii_start();
        if words.first().is_some_and(u8::is_ascii_digit) {
            return self.marker(text, line);
        }
        let (name, rest) = split(words);
        match name {
            b"if" | b"ifdef" | b"ifndef" => self.conditions += 1,
            b"endif" => self.conditions = self.conditions.saturating_sub(1),
            b"pragma" => self.pragma(rest, line),
            b"define" | b"undef" | b"include" | b"else" | b"elif" => {}
            _ => self.is_lost = true,
        }
        None
    }

    fn marker(&mut self, text: &[u8], line: Range<usize>) -> Option<Cut> {
        let words = std::str::from_utf8(&text[line.start + 1..line.end]).ok()?;
        let (name, flags) = words.trim().split_at(words.trim().rfind('"')? + 1);
        let (name, flags) = (name.to_owned(), flags.trim_start());
        let change = flags
            .chars()
            .next()
            .filter(|flag| matches!(flag, '1' | '2'));
        let flags = if change.is_some() { &flags[1..] } else { flags };
        let flags = match flags.trim_start() {
            "" => String::new(),
            flags => format!(" {flags}"),
        };
        if change == Some('2') {
            self.files.pop();
        }
        if change != Some('1') {
            self.files.pop();
        }
        self.files.push(File { name, flags });
        let is_place = change == Some('2')
            && self.open == 0
            && self.is_ended
            && self.conditions == 0
            && self.pushed == 0
            && self.files.len() <= DEPTH;
        is_place.then(|| Cut {
            marker: line.start..(line.end + 1).min(text.len()),
            files: self.files.clone(),
            pragmas: self.pragmas.iter().flatten().cloned().collect(),
        })
    }

    fn pragma(&mut self, words: &[u8], line: Range<usize>) {
        let (first, rest) = split(words);
        let (second, third) = split(rest);
        match (first, second) {
            (b"GCC", b"diagnostic") => match split(third).0 {
                b"push" => self.pragmas.push(None),
                b"pop" => while self.pragmas.pop().is_some_and(|p| p.is_some()) {},
                b"ignored" => self.pragmas.push(Some(line)),
                // What turns a warning on again would be forgotten.
                _ => self.is_lost = true,
            },
            (b"GCC", b"visibility" | b"push_options" | b"pop_options") => {
                let word = if second == b"visibility" {
                    third
                } else {
                    second
                };
                self.push_or_pop(word);
            }
            (b"GCC", b"system_header") | (b"once" | b"push_macro" | b"pop_macro", _) => {}
            (b"pack", _) if memchr::memmem::find(rest, b"push").is_some() => self.pushed += 1,
            (b"pack", _) if memchr::memmem::find(rest, b"pop").is_some() => {
                self.pushed = self.pushed.saturating_sub(1);
            }
            // One that stands in a function is about its statements.
            _ => self.is_lost |= self.open == 0,
        }
    }

    fn push_or_pop(&mut self, word: &[u8]) {
        match word.starts_with(b"push") {
            true => self.pushed += 1,
            false => self.pushed = self.pushed.saturating_sub(1),
        }
    }

    /// A token, and whatever needs no look; gives the place behind it.
    fn token(&mut self, text: &[u8], at: usize) -> usize {
        self.begins_line = false;
        self.is_ended = matches!(text[at], b';' | b'}');
        match text[at] {
            b'(' | b'{' | b'[' => self.open += 1,
            b')' | b'}' | b']' => {
                self.is_lost |= self.open == 0;
                self.open = self.open.saturating_sub(1);
            }
            b'"' | b'\'' => return self.literal(text, at),
            byte if is_word(byte) => {
                let end = at + text[at..].iter().take_while(|b| is_word(**b)).count();
                return self.word(text, at, end);
            }
            _ => {}
        }
        at + 1
    }

    /// What begins with a name or a number: a prefix of a literal, or a number with separators.
    fn word(&mut self, text: &[u8], at: usize, end: usize) -> usize {
        match text.get(end) {
            Some(b'"') if matches!(&text[at..end], b"R" | b"LR" | b"uR" | b"UR" | b"u8R") => {
                self.raw(text, end)
            }
            // A digit separator.
            Some(b'\'') if text[at].is_ascii_digit() => end + 1,
            _ => end,
        }
    }

    fn literal(&mut self, text: &[u8], at: usize) -> usize {
        let quote = text[at];
        let mut i = at + 1;
        while let Some(next) = memchr::memchr3(quote, b'\\', b'\n', &text[i..]) {
            match text[i + next] {
                b'\\' => i += next + 2,
                b'\n' => break,
                _ => return i + next + 1,
            }
            if i > text.len() {
                break;
            }
        }
        self.is_lost = true;
        text.len()
    }

    /// A raw string from its quote on.
    fn raw(&mut self, text: &[u8], at: usize) -> usize {
        let end = memchr::memchr(b'(', &text[at..]).and_then(|open| {
            let close = [b")", &text[at + 1..at + open], b"\""].concat();
            let body = at + open;
            Some(body + memchr::memmem::find(&text[body..], &close)? + close.len())
        });
        self.is_lost |= end.is_none();
        end.unwrap_or(text.len())
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The first word, and what follows.
fn split(words: &[u8]) -> (&[u8], &[u8]) {
    let words = words.trim_ascii_start();
    let end = words
        .iter()
        .position(|b| !is_word(*b))
        .unwrap_or(words.len());
    (&words[..end], words[end..].trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of a text whose headers are long enough, as the lines that they return to.
    fn lines(header: &str) -> Vec<String> {
        let long = "int x;\n".repeat(LEAST / 7 + 1);
        let text = header.replace("LONG\n", &long);
        let cuts = cuts(text.as_bytes());
        let name = |cut: Cut| cut.files.last().unwrap().name.clone();
        cuts.into_iter().map(name).collect()
    }

    #[test]
    fn behind_included_files() {
        let text = "# 1 \"a.cu\"\n# 1 \"h\" 1\nLONG\n# 2 \"a.cu\" 2\nint f() { return 0; }\n";
        assert_eq!(lines(text), ["2 \"a.cu\""]);
        let nested = "# 1 \"a.cu\"\n# 1 \"h\" 1\n# 1 \"i\" 1\nLONG\n# 2 \"h\" 2\nLONG\n# 2 \"a.cu\" 2\nint y;\n";
        assert_eq!(lines(nested), ["2 \"h\"", "2 \"a.cu\""]);
        // Too near to each other.
        let near = "# 1 \"a.cu\"\n# 1 \"h\" 1\nLONG\n# 2 \"a.cu\" 2\n# 1 \"i\" 1\nint i;\n# 3 \"a.cu\" 2\nint y;\n";
        assert_eq!(lines(near), ["3 \"a.cu\""]);
    }

    #[test]
    fn files_that_are_left_are_entered() {
        let long = "int x;\n".repeat(LEAST / 7 + 1);
        let rest = format!("{long}# 2 \"a.cu\" 2\nint z;\n");
        let text = format!("# 1 \"a.cu\"\n# 1 \"h\" 1 3\n# 1 \"i\" 1\n{long}# 9 \"h\" 2 3\n{rest}");
        let cut = cuts(text.as_bytes()).remove(0);
        let head = "# 1 \"a.cu\"\n# 9 \"h\" 1 3\n";
        assert!(cut.rest(text.as_bytes()) == format!("{head}{rest}").into_bytes());
    }

    #[test]
    fn between_declarations_only() {
        for open in [
            "namespace a {",
            "extern \"C\" {",
            "int f(",
            "template <class T>",
            "int x",
            "#if 1",
            "#pragma pack(push, 1)",
            "#pragma GCC visibility push(hidden)",
            "#pragma GCC push_options",
            "#pragma GCC diagnostic error \"-Wall\"",
            "#pragma unheard of",
            "#error no",
            "}",
            "char c = 'a\n;",
            "const char *s = R\"x()\";",
        ] {
            let text = format!("# 1 \"a.cu\"\n{open}\n# 1 \"h\" 1\nLONG\n# 2 \"a.cu\" 2\nint y;\n");
            let text = match open {
                "template <class T>" | "int x" => text
                    .replace("LONG\n", "")
                    .replace(open, &format!("LONG\n{open}")),
                _ => text,
            };
            assert_eq!(lines(&text), [""; 0], "{open}");
        }
        for closed in [
            "namespace a { struct A { int x[2]; }; }",
            "int x = 1'000'000, y = 0x1'2;",
            "char c = '\"', d = u8'\\'', e = '{';",
            "const char *s = \"\\\"}\" R\"x({ )\" )x\" u8R\"({)\";",
            "#pragma pack(push, 1)\nstruct A { char a; };\n#pragma pack(pop)",
            "#pragma GCC diagnostic push\n#pragma GCC diagnostic pop",
            "void f() {\n#pragma unheard of\n}",
            "#define X {\n#undef X",
        ] {
            let text =
                format!("# 1 \"a.cu\"\n{closed}\n# 1 \"h\" 1\nLONG\n# 2 \"a.cu\" 2\nint y;\n");
            assert_eq!(lines(&text), ["2 \"a.cu\""], "{closed}");
        }
    }

    #[test]
    fn warnings_stay_off() {
        let long = "int x;\n".repeat(LEAST / 7 + 1);
        let text = format!(
            "# 1 \"a.cu\"\n#pragma GCC diagnostic ignored \"-Wa\"\n#pragma GCC diagnostic push\n\
             #pragma GCC diagnostic ignored \"-Wb\"\n#pragma GCC diagnostic pop\n# 1 \"h\" 1\n{long}# 7 \"a.cu\" 2\nint y;\n"
        );
        let cuts = cuts(text.as_bytes());
        let rest = String::from_utf8(cuts[0].rest(text.as_bytes())).unwrap();
        assert_eq!(
            rest,
            "#pragma GCC diagnostic ignored \"-Wa\"\n# 7 \"a.cu\"\nint y;\n"
        );
    }
}
