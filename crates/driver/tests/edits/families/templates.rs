//! Edits of templates and of what names them.

use expect_test::expect;

use super::check;

#[test]
fn a_concept() {
    check(
        "sizeof(T) <= 4",
        "sizeof(T) <= 8",
        expect![[r#"
            associated
            body_hir
            candidates x12
            completed_here
            concept_satisfied
            declarations
            declares_managed
            declares_rewritten
            device_findings
            first_declaration
            flat_bodies
            host_part
            identities_in x16
            in_part
            is_of_user x22
            item_edits
            item_findings x2
            item_hir
            item_id_of_node x10
            levels
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x13
            namespace_decls
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x4
            question
            referenced
            reportable
            satisfied
            scanned
            sole_names x15
            types_of_declarations
            used
            user_items_with x7
            written_findings
        "#]],
    );
}

#[test]
fn a_default_argument_of_a_template() {
    check(
        "int N = 3",
        "int N = 4",
        expect![[r#"
            all_declarations x3
            bases x2
            body_hir x3
            candidates x12
            cannot_throw x2
            chosen x2
            class_instance
            code_instance
            completed_here
            declarations
            declared_signature x4
            declares_managed
            declares_rewritten
            default_arg
            defining x2
            device_findings x4
            explicit_for x2
            fingerprint
            first_declaration x4
            flat_bodies
            function_facts
            function_index
            host_part
            identities
            identities_in x16
            in_part
            info
            is_of_user x22
            is_own_and_undefined
            item_edits
            item_findings x6
            item_hir
            item_id_of_node x11
            item_index
            item_map
            items
            levels x3
            lexed
            lowered_bodies
            lowered_signature
            marks
            member x2
            members
            merged
            name_hashes
            name_index
            named_in x13
            namespace_decls x2
            opened_inline
            outside_of x2
            overridden x4
            owned
            packs_in
            parameters x4
            part_nodes
            part_scopes
            part_user_nodes
            places_of_words
            plain_param_type
            possible
            problems x6
            qualifier_class
            qualifier_of x3
            question x3
            referenced
            reportable
            result_type x4
            running_sums
            scanned
            self_type x3
            sole_names x15
            specialization x2
            specializations
            state
            typed_body x3
            typed_variable x2
            types_of_declarations x2
            undefined_instances
            unnamed_classes
            used
            used_by_item
            used_of x30
            user_items
            user_items_with x7
            user_node x22
            written_findings
            written_types
        "#]],
    );
}

#[test]
fn an_explicit_specialisation() {
    check(
        "m == Mode::fast ? 0 : 1",
        "m == Mode::fast ? 1 : 2",
        expect![[r#"
            body_hir
            candidates x12
            completed_here
            declarations
            declares_managed
            declares_rewritten
            device_findings
            flat_bodies
            function_facts
            host_part
            identities_in x16
            in_part
            is_of_user x22
            item_edits
            item_findings x2
            item_hir
            item_id_of_node x10
            item_spans
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x13
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x2
            reportable
            scanned
            sole_names x15
            typed_body
            used
            user_items_with x7
            written_findings
            written_types
        "#]],
    );
}

#[test]
fn a_launch_of_a_template() {
    check(
        "k<side + 1>",
        "k<side + 2>",
        expect![[r#"
            body_hir
            body_spans
            body_start
            candidates x12
            code_instance
            completed_here
            declarations
            declared_signature
            declares_managed
            declares_rewritten
            defining
            device_findings x2
            explicit_for
            flat_bodies
            function_facts
            host_part
            identities_in x16
            in_part
            is_of_user x22
            item_edits
            item_findings x2
            item_hir
            item_id_of_node x10
            item_spans
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x13
            opened_inline
            owned
            packs_in
            parameters
            parse_bodies
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x2
            referenced
            reportable
            result_type
            scanned
            sole_names x15
            typed_body x2
            undefined_instances
            used
            used_by_item
            used_of x30
            user_items_with x7
            written_findings x2
            written_types
        "#]],
    );
}

#[test]
fn a_name_that_nothing_declares() {
    check(
        "return take(h)",
        "return take(hh) + unknown",
        expect![[r#"
            all_declarations x3
            bases
            blocks
            body_hir
            body_spans
            body_start
            candidates x14
            completed_here
            declarations
            declared_signature x2
            declares_managed
            declares_rewritten
            defaults
            defining x2
            device_findings x4
            first_reports
            flat_bodies
            function_facts
            host_part
            identities_in x16
            in_part
            info
            interface_names x2
            is_of_user x22
            item_edits
            item_findings x2
            item_hir
            item_id_of_node x10
            item_spans
            levels x4
            lexed
            lowered_bodies
            lowered_signature
            marks
            member x2
            members
            name_hashes
            name_index
            named x2
            named_in x13
            namespace_decls x2
            namespaces_named x2
            opened_inline
            owned
            packs_in
            parameters x2
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x2
            question x2
            referenced
            regions_of
            reportable
            result_type x2
            scanned
            self_type
            sole_names x15
            specialization
            typed_body x3
            typed_variable
            undefined_instances
            undefined_uses x30
            used
            used_by_item
            used_of x30
            user_items_with x9
            written_findings
            written_types
        "#]],
    );
}
