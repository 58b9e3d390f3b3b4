//! Units that are preprocessed again: which pieces are preprocessed, and that the text is always that of a run from scratch.

use expect_test::{Expect, expect};
use fastrand::Rng;

use super::{Many, host, options};
use crate::{Settings, Unit, UnitText, preprocess_with};

const SOURCE: &str = "\
#define BLOCK 256
#include \"config.h\"

#include \"kernels.h\"
#include <vector>

__global__ void scale(float *p)
{
    p[0] *= FACTOR;
}

#if USE_SUM
#include \"sum.h\"
#endif

int main()
{
    LAUNCH(scale, 1, BLOCK);
}
//- config.h
#pragma once
#define FACTOR 2
#define LAUNCH(kernel, ...) kernel<<<__VA_ARGS__>>>(nullptr)
#define USE_SUM 1
//- kernels.h
#ifndef KERNELS_H
#define KERNELS_H
#include \"config.h\"
__device__ int block() { return BLOCK; }
#endif
//- sum.h
#include \"kernels.h\"
#include <vector>
#pragma push_macro(\"FACTOR\")
#undef FACTOR
#define FACTOR 3
__device__ float sum() { return FACTOR; }
#pragma pop_macro(\"FACTOR\")
//- copy.h
#pragma once
#define FACTOR 2
#define LAUNCH(kernel, ...) kernel<<<__VA_ARGS__>>>(nullptr)
#define USE_SUM 1
//- sub/local.h
#include \"near.h\"
int local = FACTOR;
//- sub/near.h
int near = __COUNTER__;
//- sys/vector
#pragma once
namespace std { template <class T> class vector; }
int id = __COUNTER__;
";

/// Files that include one another may be opened only so often.
fn settings() -> Settings {
    Settings {
        opens: 60,
        ..Settings::default()
    }
}

/// The text and what is wrong, as a run from scratch has them.
fn scratch(files: &Many, arguments: &[&str], settings: Settings) -> (Vec<u8>, Vec<String>) {
    let answer = |question: &str| question.len() as i64;
    let out = preprocess_with(files, &host(), &answer, &options(arguments), settings);
    let out = out.expect("a text");
    let said = out.problems.iter().map(|p| p.to_string()).collect();
    (out.text, said)
}

fn same(text: &UnitText, files: &Many, arguments: &[&str]) {
    same_under(text, files, arguments, settings());
}

fn same_under(text: &UnitText, files: &Many, arguments: &[&str], settings: Settings) {
    let whole: Vec<u8> = text.pieces.iter().flat_map(|p| p.text.to_vec()).collect();
    let said: Vec<String> = text.problems.iter().map(|p| p.to_string()).collect();
    let (want, want_said) = scratch(files, arguments, settings);
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(shown(&whole), shown(&want));
    assert_eq!(said, want_said);
}

/// Replaces a text in a file.
fn edit(files: &Many, file: &str, from: &str, to: &str) {
    let mut all = files.0.borrow_mut();
    let text = &mut all.iter_mut().find(|f| f.0 == file).expect("the file").1;
    assert!(text.contains(from), "the edit must hit");
    *text = text.replace(from, to);
}

/// What is preprocessed after an edit of a file.
fn check(file: &str, from: &str, to: &str, want: Expect) {
    let (files, host) = (Many::of(SOURCE), host());
    let answer = |question: &str| question.len() as i64;
    let options = options(&[]);
    let mut unit = Unit::new(&files, &host, &answer, &options, settings());
    let first = unit.preprocess(&options).expect("a text");
    same(&first, &files, &[]);
    edit(&files, file, from, to);
    unit.changed(file);
    let second = unit.preprocess(&options).expect("a text");
    same(&second, &files, &[]);
    let mut done = second.work.preprocessed.join("\n");
    done.push_str(&format!("\ntaken: {}\n", second.work.taken));
    want.assert_eq(&done);
}

