//! Programs whose meaning hangs on a name of another item. In each the wrong reading is ill-formed or says something else, and
//! g++ takes all of them, which the last test shows.

mod classes;

use std::io::Write;
use std::process::{Command, Stdio};

use cleave_base_db::{RootDatabase, SourceFile};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::{Dialect, Entry, Lexed, Names, NoNames, ParseMode, Standard, parse_item};
use salsa::Setter;

use super::IndexNames;
use crate::skeleton;

/// What stands before every program: `P` as a template-id is one argument, as comparisons it is two.
const COMMON: &str = "int g(bool, bool); int g(int); const int b = 1, c = 2;
";

/// The kind of the innermost node that is `snippet`, in the last item that has it.
fn reading(text: &str, standard: Standard, snippet: &str, names: bool) -> SyntaxKind {
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let dialect = Dialect {
        standard,
        ..Dialect::default()
    };
    file.set_dialect(&mut db).to(dialect);
    let items = &skeleton(&db, file).items;
    let index = (items.iter())
        .rposition(|item| item.span.of(text).contains(snippet))
        .expect("an item with the snippet");
    let own = items[index].span.of(text);
    let known = IndexNames::new(&db, file, index as u32).expect("an item");
    let names: &dyn Names = if names { &known } else { &NoNames };
    let lexed = Lexed::new(own);
    let mode = ParseMode::default();
    let parse = parse_item(own, &lexed, Entry::Declaration, &dialect, names, mode);
    assert_eq!(parse.errors, [], "{own}");
    let start = own.rfind(snippet).expect("the snippet");
    let end = start + snippet.len();
    (parse.syntax().descendants())
        .filter(|n| {
            let range = n.text_range();
            usize::from(range.start()) == start && usize::from(range.end()) == end
        })
        .last()
        .map_or(ERROR, |n| n.kind())
}

fn check(programs: &[(&str, &str, SyntaxKind)]) {
    check_as(Standard::Cpp17, programs);
}

