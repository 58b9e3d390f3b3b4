//! Line markers: from byte offsets to the file and line that the preprocessor took them from.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::stored::Fits;
use crate::words::{Reader, Writer};

mod before;

pub use before::{LinesBefore, OwnRanges};

/// One `# line "file" flags` directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Marker {
    /// Where the line after the marker begins.
    offset: u32,
    /// The number of that line.
    line: u32,
    /// Index into [`LineTable::files`].
    file: u32,
    /// Flag 3 of the marker.
    system: bool,
    /// Flag 4 of the marker.
    extern_c: bool,
    /// Flag 1 of the marker.
    entered: bool,
    /// Flag 2 of the marker.
    returned: bool,
    /// Not included: the first file, by whatever name `#line` gives it.
    main: bool,
    /// A header in the first file's folder or below.
    near: bool,
}

/// The line markers of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineTable {
    markers: Vec<Marker>,
    files: Vec<String>,
    last: u32,
    /// Other names of the main file.
    aliases: Vec<u32>,
}

/// A place as the user knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<'a> {
    /// The file's name as the marker spells it (escapes resolved); `None` before the first marker.
    pub file: Option<&'a str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1, in the preprocessed line.
    pub column: u32,
    /// Whether the marker calls the file a system header.
    pub system: bool,
    /// Whether the marker says that the file is implicitly in `extern "C"`.
    pub extern_c: bool,
}

impl LineTable {
    /// The bytes that it keeps on the heap.
    pub(super) fn heap_size(&self) -> usize {
        size_of_val(&*self.markers)
            + size_of_val(&*self.aliases)
            + (self.files.iter())
                .map(|file| size_of::<String>() + file.capacity())
                .sum::<usize>()
    }

    /// Reads a directive that the lexer took for a line marker; `after` is where the next line begins.
    pub(crate) fn add(&mut self, directive: &str, after: usize) {
        if let Some(plain) = plain_marker(directive) {
            let file = self.intern(plain.file);
            self.push(Marker {
                offset: after as u32,
                line: plain.line,
                file,
                system: plain.system,
                extern_c: plain.extern_c,
                entered: plain.entered,
                returned: plain.returned,
                main: false,
                near: false,
            });
            return;
        }
        let rest = directive.trim_start_matches('#').trim_start();
        let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(line) = rest[..digits].parse::<u32>() else {
            return;
        };
        let rest = rest[digits..].trim();
        let (file, flags) = match quoted(rest) {
            Some((name, flags)) => (self.intern(&name), flags),
            None => match self.markers.last() {
                Some(m) => (m.file, if m.system { "3" } else { "" }),
                None => (self.intern(""), ""),
            },
        };
        let has = |flag: &str| flags.split_ascii_whitespace().any(|f| f == flag);
        self.push(Marker {
            offset: after as u32,
            line,
            file,
            system: has("3"),
            extern_c: has("4"),
            entered: has("1"),
            returned: has("2"),
            main: false,
            near: false,
        });
    }

    /// Adds a marker and finds out whose file it names.
    fn push(&mut self, marker: Marker) {
        // The first marker is the main file's.
        let near = !self.markers.is_empty() && !marker.system && self.is_near(marker.file);
        self.push_near(marker, near);
    }

    /// The same, where it is known whether the file lies in the main file's folder or below.
    fn push_near(&mut self, mut marker: Marker, near: bool) {
        marker.main = self.is_main_marker(marker.file, marker.entered, marker.returned);
        marker.near = !marker.main && !marker.system && near;
        self.markers.push(marker);
    }

    /// Adds the markers of a text that stands at byte `offset`, behind all others.
    pub fn append(&mut self, other: &LineTable, offset: u32) {
        let before = self.files.len() as u32;
        let mut new = Vec::new();
        let names = self.files.iter().map(String::as_str);
        let mut known: FxHashMap<&str, u32> = names.zip(0..).collect();
        let files = other.files.iter().map(|name| {
            *known.entry(name).or_insert_with(|| {
                new.push(name.clone());
                before + new.len() as u32 - 1
            })
        });
        let files: Vec<u32> = files.collect();
        self.files.extend(new);
        self.markers.reserve(other.markers.len());
        let mut near: Vec<Option<bool>> = vec![None; files.len()];
        for marker in &other.markers {
            let local = marker.file as usize;
            let file = files[local];
            let is_first = self.markers.is_empty();
            let near = match near[local] {
                Some(near) => near,
                None if is_first => false,
                None => *near[local].insert(self.is_near(file)),
            };
            let moved = Marker {
                offset: marker.offset + offset,
                file,
                ..*marker
            };
            self.push_near(moved, near);
            self.last = file;
        }
    }

