//! Edits of functions, operators and constants.

use expect_test::expect;

use super::check;

#[test]
fn the_body_of_a_constant_function() {
    check(
        "return i * i;",
        "return i * i + 1;",
        expect![[r#"
            body_hir
            candidates x11
            code_instance
            completed_here
            declarations
            declared_signature
            declares_managed
            defining
            device_findings x4
            directives
            evaluated_constant
            explicit_for
            flat_bodies
            function_facts
            host_part
            identities_in x10
            is_of_user x8
            item_edits
            item_findings x6
            item_hir
            item_spans
            lexed
            lines_in_front
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x12
            opened_inline
            owned x4
            owned_in_front
            packs_in
            parameters
            part_end
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x10
            referenced
            reportable
            result_type
            scanned
            scope_openings
            sole_names x7
            typed_body x4
            undefined_instances
            used
            used_by_item
            used_of x30
            user_items_with x7
            using_enums
            variable
            watched_variables
            written_findings x2
            written_types x2
        "#]],
    );
}

#[test]
fn a_default_argument_of_a_function() {
    check(
        "int scale = 2",
        "int scale = 3",
        expect![[r#"
            all_declarations
            body_hir
            candidates x11
            completed_here
            declarations
            declared_signature
            declares_managed
            defaults
            defining
            device_findings x3
            directives
            first_declaration
            flat_bodies
            function_facts
            function_index
            host_part
            identities
            identities_in x10
            is_of_user x8
            is_own_and_undefined
            item_edits
            item_findings x4
            item_hir
            item_id_of_node
            item_index
            item_map
            item_spans
            items
            levels
            lexed
            lines_in_front
            lowered_bodies
            lowered_signature
            marks
            merged
            name_hashes
            name_index
            named_in x12
            namespace_decls x2
            opened_inline
            owned x4
            owned_in_front
            packs_in
            parameters
            part_end
            part_nodes
            part_scopes
            part_user_nodes
            places_of_words
            possible
            problems x4
            question x3
            referenced
            reportable
            result_type
            scanned
            scope_openings
            sole_names x7
            typed_body x2
            typed_default
            types_of_declarations
            undefined_instances
            unnamed_classes
            used
            used_by_item
            used_of x30
            user_items
            user_items_with x7
            user_node x8
            using_enums
            watched_variables
            written_findings
            written_types
        "#]],
    );
}

#[test]
fn an_exception_specification() {
    check(
        "noexcept(sizeof(T) > 1)",
        "noexcept(sizeof(T) > 2)",
        expect![[r#"
            all_declarations x2
            body_hir
            calls
            candidates x12
            completed_here
            declarations
            declared_signature x2
            declares_managed
            declares_rewritten
            defaults
            defining x2
            device_findings x4
            explicit_for
            fingerprint
            first_declaration x2
            first_uses
            flat_bodies
            function_facts
            function_index
            group
            host_part
            identities
            identities_in x16
            in_part
            is_of_user x22
            item_edits
            item_findings x6
            item_hir
            item_id_of_node x10
            item_index x2
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
            named_in x13
            namespace_decls x3
            opened_inline
            owned
            packs_in
            parameters x2
            part_nodes
            part_scopes
            part_user_nodes
            places_of_words
            possible
            problems x6
            question x4
            referenced
            reportable
            result_type x2
            scanned
            sole_names x15
            specialized_by x2
            typed_body x2
            types_of_declarations
            undefined_instances
            unnamed_classes
            used
            used_by_item
            used_of x30
            user_items
            user_items_with x7
            user_node x22
            written
            written_findings
        "#]],
    );
}

#[test]
fn a_tag() {
    check(
        "abi_tag(\"v2\")",
        "abi_tag(\"v3\")",
        expect![[r#"
            candidates x12
            completed_here
            declares_managed
            declares_rewritten
            host_part
            identities_in x16
            in_part
            is_of_user x22
            item_id_of_node x10
            marks
            name_hashes
            name_index
            named_in x13
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            reportable
            scanned
            sole_names x15
        "#]],
    );
}

#[test]
fn an_operator() {
    check(
        "bool operator==(Point a, Point b);",
        "bool operator==(const Point &a, const Point &b);",
        expect![[r#"
            all_declarations
            body_hir
            candidates x11
            completed_here
            declarations
            declared_signature
            declares_managed
            defaults
            defining
            device_findings x3
            directives
            fingerprint
            first_declaration
            flat_bodies
            function_facts
            function_index
            function_names
            group
            host_part
            identities
            identities_in x10
            is_of_user x8
            is_own_and_undefined
            item_edits
            item_findings x4
            item_hir
            item_id_of_node
            item_index
            item_map
            item_spans
            items
            levels
            lexed
            lines_in_front
            lowered_bodies
            lowered_signature
            marks
            merged x3
            name_hashes
            name_index
            named_in x12
            namespace_decls x3
            opened_inline
            owned x4
            owned_in_front
            packs_in
            parameters
            part_end
            part_nodes
            part_scopes
            part_user_nodes
            places_of_words
            possible
            problems x4
            question x5
            referenced
            reportable
            result_type
            scanned
            scope_openings
            sole_names x7
            typed_body x2
            types_of_declarations
            undefined_instances
            unnamed_classes
            used
            used_by_item
            used_of x30
            user_items
            user_items_with x7
            user_node x8
            using_enums
            watched_variables
            written_findings
            written_types
        "#]],
    );
}

#[test]
fn a_brace_that_is_missing() {
    check(
        "bool operator==(Point a, Point b);\n}",
        "bool operator==(Point a, Point b);\n",
        expect![[r#"
            all_declarations x49
            associated x6
            bases x15
            blocks
            body_hir x55
            body_spans x5
            body_start x5
            calls x4
            candidates x39
            cannot_throw x4
            chosen x15
            class_instance x2
            code_instance x5
            completed_classes
            completed_here x4
            concept_satisfied
            declarations x30
            declared_signature x32
            declares_managed
            deduced_return
            default_arg
            defaults x14
            defining x50
            device_findings x30
            directives
            enumerators_of x2
            evaluated_constant x6
            evaluated_enumerator
            explicit_for x8
            explicit_specializations x4
            file_parts
            fingerprint x16
            first_declaration x42
            first_uses x2
            flat_bodies x30
            friends_with_bodies
            function_facts x30
            function_index x4
            function_names x4
            group x5
            has_managed
            host_part x4
            identities x26
            identities_in x25
            identity
            info x13
            inline_unnamed_namespaces
            is_nearly_empty
            is_of_user x31
            is_own_and_undefined x3
            is_plain
            item_edits x30
            item_findings x60
            item_hir x31
            item_id_of_node x30
            item_id_text
            item_index x31
            item_map
            item_spans x19
            items
            joined_text
            largest_value
            last_with_value x2
            levels x57
            lexed x30
            lines_in_front
            lowered_bodies x30
            lowered_signature x31
            marks
            member x20
            members x13
            merged x30
            name_class x9
            name_hashes
            name_index
            named x47
            named_in x24
            namespace_decls x59
            namespaces_named x7
            of x5
            opened_at
            opened_in x2
            opened_inline
            outside_of x19
            overridden x5
            owned x4
            owned_in_file
            pack_changes
            packing x5
            packs_in
            parameters x32
            parse_bodies
            part_end
            part_nodes x4
            part_scopes
            part_user_nodes x4
            part_with_interface
            places_of_words
            plain_param_type x2
            possible
            primary x2
            problems x60
            promotion x2
            qualifier_class x3
            qualifier_of x3
            question x51
            referenced
            regions_of
            reportable x4
            result_type x31
            running_sums
            satisfied
            scanned x2
            scope_openings
            selected
            self_type x18
            size_t_part
            sole_names x23
            specialization x15
            specializations x2
            specialized_by x5
            state x39
            syntax_errors x30
            toolkit_of
            typed_body x37
            typed_default x3
            typed_variable x24
            types_of_declarations x30
            undefined_instances
            underlying_of x2
            unnamed_classes
            used
            used_by_item
            used_of x30
            user_items
            user_items_with x6
            user_node x31
            using_enums
            variable
            virtual_bases x7
            virtual_primary_base x2
            watched_variables
            written x3
            written_arguments x2
            written_findings x30
            written_types x4
        "#]],
    );
}
