//! What names in bodies mean.

use expect_test::expect;

use crate::check::tests::typed;

/// Unqualified names in members of nested classes, behind labels, and of functions that a typedef declares.
#[test]
fn names_from_around() {
    typed(
        "struct Outer { enum Kind { A, B }; struct In { int sum() const; struct Deep { int sum() const; }; }; };
int Outer::In::sum() const { return A + B; }
int Outer::In::Deep::sum() const { return A + B; }
typedef void F(int *); F declared; void declared(int *) {} void call(int *p) { declared(p); }
int label() { return ({ int s = 1; if (s) goto out; out: s + 1; }); }
",
        expect![[r#"
            sum:
            {
              return (Integral<int>(0) + Integral<int>(1))
            }
            sum:
            {
              return (Integral<int>(0) + Integral<int>(1))
            }
            declared:
            {
            }
            call:
            {
              [declared(int *)](load(p))
            }
            label:
            {
              return ({…})
            }
        "#]],
    );
}

/// A name that a base which is not known may have is neither found nor missing.
#[test]
fn bases_that_are_not_known() {
    typed(
        "template <class T> struct X; struct B : X<int>::type { int m() { return inherited; } struct In { int m(); }; };
int B::In::m() { return inherited; }
",
        expect![[r#"
            B::m:
            {
              return <error>
            }
            m:
            {
              return <error>
            }
        "#]],
    );
}

#[test]
fn members_of_anonymous_unions_are_names_of_the_block() {
    typed(
        "int f(int s) { union { char c[2]; struct { short lo, hi; }; }; lo = s; return c[0]; }
template <class T> T g(T s) { static union { T a; int b; }; a = s; return b; } int h = g(3);\n",
        expect![[r#"
            f:
            {
              _1: union <unnamed>
              _1.1.0 = Integral<short>(load(s))
              return Integral<int>(load(_1.0[0]))
            }
            g:
            {
              _1: union <unnamed>
              <error>
              return <error>
            }
            h:
            [g(T) [with T=int]](3) : int
        "#]],
    );
}

#[test]
fn a_member_is_declared_after_its_type() {
    typed(
        "template <class T, int N = 1> struct P { T t; }; struct Q { int q; };
template <class T> struct C { using P = P<T, 2>; typedef P R; Q Q; static int f(R r) { return r.t; } int g() { return Q.q; } };
int a = C<int>::f(C<int>::P()); int b = C<char>().g();\n",
        expect![[r#"
            C::f:
            {
              return <error>
            }
            C::g:
            {
              return load(*(this).4294967295.0)
            }
            a:
            [C<T>::f(C<T>::R) [with T=int]](zero<P<int, 2>>) : int
            b:
            full(temporary(zero<C<char>>).[C<T>::g() [with T=char]]()) : int
        "#]],
    );
}

/// A function of a class does not hide a class around it from members that are declared before it.
#[test]
fn members_declared_later_hide_no_type() {
    typed(
        "struct year {}; struct last { last(const year &); year year() const; }; int f(const last &); void f(...); void g(year y) { f(y); }\n",
        expect![[r#"
            g:
            {
              full([f(const last &)](as<const last>(temporary([last::last(const year &)](as<const year>(y))))))
            }
        "#]],
    );
}

/// [lex.icon], table 8: the first type of the list that the value fits.
#[test]
fn an_integer_literal_has_the_first_type_that_its_value_fits() {
    typed(
        "auto a = 2147483647, b = 0; auto c = 2147483648; auto d = 0x80000000; auto e = 0x8000000000000000; auto f = 9223372036854775807;
auto g = 18446744073709551615ul; auto h = 2865916745UL; auto i = 1u; auto j = 4294967296u; auto k = 1ll; auto l = 0xffffffffffffffffll;\n",
        expect![[r#"
            a:
            2147483647 : int
            b:
            0 : int
            c:
            2147483648 : long
            d:
            2147483648 : unsigned int
            e:
            9223372036854775808 : unsigned long
            f:
            9223372036854775807 : long
            g:
            18446744073709551615 : unsigned long
            h:
            2865916745 : unsigned long
            i:
            1 : unsigned int
            j:
            4294967296 : unsigned long
            k:
            1 : long long
            l:
            18446744073709551615 : unsigned long long
        "#]],
    );
}