    /// Whether what follows a marker with these flags belongs to the main file: `#line` renames a file without entering it.
    fn is_main_marker(&mut self, file: u32, entered: bool, returned: bool) -> bool {
        let Some(first) = self.markers.first() else {
            return true;
        };
        if first.file == file || self.files[file as usize].starts_with('<') {
            return first.file == file;
        }
        let main = match (entered, returned) {
            (true, _) => false,
            (false, true) => self.aliases.contains(&file),
            (false, false) => self.markers.last().is_none_or(|m| m.main),
        };
        if main && !self.aliases.contains(&file) {
            self.aliases.push(file);
        }
        main
    }

    /// Whether a file is in the folder of the first one, or below, as their names are spelled.
    fn is_near(&self, file: u32) -> bool {
        self.markers.first().is_some_and(|first| {
            is_below(
                folder(&self.files[first.file as usize]),
                &self.files[file as usize],
            )
        })
    }

    /// Whether byte `offset` stands in the main file, whatever `#line` calls it, or in a header in its folder or below. A text
    /// without markers is a main file.
    pub fn is_own(&self, offset: usize) -> bool {
        let i = self
            .markers
            .partition_point(|m| m.offset as usize <= offset);
        match i.checked_sub(1) {
            Some(i) => self.markers[i].main || self.markers[i].near,
            None => true,
        }
    }

    pub(super) fn write(&self, out: &mut Writer<'_>) {
        out.count(self.files.len());
        self.files.iter().for_each(|name| out.text(name));
        out.count(self.aliases.len());
        self.aliases.iter().for_each(|&file| out.record([file]));
        out.record([self.last]);
        out.count(self.markers.len());
        for m in &self.markers {
            let bits = [m.system, m.extern_c, m.entered, m.returned, m.main, m.near];
            let bits = (0..).zip(bits).map(|(n, bit)| u32::from(bit) << n).sum();
            out.record([m.offset, m.line, m.file, bits]);
        }
    }

    /// Reads what was written for a text, if it fits.
    pub(super) fn read(from: &mut Reader<'_>, text: Fits<'_>) -> Option<LineTable> {
        let mut files = Vec::new();
        for _ in 0..from.word()? {
            files.push(from.text()?.to_owned());
        }
        let known = |file: u32| (file as usize) < files.len();
        let aliases = from.records()?.map(|[file]| known(file).then_some(file));
        let aliases = aliases.collect::<Option<Vec<_>>>()?;
        let last = from.word()?;
        let mut before = 0;
        let markers = from.records()?.map(|[offset, line, file, bits]| {
            let bit = |n: u32| bits >> n & 1 != 0;
            let fits = before <= offset && text.is_place(offset) && known(file);
            before = offset;
            fits.then_some(Marker {
                offset,
                line,
                file,
                system: bit(0),
                extern_c: bit(1),
                entered: bit(2),
                returned: bit(3),
                main: bit(4),
                near: bit(5),
            })
        });
        let markers = markers.collect::<Option<Vec<_>>>()?;
        Some(LineTable {
            markers,
            files,
            last,
            aliases,
        })
    }

    fn intern(&mut self, name: &str) -> u32 {
        // Headers come in runs, and a run returns to its includer: looking at the last few is nearly always enough.
        if self
            .files
            .get(self.last as usize)
            .is_some_and(|f| *f == name)
        {
            return self.last;
        }
        self.last = match self.files.iter().rposition(|f| *f == name) {
            Some(i) => i as u32,
            None => {
                self.files.push(name.to_owned());
                self.files.len() as u32 - 1
            }
        };
        self.last
    }

    /// The names of all files, in the order of their first marker.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The name in the first marker.
    pub fn first_file(&self) -> Option<&str> {
        self.markers
            .first()
            .map(|m| self.files[m.file as usize].as_str())
    }

