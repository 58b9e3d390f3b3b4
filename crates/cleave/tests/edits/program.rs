//! Edits of a real unit: a program with the headers of the standard library and of the toolkit.

use std::path::Path;

use expect_test::{Expect, expect};

use crate::account;

/// The queries that run, the most frequent first; `most` is how many may be visited.
fn check(from: &str, to: &str, most: usize, executed: Expect) {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/programs");
    let (ran, visited) = account(&programs, &["reduction.cu"], from, to);
    let visited = visited.trim_start().split(' ').next();
    let visited: usize = visited.and_then(|n| n.parse().ok()).expect("a number");
    assert!(visited <= most, "{visited} visited");
    let (_, ran) = ran.split_once("executed\n").expect("a list");
    executed.assert_eq(ran);
}

#[test]
fn in_the_body_of_a_device_function() {
    check(
        "warpSize / 2",
        "warpSize / 3",
        1500,
        expect![[r#"
            89 in all
            8 candidates
            8 identities_in
            8 is_in_own_file
            8 is_of_user
            8 item_id
            8 named_in
            8 sole_names
            1 body_hir
            1 body_spans
            1 body_start
            1 completed_here
            1 declarations
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 has_managed
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 joined_skeleton
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 owned_in_file
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 scanned
            1 syntax_errors
            1 typed_body
            1 user_items_with
            1 written_findings
        "#]],
    );
}

#[test]
fn in_the_body_of_a_kernel() {
    check(
        "= acc;",
        "= acc + 1;",
        1500,
        expect![[r#"
            90 in all
            8 candidates
            8 identities_in
            8 is_in_own_file
            8 is_of_user
            8 item_id
            8 named_in
            8 sole_names
            1 body_hir
            1 body_spans
            1 body_start
            1 completed_here
            1 declarations
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 has_managed
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 joined_skeleton
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 owned_in_file
            1 parse_bodies
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 scanned
            1 syntax_errors
            1 typed_body
            1 user_items_with
            1 written_findings
        "#]],
    );
}

#[test]
fn in_a_host_function() {
    check(
        "blocks > 128",
        "blocks > 64",
        1500,
        expect![[r#"
            91 in all
            8 candidates
            8 identities_in
            8 is_in_own_file
            8 is_of_user
            8 item_id
            8 named_in
            8 sole_names
            2 written_findings
            1 body_hir
            1 body_spans
            1 body_start
            1 completed_here
            1 declarations
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 has_managed
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 joined_skeleton
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 owned_in_file
            1 parse_bodies
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 scanned
            1 syntax_errors
            1 typed_body
            1 user_items_with
        "#]],
    );
}

#[test]
fn a_launch_configuration() {
    check(
        "<<<1, kThreads>>>",
        "<<<1, kThreads / 2>>>",
        1500,
        expect![[r#"
            91 in all
            8 candidates
            8 identities_in
            8 is_in_own_file
            8 is_of_user
            8 item_id
            8 named_in
            8 sole_names
            2 written_findings
            1 body_hir
            1 body_spans
            1 body_start
            1 completed_here
            1 declarations
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 has_managed
            1 host_part
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 joined_skeleton
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 owned_in_file
            1 parse_bodies
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 scanned
            1 syntax_errors
            1 typed_body
            1 user_items_with
        "#]],
    );
}

#[test]
fn a_blank_line() {
    check(
        "struct Min {",
        "\n\nstruct Min {",
        1500,
        expect![[r#"
            111 in all
            8 candidates
            8 identities_in
            8 is_in_own_file
            8 is_of_user
            8 item_id
            8 named_in
            8 sole_names
            3 written_findings
            2 body_hir
            2 body_spans
            2 body_start
            2 declarations
            2 flat_bodies
            2 function_facts
            2 item_edits
            2 item_findings
            2 item_hir
            2 item_spans
            2 lexed
            2 lowered_bodies
            2 lowered_signature
            2 parse_bodies
            2 problems
            2 syntax_errors
            2 typed_body
            1 completed_here
            1 declares_rewritten
            1 has_managed
            1 host_part
            1 joined_skeleton
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 owned_in_file
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 returned_operators
            1 scanned
            1 user_items_with
            1 written_types
        "#]],
    );
}

#[test]
fn the_value_of_a_constant() {
    check(
        "kThreads = 256",
        "kThreads = 128",
        1500,
        expect![[r#"
            93 in all
            8 candidates
            8 identities_in
            8 is_in_own_file
            8 is_of_user
            8 item_id
            8 named_in
            8 sole_names
            3 typed_body
            2 item_findings
            2 problems
            2 written_findings
            1 body_hir
            1 completed_here
            1 declarations
            1 declares_rewritten
            1 evaluated_constant
            1 flat_bodies
            1 has_managed
            1 host_part
            1 item_edits
            1 item_hir
            1 item_spans
            1 joined_skeleton
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 owned_in_file
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 scanned
            1 syntax_errors
            1 user_items_with
            1 variable
        "#]],
    );
}

#[test]
fn a_function_more() {
    check(
        "struct Min {",
        "int more() { return 1; }\nstruct Min {",
        20_000,
        expect![[r#"
            1004 in all
            527 merged
            122 named
            61 identities
            57 question
            35 sole_names
            14 name_class
            9 identities_in
            9 is_in_own_file
            9 is_of_user
            9 item_id
            9 named_in
            9 user_node
            8 candidates
            7 item_id_of_node
            7 item_index
            7 namespaces_named
            6 namespace_decls
            6 written_findings
            5 problems
            3 body_hir
            3 declarations
            3 flat_bodies
            3 function_facts
            3 item_edits
            3 item_findings
            3 item_hir
            3 item_spans
            3 lexed
            3 lowered_bodies
            3 lowered_signature
            3 syntax_errors
            3 typed_body
            2 body_spans
            2 body_start
            2 parse_bodies
            1 all_declarations
            1 completed_here
            1 declared_signature
            1 declares_rewritten
            1 defaults
            1 defining
            1 explicit_for
            1 first_declaration
            1 function_index
            1 function_names
            1 has_managed
            1 host_part
            1 interface_directives
            1 interface_functions
            1 interface_has_rewritten
            1 interface_marks
            1 interface_names
            1 item_map
            1 items
            1 joined_skeleton
            1 levels
            1 marks
            1 module_entity
            1 module_id
            1 name_hashes
            1 name_index
            1 opened_inline
            1 opens_inline_unnamed
            1 owned
            1 owned_in_file
            1 parameters
            1 part_nodes
            1 part_scopes
            1 part_with_interface
            1 places_of_words
            1 result_type
            1 returned_operators
            1 scanned
            1 types_of_declarations
            1 user_items
            1 user_items_with
            1 watched_variables
            1 written_types
        "#]],
    );
}
