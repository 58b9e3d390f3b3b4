//! The stand-in for cicc. A run is known by two keys. The first is of every byte that it reads: what it wrote is written again, messages
//! included. The second is of what counts of the text for the device's code: what it wrote is written again, with the lines that kernels
//! stand on now. It is good where there is nothing to say of either text. Where the tool has said the same of its text as the engine,
//! the engine says what there is to say of the other.
//!
//! The texts of cicc's front end (`--gen_c_file_name`, `--gen_device_file_name`) hold more than the device's code, and nvcc does not read
//! them. They are taken from another text's run only if they have temporary names.

pub(crate) mod options;
mod same_code;

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use cleave_fingerprint::Fingerprint;
use cleave_il::c::{Purpose, print};
use cleave_snapshot::Key;
use cleave_toolkit::Env;
use cleave_toolkit::original::Program;

use self::same_code::SameCode;
use crate::account::{Kernels, Outcome, seconds};
use crate::kernels::{Tool, compile};
use crate::line::Line;
use crate::original::{Mode, Run};
use crate::record::{Record, pass_on, show, write};
use crate::shared::{Cache, Keep};
use crate::text::{DeviceHalf, Open, Text};

/// Why the half of a text is good for nothing.
const ERRORS: &str = "there are errors";

/// Runs cicc, or writes what it wrote before, and gives the exit status. `args` are its words without the program's name.
pub fn cicc(args: &[OsString], env: &dyn Env, open: Open<'_>) -> i32 {
    let mut run = match Run::new(Program::Cicc, args, env) {
        Ok(run) => run,
        Err(status) => return status,
    };
    let line = match options::line(args) {
        Ok(line) => line,
        Err(option) => return run.pass(&format!("{option} is not known")),
    };
    run.architecture = line.value("-arch").unwrap_or_default().to_owned();
    run.input = line
        .value("--orig_src_file_name")
        .unwrap_or_default()
        .to_owned();
    let (mode, store) = match run.store() {
        Ok(found) => found,
        Err(why) => return run.pass(&why),
    };
    let [source] = &line.sources[..] else {
        return run.pass("not one source");
    };
    let Ok(text) = fs::read(source) else {
        return run.pass("the source cannot be read");
    };
    let identity = run.identity(store.local()).unwrap_or_default();
    let Some(mut reads) = reads(&identity, mode, &line) else {
        return run.pass("something that it reads cannot be read");
    };
    let bytes = options::reads_bytes(&line).map(str::to_owned);
    if bytes.is_some() {
        // What says where code stands names files by the folder.
        reads.extend_from_slice(run.folder().as_os_str().as_bytes());
    }
    let job = Job {
        bytes: Key::new("cicc, all bytes", &[&reads, &text]),
        unit: Key::new("cicc, a unit", &[&reads]),
        run,
        line,
        mode,
        store,
        identity,
        reads,
    };
    if let Some(status) = job.same_bytes() {
        return status;
    }
    let cache = Arc::clone(&job.store);
    let bytes = bytes.map(|option| format!("with {option} all bytes count"));
    // Kernels may have lines.
    let is_whole = mode == Mode::Exact || options::is_whole(&job.line).is_some();
    let status = match bytes {
        Some(why) if is_whole => job.whole(&why, None),
        bytes => match (open(args, text), bytes) {
            (Some(mut text), Some(why)) => job.kernels_or_whole(Reading::Never, &mut *text, &why),
            (Some(text), None) => job.read(text),
            (None, _) => job.whole("the text is not understood", None),
        },
    };
    cache.send();
    status
}

/// What a run reads beside its source: the tool, its words, files. Modes do not read what others wrote.
fn reads(identity: &[u8], mode: Mode, line: &Line) -> Option<Vec<u8>> {
    if identity.is_empty() {
        return None;
    }
    let mut out = identity.to_vec();
    let mut add = |bytes: &[u8]| {
        out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        out.extend_from_slice(bytes);
    };
    add(match mode {
        Mode::Kernels => b"kernels",
        Mode::Exact | Mode::Off => b"exact",
    });
    add(&line.key());
    for input in line.inputs() {
        add(&fs::read(input).ok()?);
    }
    Some(out)
}

