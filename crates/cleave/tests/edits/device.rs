//! Edits of a real unit as the device half sees them: what of it is another one, and the queries that run, all of them. The command
//! compares with a half from scratch.

#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::{Expect, expect};

/// What is another one after an edit of a program, and the queries that run.
fn account(program: &str, toolkit: Option<&Path>, from: &str, to: &str) -> String {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/programs");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cleave"));
    command
        .args(["debug", "device-edit", program, "--from", from, "--to", to])
        .current_dir(programs);
    match toolkit {
        Some(toolkit) => command
            .arg("--cuda-path")
            .arg(toolkit)
            .arg("--extended-lambda"),
        // Whatever the machine has: the lists are those of one set of headers.
        None => command.arg("--own-headers"),
    };
    let out = command.output().expect("cleave runs");
    let text = String::from_utf8_lossy(&out.stdout);
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{errors}");
    let at = text.find("changed\n").expect("what is another one");
    let (account, _) = text[at..].split_once("validated\n").expect("two lists");
    account
        .lines()
        .map(|line| line.trim().to_owned() + "\n")
        .collect()
}

/// Of a unit with the headers of the runtime alone.
fn check(from: &str, to: &str, want: Expect) {
    want.assert_eq(&account("reduction.cu", None, from, to));
}

#[test]
fn in_a_kernel() {
    check(
        "= acc;",
        "= acc + 1;",
        expect![[r#"
            changed
            _Z12reduceKernelI3SumEvPKfPfmfT_
            _Z12reduceKernelI3MinEvPKfPfmfT_
            _Z12reduceKernelI3MaxEvPKfPfmfT_
            C
            executed
            109 in all
            8 identities_in
            8 is_of_user
            8 item_id
            8 sole_names
            7 candidates
            7 named_in
            6 edges
            6 typed_body
            5 levels
            3 defining
            3 lowered_function
            3 lowered_variable
            3 typed_variable
            3 used_by
            3 variable
            1 all_declarations
            1 blocks
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 definitions
            1 flat_bodies
            1 function_facts
            1 item_hir
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 packs_in
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 regions_of
            1 rooted_items
            1 scanned
            1 user_items_with
        "#]],
    );
}

#[test]
fn in_a_device_helper() {
    check(
        "warpSize / 2",
        "warpSize / 3",
        expect![[r#"
            changed
            _Z10warpReduceI3SumEffT_
            _Z10warpReduceI3MinEffT_
            _Z10warpReduceI3MaxEffT_
            C
            executed
            81 in all
            8 identities_in
            8 is_of_user
            8 item_id
            8 sole_names
            7 candidates
            7 named_in
            3 edges
            3 lowered_function
            3 typed_body
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 flat_bodies
            1 function_facts
            1 item_hir
            1 levels
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 packs_in
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 regions_of
            1 rooted_items
            1 scanned
            1 user_items_with
        "#]],
    );
}

#[test]
fn in_host_code_that_launches_nothing() {
    check(
        "expect += h[i];",
        "expect -= h[i];",
        expect![[r#"
            changed
            executed
            73 in all
            8 identities_in
            8 is_of_user
            8 item_id
            8 sole_names
            7 candidates
            7 named_in
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 edges
            1 flat_bodies
            1 function_facts
            1 item_hir
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 packs_in
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 rooted_items
            1 roots
            1 scanned
            1 typed_body
            1 user_items_with
        "#]],
    );
}

#[test]
fn a_blank_line() {
    check(
        "static const int kThreads",
        "\nstatic const int kThreads",
        expect![[r#"
            changed
            executed
            60 in all
            8 identities_in
            8 is_of_user
            8 item_id
            8 sole_names
            7 candidates
            7 named_in
            1 candidates_in
            1 completed_here
            1 declares_managed
            1 declares_rewritten
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 packs_in
            1 part_nodes
            1 part_scopes
            1 rooted_items
            1 scanned
        "#]],
    );
}

#[test]
fn a_new_function_of_the_host() {
    check(
        "static const int kThreads",
        "static int unrelated() { return 3; }\nstatic const int kThreads",
        expect![[r#"
            changed
            executed
            443 in all
            230 interface_names
            53 question
            10 namespace_decls
            10 sole_names
            9 identities
            9 identities_in
            9 is_of_user
            9 item_id
            9 item_id_of_node
            9 item_index
            9 user_node
            8 name_class
            8 named
            7 candidates
            7 named_in
            3 packing
            1 all_declarations
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declared_signature
            1 declares_managed
            1 declares_rewritten
            1 defining
            1 edges
            1 first_declaration
            1 flat_bodies
            1 function_facts
            1 function_index
            1 function_names
            1 interface_directives
            1 interface_marks
            1 item_hir
            1 item_map
            1 items
            1 levels
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 needed
            1 opened_inline
            1 owned
            1 packs_in
            1 parameters
            1 part_nodes
            1 part_scopes
            1 part_with_interface
            1 places_of_words
            1 result_type
            1 rooted_items
            1 roots
            1 scanned
            1 typed_body
            1 used_by
            1 user_items
            1 user_items_with
        "#]],
    );
}

#[test]
fn another_launch() {
    check(
        "int main(int",
        "struct Last { __attribute__((device)) float operator()(float, float b) const { return b; } };
         static void more(const float *in, float *out) { reduceKernel<<<1, 2>>>(in, out, 3, 0.f, Last{}); }
         int main(int",
        expect![[r#"
            changed
            _Z4Last
            _ZZ12reduceKernelI4LastEvPKfPfmfT_E5lanes
            _Z12reduceKernelI4LastEvPKfPfmfT_
            _ZNK4LastclEff
            _Z10warpReduceI4LastEffT_
            C
            stub
            entities
            executed
            491 in all
            230 interface_names
            30 question
            16 part_nodes
            11 sole_names
            10 identities_in
            10 is_of_user
            10 item_id
            10 user_node
            8 candidates
            8 name_class
            8 named_in
            6 defining
            5 edges
            5 named
            5 typed_body
            5 used_by
            4 declared_signature
            4 identities
            4 parameters
            4 result_type
            4 state
            3 all_declarations
            3 declarations
            3 explicit_for
            3 first_declaration
            3 flat_bodies
            3 item_id_of_node
            3 item_index
            3 levels
            3 lowered_function
            2 body_hir
            2 defaults
            2 function_facts
            2 item_hir
            2 lexed
            2 lowered_bodies
            2 lowered_signature
            2 member
            2 roots
            2 user_items_with
            1 associated
            1 bases
            1 called_in_class
            1 called_in_members
            1 candidates_in
            1 chosen
            1 completed_classes
            1 completed_here
            1 declares_managed
            1 declares_rewritten
            1 definitions
            1 fingerprint
            1 function_index
            1 function_names
            1 info
            1 interface_directives
            1 interface_marks
            1 item_map
            1 item_spans
            1 items
            1 lowered_record
            1 lowered_variable
            1 marks
            1 members
            1 name_hashes
            1 name_index
            1 namespace_decls
            1 needed
            1 of
            1 opened_inline
            1 outside_of
            1 overridden
            1 owned
            1 packing
            1 packs_in
            1 part_scopes
            1 part_with_interface
            1 places_of_words
            1 rooted_items
            1 scanned
            1 selected
            1 self_type
            1 specialization
            1 typed_variable
            1 user_items
            1 variable
            1 virtual_bases
        "#]],
    );
}

/// Of a unit with Thrust, if there is a toolkit.
fn check_thrust(from: &str, to: &str, want: Expect) {
    let toolkit = std::env::var_os("CUDA_PATH").map(PathBuf::from);
    match toolkit.filter(|path| path.join("include").is_dir()) {
        Some(toolkit) => {
            want.assert_eq(&account("thrust_basics.cu", Some(&toolkit), from, to));
        }
        None => eprintln!("skipped: CUDA_PATH names no toolkit"),
    }
}

#[test]
fn in_a_kernel_beside_thrust() {
    check_thrust(
        "&= 0xffffu",
        "&= 0xfffu",
        expect![[r#"
            changed
            _Z5touchPji
            C
            executed
            63 in all
            6 identities_in
            5 is_of_user
            5 item_id
            5 sole_names
            4 candidates
            4 named_in
            3 user_items_with
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 edges
            1 flat_bodies
            1 function_facts
            1 item_hir
            1 item_id_text
            1 item_spans
            1 levels
            1 lexed
            1 lowered_bodies
            1 lowered_function
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 packs_in
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 regions_of
            1 rooted_items
            1 roots
            1 scanned
            1 typed_body
        "#]],
    );
}

#[test]
fn in_a_functor_that_thrust_calls() {
    check_thrust(
        "i ^= seed;",
        "i += seed;",
        expect![[r#"
            changed
            _ZNK8ScrambleclEj
            C
            executed
            61 in all
            6 identities_in
            5 is_of_user
            5 item_id
            5 sole_names
            4 candidates
            4 named_in
            3 user_items_with
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 edges
            1 flat_bodies
            1 function_facts
            1 item_hir
            1 item_id_text
            1 item_spans
            1 lexed
            1 lowered_bodies
            1 lowered_function
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 packs_in
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 rooted_items
            1 roots
            1 scanned
            1 typed_body
        "#]],
    );
}

#[test]
fn in_host_code_beside_thrust() {
    check_thrust(
        "sum == 5.f * n",
        "sum == 6.f * n",
        expect![[r#"
            changed
            executed
            59 in all
            6 identities_in
            5 is_of_user
            5 item_id
            5 sole_names
            4 candidates
            4 named_in
            3 user_items_with
            1 body_hir
            1 candidates_in
            1 completed_here
            1 declarations
            1 declares_managed
            1 declares_rewritten
            1 edges
            1 flat_bodies
            1 function_facts
            1 item_hir
            1 item_id_text
            1 lexed
            1 lowered_bodies
            1 lowered_signature
            1 marks
            1 name_hashes
            1 name_index
            1 opened_inline
            1 owned
            1 packs_in
            1 part_nodes
            1 part_scopes
            1 places_of_words
            1 rooted_items
            1 roots
            1 scanned
            1 typed_body
        "#]],
    );
}
