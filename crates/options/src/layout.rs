//! How a message without a source position is laid out: severity, wrapping, blank line. Knows nothing of
//! what messages say.

/// The width that `--wrap_diagnostics` breaks lines at, in bytes.
const WIDTH: usize = 79;
/// The indentation of a continued line, in blanks.
const INDENT: usize = 10;

/// What the layout of messages depends on at a given moment of reading the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// No blank line after a message.
    pub(crate) brief: bool,
    /// Break long lines; brief messages are never broken.
    pub(crate) wrap: bool,
    /// The name in the closing count line, once a source is known.
    pub(crate) source: Option<Vec<u8>>,
}

impl Layout {
    /// A message with its severity, a line break, and unless brief a blank line.
    pub(crate) fn message(&self, severity: &str, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let whole = [severity.as_bytes(), b": ", text].concat();
        if self.wrap && !self.brief {
            for (i, line) in whole.split(|&b| b == b'\n').enumerate() {
                if i > 0 {
                    out.push(b'\n');
                }
                wrap_line(line, &mut out);
            }
        } else {
            out = whole;
        }
        out.extend_from_slice(if self.brief { b"\n" } else { b"\n\n" });
        out
    }

    /// The closing lines of a run that ends on its command line.
    pub(crate) fn terminated(&self) -> Vec<u8> {
        let mut out = b"1 catastrophic error detected in ".to_vec();
        match &self.source {
            Some(name) => {
                out.extend_from_slice(b"the compilation of \"");
                out.extend_from_slice(name);
                out.extend_from_slice(b"\".\n");
            }
            None => out.extend_from_slice(b"this compilation.\n"),
        }
        out.extend_from_slice(b"Compilation terminated.\n");
        out
    }
}

/// Breaks one line at blanks; a word that is longer than a line is cut.
fn wrap_line(line: &[u8], out: &mut Vec<u8>) {
    let mut rest = line;
    let mut room = WIDTH;
    while rest.len() > room {
        // Leading blanks belong to the line's own indentation and are no place to break.
        let lead = rest.iter().take_while(|&&b| b == b' ').count();
        let blank = (lead..=room).rev().find(|&i| rest[i] == b' ');
        let (end, next) = match blank {
            Some(i) if i > lead => (i, i + 1),
            _ => (room, room),
        };
        out.extend_from_slice(&rest[..end]);
        out.push(b'\n');
        out.extend(std::iter::repeat_n(b' ', INDENT));
        rest = &rest[next..];
        room = WIDTH - INDENT;
    }
    out.extend_from_slice(rest);
}
