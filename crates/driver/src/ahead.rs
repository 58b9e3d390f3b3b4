//! Work done ahead: while a second thread looks for what is wrong with the user's items, this one finds the edits of everybody
//! else's. Whoever asks later finds the answers there. Nothing depends on it but time.
//!
//! What is user code is looked into by one thread alone, in order: where declarations depend on each other in a circle, the
//! answer is that of the first to ask.

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};
use cleave_checks::item_findings;
use cleave_host::item_edits;
use cleave_names::{ItemNode, items};
use cleave_syntax::skeleton::Flags;

use crate::stack::big_stack;

/// Fewer items are done before a thread is up.
const WORTH_IT: usize = 256;

/// Asks for everything that a host pass over `file` will ask for, if there is much of it and a processor for a second thread.
pub(crate) fn ask(db: &RootDatabase, file: SourceFile, options: HostOptions) {
    let all = items(db, file);
    let alone = std::thread::available_parallelism().is_ok_and(|n| n.get() < 2);
    if alone || all.len() < WORTH_IT {
        return;
    }
    let is_user = |db: &RootDatabase, item: &ItemNode<'_>| item.flags(db).has(Flags::USER);
    let second = db.clone();
    std::thread::scope(|scope| {
        let thread = big_stack().spawn_scoped(scope, move || {
            let user = items(&second, file).iter().filter(|i| is_user(&second, i));
            for &item in user {
                item_findings(&second, file, item, options);
            }
        });
        for &item in all.iter().filter(|i| !is_user(db, i)) {
            item_edits(db, file, item, options);
        }
        // What makes the thread fail meets this one as well, which then has to say it.
        drop(thread.map(|t| t.join()));
    });
}
