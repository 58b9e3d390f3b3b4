//! Real builds under nvcc with Cleave in cudafe++'s place. They need a CUDA toolkit, found by the ordinary rules; without one
//! they say so and pass.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{ALONE, CLEAVE, cleave, files, have, root, stderr};

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

/// A run that panics ends with the toolkit's verdict, and so does one with an error.
#[test]
fn the_second_opinion_is_the_toolkits() {
    if shadow().is_none() {
        return;
    }
    let dir = tempfile::tempdir().expect("folder");
    let (cache, own) = (dir.path().join("cache"), dir.path().join("shadow"));
    let made = Command::new(CLEAVE)
        .arg("toolkit")
        .arg("--dir")
        .arg(&own)
        .output();
    assert!(made.expect("cleave runs").status.success());
    let nvcc = |source: &str| {
        let mut command = Command::new(own.join("bin/nvcc"));
        command
            .args(["-arch=sm_80", "-c", source])
            .current_dir(dir.path())
            .env("XDG_CACHE_HOME", &cache)
            .env_remove(ALONE.0);
        command
    };
    let run = |command: &mut Command| command.output().expect("nvcc runs");
    fs::write(
        dir.path().join("a.cu"),
        "__global__ void k(int *p) { *p = 1; }\n",
    )
    .expect("input");
    fs::write(
        dir.path().join("b.cu"),
        "__global__ int k() { return 1; }\n",
    )
    .expect("input");
    // What the toolkit says of a mistake is what Cleave says of it; there is one message, not two.
    let theirs = run(&mut nvcc("b.cu"));
    let ours = run(nvcc("b.cu").env(ALONE.0, ALONE.1));
    assert_eq!(theirs.status.code(), Some(2));
    assert_eq!(stderr(&theirs), stderr(&ours));
    assert!(!cache.join("cleave/reports").exists());
    // nvcc has no option for cudafe++ alone, so a script in its place adds one. Any folder of a shadow counts as its
    // `bin`.
    let front = own.join("front/cudafe++");
    fs::create_dir(own.join("front")).expect("folder");
    fs::rename(own.join("bin/cudafe++"), &front).expect("moved");
    let script = format!(
        "#!/bin/sh\nexec '{}' --cleave-fault=panic \"$@\"\n",
        front.display()
    );
    fs::write(own.join("bin/cudafe++"), script).expect("script");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(own.join("bin/cudafe++"), mode).expect("mode");
    let out = run(&mut nvcc("a.cu"));
    let text = stderr(&out);
    assert_eq!(out.status.code(), Some(0), "{text}");
    assert!(text.starts_with("cleave: the toolkit's cudafe++ accepts what Cleave did not (panic)"));
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(dir.path().join("a.o").is_file());
    let reports = files(&cache.join("cleave/reports"));
    assert_eq!(reports.len(), 1);
    let report = cache.join("cleave/reports").join(&reports[0]);
    let host = fs::read_to_string(report.join("cudafe++.cpp")).expect("host half");
    assert!(host.contains("k(int *"), "{host}");
    let out = run(nvcc("a.cu").env(ALONE.0, ALONE.1));
    assert!(!out.status.success());
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
            .env(ALONE.0, ALONE.1)
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

/// Runs a program in a folder, which must succeed.
fn run(program: &Path, args: &[&str], dir: &Path) -> String {
    let out = Command::new(program)
        .args(args)
        .current_dir(dir)
        .env(ALONE.0, ALONE.1)
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        out.status.success(),
        "{} {args:?}: {text}{}",
        program.display(),
        stderr(&out)
    );
    text
}

/// Two separately compiled units and a static library of device code, by one nvcc: what registers with the runtime, and the
/// symbols of both programs.
fn separate_compilation(nvcc: &Path, dir: &Path) -> [String; 3] {
    fs::create_dir(dir).expect("folder");
    let programs = root().join("test_data/programs");
    for (name, flags) in [
        ("rdc_library", &["-rdc=true", "-std=c++20"][..]),
        ("rdc_user", &["-rdc=true"]),
    ] {
        let source = programs.join(format!("{name}.cu"));
        let object = format!("{name}.o");
        let mut args = vec!["-arch=sm_80", "-c", "-o", &object];
        args.extend(flags);
        let source = source.to_string_lossy();
        args.push(&source);
        run(nvcc, &args, dir);
    }
    let link = ["-arch=sm_80", "-rdc=true", "rdc_user.o"];
    run(
        nvcc,
        &[&link[..], &["rdc_library.o", "-o", "two"]].concat(),
        dir,
    );
    run(
        nvcc,
        &["-arch=sm_80", "-lib", "rdc_library.o", "-o", "libdevice.a"],
        dir,
    );
    run(
        nvcc,
        &[&link[..], &["-L.", "-ldevice", "-o", "archived"]].concat(),
        dir,
    );
    run(
        nvcc,
        &[
            "-arch=sm_80",
            "-dlink",
            "--keep",
            "rdc_library.o",
            "rdc_user.o",
            "-o",
            "linked.o",
        ],
        dir,
    );
    let symbols = |program: &str| {
        let all = run(Path::new("nm"), &[program], dir);
        // Kind and name; addresses are nobody's promise.
        let mut lines: Vec<&str> = all.lines().map(|l| l.get(17..).unwrap_or(l)).collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    let registered = fs::read_to_string(dir.join("linked.reg.c")).expect("registered modules");
    [registered, symbols("two"), symbols("archived")]
}

#[test]
fn separately_compiled_units_link_and_register_the_same() {
    let Some(shadow) = shadow() else { return };
    if !have("nm") {
        eprintln!("skipped: no nm");
        return;
    }
    let dir = tempfile::tempdir().expect("folder");
    // What has no stand-in is a link to the real one.
    let real = fs::canonicalize(shadow.join("bin/nvlink")).expect("a real toolkit");
    let real = real.with_file_name("nvcc");
    let ours = separate_compilation(&shadow.join("bin/nvcc"), &dir.path().join("ours"));
    let theirs = separate_compilation(&real, &dir.path().join("theirs"));
    assert_eq!(ours, theirs);
    assert_eq!(ours[0].matches("DEFINE_REGISTER_FUNC").count(), 2);
}