    /// The parts of a text of `len` bytes that come from files of the user's own, in order, as `(start, end)`.
    ///
    /// Foreign are system headers, what the compiler itself includes (files whose name is in angle brackets, such as
    /// `<command-line>`), the toolkit's directories (those with a `crt/host_config.h` below them), and everything that is
    /// first met from a foreign file. A text without line markers is all the user's.
    pub fn user_ranges(&self, len: usize) -> Vec<(u32, u32)> {
        let foreign = self.foreign_files();
        self.ranges(len, |m| !m.system && !foreign[m.file as usize])
    }

    /// The parts of a text of `len` bytes that [`LineTable::is_own`] holds for, in order, as `(start, end)`.
    pub fn near_ranges(&self, len: usize) -> Vec<(u32, u32)> {
        self.ranges(len, |m| m.main || m.near)
    }

    /// The parts of a text of `len` bytes that come from files of some names, in order, as `(start, end)`. Nobody knows whose what stands
    /// in front of the first marker is.
    pub fn named_ranges(&self, len: usize, names: &[String]) -> Vec<(u32, u32)> {
        let wanted: Vec<bool> = (self.files.iter())
            .map(|file| names.iter().any(|name| **name == **file))
            .collect();
        let markers = self.markers.iter();
        let markers = markers.map(|m| (m.offset, wanted[m.file as usize]));
        before::ranges(false, markers, len)
    }

    /// The parts of a text of `len` bytes behind the markers that are wanted, in order; what stands in front of the first marker
    /// is wanted too.
    fn ranges(&self, len: usize, wanted: impl Fn(&Marker) -> bool) -> Vec<(u32, u32)> {
        let markers = self.markers.iter().map(|m| (m.offset, wanted(m)));
        before::ranges(true, markers, len)
    }

    /// Whether a marker names a file by which the toolkit's directory is known.
    pub fn names_toolkit(&self) -> bool {
        self.files.iter().any(|f| f.ends_with(MARK))
    }

    fn foreign_files(&self) -> Vec<bool> {
        let roots: Vec<&str> = self
            .files
            .iter()
            .filter_map(|f| f.strip_suffix(MARK))
            .collect();
        let in_root = |name: &str| {
            roots.iter().any(|root| {
                name.strip_prefix(root)
                    .is_some_and(|rest| rest.starts_with('/'))
            })
        };
        let mut out = vec![false; self.files.len()];
        let mut seen = vec![false; self.files.len()];
        let mut before = false;
        for m in &self.markers {
            let f = m.file as usize;
            if !seen[f] {
                seen[f] = true;
                let name = &self.files[f];
                out[f] = before || m.system || name.starts_with('<') || in_root(name);
            }
            before = out[f];
        }
        out
    }

    /// The stretches of a text between line markers: where each begins, and the place of its first line. What stands in front of the
    /// first marker is none of them.
    pub fn stretches(&self) -> impl Iterator<Item = (usize, Position<'_>)> {
        self.markers.iter().map(|m| {
            let place = Position {
                file: Some(&self.files[m.file as usize]),
                line: m.line,
                column: 1,
                system: m.system,
                extern_c: m.extern_c,
            };
            (m.offset as usize, place)
        })
    }

    /// The place of byte `offset` of `text`.
    pub fn position(&self, text: &str, offset: usize) -> Position<'_> {
        let offset = offset.min(text.len());
        let bytes = &text.as_bytes()[..offset];
        let line_start = memchr::memrchr(b'\n', bytes).map_or(0, |p| p + 1);
        let column = (offset - line_start) as u32 + 1;
        let i = self
            .markers
            .partition_point(|m| m.offset as usize <= line_start);
        match i.checked_sub(1).map(|i| &self.markers[i]) {
            Some(m) => {
                let lines = memchr::memchr_iter(b'\n', &bytes[m.offset as usize..]).count() as u32;
                Position {
                    file: Some(&self.files[m.file as usize]),
                    line: m.line.saturating_add(lines),
                    column,
                    system: m.system,
                    extern_c: m.extern_c,
                }
            }
            None => {
                let lines = memchr::memchr_iter(b'\n', bytes).count() as u32;
                Position {
                    file: None,
                    line: lines + 1,
                    column,
                    system: false,
                    extern_c: false,
                }
            }
        }
    }

    /// Whether a marker stands in the byte range `start..end`.
    pub fn crosses(&self, start: usize, end: usize) -> bool {
        let i = self
            .markers
            .partition_point(|m| (m.offset as usize) <= start);
        self.markers
            .get(i)
            .is_some_and(|m| (m.offset as usize) <= end)
    }
}

