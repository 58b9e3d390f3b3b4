//! What a device compiler reads of a text, by the command line that it is given.

use std::ffi::OsString;

use cleave_fingerprint::{Fingerprint, fingerprint};
use cleave_options::{Task, parse_device};

use crate::device::{open, report};
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
