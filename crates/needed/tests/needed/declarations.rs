//! What is kept of the functions that declarations of templates call for a value. Each list is what the reference defines.

use expect_test::expect;

use crate::check_relaxed as check;

#[test]
fn a_default_template_argument_of_what_is_called() {
    check(
        "
constexpr int called(int a) { return a; }
constexpr int loser(int a) { return a; }
constexpr int sized(int a) { return a; }
constexpr int given(int a) { return a; }
template <class T, int N = called(sizeof(T))> void f(T) {}
template <class T, int N = loser(sizeof(T))> void g(T, ...) {}
inline void g(int, int) {}
template <class T, int N = sized(sizeof(T))> void h(T) {}
template <class T, int N = given(sizeof(T))> void i(T) {}
void use() {
  f(1);
  g(1, 2);
  sizeof((h(1), 1));
  i<int, 7>(1);
}
",
        expect![[r#"
            _Z5giveni
            _Z6calledi
        "#]],
    );
}

#[test]
fn types_and_exception_specifications_of_what_is_called() {
    check(
        "
template <int N> struct I {};
constexpr int bound(int a) { return a; }
constexpr int result(int a) { return a; }
constexpr int except(int a) { return a; }
constexpr int body(int a) { return a; }
constexpr int argument(int a) { return a; }
constexpr int type(int a) { return a; }
template <class T> I<result(sizeof(T))> f(T (&)[bound(sizeof(T))]) { return {}; }
template <class T> void g(T) noexcept(except(sizeof(T)) > 0) { I<body(sizeof(T))> i; }
template <class T> void h(T, int = argument(sizeof(T))) {}
template <class T> auto i(T x) -> decltype(type(x)) { return 1; }
void use() {
  int a[4];
  f(a);
  g(1);
  h(1);
  i(1);
}
",
        expect![[r#"
            _Z4typei
            _Z5boundi
            _Z6excepti
            _Z6resulti
        "#]],
    );
}

#[test]
fn a_function_that_depends_on_the_arguments_is_not_known() {
    check(
        "
struct N { static constexpr int known(int a) { return a; } };
template <class T> struct D { static constexpr int unknown(int a) { return a; } };
template <class T> constexpr int named(int a) { return a; }
constexpr int constant(int a) { return a; }
constexpr int by_arguments(int a) { return a; }
constexpr int qualified(int a) { return a; }
template <class T, int A = N::known(sizeof(T)), int B = D<T>::unknown(sizeof(T))> void f(T) {}
template <class T, int A = named<T>(sizeof(T)), int B = constant(1)> void g(T) {}
template <int M, int A = by_arguments(M), int B = ::qualified(M)> void h() {}
void use() {
  f(1);
  g(1);
  h<1>();
}
",
        expect![[r#"
            _Z9qualifiedi
            _ZN1N5knownEi
        "#]],
    );
}

#[test]
fn alias_templates_through() {
    check(
        "
template <int N> struct I { static constexpr int v = N; };
template <class P> struct D {
  static constexpr int gcd(int m, int n) { return n ? gcd(n, m % n) : m; }
  template <class A, class B, int N = gcd(A::v, B::v)> using quotient = I<A::v / N>;
  D() {}
  template <class Q, class = quotient<Q, P>> D(const D<Q> &) {}
};
void use() {
  D<I<4>> from;
  D<I<6>> to(from);
}
void unused(D<I<8>> *) {}
inline void dead() { D<I<10>> dead; }
",
        expect![[r#"
            _ZN1DI1IILi4EEE3gcdEii
            _ZN1DI1IILi6EEE3gcdEii
        "#]],
    );
}

#[test]
fn member_templates_of_the_classes_of_objects() {
    check(
        "
constexpr int of_global(int a) { return a; }
constexpr int of_base(int a) { return a; }
constexpr int of_member(int a) { return a; }
constexpr int of_size(int a) { return a; }
constexpr int of_access(int a) { return a; }
constexpr int of_local(int a) { return a; }
constexpr int of_pointer(int a) { return a; }
template <class T, int N> struct Direct {
  static constexpr int own(int a) { return a; }
  template <int M = ::of_global(N), int L = own(N)> void m() {}
  int x;
};
template <int N> struct Base { template <int M = ::of_base(N)> void m() {} };
template <int N> struct Member { template <int M = ::of_member(N)> void m() {} };
template <int N> struct Sized { template <int M = ::of_size(N)> void m() {} };
template <int N> struct Accessed { template <int M = ::of_access(N)> void m() {} int x; };
template <int N> struct Local { template <int M = ::of_local(N)> void m() {} };
template <int N> struct Pointer { template <int M = ::of_pointer(N)> void m() {} };
struct Derived : Base<1> { Member<1> member[2]; };
Direct<int, 1> direct;
Derived derived;
int size = sizeof(Sized<1>);
int access(Accessed<1> *a) { return a->x; }
void use(Pointer<1> *p) { Local<1> unused; }
",
        expect![[r#"
            _Z7of_basei
            _Z9of_accessi
            _Z9of_globali
            _Z9of_memberi
        "#]],
    );
}
