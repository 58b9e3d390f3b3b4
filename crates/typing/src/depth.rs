//! A limit on how deep instantiations nest ([implimits]; the reference's default is 200). Once it is met, nothing more is looked
//! into until the outermost instantiation is left: each level on the way back would try again, and go as deep.

use std::cell::Cell;

/// How deep instantiations nest before they are given up.
const LIMIT: u32 = 1200;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static MET: Cell<bool> = const { Cell::new(false) };
}

/// One level of nesting; ends when dropped.
pub(crate) struct Level(());

impl Level {
    /// Goes one level down; `None` beyond the limit.
    pub(crate) fn enter() -> Option<Level> {
        DEPTH.with(|depth| {
            if MET.get() || depth.get() >= LIMIT {
                MET.set(depth.get() > 0);
                return None;
            }
            depth.set(depth.get() + 1);
            Some(Level(()))
        })
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        DEPTH.with(|depth| {
            depth.set(depth.get() - 1);
            if depth.get() == 0 {
                MET.set(false);
            }
        });
    }
}
