//! The headers are complete and a host compiler accepts them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use cleave_cuda_headers::{files, text};

const STANDARDS: [&str; 3] = ["c++14", "c++17", "c++20"];

/// A program that touches every group of declarations, on both sides.
const PROGRAM: &str = include_str!("program.cu");

fn install() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files() {
        let to = dir.path().join(path);
        fs::create_dir_all(to.parent().expect("a parent folder")).expect("create folder");
        fs::write(to, text).expect("write header");
    }
    dir
}

/// Runs g++ in the folder of the headers; `None` where there is no g++.
fn gxx(dir: &Path, args: &[&str], source: &str) -> Option<Output> {
    let file = dir.join("input.cu");
    fs::write(&file, source).expect("write source");
    let run = Command::new("g++")
        .args(["-x", "c++", "-Wno-attributes", "-I"])
        .arg(dir)
        .args(args)
        .arg(&file)
        .output();
    match run {
        Ok(out) => Some(out),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            assert!(
                std::env::var_os("CLEAVE_REQUIRE_GXX").is_none(),
                "g++ is required here"
            );
            None
        }
        Err(e) => panic!("g++: {e}"),
    }
}

#[track_caller]
fn accepts(dir: &Path, args: &[&str], source: &str) {
    if let Some(out) = gxx(dir, args, source) {
        let errors = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "g++ {args:?}\n{source}\n{errors}");
        assert!(errors.is_empty(), "g++ {args:?} warns\n{source}\n{errors}");
    }
}

#[test]
fn the_list_matches_the_folder() {
    fn walk(dir: &Path, prefix: &str, out: &mut BTreeSet<String>) {
        for entry in fs::read_dir(dir).expect("read folder") {
            let entry = entry.expect("folder entry");
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{name}/"), out);
            } else {
                out.insert(name);
            }
        }
    }
    let mut folder = BTreeSet::new();
    walk(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("include"),
        "",
        &mut folder,
    );
    let listed: Vec<_> = files().iter().map(|h| h.0.to_owned()).collect();
    assert_eq!(listed, folder.into_iter().collect::<Vec<_>>());
    assert!(listed.is_sorted());
    assert!(text("cuda_runtime.h").is_some_and(|t| t.contains("__cudaPushCallConfiguration")));
    assert_eq!(text("cuda_runtime.hpp"), None);
}

#[test]
fn every_header_stands_alone() {
    let dir = install();
    for (path, _) in files() {
        // The host runtime belongs into a host half; see below.
        if *path == "crt/host_runtime.h" {
            continue;
        }
        let source = format!("#include \"{path}\"\n#include \"{path}\"\nint probe;\n");
        for standard in STANDARDS {
            let std = format!("-std={standard}");
            accepts(
                dir.path(),
                &[&std, "-D__CUDACC__", "-D__NVCC__", "-fsyntax-only"],
                &source,
            );
        }
        accepts(dir.path(), &["-std=c++17", "-fsyntax-only"], &source);
    }
}

#[test]
fn a_program_preprocesses_and_checks() {
    let dir = install();
    let args = ["-D__CUDACC__", "-D__NVCC__", "-include", "cuda_runtime.h"];
    for standard in STANDARDS {
        let std = format!("-std={standard}");
        let mut check = args.to_vec();
        check.extend([std.as_str(), "-fsyntax-only"]);
        accepts(dir.path(), &check, PROGRAM);
    }
    let mut preprocess = args.to_vec();
    preprocess.extend(["-E", "-P"]);
    if let Some(out) = gxx(dir.path(), &preprocess, PROGRAM) {
        let text = String::from_utf8_lossy(&out.stdout);
        for expected in [
            "__attribute__((global)) void __attribute__((launch_bounds(128, 2))) kernel(",
            "uint3 __attribute__((device_builtin)) extern const threadIdx;",
            "struct __attribute__((device_builtin)) __attribute__((aligned(16))) float4",
            "__attribute__((managed)) int total",
        ] {
            assert!(text.contains(expected), "{expected}");
        }
    }
}

/// A host half as the host pass writes it: types that the compiler knows blanked, the host runtime
/// included once size_t is known and again by the stub file.
#[test]
fn a_host_half_checks() {
    let dir = install();
    let half = include_str!("host_half.cpp");
    for standard in STANDARDS {
        let std = format!("-std={standard}");
        accepts(dir.path(), &[&std, "-fsyntax-only", "-Wall"], half);
        accepts(dir.path(), &[&std, "-fsyntax-only", "-DSEPARATE"], half);
    }
}
