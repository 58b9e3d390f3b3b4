//! Edits in kernels, in host functions, and between them.

use cleave_base_db::HostSettings;
use expect_test::{Expect, expect};

use crate::check_with;

const TEXT: &str = r#"# 1 "a.cu"
__attribute__((global)) void scale(float *p, float by) { *p *= by; }
__attribute__((device)) float twice(float x) { return x + x; }
template <class T> __attribute__((global)) void fill(T *p, T value) { *p = value; }
__attribute__((managed)) int counter;
void launch(float *p) { scale<<<1, 32>>>(p, 2.f); counter = 1; }
int helper(int x) { return x + 1; }
"#;

/// What an edit of the text runs.
fn check(from: &str, to: &str, want: Expect) {
    check_with(TEXT, HostSettings::default(), from, to, want);
}

/// The same for relocatable device code, which the host half tells the linker about.
fn check_relocatable(from: &str, to: &str, want: Expect) {
    let settings = HostSettings {
        relocatable: true,
        ..HostSettings::default()
    };
    check_with(TEXT, settings, from, to, want);
}

#[test]
fn white_space_runs_no_parse_and_no_meaning() {
    check(
        "{ *p *= by; }",
        "{\n  *p  *=  by; // faster\n}\n",
        expect![[r#"
            completed_here
            host_text
            marks
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            watched_variables
        "#]],
    );
}

#[test]
fn a_line_on_top_moves_everything_and_changes_nothing() {
    check(
        "# 1 \"a.cu\"\n",
        "# 1 \"a.cu\"\n\n\n\n",
        expect![[r#"
            completed_here
            host_text
            marks
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            watched_variables
        "#]],
    );
}

#[test]
fn inside_a_kernel() {
    check(
        "*p *= by",
        "*p += by",
        expect![[r#"
            completed_here
            declarations
            flat_bodies
            function_facts
            host_text
            item_edits
            lexed
            marks
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            watched_variables
        "#]],
    );
}

#[test]
fn inside_a_host_function() {
    check(
        "return x + 1",
        "return x + 2",
        expect![[r#"
            completed_here
            declarations
            flat_bodies
            function_facts
            host_text
            item_edits
            lexed
            marks
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            watched_variables
        "#]],
    );
}

#[test]
fn inside_a_host_function_with_a_launch() {
    check(
        "<<<1, 32>>>",
        "<<<2, 64>>>",
        expect![[r#"
            completed_here
            declarations
            flat_bodies
            function_facts
            host_text
            item_edits
            lexed
            marks
            name_index
            named x8
            opened_inline
            owned
            parse_bodies
            part_nodes
            part_scopes
            scanned
            watched_variables
        "#]],
    );
}

#[test]
fn a_kernels_signature() {
    check(
        "float by)",
        "float by, int n)",
        expect![[r#"
            completed_here
            declarations
            flat_bodies
            function_facts
            function_index
            host_text
            item_edits
            lexed
            marks
            merged x5
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            watched_variables
        "#]],
    );
}

#[test]
fn inside_a_launching_function_of_relocatable_code() {
    check_relocatable(
        "counter = 1",
        "counter = 2",
        expect![[r#"
            borrowing
            callers
            completed_here
            declarations
            flat_bodies
            function_facts
            host_text
            item_edits
            lexed
            marks
            mentions
            name_index
            named x8
            opened_inline
            owned
            parse_bodies
            part_nodes
            part_scopes
            referenced_names
            scanned
            watched_variables
        "#]],
    );
}

#[test]
fn a_new_mention() {
    check_relocatable(
        "return x + 1",
        "return x + (int)sizeof(counter)",
        expect![[r#"
            borrowing
            callers
            completed_here
            declarations
            device_entities
            directives
            flat_bodies
            function_facts
            host_text
            item_edits
            lexed
            marks
            mentions
            name_class
            name_index
            named x8
            opened_in
            opened_inline
            owned
            parse_bodies
            part_nodes
            part_scopes
            reference_arrays
            referenced_names
            scanned
            watched_variables
        "#]],
    );
}

#[test]
fn white_space_in_relocatable_code() {
    check_relocatable(
        "{ *p *= by; }",
        "{\n  *p  *=  by; // faster\n}\n",
        expect![[r#"
            borrowing
            callers
            completed_here
            host_text
            marks
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            referenced_names
            scanned
            watched_variables
        "#]],
    );
}