/// The end of the name of a file that lies in the toolkit's directory.
const MARK: &str = "/crt/host_config.h";

/// A marker as preprocessors write it.
struct PlainMarker<'t> {
    line: u32,
    file: &'t str,
    system: bool,
    extern_c: bool,
    entered: bool,
    returned: bool,
}

/// The folder of a file, with its last `/`; empty for a name without one.
fn folder(name: &str) -> &str {
    name.rfind('/').map_or("", |slash| &name[..=slash])
}

/// Whether a file is in a folder or below, as the names are spelled; `..` may lead out of it.
fn is_below(folder: &str, name: &str) -> bool {
    let Some(rest) = name.strip_prefix(folder) else {
        return false;
    };
    if rest.starts_with(['/', '<']) {
        return false;
    }
    let mut depth = 0u32;
    rest.split('/').all(|part| match part {
        "" | "." => true,
        ".." => match depth.checked_sub(1) {
            Some(less) => {
                depth = less;
                true
            }
            None => false,
        },
        _ => {
            depth += 1;
            true
        }
    })
}

/// Reads `# line "file" flags`, single spaces between and nothing escaped: every marker of a preprocessor's, and a third of a
/// text with many small headers. `None`: to be read with more care.
fn plain_marker(directive: &str) -> Option<PlainMarker<'_>> {
    let bytes = directive.strip_prefix("# ")?.as_bytes();
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    if !(1..=9).contains(&digits) || bytes.get(digits..digits + 2)? != b" \"" {
        return None;
    }
    let line = (bytes[..digits].iter()).fold(0, |n, digit| n * 10 + u32::from(digit - b'0'));
    let name = directive.get(2 + digits + 2..)?;
    let end = memchr::memchr2(b'"', b'\\', name.as_bytes())?;
    let (file, rest) = (&name[..end], &name.as_bytes()[end..]);
    let mut flags = rest.strip_prefix(b"\"")?;
    let (mut system, mut extern_c) = (false, false);
    let (mut entered, mut returned) = (false, false);
    while let [b' ', flag @ b'1'..=b'4', more @ ..] = flags {
        entered |= *flag == b'1';
        returned |= *flag == b'2';
        system |= *flag == b'3';
        extern_c |= *flag == b'4';
        flags = more;
    }
    flags.is_empty().then_some(PlainMarker {
        line,
        file,
        system,
        extern_c,
        entered,
        returned,
    })
}