#[test]
fn a_first_run_preprocesses_each_piece() {
    let (files, host) = (Many::of(SOURCE), host());
    let answer = |question: &str| question.len() as i64;
    let options = options(&[]);
    let mut unit = Unit::new(&files, &host, &answer, &options, settings());
    let text = unit.preprocess(&options).expect("a text");
    let mut shown = String::new();
    for piece in &text.pieces {
        let kind = if piece.included { "includes" } else { "is of" };
        let text = String::from_utf8_lossy(&piece.text).replace("       \n", "·\n");
        shown.push_str(&format!("{kind} {}\n{text}", piece.file));
    }
    shown.push_str(&format!("{:#?}\n", text.work));
    expect![[r#"
        is of a.cpp
        # 0 "a.cpp"
        # 0 "<built-in>"
        # 0 "<command-line>"
        # 1 "a.cpp"

        includes config.h
        # 1 "config.h" 1
        ·
        is of a.cpp
        # 3 "a.cpp" 2

        includes kernels.h
        # 1 "kernels.h" 1



        __device__ int block() { return 256; }
        is of a.cpp
        # 5 "a.cpp" 2
        includes sys/vector
        # 1 "sys/vector" 1 3
        ·

        # 2 "sys/vector" 3
        namespace std { template <class T> class vector; }
        int id = 0;
        is of a.cpp
        # 6 "a.cpp" 2


        # 7 "a.cpp"
        __global__ void scale(float *p)
        {
            p[0] *= 2;
        }


        includes sum.h
        # 1 "sum.h" 1


        ·


        __device__ float sum() { return 3; }
        ·
        is of a.cpp
        # 14 "a.cpp" 2


        int main()
        {
            scale<<<1, 256>>>(nullptr);
        }
        Work {
            preprocessed: [
                "a.cpp:1",
                "config.h",
                "a.cpp:3",
                "kernels.h",
                "a.cpp:5",
                "sys/vector",
                "a.cpp:6",
                "sum.h",
                "a.cpp:14",
            ],
            taken: 0,
            files: 5,
        }
    "#]]
    .assert_eq(&shown);
}

#[test]
fn in_the_last_stretch() {
    check(
        "a.cpp",
        "LAUNCH(scale, 1",
        "LAUNCH(scale, 2",
        expect![[r#"
        a.cpp:14
        taken: 8
    "#]],
    );
}

#[test]
fn a_comment_at_the_top() {
    check(
        "a.cpp",
        "BLOCK 256",
        "BLOCK 256 // threads",
        expect![[r#"
        a.cpp:1
        taken: 8
    "#]],
    );
}

#[test]
fn a_line_more_at_the_top() {
    check(
        "a.cpp",
        "#define BLOCK",
        "\n#define BLOCK",
        expect![[r#"
        a.cpp:1
        a.cpp:4
        a.cpp:6
        a.cpp:7
        a.cpp:15
        taken: 4
    "#]],
    );
}

#[test]
fn a_macro_that_nobody_asks_for() {
    check(
        "a.cpp",
        "BLOCK 256",
        "BLOCK 256\n#define UNUSED 1",
        expect![[r#"
            a.cpp:1
            a.cpp:4
            a.cpp:6
            a.cpp:7
            a.cpp:15
            taken: 4
        "#]],
    );
}

#[test]
fn a_macro_that_a_header_asks_for() {
    check(
        "a.cpp",
        "BLOCK 256",
        "BLOCK 512",
        expect![[r#"
        a.cpp:1
        kernels.h
        a.cpp:14
        taken: 6
    "#]],
    );
}

#[test]
fn a_name_of_a_header_that_becomes_a_macro() {
    check(
        "a.cpp",
        "#define BLOCK",
        "#define id number\n#define BLOCK",
        expect![[r#"
            a.cpp:1
            a.cpp:4
            a.cpp:6
            sys/vector
            a.cpp:7
            a.cpp:15
            taken: 3
        "#]],
    );
}

#[test]
fn an_edit_in_a_header() {
    check(
        "kernels.h",
        "return BLOCK",
        "return 2 * BLOCK",
        expect![[r#"
        kernels.h
        taken: 8
    "#]],
    );
}

#[test]
fn a_condition_around_an_inclusion() {
    check(
        "config.h",
        "USE_SUM 1",
        "USE_SUM 0",
        expect![[r#"
        config.h
        a.cpp:6
        taken: 5
    "#]],
    );
}

#[test]
fn an_inclusion_less() {
    check(
        "a.cpp",
        "#include \"kernels.h\"\n",
        "",
        expect![[r#"
            a.cpp:3
            a.cpp:5
            sum.h
            a.cpp:13
            taken: 3
        "#]],
    );
}

/// The pass for the device has other macros, and takes what does not ask for them.
#[test]
fn two_passes_share_what_is_alike() {
    let (files, host) = (Many::of(SOURCE), host());
    let answer = |question: &str| question.len() as i64;
    let arguments = ["-DBLOCK=64"];
    let mut unit = Unit::new(&files, &host, &answer, &options(&[]), settings());
    unit.preprocess(&options(&[])).expect("a text");
    edit(&files, "a.cpp", "#define BLOCK 256\n", "\n");
    unit.changed("a.cpp");
    let device = unit.preprocess(&options(&arguments)).expect("a text");
    same(&device, &files, &arguments);
    expect![[r#"
        Work {
            preprocessed: [
                "a.cpp:1",
                "kernels.h",
                "a.cpp:14",
            ],
            taken: 6,
            files: 1,
        }
    "#]]
    .assert_debug_eq(&device.work);
}

/// Lines that edits bring in.
const LINES: [&str; 27] = [
    "#define FACTOR 5\n",
    "#define BLOCK (FACTOR * 2)\n",
    "#undef FACTOR\n",
    "#ifdef BLOCK\n",
    "#ifndef KERNELS_H\n",
    "#else\n",
    "#endif\n",
    "#include \"sum.h\"\n",
    "#include \"kernels.h\"\n",
    "#include \"config.h\"\n",
    "#include <vector>\n",
    "#include <config.h>\n",
    "#include \"copy.h\"\n",
    "#include \"sub/local.h\"\n",
    "#include \"sub/near.h\"\n",
    "#pragma once\n",
    "#pragma push_macro(\"BLOCK\")\n",
    "#pragma pop_macro(\"BLOCK\")\n",
    "#define id(x) x ## _id\n",
    "int x = __COUNTER__ + __LINE__;\n",
    "id(BLOCK) \"text\"BLOCK\n",
    "LAUNCH\n",
    "(BLOCK, FACTOR)\n",
    "_Pragma(\"once\") scale\n",
    "#line 40 \"other.h\"\n",
    "/* a comment \\\n over lines\n */ int y; // \\\n more\n",
    "#if USE_SUM && FACTOR > 2\n",
];

#[test]
fn edits_give_what_a_run_from_scratch_gives() {
    for seed in 1..=40 {
        random_edits(seed * 7_654_321, false);
    }
}

/// Where tokens come from is kept with the pieces, and is what a run from scratch says as well.
#[test]
fn edits_leave_places_as_a_run_from_scratch_has_them() {
    let compared: usize = (1..=8)
        .map(|seed| random_edits(seed * 1_234_577, true))
        .sum();
    assert!(compared > 10_000, "{compared}");
}

/// The places of a unit's tokens are those of a stream; how many there are.
fn same_places(text: &UnitText, files: &Many, arguments: &[&str]) -> usize {
    let answer = |question: &str| question.len() as i64;
    let settings = Settings {
        tokens: true,
        goes_on: true,
        ..settings()
    };
    let out = preprocess_with(files, &host(), &answer, &options(arguments), settings);
    let stream = out.expect("a text").stream;
    let mut start = 0;
    let mut compared = 0;
    for piece in &text.pieces {
        for (at, tokens) in &piece.tokens {
            for token in &tokens.tokens {
                let here = start + (at + token.start) as usize;
                let t = stream.token_at(here).expect("a token");
                assert_eq!(stream.start(t), here);
                let place = |spot: Option<crate::Spot>| {
                    spot.map(|s| (tokens.files[s.file as usize].as_str(), s.line, s.column))
                };
                assert_eq!(place(token.stands), stream.stands_at(t));
                // A macro's body may have moved since, if it is the same.
                if token.spelled == token.stands {
                    assert_eq!(place(token.spelled), stream.spelled_at(t));
                }
                compared += 1;
            }
        }
        start += piece.text.len();
    }
    compared
}

/// Edits files and compares with runs from scratch; with `places`, how many tokens' places were compared.
fn random_edits(seed: u64, places: bool) -> usize {
    let mut numbers = Rng::with_seed(seed);
    let (files, host) = (Many::of(SOURCE), host());
    let answer = |question: &str| question.len() as i64;
    let passes = [options(&[]), options(&["-DUSE_SUM=0", "-DDEVICE"])];
    // With places as an editor has it.
    let settings = Settings {
        places,
        goes_on: places,
        ..settings()
    };
    let mut unit = Unit::new(&files, &host, &answer, &passes[0], settings.clone());
    let mut compared = 0;
    for _ in 0..150 {
        // What is broken stays broken for a while, and is repaired.
        if numbers.usize(..7) == 0 {
            *files.0.borrow_mut() = Many::of(SOURCE).0.into_inner();
        }
        let file = {
            let mut all = files.0.borrow_mut();
            let count = all.len();
            let (name, text) = &mut all[numbers.usize(..2 * count) % count];
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            let mut at = numbers.usize(..lines.len().max(1));
            // Half of the edits are of directives.
            if numbers.usize(..2) == 0 {
                let behind = lines[at..].iter().position(|l| l.starts_with('#'));
                at += behind.unwrap_or(0);
            }
            match numbers.usize(..5) {
                0 if lines.len() > 1 => drop(lines.remove(at)),
                1 => {
                    let other = numbers.usize(..lines.len().max(1));
                    lines.swap(at, other);
                }
                _ => lines.insert(at, LINES[numbers.usize(..LINES.len())]),
            }
            *text = lines.concat();
            name.clone()
        };
        let names: Vec<String> = files.0.borrow().iter().map(|f| f.0.clone()).collect();
        let _ = file;
        names.iter().for_each(|name| unit.changed(name));
        let pass = numbers.usize(..2);
        let arguments: &[&str] = [&[][..], &["-DUSE_SUM=0", "-DDEVICE"]][pass];
        let text = unit.preprocess(&passes[pass]).expect("a text");
        same_under(&text, &files, arguments, settings.clone());
        if places {
            compared += same_places(&text, &files, arguments);
        }
    }
    compared
}
