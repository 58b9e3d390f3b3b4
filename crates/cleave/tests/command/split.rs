//! `cleave split` from its command line: nvcc's options, both passes, the user's own lines, several files, exit statuses.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{CLEAVE, cleave, files, have, root, stderr};
use expect_test::{Expect, expect};

/// A folder with these files.
fn folder(sources: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("folder");
    for (name, text) in sources {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folder");
        fs::write(path, text).expect("input");
    }
    dir
}

/// Runs `cleave split` with our own headers. Words are divided by blanks.
fn split(dir: &Path, line: &str) -> Output {
    let words = ["split", "--own-headers"].into_iter();
    cleave(dir, words.chain(line.split_whitespace()))
}

/// Whether a toolkit is named for tests, and where it is. Says so if not.
fn toolkit() -> Option<PathBuf> {
    let path = std::env::var_os("CUDA_PATH").filter(|path| !path.is_empty());
    if path.is_none() {
        eprintln!("skipped: CUDA_PATH names no toolkit");
    }
    path.map(PathBuf::from)
}

const BOTH_SIDES: &str = "\
#define CHECK(x) do { int e = (x); if (e) return; } while (0)
int host_only(int);
__global__ void k(int *p) {
  host_only(3);
  CHECK(host_only(p[0]));
  int unused;
}
";

#[test]
fn the_command_of_the_readme_with_a_toolkit() {
    let Some(toolkit) = toolkit() else { return };
    let dir = tempfile::tempdir().expect("folder");
    let out = Command::new(CLEAVE)
        .args(["split", "examples/saxpy.cu", "--check-host", "-o"])
        .arg(dir.path())
        .current_dir(root())
        .env("CUDA_PATH", &toolkit)
        .output()
        .expect("cleave runs");
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    assert_eq!(files(dir.path()), ["saxpy.cudafe1.cpp", "saxpy.module_id"]);
}

/// The words of a command that decide what it does, sorted: files that are made, and what cannot be compared, left out.
fn essence(line: &str, toolkit: &Path) -> Vec<String> {
    let root = toolkit.to_string_lossy();
    let line = line
        .replace('"', "")
        .replace("/bin/..//", "/")
        .replace("/bin/../", "/")
        .replace(&*root, "ROOT")
        // Two tags have another name from 13.1 on. The catalogue is that of 13.0.
        .replace("h_general_hd_", "h_hd_");
    let mut words = line.split_whitespace().skip(1);
    let mut out = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "-o" | "--gen_c_file_name" | "--stub_file_name" | "--module_id_file_name" => {
                words.next();
            }
            "-D" | "-U" | "-I" | "-isystem" | "-include" => {
                out.push(format!("{word}{}", words.next().unwrap_or_default()));
            }
            "-c" | "-fsyntax-only" | "--gen_module_id_file" | "--simt-only" => {}
            _ if word.ends_with(".ii") || word.ends_with(".cpp") => {}
            _ => out.push(word.to_owned()),
        }
    }
    out.sort();
    out
}

