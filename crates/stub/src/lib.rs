//! The stub: the C++ text that the device pass writes and the host half includes at its end. It defines the functions that launch
//! kernels, and registers kernels and variables with the runtime when the program starts (reference: device-half, The stub).
//!
//! The runtime's headers define the macros that it is made of. This crate must not know a diagnostic, files, nor how it is found
//! out what the device half holds.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod frame;
mod kernel;
mod place;
mod registration;

use std::rc::Rc;

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_host::wrapper_type;
use cleave_needed::Naming;
use cleave_needed::definitions::{DefinitionKind, definitions};
use cleave_typing::display::Outside;

/// The names of the files around a stub.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Files {
    /// The stub's own, for line markers.
    pub stub: String,
    /// The file with the device code, which it includes.
    pub fatbin: String,
}

/// The text of a file's stub.
///
/// # Errors
/// The linker's name of a kernel whose parameters or template arguments cannot be spelled.
pub fn stub(
    db: &dyn Db,
    file: SourceFile,
    options: HostOptions,
    files: &Files,
    module_id: &str,
) -> Result<String, String> {
    let settings = options.settings(db);
    let cx = Cx {
        db,
        naming: Naming::new(module_id, settings.relocatable),
        outside: Outside::new(
            "_NV_ANON_NAMESPACE",
            Box::new(move |outside, closure| wrapper_type(db, closure, options, outside)),
        ),
        options,
        files,
    };
    let all = definitions(db, file, options);
    let mut kernels = Vec::new();
    for definition in all.iter().filter(|d| d.defined) {
        if definition.kind == DefinitionKind::Kernel
            && let Some(function) = definition.what.entity()
        {
            kernels.extend(kernel::Kernel::new(&cx, function)?);
        }
    }
    let mut out = frame::head(settings, files, module_id);
    kernels.iter().for_each(|k| out += &k.declaration());
    out += frame::DECLARATIONS;
    kernels.iter().for_each(|k| out += &k.definition(&cx));
    out += &registration::callback(&cx, &kernels, all);
    out += &frame::tail(settings);
    Ok(out)
}

/// What all parts of a stub share.
struct Cx<'a, 'db> {
    db: &'db dyn Db,
    naming: Naming,
    outside: Rc<Outside<'db>>,
    options: HostOptions,
    files: &'a Files,
}