/// A run that is understood.
struct Job<'a> {
    run: Run<'a>,
    line: Line,
    mode: Mode,
    store: Arc<Cache>,
    identity: Vec<u8>,
    /// What it reads beside its source.
    reads: Vec<u8>,
    /// The key of every byte.
    bytes: Key,
    /// The key of all but the source: whether anything is kept of the unit.
    unit: Key,
}

/// The device code of a text, and its key.
type Code = (Fingerprint, Key);

/// What is known of a text that the tool has run on.
#[derive(Default)]
struct Known {
    code: Option<Code>,
    /// What the engine says of it.
    said: Option<Vec<u8>>,
}

impl Known {
    /// `speaks` is whether it counts what the engine says.
    fn new(code: Option<Code>, text: &mut dyn Text, speaks: bool) -> Known {
        let said = speaks.then(|| text.said()).flatten();
        Known { code, said }
    }
}

/// Whether it is known what counts of a text.
enum Reading {
    /// It is.
    Done(Code),
    /// It is found out when nobody waits for it.
    Later,
    /// All does.
    Never,
}

impl Reading {
    /// Finds it out where it is not known.
    ///
    /// # Errors
    /// The text is not understood.
    fn read(&mut self, reads: &[u8], text: &mut dyn Text) -> Result<(), &'static str> {
        if matches!(self, Reading::Later) {
            *self = Reading::Never;
            *self = Reading::Done(code(reads, text).ok_or("it is not understood")?);
        }
        Ok(())
    }

    /// What counts, where it is known.
    fn code(&self) -> Option<&Code> {
        match self {
            Reading::Done(code) => Some(code),
            Reading::Later | Reading::Never => None,
        }
    }
}

fn code(reads: &[u8], text: &mut dyn Text) -> Option<Code> {
    let fingerprint = text.fingerprint()?;
    let key = Key::new("cicc, device code", &[reads, &fingerprint.hash]);
    Some((fingerprint, key))
}

