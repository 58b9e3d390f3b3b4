//! What is said of programs, as problems: number, token, what fills the message, and the chain of instantiations, as the
//! reference says it and where.

mod classes;
mod lists;

use std::fmt::Write as _;

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_names::{item_id, item_id_text};
use cleave_syntax::{Dialect, Lexed, Standard};
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::{Fill, Problem, display, program};

fn token_text<'db>(db: &'db dyn Db, problem: &Problem<'db>) -> String {
    let Some((item, token)) = program::token(db, problem) else {
        return "?".into();
    };
    let text = item_id_text(db, item).as_str();
    let lexed = Lexed::new(text);
    let mut significant = (0..lexed.len()).filter(|&i| !lexed.kind(i).is_trivia());
    match significant.nth(token as usize) {
        Some(i) => lexed.text(text, i).to_owned(),
        None => "?".into(),
    }
}

fn fill_text<'db>(db: &'db dyn Db, fill: &Fill<'db>) -> String {
    match fill {
        Fill::Type(ty) => display::type_text(db, *ty),
        Fill::Entity(e) | Fill::Instantiated(e) => display::qualified_name(db, *e),
        Fill::Name(name) | Fill::Spelled(name) | Fill::Kind(_, name) | Fill::Local(_, name, _) => {
            name.to_string()
        }
        Fill::Number(n) => n.to_string(),
        Fill::Named(name, ty) => format!("{name} = {}", display::type_text(db, *ty)),
        _ => "…".into(),
    }
}

fn problems(standard: Standard, text: &str) -> String {
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    file.set_dialect(&mut db).to(Dialect {
        standard,
        ..Dialect::default()
    });
    let db: &dyn Db = &db;
    let count = cleave_names::skeleton(db, file).items.len() as u32;
    let mut out = String::new();
    for index in 0..count {
        for problem in &program::problems(db, item_id(db, file, index), program::Extent::All).found
        {
            let fills: Vec<_> = problem.fills.iter().map(|f| fill_text(db, f)).collect();
            let _ = write!(out, "{} @ {}", problem.code, token_text(db, problem));
            let _ = match fills[..] {
                [] => writeln!(out),
                _ => writeln!(out, " {}", fills.join("; ")),
            };
            for note in &problem.notes {
                let _ = write!(out, "  {} @ {}", note.code, token_text(db, note));
                let _ = match &note.fills[..] {
                    [Fill::Text(operator), Fill::Number(n)] => writeln!(out, " {operator} {n}"),
                    _ => writeln!(out),
                };
            }
            for step in &problem.contexts {
                let late = if problem.deferred { " at the end" } else { "" };
                let text = display::template_text(db, step.entity);
                let _ = writeln!(out, "  in {text}{late}");
            }
        }
    }
    out
}

pub(super) fn check(text: &str, expect: Expect) {
    let found = crate::tests::on_big_stack(|| problems(Standard::Cpp17, text));
    expect.assert_eq(&found);
}

fn check_20(text: &str, expect: Expect) {
    let found = crate::tests::on_big_stack(|| problems(Standard::Cpp20, text));
    expect.assert_eq(&found);
}

