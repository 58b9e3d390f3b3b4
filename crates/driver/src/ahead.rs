//! Work done ahead, on two cores. A batch run needs two things that do not need each other: what becomes of the headers, which
//! no types are needed for, and what the semantic core says of the main source file. Both are queries that the run asks anyway;
//! asked here at the same time, they are remembered. What they answer does not depend on it.

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};

use crate::stack::with_work_beside;

/// Asks ahead what the host pass is going to ask.
pub(crate) fn host_pass(db: &RootDatabase, file: SourceFile, options: HostOptions) {
    let other = db.clone();
    with_work_beside(
        move || {
            cleave_cuda::function_index(&other, file);
            cleave_host::edits_ahead(&other, file, options);
        },
        || cleave_checks::type_ahead(db, file),
    );
}