/// A quoted name with `\\` and `\"` resolved, and what follows it.
fn quoted(s: &str) -> Option<(Cow<'_, str>, &str)> {
    let inner = s.strip_prefix('"')?;
    // A third of a text with many small headers is the names in its markers: hardly any of them needs a copy.
    let end = memchr::memchr2(b'"', b'\\', inner.as_bytes())?;
    if inner.as_bytes()[end] == b'"' {
        return Some((Cow::Borrowed(&inner[..end]), &inner[end + 1..]));
    }
    let mut chars = inner.char_indices();
    let mut name = String::new();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return Some((Cow::Owned(name), &inner[i + 1..])),
            '\\' => name.push(chars.next()?.1),
            c => name.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::skeleton::Skeleton;

    #[test]
    fn headers_in_the_folder_of_the_main_file() {
        let text = "# 1 \"src/a.cu\"\nint a;\n# 1 \"/usr/include/s.h\" 1 3\nint s;\n# 1 \"src/b.h\" 1\nint b;\n# 1 \"src/in/c.h\" 1
int c;\n# 1 \"src/in/../../lib/d.h\" 1\nint d;\n# 1 \"src2/e.h\" 1\nint e;\n# 9 \"src/a.cu\" 2\nint f;\n";
        let s = Skeleton::new(text);
        let own = |name: &&str| s.lines.is_own(text.find(*name).unwrap());
        let names = ["a;", "s;", "b;", "c;", "d;", "e;", "f;"];
        let owned: Vec<&str> = names.into_iter().filter(own).collect();
        assert_eq!(owned, ["a;", "b;", "c;", "f;"]);
        let ranges = s.lines.near_ranges(text.len());
        for at in 0..text.len() {
            let within = ranges.iter().any(|r| (r.0..r.1).contains(&(at as u32)));
            assert_eq!(within, s.lines.is_own(at), "{at}");
        }
        let alone =
            Skeleton::new("# 1 \"a.cu\"\n# 1 \"/lib/b.h\" 1\nint b;\n# 1 \"in/c.h\" 1\nint c;\n");
        let at = |name: &str| {
            "# 1 \"a.cu\"\n# 1 \"/lib/b.h\" 1\nint b;\n# 1 \"in/c.h\" 1\nint c;\n"
                .find(name)
                .unwrap()
        };
        assert!(!alone.lines.is_own(at("b;")) && alone.lines.is_own(at("c;")));
    }

    #[test]
    fn positions() {
        let text =
            "int z;\n# 10 \"a\\\\b.cu\"\nint a;\n  int b;\n# 3 \"h.h\" 1 3\nint c;\n# 12\nint d;";
        let s = Skeleton::new(text);
        let at = |name: &str| {
            let p = s.lines.position(text, text.find(name).unwrap());
            format!(
                "{}:{}:{}{}",
                p.file.unwrap_or("-"),
                p.line,
                p.column,
                if p.system { " system" } else { "" }
            )
        };
        assert_eq!(at("z;"), "-:1:5");
        assert_eq!(at("a;"), "a\\b.cu:10:5");
        assert_eq!(at("b;"), "a\\b.cu:11:7");
        assert_eq!(at("c;"), "h.h:3:5 system");
        assert_eq!(at("d;"), "h.h:12:5 system");
        assert_eq!(s.lines.user_ranges(text.len()).len(), 1);
        assert!(s.lines.crosses(0, text.len()));
        assert!(
            !s.lines
                .crosses(text.find("a;").unwrap(), text.find("b;").unwrap())
        );
    }
    #[test]
    fn markers_are_read_alike_however_they_are_spelled() {
        let markers = [
            ("# 7 \"a.h\" 1 3 4", "#  7   \"a.h\"  1 3  4"),
            ("# 12 \"<command-line>\"", "#line 12 \"<command-line>\""),
            ("# 1 \"b c.h\" 2", "#\t1 \"b\\ c.h\" 2 "),
        ];
        for (plain, other) in markers {
            let position = |marker: &str| {
                let text = format!("{marker}\nint a;");
                let at = text.len() - 2;
                let s = Skeleton::new(&text);
                let p = s.lines.position(&text, at);
                let file = p.file.map(str::to_owned);
                (file, p.line, p.column, p.system, p.extern_c)
            };
            assert_eq!(position(plain), position(other), "{plain}");
        }
    }

    #[test]
    fn files_of_the_user() {
        let text = "# 0 \"x.cu\"\n# 0 \"<command-line>\"\n# 1 \"/cu/cuda_runtime.h\" 1\nint a;\n\
                    # 1 \"/cu/crt/host_config.h\" 1\nint b;\n# 2 \"/cu/cuda_runtime.h\" 2\nint c;\n\
                    # 0 \"<command-line>\" 2\n# 1 \"x.cu\"\nint d;\n# 1 \"own.h\" 1\nint e;\n\
                    # 2 \"x.cu\" 2\n# 1 \"/cu/cub/cub.cuh\" 1\nint f;\n# 3 \"x.cu\" 2\nint g;\n\
                    # 1 \"/usr/include/stdio.h\" 1 3\nint h;\n# 4 \"x.cu\" 2\nint i;";
        let ranges = Skeleton::new(text).lines.user_ranges(text.len());
        let mine: String = ranges
            .iter()
            .flat_map(|r| text[r.0 as usize..r.1 as usize].lines())
            .filter(|l| l.starts_with("int"))
            .collect();
        assert_eq!(mine, "int d;int e;int g;int i;");
        assert_eq!(Skeleton::new("int a;").lines.user_ranges(6), [(0, 6)]);
    }
}
