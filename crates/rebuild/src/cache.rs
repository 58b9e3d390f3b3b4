//! `cleave cache`: what earlier runs have left on disk.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use clap::{Args, Subcommand};
use cleave_snapshot::{FileStore, Store, Usage};
use cleave_toolkit::cache::{self, Part};
use cleave_toolkit::{Env, ProcessEnv, shadows};

use crate::host::precompiled;
use crate::original::{bounds, say};
use crate::shared;

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
    let parts = cache::PARTS.map(|part| {
        let store = Store::new(folder.join(part.name), bounds(&part));
        (part, Kept::Values(store))
    });
    let headers = Kept::Files(precompiled(&folder));
    for (part, kept) in parts.iter().chain([&(cache::PRECOMPILED, headers)]) {
        let said = match command {
            CacheCommand::Info => info(part, kept),
            CacheCommand::Clear => format!("{} removed", count(kept.remove(false), "value")),
            CacheCommand::Verify => {
                let found = kept.usage(true);
                if found.damaged > 0 {
                    status = FAILED;
                    kept.remove(true);
                }
                format!(
                    "{} read, {} damaged and removed",
                    count(found.values, "value"),
                    found.damaged
                )
            }
        };
        let _ = writeln!(text, "  {:12}{said}", part.name);
    }
    let said = toolkits(command, &folder);
    let _ = writeln!(text, "  {:12}{said}", "toolkits");
    if let (CacheCommand::Info, Some(said)) = (command, shared::info(&folder, env)) {
        let _ = writeln!(text, "  {:12}{said}", "shared");
    }
    (text, status)
}

/// The same of shadow toolkits.
fn toolkits(command: CacheCommand, folder: &Path) -> String {
    let found = shadows::usage(folder);
    let all = count(found.count, "folder");
    match command {
        CacheCommand::Info => format!(
            "shadow toolkits: {all}, {} MiB, about {} folders at most",
            mib(found.bytes),
            shadows::MOST
        ),
        CacheCommand::Clear => {
            let done = shadows::remove(folder, false);
            let removed = format!("{} removed", count(done.removed, "folder"));
            match done.used {
                0 => removed,
                used => format!("{removed}, {used} in use"),
            }
        }
        CacheCommand::Verify => {
            let lost = shadows::remove(folder, true).removed;
            format!("{all} read, {lost} of no use and removed")
        }
    }
}

/// One store.
enum Kept {
    Values(Store),
    Files(FileStore),
}

impl Kept {
    fn usage(&self, check: bool) -> Usage {
        match self {
            Kept::Values(store) => store.usage(check),
            Kept::Files(store) => store.usage(check),
        }
    }

    fn remove(&self, damaged_only: bool) -> u64 {
        match self {
            Kept::Values(store) => store.remove(damaged_only),
            Kept::Files(store) => store.remove(damaged_only),
        }
    }
}

fn info(part: &Part, kept: &Kept) -> String {
    let usage = kept.usage(false);
    format!(
        "{}: {}, {} of {} MiB",
        part.what,
        count(usage.values, "value"),
        mib(usage.bytes),
        mib(part.bytes)
    )
}

fn mib(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

fn count(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