fn check_as(standard: Standard, programs: &[(&str, &str, SyntaxKind)]) {
    let mut wrong = Vec::new();
    for (program, snippet, want) in programs {
        let text = format!("{COMMON}{program}");
        accepted(&text, standard);
        let got = reading(&text, standard, snippet, true);
        if got != *want {
            wrong.push(format!("{program}\n  {snippet}: {got:?}, not {want:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// g++ takes the program. Nothing is checked where there is no g++.
fn accepted(text: &str, standard: Standard) {
    let standard = match standard {
        Standard::Cpp20 => "-std=c++20",
        _ => "-std=c++17",
    };
    let gxx = Command::new("g++")
        .args([
            "-fsyntax-only",
            "-w",
            "-fpermissive",
            standard,
            "-xc++",
            "-",
        ])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut gxx) = gxx else { return };
    if let Some(mut input) = gxx.stdin.take() {
        let _ = input.write_all(text.as_bytes());
    }
    let out = gxx.wait_with_output().expect("g++ ends");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{text}\n{said}");
}

const ONE: &str = "a < b, c >";

#[test]
fn a_template_or_less_than_by_what_was_declared() {
    check(&[
        // What looks like a later declarator in an initializer is a template argument.
        (
            "struct A { int m; }; template <class, class> constexpr bool same = true; constexpr bool q = same<int, A>; void f() { A (p); p.m = 1; }",
            "A (p);",
            SIMPLE_DECLARATION,
        ),
        (
            "struct A { int m; }; template <class, class> struct s { static const int v = 1; }; const int q = s<s<int, A>, A>::v, z = 2; void f() { A (p); p.m = 1; }",
            "A (p);",
            SIMPLE_DECLARATION,
        ),
        (
            "int q = b < c, a = 0; int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "const int a = 0; int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "int z, a = 0; int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "struct { int m; } z, *a; int r = g(a < &z, c > (4));",
            "a < &z",
            BINARY_EXPRESSION,
        ),
        (
            "template <int, int> int a(int); int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "int a(int); template <int, int> int a(int); int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "template <int, int> int a(int); int a(int); int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "template <int, int> struct a { a(int); operator int(); }; int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "template <int x, int> using a = int; int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "template <int x, int y> constexpr int a = x; int r = g(a < b, c >);",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "enum E { z, a }; int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "typedef enum { z, a = (1, 2) } E; int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "template <int, int> int a(int); enum class E { a }; int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
    ]);
}

#[test]
fn namespaces() {
    check(&[
        (
            "namespace n { template <int, int> int a(int); } using n::a; int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "namespace n { const int a = 0; } using n::a; int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace n { template <int, int> int a(int); } using namespace n; int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "namespace n { inline namespace v { template <int, int> int a(int); } } int r = g(n::a < b, c > (4));",
            "n::a < b, c > (4)",
            CALL_EXPRESSION,
        ),
        (
            "namespace n { const int a = 0; } namespace m = n; int r = g(m::a < b, c > (4));",
            "m::a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace { const int a = 0; } int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace n { const int a = 0; } namespace n { int r = g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace n::m { const int a = 0; } int r = g(n::m::a < b, c > (4));",
            "n::m::a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace n::m { const int a = 0; } namespace n::m::o { int r = g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        // The inner one hides the outer one, from its declaration on.
        (
            "template <int, int> int a(int); namespace n { const int a = 0; int r = g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "template <int, int> int a(int); namespace n { int r = g(a < b, c > (4)); const int a = 0; }",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "template <int, int> int a(int); namespace n { const int a = 0; int r = g(::a < b, c > (4)); }",
            "::a < b, c > (4)",
            CALL_EXPRESSION,
        ),
        // A directive's names stand in the nearest namespace around both.
        (
            "namespace n { template <int, int> int a(int); } namespace m { const int a = 0; namespace o { using namespace n; int r = g(a < b, c > (4)); } }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace k { template <int, int> int a(int); } namespace n { using namespace k; } using namespace n; int r = g(a < b, c > (4));",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "namespace n { const int a = 0; } namespace m = n; using namespace m; int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        // In a block.
        (
            "namespace n { const int a = 0; } int f() { using n::a; return g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace n { const int a = 0; } int f() { using namespace n; return g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace n { const int a = 0; } int f() { namespace m = n; return g(m::a < b, c > (4)); }",
            "m::a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace n { const int a = 0; void f(int); } void n::f(int x) { g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
    ]);
}

#[test]
fn declaration_over_expression() {
    const T: &str = "struct T { T(); T(int); T(int, int); int m; T *operator->(); T &operator=(int); T operator<<(int); T operator++(int); };";
    let programs = [
        // [stmt.ambig]/1 to 3
        ("void f(T a) { T(a)->m = 7; }", "T(a)->m = 7;", EXPRESSION_STATEMENT),
        ("void f(T a) { T(a)++; }", "T(a)++;", EXPRESSION_STATEMENT),
        ("void f(int a) { T(a, 5) << c; }", "T(a, 5) << c;", EXPRESSION_STATEMENT),
        ("void f() { T(*d)(int); d = nullptr; }", "T(*d)(int);", SIMPLE_DECLARATION),
        ("void f() { T(e)[5]; e[0] = T(); }", "T(e)[5];", SIMPLE_DECLARATION),
        ("void f() { T(x) = { 1, 2 }; x.m = 1; }", "T(x) = { 1, 2 };", SIMPLE_DECLARATION),
        ("void f() { T(x); x.m = 1; }", "T(x);", SIMPLE_DECLARATION),
        ("void f() { T(c) = 7; c.m = 1; }", "T(c) = 7;", SIMPLE_DECLARATION),
        ("void f() { extern int h; T(x)(h, 2); x.m = 1; }", "T(x)(h, 2);", SIMPLE_DECLARATION),
        ("void f() { T * x; x = nullptr; }", "T * x;", SIMPLE_DECLARATION),
        // The most vexing parse and its opposites.
        ("struct U { U(T); }; void f() { U u(T()); u(nullptr); }", "(T())", PARAMETER_CLAUSE),
        ("struct U { U(T); int m; }; int t; void f() { U u((T())); u.m = 1; }", "((T()))", ARGUMENT_LIST),
        ("struct U { U(int); int m; }; int t(); void f() { U u(t()); u.m = 1; }", "(t())", ARGUMENT_LIST),
        ("struct U { U(int); int m; }; int t; void f() { U u(t); u.m = 1; }", "(t)", ARGUMENT_LIST),
        ("struct U { U(int); int m; }; typedef int t; void f() { U u(t); u(1); }", "(t)", PARAMETER_CLAUSE),
        ("struct U { U(int); int m; }; const int t = 1; U u(t); int v = u.m;", "(t)", ARGUMENT_LIST),
        ("struct U { U(int); int m; }; typedef int t; U u(t); int v = u(1).m;", "(t)", PARAMETER_CLAUSE),
        ("struct U { U(int); int m; }; void f(double d) { U u(int(d)); u(1); }", "(int(d))", PARAMETER_CLAUSE),
        ("struct U { U(T); int m; }; int x; void f() { U u(T(x)); u(T()); }", "(T(x))", PARAMETER_CLAUSE),
        ("struct U { U(T); int m; }; int h(); void f() { U u(T(h())); u(nullptr); }", "(T(h()))", PARAMETER_CLAUSE),
        ("struct U { U(T); int m; }; void f() { U u(T(int)); u(nullptr); }", "(T(int))", PARAMETER_CLAUSE),
        ("struct U { U(T); int m; }; void f() { U u(T(3)); u.m = 1; }", "(T(3))", ARGUMENT_LIST),
        ("struct U { U(T, int); int m; }; int x; void f() { U u(T(x), 3); u.m = 1; }", "(T(x), 3)", ARGUMENT_LIST),
        ("struct U { U(int); int m; }; T x; void f() { U u(int(x.m)); u.m = 1; }", "(int(x.m))", ARGUMENT_LIST),
        ("struct U { U(int); int m; }; int h(int); U u(int(h(3))); int v = u.m;", "(int(h(3)))", ARGUMENT_LIST),
        ("struct U { U(T); int m; }; U u(T(3)); int v = u.m;", "(T(3))", ARGUMENT_LIST),
        // Constructor or call.
        ("void t(int); void f(int x) { t(x); x = 1; }", "t(x);", EXPRESSION_STATEMENT),
        // A function hides the class; a deduction guide hides nothing.
        ("struct s {}; int s(int); void f(int x) { s(x); x = 1; }", "s(x);", EXPRESSION_STATEMENT),
        ("template <class X> struct V { V(X); }; template <class X> V(X) -> V<X>; void f() { V<int> * p; p = nullptr; }", "V<int> * p;", SIMPLE_DECLARATION),
        // Products.
        ("int x = 1, t = 2; void f(int x) { t * x; x = 3; }", "t * x;", EXPRESSION_STATEMENT),
        ("int t = 2; namespace n { void f(int x) { t * x; x = 3; } struct t {}; }", "t * x;", EXPRESSION_STATEMENT),
        ("template <class X> struct A { static int t; }; template <class X> void f(int x) { A<X>::t * x; x = 3; }", "A<X>::t * x;", EXPRESSION_STATEMENT),
        ("template <class X> struct A { typedef int t; }; template <class X> void f() { typename A<X>::t * x; x = nullptr; }", "typename A<X>::t * x;", SIMPLE_DECLARATION),
        ("template <class X> struct A { static const int a = 0; }; template <class X> int f() { return g(A<X>::a < b, c > (4)); }", "A<X>::a < b", BINARY_EXPRESSION),
        ("template <class X> struct A { template <int, int> static int a(int); }; int r = g(A<int>::a < b, c > (4));", "A<int>::a < b, c > (4)", CALL_EXPRESSION),
    ]
    .map(|(p, s, k)| (format!("{T} {p}"), s, k));
    check(&programs.each_ref().map(|(p, s, k)| (p.as_str(), *s, *k)));
}

#[test]
fn types_in_parentheses_and_as_arguments() {
    check(&[
        // The first `>` ends the arguments: `n` is no template.
        (
            "template <int, bool> struct A { int m; }; template <int n> void f() { A<n, n < 8> x; x.m = 1; }",
            "A<n, n < 8> x;",
            SIMPLE_DECLARATION,
        ),
        (
            "template <int, bool> struct A { int m; }; const int n = 1; void f() { A<n, n < 8> x; x.m = 1; }",
            "A<n, n < 8> x;",
            SIMPLE_DECLARATION,
        ),
        ("typedef int t; int r = (t)-1;", "(t)-1", CAST_EXPRESSION),
        ("int t; int r = (t)-1;", "(t)-1", BINARY_EXPRESSION),
        (
            "typedef int t; int f(int x) { return (t)(x); }",
            "(t)(x)",
            CAST_EXPRESSION,
        ),
        (
            "int t(int); int f(int x) { return (t)(x); }",
            "(t)(x)",
            CALL_EXPRESSION,
        ),
        (
            "typedef long t; long f(int &x) { return (t)&x; }",
            "(t)&x",
            CAST_EXPRESSION,
        ),
        (
            "long t; long f(int x) { return (t)&x; }",
            "(t)&x",
            BINARY_EXPRESSION,
        ),
        (
            "typedef long t; long f(int *x) { return (t)*x; }",
            "(t)*x",
            CAST_EXPRESSION,
        ),
        (
            "typedef int t; auto f() { return new (t)(3); }",
            "new (t)(3)",
            NEW_EXPRESSION,
        ),
        ("struct t {}; int r = sizeof(t);", "t", NAMED_TYPE),
        ("int t; int r = sizeof(t);", "(t)", PAREN_EXPRESSION),
        (
            "template <class> struct A {}; struct t {}; A<t> x;",
            "t",
            NAMED_TYPE,
        ),
        (
            "template <int> struct A {}; const int t = 1; A<t> x;",
            "t",
            ID_EXPRESSION,
        ),
        (
            "template <class> struct A {}; struct t {}; A<t()> x;",
            "t()",
            TYPE_ID,
        ),
        (
            "template <int> struct A {}; constexpr int t() { return 1; } A<t()> x;",
            "t()",
            CALL_EXPRESSION,
        ),
    ]);
}

#[test]
fn a_using_declaration_may_begin_with_an_alias_of_its_class() {
    check(&[(
        "template <int> struct v {}; template <int> struct q { static const int m = 0; };
         template <int n> struct s : q<n> { using p = q<n>; using p::m; void f(int); };
         template <int n> void s<n>::f(int) { v<m> all; }",
        "m",
        ID_EXPRESSION,
    )]);
}

#[test]
fn each_declarator_of_a_using_declaration_names_something() {
    check(&[
        (
            "namespace n { const int a = 0; struct s {}; } using n::a, n::s; int r = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "namespace n { template <int, int> int a(int); struct s {}; } using n::a, n::s; int r = g(a < b, c > (4));",
            "a < b, c > (4)",
            CALL_EXPRESSION,
        ),
    ]);
}

#[test]
fn enumerators_in_use() {
    check_as(
        Standard::Cpp20,
        &[
            (
                "template <int, int> int a(int); namespace n { enum class e { a }; using enum e; bool operator<(e, int); int r = g(a < b, c > (4)); }",
                "a < b",
                BINARY_EXPRESSION,
            ),
            (
                "namespace n { enum class e { a }; } using enum n::e; bool operator<(n::e, int); int r = g(a < b, c > (4));",
                "a < b",
                BINARY_EXPRESSION,
            ),
            (
                "namespace n { struct s { enum e { a }; }; } using enum ::n::s::e; int r = g(a < b, c > (4));",
                "a < b",
                BINARY_EXPRESSION,
            ),
        ],
    );
}

#[test]
fn concepts() {
    check_as(
        Standard::Cpp20,
        &[
            (
                "template <class T> concept t = true; template <t X> X *f(X);",
                "t X",
                CONSTRAINED_PARAMETER,
            ),
            (
                "using t = int; template <t X> int f();",
                "t X",
                PARAMETER_DECLARATION,
            ),
            (
                "template <class T, int> concept t = true; template <class X> constexpr bool f() { return t < X, 4 >; }",
                "t < X, 4 >",
                TEMPLATE_ID,
            ),
        ],
    );
}

#[test]
fn without_names_structure_decides() {
    let program = "const int a = 0; int r = g(a < b, c > (4));";
    let text = format!("{COMMON}{program}");
    assert_eq!(reading(&text, Standard::Cpp17, ONE, false), TEMPLATE_ID);
}
