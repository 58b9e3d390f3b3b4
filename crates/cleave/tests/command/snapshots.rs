//! What earlier runs left in the cache folder changes no byte of what the host pass writes and says.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{ALONE, CLEAVE, have, needs_toolkit, own_headers, programs, stderr};

/// Texts that a preprocessor made of the programs, and of one with errors.
struct Texts {
    folder: tempfile::TempDir,
    names: Vec<String>,
}

fn texts(most: usize) -> Texts {
    let folder = tempfile::tempdir().expect("folder");
    let include = folder.path().join("include");
    own_headers(&include);
    let preprocess = |source: &Path, to: &str| {
        let done = Command::new("g++")
            .args([
                "-E",
                "-x",
                "c++",
                "-std=c++20",
                "-D__CUDACC__",
                "-D__CUDA_ARCH_LIST__=800",
                "-I",
            ])
            .arg(&include)
            .args(["-include", "cuda_runtime.h", "-o", to])
            .arg(source)
            .current_dir(folder.path())
            .output()
            .expect("g++ runs");
        done.status.success().then(|| to.to_owned())
    };
    let mut names = Vec::new();
    for (name, text) in [
        (
            "wrong",
            "#include <cstdio>\n__device__ int d() { return nowhere; }\n#include <cmath>\nint e = 1 +;\nvoid f( {\n",
        ),
        // What earlier runs know of these functions of the headers is not so here.
        (
            "redeclared",
            "__host__ __device__ int __popc(unsigned);\n__host__ float __fsqrt_rn(float);\nconstexpr __device__ float __cosf(float);\nvoid named() {}\n",
        ),
    ] {
        let source = folder.path().join(format!("{name}.cu"));
        fs::write(&source, text).expect("program");
        names.extend(preprocess(&source, &format!("{name}.ii")));
    }
    for (program, _) in programs().into_iter().take(most) {
        let text = fs::read_to_string(&program).expect("program");
        let name = program.file_stem().expect("a name").to_string_lossy();
        if !needs_toolkit(&text) {
            names.extend(preprocess(&program, &format!("{name}.ii")));
        }
    }
    Texts { folder, names }
}

/// What a run says and writes.
#[derive(PartialEq, Debug)]
struct Outcome {
    status: Option<i32>,
    said: String,
    written: Vec<Option<Vec<u8>>>,
}

impl Texts {
    fn host_pass(&self, name: &str, cache: &Path, setting: &str) -> Outcome {
        let folder = self.folder.path();
        let outputs = ["a.cpp", "a.id"].map(|output| folder.join(output));
        for output in &outputs {
            let _ = fs::remove_file(output);
        }
        let out = Command::new(CLEAVE)
            .args([
                "cudafe++",
                "--c++20",
                "--gnu_version=120200",
                "--extended-lambda",
            ])
            .args([
                "--orig_src_file_name",
                "a.cu",
                "--orig_src_path_name",
                "/src/a.cu",
            ])
            .args(["--gen_c_file_name", "a.cpp", "--stub_file_name", "a.stub.c"])
            .args([
                "--gen_module_id_file",
                "--module_id_file_name",
                "a.id",
                name,
            ])
            .current_dir(folder)
            .env(ALONE.0, ALONE.1)
            .env("XDG_CACHE_HOME", cache)
            .env("CLEAVE_CACHE", setting)
            .output()
            .expect("cleave runs");
        Outcome {
            status: out.status.code(),
            said: stderr(&out),
            written: outputs.map(|output| fs::read(output).ok()).into(),
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path().is_dir() {
            true => out.extend(files(&entry.path())),
            false => out.push(entry.path()),
        }
    }
    out
}

#[test]
fn every_program_with_and_without_snapshots() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let texts = texts(usize::MAX);
    assert!(texts.names.len() >= 40, "{:?}", texts.names);
    let kept = tempfile::tempdir().expect("folder");
    let cold = tempfile::tempdir().expect("folder");
    for (nth, name) in texts.names.iter().enumerate() {
        let alone = texts.host_pass(name, cold.path(), "off");
        assert!(files(cold.path()).is_empty(), "{name}");
        // After the first program the headers of the runtime are known.
        for _ in 0..if nth % 4 == 0 { 2 } else { 1 } {
            assert_eq!(texts.host_pass(name, kept.path(), ""), alone, "{name}");
        }
        let all = files(kept.path());
        assert!(!all.is_empty(), "{name}");
        if nth % 8 == 0 {
            // Damage is noticed, and mended.
            for file in all {
                let mut bytes = fs::read(&file).expect("a snapshot");
                let middle = bytes.len() / 2;
                bytes[middle] ^= 0x10;
                fs::write(&file, bytes).expect("a snapshot");
            }
            assert_eq!(texts.host_pass(name, kept.path(), ""), alone, "{name}");
        }
    }
}

/// A folder that cannot be used is as if there were none.
#[test]
fn no_place_for_snapshots() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let texts = texts(0);
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("file");
    let name = &texts.names[0];
    let alone = texts.host_pass(name, folder.path(), "off");
    for cache in [
        file.as_path(),
        Path::new("/proc/none"),
        Path::new("relative"),
    ] {
        assert_eq!(texts.host_pass(name, cache, ""), alone);
    }
}
