//! Edits that what the text says of types depends on, or does not: inherited types, types that are written out, operators.

use cleave_base_db::HostSettings;
use expect_test::expect;

use crate::check_with;

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
            candidates
            completed_here
            declarations
            directives
            flat_bodies
            function_facts
            host_text
            identities x2
            is_of_user
            item_edits
            item_hir
            lexed
            lowered_signature
            marks
            name_index
            named x9
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            sole_names x2
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
            candidates
            completed_here
            declarations
            directives
            flat_bodies
            function_facts
            host_text
            identities x2
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
            sole_names
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
            class_scopes
            completed_here
            declarations
            directives
            first_declaration
            flat_bodies
            function_facts
            host_text
            identities x2
            item_edits x2
            item_hir
            levels
            lexed
            lowered_signature
            marks
            members
            name_index
            named x9
            namespace_decls
            opened_inline
            owned
            part_nodes
            part_scopes
            qualifier_of
            scanned
            sole_names
            specialization
            specializations
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
            candidates
            class_scopes
            completed_here
            declarations
            directives
            first_declaration
            flat_bodies
            function_facts
            host_text
            identities x2
            inherits_type
            is_of_user
            item_edits x2
            item_hir
            levels
            lexed
            lowered_signature
            marks
            member
            members
            name_index
            named x9
            namespace_decls
            opened_inline
            owned
            part_nodes
            part_scopes
            scanned
            sole_names x2
            specialization
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
            candidates x6
            completed_here
            declarations
            directives
            flat_bodies
            function_facts
            host_text
            identities x9
            is_of_user x10
            item_edits
            item_hir
            item_id_of_node x2
            item_text x2
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_index
            named x15
            opened_inline
            owned
            part_nodes
            part_scopes
            required_by
            scanned
            sole_names x7
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
            candidates x6
            chosen x3
            completed_here
            declarations
            declared_outline
            declaring_text
            directives
            first_declaration
            flat_bodies
            host_text
            identities x9
            is_completed
            is_of_user x10
            item_edits x2
            item_hir
            item_id_of_node x2
            item_spans
            item_text x2
            levels
            lexed
            lowered_signature
            marks
            name_index
            named x15
            namespace_decls
            opened_inline
            owned
            part_nodes
            part_scopes
            required_by x2
            scanned
            sole_names x7
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
            candidates x7
            completed_here
            declarations
            directives
            first_declaration
            flat_bodies
            function_facts
            host_text
            identities x9
            is_completed
            is_of_user x10
            item_edits x2
            item_hir
            item_id_of_node x2
            item_text x2
            levels
            lexed
            lowered_bodies
            lowered_signature
            marks
            member
            members
            name_class x2
            name_index
            named x16
            namespace_decls
            opened_inline
            outside_of
            owned
            part_nodes
            part_scopes
            question x2
            required_by
            scanned
            sole_names x7
            specialization
            typed_body
            written_types x2
        "#]],
    );
}

const MEMBERS: &str = r#"# 1 "a.cu"
template <class T> struct Box { using type = T; };
struct Boxed { Box<Box<int>::type> box; void none(int &x) { x = x + 1; } void one(int &x) { x = sizeof(Box<int>); } };
"#;

#[test]
fn a_body_without_template_ids_is_not_typed_for_what_is_written_out() {
    check_with(
        MEMBERS,
        HostSettings::default(),
        "x + 1",
        "x + 2",
        expect![[r#"
            body_hir x2
            body_spans
            body_start
            candidates
            completed_here
            declarations
            directives
            flat_bodies
            function_facts
            host_text
            identities x2
            is_of_user
            item_edits
            item_hir
            item_spans
            item_text
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_index
            named x10
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            scanned
            sole_names x2
            written_types
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
            candidates x3
            completed_here
            declarations
            declared_signature
            defaults
            directives
            fingerprint
            first_declaration
            flat_bodies
            function_facts
            host_text
            identities x4
            is_of_user x3
            item_edits
            item_hir
            levels
            lexed
            lowered_bodies
            lowered_signature
            marks
            member
            name_index
            named x12
            namespace_decls x2
            namespaces_named
            opened_inline
            outside_of
            overridden
            owned
            parameters
            part_nodes
            part_scopes
            question x2
            result_type
            returned_operators
            scanned
            sole_names x4
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
            candidates x2
            completed_here
            declarations
            directives
            flat_bodies
            function_facts
            host_text
            identities x4
            is_of_user x3
            item_edits
            item_hir
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_index
            named x11
            opened_inline
            owned
            part_nodes
            part_scopes
            returned_operators
            scanned
            sole_names x4
            typed_body
            using_enums
        "#]],
    );
}
