//! Which kernels are compiled together.

use expect_test::{Expect, expect};

use crate::tests::module;

fn check(text: &str, together: &[&[&str]], expected: &Expect) {
    let module = module(text);
    let together: Vec<Vec<_>> = together
        .iter()
        .map(|names| names.iter().map(|name| (*name).into()).collect())
        .collect();
    let mut out = String::new();
    for group in module.groups(&together) {
        let module = &group.module;
        let kernels: Vec<&str> = group.kernels.iter().map(|n| &**n).collect();
        let functions: Vec<&str> = module.functions.iter().map(|f| &*f.name).collect();
        let variables: Vec<&str> = module.variables.iter().map(|v| &*v.name).collect();
        let records: Vec<&str> = module.records.iter().map(|r| &*r.name).collect();
        out += &format!("{kernels:?}: {functions:?} {variables:?} {records:?}\n");
    }
    expected.assert_eq(&out);
}

/// A module with kernels that share nothing, a plain function, one that is not inlined, one whose address is taken, a recursive one,
/// a variable in shared memory, and one that only these kernels can change.
const TEXT: &str = "
record @R size 4 align 4 {
  member a: int at 0 size 4
}
record @Unused size 4 align 4 {
  member r: record @R at 0 size 4
}
variable @kept: int device external
variable @lone: int device internal
variable @tile: array(int, 4) shared internal
function @plain() -> void device link_once inline {
  return
}
function @apart() -> void device link_once never_inline {
  return
}
function @taken() -> void device link_once {
  return
}
function @again() -> void device link_once {
  call @again()
  return
}
function @uses_tile() -> void device link_once {
  store(element(@tile: array(int, 4), int 0), int 1)
  return
}
variable @state: int device internal
function @reads() -> int device link_once inline {
  return load(@state: int)
}
function @s1() -> void kernel external {
  call @reads()
  return
}
function @s2() -> void kernel external {
  call @reads()
  return
}
function @alone(%r: record @R) -> void kernel external {
  call @plain()
  store(@lone: int, int 1)
  return
}
function @a1() -> void kernel external {
  call @plain()
  call @apart()
  return
}
function @a2() -> void kernel external {
  call @apart()
  return
}
function @r1() -> void kernel external {
  call @again()
  return
}
function @r2() -> void kernel external {
  call @again()
  return
}
function @t1() -> void kernel external {
  call @uses_tile()
  return
}
function @t2() -> void kernel external {
  call @uses_tile()
  return
}
";

#[test]
fn kernels_that_share_what_is_not_inlined_stand_together() {
    check(
        TEXT,
        &[],
        &expect![[r#"
            ["s1", "s2"]: ["reads", "s1", "s2"] ["state"] []
            ["alone"]: ["plain", "alone"] ["lone"] ["R"]
            ["a1", "a2"]: ["plain", "apart", "a1", "a2"] [] []
            ["r1", "r2"]: ["again", "r1", "r2"] [] []
            ["t1", "t2"]: ["uses_tile", "t1", "t2"] ["tile"] []
            []: [] ["kept"] []
        "#]],
    );
}

#[test]
fn kernels_stand_together_where_somebody_says_so() {
    check(
        TEXT,
        &[&["alone", "t1"], &["r2", "a1", "nothing"]],
        &expect![[r#"
            ["s1", "s2"]: ["reads", "s1", "s2"] ["state"] []
            ["alone", "t1", "t2"]: ["plain", "uses_tile", "alone", "t1", "t2"] ["lone", "tile"] ["R"]
            ["a1", "a2", "r1", "r2"]: ["plain", "apart", "again", "a1", "a2", "r1", "r2"] [] []
            []: [] ["kept"] []
        "#]],
    );
}
