//! What is kept where every constexpr function may run on the device: instances that are none, and members that nobody wrote. Each list
//! is what the reference defines.

use expect_test::expect;

use crate::check_relaxed as check;

#[test]
fn instances_that_meet_the_requirements() {
    check(
        "
struct N { int a; N(int b) : a(b) {} N(const N &n) : a(n.a) {} };
int host(int a) { return a; }
template <class T> constexpr int parameter(T t) { return 1; }
template <class T> constexpr T result(const T &t) { return t; }
template <class T> constexpr int variable(const T &t) { T u = t; return 1; }
template <class T> constexpr int uninitialized(const T &t) { int u; u = 2; return u; }
template <class T> constexpr int temporary(const T &t) { return T(t).a; }
template <class T> constexpr int calls(const T &t) { return host(1); }
template <class T> constexpr T &reference(T &t) { return t; }
void use(N &n) {
  parameter(n);
  result(n);
  variable(n);
  uninitialized(n);
  temporary(n);
  calls(n);
  reference(n);
}
",
        expect![[r#"
            _Z5callsI1NEiRKT_
            _Z9referenceI1NERT_S2_
            _Z9temporaryI1NEiRKT_
        "#]],
    );
}

#[test]
fn constructors_that_meet_the_requirements() {
    check(
        "
struct N { int a; N(int b) : a(b) {} N(const N &n) : a(n.a) {} };
template <class T> struct Member { T t; constexpr Member(const T &t) : t(t) {} };
template <class T> struct Base : T { constexpr Base(const T &t) : T(t) {} };
template <class T> struct Lacking { int a, b; constexpr Lacking(const T &) : a(1) {} };
template <class T> struct Assigned { int a; constexpr Assigned(const T &) { a = 1; } };
void use(N &n, int &i) {
  Member<N> m(n);
  Base<N> b(n);
  Lacking<N> l(n);
  Assigned<N> a(n);
  Member<int> k(i);
}
",
        expect![[r#"
            _ZN6MemberIiEC1ERKi
            _ZN6MemberIiEC2ERKi
        "#]],
    );
}

#[test]
fn members_that_nobody_wrote() {
    check(
        "
struct C { int a; constexpr C() : a(1) {} constexpr C(const C &c) : a(c.a) {} };
struct Implicit { C c; };
struct Defaulted { C c; Defaulted() = default; Defaulted(const Defaulted &) = default; };
struct Dynamic { virtual ~Dynamic() {} };
struct Derived : Dynamic { Derived(int) {} };
struct Inheriting { constexpr Inheriting(int) {} };
struct Inherits : Inheriting { using Inheriting::Inheriting; int a = 1; };
void use(Implicit *i, Defaulted *d, int n) {
  Implicit copy(*i);
  Defaulted other(*d);
  Derived derived(1);
  Inherits inherits(n);
  new Implicit;
  new Defaulted[2];
}
",
        expect![[r#"
            _ZN10InheritingC1Ei
            _ZN10InheritingC2Ei
            _ZN1CC1ERKS_
            _ZN1CC1Ev
            _ZN1CC2ERKS_
            _ZN1CC2Ev
            _ZN7DynamicC1Ev
            _ZN7DynamicC2Ev
            _ZN8ImplicitC1ERKS_
            _ZN8ImplicitC2ERKS_
            _ZN8InheritsCI110InheritingEi
            _ZN8InheritsCI210InheritingEi
            _ZN9DefaultedC1ERKS_
            _ZN9DefaultedC1Ev
            _ZN9DefaultedC2ERKS_
            _ZN9DefaultedC2Ev
        "#]],
    );
}

#[test]
fn objects_that_are_passed_by_value() {
    check(
        "
constexpr int ended(int a) { return a; }
struct A { A(int) {} A(const A &) {} ~A() { int a = 1; ended(a); } };
void take(A);
void use() { take(A(1)); }
",
        expect![[r#"
            _Z5endedi
        "#]],
    );
}

#[test]
fn exceptions_are_copied_and_destroyed() {
    check(
        "
constexpr int copied(int a) { return a; }
constexpr int moved(int a) { return a; }
constexpr int ended(int a) { return a; }
struct A { A() {} A(const A &) { int a = 1; copied(a); } A(A &&) { int a = 1; moved(a); } ~A() {} };
struct B { B() {} ~B() { int a = 1; ended(a); } };
void caught() { try { throw 1; } catch (A a) {} }
void thrown() { throw B(); }
",
        expect![[r#"
            _Z5endedi
            _Z6copiedi
        "#]],
    );
}

#[test]
fn lambdas_of_functions_of_the_host() {
    check(
        "
struct L { int operator()(int a) { return a; } };
__attribute__((host)) int host(int a) { return [=](int b) { return a + L()(b); }(a); }
__attribute__((host)) int said(int a) { return [=] __attribute__((host)) (int b) { return a + L()(b); }(a); }
",
        expect![[r#"
            _ZZ4hostiENKUliE_clEi
            _ZZ4saidiENKUliE_clEi
        "#]],
    );
}

/// `__host__` does not keep a constexpr function from the device.
#[test]
fn functions_of_the_host_that_are_constexpr() {
    check(
        "
constexpr __attribute__((host)) int square(int a) { return a * a; }
struct S {
  int v;
  __attribute__((host)) constexpr S(int a) : v(a) {}
  __attribute__((host)) constexpr int get() const { return v; }
  __attribute__((host)) int not_constant() const { return v; }
};
__attribute__((global)) void k(int *o, int n) { S s(n); *o = square(n) + s.get(); }
",
        expect![[r#"
            _Z6squarei
            _ZN1SC1Ei
            _ZN1SC2Ei
            _ZNK1S3getEv
            kernel _Z1kPii
        "#]],
    );
}

/// (reference: device-half, What is defined)
#[test]
fn code_that_is_constexpr_alone_gives_a_destructor_no_space() {
    check(
        "
struct P { ~P() {} };
template <class T> struct O { P p; __attribute__((host, device)) O(int) {} ~O() = default; };
template <class T> struct U {
  union { T v; int e; };
  constexpr void a() { v.~T(); }
  __attribute__((host, device)) void b() { v.~T(); }
  U();
  ~U() {}
};
void f(U<O<int>> &x, U<O<char>> &y) { x.a(); y.b(); }
",
        expect![[r#"
            _ZN1OIcED1Ev
            _ZN1OIcED2Ev
            _ZN1UI1OIcEE1bEv
            _ZN1UI1OIiEE1aEv
        "#]],
    );
}

/// (reference: device-half, What is defined)
#[test]
fn an_inherited_constructor_of_host_code_is_defined_if_it_is_constexpr() {
    check(
        "
struct A { int a; __attribute__((host, device)) A(int n) : a(n) {} __attribute__((host, device)) constexpr A(char n) : a(n) {} };
struct B : A { using A::A; };
int f(int n, char c) { B a(n); B b(c); return a.a + b.a; }
",
        expect![[r#"
            _ZN1AC1Ec
            _ZN1AC1Ei
            _ZN1AC2Ec
            _ZN1AC2Ei
            _ZN1BCI11AEc
            _ZN1BCI21AEc
        "#]],
    );
}

#[test]
fn call_operators_that_meet_the_requirements() {
    check(
        "
struct N { int a; N(int b) : a(b) {} };
int host(int a);
int parameter(int i) { auto l = [](N n) { return n.a; }; return l(N(i)); }
int result(int i) { auto l = [](int i) { return N(i); }; return l(i).a; }
int variable(int i) { auto l = [](int i) { N n(i); return 1; }; return l(i); }
int fixed(int i) { auto l = [](int i) { static int s = 1; return s + i; }; return l(i); }
int calls(int i) { auto l = [](int i) { return host(i); }; return l(i); }
int reference(const N &n) { auto l = [](const N &n) { return n.a; }; return l(n); }
",
        expect![[r#"
            _ZZ5callsiENKUliE_clEi
            _ZZ9referenceRK1NENKUlS1_E_clES1_
        "#]],
    );
}
