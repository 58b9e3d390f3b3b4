//! Work done ahead, on two cores. A batch run needs two things of the front half that do not need each other: what all functions
//! of the unit, headers included, are declared as, and what the semantic core says of the main source file. Both are queries that
//! the run asks anyway; asked here at the same time, they are remembered. What they answer does not depend on it.

use cleave_base_db::{RootDatabase, SourceFile};

use crate::stack::with_work_beside;

/// Asks ahead what the host pass is going to ask.
pub(crate) fn host_pass(db: &RootDatabase, file: SourceFile) {
    let other = db.clone();
    with_work_beside(
        move || {
            cleave_cuda::function_index(&other, file);
        },
        || cleave_checks::type_ahead(db, file),
    );
}
