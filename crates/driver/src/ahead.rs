//! Work done ahead: a second thread asks for the edits of the last items first, while this one looks for errors and then comes
//! from the front. Who comes second finds the answer there. Nothing depends on it but time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};
use cleave_host::item_edits;
use cleave_names::items;

use crate::stack::big_stack;

/// Fewer items are done before a thread is up.
const WORTH_IT: usize = 256;

/// A thread at work on edits; it stops where it is when this is dropped.
pub(crate) struct Ahead {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ahead {
    /// Starts on the items of `file`, if there are many and a processor is there for it.
    pub(crate) fn edits(db: &RootDatabase, file: SourceFile, options: HostOptions) -> Ahead {
        let stop = Arc::new(AtomicBool::new(false));
        let alone = std::thread::available_parallelism().is_ok_and(|n| n.get() < 2);
        let mut ahead = Ahead {
            stop: Arc::clone(&stop),
            thread: None,
        };
        if alone || items(db, file).len() < WORTH_IT {
            return ahead;
        }
        let db = db.clone();
        ahead.thread = big_stack()
            .spawn(move || {
                for &item in items(&db, file).iter().rev() {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    item_edits(&db, file, item, options);
                }
            })
            .ok();
        ahead
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // What made it fail meets this thread as well.
            let _ = thread.join();
        }
    }
}
