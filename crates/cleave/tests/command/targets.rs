//! Options that change sizes and signs reach constant evaluation (reference: command-line, Data model).

use crate::common::{cleave, stderr};

const PROGRAM: &str = r#"# 1 "a.cu"
template<class A, class B> inline constexpr bool same = false;
template<class A> inline constexpr bool same<A, A> = true;
enum Small { a }; enum Wide { w = 300 }; enum Negative { n = -1 };
struct Virtual { virtual void f(); };
struct Reference { int &r; };
template<long n> struct Number {};
"#;

/// Runs the host pass over the program with `assertions`, all of which hold.
#[track_caller]
fn check(options: &[&str], assertions: &str) {
    let dir = tempfile::tempdir().expect("folder");
    std::fs::write(dir.path().join("a.ii"), format!("{PROGRAM}{assertions}\n")).expect("input");
    let common = [
        "cudafe++",
        "--c++17",
        "--gnu_version=120200",
        "--gen_c_file_name",
        "a.cpp",
        "--stub_file_name",
        "a.stub.c",
    ];
    let args = common.iter().chain(options).chain(&["a.ii"]);
    let out = cleave(dir.path(), args);
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
}

#[test]
fn lp64() {
    for options in [&["--m64"][..], &["--m32", "--force-lp64"]] {
        check(
            options,
            "static_assert(sizeof(long) == 8 && same<decltype(sizeof 0), unsigned long>);
static_assert(same<decltype(5000000000), long> && same<decltype(1L + 1u), long>);
static_assert(sizeof(Small) == 4 && (char)-1 < 0 && '\\xff' < 0);",
        );
    }
}

#[test]
fn llp64() {
    for options in [&["--force-llp64"][..], &["--force-llp64", "--m64"]] {
        check(
            options,
            "static_assert(sizeof(long) == 4 && sizeof(void *) == 8 && sizeof(Virtual) == 8);
static_assert(same<decltype(sizeof 0), unsigned long long> && same<decltype((char *)0 - (char *)0), long long>);
static_assert(same<decltype(5000000000), long long> && same<decltype(4000000000L), long long>);
static_assert(same<decltype(1L + 1u), unsigned long> && same<decltype(0xffffffff), unsigned>);",
        );
    }
}

#[test]
fn ilp32() {
    check(
        &["--m32", "--m64"],
        "static_assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(Virtual) == 4 && sizeof(Reference) == 4);
static_assert(sizeof(&Virtual::f) == 8 && sizeof(int Virtual::*) == 4 && alignof(Virtual) == 4);
static_assert(same<decltype(sizeof 0), unsigned> && same<decltype((char *)0 - (char *)0), int>);",
    );
}

#[test]
fn enumerations_and_characters() {
    check(
        &["--short_enums"],
        "static_assert(sizeof(Small) == 1 && sizeof(Wide) == 2 && sizeof(Negative) == 1);
static_assert(same<__underlying_type(Small), unsigned char> && same<__underlying_type(Negative), char>);",
    );
    check(
        &["--unsigned_chars", "--short_enums"],
        "static_assert((char)-1 == 255 && '\\xff' == 255 && \"\\xff\"[0] == 255);
static_assert(same<__underlying_type(Negative), signed char>);",
    );
}
