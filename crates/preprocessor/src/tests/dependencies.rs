//! Rules for make, and headers that are read for their macros alone.

use expect_test::{Expect, expect};

use super::run;
use crate::{Options, Settings};

const SOURCE: &str = "#include \"x y.h\"\n#include <s.h>\nint a = M;\n//- x y.h\n#include \"in/b.h\"\n//- in/b.h\n\
//- sys/s.h\n//- m.h\nint gone;\n  int too;\n#define M 1\n";

fn rule(arguments: &[&str], expect: Expect) {
    let out = run(SOURCE, arguments, Settings::default());
    expect.assert_eq(&out.rule.unwrap_or_else(|| "no rule\n".to_owned()));
}

#[test]
fn what_was_read_stands_in_the_rule() {
    rule(
        &["-M"],
        expect![[r"
        a.o: a.cpp x\ y.h in/b.h sys/s.h
    "]],
    );
    rule(
        &["-MM", "-MP"],
        expect![[r"
        a.o: a.cpp x\ y.h in/b.h
        x\ y.h:
        in/b.h:
    "]],
    );
    rule(
        &["-MM", "-MT", "a b", "-MQ", "c d$"],
        expect![[r"
        a b c\ d$$: a.cpp x\ y.h in/b.h
    "]],
    );
    rule(
        &["-MM", "-imacros", "m.h"],
        expect![[r"
        a.o: a.cpp m.h x\ y.h in/b.h
    "]],
    );
    rule(
        &["-E"],
        expect![[r"
        no rule
    "]],
    );
}

#[test]
fn a_header_that_will_be_made_is_a_dependency() {
    let source = "#include \"made.h\"\n#include <system.h>\n#include \"b.h\"\n//- b.h\n";
    let of = |arguments: &[&str]| run(source, arguments, Settings::default());
    let made = of(&["-MM", "-MG"]);
    assert_eq!(made.rule.as_deref(), Some("a.o: a.cpp made.h b.h\n"));
    assert!(made.problems.is_empty());
    // What fails writes no rule.
    let missing = of(&["-MM"]);
    assert!(missing.rule.is_none() && missing.problems.len() == 1);
}

#[test]
fn the_rule_goes_where_it_is_asked_for() {
    let to = |arguments: &[&str]| {
        let mut all: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        all.push("in/a.x.cpp".to_owned());
        let options = Options::parse(&all);
        options.map(|o| o.dependency_destination())
    };
    let mut shown = String::new();
    for arguments in [
        &["-E"][..],
        &["-M"],
        &["-M", "-o", "out/z"],
        &["-M", "-MF", "f.d", "-o", "z"],
        &["-MD"],
        &["-MD", "-o", "out/z.y.ii"],
        &["-MMD", "-o", "out.d/z"],
        &["-MD", "-MF", "-"],
        &["-MF", "f.d"],
        &["-MD", "-MG"],
        &["-traditional"],
    ] {
        shown.push_str(&format!("{}: {:?}\n", arguments.join(" "), to(arguments)));
    }
    expect![[r#"
        -E: Ok(None)
        -M: Ok(Some(Output))
        -M -o out/z: Ok(Some(File("out/z")))
        -M -MF f.d -o z: Ok(Some(File("f.d")))
        -MD: Ok(Some(File("a.x.d")))
        -MD -o out/z.y.ii: Ok(Some(File("out/z.y.d")))
        -MMD -o out.d/z: Ok(Some(File("out.d/z.d")))
        -MD -MF -: Ok(Some(Output))
        -MF f.d: Err("to generate dependencies you must specify either '-M' or '-MM'")
        -MD -MG: Err("'-MG' may only be used with '-M' or '-MM'")
        -traditional: Err("'-traditional' is not supported")
    "#]]
    .assert_eq(&shown);
}

#[test]
fn headers_for_their_macros_leave_their_lines_empty() {
    let out = run(SOURCE, &["-imacros", "m.h"], Settings::default());
    let text = String::from_utf8_lossy(&out.text);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    expect![[r##"
        # 0 "a.cpp"
        # 0 "<built-in>"
        # 0 "<command-line>"
        # 1 "./m.h" 1


        # 0 "<command-line>" 2
        # 1 "a.cpp"
        # 1 "x y.h" 1
        # 1 "in/b.h" 1
        # 2 "x y.h" 2
        # 2 "a.cpp" 2
        # 1 "sys/s.h" 1 3
        # 3 "a.cpp" 2
        int a = 1;"##]]
    .assert_eq(&lines.join("\n"));
}
