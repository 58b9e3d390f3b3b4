//! `cleave debug`: what each window shows of a small preprocessed program, and what it says when there is nothing to show.

use std::path::Path;
use std::process::{Command, Output};

use expect_test::{Expect, expect};

/// A kernel, what it calls, and a launch.
const PROGRAM: &str = "\
# 1 \"a.cu\"
__attribute__((device)) int helper(int i);
__attribute__((global)) void kernel(int *p)
{
    p[0] = helper(3);
}
namespace ns
{
__attribute__((shared)) int values[4];
}
";

fn debug(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cleave"))
        .arg("debug")
        .args(args)
        .current_dir(folder)
        .output()
        .expect("cleave runs")
}

fn shows(args: &[&str], expected: Expect) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.ii"), PROGRAM).expect("written");
    let out = debug(folder.path(), args);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    expected.assert_eq(&String::from_utf8_lossy(&out.stdout));
}

#[test]
fn tokens_of_a_named_item() {
    shows(
        &["tokens", "a.ii", "--item", "values"],
        expect![[r#"
        item 3 Variable ns::values at a.cu:8
          0 ATTRIBUTE_KW "__attribute__"
          1 L_PAREN "("
          2 L_PAREN "("
          3 IDENT "shared"
          4 R_PAREN ")"
          5 R_PAREN ")"
          6 INT_KW "int"
          7 IDENT "values"
          8 L_BRACK "["
          9 INT_LITERAL "4"
          10 R_BRACK "]"
          11 SEMICOLON ";"
    "#]],
    );
}

#[test]
fn skeleton_of_all_items() {
    shows(
        &["skeleton", "a.ii"],
        expect![[r#"
        item 0 FunctionDeclaration helper at a.cu:1
          bytes 11..53, head to 53
          flags LONE_DEVICE
          annotation LONE_DEVICE "__attribute__((device))"
        item 1 FunctionDefinition kernel at a.cu:2
          bytes 54..123, head to 98
          flags GLOBAL
          annotation GLOBAL "__attribute__((global))"
        item 2 NamespaceOpen ns::ns at a.cu:6
          bytes 124..138, head to 138
          flags -
        item 3 Variable ns::values at a.cu:8
          bytes 139..177, head to 177
          flags MEMORY
          annotation MEMORY "__attribute__((shared))"
        item 4 NamespaceClose ns:: at a.cu:9
          bytes 178..179, head to 179
          flags -
    "#]],
    );
}

#[test]
fn trees() {
    shows(
        &["tree", "a.ii", "--item", "helper"],
        expect![[r#"
        item 0 FunctionDeclaration helper at a.cu:1
        ITEM_ROOT@0..42
          SIMPLE_DECLARATION@0..42
            DECL_SPECIFIER_SEQ@0..27
              ATTRIBUTE_SPECIFIER@0..23
                ATTRIBUTE_KW@0..13 "__attribute__"
                L_PAREN@13..14 "("
                L_PAREN@14..15 "("
                ATTRIBUTE@15..21
                  IDENT@15..21 "device"
                R_PAREN@21..22 ")"
                R_PAREN@22..23 ")"
              INT_KW@24..27 "int"
            INIT_DECLARATOR@28..41
              DECLARATOR@28..41
                DECLARATOR_ID@28..34
                  IDENT@28..34 "helper"
                PARAMETERS_AND_QUALIFIERS@34..41
                  PARAMETER_CLAUSE@34..41
                    L_PAREN@34..35 "("
                    PARAMETER_DECLARATION@35..40
                      DECL_SPECIFIER_SEQ@35..38
                        INT_KW@35..38 "int"
                      DECLARATOR@39..40
                        DECLARATOR_ID@39..40
                          IDENT@39..40 "i"
                    R_PAREN@40..41 ")"
            SEMICOLON@41..42 ";"
    "#]],
    );
}

#[test]
fn identities() {
    shows(
        &["items", "a.ii", "--item", "kernel"],
        expect![[r#"
        item 1 FunctionDefinition kernel at a.cu:2
          head fc93426945523441, number 0 among equals, node with flags GLOBAL|USER|NEAR
          text "__attribute__((global)) void kernel(int *p)\n{\n    p[0] = helper(3);\n}"
    "#]],
    );
}

#[test]
fn lowered_code() {
    shows(
        &["hir", "a.ii", "--item", "kernel"],
        expect![[r#"
        item 1 FunctionDefinition kernel at a.cu:2
          @global fn kernel: ([p: (* int)] -> void)
            block
              (= (index p 0) (call helper 3))
    "#]],
    );
}

#[test]
fn typed_code() {
    shows(
        &["thir", "a.ii", "--item", "kernel"],
        expect![[r#"
        item 1 FunctionDefinition kernel at a.cu:2
          kernel(int *)
            {
              load(p)[0] = [helper(int)](3)
            }
    "#]],
    );
}

#[test]
fn spaces() {
    shows(
        &["spaces", "a.ii"],
        expect![[r#"
        item 0 FunctionDeclaration helper at a.cu:1
          helper: __device__, written __device__
        item 1 FunctionDefinition kernel at a.cu:2
          kernel: __global__, written __global__
        item 2 NamespaceOpen ns::ns at a.cu:6
        item 3 Variable ns::values at a.cu:8
          values: __shared__
        item 4 NamespaceClose ns:: at a.cu:9
    "#]],
    );
}

#[test]
fn edits() {
    shows(
        &["edits", "a.ii"],
        expect![[r#"
        item 0 FunctionDeclaration helper at a.cu:1
          tokens 0..0 "__attribute__((unused)) "
        item 1 FunctionDefinition kernel at a.cu:2
          tokens 0..0 "__attribute__((visibility(\"hidden\"))) "
          tokens 13..25 ";"
        item 3 Variable ns::values at a.cu:8
          tokens 0..0 "__attribute__((unused)) "
          tokens 0..0 "static "
    "#]],
    );
}

#[test]
fn queries_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.ii"), PROGRAM).expect("written");
    let out = debug(folder.path(), &["queries", "a.ii"]);
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(
        text.lines().any(|line| line.trim() == "1 scanned"),
        "{text}"
    );
}

#[test]
fn memory_counts_what_the_skeleton_owns() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.ii"), PROGRAM).expect("written");
    let out = debug(folder.path(), &["memory", "a.ii"]);
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(
        text.lines()
            .any(|line| line.ends_with(" scanned") && !line.contains('?')),
        "{text}"
    );
}

#[test]
fn a_name_that_nothing_declares_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.ii"), PROGRAM).expect("written");
    let out = debug(folder.path(), &["hir", "a.ii", "--item", "nothing"]);
    assert_eq!(out.status.code(), Some(1));
    expect![[r#"
        cleave debug: no item of a.ii declares 'nothing'
    "#]]
    .assert_eq(&String::from_utf8_lossy(&out.stderr));
}

#[test]
fn the_device_half_as_device_il() {
    shows(
        &["il", "a.ii"],
        expect![[r#"
            cleave-il 1

            variable @_ZN2ns6valuesE: array(int, 4) shared internal kept

            function @_Z6kernelPi(%p: ptr(int)) -> void kernel external {
              {
                store(deref(add(load(%p), int 0)), call @_Z6helperi(int 3): int)
              }
            }

            function @_Z6helperi(%#1: int) -> int device external
        "#]],
    );
}