/// The first and the last line of each problem, whose chain has as many as instances may wait.
#[test]
fn instances_without_end() {
    let ends = |text: &str| {
        let all = crate::tests::on_big_stack({
            let text = text.to_owned();
            move || problems(Standard::Cpp17, &text)
        });
        let lines: Vec<&str> = all.lines().collect();
        let is_end = |i: usize| {
            let starts = |l: Option<&&str>| l.is_none_or(|l| !l.starts_with(' '));
            starts(lines.get(i)) || starts(lines.get(i + 1))
        };
        let ends = lines.iter().enumerate().filter(|(i, _)| is_end(*i));
        let ends = ends.map(|(_, l)| format!("{l}\n"));
        format!("{}{} lines\n", ends.collect::<String>(), lines.len())
    };
    let mut out = String::new();
    for text in [
        "template<int N> struct F { static const int v = N * F<N-1>::v; }; int x = F<5>::v;",
        "template<int N> struct F { enum { v = N * F<N-1>::v }; }; int x = F<5>::v;",
        "template<int N> struct B : B<N+1> { }; B<0> b;",
        "template<class T> struct G { typename G<T*>::type t; }; G<int> g;",
        "template<int N> constexpr int f() { return f<N-1>() + 1; } static_assert(f<3>() == 3);",
        "template<int N> auto h() { return h<N+1>(); } int main() { h<0>(); }",
        "template<int N> constexpr int v = v<N+1>; int x = v<0>;",
        // An end that is far away.
        "template<int N> struct P { enum { v = P<N-1>::v + 1 }; }; template<> struct P<0> { enum { v }; }; int x = P<199>::v;",
    ] {
        out += &ends(text);
    }
    expect![[r#"
        456 @ F F<-195>::v
          in F<N> [with N=5]
        201 lines
        456 @ v F<-195>
          in F<N> [with N=5]
        70 @ F F<-195>
          in F<N> [with N=5]
        402 lines
        456 @ B B<200>
          in B<N> [with N=0]
        70 @ B B<200>
          in B<N> [with N=0]
        402 lines
        456 @ type G<int ********************************************************************************************************************************************************************************************************>
          in G<T> [with T=int]
        70 @ typename G<int ********************************************************************************************************************************************************************************************************>
          in G<T> [with T=int]
        402 lines
        456 @ f f<-197>
          in int f<N>() [with N=3]
        201 lines
        456 @ h h<200>
          in auto h<N>() [with N=0]
        2547 @ h …
          in auto h<N>() [with N=0]
        402 lines
        456 @ > v<200>
          in const int v [with N=0]
        201 lines
        0 lines
    "#]].assert_eq(&out);
}

#[test]
fn results_that_are_not_deduced_yet() {
    check(
        "auto fact(int n) { return n ? n * fact(n - 1) : 1; }
auto fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
template<class T> auto t(T n) { return n ? n * t(n - 1) : 1; }
auto a = t(3);
template<class T> auto u(T n) { if (n < 2) return n; return u(n - 1); }
auto b = u(3);
struct S { S &operator->(); int m; }; int arrows(S s) { return s->m; }
",
        expect![[r#"
            2547 @ fact …
            2547 @ t …
              in auto t(T) [with T=int]
            1017 @ s S
        "#]],
    );
}

#[test]
fn declarations_that_disagree() {
    check(
        "void f() noexcept; void f() {} void g(); void g() noexcept {} void h() noexcept(false); void h() {}
void i() throw(); void i() noexcept; struct A { ~A(); void m() noexcept; }; A::~A() noexcept {} void A::m() {}
extern \"C\" void c(int); extern \"C\" void c(long); extern \"C\" void d(int); extern \"C\" void d(int); void d(long);
template<class T> void t() noexcept; template<class T> void t() {}
",
        expect![[r#"
            541 @ { …
            536 @ noexcept …
            541 @ { …
            338 @ c …
            541 @ { …
        "#]],
    );
}

#[test]
fn functions_are_instantiated_late() {
    check(
        "template<class T> int f(T t) { return t.x; }
template<class T> void outer(T t) { f(t); }
template<class T> auto now(T t) { return t.x; }
void use() { outer(2.5); now(1); sizeof(f(1)); }
struct S { int x; };
void fine(S s) { f(s); }
",
        expect![[r#"
            174 @ sizeof
            153 @ t int
              in auto now(T) [with T=int]
            153 @ t double
              in int f(T) [with T=double] at the end
              in void outer(T) [with T=double] at the end
        "#]],
    );
}

#[test]
fn constants_are_constant() {
    check(
        "template<int N> void k(int *);
int g; int rt(); constexpr int thr(int x) { return x > 0 ? x : throw 1; }
void f(int n) {
  k<n>(nullptr); k<thr(0)>(nullptr); k<(int)3e9>(nullptr);
  switch (n) { case g: ; }
  if constexpr (rt()) { }
  enum { e1 = g, e2 = 3 };
  static_assert(sizeof(int) == 3, \"three\");
  int vla[n];
}
struct M { static const int s = g; int b : thr(-1); int fine : thr(3); };
",
        expect![[r#"
            28 @ n
              2689 @ n
            304 @ k k
              3323 @ k
            28 @ thr
              2721 @ throw
            304 @ k k
              3323 @ k
            173 @ (
            28 @ g
              2689 @ g
            28 @ rt
              2703 @ rt
            28 @ g
              2689 @ g
            1574 @ static_assert three
            173 @ (
            28 @ g
              2689 @ g
            28 @ thr
              2721 @ throw
        "#]],
    );
}

#[test]
fn immediate_functions() {
    check_20(
        "consteval int twice(int x) { return 2 * x; }
consteval int chk(int x) { if (x < 0) throw 1; return x; }
int (*fp)(int) = twice;
void f(int n) { twice(n); chk(-1); chk(twice(-2)); twice(3); sizeof(twice(n)); constexpr int c = twice(4); }
consteval int nested(int x) { return twice(x); }
",
        expect![[r#"
            2960 @ twice
            174 @ sizeof
            2933 @ ( twice
              2689 @ n
            2933 @ ( chk
              2721 @ throw
            2933 @ ( chk
              2721 @ throw
        "#]],
    );
}

#[test]
fn conversions_that_compete() {
    check(
        "struct A { operator int() const; operator double() const; }; struct Q { };
void f(A a, Q q) { long l = a; a + 1; a + a; while (a) ; int i = a; q = 1; q + 1; q++; q[1]; }
",
        expect![[r#"
            417 @ a A; long
            418 @ a A
            418 @ a A
            418 @ a A
            418 @ a A
            349 @ = =
            349 @ + +
              3328 @ + operator+(<promoted arithmetic>, <promoted arithmetic>) 1
              3328 @ + operator+(<pointer to object>, <ptrdiff_t>) 1
              3328 @ + operator+(<ptrdiff_t>, <pointer to object>) 1
            349 @ ++ ++
              3328 @ ++ operator++(<non-bool arithmetic>, <integral>) 1
              3328 @ ++ operator++(<pointer to object>, <integral>) 1
            349 @ [ []
              3328 @ [ operator[](<pointer to object>, <ptrdiff_t>) 1
              3328 @ [ operator[](<ptrdiff_t>, <pointer to object>) 1
        "#]],
    );
}

#[test]
fn candidates_are_named() {
    check(
        "struct Q { }; void two(int); void two(char *, int); template<class T> void tq(T *, int); struct C { C(int, int); };
void f(Q q) { two(q); tq(1, 2); C c(1); C d; }
",
        expect![[r#"
            304 @ two two
              3322 @ two
              3326 @ two
            304 @ tq tq
              3327 @ tq
            289 @ 1 …
              3322 @ C
            291 @ d C
        "#]],
    );
}

#[test]
fn definitions_of_templates() {
    check_20(
        "template<int N> struct flag { friend int adl(flag<N>); template<int M> friend int other(flag<M>); };
class P { int x; public: constexpr P(int v); };
template<P p> void kp();
struct R { int x; }; template<R r> void kr();
template<class T, class U> struct X { }; template<class T> struct X<T, int> { static const int v = 1; }; template<class T> struct X<int, T> { };
int z = X<int, int>::v; int y = X<char, int>::v;
",
        expect![[r#"
            1301 @ adl int adl(flag<N>)
            3139 @ P
            838 @ v X<int, int>
        "#]],
    );
}

#[test]
fn objects_of_the_code_around_are_not_read() {
    check(
        "struct N { int x = 3; constexpr operator int() const { return x; } constexpr int three() const { return 3; } };
struct C { constexpr operator int() const { return 3; } };
template <int> struct R {}; constexpr int copied(N) { return 4; } constexpr int referred(const N &) { return 4; }
void f(N n) { R<n.three()> a; R<referred(n)> b; R<n> c; R<copied(n)> d; }
void g(C c) { R<c> a; static_assert(c == 3); constexpr int k = c; constexpr const C *p = &c; }
void h(const C &c, int z) { R<c> a; auto l = [z](int x) { return x + z; }; R<l(1)> b; }
",
        expect![[r#"
            28 @ n
              2701 @ x
            28 @ copied
              2689 @ n
            28 @ &
              2690 @ &
            28 @ c
              2689 @ c
            28 @ l
              2701 @ z
        "#]],
    );
}

#[test]
fn operands_begin_where_they_are_written() {
    check(
        "void f(int x, int g()) { *(x); *static_cast<int>(x); (x + 1)++; static_cast<int>(x) = 3; &(x + 2); (x)(); g()(); }
struct S { S(); }; S *p = &S(); void h() { struct L { int m() { return 5 = 1; } }; auto l = [] { struct K { void k() { 1 = 2; } }; }; }
",
        expect![[r#"
            75 @ ( int
            75 @ static_cast int
            137 @ (
            137 @ static_cast
            158 @ (
            109 @ (
            109 @ g
            1308 @ &
            137 @ 5
            137 @ 1
        "#]],
    );
}

#[test]
fn constexpr_templates_are_instantiated_where_they_are_used() {
    check(
        "struct In {}; template <class T> constexpr int g(T x) { return x + In(); } template <class T> int h(T x) { return x + In(); }
void f(int n) { g(n); h(n); sizeof(g(1L)); auto l = [](auto x) -> int { return x + In(); }; l('c'); }
void k() { auto l = [](auto x) { struct In { int a; bool is(const In &r) const { return a == r.a; } }; In i{x}; return i.is(In{3}); }; l(1); }
",
        expect![[r#"
            174 @ sizeof
            349 @ + +
              3328 @ + operator+(<promoted arithmetic>, <promoted arithmetic>) 2
              3328 @ + operator+(<pointer to object>, <ptrdiff_t>) 1
              3328 @ + operator+(<ptrdiff_t>, <pointer to object>) 2
              in int g(T) [with T=int]
            349 @ + +
              3328 @ + operator+(<promoted arithmetic>, <promoted arithmetic>) 2
              3328 @ + operator+(<pointer to object>, <ptrdiff_t>) 1
              3328 @ + operator+(<ptrdiff_t>, <pointer to object>) 2
              in int h(T) [with T=int] at the end
            349 @ + +
              3328 @ + operator+(<promoted arithmetic>, <promoted arithmetic>) 2
              3328 @ + operator+(<pointer to object>, <ptrdiff_t>) 1
              3328 @ + operator+(<ptrdiff_t>, <pointer to object>) 2
              in lambda [](auto)->int [with <auto-1>=char]
        "#]],
    );
}

#[test]
fn local_aliases_know_their_block() {
    check(
        "template <class T> struct V { void push(T); }; template <class I> int take(I);
void f(int n, double d) { using N = decltype(n); V<N> v; v.push(n); take<N>(n); auto l = [&](auto p) { using P = decltype(p); return [&] { return take<P>(p) + take<N>(n); }(); }; l(d); V<decltype(d)> w; w.push(&n); }
",
        expect![[r#"
            167 @ & int *; double
        "#]],
    );
}

/// A defaulted `operator<=>` implies an `operator==`, one that is written does not ([class.compare.default]/6).
#[test]
fn equality_by_three_way_comparison() {
    check_20(
        "struct A { int x; int operator<=>(const A &) const = default; };
struct B { int x; int operator<=>(const B &) const; };
struct C { int x; int operator<=>(const C &) const = default; bool operator==(const C &) const; };
bool f(A a, B b, C c) { return a == a || a != a || c == c || c != c || c < c || b < b || b == b; }
",
        expect![[r#"
            1776 @ < …
            349 @ == ==
              3328 @ == operator==(<promoted arithmetic>, <promoted arithmetic>) 1
              3328 @ == operator==(<nullptr>, <nullptr>) 1
        "#]],
    );
}

/// What a constant may do with variables of the code around: refer to them, not read them ([expr.const]/5).
#[test]
fn variables_around_constants() {
    check(
        "template <class T, unsigned long N> constexpr unsigned long size(const T (&)[N]) { return N; }
constexpr bool same(const int &a, const int &b) { return &a == &b; }
void f(int p) { int a[3]; int i = 2; const int k = p; static_assert(size(a) == 3); static_assert(same(i, i) && !same(i, k)); constexpr int c = sizeof(char[size(a)]); }
",
        expect![[""]],
    );
    check(
        "template <class T> constexpr T read(const T &t) { return t; }
void f(int p) { int i = 2; const int k = p; const int &r = i; constexpr int a = i; constexpr int b = read(i); constexpr int c = read(k); constexpr int d = read(r); constexpr const int *e = &i; }
",
        expect![[r#"
            28 @ i
              2689 @ i
            28 @ read
              2701 @ t
            28 @ read
              2701 @ t
            28 @ read
              2689 @ r
            28 @ &
              2690 @ &
        "#]],
    );
}

/// The candidates of an operator: functions, then builtin operators by groups, then those that it is rewritten to.
#[test]
fn candidates_of_operators() {
    check_20(
        "struct Y { int x; }; struct V { bool operator==(int) const; }; bool operator==(V, char *); enum class E { e };
         void f(Y y, V v, E e, int *p) { v == y; }
         void g(Y y, V v, E e, int *p) { y == v; }
         void h(Y y, V v, E e, int *p) { p - y; }
         void i(Y y, V v, E e, int *p) { e < 1; }
         void j(Y y, V v, E e, int *p) { y++; }",
        expect![[r#"
            349 @ == ==
              3326 @ operator
              3326 @ operator
              3328 @ == operator==(<promoted arithmetic>, <promoted arithmetic>) 1
              3328 @ == operator==(<nullptr>, <nullptr>) 1
            349 @ == ==
              3326 @ operator
              3328 @ == operator==(<promoted arithmetic>, <promoted arithmetic>) 1
              3328 @ == operator==(<nullptr>, <nullptr>) 1
              3326 @ operator
            349 @ - -
              3328 @ - operator-(<promoted arithmetic>, <promoted arithmetic>) 1
              3328 @ - operator-(<pointer to object>, <ptrdiff_t>) 2
              3328 @ - operator-(<pointer to object>, <pointer to object>) 2
            349 @ < <
              3328 @ < operator<(<promoted arithmetic>, <promoted arithmetic>) 1
              3328 @ < operator<(<enum>, <enum>) 2
              3328 @ < operator<(<nullptr>, <nullptr>) 1
              3328 @ < operator<=>(<promoted arithmetic>, <promoted arithmetic>) 1
              3328 @ < operator<=>(<enum>, <enum>) 2
              3328 @ < operator<=>(<nullptr>, <nullptr>) 1
            349 @ ++ ++
              3328 @ ++ operator++(<non-bool arithmetic>, <integral>) 1
              3328 @ ++ operator++(<pointer to object>, <integral>) 1
        "#]],
    );
}
