//! Where tokens come from, both ways.

use expect_test::{Expect, expect};

use super::run;
use crate::Settings;

fn check(source: &str, file: &str, line: u32, column: u32, expect: Expect) {
    let settings = Settings {
        tokens: true,
        ..Settings::default()
    };
    let stream = run(source, &[], settings).stream;
    let mut text = String::new();
    for t in stream.at(file, line, column) {
        let spelling = String::from_utf8_lossy(stream.spelling(t));
        text.push_str(&format!(
            "{spelling} {:?} {:?}",
            stream.spelled_at(t),
            stream.stands_at(t)
        ));
        for e in stream.expansions(t) {
            let name = String::from_utf8_lossy(stream.names.name(e.name));
            text.push_str(&format!(" < {name} {:?}", stream.sources.locate(e.at)));
        }
        text.push('\n');
    }
    expect.assert_eq(&text);
}

const SOURCE: &str = "#define one 1\n#define f(x) x + \\\n  one\n int a = f(b);\n#include \"h\"\n#include \"h\"\n//- h\nh;\n";

#[test]
fn a_token_of_the_file() {
    check(
        SOURCE,
        "a.cpp",
        4,
        2,
        expect![[r#"
        int Some(("a.cpp", 4, 2)) Some(("a.cpp", 4, 2))
    "#]],
    );
}

#[test]
fn a_macros_name_has_what_it_became() {
    check(
        SOURCE,
        "a.cpp",
        4,
        10,
        expect![[r#"
        b Some(("a.cpp", 4, 12)) Some(("a.cpp", 4, 10)) < f Some(("a.cpp", 4, 10))
        + Some(("a.cpp", 2, 16)) Some(("a.cpp", 4, 10)) < f Some(("a.cpp", 4, 10))
        1 Some(("a.cpp", 1, 13)) Some(("a.cpp", 4, 10)) < one Some(("a.cpp", 3, 3)) < f Some(("a.cpp", 4, 10))
    "#]],
    );
}

#[test]
fn an_argument() {
    check(
        SOURCE,
        "a.cpp",
        4,
        12,
        expect![[r#"
        b Some(("a.cpp", 4, 12)) Some(("a.cpp", 4, 10)) < f Some(("a.cpp", 4, 10))
    "#]],
    );
}

#[test]
fn a_body_with_a_splice() {
    check(
        SOURCE,
        "a.cpp",
        1,
        13,
        expect![[r#"
        1 Some(("a.cpp", 1, 13)) Some(("a.cpp", 4, 10)) < one Some(("a.cpp", 3, 3)) < f Some(("a.cpp", 4, 10))
    "#]],
    );
}

#[test]
fn a_header_that_is_read_twice() {
    check(
        SOURCE,
        "h",
        1,
        1,
        expect![[r#"
        h Some(("h", 1, 1)) Some(("h", 1, 1))
        h Some(("h", 1, 1)) Some(("h", 1, 1))
    "#]],
    );
}
