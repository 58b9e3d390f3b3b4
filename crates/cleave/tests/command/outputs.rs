//! Where the host pass writes: what it refuses as the reference does, and what is left of a run that is killed.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{CLEAVE, cleave, files, root, stderr};
use expect_test::{Expect, expect};

const INPUT: &str = "# 1 \"x.cu\"\nint a;\n";

/// A folder with an input in it.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join("x.ii"), INPUT).expect("input");
    dir
}

/// The arguments with which a run writes these two files.
fn args<'a>(host: &'a str, id: &'a str) -> Vec<&'a str> {
    let mut args = vec!["cudafe++", "--stub_file_name", "s", "--gen_c_file_name"];
    args.extend([host, "--gen_module_id_file", "--module_id_file_name", id]);
    args
}

/// A run that is refused, whose input stays as it is.
fn refused(dir: &Path, mut args: Vec<&str>, left: &[&str], want: Expect) {
    args.push("x.ii");
    let out = cleave(dir, args);
    assert_eq!(out.status.code(), Some(4));
    let text = stderr(&out);
    want.assert_eq(text.lines().next().unwrap_or_default());
    assert_eq!(fs::read_to_string(dir.join("x.ii")).expect("input"), INPUT);
    assert_eq!(files(dir), left);
}

#[test]
fn the_input_is_never_written() {
    let dir = folder();
    let dir = dir.path();
    fs::hard_link(dir.join("x.ii"), dir.join("hard")).expect("link");
    symlink("x.ii", dir.join("soft")).expect("link");
    let left = ["hard", "soft", "x.ii"];
    refused(
        dir,
        args("x.ii", "id"),
        &left,
        expect![[
            r#"Catastrophic error: cannot open generated C++ file "x.ii": invalid file name"#
        ]],
    );
    refused(
        dir,
        args("hard", "id"),
        &left,
        expect![[
            r#"Catastrophic error: cannot open generated C++ file "hard": invalid file name"#
        ]],
    );
    refused(
        dir,
        args("soft", "id"),
        &left,
        expect![[
            r#"Catastrophic error: cannot open generated C++ file "soft": invalid file name"#
        ]],
    );
    for (option, want) in [
        (
            "--error_output=./x.ii",
            expect![[r#"Command-line error: cannot open error file "./x.ii": invalid file name"#]],
        ),
        (
            "--list=soft",
            expect![[
                r#"Command-line error: cannot open raw listing file "soft": invalid file name"#
            ]],
        ),
    ] {
        let mut args = args("o", "id");
        args.push(option);
        refused(dir, args, &left, want);
    }
    // The host half is there by then, as with the reference.
    let left = ["hard", "o", "soft", "x.ii"];
    refused(
        dir,
        args("o", "x.ii"),
        &left,
        expect![[
            r#"x.cu(1): catastrophic error: cannot open module id file "x.ii": invalid file name"#
        ]],
    );
    let args = ["cudafe++", "-E", "-o", "x.ii"].to_vec();
    refused(
        dir,
        args,
        &left,
        expect![[
            r#"Command-line error: cannot open preprocessing output file "x.ii": invalid file name"#
        ]],
    );
}

#[test]
fn what_is_no_file_is_no_output() {
    let dir = folder();
    let dir = dir.path();
    refused(
        dir,
        args("/dev/full", "id"),
        &["x.ii"],
        expect![[
            r#"Catastrophic error: cannot open generated C++ file "/dev/full": not a regular file"#
        ]],
    );
    refused(
        dir,
        args("o", "."),
        &["o", "x.ii"],
        expect![[r#"x.cu(1): catastrophic error: cannot open module id file ".": Is a directory"#]],
    );
    refused(
        dir,
        args("x.ii/o", "id"),
        &["o", "x.ii"],
        expect![[
            r#"Catastrophic error: cannot open generated C++ file "x.ii/o": Not a directory"#
        ]],
    );
}

#[test]
fn a_dangling_link_is_filled() {
    let dir = folder();
    symlink("gone", dir.path().join("link")).expect("link");
    let mut args = args("link", "id");
    args.push("x.ii");
    let out = cleave(dir.path(), args);
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    assert_eq!(files(dir.path()), ["gone", "id", "link", "x.ii"]);
}

#[test]
fn split_does_not_write_its_source() {
    let dir = tempfile::tempdir().expect("folder");
    let source = root().join("examples/saxpy.cu");
    let text = fs::read(&source).expect("source");
    fs::write(dir.path().join("a.cu"), &text).expect("source");
    let out = cleave(
        dir.path(),
        ["split", "--own-headers", "a.cu", "--depfile", "./a.cu"],
    );
    assert_eq!(out.status.code(), Some(1));
    assert_eq!(
        stderr(&out),
        "cleave split: cannot write ./a.cu: invalid file name\n"
    );
    assert_eq!(fs::read(dir.path().join("a.cu")).expect("source"), text);
}

/// A run that is killed while the host half is being written.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_run_leaves_nothing() {
    let dir = folder();
    fs::write(dir.path().join("o"), "old").expect("file");
    let mut args = args("o", "id");
    args.extend(["--cleave-fault=time", "x.ii"]);
    let mut child = Command::new(CLEAVE)
        .args(args)
        .current_dir(dir.path())
        .stdin(Stdio::null())
        .spawn()
        .expect("cleave runs");
    // It has written when an open file of the folder has a length.
    let open = Path::new("/proc").join(child.id().to_string()).join("fd");
    let folder = dir.path().canonicalize().expect("folder");
    let writes = || {
        let entries = fs::read_dir(&open).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).any(|file| {
            fs::read_link(&file).is_ok_and(|path| path.starts_with(&folder))
                && fs::metadata(&file).is_ok_and(|state| state.len() > 0)
        })
    };
    let start = Instant::now();
    while !writes() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "it does not write"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("killed");
    child.wait().expect("it ends");
    assert_eq!(files(dir.path()), ["o", "x.ii"]);
    assert_eq!(fs::read(dir.path().join("o")).expect("file"), b"old");
}
