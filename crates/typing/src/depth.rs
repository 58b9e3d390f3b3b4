//! A limit on how deep instantiations nest ([implimits]; the reference's default is 200).

use std::cell::Cell;

/// How deep instantiations nest before they are given up.
const LIMIT: u32 = 200;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// One level of nesting; ends when dropped.
pub(crate) struct Level(());

impl Level {
    /// Goes one level down; `None` beyond the limit.
    pub(crate) fn enter() -> Option<Level> {
        DEPTH.with(|depth| {
            if depth.get() >= LIMIT {
                return None;
            }
            depth.set(depth.get() + 1);
            Some(Level(()))
        })
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        DEPTH.with(|depth| depth.set(depth.get() - 1));
    }
}
