//! The state of a run and the stream of tokens from nested files ([lex.phases] 3 and 4). Knows nothing of command lines.

use rustc_hash::FxHashMap;

use crate::expand::Context;
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
    /// Whether it is an error; otherwise a warning.
    pub error: bool,
    /// What is wrong.
    pub message: String,
}

/// A folder in which headers are looked for.
#[derive(Debug, Clone)]
pub struct IncludeDir {
    /// Its path, as line markers shall have it.
    pub path: String,
    /// 0, or `SYS`, or `SYS_C`.
    pub sys: u8,
}

/// A macro that was expanded somewhere.
#[derive(Debug, Clone, Copy)]
pub struct Expansion {
    /// Its name.
    pub name: Sym,
    /// Where the name was written.
    pub at: u32,
    /// The expansion that the name came from; 0 for a file.
    pub parent: u32,
}

/// How a run shall be.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Folders for `#include "..."` only, then for all; `brackets` says where the latter begin.
    pub dirs: Vec<IncludeDir>,
    /// The first folder for `#include <...>`.
    pub brackets: usize,
    /// `-std=c++..` without GNU's extensions.
    pub strict: bool,
    /// The year of the standard, 98 as 1998.
    pub year: u32,
    /// No line markers.
    pub bare: bool,
    /// Nothing but errors and dependencies.
    pub quiet: bool,
    /// What the compiler said of `__has_builtin(X)` and its like.
    pub answers: FxHashMap<String, i64>,
    /// `__DATE__` and `__TIME__`.
    pub date: (String, String),
}

pub(crate) struct If {
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
    /// The folder that it was found in: `usize::MAX` for its own.
    pub(crate) dir: usize,
    pub(crate) ifs: usize,
    pub(crate) guard_valid: bool,
    pub(crate) guard: Option<Sym>,
}

/// A file of `seen`, and the folder that it was found in.
pub(crate) type Found = Option<(usize, usize)>;

#[derive(Clone, Default)]
pub(crate) struct Seen {
    pub(crate) text: u32,
    pub(crate) guard: Option<Sym>,
    pub(crate) once: bool,
}

/// A run of the preprocessor.
pub struct Preprocessor<'a> {
    pub(crate) files: &'a dyn Files,
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
    pub(crate) nodes: Vec<Node>,
    pub(crate) macros: Vec<Macro>,
    pub(crate) bodies: Vec<Token>,
    pub(crate) pool: Vec<Token>,
    pub(crate) contexts: Vec<Context>,
    pub(crate) look: Option<Token>,
    pub(crate) b: Open,
    pub(crate) stack: Vec<Open>,
    pub(crate) ifs: Vec<If>,
    pub(crate) in_directive: bool,
    pub(crate) parsing_args: u8,
    pub(crate) prevent: u32,
    pub(crate) no_pragma: u32,
    pub(crate) depth: u32,
    pub(crate) counter: u32,
    pub(crate) p: Printer,
    pub(crate) seen: Vec<Seen>,
    pub(crate) by_path: FxHashMap<String, Option<usize>>,
    /// The first token of the line that is being read: its column.
    pub(crate) indent: u32,
    pub(crate) texts: FxHashMap<String, Option<u32>>,
    pub(crate) found: FxHashMap<(usize, Vec<u8>), Found>,
    pub(crate) marker_names: FxHashMap<Vec<u8>, u32>,
    pub(crate) pushed: FxHashMap<Sym, Vec<u32>>,
    pub(crate) asserts: Vec<Vec<u8>>,
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

