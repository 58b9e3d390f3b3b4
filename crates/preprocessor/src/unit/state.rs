//! What is kept of a piece, and where a run is between two of them. Knows nothing of how a piece is made.

use std::cell::Cell;
use std::sync::Arc;

use crate::engine::{If, Pending, Preprocessor};
use crate::intern::Sym;
use crate::print::Printer;
use crate::token::Kind;
use crate::trace::Trace;
use crate::unit::bytes::PieceBytes;
use crate::unit::tokens::PieceTokens;

/// What is kept of a piece.
pub(super) struct Memo {
    pub(super) trace: Trace,
    pub(super) before: State,
    pub(super) behind: State,
    pub(super) text: PieceBytes,
    /// Of a stretch: what it consists of.
    pub(super) source: Source,
    /// Where its tokens come from, if that is kept.
    pub(super) tokens: Option<Arc<PieceTokens>>,
    pub(super) pending: Option<Pending>,
    /// The run that used it last.
    pub(super) used: Cell<u32>,
}

/// The text of a stretch of the main file.
#[derive(Default, PartialEq)]
pub(super) struct Source {
    pub(super) bytes: Vec<u8>,
    /// Where lines were joined, from the beginning.
    pub(super) splices: Vec<u32>,
    /// The file ends behind it.
    pub(super) last: bool,
}

/// Where a run is between two pieces, apart from what traces hold.
#[derive(Clone, PartialEq)]
pub(super) struct State {
    pub(super) line: u32,
    pub(super) bol: bool,
    pub(super) sys: u8,
    pub(super) name: u32,
    pub(super) entered: Vec<(u32, u32)>,
    pub(super) ifs: Vec<If>,
    pub(super) guard_valid: bool,
    pub(super) guard: Option<Sym>,
    pub(super) printer: PrinterState,
}

/// What a printer remembers of what it has written.
#[derive(Clone, PartialEq)]
pub(super) struct PrinterState {
    pub(super) line: u32,
    pub(super) file: u32,
    pub(super) printed: bool,
    pub(super) prev: Option<(Kind, u8)>,
    pub(super) source: u32,
    pub(super) prev_sys: bool,
    pub(super) paste: bool,
    pub(super) marked: bool,
}

impl State {
    /// Where a run is.
    pub(super) fn of(p: &Preprocessor<'_>) -> State {
        let b = &p.b;
        State {
            line: b.c.line,
            bol: b.c.bol,
            sys: b.c.sys,
            name: b.name,
            entered: b.entered.clone(),
            ifs: p.ifs.clone(),
            guard_valid: b.guard_valid,
            guard: b.guard,
            printer: PrinterState::of(&p.p),
        }
    }

    pub(super) fn restore(&self, p: &mut Preprocessor<'_>) {
        let b = &mut p.b;
        b.c.line = self.line;
        b.c.bol = self.bol;
        b.c.sys = self.sys;
        b.name = self.name;
        b.entered.clone_from(&self.entered);
        b.guard_valid = self.guard_valid;
        b.guard = self.guard;
        p.ifs.clone_from(&self.ifs);
        self.printer.restore(&mut p.p);
    }
}

impl PrinterState {
    pub(super) fn of(p: &Printer) -> PrinterState {
        PrinterState {
            line: p.line,
            file: p.file,
            printed: p.printed,
            prev: p.prev,
            source: p.source,
            prev_sys: p.prev_sys,
            paste: p.paste,
            marked: p.marked,
        }
    }

    pub(super) fn restore(&self, p: &mut Printer) {
        p.line = self.line;
        p.file = self.file;
        p.printed = self.printed;
        p.prev = self.prev;
        p.source = self.source;
        p.prev_sys = self.prev_sys;
        p.paste = self.paste;
        p.marked = self.marked;
    }
}
