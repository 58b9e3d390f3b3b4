//! Forms of output that need no program: messages without a place, ends of a run, JSON lines, SARIF, listings.

use cleave_codes::{Code, codes};
use cleave_diagnostics::{
    Arg, Context, Control, Diagnostic, ExitStatus, Flow, Location, Options, OutputMode, Own, Pass,
    Place, PragmaMap, Session, Severity, listing_lines,
};
use expect_test::{Expect, expect};

fn session(options: Options) -> Session {
    let control = Control::new(options.pass);
    Session::new(options, control, PragmaMap::default())
}

fn named(name: &str) -> Options {
    let mut options = Options {
        source_name: Some(name.to_owned()),
        ..Options::default()
    };
    options.layout.display_numbers = true;
    options
}

fn ends(session: Session, status: ExitStatus, expected: Expect) {
    let report = session.finish();
    assert_eq!(report.status, status);
    expected.assert_eq(&String::from_utf8_lossy(&report.bytes()));
}

fn undefined(name: &str, line: u32) -> Diagnostic {
    let source = format!("int v = {name};");
    Diagnostic::new(codes::UNDEFINED_IDENTIFIER)
        .arg(Arg::name(name))
        .at(Location::new("x.cu", line, 9, source.into_bytes()))
}

fn call() -> Diagnostic {
    Diagnostic::new(codes::NO_MATCHING_FUNCTION)
        .arg(Arg::entity("overloaded function", "put"))
        .at(Location::new(
            "inc/put.h",
            7,
            3,
            "\té put(\"x\");".as_bytes(),
        ))
        .detail(vec![Arg::text("argument types are: (const char [2])")])
        .note(
            Diagnostic::new(codes::CANDIDATE_PARAMETER_COUNT_MISMATCH)
                .arg(Arg::entity("function", "put(int, int)"))
                .at(Location::new(
                    "/usr/a b.h",
                    1,
                    6,
                    "void put(int, int);".as_bytes(),
                )),
        )
        .context(Context::instantiation(
            "",
            "void f(T) [with T=int]",
            Place::new("x.cu", 9),
        ))
}

#[test]
fn nothing_to_say() {
    ends(session(named("x.cu")), ExitStatus::Clean, expect![[""]]);
}

