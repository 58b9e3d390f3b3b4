//! The state of a run and the stream of tokens from nested files ([lex.phases] 3 and 4). Knows nothing of command lines.

use rustc_hash::FxHashMap;

use crate::expand::{Arg, Context};
use crate::expansion::Expansion;
use crate::headers::Headers;
use crate::host::Answers;
use crate::intern::{Interner, Sym};
use crate::lex::{Cursor, Mode, lex};
use crate::macros::Macro;
use crate::names::Known;
use crate::print::{Place, Printer, avoid_paste, quote};
use crate::source::{Files, Sources};
use crate::token::*;

/// Something to be said about the source.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The file, as line markers call it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column, from 1; 0 if nobody knows.
    pub column: u32,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// It belongs to the problem before.
    Note,
    /// Not said of a system's headers.
    Warning,
    /// The text is wrong, and the run goes on.
    Error,
    /// The run ends here.
    Fatal,
}

impl Severity {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Fatal => "fatal error",
        }
    }

    /// Whether the run has failed.
    pub fn is_error(self) -> bool {
        matches!(self, Severity::Error | Severity::Fatal)
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:", self.file, self.line)?;
        if self.column > 0 {
            write!(f, "{}:", self.column)?;
        }
        write!(f, " {}: {}", self.severity.word(), self.message)
    }
}

/// A folder in which headers are looked for.
#[derive(Debug, Clone)]
pub struct IncludeDir {
    /// Its path, as line markers shall have it.
    pub path: String,
    /// 0, or `SYS`, or `SYS_C`.
    pub sys: u8,
}

/// How a run shall be.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Folders for `#include "..."` only, then for all; `brackets` says where the latter begin.
    pub dirs: Vec<IncludeDir>,
    /// The first folder for `#include <...>`.
    pub brackets: usize,
    /// `-std=c++..` without GNU's extensions.
    pub strict: bool,
    /// The year of the standard, 98 as 1998.
    pub year: u32,
    /// `??=` and its like mean something.
    pub trigraphs: bool,
    /// No line markers.
    pub bare: bool,
    /// Nothing but errors and dependencies.
    pub quiet: bool,
    /// The tokens are kept.
    pub tokens: bool,
    /// How many tokens one macro's expansion may put down on the way; a run that would need more ends.
    pub growth: usize,
    /// How many bytes of source may be read and made.
    pub bytes: usize,
    /// How many times a file may be opened.
    pub opens: usize,
    /// `__DATE__` and `__TIME__`.
    pub date: (String, String),
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            dirs: vec![],
            brackets: 0,
            strict: false,
            year: 2017,
            trigraphs: false,
            bare: false,
            quiet: false,
            tokens: false,
            growth: 1 << 27,
            bytes: 1 << 31,
            opens: 1 << 22,
            date: Default::default(),
        }
    }
}

pub(crate) struct If {
    /// The directive that began it.
    pub(crate) name: &'static str,
    pub(crate) line: u32,
    pub(crate) taken: bool,
    pub(crate) seen_else: bool,
    pub(crate) guard: Option<Sym>,
}

/// An open file.
#[derive(Default)]
pub(crate) struct Open {
    pub(crate) text: u32,
    pub(crate) c: Cursor,
    /// The file that the text was read from, as `seen` counts.
    pub(crate) seen: Option<usize>,
    /// The name in markers.
    pub(crate) name: u32,
    /// The files that line markers say have been entered from here, and the line to go back to.
    pub(crate) entered: Vec<(u32, u32)>,
    /// The folder that it was found in: `usize::MAX` for its own.
    pub(crate) dir: usize,
    pub(crate) ifs: usize,
    pub(crate) guard_valid: bool,
    pub(crate) guard: Option<Sym>,
}

