//! Operators on pointers to members. What stands here has been seen on the reference.

use crate::testing::findings;
use expect_test::expect;

#[test]
fn have_no_order() {
    expect![[r#"
        3: 3162 at a: int S::*
        4: 3162 at p: int (S::*)()
        5: 3162 at a: int S::*
        6: 3162 at a: int S::*
        7: 2138 at a
        8: 3162 at a: int S::*
        14: 42 at ==: int S::*, int U::*
        15: 42 at :: int S::*, int (S::*)()
    "#]]
    .assert_eq(&findings(
        "struct S { int x; int f(); }; struct D : S {}; struct U { int x; };
void order(int S::*a, int (S::*p)(), int i, int *q) {
  (void)(a < a);
  (void)(p >= p);
  (void)(a < 0);
  (void)(nullptr > a);
  (void)(i <= a);
  (void)(a < q);
}
void equality(int S::*a, int D::*d, int U::*u, int (S::*p)(), int (S::*q)() noexcept) {
  (void)(a == d);
  (void)(p == q);
  (void)(true ? p : q);
  (void)(a == u);
  (void)(true ? a : p);
}
",
    ));
}
