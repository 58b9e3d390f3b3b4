//! A unit that is preprocessed again and again: after edits of its files, or with other macros. It is a sequence of pieces: what the
//! main file or the command line includes, and the stretches of the main file between. Of each piece it is kept what it asked for and
//! what it left; where all answers are the same, its text is taken and not made. Knows nothing of who edits, or of how files are kept.

mod bytes;
mod state;
mod tokens;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::dependencies::rule;
use crate::engine::{Open, Pending, Preprocessor};
use crate::headers::NO_DIR;
use crate::host::{Answers, HostCompiler};
use crate::lex::Cursor;
use crate::options::Options;
use crate::print::{Place, Printer};
use crate::problems::Problem;
use crate::session::{command_headers, complete};
use crate::settings::Settings;
use crate::source::Files;
use crate::stream::Origins;
use crate::target::Targets;

use self::state::{Memo, Source, State};

pub use self::bytes::PieceBytes;
pub use self::tokens::{Expanded, Origin, PieceTokens, Spot};

/// A unit.
pub struct Unit<'a> {
    files: &'a dyn Files,
    host: &'a HostCompiler,
    p: Preprocessor<'a>,
    /// The settings that go into each run.
    given: Settings,
    main: String,
    /// The main file's text, if it was read.
    text: Option<u32>,
    headers: FxHashMap<Header, Vec<Rc<Memo>>>,
    /// By the line that they begin in.
    stretches: FxHashMap<u32, Vec<Rc<Memo>>>,
    settings_texts: FxHashMap<Vec<u8>, Rc<Memo>>,
    piece: u32,
    run: u32,
    /// How much there was after the first run.
    first: usize,
}

/// What a unit's text consists of.
pub struct UnitText {
    /// The pieces in order; one if the text cannot be divided.
    pub pieces: Vec<UnitPiece>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The files that were read: path, and whether it is a system's.
    pub dependencies: Vec<(String, bool)>,
    /// Whether the pieces are those that the main file's inclusions make.
    pub divided: bool,
    /// What had to be done.
    pub work: Work,
}

impl UnitText {
    /// The rule of a Makefile, if the options ask for one and nothing went wrong. Not made after each edit: it names every file.
    pub fn rule(&self, options: &Options) -> Option<String> {
        let failed = self.problems.iter().any(|p| p.severity.is_error());
        let input = options.input.as_deref().unwrap_or_default();
        (options.dependencies && !failed).then(|| rule(options, input, &self.dependencies))
    }
}

/// A piece of a unit's text.
#[derive(Clone, Debug)]
pub struct UnitPiece {
    /// Its text.
    pub text: PieceBytes,
    /// The main file or the command line includes it.
    pub included: bool,
    /// The file that it begins with.
    pub file: String,
    /// Where its tokens come from, if that is asked for ([`Settings::places`]): parts of its text, each with where it begins.
    pub tokens: Vec<(u32, Arc<PieceTokens>)>,
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The inclusions and stretches that were preprocessed: the file, or the file and the first line.
    pub preprocessed: Vec<String>,
    /// How many were taken as they had been.
    pub taken: usize,
    /// How many files were read.
    pub files: usize,
}

/// An inclusion: the file, the folder that it was found in, what kind of file includes it, whether for its macros only.
type Header = (usize, usize, u8, bool);

/// How long something is kept that no run uses.
const RUNS: u32 = 16;
/// How many versions of one piece are kept.
const VERSIONS: usize = 8;
/// For how many expansions there is room between two pieces. Thrust's headers have hundreds of thousands.
const EXPANSIONS: usize = 4096;
/// How many bytes of text and macros edits may leave behind before all is read again, besides an eighth of what there was.
const WASTE: usize = 3 << 20;