#[test]
fn the_commands_are_those_of_nvcc() {
    let Some(toolkit) = toolkit() else { return };
    let toolkit = fs::canonicalize(toolkit).expect("a toolkit");
    let dir = folder(&[
        ("a.cu", "__global__ void k() {}\n"),
        ("p.h", ""),
        ("flags.txt", "-O1 -DFROM_FILE"),
    ]);
    let commands = |mut c: Command, line: &str, fronts: [&str; 2]| -> Vec<Vec<String>> {
        let out = c
            .args(line.split_whitespace())
            .args(["--dryrun", "-c", "a.cu"])
            .current_dir(dir.path())
            .output()
            .expect("it runs");
        let text = stderr(&out);
        text.lines()
            .filter_map(|line| line.strip_prefix("#$ "))
            .filter(|line| fronts.iter().any(|front| line.starts_with(front)))
            .map(|line| essence(line, &toolkit))
            .collect()
    };
    let mut compared = 0;
    for line in [
        "",
        "-static-global-template-stub=true",
        "-static-global-template-stub=false",
        "-std=c++20 -I d,e -isystem s -DA=1 --define-macro B,C -UA -include p.h",
        "-arch=sm_90a -rdc=true -G -O3 -w",
        "-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=[sm_90,compute_90]",
        "-arch all-major",
        "--extended-lambda -expt-relaxed-constexpr -ewp --default-stream per-thread",
        "-dc -static-global-template-stub=false -device-entity-has-hidden-visibility=true",
        "-Xcompiler -Wall,-fPIC -noeh -pg -g -optf flags.txt",
        "-Werror all-warnings -diag-suppress 177 -diag-error=20 -Wreorder",
        "-Werror reorder,cross-execution-space-call,deprecated-declarations",
        "-Wno-deprecated-declarations -Werror conversion",
        "-Wdefault-stream-launch -Wmissing-launch-bounds -Wext-lambda-captures-this",
        "-Werror default-stream-launch,missing-launch-bounds,ext-lambda-captures-this",
        "-ftemplate-depth 50 -ftemplate-backtrace-limit=3 -brief-diag=true -nohdinitlist -nohdmoveforward",
        "-no-err-no -use_fast_math -lineinfo -maxrregcount 32 -Xptxas -v -lfoo x.o",
    ] {
        let nvcc = Command::new(toolkit.join("bin/nvcc"));
        let theirs = commands(nvcc, line, ["gcc", "cudafe++"]);
        if theirs.is_empty() {
            // An option that this release has not.
            continue;
        }
        compared += 1;
        let mut split = Command::new(CLEAVE);
        split.args(["split", "--cuda-path"]).arg(&toolkit);
        let ours = commands(split, line, ["g++", "cudafe++"]);
        assert_eq!(ours, theirs, "{line}");
    }
    assert!(compared >= 10, "only {compared} command lines");
}

/// Arguments of macros at the place where they are written, what a macro's body says at the macro's name, however the two lines differ.
#[test]
fn columns_of_what_macros_made() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let source = "\
#define TWICE(x) ((x) + (x))
#define OUTER(x) TWICE(x)
#define GET(p) p->member
struct S { int m; };
int a = OUTER(other) + OUTER(more);
int b(S *s) { return GET(s) + GET(s); }
int c = TWICE(1) + third +
  TWICE(fourth) + TWICE(
  fifth);
