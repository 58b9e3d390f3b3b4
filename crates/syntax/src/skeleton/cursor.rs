//! The skeleton's token cursor: skips trivia, gathers line markers and directives, and notices what a CUDA compiler may
//! care about while the tokens go by. It knows no declarations.

mod attributes;

use std::cell::Cell;

use rustc_hash::FxHashMap;

use self::attributes::Pending;
use super::initializers::{initializer_before, is_namesake};
use super::{ErrorKind, Flags, Skeleton, SkeletonError, Span};
use crate::SyntaxKind::{self, *};
use crate::blanks::trim_end_bytes;
use crate::lexer::{CLASS, Class, WORD, next_token, plain_token, word_run};

/// A significant token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tok {
    pub(super) kind: SyntaxKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// How many bits the filter of watched names has.
const FILTER_BITS: usize = 4096;

/// A few bits of a word, at the cost of a few instructions: its length, its first, its middle and its
/// last byte. The word is not empty.
#[inline]
fn filter_bit(word: &[u8]) -> usize {
    let (first, last) = (word[0] as usize, word[word.len() - 1] as usize);
    let middle = word[word.len() / 2] as usize;
    (first ^ last << 4 ^ middle << 6 ^ word.len() << 2) % FILTER_BITS
}

/// What [`Cursor::next_in_group`] makes of a byte that a token may begin with.
#[derive(Clone, Copy)]
enum Pass {
    Space,
    Word,
    Number,
    /// Part of operators, however many bytes they have, unless the next byte says otherwise.
    Operator,
    /// Not passed over.
    Stop,
}

const fn passes() -> [Pass; 256] {
    let mut t = [Pass::Stop; 256];
    let mut b = 0;
    while b < 256 {
        t[b] = match (b as u8, CLASS[b]) {
            (_, Class::Space | Class::Newline) => Pass::Space,
            (_, Class::Word) => Pass::Word,
            (_, Class::Digit) => Pass::Number,
            (
                b',' | b'.' | b'=' | b'+' | b'-' | b'*' | b'&' | b'|' | b'!' | b'>' | b'^' | b'?'
                | b'~' | b':' | b'<',
                _,
            ) => Pass::Operator,
            _ => Pass::Stop,
        };
        b += 1;
    }
    t
}

static PASS: [Pass; 256] = passes();

/// Whether [`Cursor::word`] may have something to say of a word that begins with `first`.
#[inline]
fn may_be_special(first: u8, length: usize) -> bool {
    match first {
        b'_' => matches!(length, 11 | 12 | 13 | 22),
        b'g' => length == 3,
        b'u' => length == 5,
        _ => false,
    }
}

/// How many errors are noted: nobody reads more, and each shows its line, however long that is.
const MAX_ERRORS: usize = 1_000;

/// How often each byte may be passed on the way to the end of a group.
const GROUP_BYTES: usize = 16;

pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) pos: usize,
    pub(super) out: Skeleton,
    /// What was noticed since the item began.
    pub(super) flags: Flags,
    pending: Option<Pending>,
    line_start: bool,
    /// What a mention of a name flags.
    watched: FxHashMap<&'t str, Flags>,
    /// A bit for each [`filter_bit`] of a watched name: it answers for nearly every word without a look at the map.
    filter: [u64; FILTER_BITS / 64],
    /// Where the last significant token ended.
    pub(super) last_end: usize,
    /// Where the one before it ended.
    before_last: usize,
    /// What the last significant token was.
    last_kind: SyntaxKind,
    /// How many bytes [`Cursor::group_end`] may still go over: unclosed groups reach to the end of the text each.
    groups: Cell<usize>,
    /// Whether the end of the text was met since the item began.
    pub(super) ended: Cell<bool>,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            // About what headers have; growing by doubling would touch as much memory once more.
            out: Skeleton {
                items: Vec::with_capacity(text.len() / 256),
                annotations: Vec::with_capacity(text.len() / 256),
                ..Skeleton::default()
            },
            flags: Flags::default(),
            pending: None,
            line_start: true,
            watched: FxHashMap::default(),
            filter: [0; FILTER_BITS / 64],
            last_end: 0,
            before_last: 0,
            last_kind: EOF,
            groups: Cell::new(GROUP_BYTES * text.len() + 1024),
            ended: Cell::new(false),
        }
    }

    /// From now on, items that mention `name` are flagged with `flags`.
    pub(super) fn watch(&mut self, name: &'t str, flags: Flags) {
        if flags == Flags::default() || name.is_empty() {
            return;
        }
        self.watched.entry(name).or_default().set(flags);
        let bit = filter_bit(name.as_bytes());
        self.filter[bit / 64] |= 1 << (bit % 64);
    }

    /// Begins a new item: nothing has been noticed yet.
    pub(super) fn begin(&mut self) {
        self.flags = Flags::default();
        self.pending = None;
        self.ended.set(false);
    }

    /// The names that are watched at this point, sorted.
    pub(super) fn watched(&self) -> Box<[(Box<str>, Flags)]> {
        let names = self.watched.iter();
        let mut names: Vec<(Box<str>, Flags)> = names.map(|(n, &f)| ((*n).into(), f)).collect();
        names.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        names.into()
    }

    /// What was noticed in the item that ends here.
    pub(super) fn finish(&mut self) -> Flags {
        if let Some(p) = self.pending.take() {
            self.flags.set(p.flag);
        }
        self.flags
    }

    pub(super) fn error(&mut self, offset: usize, kind: ErrorKind) {
        self.error_about(offset, offset, kind);
    }

    /// An error noticed at `offset` about the bracket at `opener`.
    pub(super) fn error_about(&mut self, offset: usize, opener: usize, kind: ErrorKind) {
        self.flags.set(Flags::BROKEN);
        if self.out.errors.len() >= MAX_ERRORS {
            return;
        }
        self.out.errors.push(SkeletonError {
            offset: offset as u32,
            opener: opener as u32,
            kind,
        });
    }

    /// The next significant token, consumed. At the end of the text it is an empty [`EOF`].
    #[inline]
    pub(super) fn next(&mut self) -> Tok {
        let len = self.bytes.len();
        let mut pos = self.pos;
        loop {
            if pos >= len {
                self.pos = len;
                self.ended.set(true);
                return Tok {
                    kind: EOF,
                    start: self.last_end,
                    end: self.last_end,
                };
            }
            let b = self.bytes[pos];
            match CLASS[b as usize] {
                Class::Space => {
                    pos += 1;
                    continue;
                }
                Class::Newline => {
                    self.line_start = true;
                    pos += 1;
                    continue;
                }
                Class::Punct if b == b'#' || b == b'/' || b == b'%' => {}
                Class::Word if b == b'_' && self.bytes[pos..].starts_with(b"_Pragma") => {}
                Class::Other if b == 0 => {
                    self.error(pos, ErrorKind::StrayByte);
                    pos += 1;
                    continue;
                }
                _ => break,
            }
            let t = next_token(self.bytes, pos, self.line_start);
            let end = pos + t.len as usize;
            match t.kind {
                COMMENT => {}
                LINE_MARKER => self.out.lines.add(&self.text[pos..end], (end + 1).min(len)),
                PRAGMA | DIRECTIVE => self.directive(t.kind, pos, end),
                _ => break,
            }
            pos = end;
        }
        let (kind, end) = match plain_token(self.bytes, pos) {
            Some(plain) => plain,
            None => {
                let t = next_token(self.bytes, pos, self.line_start);
                (t.kind, pos + t.len as usize)
            }
        };
        self.line_start = false;
        self.pos = end;
        let (type_end, before) = (self.before_last, self.last_end);
        (self.before_last, self.last_end) = (before, end);
        match kind {
            IDENT => self.word(pos, end, before),
            LAUNCH_OPEN => self.flags.set(Flags::LAUNCH),
            SEMICOLON => {
                self.flags.set(initializer_before(self.bytes, before));
                self.namesake(type_end, before);
            }
            L_PAREN | L_BRACE | L_BRACK | EQ => self.namesake(type_end, before),
            UNKNOWN => {
                let literal = matches!(self.bytes[end.min(len) - 1], b'"' | b'\'')
                    || end - pos > 1
                    || matches!(b_at(self.bytes, pos), b'"' | b'\'');
                self.error(
                    pos,
                    if literal {
                        ErrorKind::UnterminatedLiteral
                    } else {
                        ErrorKind::StrayByte
                    },
                );
            }
            _ => {}
        }
        self.last_kind = kind;
        Tok {
            kind,
            start: pos,
            end,
        }
    }

    /// Goes back to before `last`, the last significant token.
    pub(super) fn put_back(&mut self, last: Tok) {
        (self.pos, self.last_end) = (last.start, self.before_last);
    }

    /// The next significant token inside of a group that may be more than content: a bracket, a `;`, whatever the lexer has
    /// to say more of. What is passed over is noticed all the same. Most of a text are bodies, and this is where they go by.
    pub(super) fn next_in_group(&mut self) -> Tok {
        let bytes = self.bytes;
        let (mut pos, mut last_end, mut line_start) = (self.pos, self.last_end, self.line_start);
        let mut before_last = self.before_last;
        let mut passed = false;
        while let Some(&b) = bytes.get(pos) {
            match PASS[b as usize] {
                Pass::Space => {
                    line_start |= b == b'\n';
                    pos += 1;
                    continue;
                }
                Pass::Word => {
                    let end = word_run(bytes, pos);
                    let length = end - pos;
                    let next = b_at(bytes, end);
                    if matches!(next, b'\\' | b'"' | b'\'') || b == b'_' && length == 7 {
                        break;
                    }
                    let bit = filter_bit(&bytes[pos..end]);
                    if self.filter[bit / 64] >> (bit % 64) & 1 != 0 || may_be_special(b, length) {
                        if passed {
                            self.last_kind = IDENT;
                        }
                        self.word(pos, end, last_end);
                    }
                    pos = end;
                }
                Pass::Number => {
                    let end = word_run(bytes, pos);
                    // Exponents, fractions and separators go on.
                    if matches!(b_at(bytes, end), b'.' | b'\'' | b'\\' | b'+' | b'-') {
                        break;
                    }
                    pos = end;
                }
                Pass::Operator => {
                    let next = b_at(bytes, pos + 1);
                    let goes_on = match b {
                        b'.' => next.is_ascii_digit(),
                        b':' => next == b'>',
                        b'<' => matches!(next, b'<' | b':' | b'%'),
                        b'=' => {
                            self.namesake(before_last, last_end);
                            false
                        }
                        _ => false,
                    };
                    if goes_on {
                        break;
                    }
                    pos += if (b, next) == (b':', b':') { 2 } else { 1 };
                }
                Pass::Stop => break,
            }
            (before_last, last_end) = (last_end, pos);
            (line_start, passed) = (false, true);
        }
        if passed {
            self.last_kind = IDENT;
        }
        (self.pos, self.last_end, self.line_start) = (pos, last_end, line_start);
        self.before_last = before_last;
        self.next()
    }

    fn directive(&mut self, kind: SyntaxKind, start: usize, end: usize) {
        self.out.directives.push(Span::new(start, end));
        if kind == DIRECTIVE
            && self.text[start..end]
                .trim_start_matches('#')
                .trim_start()
                .starts_with("error")
        {
            self.error(start, ErrorKind::ErrorDirective);
        }
    }

    /// The next token without consuming it. Line markers on the way are not gathered twice.
    pub(super) fn peek(&self) -> Tok {
        let mut pos = self.pos;
        let mut line_start = self.line_start;
        while pos < self.bytes.len() {
            let t = next_token(self.bytes, pos, line_start);
            let end = pos + t.len as usize;
            match t.kind {
                WHITESPACE => line_start |= memchr::memchr(b'\n', &self.bytes[pos..end]).is_some(),
                COMMENT | LINE_MARKER | PRAGMA | DIRECTIVE => {}
                kind => {
                    return Tok {
                        kind,
                        start: pos,
                        end,
                    };
                }
            }
            pos = end;
        }
        self.ended.set(true);
        Tok {
            kind: EOF,
            start: self.last_end,
            end: self.last_end,
        }
    }

    pub(super) fn word_of(&self, t: Tok) -> &'t str {
        &self.text[t.start..t.end]
    }

    /// Looks at the word `start..end`; `before` is where the token before it ended.
    #[inline]
    fn word(&mut self, start: usize, end: usize, before: usize) {
        let len = end - start;
        let bit = filter_bit(&self.bytes[start..end]);
        if self.filter[bit / 64] >> (bit % 64) & 1 != 0
            && let Some(&flags) = self.watched.get(&self.text[start..end])
        {
            self.flags.set(flags);
        }
        let b = self.bytes[start];
        if b == b'_'
            && (len == 13 || len == 11)
            && matches!(&self.bytes[start..end], b"__attribute__" | b"__attribute")
        {
            self.attribute(start, end);
            if self.last_kind == R_BRACK && self.closes_captures(before) {
                self.flags.set(Flags::LAMBDA);
            }
        } else if b == b'_' && len == 11 && &self.bytes[start..end] == b"__nv_parent" {
            self.flags.set(Flags::LAMBDA);
        } else if b == b'_'
            && (len == 12 || len == 22)
            && matches!(
                &self.bytes[start..end],
                b"__noinline__" | b"__nv_register_params__"
            )
        {
            // Inside `__attribute__((…))` it is an attribute like any other.
            if !matches!(
                trim_end_bytes(&self.bytes[..start]).last(),
                Some(b'(' | b',')
            ) {
                self.out.bare_attributes.push(Span::new(start, end));
            }
        } else if b == b'g' && len == 3 && &self.bytes[start..end] == b"gnu" {
            self.standard_attribute(start, end);
        } else if b == b'u' && len == 5 && &self.bytes[start..end] == b"using" {
            self.self_alias(end);
        }
    }

    /// What follows `before` may end a declarator: is that called as its type? The token before it ends at `type_end`.
    #[inline]
    fn namesake(&mut self, type_end: usize, before: usize) {
        // Nearly every declarator is recognised by the last byte of what stands before it.
        let last = b_at(self.bytes, type_end.wrapping_sub(1));
        let may_be = last == b'>' || last == b_at(self.bytes, before.wrapping_sub(1));
        if may_be && is_namesake(self.bytes, before) {
            self.flags.set(Flags::NAMESAKE);
        }
    }

    fn word_end(&self, mut pos: usize) -> usize {
        while pos < self.bytes.len() && WORD[self.bytes[pos] as usize] {
            pos += 1;
        }
        pos
    }

    fn self_alias(&mut self, end: usize) {
        let word = |from: usize| {
            let start = self.space(from);
            (start, self.word_end(start))
        };
        let (a, b) = word(end);
        let eq = self.space(b);
        if a == b || b_at(self.bytes, eq) != b'=' {
            return;
        }
        let (c, d) = word(eq + 1);
        if self.bytes[a..b] == self.bytes[c..d] {
            self.flags.set(Flags::NAMESAKE);
        }
    }

    /// What follows white space and line markers: a preprocessor may change files in the middle of a macro.
    fn space(&self, mut pos: usize) -> usize {
        while pos < self.bytes.len() {
            match CLASS[self.bytes[pos] as usize] {
                Class::Space => pos += 1,
                Class::Newline => {
                    pos += 1;
                    if self.bytes[pos..].starts_with(b"# ") {
                        pos = memchr::memchr(b'\n', &self.bytes[pos..])
                            .map_or(self.bytes.len(), |at| pos + at);
                    }
                }
                _ => break,
            }
        }
        pos
    }

    /// Whether what only stands behind the parameters of a template follows: a specifier, or the head of a class. `class T` without
    /// a body may be a template template parameter.
    pub(super) fn at_declaration(&self) -> bool {
        let start = self.space(self.pos);
        let end = self.word_end(start);
        match &self.bytes[start..end] {
            b"struct" | b"union" | b"static" | b"inline" | b"constexpr" | b"using" | b"friend"
            | b"extern" | b"typedef" | b"void" | b"bool" | b"char" | b"short" | b"int"
            | b"long" | b"signed" | b"unsigned" | b"float" | b"double" => true,
            b"class" => {
                let name = self.space(end);
                let behind = self.space(self.word_end(name));
                matches!(b_at(self.bytes, behind), b'{' | b':' | b';')
            }
            _ => false,
        }
    }

    /// Whether a declarator with its parameters and then a body or `;` follows: `operator…`, `f(…) {`, `A::f(…) const;`. Within
    /// angle brackets nothing does, so one that seemed to be open was a less-than.
    pub(super) fn at_function_declarator(&self) -> bool {
        let mut pos = self.space(self.pos);
        loop {
            let end = self.word_end(pos);
            if end == pos {
                return false;
            }
            if &self.bytes[pos..end] == b"operator" {
                return true;
            }
            pos = self.space(end);
            if b_at(self.bytes, pos) == b'<' {
                let inner = &self.bytes[pos + 1..];
                match inner.iter().position(|b| b"<>(){};".contains(b)) {
                    Some(n) if inner[n] == b'>' => pos = self.space(pos + n + 2),
                    _ => return false,
                }
            }
            if !self.bytes[pos..].starts_with(b"::") {
                break;
            }
            pos = self.space(pos + 2);
        }
        if b_at(self.bytes, pos) != b'(' {
            return false;
        }
        pos = self.space(self.group_end(pos));
        loop {
            let end = self.word_end(pos);
            match &self.bytes[pos..end] {
                b"const" | b"volatile" | b"override" | b"final" => pos = self.space(end),
                b"noexcept" => {
                    pos = self.space(end);
                    if b_at(self.bytes, pos) == b'(' {
                        pos = self.space(self.group_end(pos));
                    }
                }
                _ => return matches!(b_at(self.bytes, pos), b'{' | b';'),
            }
        }
    }

    /// One past the parenthesis that closes the one at `pos`, by counting; literals are not looked into.
    pub(super) fn group_end(&self, mut pos: usize) -> usize {
        let mut depth = 0;
        while pos < self.bytes.len() {
            match self.groups.get() {
                0 => return pos,
                left => self.groups.set(left - 1),
            }
            match self.bytes[pos] {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return pos + 1;
                    }
                }
                b'"' | b'\'' => {
                    pos += next_token(self.bytes, pos, false).len as usize;
                    continue;
                }
                b';' | b'{' => return pos,
                _ => {}
            }
            pos += 1;
        }
        pos
    }
}

fn b_at(bytes: &[u8], pos: usize) -> u8 {
    bytes.get(pos).copied().unwrap_or(0)
}
