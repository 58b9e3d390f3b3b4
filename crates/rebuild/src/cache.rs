//! `cleave cache`: what earlier runs have left on disk.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::{Args, Subcommand};
use cleave_snapshot::Store;
use cleave_toolkit::cache::{self, Part};
use cleave_toolkit::{Env, ProcessEnv};

use crate::original::{bounds, say};

/// The exit status where there is no cache folder, or where damaged files were found.
const FAILED: i32 = 1;

/// Shows, checks or removes what earlier runs have kept.
#[derive(Args, Clone, Debug)]
pub struct CacheArgs {
    #[command(subcommand)]
    command: CacheCommand,
}

#[derive(Subcommand, Clone, Copy, Debug)]
enum CacheCommand {
    /// Print where it is and how much it holds
    Info,
    /// Remove all of it
    Clear,
    /// Read every value, and remove files that are damaged; exit status 1 if there were any
    Verify,
}

/// Runs `cleave cache` and gives the exit status.
pub fn cache(args: &CacheArgs) -> i32 {
    let (text, status) = run(args.command, &ProcessEnv);
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => status,
        Err(error) => {
            say(&format!("standard output: {error}"));
            FAILED
        }
    }
}

fn run(command: CacheCommand, env: &dyn Env) -> (String, i32) {
    let Some(folder) = cache::folder(env) else {
        say("neither XDG_CACHE_HOME nor HOME is set, so there is no cache folder");
        return (String::new(), FAILED);
    };
    let (mut text, mut status) = (format!("{}\n", folder.display()), 0);
    for part in &cache::PARTS {
        let store = Store::new(folder.join(part.name), bounds(part));
        let said = match command {
            CacheCommand::Info => info(part, &store),
            CacheCommand::Clear => format!("{} removed", count(store.remove(false))),
            CacheCommand::Verify => {
                let found = store.usage(true);
                if found.damaged > 0 {
                    status = FAILED;
                    store.remove(true);
                }
                format!(
                    "{} read, {} damaged and removed",
                    count(found.values),
                    found.damaged
                )
            }
        };
        let _ = writeln!(text, "  {:12}{said}", part.name);
    }
    (text, status)
}

fn info(part: &Part, store: &Store) -> String {
    let usage = store.usage(false);
    let mib = |bytes: u64| bytes.div_ceil(1 << 20);
    format!(
        "{}: {}, {} of {} MiB",
        part.what,
        count(usage.values),
        mib(usage.bytes),
        mib(part.bytes)
    )
}

fn count(values: u64) -> String {
    match values {
        1 => "1 value".to_owned(),
        n => format!("{n} values"),
    }
}
