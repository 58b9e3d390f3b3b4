//! The incremental contract of the host half: which queries each kind of edit may run, as exact lists.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use cleave_host::host_text;
use expect_test::{Expect, expect};
use salsa::Setter;

const TEXT: &str = r#"# 1 "a.cu"
__attribute__((global)) void scale(float *p, float by) { *p *= by; }
__attribute__((device)) float twice(float x) { return x + x; }
template <class T> __attribute__((global)) void fill(T *p, T value) { *p = value; }
__attribute__((managed)) int counter;
void launch(float *p) { scale<<<1, 32>>>(p, 2.f); counter = 1; }
int helper(int x) { return x + 1; }
"#;

/// Runs the host pass, edits, runs it again, and says what ran the second time.
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

fn check_with(text: &str, settings: HostSettings, from: &str, to: &str, want: Expect) {
    assert!(text.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..settings
    };
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, settings);
    let before = host_text(&l.db, file, options).to_owned();
    let first = l.executed();
    assert!(
        first.iter().any(|q| q.starts_with("declarations x")),
        "the first run reads: {first:?}"
    );
    file.set_text(&mut l.db).to(text.replace(from, to).into());
    let after = host_text(&l.db, file, options).to_owned();
    let ran = l.executed().join("\n") + "\n";
    // The text of everybody else's items must not move.
    let scale = |t: &str| {
        t.lines()
            .find(|l| l.contains("void scale"))
            .map(str::to_owned)
    };
    if !from.contains("scale") && !from.contains("by") {
        assert_eq!(scale(&before), scale(&after));
    }
    want.assert_eq(&ran);
}

#[test]
fn white_space_runs_no_parse_and_no_meaning() {
    check(
        "{ *p *= by; }",
        "{\n  *p  *=  by; // faster\n}\n",
        expect![[r#"
            host_text
            item_map
            items
            skeleton
            toolkit_of
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
            host_text
            item_map
            items
            skeleton
            toolkit_of
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
            declarations
            function_facts
            host_text
            item_edits
            item_map
            items
            lexed
            skeleton
            toolkit_of
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
            declarations
            function_facts
            host_text
            item_edits
            item_map
            items
            lexed
            skeleton
            toolkit_of
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
            declarations
            function_facts
            host_text
            item_edits
            item_map
            items
            lexed
            parse_bodies
            skeleton
            toolkit_of
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
            declarations
            function_facts
            function_index
            host_text
            item_edits
            item_map
            items
            lexed
            merged x5
            redeclared_variables
            skeleton
            toolkit_of
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
            declarations
            function_facts
            host_text
            item_edits
            item_map
            items
            lexed
            mentions
            parse_bodies
            referenced_names
            skeleton
            toolkit_of
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
            declarations
            device_entities
            directives
            function_facts
            host_text
            item_edits
            item_map
            items
            lexed
            mentions
            name_class
            name_index
            named
            opened_in
            parse_bodies
            reference_arrays
            referenced_names
            skeleton
            toolkit_of
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
            host_text
            item_map
            items
            referenced_names
            skeleton
            toolkit_of
            watched_variables
        "#]],
    );
}

/// The same for a text with extended lambdas.
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
            declarations
            extended_lambdas
            function_facts
            host_text
            item_edits
            item_map
            item_scope
            items
            lexed
            parse_bodies
            skeleton
            toolkit_of
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
            declarations
            extended_lambdas
            function_facts
            host_text
            item_edits
            item_map
            item_scope
            items
            lexed
            parse_bodies
            skeleton
            templates
            toolkit_of
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
            declarations
            extended_lambdas
            function_facts
            function_index
            host_text
            item_edits
            item_map
            item_scope
            items
            lexed
            merged
            skeleton
            toolkit_of
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
            declarations
            function_facts
            host_text
            item_edits
            item_map
            item_scope
            items
            lexed
            skeleton
            toolkit_of
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
            declarations
            function_facts x6
            function_index
            host_text
            item_edits x6
            item_map
            item_scope
            items
            lexed
            merged
            skeleton
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
            candidates x3
            closure_results
            declarations
            declared_signature
            deduced_return
            defaults
            directives
            extended_lambdas
            function_facts
            host_text
            identities x2
            is_of_user x2
            item_edits
            item_hir
            item_id
            item_id_text x2
            item_map
            items
            levels
            lexed
            lowered_bodies
            lowered_signature
            name_index
            named x3
            parameters
            parse_bodies
            places_of_words
            result_type
            skeleton
            toolkit_of
            typed_body x2
            user_items_with
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
            candidates x3
            declarations
            directives
            function_facts
            host_text
            identities x2
            is_of_user x2
            item_edits
            item_id
            item_id_text x2
            item_map
            items
            lexed
            name_index
            named x3
            places_of_words
            skeleton
            toolkit_of
            user_items_with
            using_enums
            watched_variables
        "#]],
    );
}