/// A run of the preprocessor.
pub struct Preprocessor<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) host: &'a dyn Answers,
    pub(crate) settings: Settings,
    /// All text.
    pub sources: Sources,
    /// All names.
    pub names: Interner,
    /// All expansions; the first is none.
    pub expansions: Vec<Expansion>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The files that were read: path, and whether it is a system's.
    pub dependencies: Vec<(String, bool)>,
    pub(crate) known: Known,
    /// The tokens that were written, if they are kept.
    pub(crate) tokens: Vec<Token>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) macros: Vec<Macro>,
    pub(crate) bodies: Vec<Token>,
    pub(crate) pool: Vec<Token>,
    pub(crate) contexts: Vec<Context>,
    pub(crate) parameters: Vec<Sym>,
    /// The arguments of the macros that are being expanded, and their tokens.
    pub(crate) args: Vec<Arg>,
    pub(crate) arg_tokens: Vec<Token>,
    pub(crate) scratch: Vec<u8>,
    /// How many tokens the outermost macro has put down so far.
    pub(crate) grown: usize,
    /// Something ended the run before its time.
    pub(crate) stopped: bool,
    pub(crate) opened: usize,
    pub(crate) look: Option<Token>,
    /// The line and the place of the token that was read last from a file.
    pub(crate) last: (u32, u32),
    /// Poisoned names may be read.
    pub(crate) poison_ok: u32,
    pub(crate) b: Open,
    pub(crate) stack: Vec<Open>,
    pub(crate) ifs: Vec<If>,
    pub(crate) in_directive: bool,
    /// The directive is one in which blanks between tokens matter.
    pub(crate) wants_padding: bool,
    pub(crate) directive_name: &'static str,
    pub(crate) parsing_args: u8,
    pub(crate) prevent: u32,
    pub(crate) no_pragma: u32,
    pub(crate) depth: u32,
    pub(crate) counter: u32,
    pub(crate) p: Printer,
    /// The first token of the line that is being read, or of the line where a macro's arguments began: its line and place.
    pub(crate) line_start: (u32, u32),
    pub(crate) headers: Headers,
    pub(crate) marker_names: FxHashMap<Vec<u8>, u32>,
    pub(crate) pushed: FxHashMap<Sym, Vec<u32>>,
    pub(crate) asserts: Vec<(Vec<u8>, Vec<u8>)>,
}

pub(crate) const NO_MACRO: u32 = u32::MAX;
/// Macros from here on are built in.
pub(crate) const BUILT_IN: u32 = u32::MAX - 100;

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) makro: u32,
    pub(crate) disabled: bool,
    pub(crate) poisoned: bool,
}

const NO_NODE: Node = Node {
    makro: NO_MACRO,
    disabled: false,
    poisoned: false,
};

impl<'a> Preprocessor<'a> {
    /// A run that has read nothing yet.
    pub fn new(files: &'a dyn Files, host: &'a dyn Answers, settings: Settings) -> Self {
        let mut names = Interner::default();
        let known = Known::new(&mut names);
        let none = Expansion {
            name: Sym(0),
            at: 0,
            parent: 0,
            body: (0, 0),
        };
        let p = Printer::new(settings.bare, settings.quiet);
        let mut this = Preprocessor {
            files,
            host,
            headers: Headers::new(&settings),
            settings,
            sources: Sources::default(),
            names,
            expansions: vec![none],
            problems: vec![],
            dependencies: vec![],
            known,
            tokens: vec![],
            nodes: vec![],
            macros: vec![],
            bodies: vec![],
            pool: vec![],
            contexts: vec![],
            parameters: vec![],
            args: vec![],
            arg_tokens: vec![],
            scratch: vec![],
            grown: 0,
            stopped: false,
            opened: 0,
            look: None,
            last: (0, 0),
            poison_ok: 0,
            b: Open::default(),
            stack: vec![],
            ifs: vec![],
            in_directive: false,
            wants_padding: false,
            directive_name: "",
            parsing_args: 0,
            prevent: 0,
            no_pragma: 0,
            depth: 0,
            counter: 0,
            p,
            line_start: (1, 0),
            marker_names: FxHashMap::default(),
            pushed: FxHashMap::default(),
            asserts: vec![],
        };
        for (i, name) in crate::names::BUILT_INS.iter().enumerate() {
            let sym = this.names.intern(name.as_bytes());
            this.node_mut(sym).makro = BUILT_IN + i as u32;
        }
        this
    }

    #[inline(always)]
    pub(crate) fn node(&self, sym: Sym) -> Node {
        self.nodes.get(sym.0 as usize).copied().unwrap_or(NO_NODE)
    }

