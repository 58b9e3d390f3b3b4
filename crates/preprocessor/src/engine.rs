//! The state of a run and the stream of tokens from nested files ([lex.phases] 3 and 4). Knows nothing of command lines.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::eval::Entry;
use crate::expand::{Arg, Context};
use crate::expansion::Expansion;
use crate::headers::Headers;
use crate::host::Answers;
use crate::intern::{Interner, Sym};
use crate::lex::{Cursor, Mode, lex};
use crate::macros::Macro;
use crate::names::Known;
use crate::print::{Place, Printer, avoid_paste, quote};
use crate::problems::Problem;
use crate::settings::{Comments, Settings};
use crate::source::{Files, Sources};
use crate::stream::Origins;
use crate::target::Targets;
use crate::token::*;
use crate::trace::Tracer;

#[derive(Clone, PartialEq)]
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
    /// What is odd in the text was spoken of up to here.
    pub(crate) spoken: usize,
}

/// Who takes a text as it grows.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(&[u8]);

/// A run of the preprocessor.
pub struct Preprocessor<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) host: &'a dyn Answers,
    pub(crate) settings: Settings,
    /// Who takes the text as it grows; the rest is in the printer at the end.
    pub(crate) sink: Option<Sink<'a>>,
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
    /// Lines begin, but their tokens are not written (`-imacros`).
    pub(crate) macros_only: bool,
    pub(crate) known: Known,
    /// Where the tokens come from that were written, if they are kept.
    pub(crate) origins: Origins,
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
    /// The operators of a condition, when none is being read.
    pub(crate) operators: Vec<Entry>,
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
    /// The directive is a pragma whose tokens are tokens of the text.
    pub(crate) in_pragma: bool,
    /// The line of the directive that is being read, or was read last.
    pub(crate) directive_line: u32,
    /// The directive is a definition.
    pub(crate) in_define: bool,
    /// What was asked for since that was written last: definitions, and names that have none.
    pub(crate) used: (Vec<Vec<u8>>, Vec<Vec<u8>>),
    pub(crate) targets: Targets,
    /// The tokens of such a pragma that was just read.
    pub(crate) deferred: Vec<Token>,
    /// Those that were read among the arguments of a macro.
    pub(crate) argument_pragmas: Vec<Token>,
    /// They are what is read next.
    pub(crate) reads_pragmas: bool,
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
    pub(crate) tracer: Tracer,
    /// Macros that are written alike, by a hash of how they are.
    pub(crate) alike: FxHashMap<u64, Vec<u32>>,
    /// The main file's inclusions are pieces of their own.
    pub(crate) piecewise: bool,
    /// The inclusion that ended a piece.
    pub(crate) pending: Option<Pending>,
    /// What is read is an inclusion that is a piece.
    pub(crate) included: bool,
    /// It is over.
    pub(crate) returned: bool,
    /// Something was looked for behind its end.
    pub(crate) torn: bool,
    /// The directive stands among a macro's arguments, or behind a macro's name that waits for them.
    pub(crate) within_macro: bool,
}

/// An inclusion by the main file: the file, the folder that it was found in, whether by `#import`.
pub(crate) type Pending = (usize, usize, bool);

/// How much of the text is gathered for a sink: little enough to stay in the processor's cache.
const CHUNK: usize = 256 << 10;

