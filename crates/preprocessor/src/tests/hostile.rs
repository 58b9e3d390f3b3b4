//! Input that is made to hurt: all of it ends, within the limits, and says where.

use expect_test::expect;

use super::{check, run};
use crate::{Outcome, Settings};

fn small(source: &str) -> Outcome {
    let settings = Settings {
        growth: 1 << 16,
        bytes: 1 << 22,
        opens: 1000,
        ..Settings::default()
    };
    run(source, &[], settings)
}

fn last(out: &Outcome) -> String {
    out.problems.last().map_or(String::new(), |p| p.to_string())
}

#[test]
fn bad_input_ends() {
    check(
        "#define f(x) f(x\nf(f(f(\n#if (((\n#elif\n",
        expect![[r#"

            f
            a.cpp:3:7: error: missing ')' in expression
            a.cpp:4:6: error: #elif with no expression
            a.cpp:4:6: error: unterminated argument list invoking macro "f"
            a.cpp:3: error: unterminated #elif
        "#]],
    );
}

#[test]
fn macros_that_double() {
    let mut source = "#define m0 x x\n".to_owned();
    for i in 1..64 {
        source.push_str(&format!("#define m{i} m{0} m{0}\n", i - 1));
    }
    source.push_str("m63\n");
    expect!["a.cpp:65:1: fatal error: macros expand to too much"].assert_eq(&last(&small(&source)));
}

#[test]
fn strings_that_double() {
    let mut source = "#define s(x) #x\n#define t(x) s(x x)\n".to_owned();
    source.push_str(&"t(".repeat(40));
    source.push('"');
    source.push_str(&")".repeat(40));
    source.push('\n');
    assert!(small(&source).text.len() < 1 << 23);
}

#[test]
fn a_header_that_includes_itself_twice() {
    let out = small("#include \"h\"\n//- h\n#include \"h\"\n#include \"h\"\n");
    expect!["h:2:13: fatal error: too many files are included"].assert_eq(&last(&out));
}

#[test]
fn deep_nesting() {
    let n = 100_000;
    let conditions = format!("#if {}1{}\nx\n#endif\n", "(".repeat(n), ")".repeat(n));
    assert!(small(&conditions).text.ends_with(b"x\n"));
    let operators = format!("#if {}1\n#endif\n", "! - ~ ".repeat(n));
    assert!(small(&operators).problems.is_empty());
    let groups = "#if 1\n".repeat(n);
    assert_eq!(small(&groups).problems.len(), n);
    let skipped = format!("#if 0\n{}", "#if 1\n".repeat(n));
    assert_eq!(small(&skipped).problems.len(), n + 1);
    let arguments = format!("#define f(x) x\n{}1{}\n", "f(".repeat(50), ")".repeat(50));
    assert!(small(&arguments).text.ends_with(b"1\n"));
    let arguments = format!("#define f(x) x\n{}1{}\n", "f(".repeat(n), ")".repeat(n));
    expect!["a.cpp:2: fatal error: macros expand to too much"].assert_eq(&last(&small(&arguments)));
}

#[test]
fn line_numbers_that_wrap() {
    let out = small("#line 4294967295\na\n\n# 4294967295 \"b\" 1\n/*\n*/ b\n");
    assert!(out.problems.is_empty(), "{:?}", out.problems);
}