    pub(crate) fn node_mut(&mut self, sym: Sym) -> &mut Node {
        let at = sym.0 as usize;
        if at >= self.nodes.len() {
            let len = self.names.len().max(at + 1) + 1024;
            self.nodes.resize(len, NO_NODE);
        }
        &mut self.nodes[at]
    }

    pub(crate) fn mode(&self) -> Mode {
        Mode {
            directive: self.in_directive,
            args: self.parsing_args == 2,
            raw: self.settings.year >= 2011,
            utf8_chars: self.settings.year >= 2017,
            spaceship: self.settings.year >= 2020,
        }
    }

    /// A token of the current file, and nothing else done.
    pub(crate) fn lex_direct(&mut self) -> Token {
        let mode = self.mode();
        let Some(text) = self.sources.texts.get(self.b.text as usize) else {
            return Token::end();
        };
        let mut t = lex(&mut self.b.c, &self.sources, text, &mut self.names, &mode);
        if t.kind == Kind::Name {
            if self.node(Sym(t.val)).poisoned && self.poison_ok == 0 {
                let name = String::from_utf8_lossy(self.spelling(&t)).into_owned();
                self.error_at(&t, format!("attempt to use poisoned \"{name}\""));
            }
        } else if matches!(t.kind, Kind::Str | Kind::Char) {
            self.cut_suffix(&mut t);
            if t.val == SPLICED {
                // [lex.phases]/2: splices in a raw string are put back.
                t.val = 0;
                let spelled = self.spelling(&t);
                let suffix = spelled.len() - 1 - memchr::memrchr(b'"', spelled).unwrap_or(0);
                let suffix = suffix as u32;
                (t.pos, t.len) = self
                    .sources
                    .unspliced(t.pos, t.len - suffix, suffix, self.b.text);
            }
        }
        self.last = (t.line, t.at);
        if t.kind == Kind::Other {
            let spelled = self.spelling(&t);
            if spelled.starts_with(b"R\"") || spelled.starts_with(b"LR\"") {
                self.error_at(&t, "unterminated raw string".into());
            } else if spelled.len() > 1
                && let Some(&quote) = spelled.iter().find(|c| matches!(c, b'"' | b'\''))
            {
                let message = format!("missing terminating {} character", quote as char);
                self.warn_at(&t, message);
            }
        }
        if let Some((line, at)) = self.b.c.unterminated.take() {
            self.error_at(&Token::at((line, at)), "unterminated comment".into());
        }
        t
    }

    /// A macro's name right behind a literal is no suffix of it, unless it may be one that a program defines ([lex.ext]).
    fn cut_suffix(&mut self, t: &mut Token) {
        let suffix = self.macro_suffix(self.spelling(t));
        if suffix > 0 {
            t.len -= suffix as u32;
            self.b.c.cur -= suffix;
            let message = "invalid suffix on literal; C++11 requires a space between literal and string macro";
            self.warn_at(t, message.into());
        }
    }

    /// How long the macro's name behind a literal is.
    pub(crate) fn macro_suffix(&self, literal: &[u8]) -> usize {
        let quote = memchr::memrchr2(b'"', b'\'', literal);
        let suffix = &literal[quote.map_or(0, |at| at + 1)..];
        if suffix.is_empty() || suffix.starts_with(b"_") && !suffix.starts_with(b"__") {
            return 0;
        }
        let named = self.names.get(suffix).map(|s| self.node(s).makro);
        if named.is_some_and(|m| m != NO_MACRO) {
            return suffix.len();
        }
        0
    }

    /// The bytes of a token.
    pub fn spelling(&self, t: &Token) -> &[u8] {
        &self.sources.bytes[t.pos as usize..(t.pos + t.len) as usize]
    }

    pub(crate) fn place(&mut self, t: &Token) -> Place {
        let mut file = self.b.name;
        let current = self.sources.texts.get(self.b.text as usize);
        // A token may have been read before the file was opened that is read now.
        if current.is_none_or(|text| t.at < text.start || text.end < t.at)
            && let Some(text) = self.sources.text_of(t.at)
            && !text.path.starts_with('<')
        {
            let path = text.path.clone();
            file = self.marker_name(path.as_bytes());
        }
        Place {
            file,
            line: t.line,
            sys: t.flags,
        }
    }

