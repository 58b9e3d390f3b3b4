//! Edits of the files of a small unit: which pieces are preprocessed again.

use expect_test::{Expect, expect};

use crate::account;

/// A unit with a header of the user's own.
const UNIT: &str = "\
#define BLOCK 128
#include \"scale.cuh\"
#include \"other.cuh\"

__global__ void kernel(float *p)
{
    // The first element.
    p[0] = scaled(p[0], threadIdx.x);
}

int main()
{
    float *p = nullptr;
    kernel<<<1, BLOCK>>>(p);
}
";

const SCALE: &str = "\
#pragma once
__device__ float scaled(float f, int i)
{
    return f * BLOCK + i;
}
";

const OTHER: &str = "\
#pragma once
__device__ int other(int i)
{
    return i + 1;
}
";

/// The pieces that an edit of a file preprocesses, and all queries that the host pass after it runs.
fn check(file: &str, from: &str, to: &str, want: Expect) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("a.cu", UNIT), ("scale.cuh", SCALE), ("other.cuh", OTHER)] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let words = ["a.cu", "--in", file];
    want.assert_eq(&account(folder.path(), &words, None, from, to).0);
}

#[test]
fn a_comment_in_a_source() {
    check(
        "a.cu",
        "The first element.",
        "The first one.",
        expect![[r#"
            preprocessed, 6 taken
            a.cu:4
            executed
            0 in all
        "#]],
    );
}

#[test]
fn a_kernel_in_a_source() {
    check(
        "a.cu",
        "threadIdx.x",
        "threadIdx.y",
        expect![[r#"
            preprocessed, 6 taken
            a.cu:4
            executed
            48 in all
            2 candidates
            2 identities_in
            2 is_of_user
            2 sole_names
            1 body_hir
            1 body_spans
            1 body_start
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 first_declaration
            1 flat_bodies
            1 function_facts
            1 host_part
            1 interface_names
            1 item_edits
            1 item_findings
            1 item_hir
            1 item_spans
            1 levels
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 member
            1 name_hashes
            1 name_index
            1 named
            1 named_in
            1 namespace_decls
            1 opened_inline
            1 outside_of
            1 owned
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 problems
            1 reportable
            1 scanned
            1 typed_body
            1 user_items_with
            1 written_findings
        "#]],
    );
}

#[test]
fn a_macro_that_nobody_asks_for() {
    check(
        "a.cu",
        "BLOCK 128",
        "BLOCK 128 /* threads */",
        expect![[r#"
            preprocessed, 6 taken
            a.cu:1
            executed
            0 in all
        "#]],
    );
    check(
        "a.cu",
        "#define BLOCK",
        "#define UNUSED 1\n#define BLOCK",
        expect![[r#"
            preprocessed, 4 taken
            a.cu:1
            a.cu:4
            a.cu:5
            executed
            60 in all
            9 owned
            3 candidates_in
            3 completed_here
            3 declares_managed
            3 host_part
            3 marks
            3 name_hashes
            3 name_index
            3 opened_inline
            3 part_nodes
            3 part_scopes
            3 reportable
            3 scanned
            2 identities_in
            2 is_of_user
            2 part_end
            2 sole_names
            1 candidates
            1 declares_rewritten
            1 directives
            1 lines_in_front
            1 named_in
            1 owned_in_front
            1 watched_variables
        "#]],
    );
}

#[test]
fn a_macro_that_a_header_asks_for() {
    check(
        "a.cu",
        "BLOCK 128",
        "BLOCK 256",
        expect![[r#"
            preprocessed, 4 taken
            a.cu:1
            scale.cuh
            a.cu:4
            executed
            85 in all
            9 owned
            3 identities_in
            3 is_of_user
            3 sole_names
            2 body_hir
            2 candidates
            2 candidates_in
            2 completed_here
            2 declarations
            2 declares_managed
            2 flat_bodies
            2 function_facts
            2 host_part
            2 item_edits
            2 item_findings
            2 item_hir
            2 item_spans
            2 lexed
            2 lowered_bodies
            2 lowered_signature
            2 marks
            2 name_hashes
            2 name_index
            2 named_in
            2 opened_inline
            2 part_nodes
            2 part_scopes
            2 problems
            2 reportable
            2 scanned
            2 typed_body
            2 written_findings
            1 body_spans
            1 body_start
            1 declares_rewritten
            1 directives
            1 lines_in_front
            1 owned_in_front
            1 parse_bodies
            1 part_end
            1 places_of_words
            1 user_items_with
            1 watched_variables
        "#]],
    );
}

#[test]
fn a_header_of_the_users() {
    check(
        "scale.cuh",
        "f * BLOCK + i",
        "f * BLOCK - i",
        expect![[r#"
            preprocessed, 6 taken
            scale.cuh
            executed
            46 in all
            8 owned
            1 body_hir
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
            1 user_items_with
            1 watched_variables
            1 written_findings
        "#]],
    );
}

#[test]
fn a_macro_more_in_a_header() {
    check(
        "scale.cuh",
        "#pragma once",
        "#pragma once\n#define MORE 1",
        expect![[r#"
            preprocessed, 6 taken
            scale.cuh
            executed
            30 in all
            8 owned
            1 candidates
            1 candidates_in
            1 completed_here
            1 declares_managed
            1 directives
            1 host_part
            1 identities_in
            1 is_of_user
            1 lines_in_front
            1 marks
            1 name_hashes
            1 name_index
            1 named_in
            1 opened_inline
            1 owned_in_front
            1 part_end
            1 part_nodes
            1 part_scopes
            1 reportable
            1 scanned
            1 sole_names
            1 watched_variables
        "#]],
    );
}

#[test]
fn an_inclusion_less() {
    check(
        "a.cu",
        "#include \"other.cuh\"\n",
        "",
        expect![[r#"
            preprocessed, 4 taken
            a.cu:3
            executed
            706 in all
            521 merged
            33 named
            18 item_text
            8 sole_names
            8 user_node
            7 host_part
            7 owned
            7 part_nodes
            6 candidates
            6 identities
            5 is_of_user
            5 item_id_text
            4 question
            2 body_hir
            2 body_spans
            2 body_start
            2 declarations
            2 flat_bodies
            2 function_facts
            2 identities_in
            2 item_edits
            2 item_findings
            2 item_hir
            2 item_id_of_node
            2 item_index
            2 item_spans
            2 lexed
            2 lowered_bodies
            2 lowered_signature
            2 problems
            2 written_findings
            1 candidates_in
            1 completed_classes
            1 completed_here
            1 declares_managed
            1 declares_rewritten
            1 directives
            1 file_parts
            1 function_index
            1 function_names
            1 has_managed
            1 inline_unnamed_namespaces
            1 item_map
            1 items
            1 lines_in_front
            1 marks
            1 module_entity
            1 name_hashes
            1 name_index
            1 named_in
            1 namespace_decls
            1 opened_inline
            1 owned_in_front
            1 parse_bodies
            1 part_scopes
            1 part_user_nodes
            1 part_with_interface
            1 places_of_words
            1 reportable
            1 scanned
            1 selected
            1 size_t_part
            1 toolkit_of
            1 user_items
            1 user_items_with
            1 watched_variables
        "#]],
    );
}
