//! `cleave debug il`: the device half as device IL.

use std::fmt::Write as _;

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};

/// The device half of a file in the text form of the device IL.
///
/// # Errors
/// What is not understood.
pub(super) fn module(
    db: &RootDatabase,
    file: SourceFile,
    options: HostOptions,
) -> Result<String, String> {
    match cleave_lowering::module(db, file, options) {
        Ok(module) => Ok(cleave_il::print(&module)),
        Err(all) => {
            let mut message = String::from("the device half is not understood:");
            for refused in &all {
                let _ = write!(message, "\n  {}", refused.why.what);
            }
            Err(message)
        }
    }
}
