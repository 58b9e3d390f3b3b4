//! Real builds under nvcc with Cleave in cudafe++'s place. They need a CUDA toolkit, found by the ordinary rules; without one
//! they say so and pass.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::{CLEAVE, cleave, have, root, stderr};

/// The shadow toolkit, or `None` with a word about it.
fn shadow() -> Option<PathBuf> {
    let out = Command::new(CLEAVE)
        .arg("toolkit")
        .output()
        .expect("cleave runs");
    if out.status.success() {
        Some(PathBuf::from(String::from_utf8_lossy(&out.stdout).trim()))
    } else {
        eprintln!("skipped: no toolkit: {}", stderr(&out));
        None
    }
}

#[test]
fn nvcc_compiles_programs() {
    if shadow().is_none() {
        return;
    }
    let dir = tempfile::tempdir().expect("folder");
    for name in ["reduction", "template_kernels", "managed_basic"] {
        let source = root().join(format!("test_data/programs/{name}.cu"));
        let object = format!("{name}.o");
        let args = [
            "nvcc".as_ref(),
            "-arch=sm_80".as_ref(),
            "-c".as_ref(),
            source.as_os_str(),
            "-o".as_ref(),
            object.as_ref(),
        ];
        let out = cleave(dir.path(), args);
        assert_eq!(out.status.code(), Some(0), "{name}: {}", stderr(&out));
        assert!(dir.path().join(&object).metadata().expect("object").len() > 1000);
    }
}

#[test]
fn nvcc_passes_errors_on() {
    if shadow().is_none() {
        return;
    }
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join("bad.cu"), "__global__ void k( { }\n").expect("input");
    let out = cleave(
        dir.path(),
        ["nvcc", "-arch=sm_80", "-c", "bad.cu", "-o", "bad.o"],
    );
    assert_eq!(out.status.code(), Some(2), "{}", stderr(&out));
    assert!(
        stderr(&out).contains("error: expected a \")\""),
        "{}",
        stderr(&out)
    );
    assert!(!dir.path().join("bad.o").exists());
}

#[test]
fn cmake_builds_a_project_with_separable_compilation() {
    let Some(shadow) = shadow() else { return };
    if !have("cmake") {
        eprintln!("skipped: no cmake");
        return;
    }
    let dir = tempfile::tempdir().expect("folder");
    let run = |args: &[String]| {
        let out = Command::new("cmake")
            .args(args)
            .current_dir(dir.path())
            .output()
            .expect("cmake runs");
        let text = String::from_utf8_lossy(&out.stdout).into_owned() + &stderr(&out);
        assert!(out.status.success(), "{text}");
    };
    let source = root().join("test_data/cmake");
    let compiler = shadow.join("bin/nvcc");
    run(&[
        "-S".into(),
        source.to_string_lossy().into_owned(),
        "-B".into(),
        "build".into(),
        format!("-DCMAKE_CUDA_COMPILER={}", compiler.display()),
        "-DCMAKE_CUDA_ARCHITECTURES=80".into(),
    ]);
    run(&["--build".into(), "build".into()]);
}
