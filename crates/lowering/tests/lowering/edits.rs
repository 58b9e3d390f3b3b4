//! Which queries of this crate an edit runs, and how often: complete lists.

use cleave_base_db::HostSettings;
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::{database, module};

const TEXT: &str = r#"# 1 "a.cu"
struct Pair { int x, y; };
__attribute__((device)) inline int twice(int x) { return x + x; }
__attribute__((device)) inline int thrice(int x) { return x + x + x; }
template <class T> __attribute__((global)) void fill(T *p, T value) { *p = value; }
__attribute__((global)) void scale(Pair *p) { p->x = twice(p->y); }
__attribute__((device)) int table[3] = {1, 2, 3};
void launch(int *p) { fill<<<1, 1>>>(p, 2); }
int helper(int x) { return x + 1; }
"#;

/// The queries of this crate that an edit runs. The module is as it is from scratch.
fn check(from: &str, to: &str, want: Expect) {
    assert!(TEXT.contains(from), "the edit must hit");
    let (mut l, file, options) = database(TEXT, HostSettings::default());
    module(&l, file, options).expect("the text is understood");
    l.executed();
    file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
    let after = module(&l, file, options).expect("the new text is understood");
    let own = [
        "lowered_function",
        "lowered_declaration",
        "lowered_record",
        "lowered_variable",
    ];
    let ran: Vec<String> = (l.executed().into_iter())
        .filter(|line| own.contains(&line.split(" x").next().unwrap_or_default()))
        .collect();
    let ran = match ran.is_empty() {
        true => "nothing".to_owned(),
        false => ran.join("\n"),
    };
    want.assert_eq(&(ran + "\n"));
    let (fresh, file, options) = database(&TEXT.replace(from, to), HostSettings::default());
    let scratch = module(&fresh, file, options).expect("the new text is understood");
    assert_eq!(cleave_il::print(&after), cleave_il::print(&scratch));
}

#[test]
fn white_space_lowers_nothing() {
    check(
        "{ p->x = twice(p->y); }",
        "{\n  p->x = twice(p->y);\n}",
        expect![[r#"
            nothing
        "#]],
    );
}

#[test]
fn an_edit_in_a_kernel_lowers_that_kernel() {
    check(
        "twice(p->y)",
        "twice(-p->y)",
        expect![[r#"
            lowered_function
        "#]],
    );
}

#[test]
fn another_call_lowers_the_kernel_and_what_is_new() {
    check(
        "twice(p->y)",
        "thrice(p->y)",
        expect![[r#"
            lowered_function x2
        "#]],
    );
}

#[test]
fn an_edit_in_a_function_lowers_that_function() {
    check(
        "return x + x;",
        "return x - x;",
        expect![[r#"
            lowered_function
        "#]],
    );
}

#[test]
fn host_code_that_launches_nothing_new_lowers_nothing() {
    check(
        "return x + 1;",
        "return x + 2;",
        expect![[r#"
            nothing
        "#]],
    );
}

#[test]
fn a_new_launch_lowers_the_new_instance() {
    check(
        "fill<<<1, 1>>>(p, 2);",
        "fill<<<1, 1>>>(p, 2); fill<<<1, 1>>>((float *)p, 2.f);",
        expect![[r#"
            lowered_function
        "#]],
    );
}

#[test]
fn another_member_lowers_the_record_and_who_uses_it() {
    check(
        "int x, y;",
        "int x, z, y;",
        expect![[r#"
            lowered_function
            lowered_record
        "#]],
    );
}

#[test]
fn another_value_lowers_the_variable() {
    check(
        "{1, 2, 3}",
        "{1, 2, 4}",
        expect![[r#"
            lowered_variable
        "#]],
    );
}
