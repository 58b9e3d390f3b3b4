use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use cleave_diagnostics::Pass;
use expect_test::expect;

use super::Places;

/// The numbers of what is wrong with the pragmas of a program, with their lines.
fn found(text: &str, pass: Pass) -> String {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let options = HostOptions::new(&db, HostSettings::default());
    let places = Places::new(&db, file);
    let mut out = String::new();
    for (_, d) in places.placed_pragmas(file, options, pass) {
        let line = d.at.as_ref().map_or(0, |at| at.line);
        out.push_str(&format!("{line}: {}\n", d.code));
    }
    out
}

#[test]
fn the_check_of_calls_is_for_declarations() {
    let p = "#pragma nv_exec_check_disable\n";
    let text = format!(
        "{p}int a;\n{p};\n{p}using N::q;\nstruct S {{\n{p}int m;\n{p}}};\nvoid f() {{\n{p}int b;\n{p}b = 1;\n{p};\n{p}l: b = 2;\nif (b)\n{p}\
         b = 3;\n{p}{{ }}\n{p}}}\nnamespace N {{\n{p}}}\nenum {{\n{p}e }};\n{p}"
    );
    expect![[r#"
        3: 609
        5: 609
        10: 606
        15: 606
        17: 609
        19: 609
        22: 606
        24: 606
        26: 609
        29: 606
        32: 606
        34: 606
    "#]]
    .assert_eq(&found(&text, Pass::Host));
}

#[test]
fn loops_are_unrolled() {
    let device = "__attribute__((device)) void f(int n) {\n";
    let text = format!(
        "{device}#pragma unroll\nfor (;;) ;\n#pragma unroll 4\nwhile (n) ;\n#pragma unroll (0)\ndo ; while (n);\n#pragma unroll -1\nfor (;;) ;\n\
         #pragma unroll 2147483648\nfor (;;) ;\n#pragma unroll 4 5\nfor (;;) ;\n#pragma unroll N\nfor (;;) ;\n#pragma unroll\nn = 1;\n\
         #pragma unroll\nint x;\n#pragma unroll\n;\n#pragma nounroll\nfor (;;) ;\n#pragma omp x\nn = 2;\n}}\n\
         void h(int n) {{\n#pragma unroll 0\nfor (;;) ;\n#pragma unroll\nn = 1;\n#pragma unroll\nint x;\n#pragma bogus\nn = 3;\n}}\n\
         template <class T> {device}#pragma unroll 0\nfor (;;) ;\n}}\n"
    );
    expect![[r#"
        6: 20168
        8: 20168
        10: 20167
        12: 20170
        14: 20
        14: 20169
        16: 20058
        18: 607
        20: 609
        22: 20199
        32: 607
    "#]]
    .assert_eq(&found(&text, Pass::Device));
    expect![[r#"
        18: 607
        20: 609
        32: 607
    "#]]
    .assert_eq(&found(&text, Pass::Host));
}
