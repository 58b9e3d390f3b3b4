//! What is wrong with an input is said with a place and a status, and nothing is written.

use std::fs;

use crate::common::{cleave, files, stderr};
use expect_test::{Expect, expect};

/// Runs the host pass over `input` and checks the status, standard error, and that nothing was written.
fn check(input: &[u8], status: i32, want: Expect) {
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join("a.ii"), input).expect("input");
    let out = cleave(
        dir.path(),
        [
            "cudafe++",
            "--c++17",
            "--gnu_version=120200",
            "--display_error_number",
            "--orig_src_file_name",
            "a.cu",
            "--gen_c_file_name",
            "a.cpp",
            "--stub_file_name",
            "a.stub.c",
            "--gen_module_id_file",
            "--module_id_file_name",
            "a.id",
            "a.ii",
        ],
    );
    let text = stderr(&out);
    assert_eq!(out.status.code(), Some(status), "{text}");
    if status != 0 {
        assert_eq!(files(dir.path()), ["a.ii"], "nothing may be written");
    }
    want.assert_eq(&text);
}

#[test]
fn unclosed_function() {
    check(
        b"# 1 \"a.cu\"\nint f() {\n",
        2,
        expect![[r#"
        At end of source: error: expected a "}"
        a.cu(1): note #3196-D: to match this "{"
          int f() {
                  ^

        1 error detected in the compilation of "a.cu".
    "#]],
    );
}

#[test]
fn unopened_brace() {
    check(
        b"# 1 \"a.cu\"\nint a;\n  }\n",
        2,
        expect![[r#"
        a.cu(2): error: expected a declaration
            }
            ^

        1 error detected in the compilation of "a.cu".
    "#]],
    );
}

#[test]
fn mismatched_brackets() {
    check(
        b"# 1 \"a.cu\"\nint f() { int a[3; }\nint b;\n",
        2,
        expect![[r#"
            a.cu(1): error: expected a "]"
              int f() { int a[3; }
                               ^

            a.cu(1): warning #940-D: missing return statement at end of non-void function "f"
              int f() { int a[3; }
                                 ^

            Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"

            1 error detected in the compilation of "a.cu".
        "#]],
    );
}

#[test]
fn missing_semicolon_at_the_end() {
    check(
        b"# 7 \"a.cu\"\nint a",
        2,
        expect![[r#"
        At end of source: error: expected a ";"

        1 error detected in the compilation of "a.cu".
    "#]],
    );
}

#[test]
fn unterminated_literal() {
    check(
        b"# 1 \"a.cu\"\nconst char *s = \"abc;\nint b;\n",
        2,
        expect![[r#"
            a.cu(1): error: missing closing quote
              const char *s = "abc;
                              ^

            a.cu(2): error: expected a ";"
              int b;
              ^

            2 errors detected in the compilation of "a.cu".
        "#]],
    );
}

#[test]
fn bytes_that_are_no_text() {
    check(
        b"\x7fELF\x02\x01\x01\x03",
        2,
        expect![[r#"
            a.ii(1): error: unrecognized token
              ELF
              ^

            a.ii(1): error: expected a declaration
              ELF
              ^

            a.ii(1): error: unrecognized token
              ELF
                  ^

            a.ii(1): error: unrecognized token
              ELF
                   ^

            a.ii(1): error: unrecognized token
              ELF
                    ^

            a.ii(1): error: unrecognized token
              ELF
                     ^

            6 errors detected in the compilation of "a.cu".
        "#]],
    );
}

#[test]
fn stray_bytes_in_a_literal() {
    check(
        b"# 1 \"a.cu\"\nconst char *s = \"caf\xe9\";\n",
        2,
        expect![[r#"
            a.cu(1): error: invalid multibyte character sequence
              const char *s = "caf�";
                                  ^

            1 error detected in the compilation of "a.cu".
        "#]],
    );
}

#[test]
fn an_empty_file_is_a_translation_unit() {
    check(b"", 0, expect![""]);
}

#[test]
fn deep_nesting_is_taken() {
    let n = 10_000;
    check(
        format!(
            "# 1 \"a.cu\"\nint x = {}1{};\n",
            "(".repeat(n),
            ")".repeat(n)
        )
        .as_bytes(),
        0,
        expect![""],
    );
}

#[test]
fn deep_nesting_of_everything_ends() {
    for (open, close) in [
        ("{", "}"),
        ("[", "]"),
        ("a<", ">"),
        ("-", ""),
        ("*", ""),
        ("if(1)", ""),
        ("struct a{", "};"),
        ("[]{", "}()"),
    ] {
        let n = 20_000;
        let dir = tempfile::tempdir().expect("folder");
        // A launch makes the pass look into the body.
        let text = format!(
            "void f() {{ k<<<1, 1>>>(); {}1{}; }}\n",
            open.repeat(n),
            close.repeat(n)
        );
        fs::write(dir.path().join("a.ii"), text).expect("input");
        let out = cleave(
            dir.path(),
            [
                "cudafe++",
                "--gen_c_file_name",
                "a.cpp",
                "--stub_file_name",
                "s",
                "a.ii",
            ],
        );
        let status = out.status.code();
        assert!(
            matches!(status, Some(0 | 2 | 4)),
            "{open}: {status:?} {}",
            stderr(&out)
        );
    }
}

#[test]
fn files_that_cannot_be_read() {
    let dir = tempfile::tempdir().expect("folder");
    let run = |input: &str| {
        let out = cleave(
            dir.path(),
            [
                "cudafe++",
                "--gen_c_file_name",
                "a.cpp",
                "--stub_file_name",
                "s",
                input,
            ],
        );
        assert_eq!(out.status.code(), Some(4));
        assert!(files(dir.path()).is_empty());
        stderr(&out)
    };
    expect![[r#"
        Catastrophic error: cannot open source file "none.ii"

        1 catastrophic error detected in the compilation of "none.ii".
        Compilation terminated.
    "#]]
    .assert_eq(&run("none.ii"));
    expect![[r#"
        Catastrophic error: cannot open source file ".": is a directory

        1 catastrophic error detected in the compilation of ".".
        Compilation terminated.
    "#]]
    .assert_eq(&run("."));
}

#[test]
fn outputs_that_cannot_be_written() {
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join("a.ii"), "int a;\n").expect("input");
    let out = cleave(
        dir.path(),
        [
            "cudafe++",
            "--gen_c_file_name",
            "none/a.cpp",
            "--stub_file_name",
            "s",
            "a.ii",
        ],
    );
    assert_eq!(out.status.code(), Some(4));
    assert_eq!(files(dir.path()), ["a.ii"]);
    expect![[r#"
        Catastrophic error: cannot open generated C++ file "none/a.cpp"

        1 catastrophic error detected in the compilation of "a.ii".
        Compilation terminated.
    "#]]
    .assert_eq(&stderr(&out));
}

#[test]
fn a_missing_stub_name() {
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join("a.ii"), "int a;\n").expect("input");
    let out = cleave(
        dir.path(),
        ["cudafe++", "--gen_c_file_name", "a.cpp", "a.ii"],
    );
    assert_eq!(out.status.code(), Some(4));
    assert_eq!(files(dir.path()), ["a.ii"]);
    expect![[r#"
        Catastrophic error: stub file name not specified

        1 catastrophic error detected in the compilation of "a.ii".
        Compilation terminated.
    "#]]
    .assert_eq(&stderr(&out));
}

/// What is printed about the syntax of a file.
fn syntax(text: &str) -> String {
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join("a.ii"), text).expect("input");
    let out = cleave(
        dir.path(),
        [
            "cudafe++",
            "--gen_c_file_name",
            "a.cpp",
            "--stub_file_name",
            "s",
            "a.ii",
        ],
    );
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(files(dir.path()), ["a.ii"]);
    stderr(&out)
}

#[test]
fn syntax_errors_have_their_places_and_words() {
    expect![[r#"
        a.cu(2): error: expected an expression
            p[0] = ;
                   ^

        a.cu(4): error: expected a ";"
          }
          ^

        a.cu(5): error: expected a "}"
          enum E { a b };
                     ^
        a.cu(5): note: to match this "{"
          enum E { a b };
                 ^

        a.cu(6): error: expected a ")"
          int x = (1;
                    ^

        At end of source: error: expected a ";"

        5 errors detected in the compilation of "a.ii".
    "#]].assert_eq(&syntax(
        "# 1 \"a.cu\"\n__attribute__((global)) void k(int *p) {\n  p[0] = ;\n  p[1] = 1\n}\nenum E { a b };\nint x = (1;\nint y\n",
    ));
}

#[test]
fn what_was_skipped_is_told() {
    // A brace is missing; to the language everything is inside of the kernel.
    expect![[r#"
        a.cu(3): error: expected a ";"
            if (i < 3) {
            ^

        a.cu(7): warning: parsing restarts here after previous syntax error
          struct S { int x; };
                             ^

        a.cu(8): error: expected a ";"
          int h() { return 3; }
                  ^

        At end of source: error: expected a "}"
        a.cu(1): note: to match this "{"
          __attribute__((global)) void k(int *p) {
                                                 ^

        3 errors detected in the compilation of "a.ii".
    "#]].assert_eq(&syntax(
        "# 1 \"a.cu\"\n__attribute__((global)) void k(int *p) {\n  int i = 3\n  if (i < 3) {\n    p[i] = 1;\n}\n\
         __attribute__((device)) int g() { return 2; }\nstruct S { int x; };\nint h() { return 3; }\n",
    ));
}

#[test]
fn a_missing_body_takes_what_follows() {
    expect![[r#"
        a.cu(2): error: expected a "{"
          int y;
          ^

        At end of source: error: expected a "}"

        2 errors detected in the compilation of "a.ii".
    "#]]
    .assert_eq(&syntax("# 1 \"a.cu\"\nvoid f()\nint y;\nint z;\n"));
    expect![[r#"
        a.cu(1): error: expected a "{"
          namespace n int y;
                      ^

        a.cu(2): error: expected an expression
          int z = ;
                  ^

        At end of source: error: expected a "}"

        3 errors detected in the compilation of "a.ii".
    "#]]
    .assert_eq(&syntax("# 1 \"a.cu\"\nnamespace n int y;\nint z = ;\n"));
}

#[test]
fn unknown_options() {
    let dir = tempfile::tempdir().expect("folder");
    let out = cleave(dir.path(), ["cudafe++", "--no-such-flag", "a.ii"]);
    assert_eq!(out.status.code(), Some(4));
    expect![[r#"
        Command-line error: invalid option: --no-such-flag

        1 catastrophic error detected in this compilation.
        Compilation terminated.
    "#]]
    .assert_eq(&stderr(&out));
}
