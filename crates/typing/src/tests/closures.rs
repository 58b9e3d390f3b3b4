//! What traits say of closures, and what cannot be made of them.

use expect_test::expect;

use crate::tests::diagnostics::check;

#[test]
fn traits_of_annotated_lambdas() {
    check(
        "void f() {
  auto a = [] __attribute__((device)) () -> int { return 1; }; auto b = [] __attribute__((host)) __attribute__((device)) {}; auto c = [] {};
  static_assert(__nv_is_extended_device_lambda_closure_type(const decltype(a)), \"\");
  static_assert(__nv_is_extended_device_lambda_with_preserved_return_type(decltype(a)), \"\");
  static_assert(__nv_is_extended_host_device_lambda_closure_type(decltype(b)), \"\");
  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(b)), \"\");
  static_assert(!__nv_is_extended_device_lambda_with_preserved_return_type(decltype(b)), \"\");
  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(a) &), \"\");
  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(c)), \"\");
}
__attribute__((device)) void g() { auto a = [] __attribute__((device)) {};
  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(a)), \"\");
}
template <class T> void t(T) { static_assert(__nv_is_extended_device_lambda_closure_type(T), \"\"); }
static_assert(__nv_is_extended_device_lambda_closure_type(int), \"\");
",
        expect![[r#"
            1574 @ static_assert 
            1574 @ static_assert 
            1574 @ static_assert 
            1574 @ static_assert 
        "#]],
    );
}

#[test]
fn closures_have_no_default_constructor() {
    check(
        "template <class T> T v = T(); void h() { auto l = [] {}; (void)v<decltype(l)>; }",
        expect![[r#"
            1790 @ T lambda []()->void
              in T v [with T=lambda []()->void]
        "#]],
    );
}

#[test]
fn structured_bindings_of_namespaces() {
    check(
        "struct P { int x, y; }; auto [a, b] = P{1, 2}; namespace n { static auto &&[c, d] = P{1, 2}; }
int h() { a = 1; return b + n::c + c; }",
        expect![[r#"
            20 @ c c
        "#]],
    );
}
