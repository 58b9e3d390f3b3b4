//! `break`, `continue` and the step of a loop where something of the statement itself is destroyed.

use expect_test::expect;

use crate::check;

const D: &str = "struct D { int v; __attribute__((device)) D(int); __attribute__((device)) ~D(); __attribute__((device)) explicit operator bool() const; };
    ";

fn check_with_d(text: &str, name: &str, want: expect_test::Expect) {
    check(&format!("{D}{text}"), name, want);
}

/// (reference: device-half, Loops and statements)
#[test]
fn what_a_condition_declares_is_destroyed_behind_the_step() {
    check_with_d(
        "__attribute__((device)) void f(int n) { for (; D z = D(n); n++) { if (n == 3) continue; if (n == 4) break; } }",
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                loop {
                  declare %z: record @_Z1D
                  call @_ZN1DC1Ei(address(%z), load(%n))
                  if not(call @_ZNK1DcvbEv(convert pointer (address(%z)): ptr(const record @_Z1D)): bool) {
                    call @_ZN1DD1Ev(address(%z))
                    break
                  }
                  {
                    if equal(load(%n), int 3) {
                      goto __continue_1
                    }
                    if equal(load(%n), int 4) {
                      call @_ZN1DD1Ev(address(%z))
                      break
                    }
                  }
                  label __continue_1
                  post_increment(%n)
                  call @_ZN1DD1Ev(address(%z))
                }
              }
            }
        "#]],
    );
    // Without a destructor and a step nothing comes behind.
    check(
        "__attribute__((device)) void f(int n) { while (int z = n--) { if (z == 3) continue; if (z == 4) break; } }",
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                loop {
                  declare %z: int
                  store(%z, post_decrement(%n))
                  if not(convert truth (load(%z)): bool) {
                    break
                  }
                  {
                    if equal(load(%z), int 3) {
                      continue
                    }
                    if equal(load(%z), int 4) {
                      break
                    }
                  }
                }
              }
            }
        "#]],
    );
}

/// (reference: device-half, Loops and statements)
#[test]
fn a_break_destroys_what_the_statement_declares_and_leads_behind_it() {
    check_with_d(
        "__attribute__((device)) void f(int n) { for (D z(1); n; n--) if (n == 3) break; }",
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                {
                  declare %z: record @_Z1D
                  call @_ZN1DC1Ei(address(%z), int 1)
                  loop while convert truth (load(%n)): bool step post_decrement(%n) {
                    if equal(load(%n), int 3) {
                      call @_ZN1DD1Ev(address(%z))
                      goto __break_1
                    }
                  }
                  call @_ZN1DD1Ev(address(%z))
                }
                label __break_1
              }
            }
        "#]],
    );
    check_with_d(
        "__attribute__((device)) void g(int n) { switch (D z(1); n) { case 1: break; default: n = 2; } }",
        "_Z1gi",
        expect![[r#"
            function @_Z1gi(%n: int) -> void device internal {
              {
                {
                  declare %z: record @_Z1D
                  call @_ZN1DC1Ei(address(%z), int 1)
                  switch load(%n) {
                    case 1
                    call @_ZN1DD1Ev(address(%z))
                    goto __break_1
                    default
                    store(%n, int 2)
                  }
                  call @_ZN1DD1Ev(address(%z))
                }
                label __break_1
              }
            }
        "#]],
    );
    // What stands around a loop is destroyed once, behind it.
    check_with_d(
        "__attribute__((device)) void h(int n) { D z(1); while (n--) if (n == 3) break; }",
        "_Z1hi",
        expect![[r#"
            function @_Z1hi(%n: int) -> void device internal {
              {
                declare %z: record @_Z1D
                call @_ZN1DC1Ei(address(%z), int 1)
                loop while convert truth (post_decrement(%n)): bool {
                  if equal(load(%n), int 3) {
                    break
                  }
                }
                call @_ZN1DD1Ev(address(%z))
              }
            }
        "#]],
    );
}
