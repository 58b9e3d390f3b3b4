//! Both halves of a source that somebody edits: made in process, again after each edit, by the same units and databases. It must not
//! know who edits, nor how the halves are shown.

mod side;

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use cleave_base_db::{RootDatabase, SourceText, encode};
use cleave_diagnostics::{Location, Reported};
use cleave_il::Module;
use cleave_options::nvcc::{CompilerFamily, NvccInvocation, NvccOption, NvccTask, Side};
use cleave_preprocessor::Problem;
use cleave_report::{UserLines, merge};

use self::side::OneSide;
use crate::columns::column;
use crate::frame::Frame;
use crate::preprocess::{Preprocessor, readable};
use crate::source_options::{CUDA_PATH, OWN_HEADERS, headers, invocation};
use crate::{host_compiler, reporting};

/// The options besides nvcc's: which toolkit, and whether its headers are used.
pub const OPTIONS: [NvccOption; 2] = [CUDA_PATH, OWN_HEADERS];

/// A command line with one source.
#[derive(Debug)]
pub struct Command {
    invocation: NvccInvocation,
    source: PathBuf,
}

impl Command {
    /// Reads nvcc's options and some of one's own, among which are [`OPTIONS`]; `None` where help is asked for.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub fn parse(args: &[OsString], own: &'static [NvccOption]) -> Result<Option<Command>, String> {
        let invocation = invocation(args, own, Path::new(""))?;
        if invocation.task != NvccTask::Run {
            return Ok(None);
        }
        let [source] = &invocation.sources[..] else {
            return Err("name one source".into());
        };
        readable(source)?;
        let source = source.clone();
        Ok(Some(Command { invocation, source }))
    }

    /// The source.
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The toolkit that is named.
    pub fn cuda_path(&self) -> Option<&Path> {
        self.own(CUDA_PATH.long).map(Path::new)
    }

    /// The last value of an option of one's own.
    pub fn own(&self, long: &str) -> Option<&OsString> {
        self.invocation.own(long)
    }
}

/// What is made of a version of the source.
pub struct Made {
    /// What is wrong with its directives and macros. With an error there are no halves.
    pub problems: Vec<Problem>,
    /// What both passes report, once each.
    pub reported: Vec<Reported>,
    /// The halves, if the text was preprocessed.
    pub halves: Option<Halves>,
}

/// Both halves.
pub struct Halves {
    /// The host half, headers included, with line markers.
    pub host: String,
    /// The device half, with the places of functions and statements.
    pub device: Result<Device, Vec<String>>,
}

/// The device half.
pub struct Device {
    /// Its code.
    pub module: Module,
    /// The stub, or the kernel that has no place in one.
    pub stub: Result<String, String>,
    /// What the linker's names of its functions stand for in the source.
    pub names: Vec<(String, String)>,
}

/// A source that is edited.
pub struct Editing<'a> {
    host: OneSide<'a>,
    device: OneSide<'a>,
    module_id: &'a RefCell<Option<String>>,
    name: String,
    /// The architecture of the device half.
    architecture: u32,
}

