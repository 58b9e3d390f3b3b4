use expect_test::expect;

use super::*;
use crate::nvcc::own_for_tests;

fn read(line: &str) -> Result<NvccInvocation, String> {
    let files = |path: &Path| match path.to_str() {
        Some("a.txt") => Some("-O2 \"-DA=b c\"\n-optf b.txt".to_owned()),
        Some("b.txt") => Some("-std=c++20\n".to_owned()),
        Some("round.txt") => Some("-optf round.txt".to_owned()),
        _ => None,
    };
    parse(
        &words_of(line),
        own_for_tests(),
        &Lookups {
            options_file: &files,
        },
    )
}

fn good(line: &str) -> NvccInvocation {
    read(line).expect("a good command line")
}

fn bad(line: &str) -> String {
    read(line).expect_err("a bad command line")
}

#[test]
fn forms_of_a_value() {
    for line in [
        "-std=c++20",
        "-std c++20",
        "--std=c++20",
        "--std c++20",
        "-optf b.txt",
        "--options-file=b.txt",
    ] {
        let standard = good(line).standard.expect("a standard");
        assert_eq!((standard.name.as_str(), standard.year), ("c++20", 20));
    }
    for line in [
        "-I d",
        "-Id",
        "-I=d",
        "--include-path d",
        "--include-path=d",
    ] {
        assert_eq!(good(line).include, ["d"], "{line}");
    }
    for line in ["-O3", "-O 3", "-O=3", "--optimize 3"] {
        assert_eq!(good(line).compiler, ["-O3"], "{line}");
    }
    assert_eq!(
        good("-isystem=a -isystem b,c").system_include,
        ["a", "b", "c"]
    );
    assert_eq!(good("-include a.h,b.h").preinclude, ["a.h", "b.h"]);
    assert_eq!(good("-Xcompiler -Wall,-fPIC").compiler, ["-Wall", "-fPIC"]);
    assert_eq!(good("-t4 -lfoo -L. a.cu").sources, [Path::new("a.cu")]);
}

#[test]
fn macros_keep_their_order() {
    use Definition::{Define, Undefine};
    assert_eq!(
        good("-DA,B=2 -U C --define-macro D").definitions,
        [
            Define("A".into()),
            Define("B=2".into()),
            Undefine("C".into()),
            Define("D".into())
        ]
    );
    let quoted = parse(
        &["-DA=\"x,y\"".into()],
        &[],
        &Lookups {
            options_file: &|_| None,
        },
    );
    assert_eq!(
        quoted.expect("good").definitions,
        [Define("A=\"x,y\"".into())]
    );
}

