//! Edits of classes and enumerations.

use expect_test::expect;

use super::check;

#[test]
fn the_value_of_an_enumerator() {
    check(
        "green = 4",
        "green = 3",
        expect![[r#"
            all_declarations
            associated
            body_hir x4
            candidates x11
            code_instance
            completed_here
            declarations
            declared_signature
            declares_managed
            defining x2
            device_findings x5
            directives
            enumerators_of
            evaluated_constant x4
            evaluated_enumerator
            explicit_for
            first_declaration x3
            flat_bodies
            host_part
            identities_in x10
            is_of_user x8
            item_edits
            item_findings x8
            item_hir
            largest_value
            last_with_value
            levels x2
            lexed
            lines_in_front
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x12
            namespace_decls x3
            opened_inline
            owned x4
            owned_in_front
            packs_in
            parameters x2
            part_end
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x10
            promotion
            question x2
            referenced
            reportable
            result_type
            scanned
            scope_openings
            sole_names x7
            typed_body x5
            typed_variable x3
            types_of_declarations x2
            undefined_instances
            underlying_of
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
fn a_member_of_a_virtual_base() {
    check(
        "int root;",
        "long root;",
        expect![[r#"
            all_declarations x4
            bases x3
            body_hir x4
            candidates x12
            completed_here
            declarations
            declared_signature x2
            declares_managed
            declares_rewritten
            defining x4
            device_findings
            first_declaration x3
            flat_bodies
            function_facts
            host_part
            identities_in x16
            in_part
            info x5
            is_nearly_empty
            is_of_user x22
            item_edits
            item_findings x6
            item_hir
            item_id_of_node x10
            item_spans
            levels x4
            lexed
            lowered_bodies
            lowered_signature
            marks
            member x3
            members
            name_hashes
            name_index
            named_in x13
            namespace_decls
            of x5
            opened_inline
            outside_of
            owned
            packs_in
            parameters x2
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x10
            referenced
            reportable
            result_type x2
            scanned
            self_type
            sole_names x15
            specialization
            state x14
            typed_body x4
            typed_variable
            types_of_declarations
            used
            user_items_with x7
            written_findings
        "#]],
    );
}

#[test]
fn a_partial_specialisation() {
    check(
        "struct Holder<T *> { T *value; }",
        "struct Holder<T *> { T *value; int more; }",
        expect![[r#"
            all_declarations
            bases
            body_hir x3
            candidates x12
            completed_here
            declarations
            declares_managed
            declares_rewritten
            device_findings
            explicit_specializations
            first_declaration
            first_uses
            flat_bodies
            function_facts
            group
            host_part
            identities_in x16
            in_part
            is_of_user x22
            is_plain
            item_edits
            item_findings x2
            item_hir
            item_id_of_node x10
            levels x2
            lexed
            lowered_bodies
            lowered_signature
            marks
            members
            name_hashes
            name_index
            named_in x13
            namespace_decls x2
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            places_of_words
            possible
            primary
            problems x2
            referenced
            reportable
            scanned
            self_type x2
            sole_names x15
            specialization
            specializations
            types_of_declarations
            used
            user_items_with x7
            written_arguments
            written_findings
        "#]],
    );
}

#[test]
fn packing() {
    check(
        "pack(push, 1)",
        "pack(push, 1 )\n#pragma pack(2)\n#pragma pack(1)",
        expect![[r#"
            candidates x11
            completed_here
            declares_managed
            directives
            host_part
            identities_in x10
            is_of_user x8
            lines_in_front
            marks
            name_hashes
            name_index
            named_in x12
            opened_inline
            owned x4
            owned_in_front
            pack_changes x2
            packs_in
            part_end
            part_nodes
            part_scopes
            reportable
            scanned
            scope_openings
            sole_names x7
            using_enums
            watched_variables
        "#]],
    );
}

#[test]
fn a_member_of_an_unnamed_union() {
    check(
        "float as_float;",
        "double as_float;",
        expect![[r#"
            all_declarations x3
            bases
            body_hir x3
            candidates x12
            completed_here
            declarations
            declares_managed
            declares_rewritten
            defining x2
            device_findings x2
            first_declaration x2
            flat_bodies
            host_part
            identities_in x16
            in_part
            info
            is_of_user x22
            item_edits
            item_findings x4
            item_hir
            item_id_of_node x10
            levels x3
            lexed
            lowered_bodies
            lowered_signature
            marks
            members
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
            problems x4
            referenced
            reportable
            scanned
            self_type
            sole_names x15
            specialization
            state x2
            typed_body x3
            typed_variable x2
            types_of_declarations
            used
            user_items_with x7
            written_findings
        "#]],
    );
}

#[test]
fn a_local_class() {
    check(
        "int twice() { return m * 2; }",
        "int twice() { return m + m; }",
        expect![[r#"
            all_declarations x3
            bases
            blocks
            body_hir
            body_spans
            body_start
            candidates x12
            completed_here
            declarations
            declared_signature x2
            declares_managed
            declares_rewritten
            defaults
            defining x2
            device_findings
            flat_bodies
            function_facts
            host_part
            identities_in x16
            in_part
            info
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
            named_in x13
            opened_inline
            owned
            packs_in
            parameters x2
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x2
            regions_of
            reportable
            result_type x2
            scanned
            self_type
            sole_names x15
            specialization
            typed_body x3
            typed_variable
            used
            user_items_with x7
            written_findings
            written_types
        "#]],
    );
}

#[test]
fn a_friend() {
    check(
        "friend T take(Holder h) { return h.value; }",
        "friend T take(Holder h) { return T(h.value); }",
        expect![[r#"
            body_hir x4
            candidates x12
            code_instance
            completed_here
            declarations
            declares_managed
            declares_rewritten
            device_findings
            first_uses
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
            typed_body x2
            used
            user_items_with x7
            written_findings
        "#]],
    );
}

#[test]
fn an_overrider_less() {
    check(
        "struct Left : virtual Root { int left; int id() const override { return 2; } };",
        "struct Left : virtual Root { int left; };",
        expect![[r#"
            all_declarations x2
            bases x2
            body_hir x2
            candidates x12
            completed_here
            declarations
            declares_managed
            declares_rewritten
            defining x2
            device_findings x2
            first_declaration
            flat_bodies
            function_facts
            function_index
            function_names
            host_part
            identities_in x16
            in_part
            info x2
            is_of_user x22
            item_edits
            item_findings x4
            item_hir
            item_id_of_node x10
            levels x2
            lexed
            lowered_bodies
            lowered_signature
            marks
            member x4
            members
            merged x15
            name_hashes
            name_index
            named_in x13
            namespace_decls
            of
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x4
            referenced
            reportable
            scanned
            self_type
            sole_names x15
            specialization
            state x5
            typed_body x2
            typed_variable
            types_of_declarations
            used
            user_items_with x7
            written_findings
        "#]],
    );
}
