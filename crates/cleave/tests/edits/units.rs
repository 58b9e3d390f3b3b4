//! Real units: programs with the headers of the standard library and of CUDA's runtime or Thrust, and a header of the user's own.
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::path::{Path, PathBuf};

use expect_test::Expect;

use crate::account;

/// The header.
const HEADER: &str = "\
#pragma once
#define SCALE 2
struct Extra {
    int value;
    __host__ __device__ int scaled() const { return value * SCALE; }
};
";

/// What stands behind the program's own code.
const BEHIND: &str = "\
#define LIMIT 3
const int most = 7;

__device__ int helper(int i)
{
    return i + 1;
}

__global__ void use(Extra *e)
{
    // The only one.
    e->value = helper(e->scaled());
}

int run(Extra *e)
{
    if (e->value > LIMIT)
        return most;
    use<<<1, 2>>>(e);
    return 0;
}
";

/// A unit.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// With the headers of CUDA's runtime that Cleave brings along.
    Runtime,
    /// With Thrust of a real toolkit, if the tests are given one.
    Thrust,
}

/// An edit: the file, what is replaced, and by what.
pub(crate) type Edit = (&'static str, &'static str, &'static str);

pub(crate) const COMMENT: Edit = ("a.cu", "The only one.", "The last one.");
pub(crate) const BLANK_LINE: Edit = ("a.cu", "int run(", "\nint run(");
pub(crate) const HOST_BODY: Edit = ("a.cu", "return 0;", "return 1;");
pub(crate) const KERNEL_BODY: Edit = ("a.cu", "helper(e->scaled())", "helper(e->scaled()) + 1");
pub(crate) const LAUNCH: Edit = ("a.cu", "<<<1, 2>>>", "<<<1, 4>>>");
pub(crate) const FUNCTION_MORE: Edit = ("a.cu", "int run(", "int more() { return 1; }\nint run(");
pub(crate) const DEVICE_HELPER: Edit = ("a.cu", "i + 1;", "i + 2;");
pub(crate) const CONSTANT: Edit = ("a.cu", "most = 7", "most = 8");
pub(crate) const MACRO: Edit = ("a.cu", "LIMIT 3", "LIMIT 4");
pub(crate) const STRUCT_IN_HEADER: Edit = ("extra.cuh", "int value;", "int value, more;");
pub(crate) const BODY_IN_HEADER: Edit = ("extra.cuh", "value * SCALE", "SCALE * value");
pub(crate) const MACRO_IN_HEADER: Edit = ("extra.cuh", "SCALE 2", "SCALE 4");

/// What an edit preprocesses and all queries that the host pass after it runs, the most frequent first: text and diagnostics. At most
/// `most` may be visited besides.
pub(crate) fn check(unit: Unit, (file, from, to): Edit, most: usize, want: Expect) {
    let (program, toolkit) = match unit {
        Unit::Runtime => ("reduction.cu", None),
        Unit::Thrust => match toolkit() {
            Some(toolkit) => ("thrust_basics.cu", Some(toolkit)),
            None => return,
        },
    };
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/programs");
    let text = std::fs::read_to_string(programs.join(program)).expect("a program");
    // The last inclusion: what stands behind it is one stretch.
    let at = text.rfind("#include").expect("an inclusion");
    let (front, own) = text.split_at(at + text[at..].find('\n').expect("a line") + 1);
    let source = format!("{front}#include \"extra.cuh\"\n{own}\n{BEHIND}");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("a.cu", source.as_str()), ("extra.cuh", HEADER)] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let words = ["a.cu", "--in", file];
    let (ran, visited) = account(folder.path(), &words, toolkit.as_deref(), from, to);
    want.assert_eq(&ran);
    let visited = visited.trim_start().split(' ').next();
    let visited: usize = visited.and_then(|n| n.parse().ok()).expect("a number");
    assert!(visited <= most, "{visited} visited");
}

/// The toolkit that tests may use. Says so if there is none. The lists are those of release 13.0, and of other releases as far as
/// Thrust does not declare what the program declares.
fn toolkit() -> Option<PathBuf> {
    let path = std::env::var_os("CUDA_PATH").filter(|path| !path.is_empty());
    if path.is_none() {
        eprintln!("skipped: CUDA_PATH names no toolkit");
    }
    path.map(PathBuf::from)
}
