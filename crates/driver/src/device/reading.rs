//! A text of the device pass for those who decide whether to compile it: what of it counts, what there is to say of it, and its device
//! half. Each is computed when it is asked for, in one database. Whoever asks has it alone, so that it may be asked on any thread.

use std::ffi::OsString;

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};
use cleave_diagnostics::Pass;
use cleave_fingerprint::{Fingerprint, fingerprint};
use cleave_il::Module;
use cleave_options::{DeviceInvocation, Task, parse_device};

use crate::device::{Opened, open, outputs, report};
use crate::reporting;

/// A text, with its command line.
pub struct DeviceText {
    invocation: DeviceInvocation,
    opened: Opened,
}

/// The device half of a text.
pub struct Half {
    /// Its code.
    pub module: Module,
    /// The stub; empty if the command line asks for none.
    pub stub: Vec<u8>,
}

impl DeviceText {
    /// A text under cicc's arguments without the program's name; `None` where they are not understood.
    pub fn new(args: &[OsString], text: Vec<u8>) -> Option<DeviceText> {
        let invocation = parse_device(args, &reporting::lookups()).ok()?;
        let Task::Run(input) = &invocation.front.task else {
            return None;
        };
        let opened = open(&invocation, input, text);
        Some(DeviceText { invocation, opened })
    }

    /// One that is in a database already.
    pub(crate) fn of_read(
        invocation: DeviceInvocation,
        db: RootDatabase,
        file: SourceFile,
        options: HostOptions,
    ) -> DeviceText {
        let opened = Opened { db, file, options };
        DeviceText { invocation, opened }
    }

    /// What of it counts for the device's code; `None` where it is not understood.
    pub fn fingerprint(&mut self) -> Option<Fingerprint> {
        fingerprint(&self.opened.db, self.opened.file)
    }

    /// What there is to say of it, as it is printed; `None` if it has errors.
    pub fn said(&mut self) -> Option<Vec<u8>> {
        let report = report(&self.invocation, &self.opened).finish();
        (report.status.code(Pass::Device) == 0).then(|| report.bytes().to_vec())
    }

    /// Its device half. Whether the text has errors is another question.
    ///
    /// # Errors
    /// Why there is none.
    pub fn half(&mut self) -> Result<Half, String> {
        let (db, file, options) = (&self.opened.db, self.opened.file, self.opened.options);
        let module = match self.invocation.line_info {
            true => cleave_lowering::module_with_places(db, file, options),
            false => cleave_lowering::module(db, file, options),
        };
        let module = module.map_err(|all| {
            outputs::refused(db, &all)
                .into_iter()
                .next()
                .unwrap_or_default()
        })?;
        let stub = outputs::stub(db, file, options, &self.invocation)
            .map_err(|kernel| format!("{kernel} has no place in a stub"))?;
        Ok(Half {
            module,
            stub: stub.map_or_else(Vec::new, |(_, text)| {
                cleave_base_db::encode(&text).into_owned()
            }),
        })
    }
}
