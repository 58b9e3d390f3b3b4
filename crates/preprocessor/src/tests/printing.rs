//! Line markers, line ends and pragmas.

use expect_test::expect;

use super::{check, check_with, run};
use crate::Settings;

#[test]
fn far_lines_have_markers_and_near_ones_line_ends() {
    check(
        "a\n\n\nb\n\n\n\n\n\n\n\n\n\nc\n  d\n",
        expect![[r#"
        a


        b
        # 14 "a.cpp"
        c
          d
    "#]],
    );
}

#[test]
fn a_pragma_operator_goes_back_to_the_line_where_its_tokens_began() {
    check(
        "#define P(x) _Pragma(#x)\n  P(omp simd\n    y) z\na P(q) b\n",
        expect![[r#"

            ·
            #pragma omp simd y
            # 2 "a.cpp"
            ·
                   z
            a
            # 4 "a.cpp"
            #pragma q
            # 4 "a.cpp"
             b
        "#]],
    );
}

#[test]
fn pragmas_in_arguments_come_first() {
    check(
        "#define F(x) x\nF(\n#pragma p\na\n#define M 1\nM) b\n",
        expect![[r#"


            #pragma p
            # 2 "a.cpp"
             a 1



               b
        "#]],
    );
}

#[test]
fn line_directives_and_markers() {
    check(
        "#line 7\na\n#line 4294967297 \"b\"\nb\n# 3 \"c\" 1 3\nc\n# 9 \"wrong\" 2\nd\n# 9 \"b\" 2\ne\n",
        expect![[r##"
            # 7 "a.cpp"
            a
            # 1 "b"
            b
            # 3 "c" 1 3

            # 3 "c" 3
            c

            d
            # 9 "b" 2

            # 9 "b"
            e
            a.cpp:8:7: warning: line number out of range
        "##]],
    );
}

#[test]
fn without_markers() {
    check_with(
        "a\n\n\n\n\n\n\n\n\n\nb\n #pragma x\n  c\n",
        &["-P"],
        expect![[r#"
        a
        b
        #pragma x
          c
    "#]],
    );
}

#[test]
fn carriage_returns_end_lines() {
    check(
        "a\rb\r\nc\\\r\nd\n",
        expect![[r#"
        a
        b
        cd
    "#]],
    );
}

/// What GNU's cpp counts: not more columns than 4095, and none of the last fifty if nothing widened the line before.
#[test]
fn what_stands_far_behind_has_no_column() {
    let spaces_before = |columns: &[usize]| {
        let mut line: Vec<u8> = vec![];
        for column in columns {
            line.resize(column - 1, b' ');
            line.extend_from_slice(b"S(x) ;");
        }
        // A marker, and so spaces, stand before each word of a macro of the system's.
        let line = String::from_utf8(line).unwrap();
        let source = format!("#include <s.h>\n{line}\n//- sys/s.h\n#define S(x) s x\n");
        let text = run(&source, &[], Settings::default()).text;
        let text = String::from_utf8(text).unwrap();
        let words = text.lines().filter(|l| l.trim_start().starts_with("s "));
        let spaces = words.map(|l| l.len() - l.trim_start().len());
        spaces.collect::<Vec<_>>()
    };
    assert_eq!(spaces_before(&[10, 4000, 4090]), [8, 3998, 4088]);
    assert_eq!(spaces_before(&[10, 4000, 4096]), [8, 3998, 0]);
    assert_eq!(spaces_before(&[10, 4046]), [8, 4044]);
    assert_eq!(spaces_before(&[10, 4060]), [8, 0]);
    assert_eq!(spaces_before(&[100, 9000, 90_000]), [98, 0, 0]);
}

#[test]
fn the_folder_is_named_where_a_debugger_shall_know_it() {
    let text = |arguments: &[&str]| {
        let settings = Settings {
            folder: Some("/home/a".to_owned()),
            ..Settings::default()
        };
        let text = run("a\n", arguments, settings).text;
        let text = String::from_utf8(text).unwrap();
        text.contains("\n# 1 \"/home/a//\"\n# 0 \"<built-in>\"\n")
    };
    assert!(text(&["-g"]) && text(&["-ggdb2"]) && text(&["-g0", "-fworking-directory"]));
    assert!(!text(&["-gz"]) && !text(&["-g", "-fno-working-directory"]) && !text(&["-g", "-g0"]));
}