    pub(crate) fn here(&self) -> Place {
        Place {
            file: self.b.name,
            line: self.b.c.line,
            sys: self.b.c.sys,
        }
    }

    pub(crate) fn column_of(&self, t: &Token) -> u32 {
        self.column_at(t.at)
    }

    pub(crate) fn column_at(&self, at: u32) -> u32 {
        let current = self.sources.texts.get(self.b.text as usize);
        let current = current.filter(|text| text.start <= at && at <= text.end);
        current
            .or_else(|| self.sources.text_of(at))
            .map_or(1, |text| self.sources.column(text, at))
    }

    pub(crate) fn line_change(&mut self, t: &Token) -> bool {
        if self.p.quiet || t.kind == Kind::End || self.parsing_args != 0 {
            return false;
        }
        let column = self.column_of(t);
        let place = self.place(t);
        self.p.line_change(place, column)
    }

    /// The next token of the files, with directives done.
    pub(crate) fn lex_token(&mut self) -> Token {
        loop {
            let (t, again) = match self.look.take() {
                Some(t) => (t, true),
                None => (self.lex_direct(), false),
            };
            if self.in_directive {
                return t;
            }
            if t.kind == Kind::End {
                if self.parsing_args != 0 || !self.pop_file() {
                    return t;
                }
                continue;
            }
            if t.has(BOL) {
                if self.parsing_args == 0 && !again {
                    self.line_start = (t.line, t.at);
                }
                if t.kind == Kind::Hash && self.parsing_args != 1 && self.directive(&t) {
                    continue;
                }
                self.line_change(&t);
            }
            self.b.guard_valid = false;
            return t;
        }
    }

    pub(crate) fn marker_name(&mut self, name: &[u8]) -> u32 {
        if let Some(&id) = self.marker_names.get(name) {
            return id;
        }
        let id = self.p.names.len() as u32;
        self.p.names.push(quote(name));
        self.marker_names.insert(name.to_vec(), id);
        id
    }

    /// Reads the rest of everything and writes it.
    pub(crate) fn run(&mut self) {
        let mut paste = false;
        let mut marked = false;
        loop {
            let t = self.get();
            if t.kind == Kind::Padding {
                paste = true;
                if self.p.source == PAD_NONE || self.p.source == PAD_PLAIN && t.val == PAD_NONE {
                    self.p.source = t.val;
                }
                continue;
            }
            if t.kind == Kind::End || self.stopped {
                if self.stack.len() <= 1 && self.contexts.is_empty() || self.stopped {
                    break;
                }
                self.contexts.clear();
                continue;
            }
            if self.p.quiet {
                continue;
            }
            let lines = !self.p.bare;
            if paste {
                if self.p.source == PAD_NONE {
                    self.p.source = t.as_padding().val;
                }
                if t.line != self.p.line && lines {
                    marked = self.line_change(&t);
                    self.p.out.push(b' ');
                } else if self.p.source == PAD_WHITE
                    || self
                        .p
                        .prev
                        .is_some_and(|(k, c)| avoid_paste(k, c, t.kind, self.spelling(&t)))
                    || self.p.prev.is_none() && t.kind == Kind::Hash
                {
                    self.p.out.push(b' ');
                }
            } else if t.has(PREV_WHITE) {
                if t.line != self.p.line && lines {
                    marked = self.line_change(&t);
                }
                self.p.out.push(b' ');
            }
            paste = false;
            self.p.source = PAD_NONE;
            let sys = t.has(SYS | SYS_C);
            let mut prev = true;
            if lines && !marked && sys != self.p.prev_sys && !t.has(BUILTIN) {
                self.line_change(&t);
                self.p.prev_sys = sys;
                prev = false;
            }
            if self.settings.tokens {
                self.tokens.push(t);
            }
            let text = &self.sources.bytes[t.pos as usize..(t.pos + t.len) as usize];
            if t.kind == Kind::Name && (!text.is_ascii() || text.contains(&b'\\')) {
                crate::extended::written(text, &mut self.p.out);
            } else {
                self.p.out.extend_from_slice(text);
            }
            self.p.prev = prev.then(|| (t.kind, text.first().copied().unwrap_or(0)));
            marked = false;
            self.p.printed = true;
            if t.kind == Kind::Str && t.expansion == 0 {
                let lines = memchr::memchr_iter(b'\n', text).count();
                self.p.line += lines as u32;
            }
        }
    }

