//! The text of `-E`: tokens, spaces, line ends and line markers as GNU's cpp writes them. It knows nothing of files or macros. It gets
//! the place of each token.

use crate::token::*;

/// A place as markers name it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) file: u32,
    pub(crate) line: u32,
    pub(crate) sys: u8,
}

/// What is written, and what has been written last.
pub(crate) struct Printer {
    pub(crate) out: Vec<u8>,
    /// No line markers (`-P`).
    pub(crate) bare: bool,
    /// Nothing is written at all.
    pub(crate) quiet: bool,
    pub(crate) line: u32,
    pub(crate) file: u32,
    pub(crate) printed: bool,
    /// What the last token was, for spaces that keep two apart.
    pub(crate) prev: Option<(Kind, u8)>,
    /// Where a space comes from: `PAD_NONE` if nobody knows.
    pub(crate) source: u32,
    pub(crate) prev_sys: bool,
    /// A padding came since the last token.
    pub(crate) paste: bool,
    /// What is written is a pragma.
    pub(crate) in_pragma: bool,
    /// A marker came since the last token.
    pub(crate) marked: bool,
    /// The file names as markers have them, quoted.
    pub(crate) names: Vec<Vec<u8>>,
}

impl Printer {
    pub(crate) fn new(bare: bool, quiet: bool) -> Printer {
        Printer {
            out: vec![],
            bare,
            quiet,
            line: 1,
            file: u32::MAX,
            printed: false,
            prev: None,
            source: PAD_NONE,
            prev_sys: false,
            paste: false,
            in_pragma: false,
            marked: false,
            names: vec![],
        }
    }

    /// Ends the line, if something is written in it.
    pub(crate) fn end_line(&mut self) {
        if self.printed {
            self.out.push(b'\n');
            self.line = self.line.wrapping_add(1);
            self.printed = false;
        }
    }

    /// Goes to a line: by line ends if it is near, by a marker otherwise. Says whether it was a marker.
    pub(crate) fn go_to(&mut self, place: Place) -> bool {
        self.end_line();
        if self.bare {
            return false;
        }
        let near = place.line >= self.line && place.line < self.line.saturating_add(8);
        if near && place.file == self.file {
            while place.line > self.line {
                self.out.push(b'\n');
                self.line = self.line.wrapping_add(1);
            }
            return false;
        }
        self.marker(place, b"");
        true
    }

    /// A line marker.
    pub(crate) fn marker(&mut self, place: Place, flags: &[u8]) {
        if self.printed {
            self.out.push(b'\n');
            self.printed = false;
        }
        if self.bare {
            return;
        }
        self.line = place.line;
        self.file = place.file;
        self.out.extend_from_slice(b"# ");
        number(&mut self.out, place.line);
        self.out.extend_from_slice(b" \"");
        self.out.extend_from_slice(&self.names[place.file as usize]);
        self.out.push(b'"');
        self.out.extend_from_slice(flags);
        if place.sys & SYS_C != 0 {
            self.out.extend_from_slice(b" 3 4");
        } else if place.sys & SYS != 0 {
            self.out.extend_from_slice(b" 3");
        }
        self.out.push(b'\n');
    }

    /// A line marker that names a folder. It counts for nothing.
    pub(crate) fn folder_marker(&mut self, name: &[u8]) {
        if !self.bare {
            self.out.extend_from_slice(b"# 1 \"");
            self.out.extend_from_slice(name);
            self.out.extend_from_slice(b"\"\n");
        }
    }

    /// Ends the text of a file. A marker follows.
    pub(crate) fn end_text(&mut self) {
        if self.printed {
            self.out.push(b'\n');
            self.printed = false;
        }
        self.forget_token();
    }

    /// What comes next begins a line: the token before does not matter.
    pub(crate) fn forget_token(&mut self) {
        (self.prev, self.source) = (None, PAD_NONE);
        (self.paste, self.marked) = (false, false);
    }

