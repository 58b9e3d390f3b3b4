//! Neovim's own client drives the server over a project with two units. Without Neovim the test says so and passes.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect;

#[path = "../common/two_units.rs"]
mod two_units;

use two_units::SOURCES;

const COMMANDS: &str = "[
 {\"directory\": \"@\", \"file\": \"first.cu\", \"command\": \"nvcc -DFACTOR=2 -gencode arch=compute_80,code=sm_80 -c first.cu -o first.o\"},
 {\"directory\": \"@\", \"file\": \"second.cu\", \"command\": \"nvcc -DFACTOR=3 -c second.cu -o second.o\"}
]
";

#[test]
fn neovim_shows_finds_and_completes() {
    let there = Command::new("nvim")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !there.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no nvim");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    std::fs::create_dir(root.join("build")).expect("a folder");
    std::fs::write(root.join("CMakeLists.txt"), "").expect("a file");
    for (name, text) in SOURCES {
        std::fs::write(root.join(name), text).expect("a file");
    }
    let commands = COMMANDS.replace('@', &root.to_string_lossy());
    std::fs::write(root.join("build/compile_commands.json"), commands).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/neovim/session.lua");
    let run = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        .env("CLEAVE_BINARY", env!("CARGO_BIN_EXE_cleave"))
        .env("CLEAVE_PROJECT", &root)
        .env("CLEAVE_CACHE", "off")
        .env("XDG_STATE_HOME", root.join("state"))
        .env("XDG_CACHE_HOME", root.join("cache"))
        .stdin(Stdio::null())
        .output()
        .expect("nvim runs");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    expect![[r#"
        first.cu says
          4:16 20 identifier "unknown" is undefined
        first.cu says
        hover ```cuda-cpp | __device__ float scaled(float x) | ``` |  | compiled because of `__global__ kernel`
        definition scale.cuh:2:24
        second.cu says
        reference first.cu:4:16
        reference scale.cuh:2:24
        reference second.cu:1:41
        reference second.cu:1:48
        completion columns rows
        symbol kernel __global__
        stopped true
    "#]].assert_eq(&(said + &errors));
}
