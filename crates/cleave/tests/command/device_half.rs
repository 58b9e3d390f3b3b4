//! The process that makes device halves for the language server gives what `cleave device` writes.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const TEXT: &str = "\
# 1 \"a.cu\"
__attribute__((global)) void kernel(int *p) { p[0] = 1; }
namespace { __attribute__((global)) void own(int *p) { p[0] = 2; } }
void f() { (void)own; }
";
const MODULE_ID: &str = "_12345678_4_a_cu_9abcdef0";
const WORDS: [&str; 8] = [
    "--c++17",
    "--gnu_version=120200",
    "--orig_src_file_name",
    "a.cu",
    "--allow_managed",
    "--m64",
    "--stub_file_name",
    "a.stub.c",
];

fn cleave(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cleave"));
    command.current_dir(folder).env("CLEAVE_CACHE", "off");
    command
}

fn half(folder: &Path, words: &[&str], text: &str) -> Output {
    let mut child = cleave(folder)
        .args(["lsp", "--device-half", "a.cu", MODULE_ID, "--"])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut input = child.stdin.take().expect("its input");
    // What is refused by its words alone is not read.
    let _ = input.write_all(text.as_bytes());
    drop(input);
    child.wait_with_output().expect("its output")
}

#[test]
fn a_process_makes_the_half_that_a_build_makes() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("a.ii"), TEXT).expect("a file");
    std::fs::write(folder.join("id"), MODULE_ID).expect("a file");
    let status = cleave(folder)
        .args(["device", "-arch", "compute_80"])
        .args(WORDS)
        .args(["--module_id_file_name", "id", "--device_c_file_name", "a.c"])
        .arg("a.ii")
        .status();
    assert!(status.expect("a status").success());
    let written = std::fs::read_to_string(folder.join("a.c")).expect("a half");
    let words: Vec<&str> = WORDS.into_iter().chain(["a.ii"]).collect();
    let output = half(folder, &words, TEXT);
    assert!(output.status.success());
    let made = String::from_utf8(output.stdout).expect("text");
    assert!(
        made.contains("_Z6kernelPi") && made.contains("9abcdef0"),
        "{made}"
    );
    assert_eq!(made, written);
}

#[test]
fn there_is_no_half_of_what_is_not_understood() {
    let folder = tempfile::tempdir().expect("a folder");
    let words: Vec<&str> = WORDS.into_iter().chain(["a.ii"]).collect();
    let text = "__attribute__((global)) void kernel(int *p) { p[0] = nothing; }\n";
    assert_eq!(half(folder.path(), &words, text).status.code(), Some(1));
    let output = half(folder.path(), &["--no-such-option", "a.ii"], TEXT);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
}
