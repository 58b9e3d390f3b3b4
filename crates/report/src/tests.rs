use cleave_base_db::{HostSettings, RootDatabase};
use cleave_diagnostics::Action;
use expect_test::expect;

use super::*;

/// What is reported of a program, as an editor would ask for it: a text in memory, and no files.
fn reported(text: &str, over: Over, control: impl Fn(&mut Control)) -> String {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let unit = Unit {
        db: &db,
        file,
        options: HostOptions::new(&db, HostSettings::default()),
        is_there: &|path| path == Path::new("there.h"),
    };
    let options = Options {
        pass: over.pass(),
        keep: true,
        ..Options::default()
    };
    let mut settings = Control::new(over.pass());
    control(&mut settings);
    let report = report(unit, over, options, settings).finish();
    let mut out = String::new();
    for r in &report.reported {
        let d = &r.diagnostic;
        let at = d.at.as_ref().map(|at| (at.line, at.column));
        let (line, column) = at.unwrap_or_default();
        out += &format!("{line}:{column} {} {:?}\n", d.code, r.severity);
    }
    out
}

/// Findings of the rules, of the parser and of directives, which are found one kind after the other. Nothing is read behind a
/// missing file.
const MIXED: &str = "\
#include \"there.h\"
int a = undefined_name;
#warning careful
int b = ;
#pragma nv_diag_suppress 20
int c = undefined_name;
#include \"missing.h\"
int d = other_name;
";

#[test]
fn everything_comes_in_the_order_of_the_text() {
    expect![[r#"
        2:9 20 Error
        3:2 1105 Warning
        4:9 29 Error
        7:21 1696 Catastrophe
    "#]]
    .assert_eq(&reported(MIXED, Over::Host, |_| {}));
}

#[test]
fn options_control_what_is_reported() {
    expect![[r#"
        2:9 20 Error
        3:2 1105 DiscretionaryError
        4:9 29 Error
        7:21 1696 Catastrophe
    "#]]
    .assert_eq(&reported(MIXED, Over::Host, |control| {
        control.set(codes::WARNING_DIRECTIVE, Action::Error);
        control.set(codes::UNDEFINED_IDENTIFIER, Action::Suppress);
    }));
}

#[test]
fn each_pass_has_its_own() {
    let text =
        "__attribute__((device)) void f() {\n#pragma unroll\nint x;\n#pragma bogus\nx = 1;\n}\n";
    let device = Over::Device { architecture: None };
    let both = [
        reported(text, Over::Host, |_| {}),
        reported(text, device, |_| {}),
    ];
    expect![[r#"
        2:9 607 Warning
        --
        2:9 607 Warning
        4:9 20199 Warning
        3:5 550 Warning
    "#]]
    .assert_eq(&both.join("--\n"));
}
