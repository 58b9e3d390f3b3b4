//! How deep questions nest, and what becomes of those that have no end: `A<N>` that needs `A<N + 1>`.
//!
//! No answer may depend on who asked first. So the limit is never part of an answer: where it is met, the computation is unwound
//! to whoever asked from outside, and nothing on the way is remembered as an answer. salsa keeps of each query that was unwound
//! that it failed, until the next revision: who asks again fails at once. A question fails if and only if what it needs nests
//! deeper than the limit, which is far above what the reference takes (200 instantiations).
//!
//! Each query of the semantic core is one [`Level`], those at the root excepted, which no other query asks for. Who asks from
//! outside goes by [`outermost`], which answers that nothing is known.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use cleave_base_db::Db;

/// How deep questions nest before they are given up.
const LIMIT: u32 = 12_000;

/// Within how many levels of the limit nothing is kept of what was unwound: what was met there depends on where the chain began.
const MARGIN: u32 = 1_000;

/// Bytes of stack that a level may need.
const RED_ZONE: usize = 256 << 10;
/// Bytes of stack that are added at a time.
const SEGMENT: usize = 8 << 20;

thread_local! {
    /// Levels on this thread's stack. It guards the stack and is no part of any answer.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// What unwinds the stack.
#[derive(Clone, Copy)]
enum TooDeep {
    /// The limit is met.
    Limit,
    /// Something is asked for that is known to have no end.
    Known,
}

/// One level of nesting; ends when dropped.
pub(crate) struct Level(());

impl Level {
    /// Goes one level down; beyond the limit the stack is unwound.
    pub(crate) fn enter() -> Level {
        let depth = DEPTH.get();
        if depth >= LIMIT {
            // The panic hook is for bugs, this is none.
            resume_unwind(Box::new(TooDeep::Limit));
        }
        DEPTH.set(depth + 1);
        Level(())
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Runs `f` one level down, with room on the stack.
pub(crate) fn nested<T>(f: impl FnOnce() -> T) -> T {
    let _level = Level::enter();
    stacker::maybe_grow(RED_ZONE, SEGMENT, f)
}

/// Whether some query of the semantic core is being answered.
pub(crate) fn is_within() -> bool {
    DEPTH.get() > 0
}

/// Asks for something that is known to have no end.
pub(crate) fn fail() -> ! {
    resume_unwind(Box::new(TooDeep::Known))
}

/// Goes on with nothing if that is asked from outside; see [`fail`].
pub(crate) fn give_up() {
    if is_within() {
        fail();
    }
}

/// The answer to a question that has an end; `unknown` of others, if it is asked from outside. From within, who asks has no end
/// either.
pub fn outermost<T>(db: &dyn Db, unknown: impl FnOnce() -> T, f: impl FnOnce() -> T) -> T {
    match is_within() {
        true => stacker::maybe_grow(RED_ZONE, SEGMENT, f),
        false => caught(db, 0, f).unwrap_or_else(unknown),
    }
}

/// Runs `f`; `None` if it has no end. Unwinds further if the limit is so near that what was met on the way depends on where the
/// chain began.
pub(crate) fn partially<T>(db: &dyn Db, f: impl FnOnce() -> T) -> Option<T> {
    caught(db, DEPTH.get(), f)
}

fn caught<T>(db: &dyn Db, depth: u32, f: impl FnOnce() -> T) -> Option<T> {
    // What `f` leaves half done is thrown away, or is a list of what it had found so far.
    let payload = match catch_unwind(AssertUnwindSafe(f)) {
        Ok(value) => return Some(value),
        Err(payload) => payload,
    };
    let is_end = match payload.downcast_ref::<TooDeep>() {
        Some(TooDeep::Limit) => depth + MARGIN <= LIMIT,
        Some(TooDeep::Known) => true,
        // A query that was unwound before is asked again, or another thread was unwound that this one waited for.
        None => matches!(
            payload.downcast_ref::<salsa::Cancelled>(),
            Some(salsa::Cancelled::PropagatedPanic)
        ),
    };
    if !is_end {
        resume_unwind(payload);
    }
    // What was unwound has not said what it depends on.
    db.report_untracked_read();
    None
}