const INHERITED: &str = r#"# 1 "a.cu"
struct Base { struct Shape { int n; }; int area() { return 3; } };
struct Derived : Base { Shape Shape; };
int scale(int by) { return by; }
"#;

#[test]
fn a_base_keeps_the_types_that_others_inherit() {
    check_with(
        INHERITED,
        HostSettings::default(),
        "return 3",
        "return 4",
        expect![[r#"
            candidates x3
            declarations
            directives
            function_facts
            host_text
            identities x2
            is_of_user
            item_edits
            item_hir
            item_id
            item_id_text x2
            item_map
            items
            lexed
            lowered_signature
            name_index
            named x3
            skeleton
            toolkit_of
        "#]],
    );
}

/// A class that is defined outside of its template, with members called like types around it.
const OUTSIDE: &str = "# 1 \"a.cu\"
template <class T> struct Plan { struct Stage; struct Shape { int n; }; };
template <class T> struct Plan<T>::Stage { using Shape = Shape; };
int twice(int n) { return n + n; }
";

#[test]
fn a_body_after_a_class_that_is_defined_outside() {
    check_with(
        OUTSIDE,
        HostSettings::default(),
        "n + n",
        "2 * n",
        expect![[r#"
            candidates x2
            declarations
            directives
            function_facts
            host_text
            identities x2
            item_edits
            item_id
            item_id_text x2
            item_map
            items
            lexed
            name_index
            named x2
            skeleton
            toolkit_of
        "#]],
    );
}

#[test]
fn a_template_loses_a_type_of_a_class_that_is_defined_outside() {
    check_with(
        OUTSIDE,
        HostSettings::default(),
        "struct Shape {",
        "struct Form {",
        expect![[r#"
            all_declarations
            bases
            candidates
            class_names
            class_scopes
            declarations
            directives
            first_declaration
            function_facts
            group
            host_text
            identities x2
            item_edits x2
            item_hir
            item_id
            item_id_text x2
            item_map
            items
            levels
            lexed
            lowered_signature
            members
            name_index
            named
            namespace_decls
            qualifier_of
            skeleton
            specialization
            specializations
            toolkit_of
            type_around
        "#]],
    );
}

#[test]
fn a_base_loses_a_type_that_others_inherit() {
    check_with(
        INHERITED,
        HostSettings::default(),
        "struct Shape {",
        "struct Form {",
        expect![[r#"
            all_declarations
            bases x2
            candidates x2
            class_names
            class_scopes
            declarations
            directives
            first_declaration
            function_facts
            group
            host_text
            identities x2
            inherits_type
            is_of_user
            item_edits x2
            item_hir
            item_id
            item_id_text x2
            item_map
            items
            levels
            lexed
            lowered_signature
            member
            members
            name_index
            named x2
            namespace_decls
            skeleton
            specialization
            toolkit_of
        "#]],
    );
}

const CONSTANTS: &str = r#"# 1 "a.cu"
template <auto v> struct Constant { };
template <int v> using Int = Constant<v>;
template <class... T> struct Tuple { };
template <class T, class U = void, class Enable = void> struct Kernel;
template <class T, class U> struct Kernel<T, U, typename T::type> { using P = int; };
struct Shape { using type = void; static constexpr int rows = 4; };
using Op = Tuple<Int<4>>;
Tuple<Op> tuple;
Kernel<Shape> *kernel;
int helper(int x) { return x + 1; }
"#;

#[test]
fn a_type_written_out_is_not_asked_for_again() {
    check_with(
        CONSTANTS,
        HostSettings::default(),
        "x + 1",
        "x + 2",
        expect![[r#"
            body_hir
            candidates x9
            declarations
            directives
            function_facts
            host_text
            identities x9
            is_of_user x10
            item_edits
            item_hir
            item_id x10
            item_id_text x10
            item_map
            item_text x2
            items
            lexed
            lowered_bodies
            lowered_signature
            name_index
            named x9
            required_by
            skeleton
            toolkit_of
            typed_body
        "#]],
    );
}

#[test]
fn a_type_written_out_follows_its_alias() {
    check_with(
        CONSTANTS,
        HostSettings::default(),
        "Int<4>>;",
        "Int<5>>;",
        expect![[r#"
            alias_target x2
            candidates x9
            chosen x3
            declarations
            declared_outline
            declaring_text
            directives
            first_declaration
            group
            host_text
            identities x9
            is_completed
            is_of_user x10
            item_edits x2
            item_hir
            item_id x10
            item_id_text x10
            item_map
            item_spans
            item_text x2
            items
            levels
            lexed
            lowered_signature
            name_index
            named x9
            namespace_decls
            required_by x2
            skeleton
            toolkit_of
            written_types x2
        "#]],
    );
}

#[test]
fn what_makes_a_class_complete_is_asked_of_the_code_that_changed() {
    check_with(
        CONSTANTS,
        HostSettings::default(),
        "return x + 1",
        "return Kernel<Shape>::P(x)",
        expect![[r#"
            alias_target
            all_declarations
            body_hir
            body_spans
            body_start
            candidates x10
            declarations
            directives
            first_declaration
            function_facts
            host_text
            identities x9
            is_completed
            is_of_user x10
            item_edits x2
            item_hir
            item_id x10
            item_id_text x10
            item_map
            item_text x2
            items
            levels
            lexed
            lowered_bodies
            lowered_signature
            member
            members
            name_class_of_id x2
            name_index
            named x10
            namespace_decls
            outside_of
            question x2
            required_by
            skeleton
            specialization
            toolkit_of
            typed_body
            typed_default
            written_types x2
        "#]],
    );
}

const STREAMED: &str = r#"# 1 "a.cu"
struct Text { Text(int); ~Text(); };
struct Log { Log &operator<<(const Text &); Log &operator+=(const Text &); Log &add(const Text &); };
Log &first(Log &log, int x) { return log << x; }
Log &second(Log &log, int x) { return log << x + 1; }
"#;

#[test]
fn a_returned_operator_is_looked_up_in_the_function_that_changed() {
    check_with(
        STREAMED,
        HostSettings::default(),
        "log << x; }",
        "log += x; }",
        expect![[r#"
            all_declarations
            body_hir
            body_spans
            body_start
            candidates x6
            declarations
            declared_signature
            defaults
            directives
            explicit_for
            fingerprint
            first_declaration
            function_facts
            host_text
            identities x4
            is_of_user x3
            item_edits
            item_hir
            item_id x2
            item_id_text x4
            item_map
            items
            levels
            lexed
            lowered_bodies
            lowered_signature
            member
            name_index
            named x6
            namespace_decls x2
            namespaces_named
            outside_of
            overridden
            parameters
            question x2
            result_type
            returned_operators
            skeleton
            toolkit_of
            typed_body
            using_enums
        "#]],
    );
}

#[test]
fn an_operators_parentheses_do_not_change_with_its_operands() {
    check_with(
        STREAMED,
        HostSettings::default(),
        "x + 1",
        "x + 2",
        expect![[r#"
            body_hir
            body_spans
            body_start
            candidates x5
            declarations
            directives
            function_facts
            host_text
            identities x4
            is_of_user x3
            item_edits
            item_hir
            item_id x2
            item_id_text x4
            item_map
            items
            lexed
            lowered_bodies
            lowered_signature
            name_index
            named x5
            returned_operators
            skeleton
            toolkit_of
            typed_body
            using_enums
        "#]],
    );
}
