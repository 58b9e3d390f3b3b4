//! The `cleave` binary: one executable for every front. Under the names `cudafe++`, `cicc` and `ptxas` it stands in for NVIDIA's
//! programs under nvcc, and under those of the host compiler for that.

mod described;
mod engine;
mod stand_in;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::exit;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use cleave_toolkit::ProcessEnv;
use cleave_toolkit::original::is_host_compiler;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// An incremental CUDA C++ front end.
#[derive(Parser)]
#[command(name = "cleave", version, about, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What `cleave --help` prints behind the commands.
const EXAMPLES: &str = "\
Examples:
  cleave split examples/saxpy.cu -o out --check-host   split a source, with g++ and nothing else
  cleave nvcc -arch=sm_80 -c kernel.cu -o kernel.o     compile, with Cleave in cudafe++'s place
  cleave toolkit                                       a toolkit with Cleave in it, for build systems
  cleave watch -- nvcc -arch=sm_80 -c a.cu -o a.o      build again after each save
  cleave plan -- nvcc -arch=sm_80 -c a.cu -o a.o       the steps of a command as JSON, for build systems
  cleave lsp                                           a language server, for editors
  cleave cache info                                    what earlier runs have kept
  cleave explain 20018                                 what a diagnostic means
  cleave explore examples/saxpy.cu                     a source and both of its halves, in the browser
  cleave parse kernel.cu                               syntax errors of a source
  cleave completions bash                              what a shell completes

Exit status: 0 where all went well; the other values stand in the help of each command.
  split     1 cannot be done, 2 errors in a source, 3 the host compiler refuses a host half
  preprocess  1 errors, or cannot be done
  parse     1 cannot be done, 2 a syntax error
  explore   1 the source cannot be shown
  cudafe++  2 errors in the source, 4 cannot be done
  device    1 errors, or cannot be done
  il        1 cannot be done, 2 faults (verify) or differences (diff)
  nvcc      nvcc's own; 1 where there is no toolkit, 126 where nvcc cannot be started
  watch     1 not built (--once), or nothing can be watched; 130 after Ctrl-C
  lsp       1 the client broke off, or a file cannot be read; 2 errors in files (--check)
  plan      nvcc's own where it refuses the command; 1 where there is no plan
  cache     1 damaged files (verify), or there is no cache folder";

