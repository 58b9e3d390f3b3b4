//! What differs between modules.

use expect_test::expect;

use super::{all, module};
use crate::{DiffOptions, Kind, Module, diff};

fn shown(old: &Module, new: &Module, ignore_places: bool) -> String {
    let differences = diff(old, new, DiffOptions { ignore_places });
    differences.iter().map(ToString::to_string).collect()
}

#[test]
fn equal_modules_have_no_difference() {
    let (all, mut other) = (all(), all());
    assert_eq!(shown(&all, &other, false), "");
    // The order of definitions, and of what they are made of, makes none.
    other.functions.reverse();
    for function in &mut other.functions {
        let function = std::sync::Arc::make_mut(function);
        let ret = function.ret;
        function.code.constant(crate::ConstantKind::Zero, ret);
    }
    assert_eq!(shown(&all, &other, false), "");
}

#[test]
fn definitions_of_one_module() {
    let old =
        module("runtime @_Znwm variable @a: int device external variable @b: int device external");
    let new = module(
        "runtime @_Znam variable @b: int device external function @a() -> void device external",
    );
    expect![[r#"
        - runtime @_Znwm
        + runtime @_Znam
        - variable @a: int device external
        + function @a() -> void device external
    "#]]
    .assert_eq(&shown(&old, &new, false));
    let kinds: Vec<Kind> = diff(&old, &new, DiffOptions::default())
        .iter()
        .map(|d| d.kind)
        .collect();
    assert_eq!(
        kinds,
        [Kind::Runtime, Kind::Runtime, Kind::Variable, Kind::Function]
    );
}

#[test]
fn changed_lines() {
    let body = |third: &str, line: u32| {
        let rest: String = (0..12)
            .map(|n| format!("pre_increment(%x) !{}\n", n + line))
            .collect();
        module(&format!(
            "function @f(%x: int) -> void device external at \"a.cu\":{line} {{ {third} {rest} return }}"
        ))
    };
    let (old, new) = (
        body("store(%x, int 1)", 1),
        body("store(%x, int 2) clear(%x)", 2),
    );
    expect![[r#"
          function @f(%x: int) -> void device external {
        -   store(%x, int 1)
        +   store(%x, int 2)
        +   clear(%x)
            pre_increment(%x)
            pre_increment(%x)
            pre_increment(%x)
        @ 11 lines
    "#]]
    .assert_eq(&shown(&old, &new, true));
    // With places the lines of both stand there.
    let places = shown(&old, &new, false);
    assert!(
        places.contains("\"a.cu\":1") && places.contains("\"a.cu\":2"),
        "{places}"
    );
    let moved = body("store(%x, int 1)", 5);
    assert_eq!(shown(&old, &moved, true), "");
    assert_ne!(shown(&old, &moved, false), "");
}