impl<'a> Preprocessor<'a> {
    /// A run that has read nothing yet.
    pub fn new(files: &'a dyn Files, settings: Settings) -> Self {
        let mut names = Interner::default();
        let known = Known::new(&mut names);
        let none = Expansion {
            name: Sym(0),
            at: 0,
            parent: 0,
        };
        let p = Printer::new(settings.bare, settings.quiet);
        let mut this = Preprocessor {
            files,
            settings,
            sources: Sources::default(),
            names,
            expansions: vec![none],
            problems: vec![],
            dependencies: vec![],
            known,
            nodes: vec![],
            macros: vec![],
            bodies: vec![],
            pool: vec![],
            contexts: vec![],
            look: None,
            b: Open::default(),
            stack: vec![],
            ifs: vec![],
            in_directive: false,
            parsing_args: 0,
            prevent: 0,
            no_pragma: 0,
            depth: 0,
            counter: 0,
            p,
            seen: vec![],
            by_path: FxHashMap::default(),
            indent: 1,
            texts: FxHashMap::default(),
            found: FxHashMap::default(),
            marker_names: FxHashMap::default(),
            pushed: FxHashMap::default(),
            asserts: vec![],
        };
        for (i, name) in crate::names::BUILT_INS.iter().enumerate() {
            let sym = this.names.intern(name.as_bytes());
            this.node(sym).makro = BUILT_IN + i as u32;
        }
        this
    }

    pub(crate) fn node(&mut self, sym: Sym) -> &mut Node {
        let at = sym.0 as usize;
        if at >= self.nodes.len() {
            let len = self.names.len().max(at + 1) + 1024;
            self.nodes.resize(
                len,
                Node {
                    makro: NO_MACRO,
                    disabled: false,
                    poisoned: false,
                },
            );
        }
        &mut self.nodes[at]
    }

    pub(crate) fn mode(&self) -> Mode {
        Mode {
            directive: self.in_directive,
            args: self.parsing_args == 2,
            raw: self.settings.year >= 2011,
            spaceship: self.settings.year >= 2020,
        }
    }

    /// A token of the current file, and nothing else done.
    pub(crate) fn lex_direct(&mut self) -> Token {
        let mode = self.mode();
        let Some(text) = self.sources.texts.get(self.b.text as usize) else {
            return Token::end();
        };
        let t = lex(&mut self.b.c, &self.sources, text, &mut self.names, &mode);
        if t.kind == Kind::Name && self.node(Sym(t.val)).poisoned && self.prevent == 0 {
            let name = self.spelling(&t).to_vec();
            self.error_at(
                &t,
                format!(
                    "attempt to use poisoned \"{}\"",
                    String::from_utf8_lossy(&name)
                ),
            );
        }
        t
    }

    /// The bytes of a token.
    pub fn spelling(&self, t: &Token) -> &[u8] {
        &self.sources.bytes[t.pos as usize..(t.pos + t.len) as usize]
    }

    pub(crate) fn place(&self, t: &Token) -> Place {
        Place {
            file: self.b.name,
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
        self.sources
            .text_of(t.at)
            .map_or(1, |text| self.sources.column(text, t.at))
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
            let t = match self.look.take() {
                Some(t) => t,
                None => self.lex_direct(),
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
                if t.kind == Kind::Hash && self.parsing_args != 1 && self.directive(&t) {
                    continue;
                }
                if !self.p.quiet && self.parsing_args == 0 {
                    self.indent = self.column_of(&t);
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
            if t.kind == Kind::End {
                if self.stack.len() <= 1 && self.contexts.is_empty() {
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
            let text = &self.sources.bytes[t.pos as usize..(t.pos + t.len) as usize];
            self.p.out.extend_from_slice(text);
            self.p.prev = prev.then(|| (t.kind, text.first().copied().unwrap_or(0)));
            marked = false;
            self.p.printed = true;
            if t.kind == Kind::Str && t.expansion == 0 {
                let lines = memchr::memchr_iter(b'\n', text).count();
                self.p.line += lines as u32;
            }
        }
    }

    pub(crate) fn error_at(&mut self, t: &Token, message: String) {
        let file = self.file_name();
        let column = self.column_of(t);
        self.problems.push(Problem {
            file,
            line: t.line,
            column,
            error: true,
            message,
        });
    }

    pub(crate) fn file_name(&self) -> String {
        let name = self
            .p
            .names
            .get(self.b.name as usize)
            .cloned()
            .unwrap_or_default();
        String::from_utf8_lossy(&name).into_owned()
    }

    /// What was written.
    pub fn take_output(&mut self) -> Vec<u8> {
        if self.p.printed {
            self.p.out.push(b'\n');
        }
        std::mem::take(&mut self.p.out)
    }
}