#[derive(Subcommand)]
enum Command {
    /// The host pass, with NVIDIA's cudafe++ command line
    #[command(name = "cudafe++", disable_help_flag = true)]
    Cudafe {
        /// What nvcc passes to cudafe++
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// The front of the device pass, with the command line of NVIDIA's cicc
    #[command(name = "device", disable_help_flag = true)]
    Device {
        /// What nvcc passes to cicc
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    Explain(cleave_driver::explain::ExplainArgs),
    /// Split CUDA sources into their halves without NVIDIA's tools, with nvcc's options
    #[command(name = "split", disable_help_flag = true)]
    Split {
        /// nvcc's options, and those that `cleave split --help` lists
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Preprocess a source as `g++ -E` does, with g++'s options
    #[command(name = "preprocess", disable_help_flag = true)]
    Preprocess {
        /// g++'s options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    Parse(cleave_driver::parse::ParseArgs),
    /// Show a source and both of its halves side by side in the browser
    #[command(name = "explore", disable_help_flag = true)]
    Explore {
        /// A source, nvcc's options, and those that `cleave explore --help` lists
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    Debug(cleave_driver::debug::DebugArgs),
    Il(cleave_driver::il::IlArgs),
    /// Run the toolkit's nvcc with Cleave in cudafe++'s place
    Nvcc(cleave_toolkit::cli::NvccArgs),
    /// Make or refresh the shadow toolkit and print its path
    Toolkit(cleave_toolkit::cli::ToolkitArgs),
    Watch(cleave_watch::WatchArgs),
    Lsp(cleave_lsp::LspArgs),
    /// Make precompiled headers of a folder that a stand-in has left
    #[command(hide = true)]
    Precompile {
        /// The folder
        folder: PathBuf,
    },
    Plan(cleave_plan::PlanArgs),
    /// Show, check or remove what earlier runs have kept
    Cache(cleave_rebuild::CacheArgs),
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write man pages into a folder
    #[command(hide = true)]
    Man {
        /// The folder
        folder: PathBuf,
    },
}

fn main() {
    let args: Vec<OsString> = std::env::args_os().collect();
    let name = Path::new(args.first().map_or("".as_ref(), OsString::as_os_str))
        .file_name()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default();
    match name.as_str() {
        "cudafe++" if args.get(1).is_some_and(|a| a == cleave_watch::ENGINE) => {
            exit(engine::serve(Path::new(
                args.get(2).map_or("".as_ref(), OsString::as_os_str),
            )))
        }
        "cudafe++" => exit(cudafe(args, 1)),
        "cicc" => exit(cleave_rebuild::cicc(
            &args[1..],
            &ProcessEnv,
            &stand_in::open,
        )),
        "ptxas" => exit(cleave_rebuild::ptxas(&args[1..], &ProcessEnv)),
        name if is_host_compiler(name) => {
            let run = cleave_rebuild::host_compiler;
            // Where this process is nobody's stand-in it is Cleave.
            if let Some(status) = run(name, &args[1..], &ProcessEnv, &stand_in::preprocess) {
                exit(status);
            }
        }
        _ => {}
    }
    // Its command line is not clap's to read: an option may be anything.
    if args.get(1).is_some_and(|a| a == "cudafe++") {
        exit(cudafe(args, 2));
    }
    if args.get(1).is_some_and(|a| a == "device") {
        exit(device(args[2..].to_vec()));
    }
    if args.get(1).is_some_and(|a| a == "split") {
        exit(split_sources(args[2..].to_vec()));
    }
    if args.get(1).is_some_and(|a| a == "preprocess") {
        exit(preprocess(args[2..].to_vec()));
    }
    if args.get(1).is_some_and(|a| a == "explore") {
        exit(cleave_explore::run(&args[2..]));
    }
    exit(match Cli::parse().command {
        Command::Cudafe { .. } => cudafe(args, 2),
        Command::Device { args } => device(args),
        Command::Explain(args) => cleave_driver::explain::run(&args),
        Command::Preprocess { args } => preprocess(args),
        Command::Explore { args } => cleave_explore::run(&args),
        Command::Completions { shell } => described::completions(Cli::command(), shell),
        Command::Man { folder } => described::man(Cli::command(), &folder),
        Command::Split { args } => split_sources(args),
        Command::Parse(args) => {
            cleave_driver::with_big_stack(move || cleave_driver::parse::run(&args))
        }
        Command::Debug(args) => {
            cleave_driver::with_big_stack(move || cleave_driver::debug::run(&args))
        }
        Command::Il(args) => cleave_driver::with_big_stack(move || cleave_driver::il::run(&args)),
        Command::Nvcc(args) => cleave_rebuild::nvcc(&args, VERSION),
        Command::Lsp(args) => cleave_lsp::run(&args, VERSION),
        Command::Watch(args) => cleave_watch::watch(&args, VERSION),
        Command::Precompile { folder } => cleave_rebuild::precompile(&folder, &ProcessEnv),
        Command::Plan(args) => cleave_plan::plan(&args, VERSION),
        Command::Cache(args) => cleave_rebuild::cache(&args),
        Command::Toolkit(args) => cleave_toolkit::cli::toolkit(&args, VERSION),
    });
}

/// The host pass: `before` words come before its arguments.
fn cudafe(words: Vec<OsString>, before: usize) -> i32 {
    cleave_driver::second_opinion::run(cleave_driver::second_opinion::Start {
        words,
        before,
        version: VERSION,
    })
}

fn device(args: Vec<OsString>) -> i32 {
    cleave_driver::with_big_stack(move || cleave_driver::device::run(&args))
}

fn preprocess(args: Vec<OsString>) -> i32 {
    cleave_driver::with_big_stack(move || cleave_driver::translate::run(&args))
}

fn split_sources(args: Vec<OsString>) -> i32 {
    cleave_driver::with_big_stack(move || cleave_driver::split::run(&args, VERSION))
}