#[test]
fn nothing_follows_a_catastrophe() {
    let mut session = session(Options::default());
    assert_eq!(
        session.report_own(Own::DependencyFile, &[Arg::name("a.d")]),
        Flow::Stop
    );
    assert_eq!(session.report(&undefined("late", 1)), Flow::Stop);
    ends(
        session,
        ExitStatus::Terminated,
        expect![[r#"
            Catastrophic error: cannot write dependency file "a.d"

            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
}

#[test]
fn unreadable_source() {
    let mut session = session(named("."));
    let cannot_open = Diagnostic::new(codes::CANNOT_OPEN_FILE_BECAUSE)
        .arg(Arg::text("source file"))
        .arg(Arg::name("."))
        .arg(Arg::text("is a directory"));
    assert_eq!(session.report(&cannot_open), Flow::Stop);
    ends(
        session,
        ExitStatus::Terminated,
        expect![[r#"
            Catastrophic error: cannot open source file ".": is a directory

            1 catastrophic error detected in the compilation of ".".
            Compilation terminated.
        "#]],
    );
}

#[test]
fn a_position_without_a_line_to_show() {
    let mut session = session(named("x.cu"));
    let cannot_open = Diagnostic::new(codes::CANNOT_OPEN_FILE)
        .arg(Arg::text("module id file"))
        .arg(Arg::name("no_dir/mid"))
        .at(Location::line("x.cu", 1));
    session.report(&undefined("a", 1));
    session.report(&undefined("b", 2));
    session.report(&cannot_open);
    ends(
        session,
        ExitStatus::Terminated,
        expect![[r#"
            x.cu(1): error: identifier "a" is undefined
              int v = a;
                      ^

            x.cu(2): error: identifier "b" is undefined
              int v = b;
                      ^

            x.cu(1): catastrophic error: cannot open module id file "no_dir/mid"

            2 errors and 1 catastrophic error detected in the compilation of "x.cu".
            Compilation terminated.
        "#]],
    );
}

#[test]
fn own_defect() {
    let mut session = session(named("x.cu"));
    session.report_own(Own::Defect, &[Arg::text("stack of scopes is empty")]);
    let report = session.finish();
    assert_eq!(report.status.code(Pass::Host), 134);
    expect![[r#"
        Internal error: stack of scopes is empty

        1 catastrophic error detected in the compilation of "x.cu".
        Compilation aborted.
    "#]]
    .assert_eq(&String::from_utf8_lossy(&report.bytes()));
}

#[test]
fn a_signal() {
    let mut session = session(named("x.cu"));
    session.report(&undefined("a", 1));
    session.terminate();
    assert_eq!(session.report(&undefined("late", 2)), Flow::Stop);
    let report = session.finish();
    expect![[r#"
        1 error detected in the compilation of "x.cu".
        Compilation terminated.
    "#]]
    .assert_eq(&String::from_utf8_lossy(&report.summary));
}

#[test]
fn exit_codes() {
    let codes = |status: ExitStatus| (status.code(Pass::Host), status.code(Pass::Device));
    assert_eq!(codes(ExitStatus::Clean), (0, 0));
    assert_eq!(codes(ExitStatus::Errors), (2, 1));
    assert_eq!(codes(ExitStatus::Terminated), (4, 1));
    assert_eq!(codes(ExitStatus::Aborted), (134, 134));
}

#[test]
fn standard_input() {
    let mut session = session(Options::default());
    let at = Location::new("-", 2, 9, "int y = zz;".as_bytes());
    session.report(
        &Diagnostic::new(codes::UNDEFINED_IDENTIFIER)
            .arg(Arg::name("zz"))
            .at(at),
    );
    ends(
        session,
        ExitStatus::Errors,
        expect![[r#"
            Line 2: error: identifier "zz" is undefined
              int y = zz;
                      ^

            1 error detected in this compilation.
        "#]],
    );
}

#[test]
fn device_pass_after_parsing() {
    let mut session = session(Options {
        pass: Pass::Device,
        ..named("x.cu")
    });
    let call = |number, callee: &str, caller: &str| {
        Diagnostic::new(Code::from_user(number).expect("a number"))
            .arg(Arg::name(callee))
            .arg(Arg::name(caller))
            .at(Location::line("x.cu", 3))
    };
    session.report(&call(3468, "p()", "both"));
    session.report(&call(3475, "p()", "kernel"));
    ends(
        session,
        ExitStatus::Errors,
        expect![[r#"
            x.cu(3): warning #20011-D: calling a __host__ function("p()") from a __host__ __device__ function("both") is not allowed

            Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"

            x.cu(3): error: calling a __host__ function("p()") from a __global__ function("kernel") is not allowed

            1 error detected in the compilation of "x.cu".
        "#]],
    );
}

#[test]
fn json_lines() {
    let mut session = session(Options {
        mode: OutputMode::JsonLines,
        ..named("x.cu")
    });
    session.report(&call());
    session.report(&Diagnostic::new(codes::INTEGER_SIGN_CHANGE).at(Location::line("x.cu", 2)));
    session.report_own(Own::Defect, &[Arg::text("stack of scopes is empty")]);
    ends(
        session,
        ExitStatus::Aborted,
        expect![[r#"
            {"severity":"error","number":304,"tag":"no_matching_function","message":"no instance of overloaded function \"put\" matches the argument list","file":"inc/put.h","line":7,"column":3,"details":["argument types are: (const char [2])"],"contexts":[{"message":"instantiation of \"void f(T) [with T=int]\"","file":"x.cu","line":9}],"notes":[{"severity":"note","number":3322,"message":"number of parameters of function \"put(int, int)\" does not match the call","file":"/usr/a b.h","line":1,"column":6}]}
            {"severity":"warning","number":68,"tag":"integer_sign_change","message":"integer conversion resulted in a change of sign","file":"x.cu","line":2}
            {"severity":"internal error","message":"stack of scopes is empty"}
        "#]],
    );
}

#[test]
fn sarif_within_the_schema() {
    let options = Options {
        mode: OutputMode::Sarif,
        directory: "/home/me/grüße".to_owned(),
        ..named("x.cu")
    };
    let mut session = session(options);
    session.report(&Diagnostic::new(codes::INTEGER_SIGN_CHANGE).at(Location::line("x.cu", 2)));
    session.report(&call());
    session.report(
        &Diagnostic::new(codes::ERROR_DIRECTIVE)
            .arg(Arg::text("\"no\"\tway"))
            .at(Location::line("x.cu", 3)),
    );
    ends(
        session,
        ExitStatus::Terminated,
        expect![[r##"
            {"version":"2.1.0","$schema":"https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json","runs":[{"tool":{"driver":{"name":"EDG CPFE","version":"6.6","organization":"Edison Design Group","fullName":"Edison Design Group C/C++ Front End - 6.6","informationUri":"https://edg.com/c","rules":[{"id":"EC35","defaultConfiguration":{"level":"error"}}]}},"columnKind":"unicodeCodePoints","results":[{"ruleId":"EC68","level":"warning","message":{"text":"integer conversion resulted in a change of sign"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///home/me/gr%C3%BC%C3%9Fe/x.cu"},"region":{"startLine":2}}}]},{"ruleId":"EC3709","level":"note","message":{"text":"The warnings can be suppressed with \"-diag-suppress <warning-number>\""},"properties":{"severity":"remark"}},{"ruleId":"EC304","level":"error","message":{"text":"no instance of overloaded function \"put\" matches the argument list"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///home/me/gr%C3%BC%C3%9Fe/inc/put.h"},"region":{"startLine":7,"startColumn":3}}}],"relatedLocations":[{"message":{"text":"number of parameters of function \"put(int, int)\" does not match the call"},"physicalLocation":{"artifactLocation":{"uri":"file:///usr/a%20b.h"},"region":{"startLine":1,"startColumn":6}}}]},{"ruleId":"EC35","message":{"text":"#error directive: \"no\"\tway"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///home/me/gr%C3%BC%C3%9Fe/x.cu"},"region":{"startLine":3}}}],"properties":{"severity":"catastrophe"}}]}]}
        "##]],
    );
}

#[test]
fn sarif_without_results() {
    let session = session(Options {
        mode: OutputMode::Sarif,
        ..named("x.cu")
    });
    ends(
        session,
        ExitStatus::Clean,
        expect![[r#"
        {"version":"2.1.0","$schema":"https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json","runs":[{"tool":{"driver":{"name":"EDG CPFE","version":"6.6","organization":"Edison Design Group","fullName":"Edison Design Group C/C++ Front End - 6.6","informationUri":"https://edg.com/c"}},"columnKind":"unicodeCodePoints","results":[]}]}
    "#]],
    );
}

#[test]
fn raw_listing() {
    expect![[r#"
        E "inc/put.h" 7 3 no instance of overloaded function "put" matches the argument list
        e "inc/put.h" 7 3 argument types are: (const char [2])
        e "/usr/a b.h" 1 6 number of parameters of function "put(int, int)" does not match the call
    "#]]
    .assert_eq(&listing_lines(&call(), Severity::Error));
    let warning = Diagnostic::new(codes::INTEGER_SIGN_CHANGE).at(Location::new(
        "x.cu",
        1,
        14,
        "unsigned u = -1;".as_bytes(),
    ));
    expect![[r#"
        W "x.cu" 1 14 integer conversion resulted in a change of sign
    "#]]
    .assert_eq(&listing_lines(&warning, Severity::Warning));
    expect![[r#"
        R "" 0 0 The warnings can be suppressed with "-diag-suppress <warning-number>"
    "#]]
    .assert_eq(&listing_lines(
        &Diagnostic::new(codes::SUPPRESSION_HINT),
        Severity::Remark,
    ));
}