#[test]
fn architectures() {
    let names = |line: &str, release: &str| {
        let release = crate::nvcc::Release::parse(release).expect("a release");
        let all: Vec<String> = good(line)
            .architectures(release)
            .iter()
            .map(ToString::to_string)
            .collect();
        all.join(" ")
    };
    let table: String = [
        ("", "12.4"),
        ("", "13.5"),
        ("-arch sm_90", "13.0"),
        ("-arch=compute_80 -code=sm_80,sm_86", "13.0"),
        ("--gpu-architecture=sm_90a", "13.0"),
        (
            "-gencode arch=compute_90a,code=[sm_90a,compute_90a] -gencode=arch=compute_80,code=sm_80",
            "13.0",
        ),
        ("-arch=sm_80 -gencode arch=compute_90,code=sm_90", "13.0"),
        ("-arch=all-major", "12.4"),
        ("-arch=all-major", "13.3"),
        ("-arch=all", "13.5"),
        ("-arch=native", "13.0"),
        ("-arch=sm_80 -arch sm_90", "13.0"),
    ]
    .iter()
    .map(|(line, release)| format!("{release} {line}: {}\n", names(line, release)))
    .collect();
    expect![[r#"
        12.4 : compute_52
        13.5 : compute_75
        13.0 -arch sm_90: compute_90
        13.0 -arch=compute_80 -code=sm_80,sm_86: compute_80
        13.0 --gpu-architecture=sm_90a: compute_90 compute_90a
        13.0 -gencode arch=compute_90a,code=[sm_90a,compute_90a] -gencode=arch=compute_80,code=sm_80: compute_80 compute_90a
        13.0 -arch=sm_80 -gencode arch=compute_90,code=sm_90: compute_80 compute_90
        12.4 -arch=all-major: compute_50 compute_60 compute_70 compute_80 compute_90
        13.3 -arch=all-major: compute_75 compute_80 compute_90 compute_100 compute_110 compute_120
        13.5 -arch=all: compute_75 compute_80 compute_86 compute_87 compute_88 compute_89 compute_90 compute_100 compute_103 compute_107 compute_110 compute_120 compute_121
        13.0 -arch=native: compute_75
        13.0 -arch=sm_80 -arch sm_90: compute_90
    "#]]
    .assert_eq(&table);
}

#[test]
fn modes() {
    let modes = good(
        "-dc -G --extended-lambda -expt-relaxed-constexpr -w -rdc=true a.cu b.cu x.o libz.so.1",
    );
    assert!(modes.relocatable && modes.stops);
    assert_eq!(modes.sources, [Path::new("a.cu"), Path::new("b.cu")]);
    assert_eq!(
        modes.front,
        [
            "--debug_mode",
            "--extended-lambda",
            "--relaxed_constexpr",
            "-w"
        ]
    );
    assert!(!good("-rdc=true -rdc=false").relocatable);
    assert_eq!(
        good("-diag-suppress 177,20012 --diag-error=1").front,
        ["--diag_suppress", "177,20012", "--diag_error", "1"]
    );
}

#[test]
fn options_of_the_caller() {
    let own = good("--own-text=a --own-text b -DX");
    assert_eq!(own.own("own-text"), Some(&"b".into()));
    assert_eq!(own.own("x"), None);
}

#[test]
fn what_is_wrong() {
    let table: String = [
        "--bogus",
        "-gpu-architecture sm_80",
        "--extended-lamda",
        "--arch=sm_80",
        "-fPIC",
        "-std=c++18",
        "-rdc=1",
        "-rdc",
        "-arch=foo",
        "-code sm_80",
        "-gencode arch=compute_80",
        "-gencode code=sm_80",
        "-x fortran",
        "-Werror strange",
        "-w=1",
        "-optf none.txt",
        "-optf round.txt",
    ]
    .iter()
    .map(|line| format!("{line}: {}\n", bad(line)))
    .collect();
    expect![[r#"
        --bogus: unknown option '--bogus' (for the host compiler, write -Xcompiler --bogus)
        -gpu-architecture sm_80: unknown option '-gpu-architecture' (did you mean '--gpu-architecture'?)
        --extended-lamda: unknown option '--extended-lamda' (did you mean '--extended-lambda'?)
        --arch=sm_80: unknown option '--arch=sm_80' (did you mean '-arch'?)
        -fPIC: unknown option '-fPIC' (for the host compiler, write -Xcompiler -fPIC)
        -std=c++18: 'c++18' is no value of '-std': c++03 to c++23
        -rdc=1: '1' is no value of '-rdc': true or false
        -rdc: '-rdc' needs a value
        -arch=foo: unknown architecture 'foo'
        -code sm_80: '-code sm_80' needs an '-arch' beside it
        -gencode arch=compute_80: '-gencode arch=compute_80' names no code
        -gencode code=sm_80: '-gencode code=sm_80' names no architecture
        -x fortran: 'fortran' is no value of '-x': c, c++, cu
        -Werror strange: 'strange' is no value of '-Werror': all-warnings, conversion, cross-execution-space-call, default-stream-launch, deprecated-declarations, ext-lambda-captures-this, missing-launch-bounds, reorder
        -w=1: '-w' takes no value
        -optf none.txt: cannot open the options file 'none.txt'
        -optf round.txt: cannot open the options file 'round.txt'
    "#]].assert_eq(&table);
    let forwarded = good("-forward-unknown-to-host-compiler -fPIC --foo=bar a.cu");
    assert_eq!(forwarded.compiler, ["-fPIC", "--foo=bar"]);
}

#[test]
fn files_of_options_are_unquoted_twice() {
    let words = |text: &str| {
        let words = super::words_of_file(text).into_iter();
        let words: Vec<String> = words.map(|w| w.to_string_lossy().into_owned()).collect();
        words.join("|")
    };
    assert_eq!(words("-I a  \"-DN=x y\"\n-O2"), "-I|a|-DN=x y|-O2");
    assert_eq!(words(r#"-DN=\"xy\" -DM=\\\"xy\\\""#), r#"-DN=xy|-DM="xy""#);
    assert_eq!(
        words(r#"-DN="\\\"x y\\\"" -DM='x'"#),
        r#"-DN="x y"|-DM='x'"#
    );
    assert_eq!(words(r"-DN=x\ y -DM=\\x"), "-DN=x y|-DM=x");
}
