//! `cleave parse`: what it prints, and its exit statuses.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{CLEAVE, cleave, have, root, stderr};
use expect_test::{Expect, expect};

/// Parses `text` as `name` and gives status, standard output and standard error.
fn parse(name: &str, text: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join(name), text).expect("input");
    let out = cleave(dir.path(), [&["parse", name], args].concat());
    let stdout = String::from_utf8(out.stdout.clone()).expect("text");
    (out.status.code(), stdout, stderr(&out))
}

fn check(text: &str, args: &[&str], status: i32, stdout: Expect, stderr: Expect) {
    let (code, out, err) = parse("a.ii", text, args);
    stdout.assert_eq(&out);
    stderr.assert_eq(&err);
    assert_eq!(code, Some(status));
}

#[test]
fn trees_read_well() {
    check(
        "# 1 \"a.cu\"\nnamespace n {\nint f() { k<<<1, 2>>>(\"caf\u{e9}\"); /* c */ }\n}\n",
        &["--tree"],
        0,
        expect![[r#"
            ITEM_ROOT@25..66
              FUNCTION_DEFINITION@25..66
                DECL_SPECIFIER_SEQ@25..28
                  INT_KW@25..28 "int"
                DECLARATOR@29..32
                  DECLARATOR_ID@29..30
                    IDENT@29..30 "f"
                  PARAMETERS_AND_QUALIFIERS@30..32
                    PARAMETER_CLAUSE@30..32
                      L_PAREN@30..31 "("
                      R_PAREN@31..32 ")"
                COMPOUND_STATEMENT@33..66
                  L_BRACE@33..34 "{"
                  EXPRESSION_STATEMENT@35..56
                    LAUNCH_EXPRESSION@35..55
                      ID_EXPRESSION@35..36
                        IDENT@35..36 "k"
                      EXECUTION_CONFIGURATION@36..46
                        LAUNCH_OPEN@36..39 "<<<"
                        LITERAL@39..40
                          INT_LITERAL@39..40 "1"
                        COMMA@40..41 ","
                        LITERAL@42..43
                          INT_LITERAL@42..43 "2"
                        GT@43..44 ">"
                        GT@44..45 ">"
                        GT@45..46 ">"
                      ARGUMENT_LIST@46..55
                        L_PAREN@46..47 "("
                        STRING_EXPRESSION@47..54
                          STRING_LITERAL@47..54 "\"café\""
                        R_PAREN@54..55 ")"
                    SEMICOLON@55..56 ";"
                  COMMENT@57..64 "/* c */"
                  R_BRACE@65..66 "}"
        "#]],
        expect![""],
    );
}

#[test]
fn errors_have_places_and_a_status() {
    check(
        "# 7 \"dir/a.cu\"\nint x;\n\n  int f() { return 1 + ; }\nint y;\n",
        &["--errors"],
        2,
        expect![[r#"
            dir/a.cu:9:24: expected an expression: # 7 "dir/a.cu" int x; int f() { return 1 + @@ ; } int y;
        "#]],
        expect![[r#"
            dir/a.cu(9): error: expected an expression
                int f() { return 1 + ; }
                                     ^

            1 error detected in the compilation of "a.ii".
        "#]],
    );
}

#[test]
fn an_error_inside_a_body_is_found_and_the_next_item_stands() {
    let (code, out, err) = parse(
        "a.ii",
        "void f() { if ( ) { } }\nint g() { return 0; }\n",
        &["--tree"],
    );
    assert_eq!(code, Some(2));
    assert!(err.starts_with("a.ii(1): error: "), "{err}");
    assert!(out.contains("RETURN_STATEMENT"), "{out}");
}

#[test]
fn brackets_are_reported_once() {
    check(
        "int f() { int a[3; }\nint b;\n",
        &[],
        2,
        expect![""],
        expect![[r#"
            a.ii(1): error: expected a "]"
              int f() { int a[3; }
                               ^

            1 error detected in the compilation of "a.ii".
        "#]],
    );
}

#[test]
fn stats_as_json() {
    let text = "template <class T> T one(T t) { return t + 1; }\nint x = one(2) /* two */;\n";
    let (code, out, _) = parse("a.ii", text, &["--stats", "--format", "json", "--needed"]);
    assert_eq!(code, Some(0));
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let stats = &json["stats"];
    assert_eq!(stats["bytes"], text.len());
    assert_eq!(stats["parsed_items"], 2);
    assert_eq!(stats["tokens"], 26);
    assert_eq!(stats["error_nodes"], 0);
    assert_eq!(stats["loose_tokens"], 0);
    assert_eq!(stats["lossless"], true);
    assert_eq!(stats["needed"]["trees"], 2);
    assert_eq!(
        stats["needed"]["bodies"], 2,
        "the checks look into what the user wrote"
    );
    assert!(json.get("tree").is_none());
}

#[test]
fn files_that_cannot_be_used() {
    let dir = tempfile::tempdir().expect("folder");
    for args in [
        ["parse", "none.ii", "--stats"],
        ["parse", "none.cu", "--stats"],
        ["parse", ".", "--stats"],
        ["parse", "a.ii", "--std=c++99"],
    ] {
        let out = cleave(dir.path(), args);
        assert_eq!(out.status.code(), Some(1), "{args:?}");
        assert!(stderr(&out).starts_with("cleave parse: "), "{args:?}");
    }
}

#[test]
fn sources_are_preprocessed_for_either_side() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let text = "#include \"own.h\"\n__global__ void k() {\n#if __CUDA_ARCH__ == 900\n  +;\n#endif\n#ifdef HERE\n  -;\n#endif\n}\n";
    let dir = tempfile::tempdir().expect("folder");
    fs::create_dir(dir.path().join("inc")).expect("folder");
    fs::write(dir.path().join("inc/own.h"), "struct own {};\n").expect("input");
    fs::write(dir.path().join("a.cu"), text).expect("input");
    let status = |args: &[&str]| {
        let base = ["parse", "a.cu", "--own-headers", "-Iinc"];
        let out = cleave(dir.path(), [&base, args].concat());
        (out.status.code(), stderr(&out))
    };
    assert_eq!(status(&[]), (Some(0), String::new()));
    assert_eq!(status(&["--device"]).0, Some(0));
    let (code, err) = status(&["--device=sm_90"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("a.cu(4): error: "), "{err}");
    assert!(status(&["-DHERE"]).1.starts_with("a.cu(7): error: "));
    assert_eq!(status(&["--device=x"]).0, Some(2), "a command line error");
    // C++ sees nothing of CUDA.
    fs::write(dir.path().join("b.cpp"), "int __global__ = 1;\n").expect("input");
    let out = cleave(dir.path(), ["parse", "b.cpp"]);
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
}

#[test]
fn every_example_and_program_parses_for_a_device() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let example = root().join("examples/saxpy.cu");
    for side in [&[][..], &["--device"]] {
        let path = example.to_string_lossy().into_owned();
        let out = cleave(&root(), [&["parse", &path, "--own-headers"], side].concat());
        assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    }
}

#[test]
fn a_batch_parses_no_item_twice() {
    let dir = tempfile::tempdir().expect("folder");
    fs::write(dir.path().join("a.ii"), "int a;\nint b;\nint bad = ;\n").expect("input");
    let mut child = Command::new(CLEAVE)
        .args(["parse", "--batch"])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("cleave runs");
    let requests = b"c++17 a.ii\nc++17 a.ii\nc++20 a.ii\nc++17 none.ii\nx\n";
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(requests)
        .expect("requests");
    let out = child.wait_with_output().expect("answers");
    assert_eq!(out.status.code(), Some(2));
    let text = String::from_utf8(out.stdout).expect("text");
    let answers: Vec<serde_json::Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    let parsed: Vec<_> = answers.iter().map(|a| a["parsed_items"].clone()).collect();
    // The item with an error is looked at every time.
    assert_eq!(parsed, [3, 1, 3, 0, 0]);
    assert_eq!(answers[1]["places"][0]["line"], 3);
    assert!(answers[3]["failure"].is_string() && answers[4]["failure"].is_string());
}

#[test]
fn a_batch_reads_an_item_again_where_its_names_mean_something_else() {
    let dir = tempfile::tempdir().expect("folder");
    let shared = "int f() { return (t)-1; }\nint g;\n";
    fs::write(dir.path().join("a.ii"), format!("int t;\n{shared}")).expect("input");
    fs::write(dir.path().join("b.ii"), format!("typedef int t;\n{shared}")).expect("input");
    let mut child = Command::new(CLEAVE)
        .args(["parse", "--batch"])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("cleave runs");
    let mut requests = child.stdin.take().expect("a pipe");
    requests
        .write_all(b"c++17 a.ii\nc++17 b.ii\nc++17 a.ii\n")
        .expect("requests");
    drop(requests);
    let out = child.wait_with_output().expect("answers");
    let text = String::from_utf8(out.stdout).expect("text");
    let parsed: Vec<_> = text
        .lines()
        .map(|l| {
            serde_json::from_str::<serde_json::Value>(l).expect("JSON")["parsed_items"].clone()
        })
        .collect();
    // `f` and `t` of the second text are new, `g` is not; of the third nothing is.
    assert_eq!(parsed, [3, 2, 0]);
}

#[test]
fn errors_have_their_notes_and_say_where_the_reading_goes_on() {
    check(
        "void f() {\n  int a = 1 +;\n  g(;\n}\nint h(\n",
        &[],
        2,
        expect![""],
        expect![[r#"
            a.ii(2): error: expected an expression
                int a = 1 +;
                           ^

            a.ii(3): error: expected an expression
                g(;
                  ^

            a.ii(3): error: expected a ")"
                g(;
                  ^

            At end of source: error: expected a ")"

            At end of source: error: expected a ";"

            5 errors detected in the compilation of "a.ii".
        "#]],
    );
    check(
        "int x = {\n1,\n2 3\n,\n4\n};\nvoid g() {\n if (1) {\n",
        &[],
        2,
        expect![""],
        expect![[r#"
            a.ii(3): error: expected a ","
              2 3
                ^

            At end of source: error: expected a "}"
            a.ii(8): note #3196-D: to match this "{"
               if (1) {
                      ^

            2 errors detected in the compilation of "a.ii".
        "#]],
    );
}

#[test]
fn deep_input_ends() {
    for (open, close) in [
        ("{", "}"),
        ("(", ")"),
        ("[", "]"),
        ("a<", ">"),
        ("-", "1"),
        ("if(1)", ""),
        ("struct a{", "};"),
        ("[]{", "}()"),
        ("x+", "1"),
        ("x?", ":1"),
    ] {
        let n = 2_000;
        for text in [
            format!("void f() {{ {}{}; }}\n", open.repeat(n), close.repeat(n)),
            format!("int x = {}{};\n", open.repeat(n), close.repeat(n)),
            open.repeat(n),
        ] {
            let (code, _, err) = parse("a.ii", &text, &["--stats", "--tree", "--errors"]);
            assert!(matches!(code, Some(0 | 2)), "{open}: {code:?} {err:.300}");
        }
    }
}
