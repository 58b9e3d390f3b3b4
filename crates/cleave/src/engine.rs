//! The process that keeps a pass of a unit in memory for `cleave watch`: it does the steps of nvcc that Cleave has a part in. An engine that
//! fails says nothing, and the step's program runs.

use std::cell::RefCell;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use cleave_driver::device::DeviceText;
use cleave_driver::warm::Pass;
use cleave_rebuild::{Likeness, Mode, Preprocessed, Text, host_compiler_at, mode, tools};
use cleave_toolkit::ProcessEnv;
use cleave_toolkit::original::{host_compiler, is_host_compiler, is_stand_in};
use cleave_watch::{Done, Engine};

use crate::stand_in::{self, Read};

/// Serves, and gives the exit status. What is said goes to a file.
pub(crate) fn serve(said: &Path) -> i32 {
    tools::stay();
    // Nobody reads it.
    std::panic::set_hook(Box::new(|_| {}));
    cleave_driver::with_big_stack(|| {
        cleave_watch::serve(said, &mut Steps::default(), tools::end_all, tools::go_on)
    })
}

/// One pass and what is asked of it.
#[derive(Default)]
struct Steps {
    pass: Pass,
    /// The words of cicc's last run, until there is nothing more to find out of its text.
    device: Option<Vec<OsString>>,
    /// Who reads that text while nobody waits; gives whether it has come to the end.
    reader: Option<JoinHandle<bool>>,
}

impl Engine for Steps {
    fn step(&mut self, words: &[OsString]) -> Done {
        self.stop_reader();
        let done = catch_unwind(AssertUnwindSafe(|| self.known_step(words)));
        done.unwrap_or_else(|_| {
            // Nobody knows what state it is in.
            self.pass = Pass::default();
            Done::default()
        })
    }

    fn make_ready(&mut self) {
        cleave_rebuild::read_ahead();
        self.start_reader();
    }
}

impl Steps {
    /// Has what counts of the text of cicc's last run, and what there is to say of it, found out before the next edit: with the
    /// answers of most items known, an edit costs what it touches.
    fn start_reader(&mut self) {
        let pass = &mut self.pass;
        let words = self.device.as_ref();
        let text = words
            .and_then(|words| catch_unwind(AssertUnwindSafe(|| pass.device_text(words))).ok()?);
        let Some(mut text) = text else { return };
        let makes_half = mode(&ProcessEnv) == Ok(Mode::Kernels);
        self.reader = Some(std::thread::spawn(move || {
            let read = move || {
                text.fingerprint();
                text.said();
                if makes_half {
                    let _ = text.half();
                }
            };
            // It is cancelled by a panic of its own.
            catch_unwind(AssertUnwindSafe(|| cleave_driver::with_big_stack(read))).is_ok()
        }));
    }

    /// Whoever reads a text gives up.
    fn stop_reader(&mut self) {
        if let Some(reader) = self.reader.take() {
            self.pass.stop_reading();
            if reader.join().is_ok_and(|is_over| is_over) {
                self.device = None;
                self.pass.complete();
            }
        }
    }
}

impl Steps {
    fn known_step(&mut self, words: &[OsString]) -> Done {
        let Some((program, args)) = words.split_first() else {
            return Done::default();
        };
        let name = Path::new(program).file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let status = |status: i32| Done {
            status: Some(status),
            files: Vec::new(),
        };
        match &*name {
            "cudafe++" => self.pass.host(args).map_or_else(Done::default, status),
            "cicc" => {
                self.device = Some(args.to_vec());
                let pass = RefCell::new(&mut self.pass);
                let open = |args: &[OsString], text: Vec<u8>| {
                    // Its handle of the database must be gone when the step is over.
                    let read = pass.borrow_mut().device(args, &text);
                    // What another preprocessor has written is read as it is.
                    let read = read.or_else(|| DeviceText::new(args, text))?;
                    Some(Box::new(Read(Box::new(read))) as Box<dyn Text>)
                };
                status(cleave_rebuild::cicc(args, &ProcessEnv, &open))
            }
            "ptxas" => status(cleave_rebuild::ptxas(args, &ProcessEnv)),
            name if is_host_compiler(name) => {
                let program = Path::new(program);
                self.host_compiler(program, name, args).unwrap_or_default()
            }
            _ => Done::default(),
        }
    }

    fn host_compiler(&mut self, program: &Path, name: &str, args: &[OsString]) -> Option<Done> {
        // A compiler that is named by its path: nvcc would run it without a stand-in.
        let is_itself = program.components().count() > 1 && !is_stand_in(program);
        if args.iter().any(|word| word == "-E") {
            let program: PathBuf = match is_itself {
                true => program.to_owned(),
                false => host_compiler(name, &ProcessEnv)??,
            };
            let files = self.pass.preprocess(&program, args)?;
            let status = Some(0);
            return Some(Done { status, files });
        }
        let pass = RefCell::new(&mut self.pass);
        let preprocess = &|program: &Path, words: &[OsString], likeness: Likeness| {
            let known = match likeness {
                Likeness::Tokens => pass.borrow_mut().host_tokens(program, words),
                Likeness::Bytes | Likeness::Lines => None,
            };
            let known = known.map(|tokens| Preprocessed {
                bytes: tokens.text,
                files: tokens.files,
            });
            known.or_else(|| stand_in::preprocess(program, words, likeness))
        };
        let status = match is_itself {
            true => Some(host_compiler_at(program, args, &ProcessEnv, preprocess)),
            false => cleave_rebuild::host_compiler(name, args, &ProcessEnv, preprocess),
        };
        let files = Vec::new();
        Some(Done { status, files })
    }
}