impl<'a> Unit<'a> {
    /// A unit that was not preprocessed yet. `settings` has what no command line has.
    pub fn new(
        files: &'a dyn Files,
        host: &'a HostCompiler,
        answers: &'a dyn Answers,
        options: &Options,
        settings: Settings,
    ) -> Unit<'a> {
        let complete = complete(files, host, options, settings.clone());
        Unit {
            files,
            host,
            p: Preprocessor::new(files, answers, complete),
            given: settings,
            main: options.input.clone().unwrap_or_default(),
            text: None,
            headers: FxHashMap::default(),
            stretches: FxHashMap::default(),
            settings_texts: FxHashMap::default(),
            piece: 0,
            run: 0,
            first: 0,
        }
    }

    /// A file has another text now, or is there now, or no more.
    pub fn changed(&mut self, path: &str) {
        if path == self.main {
            self.text = None;
        }
        let known = self.p.headers.reread(self.files, &mut self.p.sources, path);
        if !known && path != self.main {
            self.forget();
        }
    }

    /// Forgets everything but the options.
    fn forget(&mut self) {
        let settings = self.p.settings.clone();
        self.p = Preprocessor::new(self.files, self.p.host, settings);
        self.text = None;
        self.headers.clear();
        self.stretches.clear();
        self.settings_texts.clear();
        self.first = 0;
    }

    /// Preprocesses the unit with the macros and headers of a command line.
    ///
    /// # Errors
    /// A message, if the source or a header of the command line cannot be read.
    pub fn preprocess(&mut self, options: &Options) -> Result<UnitText, String> {
        let settings = complete(self.files, self.host, options, self.given.clone());
        let input = options.input.clone().unwrap_or_default();
        let most = self.first + self.first / 8 + WASTE;
        let worn = self.first > 0 && self.size() > most;
        if worn || settings != self.p.settings || input != self.main {
            self.p.settings = settings;
            self.main = input;
            self.forget();
        }
        let files = self.p.sources.texts.len();
        self.begin();
        self.p.piecewise = true;
        let mut text = self.pieces(options)?;
        if self.p.torn {
            // A macro's arguments go over the end of a piece.
            self.begin();
            let out = self.pieces(options)?;
            let (mut whole, mut tokens) = (Vec::new(), Vec::new());
            for piece in &out.pieces {
                let start = whole.len() as u32;
                tokens.extend(
                    piece
                        .tokens
                        .iter()
                        .map(|(at, t)| (start + at, Arc::clone(t))),
                );
                whole.extend_from_slice(&piece.text);
            }
            let whole = UnitPiece {
                text: whole.into(),
                included: false,
                file: self.main.clone(),
                tokens,
            };
            text = UnitText {
                pieces: vec![whole],
                divided: false,
                ..out
            };
        }
        text.work.files = (self.p.sources.texts[files..].iter())
            .filter(|t| !t.path.starts_with('<'))
            .count();
        let run = self.run;
        let used = |memos: &mut Vec<Rc<Memo>>| {
            memos.retain(|m| m.used.get() + RUNS >= run);
            !memos.is_empty()
        };
        self.headers.retain(|_, memos| used(memos));
        self.stretches.retain(|_, memos| used(memos));
        self.settings_texts
            .retain(|_, m| m.used.get() + RUNS >= run);
        if self.first == 0 {
            self.first = self.size();
        }
        Ok(text)
    }

    /// How many bytes of text and of macros there are, used or not.
    fn size(&self) -> usize {
        self.p.sources.bytes.len() + size_of_val(&self.p.bodies[..])
    }

    /// Goes back to where no macro is defined and no file was opened.
    fn begin(&mut self) {
        self.run += 1;
        let p = &mut self.p;
        p.nodes.fill_with(Default::default);
        p.define_built_ins();
        p.headers.begin();
        p.expansions.truncate(1);
        p.problems.clear();
        p.dependencies.clear();
        p.pushed.clear();
        p.asserts.clear();
        p.targets = Targets::default();
        p.contexts.clear();
        p.pool.clear();
        p.ifs.clear();
        p.stack.clear();
        (p.look, p.pending) = (None, None);
        (p.counter, p.opened) = (0, 0);
        (p.stopped, p.torn, p.piecewise, p.included, p.returned) =
            (false, false, false, false, false);
        let names = std::mem::take(&mut p.p.names);
        p.p = Printer::new(p.settings.bare, p.settings.quiet);
        p.p.names = names;
    }

    fn pieces(&mut self, options: &Options) -> Result<UnitText, String> {
        let mut out = Assembly::default();
        let input = self.main.clone();
        let id = self.main_text()?;
        let main = self.p.marker_name(input.as_bytes());
        let built_in = self.p.marker_name(b"<built-in>");
        let command = self.p.marker_name(b"<command-line>");
        let at = |file, line| Place { file, line, sys: 0 };
        let shows = !self.p.p.quiet;
        if shows {
            self.p.p.marker(at(main, 0), b"");
            self.p.folder_marker(options);
            self.p.p.marker(at(built_in, 0), b"");
        }
        self.p.b.name = built_in;
        let predefined = self.host.predefined.clone();
        self.settings_text("<built-in>", &predefined);
        if shows {
            self.p.p.marker(at(command, 0), b"");
        }
        let given = self.host.command_line(options);
        self.p.b.name = command;
        self.settings_text("<command-line>", &given);
        self.p.dependencies.push((input.clone(), false));
        for (name, macros_only, is_own) in command_headers(&options.include) {
            let Some((seen, dir)) = self.p.command_header(id, command, name, is_own)? else {
                continue;
            };
            self.p.macros_only = macros_only;
            self.header((seen, dir, false), &mut out);
            self.p.contexts.clear();
            self.p.look = None;
            (self.p.p.paste, self.p.p.marked) = (false, false);
            self.p.macros_only = false;
        }
        let c = Cursor::new(&self.p.sources.texts[id as usize], 0);
        self.p.b = Open {
            text: id,
            c,
            name: main,
            dir: NO_DIR,
            guard_valid: true,
            ..Open::default()
        };
        self.p.stack.clear();
        self.p.stack.push(Open {
            name: main,
            ..Open::default()
        });
        if shows {
            self.p.p.marker(at(main, 1), b"");
        }
        loop {
            self.stretch(&mut out);
            let Some(pending) = self.p.pending.take().filter(|_| !self.p.stopped) else {
                break;
            };
            self.p.in_directive = true;
            self.header(pending, &mut out);
            self.p.in_directive = false;
        }
        self.p.pop_file();
        let rest = self.p.take_output();
        out.own.extend_from_slice(&rest);
        out.close(&self.main);
        Ok(UnitText {
            pieces: out.pieces,
            problems: std::mem::take(&mut self.p.problems),
            dependencies: std::mem::take(&mut self.p.dependencies),
            divided: true,
            work: out.work,
        })
    }

    fn main_text(&mut self) -> Result<u32, String> {
        if let Some(text) = self.text {
            return Ok(text);
        }
        let p = &mut self.p;
        let start = p.sources.begin();
        let Some(time) = self.files.read(&self.main, &mut p.sources.bytes) else {
            p.sources.bytes.truncate(start);
            return Err(format!("{}: No such file or directory", self.main));
        };
        let id = p.sources.finish(&self.main, start, p.settings.trigraphs);
        p.headers.insert(&self.main, id, time);
        self.text = Some(id);
        Ok(id)
    }

    /// Lines that only define.
    fn settings_text(&mut self, name: &str, text: &[u8]) {
        let key = [name.as_bytes(), b"\n", text].concat();
        if let Some(memo) = self.settings_texts.get(&key)
            && self.p.holds(&memo.trace)
        {
            memo.used.set(self.run);
            self.p.replay(&memo.trace);
            return;
        }
        let before = State::of(&self.p);
        let problems = self.p.problems.len();
        // Lines that only define write nothing.
        let written = std::mem::take(&mut self.p.p.out);
        self.begin_piece();
        self.p.settings_text(name, text);
        let memo = self.end_piece(before, Source::default());
        self.p.p.out = written;
        if self.is_kept(&memo, problems) {
            self.settings_texts.insert(key, Rc::new(memo));
        }
    }

    /// An inclusion, if the file has something to give.
    fn header(&mut self, (seen, dir, import): Pending, out: &mut Assembly) {
        if !self.p.opens(seen, import) {
            return;
        }
        if !self.p.p.quiet {
            let here = self.p.here();
            self.p.p.go_to(here);
        }
        out.own.append(&mut self.p.p.out);
        out.close(&self.main);
        self.p.p.forget_token();
        let key = (seen, dir, self.p.b.c.sys, self.p.macros_only);
        let before = State::of(&self.p);
        let held = self.headers.get(&key).into_iter().flatten();
        let held = held.into_iter().find(|m| {
            m.before.printer.prev_sys == before.printer.prev_sys && self.p.holds(&m.trace)
        });
        let (text, tokens) = match held.cloned() {
            Some(memo) => {
                memo.used.set(self.run);
                self.p.replay(&memo.trace);
                if self.p.in_directive {
                    self.p.go_behind_directive();
                }
                self.p.b.guard_valid = false;
                memo.behind.printer.restore(&mut self.p.p);
                out.work.taken += 1;
                (memo.text.clone(), memo.tokens.clone())
            }
            None => {
                let problems = self.p.problems.len();
                self.begin_piece();
                self.p.open_again(seen, dir);
                self.p.in_directive = false;
                (self.p.included, self.p.returned) = (true, false);
                self.p.run();
                (self.p.included, self.p.returned) = (false, false);
                self.p.p.end_text();
                let memo = Rc::new(self.end_piece(before, Source::default()));
                let path = &self.p.sources.texts[self.p.headers.seen[seen].text as usize].path;
                out.work.preprocessed.push(path.clone());
                if self.is_kept(&memo, problems) {
                    let memos = self.headers.entry(key).or_default();
                    if memos.len() >= VERSIONS {
                        memos.remove(0);
                    }
                    memos.push(Rc::clone(&memo));
                }
                (memo.text.clone(), memo.tokens.clone())
            }
        };
        let path = &self.p.sources.texts[self.p.headers.seen[seen].text as usize].path;
        out.pieces.push(UnitPiece {
            text,
            included: true,
            file: path.clone(),
            tokens: tokens.map(|tokens| (0, tokens)).into_iter().collect(),
        });
        if !self.p.p.quiet && !self.p.stopped {
            let here = self.p.here();
            self.p.p.marker(here, b" 2");
        }
    }

    /// The main file up to its next inclusion.
    fn stretch(&mut self, out: &mut Assembly) {
        out.own.append(&mut self.p.p.out);
        let before = State::of(&self.p);
        let held = self.stretches.get(&before.line).into_iter().flatten();
        let held = held
            .into_iter()
            .find(|m| m.before == before && self.goes_on_with(&m.source) && self.p.holds(&m.trace));
        if let Some(memo) = held.cloned() {
            memo.used.set(self.run);
            self.p.replay(&memo.trace);
            let to = self.p.b.c.cur + memo.source.bytes.len();
            let text = &self.p.sources.texts[self.p.b.text as usize];
            let c = &mut self.p.b.c;
            c.cur = to;
            c.splice += memo.source.splices.len();
            let next = text.splices.get(c.splice);
            c.splice_at = next.map_or(usize::MAX, |&s| s as usize);
            memo.behind.restore(&mut self.p);
            self.p.pending = memo.pending;
            out.add(&memo);
            out.work.taken += 1;
            return;
        }
        let (from, splice) = (self.p.b.c.cur, self.p.b.c.splice);
        let problems = self.p.problems.len();
        self.begin_piece();
        self.p.run();
        let c = &self.p.b.c;
        let text = &self.p.sources.texts[self.p.b.text as usize];
        let source = Source {
            bytes: self.p.sources.bytes[from..c.cur].to_vec(),
            splices: (text.splices[splice..c.splice].iter())
                .map(|&s| s - from as u32)
                .collect(),
            last: c.cur >= c.end,
        };
        let line = before.line;
        out.work.preprocessed.push(format!("{}:{line}", self.main));
        let mut memo = self.end_piece(before, source);
        memo.pending = self.p.pending;
        out.add(&memo);
        if self.is_kept(&memo, problems) {
            let memos = self.stretches.entry(line).or_default();
            if memos.len() >= VERSIONS {
                memos.remove(0);
            }
            memos.push(Rc::new(memo));
        }
    }

    /// Whether the main file goes on with the text of a stretch, and the stretch ends there.
    fn goes_on_with(&self, source: &Source) -> bool {
        let c = &self.p.b.c;
        let text = &self.p.sources.texts[self.p.b.text as usize];
        let rest = &self.p.sources.bytes[c.cur..c.end];
        let end = c.cur + source.bytes.len();
        let splices = text.splices[c.splice..].iter();
        let splices = splices.take_while(|&&s| s as usize <= end);
        rest.starts_with(&source.bytes)
            && match source.last {
                true => rest.len() == source.bytes.len(),
                false => rest.get(source.bytes.len()) == Some(&b'\n'),
            }
            && splices
                .map(|&s| s - c.cur as u32)
                .eq(source.splices.iter().copied())
    }

    fn begin_piece(&mut self) {
        self.piece += 1;
        self.p.origins = Origins::default();
        self.p.tracer.begin(self.piece);
    }

    fn end_piece(&mut self, before: State, source: Source) -> Memo {
        // Another piece must not be taken as it was for another target.
        self.p.torn |= self.p.targets.are_changed();
        let trace = self.p.end_trace();
        let places = self.p.settings.places;
        let tokens = places.then(|| Arc::new(self.p.take_tokens()));
        self.p.expansions.truncate(1);
        self.p.expansions.shrink_to(EXPANSIONS);
        self.p.sources.forget_made();
        Memo {
            trace,
            before,
            behind: State::of(&self.p),
            text: std::mem::take(&mut self.p.p.out).into(),
            source,
            tokens,
            pending: None,
            used: std::cell::Cell::new(self.run),
        }
    }

    /// Whether a piece may be taken in another run.
    fn is_kept(&self, memo: &Memo, problems: usize) -> bool {
        let p = &self.p;
        // Its place may be another one then, and so may those of its problems.
        let silent = p.problems.len() == problems;
        silent && !memo.trace.untraced && !p.stopped && !p.torn
    }
}

/// The text of a unit while it is put together.
#[derive(Default)]
struct Assembly {
    pieces: Vec<UnitPiece>,
    /// What the main file gave since its last inclusion, and where that comes from.
    own: Vec<u8>,
    tokens: Vec<(u32, Arc<PieceTokens>)>,
    work: Work,
}

impl Assembly {
    /// A stretch of the main file.
    fn add(&mut self, memo: &Memo) {
        let start = self.own.len() as u32;
        let tokens = memo.tokens.as_ref();
        self.tokens.extend(tokens.map(|t| (start, Arc::clone(t))));
        self.own.extend_from_slice(&memo.text);
    }

    /// What the main file gave so far is a piece.
    fn close(&mut self, main: &str) {
        if !self.own.is_empty() {
            self.pieces.push(UnitPiece {
                text: std::mem::take(&mut self.own).into(),
                included: false,
                file: main.to_owned(),
                tokens: std::mem::take(&mut self.tokens),
            });
        }
    }
}
