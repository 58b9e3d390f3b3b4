//! [cpp.include]

use expect_test::expect;

use super::{check, check_with};

#[test]
fn guarded_headers_are_opened_once() {
    check(
        "#include \"h\"\n#include \"h\"\n#include \"two\"\n#include \"two\"\n//- h\n#ifndef H\n#define H\nh\n#endif\n//- two\n#ifndef A\n#define A\n#endif\n#ifndef B\n#define B\n#endif\n",
        expect![[r##"
            # 1 "h" 1


            h
            # 2 "a.cpp" 2

            # 1 "two" 1
            # 4 "a.cpp" 2
            # 1 "two" 1
            # 5 "a.cpp" 2
        "##]],
    );
}

#[test]
fn pragma_once_holds_for_copies() {
    check(
        "#include \"b/h\"\n#include \"c/h\"\n//- b/h\n#pragma once\nh\n//- c/h\n#pragma once\nh\n",
        expect![[r##"
            # 1 "b/h" 1
            ·······
            h
            # 2 "a.cpp" 2
        "##]],
    );
}

#[test]
fn the_next_folder_has_the_next_header() {
    check_with(
        "#include <h>\n//- i/h\n#include_next <h>\n//- sys/h\nlast\n",
        &["-Ii"],
        expect![[r##"
            # 1 "i/h" 1
            # 1 "sys/h" 1 3

            # 1 "sys/h" 3
            last
            # 2 "i/h" 2
            # 2 "a.cpp" 2
        "##]],
    );
}

#[test]
fn systems_headers_have_the_shorter_name() {
    check_with(
        "#include <d/h>\n//- i/x/../d/h\n#pragma GCC system_header\n#include \"k\"\n//- i/x/../d/k\nk\n",
        &["-Ii/x/.."],
        expect![[r##"
            # 1 "i/x/../d/h" 1
            ·······
            # 2 "i/x/../d/h" 3
            # 1 "i/d/k" 1 3

            # 1 "i/d/k" 3
            k
            # 3 "i/x/../d/h" 2 3
            # 2 "a.cpp" 2
        "##]],
    );
}

#[test]
fn names_may_be_computed() {
    check(
        "#define s(x) #x\n#define f(a,b) s(a/b)\n#include f(b, h)\n#define m <h>\n#if __has_include(m)\n#include m\n#endif\n//- b/h\none\n//- sys/h\ntwo\n",
        expect![[r#"


            # 1 "b/h" 1
            one
            # 4 "a.cpp" 2


            # 1 "sys/h" 1 3

            # 1 "sys/h" 3
            two
            # 7 "a.cpp" 2
        "#]],
    );
}

/// An editor shows what stands behind it.
#[test]
fn behind_a_missing_header_one_may_go_on() {
    let settings = crate::Settings {
        goes_on: true,
        ..crate::Settings::default()
    };
    let out = super::run(
        "a\n#include \"none\"\nb\n#include \"h\"\n//- h\nin_h\n#include <nor>\n",
        &[],
        settings,
    );
    let text = String::from_utf8_lossy(&out.text);
    let words: Vec<&str> = text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
        .collect();
    assert_eq!(words, ["a", "b", "in_h"]);
    let said: Vec<String> = out
        .problems
        .iter()
        .map(|p| format!("{}:{} {}", p.file, p.line, p.severity.is_error()))
        .collect();
    assert_eq!(said, ["a.cpp:2 true", "h:2 true"]);
}

#[test]
fn a_missing_header_ends_the_run() {
    check(
        "a\n#\tinclude \"none\"\nb\n",
        expect![[r#"
        a
        a.cpp:2:17: fatal error: none: No such file or directory
    "#]],
    );
}
