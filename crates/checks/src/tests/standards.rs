//! What later standards brought, and literals that are questionable.

use cleave_base_db::HostSettings;
use expect_test::expect;

use crate::testing::{findings, with};

fn under(standard: u32, text: &str) -> String {
    with(
        text,
        HostSettings {
            standard,
            ..HostSettings::default()
        },
    )
}

#[test]
fn features_of_cpp20() {
    expect![[r#"
        1: 3306 at =
        1: 3401 at explicit
        1: 3401 at explicit
        2: 3216 at mutable
        2: 3216 at ->
        3: 3288 at <
        3: 3030 at int
        3: 3347 at auto
        3: 3347 at ;
        4: 3121 at ...
        4: 2863 at throw
    "#]].assert_eq(&findings(
        r#"struct B { int a : 2 = 1; explicit(true) B(int); int c = 2; }; template <bool X> struct E { explicit(X) E(int); explicit E(char); };
auto m = [] mutable { return 1; }; auto n = []() mutable {}; auto o = [] [[nodiscard]] { return 1; }; auto p = [] -> int { return 1; };
auto t = []<class T>(T x) { return x; }; int f(int a) { for (int i = 0; int x : {1, 2}) a += x + i; return auto(a) + auto{a}; }
template <class... T> void g(T... t) { auto a = [... u = t] {}; auto b = [t...] {}; } void th() throw(int); void nt() throw();
"#,
    ));
}

#[test]
fn features_of_cpp17() {
    expect![[r#"
        1: 2919 at ;
        1: 2381 at throw
        1: 2921 at gnu
    "#]].assert_eq(&under(
        201_402,
        r#"int f(int n) { switch (int z = n; z) { default: return 1; } } void th() throw(int); [[using gnu: noinline]] void u();
"#,
    ));
}

#[test]
fn features_of_cpp11() {
    expect![[r#"
        1: 2510 at A
        1: 2512 at =
        1: 2513 at delete
        1: 2514 at default
        2: 2511 at using
        2: 2466 at f
        2: 2507 at &&
        2: 2509 at [
        2: 2068 at {
        3: 2368 at enum
        3: 2372 at :
    "#]].assert_eq(&under(
        199_711,
        r#"struct A { A(int); A() : A(1) {} int x = 2; static const int y = 1; A(const A &) = delete; ~A() = default; };
struct B : A { using A::A; virtual void f(); }; struct C : B { void f() override; }; int &&r = 1; int z [[maybe_unused]]; int l{3}, m = {4};
enum class E { a }; enum F : int { b };
"#,
    ));
}

#[test]
fn characters() {
    expect![[r#"
        1: 1422 at 'ab'
        1: 1654 at 'abcde'
        1: 192 at '\q'
        1: 27 at '\777'
        1: 26 at L'ab'
        1: 192 at "\q\z\e"
        1: 192 at "\q\z\e"
        2: 1422 at 'é'
    "#]].assert_eq(&findings(
        r#"int a = 'ab', b = 'abcde', c = '\q', d = '\777', e = '\x41', f = '\''; wchar_t g = L'ab', h = L'\x1ff'; char i = '\n'; const char *j = "\q\z\e";
const char *k = R"(\q)"; int l = 'é';
"#,
    ));
}
