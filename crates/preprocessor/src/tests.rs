//! Small sources and their text, as `g++ -E` writes it.

use expect_test::{Expect, expect};

use crate::{Files, HostCompiler, Options, Time, preprocess};

struct One(&'static str);

impl Files for One {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        into.extend_from_slice((path == "a.cpp").then_some(self.0)?.as_bytes());
        Some(0)
    }
    fn canonical(&self, _path: &str) -> Option<String> {
        None
    }
    fn folder(&self, _path: &str) -> Option<String> {
        None
    }
}

fn check(source: &'static str, expect: Expect) {
    let options = Options::parse(&["a.cpp".to_owned()]).expect("a source");
    let out = preprocess(
        &One(source),
        &HostCompiler::default(),
        &|_: &str| 0,
        &options,
        Default::default(),
    );
    let out = out.expect("a text");
    let text = String::from_utf8_lossy(&out.text);
    let mut text = text
        .split_once("# 1 \"a.cpp\"\n")
        .map_or("", |t| t.1)
        .to_owned();
    for p in &out.problems {
        text.push_str(&format!("{p}\n"));
    }
    expect.assert_eq(&text);
}

#[test]
fn spaces_keep_tokens_apart() {
    check(
        "#define F(x) -x\n#define E\nF(-1)+E+ .E.\n",
        expect![[r#"


            - -1 + + . .
        "#]],
    );
}

#[test]
fn commas_go_with_missing_arguments() {
    check(
        "#define V(a,...) f(a __VA_OPT__(,) __VA_ARGS__) g(a,##__VA_ARGS__) #__VA_ARGS__\nV(1) V(1,2,  3)\n",
        expect![[r#"

            f(1 ) g(1) "" f(1 , 2, 3) g(1,2, 3) "2, 3"
        "#]],
    );
}

#[test]
fn bad_input_ends() {
    check(
        "#define f(x) f(x\nf(f(f(\n#if (((\n#elif\n",
        expect![[r#"

        f
        a.cpp:3:8: #if with no expression
        a.cpp:4:6: #if with no expression
        a.cpp:2:1: unterminated argument list invoking macro "f"
        a.cpp:3:0: unterminated conditional directive
    "#]],
    );
}
