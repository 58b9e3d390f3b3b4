//! What a piece of a run asks of what came before it and what it leaves to what comes behind: macros, files, folders, counters. A run of
//! the same piece that finds the same answers has the same result. Knows nothing of which piece it is.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::{NO_MACRO, Node, Preprocessor};
use crate::headers::folder_of;
use crate::intern::Sym;
use crate::macros::Macro;
use crate::token::{Kind, Token};

/// What a name means to the preprocessor: a macro, and whether it is poisoned.
pub(crate) type Meaning = (u32, bool);

/// The macros that are pushed of each name.
pub(crate) type Pushed = Vec<(Sym, Vec<u32>)>;

/// A file that a piece wanted to open.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) seen: usize,
    /// It was not to be read again.
    pub(crate) over: bool,
    pub(crate) guard: Option<Sym>,
}

/// A folder that an `#include "..."` looked in first.
#[derive(Clone, Debug)]
pub(crate) struct OwnDir {
    pub(crate) folder: String,
    pub(crate) dir: usize,
    /// Nobody had needed it before.
    pub(crate) fresh: bool,
}

/// What was asked, each thing once and as it was before the piece, and what was left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) names: Vec<(Sym, Meaning)>,
    pub(crate) written: Vec<(Sym, Meaning)>,
    /// The files whose text was read, and the number of the text.
    pub(crate) files: Vec<(usize, u32)>,
    pub(crate) openings: Vec<Opening>,
    pub(crate) once: Vec<usize>,
    pub(crate) guards: Vec<(usize, Sym)>,
    /// The files that were opened, and whether as a system's.
    pub(crate) opened: Vec<(usize, bool)>,
    pub(crate) own_dirs: Vec<OwnDir>,
    /// `__COUNTER__` before and behind, if it was asked.
    pub(crate) counter: Option<(u32, u32)>,
    /// What was pushed before and behind, if anything was pushed or popped.
    pub(crate) pushed: Option<(Pushed, Pushed)>,
    /// How many files were opened, again or not.
    pub(crate) opens: usize,
    /// Something happened that is not traced: the result is good for this run alone.
    pub(crate) untraced: bool,
}

/// The trace that is being written, and what tells whether something was noted in it.
#[derive(Default)]
pub(crate) struct Tracer {
    pub(crate) trace: Trace,
    /// The number of the piece; 0 if nothing is traced.
    piece: u32,
    /// For each name the piece that asked for it last.
    stamps: Vec<u32>,
    openings: FxHashSet<usize>,
    own_dirs: FxHashSet<usize>,
    /// The files that were marked in this piece as not to be read again.
    once: FxHashSet<usize>,
    waiting: Vec<Sym>,
}

impl Tracer {
    pub(crate) fn is_on(&self) -> bool {
        self.piece > 0
    }

    /// Begins a piece.
    pub(crate) fn begin(&mut self, piece: u32) {
        self.piece = piece;
        self.trace = Trace::default();
        self.openings.clear();
        self.own_dirs.clear();
        self.once.clear();
    }

    /// A name is asked for. What it stands for may ask for other names.
    #[inline(always)]
    pub(crate) fn asks(&mut self, sym: Sym, nodes: &[Node], macros: &[Macro], bodies: &[Token]) {
        if self.piece > 0 && self.stamps.get(sym.0 as usize) != Some(&self.piece) {
            self.note(sym, nodes, macros, bodies);
        }
    }

    #[cold]
    fn note(&mut self, sym: Sym, nodes: &[Node], macros: &[Macro], bodies: &[Token]) {
        self.waiting.push(sym);
        while let Some(sym) = self.waiting.pop() {
            let at = sym.0 as usize;
            if at >= self.stamps.len() {
                self.stamps.resize(at + 1024, 0);
            }
            if std::mem::replace(&mut self.stamps[at], self.piece) == self.piece {
                continue;
            }
            let node = nodes.get(at).copied().unwrap_or_default();
            self.trace.names.push((sym, (node.makro, node.poisoned)));
            self.body(node.makro, macros, bodies);
        }
    }

