//! Which queries of this crate an edit runs, and how often: complete lists.

use cleave_base_db::HostSettings;
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::{database, listed};

const TEXT: &str = r#"# 1 "a.cu"
__attribute__((device)) inline int twice(int x) { return x + x; }
__attribute__((device)) inline int thrice(int x) { return x + x + x; }
template <class T> __attribute__((global)) void fill(T *p, T value) { *p = value; }
__attribute__((global)) void scale(int *p) { *p = twice(*p); }
__attribute__((device)) int table[3];
void launch(int *p) { fill<<<1, 1>>>(p, 2); }
int helper(int x) { return x + 1; }
"#;

/// The queries of this crate.
const OWN: [&str; 6] = [
    "rooted_items",
    "definitions",
    "edges",
    "needed",
    "roots",
    "used_by",
];

/// The queries of this crate that an edit runs.
fn check(from: &str, to: &str, want: Expect) {
    run(TEXT, &OWN, HostSettings::default(), from, to, want);
}

/// Those among some queries that an edit runs.
fn run(text: &str, own: &[&str], settings: HostSettings, from: &str, to: &str, want: Expect) {
    assert!(text.contains(from), "the edit must hit");
    let (mut l, file, options) = database(text, settings.clone());
    listed(&l, file, options);
    l.executed();
    file.set_text(&mut l.db).to(text.replace(from, to).into());
    let after = listed(&l, file, options);
    let ran: Vec<String> = (l.executed().into_iter())
        .filter(|line| own.contains(&line.split(" x").next().unwrap_or_default()))
        .collect();
    let lines: String = ran.iter().map(|line| format!("{line}\n")).collect();
    want.assert_eq(&lines);
    let (fresh, file, options) = database(&text.replace(from, to), settings);
    assert_eq!(after, listed(&fresh, file, options), "as from scratch");
}

#[test]
fn white_space_reads_which_items_there_are() {
    check(
        "{ *p = twice(*p); }",
        "{\n  *p = twice(*p);\n}",
        expect![[r#"
            rooted_items
        "#]],
    );
}

#[test]
fn another_operator_in_a_kernel_reads_its_edges() {
    check(
        "twice(*p)",
        "twice(-*p)",
        expect![[r#"
            edges
            rooted_items
            roots
            used_by
        "#]],
    );
}

#[test]
fn another_function_called_in_a_kernel_changes_what_is_needed() {
    check(
        "twice(*p)",
        "thrice(*p)",
        expect![[r#"
            definitions
            edges
            needed
            rooted_items
            roots
            used_by
        "#]],
    );
}

#[test]
fn a_number_in_host_code_changes_nothing() {
    check(
        "x + 1",
        "x + 2",
        expect![[r#"
            edges
            rooted_items
            roots
        "#]],
    );
}

#[test]
fn a_launch_with_another_type_makes_another_instance() {
    check(
        "void launch(int *p)",
        "void launch(char *p)",
        expect![[r#"
            definitions
            edges
            needed
            rooted_items
            roots
            used_by
        "#]],
    );
}

#[test]
fn a_new_function_is_a_new_root() {
    check(
        "int helper",
        "int another() { return 1; }\nint helper",
        expect![[r#"
            definitions
            edges
            needed
            rooted_items
            roots
            used_by
        "#]],
    );
}

const TEMPLATES: &str = r#"# 1 "a.cu"
constexpr int size(int x) { return x; }
constexpr int bound(int x) { return x; }
template <class T, int N = size(sizeof(T))> void f(T) {}
template <class T> struct C {
  template <int N = bound(sizeof(T))> void m() {}
  int x;
};
template <class T> constexpr T half(T x) { T y = x / 2; return y; }
template <int N> struct D { static const int n = N, v = bound(n); int g() { return 1; } };
int use(C<int> *c) { f(1); return c->x + half(c->x); }
int made(D<3> *d) { return d->g(); }
int other(int x) { return x + 1; }
"#;

/// The queries that look at templates and their instances.
fn check_templates(from: &str, to: &str, want: Expect) {
    let own = [
        "called_in_class",
        "called_in_members",
        "calling",
        "calls",
        "edges",
        "has_calling_members",
        "meets_requirements",
        "needed",
    ];
    let settings = HostSettings {
        relaxed_constexpr: true,
        ..HostSettings::default()
    };
    run(TEMPLATES, &own, settings, from, to, want);
}

#[test]
fn host_code_looks_at_no_template_again() {
    check_templates(
        "x + 1",
        "x + 2",
        expect![[r#"
        edges
    "#]],
    );
}

#[test]
fn a_default_template_argument_is_looked_at_for_the_instances_of_its_template() {
    check_templates(
        "N = size(",
        "N = bound(",
        expect![[r#"
        calls x2
        edges x2
        needed
    "#]],
    );
}

#[test]
fn a_member_template_is_looked_at_for_its_class() {
    check_templates(
        "N = bound(",
        "N = size(",
        expect![[r#"
        called_in_class
        calls x2
        edges
        has_calling_members
        needed
    "#]],
    );
}

#[test]
fn an_initialiser_of_a_member_is_looked_at_for_its_class() {
    check_templates(
        "v = bound(",
        "v = size(",
        expect![[r#"
            called_in_members
            calling
            edges
            needed
        "#]],
    );
}

#[test]
fn a_variable_without_a_value_makes_an_instance_that_is_not_constexpr() {
    check_templates(
        "T y = x / 2;",
        "T y; y = x / 2;",
        expect![[r#"
        edges x2
        meets_requirements
    "#]],
    );
}

const BASES: &str = r#"# 1 "a.cu"
namespace {
struct A { int x; __attribute__((device)) A() { x = 1; } };
struct B : A {};
}
__attribute__((device)) inline int of(const A &a) { return a.x; }
__attribute__((global)) void k(int *p) { A a; p[0] = of(a); }
"#;

#[test]
fn another_class_that_is_made_reads_which_bases_are_used() {
    run(
        BASES,
        &["definitions", "used_as_bases"],
        HostSettings::default(),
        "A a;",
        "B a;",
        expect![[r#"
            definitions
            used_as_bases
        "#]],
    );
    run(
        BASES,
        &["definitions", "used_as_bases"],
        HostSettings::default(),
        "p[0] =",
        "p[1] =",
        expect![""],
    );
}
