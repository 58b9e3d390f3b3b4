//! Edits in extended lambdas and beside them.

use cleave_base_db::HostSettings;
use expect_test::{Expect, expect};

use crate::check_with;

/// What an edit of a text with extended lambdas runs.
fn check_lambdas(from: &str, to: &str, want: Expect) {
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    check_with(LAMBDAS, settings, from, to, want);
}

const LAMBDAS: &str = r#"# 1 "a.cu"
struct __attribute__((device_builtin)) __nv_lambda_preheader_injection { };
template <class F> __attribute__((global)) void run(F f) { f(); }
struct Sum { int total; void add(int n); };
void Sum::add(int n) { run<<<1, 1>>>([=] __attribute__((device)) () { use(total + n); }); }
void launch(float *p, int n) { run<<<1, 1>>>([=] __attribute__((device)) () { p[n] = 1; }); }
int helper(int x) { return x + 1; }
"#;

#[test]
fn inside_an_extended_lambda() {
    check_lambdas(
        "p[n] = 1",
        "p[n] += 2",
        expect![[r#"
            classes_of
            completed_here
            declarations
            directives
            extended_lambdas
            flat_bodies
            function_facts
            host_text
            item_edits
            item_scope
            item_text
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
            watched_members
            watched_variables
        "#]],
    );
}

#[test]
fn an_extended_lambda_captures_less() {
    check_lambdas(
        "p[n] = 1",
        "*p = 1",
        expect![[r#"
            capture_counts
            classes_of
            completed_here
            declarations
            directives
            extended_lambdas
            flat_bodies
            function_facts
            host_text
            item_edits
            item_scope
            item_text
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
            templates
            watched_members
            watched_variables
        "#]],
    );
}

#[test]
fn a_class_whose_members_lambdas_use() {
    check_lambdas(
        "int total;",
        "int total, more;",
        expect![[r#"
            classes_of
            completed_here
            declarations
            directives
            extended_lambdas
            flat_bodies
            function_facts
            function_index
            host_text
            item_edits
            item_scope
            item_text
            lexed
            marks
            merged
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            watched_members
            watched_variables
        "#]],
    );
}

#[test]
fn beside_extended_lambdas() {
    check_lambdas(
        "return x + 1",
        "return x + 2",
        expect![[r#"
            classes_of
            completed_here
            declarations
            directives
            flat_bodies
            function_facts
            host_text
            item_edits
            item_scope
            item_text
            lexed
            marks
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            watched_members
            watched_variables
        "#]],
    );
}

/// The wrappers' text depends on the toolkit: it is made again when its headers become another release's, and the user's items
/// are not read again. [`beside_extended_lambdas`] has no `templates`: no edit of the user's code comes that far.
#[test]
fn another_toolkit() {
    let (old, new) = ("struct cudaDevSmResource;", "struct cudaHostTaskSyncMode; ");
    let header = format!("# 1 \"driver_types.h\" 1\n{old}\n# 1 \"a.cu\" 2\n");
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    check_with(
        &LAMBDAS.replacen("# 1 \"a.cu\"\n", &format!("# 1 \"a.cu\"\n{header}"), 1),
        settings,
        old,
        new,
        expect![[r#"
            capture_counts
            classes_of
            completed_here
            declarations
            directives
            flat_bodies
            function_facts x6
            function_index
            host_text
            item_edits x6
            item_map
            item_scope
            item_text
            items
            lexed
            marks
            merged
            name_index
            named x8
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            templates
            toolkit_of
            watched_members
            watched_variables
        "#]],
    );
}

const RESULTS: &str = r#"# 1 "a.cu"
struct __attribute__((device_builtin)) __nv_lambda_preheader_injection { };
template <class F> __attribute__((global)) void run(F f) { f(1); }
void launch(float *p) { run<<<1, 1>>>([=] __attribute__((device)) (int i) -> auto { float x = p[i]; if (x > 1) return x; return x * x; }); }
int helper(int x) { return x + 1; }
"#;

#[test]
fn what_an_extended_lambda_returns_is_asked_again_with_its_body() {
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    check_with(
        RESULTS,
        settings,
        "x * x",
        "x + x",
        expect![[r#"
            all_declarations
            body_hir
            body_spans
            body_start
            candidates
            closure_results
            completed_here
            declarations
            declared_signature
            deduced_return
            defaults
            directives
            extended_lambdas
            flat_bodies
            function_facts
            host_text
            identities x2
            is_of_user x2
            item_edits
            item_hir
            levels
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_index
            named x9
            opened_inline
            owned
            parameters
            parse_bodies
            part_nodes
            part_scopes
            result_type
            scanned
            sole_names x2
            typed_body x2
            using_enums
            watched_variables
        "#]],
    );
}

#[test]
fn what_an_extended_lambda_returns_is_not_asked_for_another_function() {
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    check_with(
        RESULTS,
        settings,
        "return x + 1",
        "return x + 2",
        expect![[r#"
            candidates
            completed_here
            declarations
            directives
            flat_bodies
            function_facts
            host_text
            identities x2
            is_of_user x2
            item_edits
            lexed
            marks
            name_index
            named x9
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            sole_names x2
            using_enums
            watched_variables
        "#]],
    );
}
