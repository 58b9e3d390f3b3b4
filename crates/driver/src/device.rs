//! `device`: the front of the device pass, with the command line of NVIDIA's cicc. Reads one text that was preprocessed for
//! one architecture and reports what is wrong with it, as far as rules that both passes share decide. It writes none of
//! the files that cicc writes: there is no device half yet.

use std::ffi::OsString;

use cleave_base_db::{HostOptions, Pending, RootDatabase, SourceFile, decode, join_lines};
use cleave_diagnostics::{Pass, PragmaMap, Session};
use cleave_options::{DeviceInvocation, Input, Task, parse_device};
use salsa::Durability;

use crate::console::Console;
use crate::settings::{dialect, host_settings, target};
use crate::{cudafe, findings, reporting};

/// Runs the device pass's front on a command line (without the program's name) and gives the exit status: 0, or 1 for
/// whatever is wrong (reference: command-line, Exit statuses).
pub fn run(args: &[OsString]) -> i32 {
    let failed = i32::from(DeviceInvocation::EXIT_CODE);
    let mut console = Console::direct();
    let invocation = match parse_device(args, &reporting::lookups()) {
        Ok(invocation) => invocation,
        Err(e) => {
            reporting::print_error(&mut console, &e);
            return failed;
        }
    };
    let front = &invocation.front;
    reporting::print_notices(&mut console, &front.notices);
    console.error(&front.warnings);
    let input = match &front.task {
        Task::Stop(status) => return i32::from(*status),
        Task::Run(input) => input,
    };
    if let Err(e) = reporting::openable(front) {
        reporting::print_error(&mut console, &e);
        return failed;
    }
    let report = check(&invocation, input).finish();
    match reporting::publish(&mut console, front, &report.bytes()) {
        Ok(()) => i32::from(report.status.code(Pass::Device)),
        Err(e) => {
            reporting::print_error(&mut console, &e);
            failed
        }
    }
}

/// The session after everything that is known to be wrong was reported.
fn check(invocation: &DeviceInvocation, input: &Input) -> Session {
    let front = &invocation.front;
    let bytes = match cudafe::read(input) {
        Ok(bytes) => bytes,
        Err(unreadable) => {
            let mut session = reporting::session(front, Pass::Device, PragmaMap::default());
            unreadable.report(&mut session);
            return session;
        }
    };
    let name = match input {
        Input::Stdin => "-".to_owned(),
        Input::File(path) => path.to_string_lossy().into_owned(),
    };
    let db = RootDatabase::for_target(target(front));
    let file = SourceFile::builder(name, join_lines(decode(bytes)).into())
        .dialect(dialect(front))
        .pending(Pending(front.limits.pending_instantiations))
        .tile(front.tile)
        .durability(Durability::NEVER_CHANGE)
        .new(&db);
    let options = HostOptions::builder(host_settings(front, None))
        .durability(Durability::NEVER_CHANGE)
        .new(&db);
    let (pragmas, problems) = findings::pragmas(&db, file);
    let mut session = reporting::session(front, Pass::Device, pragmas);
    let over = findings::PassOver::Device {
        architecture: invocation.architecture_number(),
    };
    for d in findings::findings(&db, file, options, over, problems) {
        session.report(&d);
    }
    session
}
