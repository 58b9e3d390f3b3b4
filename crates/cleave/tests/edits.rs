//! What an edit of a real unit costs: a program with the headers of the standard library and of the toolkit. All queries that a
//! host pass runs after the edit, text and diagnostics included, and a limit for those that it only visits. `cleave debug edit` also
//! compares what comes out with a pass from scratch.

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::{Expect, expect};

fn program() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("test_data/programs/reduction.cu")
}

/// The queries that run, the most frequent first; `most` is how many may be visited.
fn check(from: &str, to: &str, most: usize, executed: Expect) {
    let out = Command::new(env!("CARGO_BIN_EXE_cleave"))
        .args(["debug", "edit"])
        .env_remove("CUDA_PATH")
        .arg(program())
        .args(["--from", from, "--to", to])
        .output()
        .expect("cleave runs");
    let text = String::from_utf8_lossy(&out.stdout);
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{errors}");
    let (_, lists) = text.split_once("executed\n").expect("a list");
    let (ran, validated) = lists.split_once("validated\n").expect("two lists");
    let visited = validated.trim_start().split(' ').next();
    let visited: usize = visited.and_then(|n| n.parse().ok()).expect("a number");
    assert!(visited <= most, "{visited} visited");
    let ran: String = ran
        .lines()
        .map(|line| line.trim().to_owned() + "\n")
        .collect();
    executed.assert_eq(&ran);
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
fn check_unit(file: &str, from: &str, to: &str, want: Expect) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("a.cu", UNIT), ("scale.cuh", SCALE), ("other.cuh", OTHER)] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let out = Command::new(env!("CARGO_BIN_EXE_cleave"))
        .args(["debug", "edit", "a.cu", "--own-headers", "--in", file])
        .args(["--from", from, "--to", to])
        .current_dir(folder.path())
        .output()
        .expect("cleave runs");
    let text = String::from_utf8_lossy(&out.stdout);
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{errors}");
    let at = text.find("preprocessed, ").expect("the pieces");
    let (ran, _) = text[at..].split_once("validated\n").expect("two lists");
    let ran: String = ran
        .lines()
        .map(|line| line.trim().to_owned() + "\n")
        .collect();
    want.assert_eq(&ran);
}