impl Job<'_> {
    /// Writes what a run of the same bytes wrote, if there is one, and gives the exit status.
    fn same_bytes(&self) -> Option<i32> {
        let record = Record::get(&*self.store, self.bytes)?;
        let done = record.write(&self.line, None)?;
        self.run
            .note(Outcome::Reused, "the text is the same", record.seconds);
        Some(show(&record, done))
    }

    /// Writes what a run of the same device code wrote, or runs.
    fn read(self, mut text: Box<dyn Text>) -> i32 {
        // Of a unit that nobody has compiled nothing can be used again: the tool need not wait for what the text says.
        if self.store.get(self.unit).is_none() {
            let why = "nothing is known of this unit";
            return match self.mode {
                Mode::Kernels => self.kernels_or_whole(Reading::Later, &mut *text, why),
                Mode::Exact | Mode::Off => self.whole(why, Some(&mut text)),
            };
        }
        let Some(code) = code(&self.reads, &mut *text) else {
            return self.whole("the text is not understood", None);
        };
        let mut why = "nothing is known of this device code";
        if let Some(same) = SameCode::get(&*self.store, code.1) {
            if let Some(said) = text.said()
                && let Some((record, changes)) = same.record(&*self.store, &code.0, said)
                && let Some(done) = record.write(&self.line, Some((options::STUB, changes)))
            {
                self.run.note(
                    Outcome::Reused,
                    "the device code is the same",
                    record.seconds,
                );
                return show(&record, done);
            }
            why = "there may be something to say of the text";
        }
        match self.mode {
            Mode::Kernels => self.kernels_or_whole(Reading::Done(code), &mut *text, why),
            Mode::Exact | Mode::Off => {
                self.tool(why, |speaks| Known::new(Some(code), &mut *text, speaks))
            }
        }
    }

    /// Compiles the kernels by themselves, or runs the tool where that cannot be done.
    fn kernels_or_whole(&self, mut code: Reading, text: &mut dyn Text, why: &str) -> i32 {
        match self.kernels(&mut code, text) {
            Ok(status) => status,
            Err(reason) => {
                let why = format!("{why}; as a whole: {reason}");
                self.tool(&why, |speaks| {
                    // What is not understood is known by its bytes.
                    let _ = code.read(&self.reads, text);
                    let code = match code {
                        Reading::Done(code) => Some(code),
                        Reading::Later | Reading::Never => None,
                    };
                    Known::new(code, text, speaks)
                })
            }
        }
    }

    /// Runs the tool. What a text says is asked beside.
    fn whole(&self, why: &str, text: Option<&mut Box<dyn Text>>) -> i32 {
        thread::scope(|scope| {
            let reads = &self.reads;
            let asked = text.map(|text| {
                scope.spawn(move || {
                    let code = code(reads, &mut **text);
                    (code, text)
                })
            });
            self.tool(why, |speaks| {
                let Some(Ok((code, text))) = asked.map(thread::ScopedJoinHandle::join) else {
                    return Known::default();
                };
                Known::new(code, &mut **text, speaks)
            })
        })
    }

    /// Runs the tool, and keeps what it writes. `known` is called when it is over, with whether the tool has said anything.
    fn tool(&self, why: &str, known: impl FnOnce(bool) -> Known) -> i32 {
        let begin = Instant::now();
        let output = match self.run.run() {
            Ok(output) => output,
            Err(status) => return status,
        };
        let took = seconds(begin.elapsed());
        let why = match Record::of_output(&self.line, &output, took) {
            Ok(record) => {
                let Known { code, said } = known(!record.stderr.is_empty());
                self.keep(&record, code.as_ref(), said.as_deref());
                why
            }
            Err(why) => why,
        };
        self.run.note(Outcome::Ran, why, 0.0);
        pass_on(&output)
    }

    /// Compiles the kernels by themselves, and gives the exit status. While they are compiled, it is found out what there is to say of the
    /// text and what counts of it.
    ///
    /// # Errors
    /// Why that cannot be done.
    fn kernels(&self, code: &mut Reading, text: &mut dyn Text) -> Result<i32, String> {
        if let Some(option) = options::is_whole(&self.line) {
            return Err(format!("{option} needs the toolkit's own tool"));
        }
        let begin = Instant::now();
        let half = text.device_half().map_err(|why| match text.said() {
            Some(_) => why,
            None => ERRORS.to_owned(),
        })?;
        let tool = Tool {
            program: &self.run.program,
            identity: &self.identity,
            options: options::of_c(&self.line),
            store: &self.store,
            folder: self.run.folder(),
        };
        let (compiled, said) = thread::scope(|scope| {
            let compiled = scope.spawn(|| compile(&tool, &half.module));
            let said = text.said();
            let is_read = code.read(&self.reads, text);
            (compiled.join(), is_read.and(said.ok_or(ERRORS)))
        });
        let warnings = said?;
        let failed = |_| "the kernels are not compiled".to_owned();
        let (ptx, kernels): (String, Kernels) = compiled.map_err(failed)??;
        let done = self.write(&half, &ptx);
        let took = seconds(begin.elapsed());
        if done.is_ok()
            && let Some(record) = Record::of_run(&self.line, b"", &warnings, took)
        {
            self.keep(&record, code.code(), Some(&warnings));
        }
        self.run.note_kernels("kernels by themselves", kernels);
        let said = Record {
            stderr: warnings,
            ..Record::default()
        };
        Ok(show(&said, done))
    }

    /// Writes a device half where nvcc reads it.
    fn write(&self, half: &DeviceHalf, ptx: &str) -> std::io::Result<()> {
        for (option, path) in self.line.outputs() {
            match option {
                options::PTX => write(path, ptx.as_bytes())?,
                options::STUB => write(path, &half.stub)?,
                options::DEVICE_TEXT => {
                    write(path, print(&half.module, Purpose::Reading).as_bytes())?;
                }
                _ => write(path, b"")?,
            }
        }
        Ok(())
    }

    /// Keeps what a run has left, under all keys. `said` is what the engine says of the text.
    fn keep(&self, record: &Record, code: Option<&Code>, said: Option<&[u8]>) {
        record.put(&*self.store, self.bytes);
        self.store.put(self.unit, b"");
        let new = |lines| SameCode::new(self.bytes, record, &self.line, lines, said);
        if let Some((fingerprint, key)) = code
            && let Some(same) = new(&fingerprint.lines)
        {
            same.put(&*self.store, *key);
        }
    }
}