    /// Notes a problem, unless it is a warning about a system's header. Says whether it was noted.
    pub(crate) fn report(
        &mut self,
        severity: Severity,
        file: u32,
        line: u32,
        column: u32,
        message: String,
    ) -> bool {
        if severity == Severity::Warning && self.b.c.sys & (SYS | SYS_C) != 0 {
            return false;
        }
        self.report_anywhere(severity, file, line, column, message);
        true
    }

    /// As `report`, and warnings about a system's headers count.
    pub(crate) fn report_anywhere(
        &mut self,
        severity: Severity,
        file: u32,
        line: u32,
        column: u32,
        message: String,
    ) {
        let file = self.p.names.get(file as usize).cloned().unwrap_or_default();
        let file = String::from_utf8_lossy(&file).into_owned();
        self.problems.push(Problem {
            file,
            line,
            column,
            severity,
            message,
        });
    }

    /// The column that is said of a place: tabs go to the next multiple of eight, and a character beyond ASCII is one.
    pub(crate) fn said_column(&self, at: u32) -> u32 {
        let bytes = self.column_at(at);
        let from = (at + 1).saturating_sub(bytes) as usize;
        let line = self
            .sources
            .bytes
            .get(from..at as usize)
            .unwrap_or_default();
        line.iter().fold(1, |column, &c| match c {
            b'\t' => (column - 1) / 8 * 8 + 9,
            0x80..0xc0 => column,
            _ => column + 1,
        })
    }

    pub(crate) fn error_at(&mut self, t: &Token, message: String) {
        let column = self.said_column(t.at);
        self.report(Severity::Error, self.b.name, t.line, column, message);
    }

    pub(crate) fn warn_at(&mut self, t: &Token, message: String) -> bool {
        let column = self.said_column(t.at);
        self.report(Severity::Warning, self.b.name, t.line, column, message)
    }

    /// As `error_at`, for a token that may be a macro's: the place is where it is spelled.
    pub(crate) fn error_from(&mut self, t: &Token, message: String) {
        if t.expansion == 0 || self.sources.text_of(t.pos).is_none() {
            return self.error_at(t, message);
        }
        let Some((path, line, column)) = self.sources.locate(t.pos) else {
            return self.error_at(t, message);
        };
        let path = path.to_owned();
        let file = self.marker_name(path.as_bytes());
        self.report(Severity::Error, file, line, column, message);
        let mut level = t.expansion;
        let mut pos = t.pos;
        while level > 0 {
            let e = self.expansions[level as usize];
            let body = &self.bodies[e.body.0 as usize..e.body.1 as usize];
            // An argument has its place where it is written.
            if !body.iter().any(|b| b.pos == pos) {
                break;
            }
            pos = e.at;
            if let Some((path, line, column)) = self.sources.locate(e.at) {
                let path = path.to_owned();
                let file = self.marker_name(path.as_bytes());
                let name = String::from_utf8_lossy(self.names.name(e.name)).into_owned();
                let message = format!("in expansion of macro '{name}'");
                self.report(Severity::Note, file, line, column, message);
            }
            level = e.parent;
        }
    }

    /// An error at the token that was read last from a file.
    pub(crate) fn error_here(&mut self, message: String) {
        let (line, at) = self.last;
        let column = self.said_column(at);
        self.report(Severity::Error, self.b.name, line, column, message);
    }

    /// Ends the run.
    pub(crate) fn stop(&mut self, message: &str) {
        if !self.stopped {
            let (line, at) = self.last;
            let column = self.said_column(at);
            self.fatal(line, column, message.to_owned());
        }
    }

    pub(crate) fn fatal(&mut self, line: u32, column: u32, message: String) {
        self.report(Severity::Fatal, self.b.name, line, column, message);
        self.stopped = true;
        // Nothing more is read: all files are at their end.
        for open in self.stack.iter_mut().chain([&mut self.b]) {
            open.c.cur = open.c.end;
        }
    }

    /// What was written.
    pub fn take_output(&mut self) -> Vec<u8> {
        if self.p.printed {
            self.p.out.push(b'\n');
        }
        std::mem::take(&mut self.p.out)
    }
}