#[test]
fn a_comment_in_a_source() {
    check_unit(
        "a.cu",
        "The first element.",
        "The first one.",
        expect![[r#"
            preprocessed, 6 taken
            a.cu:4
            executed
            1 in all
            1 candidates
        "#]],
    );
}

#[test]
fn a_kernel_in_a_source() {
    check_unit(
        "a.cu",
        "threadIdx.x",
        "threadIdx.y",
        expect![[r#"
        preprocessed, 6 taken
        a.cu:4
        executed
        52 in all
        3 candidates
        2 identities_in
        2 is_in_own_file
        2 is_of_user
        2 item_id
        2 named_in
        2 sole_names
        1 body_hir
        1 body_spans
        1 body_start
        1 completed_here
        1 declarations
        1 declares_rewritten
        1 first_declaration
        1 flat_bodies
        1 function_facts
        1 has_managed
        1 host_part
        1 item_edits
        1 item_findings
        1 item_hir
        1 item_spans
        1 joined_skeleton
        1 levels
        1 lexed
        1 lowered_bodies
        1 lowered_signature
        1 marks
        1 member
        1 name_hashes
        1 name_index
        1 named
        1 namespace_decls
        1 opened_inline
        1 outside_of
        1 owned
        1 owned_in_file
        1 part_nodes
        1 part_scopes
        1 problems
        1 scanned
        1 syntax_errors
        1 typed_body
        1 written_findings
    "#]],
    );
}

#[test]
fn a_macro_that_nobody_asks_for() {
    check_unit(
        "a.cu",
        "BLOCK 128",
        "BLOCK 128 /* threads */",
        expect![[r#"
            preprocessed, 6 taken
            a.cu:1
            executed
            1 in all
            1 candidates
        "#]],
    );
    check_unit(
        "a.cu",
        "#define BLOCK",
        "#define UNUSED 1\n#define BLOCK",
        expect![[r#"
            preprocessed, 4 taken
            a.cu:1
            a.cu:4
            a.cu:5
            executed
            59 in all
            9 owned
            3 completed_here
            3 host_part
            3 marks
            3 name_hashes
            3 name_index
            3 opened_inline
            3 part_nodes
            3 part_scopes
            3 scanned
            2 candidates
            2 identities_in
            2 is_in_own_file
            2 is_of_user
            2 item_id
            2 named_in
            2 part_end
            2 sole_names
            1 declares_rewritten
            1 directives
            1 has_managed
            1 joined_skeleton
            1 owned_in_file
            1 owned_in_front
            1 watched_variables
        "#]],
    );
}

#[test]
fn a_macro_that_a_header_asks_for() {
    check_unit(
        "a.cu",
        "BLOCK 128",
        "BLOCK 256",
        expect![[r#"
        preprocessed, 4 taken
        a.cu:1
        scale.cuh
        a.cu:4
        executed
        89 in all
        9 owned
        3 candidates
        3 identities_in
        3 is_in_own_file
        3 is_of_user
        3 item_id
        3 named_in
        3 sole_names
        2 body_hir
        2 completed_here
        2 declarations
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
        2 opened_inline
        2 part_nodes
        2 part_scopes
        2 problems
        2 scanned
        2 syntax_errors
        2 typed_body
        2 written_findings
        1 body_spans
        1 body_start
        1 declares_rewritten
        1 directives
        1 has_managed
        1 joined_skeleton
        1 owned_in_file
        1 owned_in_front
        1 parse_bodies
        1 part_end
        1 watched_variables
    "#]],
    );
}

#[test]
fn a_header_of_the_users() {
    check_unit(
        "scale.cuh",
        "f * BLOCK + i",
        "f * BLOCK - i",
        expect![[r#"
        preprocessed, 6 taken
        scale.cuh
        executed
        48 in all
        9 owned
        2 candidates
        1 body_hir
        1 completed_here
        1 declarations
        1 directives
        1 flat_bodies
        1 function_facts
        1 has_managed
        1 host_part
        1 identities_in
        1 is_in_own_file
        1 is_of_user
        1 item_edits
        1 item_findings
        1 item_hir
        1 item_id
        1 item_spans
        1 joined_skeleton
        1 lexed
        1 lowered_bodies
        1 lowered_signature
        1 marks
        1 name_hashes
        1 name_index
        1 named_in
        1 opened_inline
        1 owned_in_file
        1 owned_in_front
        1 part_end
        1 part_nodes
        1 part_scopes
        1 problems
        1 scanned
        1 sole_names
        1 syntax_errors
        1 typed_body
        1 watched_variables
        1 written_findings
    "#]],
    );
}

#[test]
fn a_macro_more_in_a_header() {
    check_unit(
        "scale.cuh",
        "#pragma once",
        "#pragma once\n#define MORE 1",
        expect![[r#"
            preprocessed, 6 taken
            scale.cuh
            executed
            33 in all
            9 owned
            2 candidates
            1 completed_here
            1 directives
            1 has_managed
            1 host_part
            1 identities_in
            1 is_in_own_file
            1 is_of_user
            1 item_id
            1 joined_skeleton
            1 marks
            1 name_hashes
            1 name_index
            1 named_in
            1 opened_inline
            1 owned_in_file
            1 owned_in_front
            1 part_end
            1 part_nodes
            1 part_scopes
            1 scanned
            1 sole_names
            1 watched_variables
        "#]],
    );
}

#[test]
fn an_inclusion_less() {
    check_unit(
        "a.cu",
        "#include \"other.cuh\"\n",
        "",
        expect![[r#"
        preprocessed, 4 taken
        a.cu:3
        executed
        668 in all
        521 merged
        15 named
        8 sole_names
        8 user_node
        7 owned
        7 part_nodes
        6 candidates
        6 identities
        5 is_of_user
        5 item_id_text
        4 question
        3 is_in_own_file
        3 item_id
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
        2 named_in
        2 namespaces_named
        2 problems
        2 syntax_errors
        2 written_findings
        1 completed_classes
        1 completed_here
        1 declares_rewritten
        1 directives
        1 file_parts
        1 function_index
        1 function_names
        1 has_managed
        1 host_part
        1 inline_unnamed_namespaces
        1 item_map
        1 joined_skeleton
        1 marks
        1 module_entity
        1 name_hashes
        1 name_index
        1 namespace_decls
        1 opened_inline
        1 owned_in_file
        1 owned_in_front
        1 parse_bodies
        1 part_scopes
        1 part_with_interface
        1 scanned
        1 selected
        1 size_t_part
        1 toolkit_of
        1 watched_variables
    "#]],
    );
}
