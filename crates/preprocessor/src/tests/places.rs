//! Where tokens come from, both ways.

use expect_test::{Expect, expect};

use super::run;
use crate::Settings;

fn check(source: &str, file: &str, line: u32, column: u32, expect: Expect) {
    let settings = Settings {
        tokens: true,
        ..Settings::default()
    };
    let out = run(source, &[], settings);
    let stream = out.stream;
    let mut text = String::new();
    for t in stream.at(file, line, column) {
        // The token and what follows it in the text.
        assert_eq!(stream.token_at(stream.start(t)), Some(t));
        let rest = String::from_utf8_lossy(&out.text[stream.start(t)..]).into_owned();
        let spelling = rest.split_whitespace().next().unwrap_or_default();
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
            1; Some(("a.cpp", 1, 13)) Some(("a.cpp", 4, 10)) < one Some(("a.cpp", 3, 3)) < f Some(("a.cpp", 4, 10))
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
            1; Some(("a.cpp", 1, 13)) Some(("a.cpp", 4, 10)) < one Some(("a.cpp", 3, 3)) < f Some(("a.cpp", 4, 10))
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
            h; Some(("h", 1, 1)) Some(("h", 1, 1))
            h; Some(("h", 1, 1)) Some(("h", 1, 1))
        "#]],
    );
}

const KERNEL: &str = "\
#define GUARD(i, n) if ((i) < (n))
#define INDEX blockIdx.x * blockDim.x + threadIdx.x
#if __CUDA_ARCH__ >= 700
using tile = int;
#elif USE_OLD
using tile = short;
using old = int;
#else
using tile = char;
#endif
__global__ void add(float *a, int n)
{
    int i = INDEX;
    GUARD(i, n)
        a[i] += __LINE__;
#ifdef TRACE
    trace(i);
# if MORE
    more(i);
# endif
#endif
}
";

#[test]
fn the_parts_of_a_kernels_index() {
    check(
        KERNEL,
        "a.cpp",
        13,
        13,
        expect![[r#"
        blockIdx.x Some(("a.cpp", 2, 15)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        .x Some(("a.cpp", 2, 23)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        x Some(("a.cpp", 2, 24)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        * Some(("a.cpp", 2, 26)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        blockDim.x Some(("a.cpp", 2, 28)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        .x Some(("a.cpp", 2, 36)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        x Some(("a.cpp", 2, 37)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        + Some(("a.cpp", 2, 39)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        threadIdx.x; Some(("a.cpp", 2, 41)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        .x; Some(("a.cpp", 2, 50)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
        x; Some(("a.cpp", 2, 51)) Some(("a.cpp", 13, 13)) < INDEX Some(("a.cpp", 13, 13))
    "#]],
    );
}

#[test]
fn an_argument_of_a_guard() {
    check(
        KERNEL,
        "a.cpp",
        14,
        11,
        expect![[r#"
        i) Some(("a.cpp", 14, 11)) Some(("a.cpp", 14, 5)) < GUARD Some(("a.cpp", 14, 5))
    "#]],
    );
}

#[test]
fn a_built_in_macro() {
    check(
        KERNEL,
        "a.cpp",
        15,
        17,
        expect![[r#"
        15; None Some(("a.cpp", 15, 17))
    "#]],
    );
}

#[test]
fn lines_that_are_left_out() {
    let settings = Settings {
        tokens: true,
        ..Settings::default()
    };
    let lines = |arguments: &[&str]| {
        let stream = run(KERNEL, arguments, settings.clone()).stream;
        format!("{:?}\n", stream.inactive("a.cpp"))
    };
    expect![[r#"
        [(4, 4), (6, 7), (17, 20)]
    "#]]
    .assert_eq(&lines(&[]));
    expect![[r#"
        [(6, 7), (9, 9), (19, 19)]
    "#]]
    .assert_eq(&lines(&["-D__CUDA_ARCH__=800", "-DTRACE"]));
}
