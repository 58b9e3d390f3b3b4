//! What becomes of virtual tables in C: variables of the file stay, those behind functions may be dropped, and functions of these may stay.

use std::fmt::Write as _;

use cleave_base_db::HostSettings;
use cleave_il::c::{Purpose, print};
use expect_test::{Expect, expect};

use crate::{database, module};

const CLASSES: &str = "
    struct A { int x; __attribute__((device)) virtual int f() { return x; } };
    struct B : A { __attribute__((device)) int f() override { return 2; } };
    ";

/// Says of each virtual table whether it stays, and which functions stay that nothing calls.
fn check(text: &str, want: Expect) {
    let text = format!("{CLASSES}{text}");
    let (l, file, options) = database(&text, HostSettings::default());
    let module = module(&l, file, options).expect("the text is understood");
    let mut out = String::new();
    for line in print(&module, Purpose::Compiling).lines() {
        let head = line.split(['(', ')', '[', ' ', '{']);
        let name = |start: &str| {
            head.clone()
                .find(|word| word.contains(start))
                .map(str::to_owned)
        };
        if line.ends_with("};")
            && line.starts_with("static __attribute__((device)) const long _ZTV")
        {
            let _ = writeln!(out, "{} stays", name("_ZTV").unwrap_or_default());
        } else if line.contains("return &object; }") {
            let name = name("__place_of").unwrap_or_default();
            let _ = writeln!(out, "{} may go", name.trim_start_matches("*__place_of"));
        } else if line.contains("__used__") && line.ends_with(");") {
            let _ = writeln!(out, "{} is left", name("_ZN").unwrap_or_default());
        }
    }
    want.assert_eq(&out);
}

/// (reference: device-half, Virtual tables)
#[test]
fn a_table_stays_where_others_see_the_object() {
    check(
        "__attribute__((global)) void k(A **o) { *o = new B; }",
        expect![[r#"
            _ZTV1B stays
            _ZTV1A may go
        "#]],
    );
    check(
        "__attribute__((device)) __attribute__((noinline)) int call(A *a) { return a->f(); }
         __attribute__((global)) void k(int *o) { B b; *o = call(&b); }",
        expect![[r#"
            _ZTV1B stays
            _ZTV1A may go
        "#]],
    );
    // Of a constant of the host's view others see all.
    check(
        "__attribute__((device)) B b = {};",
        expect![[r#"
        _ZTV1B stays
    "#]],
    );
}

/// (reference: device-half, Virtual tables)
#[test]
fn a_table_goes_where_nobody_else_sees_the_object() {
    // No virtual call reads it.
    check(
        "__attribute__((global)) void k(int *o) { B b; *o = b.f(); }",
        expect![[r#"
            _ZTV1B may go
            _ZTV1A may go
        "#]],
    );
    // It is known which function is called, but only after the constructor is inlined.
    check(
        "__attribute__((global)) void k(int *o) { B b; A *a = &b; *o = a->f(); }",
        expect![[r#"
            _ZN1B1fEv is left
            _ZTV1B may go
            _ZTV1A may go
        "#]],
    );
}

/// (reference: device-half, Virtual tables)
#[test]
fn tables_stay_that_code_chooses_from() {
    check(
        "__attribute__((global)) void k(int *o, int i) { A a; B b; A *p = i ? &a : (A *)&b; *o = p->f(); }",
        expect![[r#"
            _ZTV1A stays
            _ZTV1B stays
        "#]],
    );
    check(
        "__attribute__((global)) void k(int *o, int i) { A a; B b; A *p[2] = {&a, &b}; *o = p[i]->f(); }",
        expect![[r#"
            _ZTV1A stays
            _ZTV1B stays
        "#]],
    );
}

/// (reference: device-half, Virtual tables)
#[test]
fn a_table_that_another_one_takes_the_place_of_goes() {
    // Between the two nothing is stored.
    check(
        "struct C : B { __attribute__((device)) int f() override { return 3; } };
         __attribute__((global)) void k(A **o) { *o = new C; }",
        expect![[r#"
            _ZTV1C stays
            _ZTV1B may go
            _ZTV1A may go
        "#]],
    );
    // A member is.
    check(
        "struct M { int m; __attribute__((device)) M(int i) : m(i) {} __attribute__((device)) virtual int g() { return m; } };
         struct N : M { __attribute__((device)) N(int i) : M(i) {} __attribute__((device)) int g() override { return 2; } };
         __attribute__((global)) void k(int *o, int i) { N n(i); M &m = n; *o = m.g(); }",
        expect![[r#"
            _ZN1N1gEv is left
            _ZN1M1gEv is left
            _ZTV1N may go
            _ZTV1M may go
        "#]],
    );
}
