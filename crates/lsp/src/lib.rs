//! The language server: a protocol around [`cleave_ide`]. It has the main loop, the texts of open files, the units that they belong to,
//! and the forms that requests and answers have. It must not know how anything is found out.

mod assembled;
mod check;
mod device_half;
mod handlers;
mod job;
mod pool;
mod position;
mod project;
mod publish;
mod server;
mod texts;
mod transport;
mod units;
mod view;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

pub use project::Settings;
pub use server::serve;

/// A language server for editors, on standard input and output
#[derive(Args, Debug)]
pub struct LspArgs {
    /// Print what an editor would show of these files, and end
    #[arg(long, num_args = 1.., value_name = "FILE")]
    check: Vec<PathBuf>,
    /// The CUDA toolkit whose headers to use where no command names one
    #[arg(long, value_name = "DIR", conflicts_with = "own_headers")]
    cuda_path: Option<PathBuf>,
    /// Use the headers that come with Cleave even if there is a toolkit
    #[arg(long)]
    own_headers: bool,
    /// Print the device half of a text on standard input as C: of a file of this name, with this module id, under these words of cudafe++
    #[arg(long, hide = true, num_args = 2, value_names = ["NAME", "MODULE_ID"])]
    device_half: Option<Vec<String>>,
    #[arg(last = true, hide = true)]
    words: Vec<OsString>,
    /// Ignored: the server always speaks by standard input and output
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs the server until the client ends it, or prints what is wrong with files. Exit status: 0; 1 if something cannot be done; 2 if
/// files that are checked have errors.
pub fn run(args: &LspArgs, version: &str) -> i32 {
    if let Some([name, module_id]) = args.device_half.as_deref() {
        return device_half::run(&args.words, name, module_id);
    }
    let settings = Settings {
        toolkit: args.cuda_path.clone(),
        own_headers: args.own_headers,
        program: std::env::current_exe().ok(),
    };
    if !args.check.is_empty() {
        return check::run(&args.check, settings);
    }
    cleave_driver::small_pages();
    let (connection, threads) = transport::stdio();
    let status = serve(&connection, settings, version);
    // The writer ends when nobody can send any more.
    drop(connection);
    match threads.join() {
        Ok(()) => status,
        Err(error) => {
            let _ = writeln!(io::stderr(), "cleave: error: {error}");
            1
        }
    }
}
