//! What an edit costs, as `cleave debug edit` prints it: all queries that a host pass runs after the edit, text and diagnostics
//! included. The command also compares what comes out with a pass from scratch, and fails if that is something else.

mod device;
mod files;
mod runtime;
mod thrust;
mod units;

use std::path::Path;
use std::process::Command;

/// What is printed of an edit of a source: what is preprocessed, the queries that run, and those that are visited.
fn account(
    folder: &Path,
    words: &[&str],
    toolkit: Option<&Path>,
    from: &str,
    to: &str,
) -> (String, String) {
    let mut cleave = Command::new(env!("CARGO_BIN_EXE_cleave"));
    cleave
        .args(["debug", "edit"])
        .args(words)
        .args(["--from", from, "--to", to])
        .current_dir(folder);
    match toolkit {
        Some(root) => cleave.arg("--cuda-path").arg(root),
        None => cleave.arg("--own-headers"),
    };
    let out = cleave.output().expect("cleave runs");
    let text = String::from_utf8_lossy(&out.stdout);
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{errors}");
    let at = text.find("preprocessed, ").expect("the pieces");
    let (ran, visited) = text[at..].split_once("validated\n").expect("two lists");
    let ran = ran.lines().map(|line| line.trim().to_owned() + "\n");
    (ran.collect(), visited.to_owned())
}
