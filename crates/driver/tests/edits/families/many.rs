//! Edits where there is much of something, which is looked up by tables.

use std::fmt::Write as _;

use expect_test::expect;

use super::check_of;

/// A program with many overloads, members and enumerators.
fn many() -> String {
    let mut out = String::from(
        "# 1 \"unit.cu\"\n# 1 \"/usr/include/base.h\" 1 3\nstruct Base { int base; };\n# 2 \"unit.cu\" 2\n",
    );
    let (mut members, mut outside) = (String::new(), String::new());
    for n in 0..40 {
        let _ = write!(
            out,
            "struct T{n} : Base {{ T{n}(); }};\nint f(T{n} t, int i = {n});\ntemplate <class T> int g(T{n} t, T i);\n"
        );
        let _ = write!(members, "int m{n}; int h(T{n} t); ");
        let _ = writeln!(outside, "int Big::h(T{n} t) {{ return m{n}; }}");
    }
    let names: Vec<String> = (0..40).map(|n| format!("e{n}")).collect();
    let _ = write!(
        out,
        "struct Big {{ {members}}};\n{outside}enum Long {{ {} }};\nenum class Wide {{ {} }};\n",
        names.join(", "),
        names.join(", ")
    );
    out += "constexpr int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i; return s; }
static_assert(sum(40) == 780 && sum(30) == 435, \"sums\");
int use(Big &b) { return f(T5()) + g(T6(), 1) + b.h(T7()) + b.m8 + e9 + int(Wide::e10) + sum(40); }
";
    out
}

#[test]
fn an_overload() {
    check_of(
        &many(),
        "int f(T5 t, int i = 5);",
        "int f(T5 t, long i = 5);",
        expect![[r#"
            all_declarations x40
            body_hir
            candidates x48
            changes x6
            completed_here
            declarations
            declared_signature
            declares_managed
            declares_rewritten
            declares_size_t
            defaults
            defining
            device_findings x2
            fingerprint
            first_declaration x40
            flat_bodies
            function_facts
            function_index
            function_names
            group
            host_part
            identities
            identities_in x49
            is_of_user x166
            is_own_and_undefined
            item_edits
            item_findings x4
            item_hir
            item_id_of_node x120
            item_index x40
            item_map
            item_spans
            items
            levels
            lexed
            lowered_bodies
            lowered_signature
            marks
            merged x163
            name_hashes
            name_index
            named_in x48
            namespace_decls x2
            opened_inline
            owned
            parameters
            part_nodes
            part_scopes
            part_user_nodes
            places
            places_of_words
            possible
            problems x82
            question x3
            reportable
            result_type
            scanned
            sole_names x125
            table
            typed_body x2
            typed_default
            types_of_declarations
            undefined_instances
            used
            used_by_item
            used_of x166
            user_items
            user_items_with
            user_node x166
            written_findings
        "#]],
    );
}

#[test]
fn an_overload_that_is_a_template() {
    check_of(
        &many(),
        "int g(T6 t, T i);",
        "long g(T6 t, T i);",
        expect![[r#"
            all_declarations x40
            associated
            body_hir
            calls
            candidates x48
            changes x6
            completed_here
            declarations
            declared_signature x2
            declares_managed
            declares_rewritten
            declares_size_t
            defaults
            defining
            device_findings x2
            explicit_for
            fingerprint
            first_declaration x40
            flat_bodies
            function_facts
            function_index
            group
            host_part
            identities
            identities_in x49
            is_of_user x166
            is_own_and_undefined
            item_edits
            item_findings x4
            item_hir
            item_id_of_node x120
            item_index x40
            item_map
            item_spans
            items
            levels
            lexed
            lowered_bodies
            lowered_signature
            marks
            merged
            name_hashes
            name_index
            named_in x48
            namespace_decls x3
            opened_inline
            owned
            parameters x2
            part_nodes
            part_scopes
            part_user_nodes
            places
            places_of_words
            possible
            problems x82
            question x3
            reportable
            result_type x2
            scanned
            sole_names x125
            table
            takes
            typed_body
            types_of_declarations
            undefined_instances
            used
            used_by_item
            used_of x166
            user_items
            user_items_with
            user_node x166
            written
            written_findings
        "#]],
    );
}

#[test]
fn a_member_function() {
    check_of(
        &many(),
        "int h(T7 t);",
        "int h(const T7 &t); int h(T7 t);",
        expect![[r#"
            all_declarations x122
            bases
            body_hir x82
            candidates x48
            cannot_throw x40
            changes x6
            completed_here
            declarations
            declared_signature x41
            declares_managed
            declares_rewritten
            declares_size_t
            defaults x41
            defining x82
            device_findings x48
            fingerprint x34
            first_declaration x122
            flat_bodies
            function_facts
            function_index
            function_names
            host_part
            identities_in x49
            info
            is_of_user x166
            is_own_and_undefined x41
            item_edits
            item_findings x84
            item_hir
            item_id_of_node x120
            item_spans
            levels x82
            lexed
            lowered_bodies
            lowered_signature
            marks
            member x2
            member_group
            members
            merged x163
            name_hashes
            name_index
            named_in x48
            names_of_item
            namespace_decls
            opened_inline
            overridden x33
            owned
            parameters x82
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x84
            qualifier_class x40
            qualifier_of x40
            reportable
            result_type x41
            running_sums x40
            scanned
            self_type
            sole_names x125
            specialization
            table
            typed_body x122
            typed_variable x40
            types_of_declarations x42
            undefined_instances
            used
            used_by_item
            used_of x166
            user_items_with
            written_findings
        "#]],
    );
}

#[test]
fn a_member() {
    check_of(
        &many(),
        "int m8;",
        "long m8;",
        expect![[r#"
            all_declarations x81
            associated
            bases
            body_hir x81
            candidates x48
            cannot_throw x40
            changes x6
            completed_here
            declarations
            declared_signature x40
            declares_managed
            declares_rewritten
            declares_size_t
            defaults x40
            defining x81
            device_findings x42
            first_declaration x121
            flat_bodies
            function_facts
            host_part
            identities_in x49
            info
            is_of_user x166
            is_own_and_undefined x40
            item_edits
            item_findings x84
            item_hir
            item_id_of_node x120
            levels x81
            lexed
            lowered_bodies
            lowered_signature
            marks
            member x2
            member_group
            members
            name_hashes
            name_index
            named_in x48
            names_of_item
            namespace_decls
            opened_inline
            owned
            parameters x81
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x84
            qualifier_class x40
            qualifier_of x40
            reportable
            result_type x40
            running_sums x40
            scanned
            self_type
            sole_names x125
            specialization
            typed_body x121
            typed_variable x40
            types_of_declarations x42
            used
            user_items_with
            written_findings
        "#]],
    );
}

#[test]
fn an_enumerator() {
    check_of(
        &many(),
        "e9, e10",
        "e9 = 12, e10",
        expect![[r#"
            all_declarations x2
            associated
            body_hir x82
            candidates x48
            changes x6
            completed_here
            declarations x2
            declares_managed
            declares_rewritten
            declares_size_t
            defining
            device_findings x3
            enumerators_by_name
            enumerators_of x2
            evaluated_constant x41
            evaluated_enumerator x2
            first_declaration x3
            flat_bodies x2
            function_facts x2
            host_part
            identities_in x49
            is_of_user x166
            item_edits x2
            item_findings x6
            item_hir x2
            item_id_of_node x120
            largest_value
            last_with_value x2
            levels x4
            lexed x2
            lowered_bodies x2
            lowered_signature x2
            marks
            name_hashes
            name_index
            named_in x48
            names_of_item x2
            namespace_decls x3
            opened_inline
            owned
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x6
            promotion
            question
            reportable
            scanned
            sole_names x125
            typed_body
            typed_variable x41
            types_of_declarations x2
            underlying_of
            used
            user_items_with
            written_findings x2
        "#]],
    );
}

#[test]
fn the_body_of_a_loop() {
    check_of(
        &many(),
        "s += i;",
        "s = s + i;",
        expect![[r#"
            body_hir
            body_spans
            body_start
            candidates x48
            changes x6
            completed_here
            declarations
            declares_managed
            declares_rewritten
            declares_size_t
            device_findings
            flat_bodies
            function_facts
            host_part
            identities_in x49
            is_of_user x166
            item_edits
            item_findings x2
            item_hir
            item_id_of_node x120
            item_spans
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x48
            opened_inline
            owned
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x4
            reportable
            scanned
            sole_names x125
            typed_body x2
            used
            user_items_with
            written_findings
        "#]],
    );
}

/// A class template and a function template with many explicit specialisations, and a class with a friend.
fn specialized() -> String {
    let mut out = String::from(
        "# 1 \"unit.cu\"\ntemplate <int N> struct S { static const int v = 0; };\ntemplate <int N> int f() { return N; }\n",
    );
    for n in 0..20 {
        let _ = writeln!(
            out,
            "template <> struct S<{n}> {{ static const int v = {n}; }};\ntemplate <> int f<{n}>() {{ return S<{n}>::v; }}"
        );
    }
    out += "class P { int p; friend class F; };
class F { int read(P &p) { return p.p; } };
int use() { return S<7>::v + S<40>::v + f<8>() + f<41>(); }
";
    out
}

#[test]
fn an_explicit_specialisation() {
    check_of(
        &specialized(),
        "return S<19>::v; }\nclass P { int p; friend class F; };",
        "return S<19>::v; }\ntemplate <> int f<20>() { return 1; }\ntemplate <> struct S<20>;\nclass P { int p; friend class F; friend class G; };",
        expect![[r#"
            all_declarations x45
            bases
            body_hir x6
            candidates x5
            chosen x21
            completed_here
            declarations x3
            declared_signature x3
            declares_managed
            defining x3
            device_findings x23
            directives
            explicit
            explicit_by_entity x2
            explicit_for x42
            explicit_specializations x2
            fingerprint
            first_declaration x48
            first_uses x2
            flat_bodies x3
            friends_of
            friends_with_bodies
            function_facts x3
            function_index
            group x3
            identities x5
            identity
            info
            is_of_user x47
            item_edits x3
            item_findings x48
            item_hir x3
            item_id_of_node x47
            item_index x47
            item_map
            item_spans
            items
            levels x6
            lexed x3
            lowered_bodies x3
            lowered_signature x3
            marks
            member
            members
            merged x25
            name_class x43
            name_index
            named x15
            namespace_decls x11
            namespaces_named x4
            opened_inline
            owned
            parameters x3
            part_nodes
            part_scopes
            part_user_nodes
            places x2
            places_of_words
            possible
            primary
            problems x90
            qualifier_class x2
            question x91
            reportable
            result_type x2
            scanned
            self_type
            sole_names x5
            specialization
            specializations
            specialized_by x2
            typed_body x3
            typed_variable
            types_of_declarations x4
            undefined_instances
            unnamed_classes
            used
            used_of x2
            user_items
            user_items_with x5
            user_node x47
            using_enums
            written_arguments
            written_findings x5
            written_types x2
        "#]],
    );
}
