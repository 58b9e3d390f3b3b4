//! `cleave il`: device IL in files.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{cleave, files, stderr};
use expect_test::expect;

const GOOD: &str = "cleave-il 1

variable @x: int device external = 1

function @f(%n: int) -> int device internal at \"a.cu\":3 {
  return add(load(@x: int), load(%n)) !1
}
";

fn stdout(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// A folder with `a.il`, and `a.bin` with the same in binary form.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join("a.il"), GOOD).expect("text");
    let out = cleave(
        dir.path(),
        ["il", "convert", "--to", "binary", "-o", "a.bin", "a.il"],
    );
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    dir
}

fn run(dir: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let out = cleave(dir, [&["il"], args].concat());
    (out.status.code(), stdout(&out), stderr(&out))
}

#[test]
fn both_forms_are_read() {
    let dir = folder();
    let bytes = fs::read(dir.path().join("a.bin")).expect("binary");
    assert!(cleave_il::is_binary(&bytes));
    for name in ["a.il", "a.bin"] {
        assert_eq!(
            run(dir.path(), &["print", name]),
            (Some(0), GOOD.to_owned(), String::new())
        );
        assert_eq!(
            run(dir.path(), &["verify", name]),
            (Some(0), String::new(), String::new())
        );
    }
    let none = (Some(0), String::new(), String::new());
    assert_eq!(run(dir.path(), &["diff", "a.il", "a.bin"]), none);
    assert_eq!(
        run(
            dir.path(),
            &["convert", "--to", "text", "-o", "b.il", "a.bin"]
        ),
        none
    );
    assert_eq!(
        fs::read_to_string(dir.path().join("b.il")).expect("text"),
        GOOD
    );
}

#[test]
fn faults_are_found() {
    let dir = folder();
    let text = GOOD.replace("@x: int)", "@y: int)").replace("= 1", "= 1.5");
    fs::write(dir.path().join("bad.il"), text).expect("text");
    let (status, out, err) = run(dir.path(), &["verify", "a.il", "bad.il"]);
    assert_eq!((status, err.as_str()), (Some(2), ""));
    expect![[r#"
        bad.il: @x: constant-kind: a constant of another kind, of type int
        bad.il: @f, line 1: unknown-name: @y
    "#]]
    .assert_eq(&out);
}

#[test]
fn differences_are_found() {
    let dir = folder();
    let moved = GOOD.replace("\"a.cu\":3", "\"a.cu\":4");
    fs::write(dir.path().join("moved.il"), &moved).expect("text");
    let changed = moved
        .replace("add", "subtract")
        .replace("@x: int device", "@z: int device");
    fs::write(dir.path().join("changed.il"), changed).expect("text");
    let ignoring = ["diff", "--ignore-places", "a.il", "moved.il"];
    assert_eq!(
        run(dir.path(), &ignoring),
        (Some(0), String::new(), String::new())
    );
    let (status, out, _) = run(
        dir.path(),
        &["diff", "--ignore-places", "a.bin", "changed.il"],
    );
    assert_eq!(status, Some(2));
    expect![[r#"
        - a.bin
        + changed.il

        - variable @x: int device external = 1

          function @f(%n: int) -> int device internal {
        -   return add(load(@x: int), load(%n))
        +   return subtract(load(@x: int), load(%n))
          }

        + variable @z: int device external = 1
    "#]]
    .assert_eq(&out);
    let (status, out, _) = run(dir.path(), &["diff", "a.il", "moved.il"]);
    assert_eq!(status, Some(2));
    assert!(out.contains("\"a.cu\":4"), "{out}");
}

#[test]
fn what_cannot_be_read() {
    let dir = folder();
    let write = |name: &str, bytes: &[u8]| fs::write(dir.path().join(name), bytes).expect("file");
    write("syntax.il", b"cleave-il 1\nvariable @x: imt\n");
    write("bytes.il", b"cleave-il 1\n// \xff\n");
    let good = fs::read(dir.path().join("a.bin")).expect("binary");
    write("short.bin", &good[..good.len() - 1]);
    let mut messages = String::new();
    for file in ["none.il", "syntax.il", "bytes.il", "short.bin", "."] {
        for args in [
            &["print", "a.il", file][..],
            &["verify", file],
            &["diff", "a.il", file],
        ] {
            let (status, out, err) = run(dir.path(), args);
            assert_eq!((status, out.as_str()), (Some(1), ""), "{args:?}");
            if args[0] == "verify" {
                messages.push_str(&err);
            }
        }
    }
    expect![[r#"
        cleave il: cannot open source file "none.il": no such file
        cleave il: syntax.il:2:14: expected a type, found 'imt'
        cleave il: bytes.il:2:4: neither text in UTF-8 nor the binary form of device IL
        cleave il: short.bin: byte 12: the file is cut off, or has more than it says
        cleave il: cannot open source file ".": is a directory
    "#]]
    .assert_eq(&messages);
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let dir = folder();
    fs::write(dir.path().join("syntax.il"), "cleave-il 1\nvariable").expect("text");
    fs::write(dir.path().join("old.bin"), "old").expect("file");
    let before = files(dir.path());
    let convert = |output: &str, input: &str| {
        run(
            dir.path(),
            &["convert", "--to", "binary", "-o", output, input],
        )
    };
    let (status, _, err) = convert("old.bin", "syntax.il");
    assert_eq!(status, Some(1), "{err}");
    assert_eq!(
        fs::read_to_string(dir.path().join("old.bin")).expect("file"),
        "old"
    );
    for (output, input) in [
        ("new.bin", "syntax.il"),
        ("none/new.bin", "a.il"),
        ("a.il", "a.il"),
        (".", "a.il"),
    ] {
        let (status, _, err) = convert(output, input);
        assert_eq!(status, Some(1), "{output}");
        assert!(err.starts_with("cleave il: "), "{err}");
    }
    assert_eq!(files(dir.path()), before);
    assert_eq!(convert("old.bin", "a.il").0, Some(0));
    let written = fs::read(dir.path().join("old.bin")).expect("file");
    assert_eq!(written, fs::read(dir.path().join("a.bin")).expect("file"));
}