    /// A new line that a pragma is on.
    pub(crate) fn pragma_line(&mut self, place: Place) -> bool {
        (self.prev, self.source) = (None, PAD_NONE);
        self.go_to(place)
    }

    /// A new line of tokens: the place, and the first one's column.
    pub(crate) fn line_change(&mut self, place: Place, column: u32) -> bool {
        let marked = self.pragma_line(place);
        self.printed = true;
        if column > 2 {
            let len = self.out.len() + column as usize - 2;
            self.out.resize(len, b' ');
        }
        marked
    }

    /// A whole line, such as a pragma.
    pub(crate) fn whole_line(&mut self, place: Place, text: &[u8]) {
        self.go_to(place);
        self.out.extend_from_slice(text);
        self.out.push(b'\n');
        self.line = self.line.wrapping_add(1);
        self.printed = false;
    }
}

pub(crate) fn number(out: &mut Vec<u8>, n: u32) {
    let mut digits = [0u8; 10];
    let mut at = 10;
    let mut n = n;
    loop {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// A file's name as it stands between quotes.
pub(crate) fn quote(name: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    for &c in name {
        match c {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', c]),
            0x20..=0x7e | 0x80.. => out.push(c),
            _ => out.extend_from_slice(format!("\\{c:03o}").as_bytes()),
        }
    }
    out
}

/// Whether two tokens would become another one if nothing stood between them. `first` is the left one's first byte, `start`
/// the right one's spelling.
pub(crate) fn avoid_paste(left: Kind, first: u8, right: Kind, start: &[u8]) -> bool {
    let operator = !matches!(
        right,
        Kind::Name
            | Kind::Number
            | Kind::Char
            | Kind::Str
            | Kind::Other
            | Kind::Comment
            | Kind::Padding
            | Kind::Pragma
            | Kind::PragmaEnd
    );
    let c = if operator {
        start.first().copied().unwrap_or(0)
    } else {
        0
    };
    if left <= Kind::Shl && c == b'=' {
        return true;
    }
    match left {
        Kind::Greater => c == b'>',
        Kind::Less => matches!(c, b'<' | b'%' | b':'),
        Kind::Plus => c == b'+',
        Kind::Minus => matches!(c, b'-' | b'>'),
        Kind::Div => matches!(c, b'/' | b'*'),
        Kind::Mod => matches!(c, b':' | b'%'),
        Kind::And => c == b'&',
        Kind::Or => c == b'|',
        Kind::Colon => matches!(c, b':' | b'>'),
        Kind::LessEq => c == b'>',
        Kind::Deref => c == b'*',
        Kind::Dot => matches!(c, b'.' | b'%') || right == Kind::Number,
        Kind::Hash => matches!(c, b'#' | b'%'),
        Kind::Name => {
            // A literal with a prefix or a suffix is of another type than a plain one, and those alone count.
            let quoted = |c: Option<&u8>| matches!(c, Some(b'"' | b'\''));
            let plain =
                (quoted(start.first()) || start.starts_with(b"R\"")) && quoted(start.last());
            right == Kind::Name
                || matches!(right, Kind::Char | Kind::Str) && plain
                || right == Kind::Number
                    && start
                        .iter()
                        .all(|c| c.is_ascii_alphanumeric() || *c == b'_' || *c == b'$')
        }
        Kind::Number => {
            matches!(right, Kind::Number | Kind::Name)
                || right == Kind::Char && start.first() == Some(&b'\'')
                || matches!(c, b'.' | b'+' | b'-')
        }
        // A suffix of C++11, which GNU's cpp thinks of behind strings alone.
        Kind::Str => {
            right == Kind::Name
                || matches!(right, Kind::Str | Kind::Char)
                    && start.first().is_some_and(u8::is_ascii_alphabetic)
        }
        Kind::Other => first == b'\\' && right == Kind::Name,
        _ => false,
    }
}
