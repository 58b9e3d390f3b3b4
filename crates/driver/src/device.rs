//! `device`: the front of the device pass, with the command line of NVIDIA's cicc. Reads one text that was preprocessed for
//! one architecture and reports what is wrong with it, as far as rules that both passes share decide. It writes the stub and a list
//! of what the device half holds. The code of the device half is not written yet.

mod outputs;
mod reading;

pub(crate) use outputs::refused;
pub use reading::{DeviceText, Half};

use std::ffi::OsString;
use std::path::Path;

use cleave_base_db::{HostOptions, RootDatabase, SourceFile, decode, join_lines};
use cleave_diagnostics::{Arg, Own, Pass, Session};
use cleave_options::{DeviceInvocation, Input, Task, parse_device};
use cleave_report::{Over, Unit};

use crate::console::Console;
use crate::device::outputs::{Outputs, Unwritten};
use crate::frame::Frame;
use crate::{direct, input, reporting};

/// What `cleave device --help` prints.
const HELP: &str = "\
The front of the device pass over one preprocessed text, with the command line of NVIDIA's cicc

Usage: cleave device [OPTIONS] FILE

It reports what is wrong with the text, and writes the stub and a list of what the device half defines if they are asked for.
`nvcc --dryrun -c a.cu` shows the command line of cicc. To start from a source, use `cleave split`, which runs both passes.

Options that matter:
  -arch compute_NN            The architecture that the text was preprocessed for
  --c++17                     The language standard: c++03 to c++23
  --diag_suppress LIST        Do not report these; --diag_warning, --diag_error likewise
  --stub_file_name FILE       Write the stub, which the host half includes
  --include_file_name FILE    The file with the device code, which the stub includes
  --entities_file_name FILE   Write what the device half defines, as JSON
  --device_c_file_name FILE   Write the device half as C, for cicc --c11
  --kernel NAME               Write of all kernels only the one with this linker name
  --gen_device_file_name FILE Write the same text where cicc writes its lowered text
  --module_id_file_name FILE  The module id that the host pass wrote
  --output_mode sarif|json-lines
                              The form of diagnostics
Options of the code generator are accepted and do nothing.

Exit status:
  0  no errors
  1  errors, or the run could not be done

";

/// Runs the device pass's front on a command line (without the program's name) and gives the exit status: 0, or 1 for
/// whatever is wrong (reference: command-line, Exit statuses).
pub fn run(args: &[OsString]) -> i32 {
    if direct::asks_for_help(args) {
        return reporting::print(HELP);
    }
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
    let (session, outputs) = check(&invocation, input);
    let report = session.finish();
    let status = i32::from(report.status.code(Pass::Device));
    let mut done = reporting::publish(&mut console, front, &report.bytes());
    if let (Ok(()), Some(outputs), 0) = (&done, outputs, status) {
        done = outputs.write(&invocation);
    }
    match done {
        Ok(()) => status,
        Err(e) => {
            reporting::print_error(&mut console, &e);
            failed
        }
    }
}

/// A text of the device pass in a database.
struct Opened {
    db: RootDatabase,
    file: SourceFile,
    options: HostOptions,
}

fn open(invocation: &DeviceInvocation, input: &Input, bytes: Vec<u8>) -> Opened {
    let front = &invocation.front;
    let name = match input {
        Input::Stdin => "-".to_owned(),
        Input::File(path) => path.to_string_lossy().into_owned(),
    };
    // Who builds one half alone has no module id of the other.
    let module_id = (front.outputs.module_id_file_name.as_ref())
        .and_then(|path| std::fs::read(path).ok())
        .map(decode);
    let frame = Frame::new(front, name, module_id);
    let db = RootDatabase::unchanging_for(frame.target);
    let (file, options) = frame.open_once(&db, join_lines(decode(bytes)).into(), None);
    Opened { db, file, options }
}

/// The session after everything that is wrong with a text was reported.
fn report(invocation: &DeviceInvocation, opened: &Opened) -> Session {
    let over = Over::Device {
        architecture: invocation.architecture_number(),
    };
    let (output, control) = reporting::settings(&invocation.front, over);
    let unit = Unit {
        db: &opened.db,
        file: opened.file,
        options: opened.options,
        is_there: &Path::exists,
    };
    cleave_report::report(unit, over, output, control)
}

/// The session after everything that is known to be wrong was reported, and what is to be written if nothing was.
fn check(invocation: &DeviceInvocation, input: &Input) -> (Session, Option<Outputs>) {
    let front = &invocation.front;
    let bytes = match input::read(input) {
        Ok(bytes) => bytes,
        Err(unreadable) => {
            let mut session = reporting::session(front, Pass::Device);
            unreadable.report(&mut session);
            return (session, None);
        }
    };
    if let Input::File(path) = input
        && let Some(hint) = direct::hint(path, &bytes)
    {
        let mut session = reporting::session(front, Pass::Device);
        session.report_own(Own::NotPreprocessed, &[Arg::text(hint.as_str())]);
        return (session, None);
    }
    let opened = open(invocation, input, bytes);
    let (db, file, options) = (&opened.db, opened.file, opened.options);
    let mut session = report(invocation, &opened);
    let counts = session.counts();
    if counts.errors > 0 || counts.catastrophes > 0 {
        return (session, None);
    }
    match Outputs::new(db, file, options, invocation) {
        Ok(outputs) => (session, Some(outputs)),
        Err(Unwritten::Stub(kernel)) => {
            session.report_own(Own::NoStub, &[Arg::name(kernel)]);
            (session, None)
        }
        Err(Unwritten::Code(all)) => {
            let all = all.join("\n  ");
            session.report_own(Own::NotLowered, &[Arg::text(all.as_str())]);
            (session, None)
        }
    }
}
