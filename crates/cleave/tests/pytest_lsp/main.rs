//! A second client, of another make than Neovim's: pytest-lsp's, which looks at each answer with the eyes of the protocol. It drives the
//! server over a project that CMake has configured with two targets, and over programs of `test_data`. What is not installed is said.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use expect_test::expect;

#[path = "../common/two_units.rs"]
mod two_units;

use two_units::SOURCES;

const CMAKE: &str = "cmake_minimum_required(VERSION 3.20)
project(two LANGUAGES CUDA)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(first OBJECT first.cu)
target_compile_definitions(first PRIVATE FACTOR=2)
add_library(second OBJECT second.cu)
target_compile_definitions(second PRIVATE FACTOR=3)
";
/// What CMake would write, where there is none or no toolkit for it.
const COMMANDS: &str = "[
 {\"directory\": \"@/build\", \"file\": \"@/first.cu\", \"command\": \"nvcc -DFACTOR=2 -x cu -c @/first.cu -o first.o\"},
 {\"directory\": \"@/build\", \"file\": \"@/second.cu\", \"command\": \"nvcc -DFACTOR=3 -x cu -c @/second.cu -o second.o\"}
]
";

/// Whether Python has the client.
fn has_client() -> bool {
    let there = Command::new("python3")
        .args(["-c", "import pytest_lsp, lsprotocol"])
        .stderr(Stdio::null())
        .status();
    let there = there.is_ok_and(|status| status.success());
    if !there {
        eprintln!("skipped: python3 has no pytest-lsp");
    }
    there
}

fn toolkit() -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os("CUDA_PATH")?);
    path.join("bin/nvcc").exists().then_some(path)
}

fn session(args: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pytest_lsp/session.py");
    let run = Command::new("python3")
        .arg(script)
        .args(args)
        .env("CLEAVE_BINARY", env!("CARGO_BIN_EXE_cleave"))
        .env("CLEAVE_CACHE", "off")
        .stdin(Stdio::null())
        .output()
        .expect("python3 runs");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    said + &String::from_utf8_lossy(&run.stderr)
}

#[test]
fn a_project_with_two_targets_is_served() {
    if !has_client() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    std::fs::create_dir(root.join("build")).expect("a folder");
    for (name, text) in SOURCES {
        std::fs::write(root.join(name), text).expect("a file");
    }
    std::fs::write(root.join("CMakeLists.txt"), CMAKE).expect("a file");
    let configured = toolkit().is_some_and(|toolkit| {
        let run = Command::new("cmake")
            .args(["-S", ".", "-B", "build", "-DCMAKE_CUDA_ARCHITECTURES=80"])
            .env("CUDACXX", toolkit.join("bin/nvcc"))
            .current_dir(&root)
            .output();
        run.is_ok_and(|run| run.status.success())
    });
    if !configured {
        eprintln!("CMake did not configure the project: its commands are written by hand");
        let commands = COMMANDS.replace('@', &root.to_string_lossy());
        std::fs::write(root.join("build/compile_commands.json"), commands).expect("a file");
    }
    expect![[r#"
        first.cu: 4:16 20 identifier "unknown" is undefined
        first.cu then: 0
        hover: __device__ float scaled(float x)
        definition: scale.cuh:2:24
        references: first.cu:4:16 scale.cuh:2:24 second.cu:1:41 second.cu:1:48
        symbols: Grid scaled
        completion: True
        tokens: True
    "#]]
    .assert_eq(&session(&["project", &root.to_string_lossy()]));
}

#[test]
fn programs_that_nvcc_takes_have_no_errors() {
    if !has_client() {
        return;
    }
    if toolkit().is_none() {
        eprintln!("skipped: CUDA_PATH names no toolkit");
        return;
    }
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/programs");
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let mut commands = Vec::new();
    for entry in std::fs::read_dir(programs).expect("programs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "cu") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let first = text.lines().next().unwrap_or_default();
        let flags = first.strip_prefix("// flags:").unwrap_or_default().trim();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        std::fs::write(root.join(&name), &text).expect("a file");
        commands.push(format!(
            "{{\"directory\": \"{}\", \"file\": \"{name}\", \"command\": \"nvcc -arch=sm_80 {flags} -c {name}\"}}",
            root.display()
        ));
    }
    let commands = format!("[{}]", commands.join(",\n"));
    std::fs::write(root.join("compile_commands.json"), commands).expect("a file");
    // All of them take minutes: every tenth, unless more is asked for.
    let step = std::env::var("CLEAVE_STEP").unwrap_or("10".to_owned());
    let said = session(&["programs", &root.to_string_lossy(), &step]);
    assert_eq!(said, "errors: 0\n");
}