";
    let dir = folder(&[("a.cu", source)]);
    expect![[r#"
        error[20]: identifier "other" is undefined
         --> a.cu:5:15
          |
        5 | int a = OUTER(other) + OUTER(more);
          |               ^^^^^

        error[20]: identifier "more" is undefined
         --> a.cu:5:30
          |
        5 | int a = OUTER(other) + OUTER(more);
          |                              ^^^^

        error[135]: class "S" has no member "member"
         --> a.cu:6:22
          |
        6 | int b(S *s) { return GET(s) + GET(s); }
          |                      ^^^

        error[135]: class "S" has no member "member"
         --> a.cu:6:31
          |
        6 | int b(S *s) { return GET(s) + GET(s); }
          |                               ^^^

        error[20]: identifier "third" is undefined
         --> a.cu:7:20
          |
        7 | int c = TWICE(1) + third +
          |                    ^^^^^

        error[20]: identifier "fourth" is undefined
         --> a.cu:8:9
          |
        8 |   TWICE(fourth) + TWICE(
          |         ^^^^^^

        error[20]: identifier "fifth" is undefined
         --> a.cu:8:19
          |
        8 |   TWICE(fourth) + TWICE(
          |                   ^^^^^

        7 errors in a.cu; cleave explain 20 says more about the first
    "#]]
    .assert_eq(&stderr(&split(dir.path(), "a.cu")));
}

#[test]
fn errors_of_both_sides_with_the_users_lines() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let dir = folder(&[("a.cu", BOTH_SIDES)]);
    let out = split(dir.path(), "a.cu");
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(files(dir.path()), ["a.cu"], "nothing may be written");
    expect![[r#"
        error[20018]: calling a __host__ function("host_only(int)") from a __global__ function("k") is not allowed
         --> a.cu:4:3
          |
        4 |   host_only(3);
          |   ^^^^^^^^^

        error[20068]: identifier "host_only" is undefined in device code
         --> a.cu:4:3
          |
        4 |   host_only(3);
          |   ^^^^^^^^^

        error[20018]: calling a __host__ function("host_only(int)") from a __global__ function("k") is not allowed
         --> a.cu:5:9
          |
        5 |   CHECK(host_only(p[0]));
          |         ^^^^^^^^^

        error[20068]: identifier "host_only" is undefined in device code
         --> a.cu:5:9
          |
        5 |   CHECK(host_only(p[0]));
          |         ^^^^^^^^^

        warning[177]: variable "unused" was declared but never referenced
         --> a.cu:6:7
          |
        6 |   int unused;
          |       ^^^^^^

        4 errors and 1 warning in a.cu; cleave explain 20018 says more about the first
    "#]].assert_eq(&stderr(&out));
    let coloured = stderr(&split(dir.path(), "--color=always a.cu"));
    assert!(coloured.contains("\u{1b}["));
    let brief = stderr(&split(
        dir.path(),
        "-brief-diag=true -diag-suppress 177 a.cu",
    ));
    expect![[r#"
        a.cu:4:3: error[20018]: calling a __host__ function("host_only(int)") from a __global__ function("k") is not allowed
        a.cu:4:3: error[20068]: identifier "host_only" is undefined in device code
        a.cu:5:9: error[20018]: calling a __host__ function("host_only(int)") from a __global__ function("k") is not allowed
        a.cu:5:9: error[20068]: identifier "host_only" is undefined in device code
        4 errors in a.cu; cleave explain 20018 says more about the first
    "#]].assert_eq(&brief);
}

#[test]
fn forms_for_tools() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let dir = folder(&[
        ("a.cu", BOTH_SIDES),
        ("b.cu", "__global__ void k() { x; }\n"),
    ]);
    let out = split(dir.path(), "--diagnostics=sarif a.cu b.cu");
    assert_eq!(out.status.code(), Some(2));
    let log: serde_json::Value = serde_json::from_slice(&out.stderr).expect("one log");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let places: Vec<String> = results
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"]
                .as_str()
                .unwrap_or_default();
            let name = uri.rsplit('/').next().unwrap_or_default();
            let region = &place["region"];
            format!(
                "{name}:{}:{} {}",
                region["startLine"], region["startColumn"], result["ruleId"]
            )
        })
        .collect();
    expect![[r#"
        a.cu:4:3 "EC3475"
        a.cu:4:3 "EC3525"
        a.cu:5:9 "EC3475"
        a.cu:5:9 "EC3525"
        a.cu:6:7 "EC177"
        b.cu:1:23 "EC20""#]]
    .assert_eq(&places.join("\n"));
    let out = split(dir.path(), "--diagnostics=json b.cu");
    let record: serde_json::Value = serde_json::from_slice(&out.stderr).expect("one record");
    assert_eq!(
        (&record["line"], &record["column"]),
        (&1.into(), &23.into())
    );
}

#[test]
fn several_files() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let kernel = "__global__ void k() {}\n";
    let dir = folder(&[
        ("a.cu", kernel),
        ("b.cu", kernel),
        ("bad.cu", "__global__ void k() { x; }\n"),
        ("other/a.cu", kernel),
    ]);
    let out = split(dir.path(), "a.cu b.cu -o out --check-host");
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    let made = [
        "a.cudafe1.cpp",
        "a.module_id",
        "b.cudafe1.cpp",
        "b.module_id",
    ];
    assert_eq!(files(&dir.path().join("out")), made);
    // One wrong source keeps no other from being split.
    let out = split(dir.path(), "bad.cu b.cu none.cu -odir two");
    assert_eq!(out.status.code(), Some(2), "{}", stderr(&out));
    assert_eq!(files(&dir.path().join("two")), made[2..]);
    // What a compile command calls the object is no folder.
    let out = split(dir.path(), "-c a.cu -o out/a.o -MD");
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    assert!(dir.path().join("out/a.d").is_file());
    let out = split(dir.path(), "a.cu other/a.cu");
    assert_eq!(out.status.code(), Some(1));
    let out = split(dir.path(), "--format json a.cu b.cu -o out");
    let rows: serde_json::Value = serde_json::from_slice(&out.stdout).expect("one array");
    assert_eq!(rows.as_array().map(Vec::len), Some(2));
}

#[test]
fn options_as_nvcc_takes_them() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let source = "\
#include <system.h>
#if !defined(A) || B != 2 || defined(C) || X != 1 || __cplusplus != 202002L || !defined(PRE)
#error macros
#endif
#ifndef __CUDACC_RDC__
#error mode
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 900
#error architecture
#endif
__global__ void k() {}
";
    let dir = folder(&[
        ("a.cu", source),
        ("sys/system.h", ""),
        ("pre.h", "#define PRE\n"),
        ("flags.txt", "-DA -I \"no such\""),
    ]);
    let common =
        "-DB=2,C -UC -include pre.h -Xcompiler -DX=1 -rdc=true -optf flags.txt a.cu -o out";
    for line in [
        "-std=c++20 -isystem sys -arch=sm_90",
        "-std c++20 -isystem=sys -arch sm_90",
        "--std c++20 -Isys --gpu-architecture=sm_90 -O3 -lineinfo -x cu -Werror all-warnings",
        "--std=c++20 -I sys -gencode arch=compute_90,code=sm_90 -G -w --threads 4 -Xptxas -v",
    ] {
        let out = split(dir.path(), &format!("{line} {common} --check-host"));
        assert_eq!(out.status.code(), Some(0), "{line}: {}", stderr(&out));
    }
    let out = split(
        dir.path(),
        &format!("-std=c++20 -Isys -arch=sm_80 {common}"),
    );
    assert_eq!(out.status.code(), Some(1));
    assert!(
        stderr(&out).contains("#error architecture"),
        "{}",
        stderr(&out)
    );
    assert!(!stderr(&out).contains("#error mode"), "{}", stderr(&out));
}

/// Checks the exit status 1 and what is said.
fn refused(line: &str, want: Expect) {
    let dir = folder(&[("a.cu", ""), ("b.cu", ""), ("d.cu/x", "")]);
    let out = split(dir.path(), line);
    assert_eq!(out.status.code(), Some(1), "{line}");
    want.assert_eq(&stderr(&out));
}

#[test]
fn what_is_refused() {
    refused(
        "--extended-lamda a.cu",
        expect![[r#"
        cleave split: unknown option '--extended-lamda' (did you mean '--extended-lambda'?); see cleave split --help
    "#]],
    );
    refused(
        "-fPIC a.cu",
        expect![[r#"
        cleave split: unknown option '-fPIC' (for the host compiler, write -Xcompiler -fPIC); see cleave split --help
    "#]],
    );
    refused(
        "-std=c++18 a.cu",
        expect![[r#"
        cleave split: 'c++18' is no value of '-std': c++03 to c++23; see cleave split --help
    "#]],
    );
    refused(
        "-x c++ a.cu",
        expect![[r#"
        cleave split: there is nothing to split in '-x c++'
    "#]],
    );
    refused(
        "",
        expect![[r#"
        cleave split: no source is named; see cleave split --help
    "#]],
    );
    refused(
        "d.cu",
        expect![[r#"
        cleave split: cannot open source file "d.cu": is a directory
    "#]],
    );
    refused(
        "none.cu",
        expect![[r#"
        cleave split: cannot open source file "none.cu": no such file
    "#]],
    );
    refused(
        "-MF x.d a.cu b.cu",
        expect![[r#"
        cleave split: a make rule's file can be named for one source only
    "#]],
    );
    refused(
        "-ccbin no-such-compiler a.cu",
        expect![[r#"
        cleave split: cannot run no-such-compiler: No such file or directory (os error 2)
    "#]],
    );
}

#[test]
fn variables_add_options() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let dir = folder(&[("a.cu", "#if A != 1 || B != 2\n#error variables\n#endif\n")]);
    let out = Command::new(CLEAVE)
        .args(["split", "--own-headers", "a.cu"])
        .env("NVCC_PREPEND_FLAGS", "-DA=1")
        .env("NVCC_APPEND_FLAGS", "-DB=2 -w")
        .current_dir(dir.path())
        .stdin(Stdio::null())
        .output()
        .expect("cleave runs");
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
}

#[test]
fn help_is_printed_on_standard_output() {
    let dir = tempfile::tempdir().expect("folder");
    let run = |words: &[&str]| {
        let out = Command::new(CLEAVE)
            .args(words)
            .current_dir(dir.path())
            .env_remove("CUDA_HOME")
            .env("CUDA_PATH", dir.path())
            .output()
            .expect("cleave runs");
        assert_eq!(out.status.code(), Some(0), "{words:?}");
        assert_eq!(stderr(&out), "", "{words:?}");
        String::from_utf8(out.stdout).expect("text")
    };
    for words in [
        &["--help"][..],
        &["split", "--help"],
        &["split", "-h"],
        &["cudafe++", "--help"],
        &["device", "--help"],
        &["nvcc", "--help"],
        &["parse", "--help"],
    ] {
        let text = run(words);
        assert!(text.contains("Usage:"), "{words:?}: {text}");
    }
    assert!(run(&["--help"]).contains("Examples:"));
    assert!(run(&["split", "--help"]).contains("Exit status:"));
    assert!(run(&["split", "--version"]).starts_with("cleave "));
}

#[test]
fn a_source_in_place_of_preprocessed_text() {
    let dir = folder(&[
        ("a.cu", "#include <cmath>\n__global__ void k() {}\n"),
        ("plain.cu", "int a;\n"),
    ]);
    let run = |words: &[&str]| cleave(dir.path(), words);
    let files = ["--gen_c_file_name", "a.cpp", "--stub_file_name", "s.c"];
    let out = run(&[&["cudafe++"], &files[..], &["a.cu"]].concat());
    assert_eq!(out.status.code(), Some(4));
    expect![[r#"
        Catastrophic error: a.cu is not preprocessed: it has #include lines, and this front reads what nvcc's preprocessor makes
                    to split the source, run: cleave split a.cu
                    to compile it with a toolkit, run: cleave nvcc -c a.cu

        1 catastrophic error detected in the compilation of "a.cu".
        Compilation terminated.
    "#]].assert_eq(&stderr(&out));
    let out = run(&["device", "a.cu"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(stderr(&out).contains("cleave split a.cu"));
    let out = run(&[&["cudafe++"], &files[..], &["plain.cu"]].concat());
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    // Under NVIDIA's name it answers as NVIDIA's does.
    let link = dir.path().join("cudafe++");
    std::os::unix::fs::symlink(CLEAVE, &link).expect("link");
    let started = |words: &[&str]| Command::new(&link).args(words).output().expect("it runs");
    let out = started(&["--help"]);
    assert_eq!(out.status.code(), Some(4));
    assert!(stderr(&out).contains("invalid option: --help"));
    let source = dir.path().join("a.cu");
    let out = started(&[source.to_str().expect("text")]);
    assert!(!stderr(&out).contains("cleave split"), "{}", stderr(&out));
}

/// The date is fixed for the compiler alone: then it preprocesses, and not Cleave.
#[test]
fn the_own_preprocessor_and_the_compilers_give_the_same_files() {
    let source = root().join("test_data/programs/reduction.cu");
    let run = |date: Option<&str>| {
        let dir = tempfile::tempdir().expect("folder");
        let mut c = Command::new(CLEAVE);
        c.args(["split", "--own-headers", "-MD", "-arch=sm_80", "-o", "out"])
            .arg(&source)
            .current_dir(dir.path());
        match date {
            Some(date) => c.env("SOURCE_DATE_EPOCH", date),
            None => c.env_remove("SOURCE_DATE_EPOCH"),
        };
        let out = c.output().expect("cleave runs");
        assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
        let mut files: Vec<(String, String)> = fs::read_dir(dir.path().join("out"))
            .expect("files")
            .map(|entry| {
                let entry = entry.expect("a file");
                let name = entry.file_name().to_string_lossy().into_owned();
                let text = fs::read_to_string(entry.path()).expect("a text");
                (name, without_scratch(&text))
            })
            .collect();
        files.sort();
        (files, out.stdout, out.stderr)
    };
    let own = run(None);
    assert!(own.0.len() > 1);
    assert!(own == run(Some("1000000000")), "the files differ");
}

/// A text without the name of the folder that headers of our own lie in, which is another one in each run.
fn without_scratch(text: &str) -> String {
    let mut parts = text.split("/.cleave-");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('/').map_or("", |(_, rest)| rest)
    })
}