pub(crate) const NO_MACRO: u32 = u32::MAX;
/// Macros from here on are built in.
pub(crate) const BUILT_IN: u32 = u32::MAX - 100;

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) makro: u32,
    pub(crate) disabled: bool,
    pub(crate) poisoned: bool,
    /// Its definition, or that it has none, was written because it was asked for.
    pub(crate) used: bool,
    /// A pragma may have defined it or taken it away.
    pub(crate) unsure: bool,
}

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
            defined: (0, 0),
        };
        let p = Printer::new(settings.bare, settings.quiet);
        let mut this = Preprocessor {
            files,
            host,
            headers: Headers::new(&settings),
            settings,
            sink: None,
            sources: Sources::default(),
            names,
            expansions: vec![none],
            problems: vec![],
            dependencies: vec![],
            macros_only: false,
            known,
            origins: Origins::default(),
            nodes: vec![],
            macros: vec![],
            bodies: vec![],
            pool: vec![],
            contexts: vec![],
            parameters: vec![],
            args: vec![],
            arg_tokens: vec![],
            scratch: vec![],
            operators: vec![],
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
            in_pragma: false,
            directive_line: 0,
            in_define: false,
            used: Default::default(),
            targets: Targets::default(),
            deferred: vec![],
            argument_pragmas: vec![],
            reads_pragmas: false,
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
            tracer: Tracer::default(),
            alike: FxHashMap::default(),
            piecewise: false,
            pending: None,
            included: false,
            returned: false,
            torn: false,
            within_macro: false,
        };
        this.define_built_ins();
        this
    }

    /// Defines the macros that are built in.
    pub(crate) fn define_built_ins(&mut self) {
        let built_ins = self.settings.dialect.built_ins();
        for (i, name) in built_ins.enumerate() {
            let sym = self.names.intern(name.as_bytes());
            self.node_mut(sym).makro = BUILT_IN + i as u32;
        }
    }

    #[inline(always)]
    pub(crate) fn node(&self, sym: Sym) -> Node {
        self.nodes.get(sym.0 as usize).copied().unwrap_or_default()
    }

    pub(crate) fn node_mut(&mut self, sym: Sym) -> &mut Node {
        let at = sym.0 as usize;
        if at >= self.nodes.len() {
            let len = self.names.len().max(at + 1) + 1024;
            self.nodes.resize(len, Node::default());
        }
        &mut self.nodes[at]
    }

    pub(crate) fn mode(&self) -> Mode {
        Mode {
            directive: self.in_directive,
            args: self.parsing_args == 2,
            raw: self.settings.year >= 2011,
            comments: self.settings.comments != Comments::Dropped && self.keeps_comments(),
            utf8_chars: self.settings.year >= 2017,
            spaceship: self.settings.year >= 2020,
        }
    }

    /// Whether comments are tokens here, if they are kept at all.
    #[cold]
    fn keeps_comments(&self) -> bool {
        let in_macros = self.settings.comments == Comments::KeptInMacros;
        !self.in_directive || self.in_pragma || self.in_define && in_macros
    }

    /// A token of the current file, and nothing else done.
    pub(crate) fn lex_direct(&mut self) -> Token {
        let mode = self.mode();
        let Some(text) = self.sources.texts.get(self.b.text as usize) else {
            return Token::end();
        };
        let mut t = lex(&mut self.b.c, &self.sources, text, &mut self.names, &mode);
        if !text.oddities.is_empty() {
            self.speak_of_oddities();
        }
        if t.kind == Kind::Comment && (self.in_define || self.parsing_args != 0) {
            self.close_comment(&mut t);
        }
        if t.kind == Kind::Name {
            self.asks(Sym(t.val));
            let node = self.node(Sym(t.val));
            if node.unsure {
                self.ask_for_target(Sym(t.val));
            }
            if node.poisoned && self.poison_ok == 0 {
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
        let suffix = self.macro_suffix(t.pos as usize..(t.pos + t.len) as usize);
        if suffix > 0 {
            t.len -= suffix as u32;
            self.b.c.cur -= suffix;
            let message = "invalid suffix on literal; C++11 requires a space between literal and string macro";
            self.warn_at(t, message.into());
        }
    }

    /// How long the macro's name behind a literal is.
    pub(crate) fn macro_suffix(&mut self, literal: Range<usize>) -> usize {
        let literal = &self.sources.bytes[literal];
        let quote = memchr::memrchr2(b'"', b'\'', literal);
        let suffix = &literal[quote.map_or(0, |at| at + 1)..];
        if suffix.is_empty() || suffix.starts_with(b"_") && !suffix.starts_with(b"__") {
            return 0;
        }
        let len = suffix.len();
        let sym = match self.tracer.is_on() {
            true => self.names.intern(suffix),
            false => match self.names.get(suffix) {
                Some(sym) => sym,
                None => return 0,
            },
        };
        self.asks(sym);
        match self.node(sym).makro {
            NO_MACRO => 0,
            _ => len,
        }
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

    /// A token's column as GNU's cpp counts it; 0 if it does not.
    pub(crate) fn column_of(&self, t: &Token) -> u32 {
        self.column_at(t.at)
    }

    pub(crate) fn column_at(&self, at: u32) -> u32 {
        let current = self.sources.texts.get(self.b.text as usize);
        let current = current.filter(|text| text.start <= at && at <= text.end);
        current
            .or_else(|| self.sources.text_of(at))
            .map_or(1, |text| self.sources.counted_column(text, at))
    }

    pub(crate) fn line_change(&mut self, t: &Token) -> bool {
        self.dump_used();
        if self.p.quiet || t.kind == Kind::End || self.parsing_args != 0 {
            return false;
        }
        let column = self.column_of(t);
        let place = self.place(t);
        self.p.line_change(place, column)
    }

    /// The line of a token that is written, or of a pragma's name.
    pub(crate) fn change_line(&mut self, t: &Token) -> bool {
        let spaces = self.settings.dialect.spaces_pragmas();
        if t.kind == Kind::Pragma && !spaces && !self.p.quiet {
            self.dump_used();
            let place = self.place(t);
            return self.p.pragma_line(place);
        }
        self.line_change(t)
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
                // An inclusion that is a piece ends here.
                let ends = self.parsing_args != 0 || self.returned || !self.pop_file();
                if ends || self.returned {
                    return t;
                }
                continue;
            }
            if t.has(BOL) {
                if self.parsing_args == 0 && !again {
                    self.line_start = (t.line, t.at);
                }
                if t.kind == Kind::Hash && self.parsing_args != 1 && self.directive(&t) {
                    if self.pending.is_some() {
                        return Token::end();
                    }
                    match self.deferred.is_empty() {
                        true => continue,
                        false if self.parsing_args != 0 => self.defer_further(),
                        false => return self.first_deferred(),
                    }
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
        let (mut paste, mut marked) = (self.p.paste, self.p.marked);
        let dialect = self.settings.dialect;
        let (remembers_system, with_spaces) =
            (dialect.remembers_system(), dialect.spaces_pragmas());
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
                    (self.p.paste, self.p.marked) = (paste, marked);
                    break;
                }
                self.contexts.clear();
                continue;
            }
            if self.p.quiet || self.macros_only {
                continue;
            }
            let lines = !self.p.bare;
            let sys = t.has(SYS | SYS_C);
            let changed = sys != self.p.prev_sys;
            if remembers_system {
                (self.p.prev_sys, marked) = (sys, false);
            }
            if paste {
                if self.p.source == PAD_NONE {
                    self.p.source = t.as_padding().val;
                }
                if t.line != self.p.line && lines && !self.p.in_pragma {
                    marked = self.change_line(&t);
                    self.p.out.push(b' ');
                    self.p.printed = true;
                } else if self.p.source == PAD_WHITE
                    || self
                        .p
                        .prev
                        .is_some_and(|(k, c)| avoid_paste(k, c, t.kind, self.spelling(&t)))
                    || self.p.prev.is_none() && t.kind == Kind::Hash
                {
                    self.p.out.push(b' ');
                    self.p.printed = true;
                }
            } else if t.has(PREV_WHITE) && (t.kind != Kind::Pragma || with_spaces) {
                if t.line != self.p.line && lines && !self.p.in_pragma {
                    marked = self.change_line(&t);
                }
                self.p.out.push(b' ');
                self.p.printed = true;
            }
            paste = false;
            self.p.source = PAD_NONE;
            if matches!(t.kind, Kind::Pragma | Kind::PragmaEnd) {
                marked = self.write_pragma(&t);
                continue;
            }
            let mut prev = true;
            if lines && !self.p.in_pragma && !marked && changed && !t.has(BUILTIN) {
                self.line_change(&t);
                self.p.prev_sys = sys;
                prev = false;
            }
            if self.is_noted() && !self.p.in_pragma {
                self.origins.note(&t, self.p.out.len());
            }
            let text = &self.sources.bytes[t.pos as usize..(t.pos + t.len) as usize];
            let extended = t.kind == Kind::Name && self.names.is_extended();
            if extended && (!text.is_ascii() || text.contains(&b'\\')) {
                crate::extended::written(text, &mut self.p.out);
            } else if let [byte] = text {
                self.p.out.push(*byte);
            } else {
                self.p.out.extend_from_slice(text);
            }
            self.p.prev = prev.then(|| (t.kind, text.first().copied().unwrap_or(0)));
            marked = false;
            self.p.printed = true;
            if t.kind == Kind::Comment || t.kind == Kind::Str && t.expansion == 0 {
                let lines = memchr::memchr_iter(b'\n', text).count();
                self.p.line = self.p.line.wrapping_add(lines as u32);
            }
            if !self.is_noted() && self.is_plain() {
                self.copy_plain();
            }
            if self.p.out.len() > CHUNK
                && let Some(sink) = &mut self.sink
            {
                sink(&self.p.out);
                self.p.out.clear();
            }
        }
    }

    /// Whether it is kept where tokens come from that are written now.
    fn is_noted(&self) -> bool {
        let settings = &self.settings;
        settings.tokens || settings.places && self.b.c.sys & (SYS | SYS_C) == 0
    }

    /// What was written.
    pub fn take_output(&mut self) -> Vec<u8> {
        if self.p.printed {
            self.p.out.push(b'\n');
        }
        std::mem::take(&mut self.p.out)
    }
}
