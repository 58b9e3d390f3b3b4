//! Work done ahead, on two cores. A batch run needs two things that do not need each other: what becomes of the headers and what
//! is wrong as it is written, which no types are needed for, and what the semantic core says. All are queries that the run asks
//! anyway; asked here at the same time, they are remembered. What they answer does not depend on it: queries that may wait for
//! themselves, those over types, are asked from one side only.

use std::sync::atomic::{AtomicUsize, Ordering};

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};
use cleave_names::user_items;

use crate::stack::with_work_beside;

/// Asks ahead what the host pass is going to ask.
pub(crate) fn host_pass(db: &RootDatabase, file: SourceFile, options: HostOptions) {
    let other = db.clone();
    let next = AtomicUsize::new(0);
    // Whoever is free takes the next item.
    let rules = |db: &RootDatabase| {
        let items = user_items(db, file);
        while let Some(&item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            cleave_checks::written_findings(db, file, item, options);
        }
    };
    let rules = &rules;
    with_work_beside(
        move || {
            cleave_cuda::function_index(&other, file);
            cleave_host::edits_ahead(&other, file, options);
            rules(&other);
        },
        || {
            cleave_checks::type_ahead(db, file);
            rules(db);
        },
    );
}
