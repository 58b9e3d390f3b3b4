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

/// The queries of this crate that an edit runs.
fn check(from: &str, to: &str, want: Expect) {
    assert!(TEXT.contains(from), "the edit must hit");
    let (mut l, file, options) = database(TEXT, HostSettings::default());
    listed(&l, file, options);
    l.executed();
    file.set_text(&mut l.db).to(TEXT.replace(from, to).into());
    let after = listed(&l, file, options);
    let own = [
        "rooted_items",
        "definitions",
        "edges",
        "needed",
        "roots",
        "used_by",
    ];
    let ran: Vec<String> = (l.executed().into_iter())
        .filter(|line| own.contains(&line.split(" x").next().unwrap_or_default()))
        .collect();
    want.assert_eq(&(ran.join("\n") + "\n"));
    let (fresh, file, options) = database(&TEXT.replace(from, to), HostSettings::default());
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
