//! Edits of a unit with the headers of CUDA's runtime: what each kind runs.

use expect_test::expect;

use crate::units::*;

#[test]
fn a_comment() {
    check(
        Unit::Runtime,
        COMMENT,
        1_400,
        expect![[r#"
        preprocessed, 14 taken
        a.cu:9
        executed
        0 in all
    "#]],
    );
}

#[test]
fn a_blank_line() {
    check(
        Unit::Runtime,
        BLANK_LINE,
        1_400,
        expect![[r#"
            preprocessed, 14 taken
            a.cu:9
            executed
            70 in all
            12 identities_in
            12 is_of_user
            12 sole_names
            10 candidates
            10 named_in
            1 candidates_in
            1 completed_here
            1 declares_managed
            1 declares_rewritten
            1 host_part
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 part_nodes
            1 part_scopes
            1 reportable
            1 scanned
        "#]],
    );
}

#[test]
fn in_a_host_function() {
    check(
        Unit::Runtime,
        HOST_BODY,
        1_400,
        expect![[r#"
            preprocessed, 14 taken
            a.cu:9
            executed
            90 in all
            12 identities_in
            12 is_of_user
            12 sole_names
            10 candidates
            10 named_in
            2 user_items_with
            1 body_hir
            1 body_spans
            1 body_start
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 parse_bodies
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 typed_body
            1 written_findings
        "#]],
    );
}

#[test]
fn in_a_kernel() {
    check(
        Unit::Runtime,
        KERNEL_BODY,
        1_400,
        expect![[r#"
            preprocessed, 14 taken
            a.cu:9
            executed
            89 in all
            12 identities_in
            12 is_of_user
            12 sole_names
            10 candidates
            10 named_in
            2 user_items_with
            1 body_hir
            1 body_spans
            1 body_start
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 typed_body
            1 written_findings
        "#]],
    );
}

#[test]
fn a_launch_configuration() {
    check(
        Unit::Runtime,
        LAUNCH,
        1_400,
        expect![[r#"
            preprocessed, 14 taken
            a.cu:9
            executed
            90 in all
            12 identities_in
            12 is_of_user
            12 sole_names
            10 candidates
            10 named_in
            2 user_items_with
            1 body_hir
            1 body_spans
            1 body_start
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 parse_bodies
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 typed_body
            1 written_findings
        "#]],
    );
}

#[test]
fn a_function_more() {
    check(
        Unit::Runtime,
        FUNCTION_MORE,
        9_000,
        expect![[r#"
            preprocessed, 14 taken
            a.cu:9
            executed
            436 in all
            162 interface_names
            92 interface_functions
            45 merged
            14 sole_names
            13 identities_in
            13 is_of_user
            13 user_node
            11 candidates
            10 named_in
            5 question
            2 identities
            2 item_id_of_node
            2 item_index
            2 user_items_with
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declared_signature
            1 declares_managed
            1 declares_rewritten
            1 defining
            1 first_declaration
            1 flat_bodies
            1 function_facts
            1 function_index
            1 function_names
            1 host_part
            1 interface_directives
            1 interface_has_managed
            1 interface_has_rewritten
            1 interface_marks
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_map
            1 item_spans
            1 items
            1 levels
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 module_entity
            1 name_class
            1 name_hashes
            1 name_index
            1 opened_inline
            1 opens_inline_unnamed
            1 owned
            1 parameters
            1 part_nodes
            1 part_scopes
            1 part_user_nodes
            1 part_with_interface
            1 places_of_words
            1 problems
            1 reportable
            1 result_type
            1 scanned
            1 typed_body
            1 types_of_declarations
            1 user_items
            1 written_findings
        "#]],
    );
}

#[test]
fn in_a_device_function() {
    check(
        Unit::Runtime,
        DEVICE_HELPER,
        1_400,
        expect![[r#"
            preprocessed, 14 taken
            a.cu:9
            executed
            87 in all
            12 identities_in
            12 is_of_user
            12 sole_names
            10 candidates
            10 named_in
            2 user_items_with
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 typed_body
            1 written_findings
        "#]],
    );
}

#[test]
fn the_value_of_a_constant() {
    check(
        Unit::Runtime,
        CONSTANT,
        1_400,
        expect![[r#"
            preprocessed, 14 taken
            a.cu:9
            executed
            86 in all
            12 identities_in
            12 is_of_user
            12 sole_names
            10 candidates
            10 named_in
            2 user_items_with
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 flat_bodies
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 typed_body
            1 written_findings
        "#]],
    );
}

#[test]
fn a_macro() {
    check(
        Unit::Runtime,
        MACRO,
        1_400,
        expect![[r#"
            preprocessed, 14 taken
            a.cu:9
            executed
            90 in all
            12 identities_in
            12 is_of_user
            12 sole_names
            10 candidates
            10 named_in
            2 user_items_with
            1 body_hir
            1 body_spans
            1 body_start
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 parse_bodies
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 typed_body
            1 written_findings
        "#]],
    );
}

#[test]
fn a_member_more_in_a_header() {
    check(
        Unit::Runtime,
        STRUCT_IN_HEADER,
        9_000,
        expect![[r#"
            preprocessed, 14 taken
            extra.cuh
            executed
            106 in all
            16 owned
            5 typed_body
            4 all_declarations
            4 levels
            3 body_hir
            3 defining
            3 first_declaration
            3 parameters
            3 types_of_declarations
            2 candidates
            2 item_findings
            2 member
            2 namespace_decls
            2 problems
            2 typed_variable
            2 user_items_with
            2 written_findings
            1 associated
            1 bases
            1 candidates_in
            1 completed_here
            1 declarations
            1 declared_signature
            1 declares_managed
            1 directives
            1 fingerprint
            1 flat_bodies
            1 function_facts
            1 function_index
            1 host_part
            1 identities_in
            1 info
            1 is_of_user
            1 item_edits
            1 item_hir
            1 item_spans
            1 lexed
            1 lines_in_front
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 members
            1 merged
            1 name_hashes
            1 name_index
            1 named
            1 named_in
            1 opened_inline
            1 outside_of
            1 overridden
            1 owned_in_front
            1 part_end
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 reportable
            1 result_type
            1 scanned
            1 self_type
            1 sole_names
            1 specialization
            1 using_enums
            1 watched_variables
        "#]],
    );
}

#[test]
fn in_a_function_of_a_header() {
    check(
        Unit::Runtime,
        BODY_IN_HEADER,
        9_000,
        expect![[r#"
            preprocessed, 14 taken
            extra.cuh
            executed
            57 in all
            16 owned
            2 body_hir
            2 user_items_with
            1 candidates
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 directives
            1 flat_bodies
            1 function_facts
            1 host_part
            1 identities_in
            1 is_of_user
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 lexed
            1 lines_in_front
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 named_in
            1 opened_inline
            1 owned_in_front
            1 part_end
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 sole_names
            1 typed_body
            1 using_enums
            1 watched_variables
            1 written_findings
        "#]],
    );
}

#[test]
fn a_macro_of_a_header() {
    check(
        Unit::Runtime,
        MACRO_IN_HEADER,
        9_000,
        expect![[r#"
            preprocessed, 14 taken
            extra.cuh
            executed
            57 in all
            16 owned
            2 body_hir
            2 user_items_with
            1 candidates
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 directives
            1 flat_bodies
            1 function_facts
            1 host_part
            1 identities_in
            1 is_of_user
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 lexed
            1 lines_in_front
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 named_in
            1 opened_inline
            1 owned_in_front
            1 part_end
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 sole_names
            1 typed_body
            1 using_enums
            1 watched_variables
            1 written_findings
        "#]],
    );
}