/// Opens a source, and calls `serve` with it. What is made lives in the calling thread, which needs a big stack.
///
/// # Errors
/// Why it cannot be opened, for people.
pub fn edit<T>(command: &Command, serve: impl FnOnce(&mut Editing<'_>) -> T) -> Result<T, String> {
    let invocation = &command.invocation;
    let preprocessor = Preprocessor::new(invocation, headers(invocation)?)?;
    let compiler = host_compiler::identify(&preprocessor.program)?;
    if compiler.family != CompilerFamily::Gnu {
        return Err("the host compiler must be g++".into());
    }
    let stem =
        (command.source.file_stem()).map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let words = preprocessor.front(compiler, &command.source, &stem);
    let front = cleave_options::parse(&words, &reporting::lookups())
        .map_err(|e| String::from_utf8_lossy(&e.text).trim_end().to_owned())?;
    let architectures = invocation.architectures(preprocessor.release);
    let Some(&architecture) = architectures.first() else {
        return Err("no architecture is named".into());
    };
    let name = command.source.to_string_lossy().into_owned();
    let module_id = RefCell::new(None);
    let frame = &Frame::new(&front, name.clone(), None).steady();
    let of_host = |db: &RootDatabase, text: SourceText| frame.open(db, text);
    let of_device = |db: &RootDatabase, text: SourceText| {
        let mut frame = frame.clone();
        frame.settings.module_id = module_id.borrow().clone();
        frame.open(db, text)
    };
    let refused = || {
        "an option of this command line is left to the host compiler's own preprocessor: leave it out".to_owned()
    };
    let sides = [Side::Host, Side::Device(architecture)];
    let [Some(host), Some(device)] =
        sides.map(|side| preprocessor.own_preprocessor(&command.source, side))
    else {
        return Err(refused());
    };
    let settings = |side| (side, &front);
    let mut editing = Editing {
        host: OneSide::new(&host, settings(Side::Host), frame.target, Rc::new(of_host)),
        device: OneSide::new(
            &device,
            settings(sides[1]),
            frame.target,
            Rc::new(of_device),
        ),
        module_id: &module_id,
        name: name.clone(),
        architecture: architecture.number,
    };
    Ok(serve(&mut editing))
}

impl Editing<'_> {
    /// The source's name, as line markers have it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of the architecture of the device half.
    pub fn architecture(&self) -> u32 {
        self.architecture
    }

    /// Makes the halves of a version of the source.
    pub fn make(&mut self, text: &str) -> Made {
        let mut made = Made {
            problems: Vec::new(),
            reported: Vec::new(),
            halves: None,
        };
        for side in [&mut self.host, &mut self.device] {
            let problems = match side.edit(text.as_bytes()) {
                Ok(problems) => problems,
                Err(message) => vec![whole(&self.name, message)],
            };
            for problem in problems {
                // Both sides read the same files and mostly say the same.
                if !made.problems.contains(&problem) {
                    made.problems.push(problem);
                }
            }
        }
        if made.problems.iter().any(|p| p.severity.is_error()) {
            return made;
        }
        let read = |name: &str| match name == self.name {
            true => Some(text.as_bytes().to_vec()),
            false => (Path::new(name).is_file())
                .then(|| std::fs::read(name).ok())
                .flatten(),
        };
        let mut lines = UserLines::new(&read);
        let mut failed = [false; 2];
        for (side, failed) in [&mut self.host, &mut self.device]
            .into_iter()
            .zip(&mut failed)
        {
            let Some(mut report) = side.report() else {
                continue;
            };
            *failed = report.failed;
            if !report.reported.is_empty() {
                let origins = side.origins();
                let column = |at: &Location| column(&origins.as_ref()?.stream, at);
                for r in &mut report.reported {
                    lines.relocate(&mut r.diagnostic, &column);
                }
            }
            match made.reported.is_empty() {
                true => made.reported = report.reported,
                false => merge(&mut made.reported, report.reported),
            }
        }
        made.halves = self.halves(failed[1]);
        made
    }

    fn halves(&mut self, device_failed: bool) -> Option<Halves> {
        let (host, id) = self.host.host_half()?;
        *self.module_id.borrow_mut() = Some(id.clone());
        let device = match device_failed {
            true => Err(vec!["the device pass has errors".to_owned()]),
            false => self.device.device_half(id)?,
        };
        Some(Halves {
            host: String::from_utf8_lossy(&encode(&host)).into_owned(),
            device,
        })
    }
}

/// What is wrong with a source as a whole.
fn whole(name: &str, message: String) -> Problem {
    Problem {
        file: name.to_owned(),
        line: 0,
        column: 0,
        severity: cleave_preprocessor::Severity::Error,
        message,
    }
}
