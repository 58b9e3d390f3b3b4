//! Right code of forms that are easily taken for wrong.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn member_templates_of_several_specialisations() {
    expect![""].assert_eq(&findings(
        r#"template<int I> struct Get { template<class T> static int of(const T &); template<class U> static int s; };
template<> template<class T> int Get<0>::of(const T &v) { return v.x; }
template<> template<class T> int Get<1>::of(const T &v) { return v.y; }
template<> template<class U> int Get<0>::s = 1;
template<> template<class U> int Get<1>::s = 2;
"#,
    ));
}

#[test]
fn assignment_to_lvalues_and_rvalues() {
    expect![[r#"
        4: 1776 at =: function A::operator=(const A &) && of token 30
    "#]].assert_eq(&findings(
        r#"struct A { A &operator=(const A &) & = default; A &operator=(A &&) & = default; A &operator=(const A &) && = delete; };
void f(A &a, const A &b) { a = b; a = A(); }
static_assert(__is_assignable(A &, A) && !__is_assignable(A, const A &), "");
void g(const A &b) { A() = b; }
"#,
    ));
}

#[test]
fn references_to_captured_copies() {
    expect![[r#"
        5: 137 at n
    "#]].assert_eq(&findings(
        r#"template<class F> void call(F f) { f(1); }
void f(const int *p, int n) {
  int array[2] = {1, 2};
  auto a = [=] { call([&](int i) { return p[i] + n + array[i]; }); call([&n](int i) { return n + i; }); };
  auto b = [=] { call([&](int i) { n = i; }); };
  auto c = [=]() mutable { call([&](int i) { n = i; }); };
  a(); b(); c();
}
"#,
    ));
}

#[test]
fn members_that_hide_classes_of_their_name() {
    expect![""].assert_eq(&findings(
        r#"template<class T> struct A { T &get() { return data.object; } union data { data() {} ~data() {} T object; } data; };
struct B { int get() { return data.x + e; } struct data { int x; } data; enum e { one } e; };
"#,
    ));
}

#[test]
fn arrays_that_packs_fill() {
    expect![""].assert_eq(&findings(
        r#"template<class T, unsigned long N> constexpr T *end(T (&a)[N]) { return a + N; }
int print(int);
template<class... V> int f(V... values) { int all[] = {(print(values), 0)...}; return *(end(all) - 1); }
int g() { auto l = [](auto... values) { int all[] = {print(values)..., 1}; return end(all) - all; }; return f(1, 2) + l(1); }
"#,
    ));
}

#[test]
fn linkage_specifications_in_others() {
    expect![[r#"
        2: 338 at c: overloaded function c
    "#]].assert_eq(&findings(
        r#"extern "C" { extern "C++" int *a(int *); extern "C++" const int *a(const int *); extern "C++" { void b(int); void b(long); } }
extern "C++" { extern "C" void c(int); extern "C" void c(long); void d(int); void d(long); }
"#,
    ));
}

#[test]
fn parts_of_complex_numbers() {
    expect![[r#"
        3: 137 at __imag__
    "#]].assert_eq(&findings(
        r#"struct C { __complex__ float v; C(float r, float i) : v{r, i} {} void real(float x) { __real__ v = x; __imag__ v += x; } };
float f(__complex__ float z) { float &r = __real__ z; return r + __imag__ z; }
void g(const __complex__ float z) { __imag__ z = 1; }
"#,
    ));
}

#[test]
fn calls_of_libraries() {
    expect![[r#"
        9: 304 at allocate: overloaded function allocate
        9: 304 at only: function template only
    "#]]
    .assert_eq(&findings(
        r#"# 1 "a.cu"
# 1 "/lib/library.h" 1 3
extern "C" int allocate(void **, unsigned long);
template<class T> int allocate(T **, unsigned long);
template<class T> int only(T *);
# 2 "a.cu" 2
void f(float *p) { allocate(&p, 4); only(p); }

void g(float *p) { allocate(p, 4); only(1); }
"#,
    ));
}

#[test]
fn explicit_instantiations() {
    expect![[r#"
        1: 3695 at {
        6: 137 at 
        7: 137 at 
        8: 137 at 
    "#]].assert_eq(&findings(
        r#"template<class T> __global__ void k(const T *in) { in[0] += 1; }
template<class T> struct S { void m(const T *in) { in[0] += 1; } template<class U> void n(const T *in) { in[0] += 1; } };
template<class T> void used(const T *in) { in[0] += 1; }
template<class T> auto deduced(const T *in) { in[0] += 1; return 1; }
template<class T> void around(const T *in) { used(in); deduced(in); }
template __global__ void k<float>(const float *);
template struct S<int>;
template void around<int>(const int *);
"#,
    ));
}
