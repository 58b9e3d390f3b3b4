//! What a device compiler reads of a text, by the command line that it is given.

use std::ffi::OsString;

use cleave_fingerprint::{Fingerprint, fingerprint};
use cleave_options::{Task, parse_device};

use cleave_diagnostics::Pass;
use cleave_il::Module;

use crate::device::{open, outputs, report};
use crate::reporting;

/// The fingerprint of a text under cicc's arguments without the program's name, and whether there is nothing to say of the text. The
/// latter is found out if `matters` says so of the fingerprint; otherwise there might be. `None` where arguments or text are not
/// understood.
pub fn reading(
    args: &[OsString],
    text: Vec<u8>,
    matters: &(dyn Fn(&Fingerprint) -> bool + Sync),
) -> Option<(Fingerprint, bool)> {
    let invocation = parse_device(args, &reporting::lookups()).ok()?;
    let Task::Run(input) = &invocation.front.task else {
        return None;
    };
    let opened = open(&invocation, input, text);
    let fingerprint = fingerprint(&opened.db, opened.file)?;
    let is_silent =
        matters(&fingerprint) && report(&invocation, &opened).finish().bytes().is_empty();
    Some((fingerprint, is_silent))
}

/// The device half of a text under cicc's arguments without the program's name.
pub struct Half {
    /// Its code.
    pub module: Module,
    /// The stub; empty if the command line asks for none.
    pub stub: Vec<u8>,
    /// What is to be said of the text, which has no errors.
    pub said: Vec<u8>,
}

/// Makes the device half of a text.
///
/// # Errors
/// Why there is none.
pub fn half(args: &[OsString], text: Vec<u8>) -> Result<Half, String> {
    let invocation = parse_device(args, &reporting::lookups()).map_err(|e| e.to_string())?;
    let Task::Run(input) = &invocation.front.task else {
        return Err("there is no source".into());
    };
    let opened = open(&invocation, input, text);
    let report = report(&invocation, &opened).finish();
    if report.status.code(Pass::Device) != 0 {
        return Err("there are errors".into());
    }
    let (db, file, options) = (&opened.db, opened.file, opened.options);
    let module = cleave_lowering::module(db, file, options).map_err(|all| {
        outputs::refused(db, &all)
            .into_iter()
            .next()
            .unwrap_or_default()
    })?;
    let stub = outputs::stub(db, file, options, &invocation)
        .map_err(|kernel| format!("{kernel} has no place in a stub"))?;
    Ok(Half {
        module,
        stub: stub.map_or_else(Vec::new, |(_, text)| {
            cleave_base_db::encode(&text).into_owned()
        }),
        said: report.bytes().to_vec(),
    })
}
