//! Completions and man pages: they have every command, and nvcc's options where a command takes them.

use std::fs;
use std::path::Path;

use crate::common::{cleave, stderr};
use cleave_options::nvcc::NVCC_OPTIONS;

#[test]
fn every_shell_is_told_of_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let out = cleave(Path::new("."), ["completions", shell]);
        assert!(out.status.success(), "{shell}: {}", stderr(&out));
        let text = String::from_utf8_lossy(&out.stdout);
        for word in [
            "explore",
            "split",
            "gpu-architecture",
            "own-headers",
            "default-stream",
            "diagnostics",
        ] {
            assert!(text.contains(word), "{shell} does not complete {word}");
        }
        // These shells complete values too.
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(
                text.contains("per-thread"),
                "{shell} does not complete values"
            );
        }
    }
    assert!(
        !cleave(Path::new("."), ["completions", "tcsh"])
            .status
            .success()
    );
}

#[test]
fn man_pages_have_the_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = cleave(folder.path(), ["man", "new/man1"]);
    assert!(out.status.success(), "{}", stderr(&out));
    let page =
        |name: &str| fs::read_to_string(folder.path().join("new/man1").join(name)).expect(name);
    // A dash is written so.
    let split = page("cleave-split.1").replace("\\-", "-");
    for row in NVCC_OPTIONS.iter().filter(|row| !row.help.is_empty()) {
        assert!(split.contains(&format!("--{}", row.long)), "{}", row.long);
    }
    assert!(split.contains("--check-host"));
    assert!(
        page("cleave-explore.1")
            .replace("\\-", "-")
            .contains("--port")
    );
    assert!(page("cleave.1").contains("cleave\\-explain(1)"));
    let failed = cleave(folder.path(), ["man", "new/man1/cleave.1"]);
    assert_eq!(failed.status.code(), Some(1));
}