    /// The names in a macro's body wait to be noted.
    fn body(&mut self, makro: u32, macros: &[Macro], bodies: &[Token]) {
        if let Some(m) = macros.get(makro as usize) {
            let body = &bodies[m.start as usize..m.end as usize];
            let names = body.iter().filter(|t| t.kind == Kind::Name);
            self.waiting.extend(names.map(|t| Sym(t.val)));
        }
    }
}

impl Preprocessor<'_> {
    /// A name's meaning is asked for.
    #[inline(always)]
    pub(crate) fn asks(&mut self, sym: Sym) {
        self.tracer
            .asks(sym, &self.nodes, &self.macros, &self.bodies);
    }

    /// A name gets another meaning, which may bring other names with it.
    pub(crate) fn means(&mut self, sym: Sym, makro: u32) {
        self.asks(sym);
        self.node_mut(sym).makro = makro;
        if self.tracer.is_on() {
            self.tracer.trace.written.push((sym, (makro, false)));
            self.tracer.body(makro, &self.macros, &self.bodies);
            while let Some(sym) = self.tracer.waiting.pop() {
                self.asks(sym);
            }
        }
    }

    /// A file is about to be opened, unless what is known of it forbids that.
    pub(crate) fn asks_file(&mut self, seen: usize) {
        if !self.tracer.is_on() {
            return;
        }
        let this = &self.headers.seen[seen];
        let (text, guard) = (this.text, this.guard);
        if self.tracer.openings.insert(seen) {
            let marked_here = |seen: &usize| self.tracer.once.contains(seen);
            let mut copies = self.headers.copies(&self.sources, seen);
            let over = this.once && !marked_here(&seen) || copies.any(|o| !marked_here(&o));
            let opening = Opening { seen, over, guard };
            self.tracer.trace.openings.push(opening);
            // A copy of what this piece has read is one only as long as it stays as it is.
            if !over && self.headers.is_copy(&self.sources, seen, false) {
                self.tracer.trace.files.push((seen, text));
            }
        }
        if let Some(guard) = guard {
            self.asks(guard);
        }
    }

    /// A file shall not be read again.
    pub(crate) fn mark_once(&mut self, seen: usize) {
        self.headers.mark_once(&self.sources, seen);
        if self.tracer.is_on() {
            self.tracer.once.insert(seen);
            self.tracer.trace.once.push(seen);
        }
    }

    /// The folder that an `#include "..."` of a file looks in first.
    pub(crate) fn own_dir(&mut self, of: &str, sys: u8) -> usize {
        if !self.tracer.is_on() {
            return self.headers.own_dir(of, sys);
        }
        let folder = folder_of(of);
        let fresh = self.headers.known_own_dir(folder).is_none();
        let dir = self.headers.own_dir(of, sys);
        if self.tracer.own_dirs.insert(dir) {
            let folder = folder.to_owned();
            let own = OwnDir { folder, dir, fresh };
            self.tracer.trace.own_dirs.push(own);
        }
        dir
    }

    /// What is pushed is about to be looked at or changed.
    pub(crate) fn asks_pushed(&mut self) {
        if self.tracer.is_on() && self.tracer.trace.pushed.is_none() {
            let now = self.pushed_now();
            self.tracer.trace.pushed = Some((now, vec![]));
        }
    }

    fn pushed_now(&self) -> Pushed {
        let some = self.pushed.iter().filter(|p| !p.1.is_empty());
        let mut now: Pushed = some.map(|(&sym, stack)| (sym, stack.clone())).collect();
        now.sort_unstable();
        now
    }

    /// `__COUNTER__` is about to be read.
    pub(crate) fn asks_counter(&mut self) {
        if self.tracer.is_on() && self.tracer.trace.counter.is_none() {
            self.tracer.trace.counter = Some((self.counter, self.counter));
        }
    }

    /// Ends a piece: what it asked for and left.
    pub(crate) fn end_trace(&mut self) -> Trace {
        let mut trace = std::mem::take(&mut self.tracer.trace);
        self.tracer.piece = 0;
        trace.written.sort_by_key(|w| w.0);
        trace.written.dedup_by_key(|w| w.0);
        for (sym, meaning) in &mut trace.written {
            let node = self.nodes.get(sym.0 as usize).copied().unwrap_or_default();
            *meaning = (node.makro, node.poisoned);
        }
        if let Some((_, end)) = &mut trace.counter {
            *end = self.counter;
        }
        if trace.pushed.is_some() {
            let now = self.pushed_now();
            trace.pushed = trace.pushed.map(|(before, _)| (before, now));
        }
        trace
    }

    /// Whether all that a piece asked for has the same answers now.
    pub(crate) fn holds(&self, trace: &Trace) -> bool {
        let canonical = |makro: u32| {
            let known = self.macros.get(makro as usize);
            known.map_or(makro, |m| m.canonical)
        };
        let name = |&(sym, (makro, poisoned)): &(Sym, Meaning)| {
            let node = self.node(sym);
            node.poisoned == poisoned
                && (node.makro == makro || canonical(node.makro) == canonical(makro))
        };
        let file = |&(seen, text): &(usize, u32)| self.headers.seen[seen].text == text;
        let opening = |o: &Opening| {
            let this = &self.headers.seen[o.seen];
            let over = this.once || self.headers.is_copy(&self.sources, o.seen, false);
            this.guard == o.guard && over == o.over
        };
        let own_dir = |o: &OwnDir| match self.headers.known_own_dir(&o.folder) {
            None => o.fresh,
            Some(dir) => dir == o.dir,
        };
        trace.counter.is_none_or(|(start, _)| start == self.counter)
            && trace.files.iter().all(file)
            && trace.names.iter().all(name)
            && trace.openings.iter().all(opening)
            && trace.own_dirs.iter().all(own_dir)
            && (trace.pushed.as_ref()).is_none_or(|(before, _)| *before == self.pushed_now())
    }

    /// Leaves what a piece left, without running it.
    pub(crate) fn replay(&mut self, trace: &Trace) {
        // What is written alike may be defined elsewhere by now.
        let moved = |&(sym, (old, _)): &(Sym, Meaning)| {
            let now = self.node(sym).makro;
            (now != old).then_some((old, now))
        };
        let moved: FxHashMap<u32, u32> = trace.names.iter().filter_map(moved).collect();
        let now = |makro: u32| moved.get(&makro).copied().unwrap_or(makro);
        for &(sym, (makro, poisoned)) in &trace.written {
            let node = self.node_mut(sym);
            (node.makro, node.poisoned) = (now(makro), poisoned);
        }
        for o in &trace.own_dirs {
            self.headers.note_own_dir(&o.folder, o.dir);
        }
        for &seen in &trace.once {
            self.headers.mark_once(&self.sources, seen);
        }
        for &(seen, guard) in &trace.guards {
            self.headers.seen[seen].guard.get_or_insert(guard);
        }
        for &(seen, system) in &trace.opened {
            self.note_opened(seen, system);
        }
        if let Some((_, end)) = trace.counter {
            self.counter = end;
        }
        if let Some((_, behind)) = &trace.pushed {
            let stack =
                |(sym, stack): &(Sym, Vec<u32>)| (*sym, stack.iter().copied().map(now).collect());
            self.pushed = behind.iter().map(stack).collect();
        }
        self.opened += trace.opens;
    }

    /// A file was opened: the text depends on it.
    pub(crate) fn note_opened(&mut self, seen: usize, system: bool) {
        let this = &mut self.headers.seen[seen];
        if !std::mem::replace(&mut this.opened, true) {
            let path = self.sources.texts[this.text as usize].path.clone();
            self.dependencies.push((path, system));
        }
        if self.tracer.is_on() {
            self.tracer.trace.opened.push((seen, system));
        }
    }

    /// Something happens that is not traced.
    pub(crate) fn untraced(&mut self) {
        self.tracer.trace.untraced = true;
    }
}

impl Default for Node {
    fn default() -> Self {
        Node {
            makro: NO_MACRO,
            disabled: false,
            poisoned: false,
            used: false,
            unsure: false,
        }
    }
}
