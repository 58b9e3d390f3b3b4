//! What the semantic core says, and what it must be silent about.

use expect_test::expect;

use crate::testing::{findings, findings20};

/// What is named, wherever a rule of the language brings it from, is no unknown name and not ambiguous.
#[test]
fn what_is_declared_is_found() {
    let found = findings20(
        "struct Outer { enum Kind { A, B }; struct Nested { int sum() const; struct Deep { int sum() const; }; }; template <class T> struct Of { struct In { int sum() const; }; static const int n = 1; }; };
int Outer::Nested::sum() const { return A + B; }
int Outer::Nested::Deep::sum() const { return A + B; }
template <class T> int Outer::Of<T>::In::sum() const { return n + A; }
int instance() { return Outer::Of<int>::In().sum(); }
typedef void F(int *);
F declared;
void declared(int *p) { *p = 1; }
void call(int *p) { declared(p); ::declared(p); }
template <class T> concept C = true;
template <class T> requires C<T> && (sizeof(T) == 4) void constrained(T *p) {}
template <class T> requires (sizeof(T) == 4) || C<T> void either(T *p) {}
void templates(int *p) { constrained(p); either(p); }
int labels(int n) { return ({ __label__ out; int s = 0; if (n) goto out; s = 5; out: s + 1; }); }
enum class D : unsigned char { x = 255 };
template <int N> void value(int *p) {}
void cast(int *p) { value<int(D::x)>(p); }
",
    );
    assert_eq!(found, "");
}

#[test]
fn what_is_wrong_is_said() {
    let found = findings(
        "struct S { int m; }; void f(int); void f(int *);
void a(S s, int *p) { f(s); s.n = 1; int i = p; p * p; }
enum class D : unsigned char { x = 255 }; template <int N> void value(int *p) {}
void types(int *p) { value<int(D)>(p); value<int>(p); }
",
    );
    expect![[r#"
        2: 304 at f: overloaded function f
        2: 135 at n: class S, n
        2: 144 at p: int *, int
        2: 2138 at p
        4: 304 at value: function template value
        4: 304 at value: function template value
    "#]]
    .assert_eq(&found);
}
