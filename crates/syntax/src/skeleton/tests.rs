//! What the skeleton says of small texts: kind, flags, scope and names of each item.

use expect_test::{Expect, expect};

use super::{Flags, Skeleton};

fn dump(text: &str) -> String {
    let s = Skeleton::new(text);
    let mut out = String::new();
    for (i, item) in s.items.iter().enumerate() {
        let path: Vec<&str> = s
            .path(item.scope)
            .iter()
            .map(|&p| {
                if s.scopes[p as usize].unnamed {
                    "(unnamed)"
                } else {
                    s.scopes[p as usize].name.of(text)
                }
            })
            .collect();
        let mut names = vec![item.name.of(text)];
        names.extend(
            s.more_names
                .iter()
                .filter(|n| n.0 as usize == i)
                .map(|n| n.1.of(text)),
        );
        out += &format!(
            "{:?} {} {:?} [{}]\n",
            item.kind,
            names.join(","),
            item.flags,
            path.join("::")
        );
    }
    for e in &s.errors {
        out += &format!("error {} {:?}\n", e.offset, e.kind);
    }
    out
}

fn check(text: &str, want: Expect) {
    want.assert_eq(&dump(text));
}

#[test]
fn variables_declared_with_their_classes() {
    check(
        "__attribute__((managed)) struct S { int a; } one, two; static __attribute__((managed)) union { int b; } three;
         enum E { e } __attribute__((managed)) four; struct T { __attribute__((device)) T(); } five; __attribute__((device)) struct { int c; } six;
         struct S *f(S); int g() { return one.a + two.a; } int h() { return three.b; } E i() { return four; } T j() { return five; } void *k() { return &six; }",
        expect![[r#"
            Class S,one,two MANAGED|WATCHED|MENTIONS []
            Class ,three MANAGED|WATCHED|STATIC|MENTIONS []
            Enum E,four MANAGED|WATCHED|MENTIONS []
            Class T,five LONE_DEVICE|MENTIONS []
            Class ,six LONE_DEVICE|MENTIONS []
            FunctionDeclaration f - []
            FunctionDefinition g WATCHED|MENTIONS []
            FunctionDefinition h WATCHED|MENTIONS []
            FunctionDefinition i WATCHED|MENTIONS []
            FunctionDefinition j MENTIONS []
            FunctionDefinition k MENTIONS []
        "#]],
    );
}

#[test]
fn annotations_pair_up() {
    check(
        "__attribute__((host)) __attribute__((device)) int a();
         __attribute__((device)) int b();
         __attribute__((host)) inline __attribute__((device)) int c();
         struct S { __attribute__((device)) __attribute__((host)) S(); __attribute__((host)) int f(); };
         __attribute__((__global__)) __attribute__((launch_bounds(1, 2))) void k();
         __attribute__((managed)) int m; int use() { return m; } int not_m();",
        expect![[r#"
            FunctionDeclaration a HOST_DEVICE []
            FunctionDeclaration b LONE_DEVICE []
            FunctionDeclaration c LONE_HOST|LONE_DEVICE|INLINE []
            Class S LONE_HOST|HOST_DEVICE []
            FunctionDeclaration k GLOBAL|OTHER_CUDA []
            Variable m MANAGED []
            FunctionDefinition use WATCHED|MENTIONS []
            FunctionDeclaration not_m - []
        "#]],
    );
}

#[test]
fn scopes_and_names() {
    check(
        "namespace a { namespace b::inline c { int x, *y, z[2] = {1, 2}; } namespace { void f(); } }
         inline namespace d {} namespace a { namespace { } using namespace std; using std::size_t; using T = T<int>; namespace q = a::b; }
         extern \"C\" { int g(int (*cb)(int)); typedef struct { int i; } P, *Q; } extern \"C\" int h;",
        expect![[r#"
            NamespaceOpen a - [a]
            NamespaceOpen c - [a::b::c]
            Variable x,y,z INITIALIZED [a::b::c]
            NamespaceClose  - [a::b::c]
            NamespaceOpen  - [a::(unnamed)]
            FunctionDeclaration f - [a::(unnamed)]
            NamespaceClose  - [a::(unnamed)]
            NamespaceClose  - [a]
            NamespaceOpen d INLINE_NAMESPACE [d]
            NamespaceClose  - [d]
            NamespaceOpen a - [a]
            NamespaceOpen  - [a::(unnamed)]
            NamespaceClose  - [a::(unnamed)]
            UsingDirective std - [a]
            UsingDeclaration size_t - [a]
            Alias T NAMESAKE [a]
            NamespaceAlias q - [a]
            NamespaceClose  - [a]
            LinkageOpen  - []
            FunctionDeclaration g EXTERN_C []
            Typedef P,Q EXTERN_C []
            LinkageClose  EXTERN_C []
            Variable h EXTERN|EXTERN_C []
        "#]],
    );
}

#[test]
fn attributes_with_line_markers_inside() {
    let text = "# 1 \"a.h\" 3
void f() __attribute__((
# 2 \"a.h\"
 __attribute__((noinline))
# 2 \"a.h\" 3
 ));
__attribute__((
# 3 \"a.h\" 3
device
# 3 \"a.h\"
)) int g();
__attribute__((cold, __attribute__((noinline)))) void h(__attribute__((noinline)) int);
";
    let s = Skeleton::new(text);
    let nested: Vec<_> = s.bare_attributes.iter().map(|a| a.of(text)).collect();
    assert_eq!(nested, ["__attribute__((noinline))"; 2]);
    let flags: Vec<_> = s.items.iter().map(|i| i.flags).collect();
    assert_eq!(
        flags,
        [Flags::default(), Flags::LONE_DEVICE, Flags::default()]
    );
}

#[test]
fn what_is_called_as_its_type() {
    check(
        "struct A { X X; }; struct B { X X(); }; struct C { static X X = 1; }; struct D { X<int, Y<2>> X{}; };
         struct E { typedef X<T>X; }; struct F { X X[2]; };
         struct G { XX X; }; struct H { Y<X> X; }; struct I { X x; X *X; }; struct J { long long(*f)(long long); };",
        expect![[r#"
            Class A NAMESAKE []
            Class B NAMESAKE []
            Class C NAMESAKE []
            Class D NAMESAKE []
            Class E NAMESAKE []
            Class F NAMESAKE []
            Class G - []
            Class H - []
            Class I - []
            Class J - []
        "#]],
    );
}

#[test]
fn where_a_body_begins() {
    check(
        "S::S(int a) : b{a}, c(a), D<int>{} { x(); }
         template <class T> requires requires(T t) { t.x; } auto f(T t) -> int { return 1; }
         template <class T> requires (sizeof(T) > 1) T q(T t) requires(sizeof(T) > 2) { return t; }
         template <class T> requires A<T> && requires { T(); } T r(T t) requires B<T> && requires(T u) { u; } { return t; }
         int (*table[2])(int) = { one, two }; std::function<int(int)> cb{nullptr};
         struct F<R(A...)> : B<(1 > 2)> { int g() { return 0; } } instance = {1};
         enum class E : int { A, B }; int V::operator()(int) const { return 1; } bool operator<(A, B);
         V::operator std::vector<int>() const try { } catch (...) { } struct S make() { return {}; }
         void w [[gnu::used]] (int) { } template <class T> typename E<sizeof(T) >= 16 && P<T>::v, T>::type g(T) { } auto l = [](int x) { return x; }; template <> int v<2>; template int inst<int>(int);",
        expect![[r#"
            FunctionDefinition S QUALIFIED []
            FunctionDefinition f TEMPLATE []
            FunctionDefinition q TEMPLATE []
            FunctionDefinition r TEMPLATE []
            Variable table INITIALIZED []
            Variable cb - []
            Class F,instance INITIALIZED []
            Enum E - []
            FunctionDefinition operator() QUALIFIED []
            FunctionDeclaration operator< - []
            FunctionDefinition operator std::vector<int> QUALIFIED []
            FunctionDefinition make - []
            FunctionDefinition w - []
            FunctionDefinition g TEMPLATE []
            Variable l INITIALIZED []
            Variable v SPECIALIZATION []
            ExplicitInstantiation inst - []
        "#]],
    );
}

#[test]
fn broken_brackets_stay_local() {
    check(
        "int f( { } int g() { ( } int h(); } namespace n { int i(",
        expect![[r#"
            FunctionDeclaration f BROKEN []
            Other  BROKEN []
            NamespaceOpen n - [n]
            FunctionDeclaration i BROKEN [n]
            error 23 Unclosed(41)
            error 32 Unclosed(41)
            error 34 Unopened(125)
            error 56 Unclosed(41)
            error 56 MissingSemicolon
            error 56 Unclosed(125)
        "#]],
    );
    check(
        "int a = \"x\nint b; \u{1} int c;",
        expect![[r#"
        Variable a BROKEN|INITIALIZED []
        Variable c BROKEN []
        error 8 UnterminatedLiteral
        error 18 StrayByte
    "#]],
    );
}

/// Neither belongs to a declaration, and neither breaks one.
#[test]
fn pragma_operators_and_null_characters() {
    check(
        "_Pragma(\"weak a\") int a; int \0 b _Pragma(\"x\") = 1;",
        expect![[r#"
            Variable a - []
            Variable b BROKEN|INITIALIZED []
            error 29 StrayByte
        "#]],
    );
}

#[test]
fn deep_nesting_is_only_counted() {
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("<", ">")] {
        let n = 100_000;
        let s = Skeleton::new(&format!("int x = {}{};", open.repeat(n), close.repeat(n)));
        assert!(!s.items.is_empty());
    }
}

/// `a < b` as a template argument: structure cannot tell it from a template's name, but what follows can.
#[test]
fn less_than_in_template_arguments() {
    check(
        "namespace n {
         template <int a, int b> yes<R<a>::n < b * R<b>::d> operator<(R<a>, C<b>) { return {}; }
         template <int a, int b> yes<a < b> f(R<a>) { return {}; }
         template <int a, int b> yes<a < b> S<b>::g(R<a>) const noexcept(true);
         template <int a, int b> yes<a < b> S::g(R<a>) const { return {}; }
         template <yes<(1 < 2)> x, A<B<3> > y = z(1)> int h(yes<&S::operator()>);
         template <int a, bool = a < 64> struct D {};
         template <int a, bool = a < 64, template <class> class T> class E;
         template <int a, bool = a < 64> class F : D<a> {};
         template <int a, bool = a < 64> int i(int);
         int x;
         }",
        expect![[r#"
            NamespaceOpen n - [n]
            FunctionDefinition operator< TEMPLATE [n]
            FunctionDefinition f TEMPLATE [n]
            FunctionDeclaration g TEMPLATE|QUALIFIED [n]
            FunctionDefinition g TEMPLATE|QUALIFIED [n]
            FunctionDeclaration h TEMPLATE [n]
            Class D TEMPLATE [n]
            Class E TEMPLATE [n]
            Class F TEMPLATE [n]
            FunctionDeclaration i TEMPLATE [n]
            Variable x - [n]
            NamespaceClose  - [n]
        "#]],
    );
}

/// Traits that the compiler provides look like calls, and a call looks like parameters.
#[test]
fn calls_in_requires_clauses() {
    check(
        "template <class T> requires __is_enum(T) && requires(T t) { t = t; } struct A<T> : B<!requires(T t) { f(t); }> { };
         template <class T> requires C<T> && __is_class(T) && D<T> int f(T t) { return 1; }
         template <class T> requires C<T> auto&& g(T t) requires D<T> { return t; }
         template <class T> requires __is_class(T) void h(T);
         template <class T> requires C<T> && (sizeof(T) == 4) void i(T);
         template <class T> requires (sizeof(T) == 4) || (sizeof(T) == 8) void j(T);
         int x;",
        expect![[r#"
            Class A TEMPLATE []
            FunctionDefinition f TEMPLATE []
            FunctionDefinition g TEMPLATE []
            FunctionDeclaration h TEMPLATE []
            FunctionDeclaration i TEMPLATE []
            FunctionDeclaration j TEMPLATE []
            Variable x - []
        "#]],
    );
}

#[test]
fn names_in_parentheses() {
    check(
        "int (f)(int a) { return a; } int (g)(int); int (v); int a, (*b)[2], (*c)(int), *(d); __attribute__((device)) T (h)(int) {} [[gnu::cold, gnu::global]] void k() {} int last;",
        expect![[r#"
            FunctionDefinition f - []
            FunctionDeclaration g - []
            Variable v - []
            Variable a,b,c,d - []
            FunctionDefinition h LONE_DEVICE []
            FunctionDefinition k GLOBAL []
            Variable last - []
        "#]],
    );
}

#[test]
fn pointers_to_members() {
    check(
        "constexpr int (M::*a)(char) const = &M::got; int (n::C<int, char>::*b)(), x; int M::*c; int (M::*d); S (::M::* const e)(int) const; \
         int (M::*g[2])(int) = {}; int (M::*h())(int) { return 0; } int i(int M::*p, int (M::*q)(int));",
        expect![[r#"
            Variable a CONSTEXPR|INITIALIZED []
            Variable b,x - []
            Variable c - []
            Variable d - []
            Variable e - []
            Variable g INITIALIZED []
            FunctionDefinition h - []
            FunctionDeclaration i - []
        "#]],
    );
}

#[test]
fn qualified_names_in_parentheses() {
    check(
        "int (A::f)(int) { return 1; } void (n::g)() {} int (A::v) = 3; int (A::u){3}; unsigned (x)[2], (y); int (::w)(int); int (A::*p)(int); int (h)(int) {} int (*q)(int); \
         static T (a) = 1; T (b){2}; T (c)[2], (d); T e(f) = delete; A::A(B) {} n::T *g(h) {} A(T) -> A<T>; struct S i(T) {}",
        expect![[r#"
            FunctionDefinition f QUALIFIED []
            FunctionDefinition g QUALIFIED []
            Variable v QUALIFIED|INITIALIZED []
            Variable u QUALIFIED []
            Variable x,y - []
            FunctionDeclaration w QUALIFIED []
            Variable p - []
            FunctionDefinition h - []
            Variable q - []
            Variable a STATIC|INITIALIZED []
            Variable b - []
            Variable c,d - []
            FunctionDeclaration e INITIALIZED []
            FunctionDefinition A QUALIFIED []
            FunctionDefinition g - []
            FunctionDeclaration A - []
            FunctionDefinition i - []
        "#]],
    );
}

#[test]
fn structured_bindings_declare_their_names() {
    check(
        "auto [a, b] = f(); static const auto &[c /* d */, e] = g; auto &&[h](i); int j[2]; auto [[x]] k = 1;",
        expect![[r#"
            Variable auto,a,b INITIALIZED []
            Variable auto,c,e STATIC|INITIALIZED|CONST []
            Variable auto,h - []
            Variable j - []
            Variable k INITIALIZED []
        "#]],
    );
}
