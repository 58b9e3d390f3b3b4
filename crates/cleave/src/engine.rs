//! The process that keeps a pass of a unit in memory for `cleave watch`: it does the steps of nvcc that Cleave has a part in. An engine that
//! fails says nothing, and the step's program runs.

use std::cell::RefCell;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use cleave_driver::warm::Pass;
use cleave_rebuild::{Text, tools};
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
}

impl Engine for Steps {
    fn step(&mut self, words: &[OsString]) -> Done {
        let done = catch_unwind(AssertUnwindSafe(|| self.known_step(words)));
        done.unwrap_or_else(|_| {
            // Nobody knows what state it is in.
            self.pass = Pass::default();
            Done::default()
        })
    }

    fn make_ready(&mut self) {
        cleave_rebuild::read_ahead();
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
                let pass = RefCell::new(&mut self.pass);
                let open = |args: &[OsString], text: Vec<u8>| {
                    // Its handle of the database must be gone when the step is over.
                    let read = Box::new(pass.borrow_mut().device(args, &text)?);
                    Some(Box::new(Read(read)) as Box<dyn Text>)
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
        // A compiler that is named by its path has no stand-in.
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
        if is_itself {
            return None;
        }
        let run = cleave_rebuild::host_compiler;
        let status = run(name, args, &ProcessEnv, &stand_in::preprocess);
        let files = Vec::new();
        Some(Done { status, files })
    }
}
