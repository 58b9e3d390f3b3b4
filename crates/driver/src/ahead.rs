//! Work done ahead, on two cores. A batch run needs two things that do not need each other: what becomes of the headers and what
//! is wrong as it is written, which no types are needed for, and what the semantic core says. All are queries that the run asks
//! anyway; asked here at the same time, they are remembered. What they answer does not depend on it: queries that may wait for
//! themselves, those over types, are asked from one side only.
//!
//! The semantic core takes longer, and most of its time goes into lowering declarations of headers. So the other side lowers what
//! it will probably ask for first; whoever is done with his own part then helps with what is left.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};
use cleave_names::{ItemNode, is_in_own_file, items, user_items};

use crate::stack::with_work_beside;

/// How many items are taken at a time: few enough that both sides end together.
const TAKEN: usize = 32;

/// A job over many items that both sides take part in.
#[derive(Default)]
struct Shared {
    next: AtomicUsize,
}

impl Shared {
    /// Does the job for items that the other side has not taken.
    fn join<'db>(&self, items: &[ItemNode<'db>], job: impl Fn(ItemNode<'db>)) {
        loop {
            let from = self.next.fetch_add(TAKEN, Ordering::Relaxed);
            let Some(rest) = items.get(from..).filter(|rest| !rest.is_empty()) else {
                return;
            };
            rest.iter().take(TAKEN).for_each(|&item| job(item));
        }
    }
}

/// Asks ahead what the host pass is going to ask.
pub(crate) fn host_pass(db: &RootDatabase, file: SourceFile, options: HostOptions) {
    let other = db.clone();
    let (facts, edits, rules) = (Shared::default(), Shared::default(), Shared::default());
    let rest = |db: &RootDatabase| {
        facts.join(items(db, file), |item| {
            cleave_cuda::function_facts(db, item);
        });
        edits.join(items(db, file), |item| {
            cleave_host::edits_ahead(db, file, item, options);
        });
        rules.join(user_items(db, file), |item| {
            cleave_checks::written_findings(db, file, item, options);
        });
    };
    let typed = AtomicBool::new(false);
    let (rest, typed) = (&rest, &typed);
    with_work_beside(
        move || {
            let go_on = || !typed.load(Ordering::Relaxed);
            // The core types no more than these, whatever else of the user's own there is.
            let own = user_items(&other, file).iter().copied();
            let own: Vec<_> = own.filter(|&item| is_in_own_file(&other, item)).collect();
            cleave_hir::lower_ahead(&other, file, &own, go_on);
            rest(&other);
        },
        || {
            cleave_checks::type_ahead(db, file);
            typed.store(true, Ordering::Relaxed);
            rest(db);
        },
    );
}
