//! What is kept of the functions that members of class templates call as they are declared. Each list is what the reference defines.

use expect_test::expect;

use crate::check_relaxed as check;

#[test]
fn of_a_class_of_which_a_member_function_is_made() {
    check(
        "
constexpr int called(int a, int b) { return a < b ? a : b; }
constexpr int read(int a, int b) { return a < b ? a : b; }
constexpr int object(int a, int b) { return a < b ? a : b; }
constexpr int derived(int a, int b) { return a < b ? a : b; }
constexpr int inner(int a, int b) { return a < b ? a : b; }
constexpr int friendly(int a, int b) { return a < b ? a : b; }
template <int N> struct A { static const int a = N, v = called(16, a); int f() { return 1; } };
template <int N> struct B { static const int a = N, v = read(16, a); int f() { return 1; } };
template <int N> struct C { static const int a = N, v = object(16, a); int m; int f() { return 1; } };
template <int N> struct D { static const int a = N, v = derived(16, a); int f() { return 1; } };
template <int N> struct E : D<N> { int g() { return 1; } };
template <int N> struct F { static const int a = N, v = inner(16, a); struct I { int f() { return 1; } }; };
template <int N> struct G { static const int a = N, v = friendly(16, a); friend int g(G) { return 1; } };
int use(C<3> c) {
  return A<3>().f() + B<3>::v + c.m + E<3>().g() + F<3>::I().f() + g(G<3>());
}
",
        expect![[r#"
            _Z5innerii
            _Z6calledii
        "#]],
    );
}

#[test]
fn types_widths_bases_and_initialisers() {
    check(
        "
template <int N> struct V { static const int k = 1; };
constexpr int type(int a, int b) { return a < b ? a : b; }
constexpr int pointer(int a, int b) { return a < b ? a : b; }
constexpr int bound(int a, int b) { return a < b ? a : b; }
constexpr int width(int a, int b) { return a < b ? a : b; }
constexpr int initial(int a, int b) { return a < b ? a : b; }
constexpr int parameter(int a, int b) { return a < b ? a : b; }
constexpr int except(int a, int b) { return a < b ? a : b; }
constexpr int base(int a, int b) { return a < b ? a : b; }
constexpr int outside(int a, int b) { return a < b ? a : b; }
constexpr int fixed(int a, int b) { return a < b ? a : b; }
constexpr int argument(int a, int b) { return a < b ? a : b; }
constexpr int value(int a, int b) { return a < b ? a : b; }
constexpr int local(int a, int b) { return a < b ? a : b; }
constexpr int enumerator(int a, int b) { return a < b ? a : b; }
constexpr int asserted(int a, int b) { return a < b ? a : b; }
constexpr int nested(int a, int b) { return a < b ? a : b; }
template <int N> struct S : V<(base)(16, N)> {
  static const int a = N;
  V<type(16, a)> m;
  V<pointer(16, a)> *p;
  int array[bound(16, a)];
  int bits : width(16, a);
  int i = initial(16, 3);
  void g(V<parameter(16, a)>) noexcept(except(16, a) > 0);
  static const int out;
  static const int constant = fixed(16, 3);
  V<argument(16, 3)> plain;
  static constexpr int v = value(16, 3);
  void h(int = local(16, a));
  enum { e = enumerator(16, a) };
  static_assert(asserted(16, a) > 0, \"\");
  struct I { static const int v = nested(16, a); };
  int f() { return 1; }
};
template <int N> const int S<N>::out = outside(16, a);
int use(S<3> &s) { return s.f(); }
",
        expect![[r#"
            _Z4baseii
            _Z4typeii
            _Z5boundii
            _Z5fixedii
            _Z5widthii
            _Z6exceptii
            _Z7initialii
            _Z7outsideii
            _Z7pointerii
            _Z9parameterii
        "#]],
    );
}

#[test]
fn a_static_member_alone_is_an_argument_that_is_known() {
    check(
        "
constexpr int alone(int a, int b) { return a < b ? a : b; }
constexpr int qualified(int a, int b) { return a < b ? a : b; }
constexpr int computed(int a, int b) { return a < b ? a : b; }
constexpr int converted(int a, int b) { return a < b ? a : b; }
constexpr int parameter(int a, int b) { return a < b ? a : b; }
constexpr int parenthesized(int a, int b) { return a < b ? a : b; }
constexpr int enumerator(int a, int b) { return a < b ? a : b; }
constexpr int within(int a, int b) { return a < b ? a : b; }
constexpr int typed(int a, int b) { return a < b ? a : b; }
template <int N, class T> struct S {
  static const int a = N;
  static const T t = 3;
  enum { e = N };
  struct I { static const int a = N; };
  static const int v1 = alone(16, a);
  static const int v2 = qualified(16, S::a);
  static const int v3 = computed(16, a + 1);
  static const int v4 = converted(16, int(a));
  static const int v5 = parameter(16, N);
  static const int v6 = (parenthesized)(16, N);
  static const int v7 = enumerator(16, e);
  static const int v8 = within(16, I::a);
  static const int v9 = typed(16, t);
  int f() { return 1; }
};
int use(S<3, int> &s) { return s.f(); }
",
        expect![[r#"
            _Z13parenthesizedii
            _Z5aloneii
            _Z9qualifiedii
        "#]],
    );
}

#[test]
fn aliases_that_are_members() {
    check(
        "
template <int N> struct V { static const int k = 1; };
constexpr int through(int a, int b) { return a < b ? a : b; }
constexpr int unnamed(int a, int b) { return a < b ? a : b; }
constexpr int body(int a, int b) { return a < b ? a : b; }
template <int N> struct S {
  static const int a = N;
  using L = V<through(16, a)>;
  using M = V<unnamed(16, a)>;
  using B = V<body(16, a)>;
  static const int v = 8 / L::k;
  int f() { return B::k; }
};
int use(S<3> &s) { return s.f(); }
",
        expect![[r#"
            _Z7throughii
        "#]],
    );
}
