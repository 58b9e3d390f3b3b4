//! Layout and special member functions.

use expect_test::expect;

use crate::tests::classes;

#[test]
fn layouts() {
    classes(
        "struct Empty {}; struct A { char c; int i; }; struct B : A { char d; }; struct C : Empty { int i; }; struct D : Empty { Empty e; int i; };
         struct N { N(); char c; int i; char t; }; struct T : N { char u; }; struct V { virtual void f(); int i; }; struct W : V { char c; };
         struct VB : virtual A { char x; }; struct VC : virtual A { long y; }; struct DD : VB, VC { int z; };
         union U { int i; double d; char c[3]; }; struct P { char c; int i; } __attribute__((packed)); struct alignas(32) AL { int i; };
         struct BF { int a : 3; unsigned b : 5; int c : 30; char d : 2; }; struct BZ { char a : 4; int : 0; char b : 4; }; struct An { int a; union { char b; long c; }; struct { short d; }; };
         struct Ref { int &r; char c; }; struct M { int A::*p; void (A::*q)(); }; struct Arr { short s[5]; Empty e[2]; }; struct E1 : Empty {}; struct E2 : Empty, E1 {};
         struct LD { long double d; char c; }; enum class S : short {}; struct En { S s; char c; }; struct Abs { virtual void f() = 0; virtual ~Abs(); }; struct Con : Abs { void f() override; };",
        expect![[r#"
            Empty: 1/1 0 default:tcn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            A: 8/4 8 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            B: 12/4 9 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            C: 4/4 4 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            D: 8/4 8 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            N: 12/4 9 default:u copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            T: 12/4 10 default:u copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            V: 16/8 12 default:un copy:ucn move:ucn copy=:ucn move=:ucn destructor:tcn
            W: 16/8 13 default:un copy:ucn move:ucn copy=:ucn move=:ucn destructor:tcn
            VB: 24/8 20 default:un copy:un move:un copy=:un move=:un destructor:tcn
            VC: 24/8 24 default:un copy:un move:un copy=:un move=:un destructor:tcn
            DD: 48/8 44 default:un copy:un move:un copy=:un move=:un destructor:tcn
            U: 8/8 8 default:tcn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            P: 5/1 5 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            AL: 32/32 32 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            BF: 8/4 8 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            BZ: 5/1 5 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            An: 24/8 24 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            Ref: 16/8 9 default:-n copy:tcn move:tcn copy=:-cn move=:-cn destructor:tcn
            M: 24/8 24 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            Arr: 12/2 12 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            E1: 1/1 0 default:tcn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            E2: 2/1 0 default:tcn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            LD: 32/16 32 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            En: 4/2 4 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            Abs: 8/8 8 default:ucn copy:ucn move:-cn copy=:ucn move=:-cn destructor:un
            Con: 8/8 8 default:ucn copy:ucn move:ucn copy=:ucn move=:ucn destructor:un
        "#]],
    );
}

#[test]
fn special_members() {
    classes(
        "struct A { int i; }; struct B { B(int); }; struct C { C(const C &); }; struct D { ~D(); }; struct E { E(E &&); }; struct F { const int c; }; struct G { int &r; };
         struct H { H() = default; H(int); }; struct I { I() = delete; }; struct J : I {}; struct K { B b; }; struct L { D d; A a; }; struct M { M &operator=(const M &); };
         struct N { E e; }; struct O { int i = 3; }; struct P { virtual void f(); }; struct Q { virtual ~Q(); }; struct R : Q {}; struct S { ~S() = delete; }; struct T { S s; };
         union U { int i; C c; }; struct V { V(int = 1); }; struct W { V v; }; struct X { X() noexcept; X(const X &) noexcept; }; struct Y { X x; }; struct Z { ~Z() noexcept(false); };
         struct AA { mutable int i; private: int j; }; struct AB : A { int k; }; struct AC : virtual A {}; struct AD { AD() noexcept(false); }; struct AE { AD d; };",
        expect![[r#"
            A: 4/4 4 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            B: 1/1 0 default:-cn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            C: 1/1 0 default:-cn copy:u move:-cn copy=:tcn move=:-cn destructor:tcn
            D: 1/1 0 default:tcn copy:tcn move:-cn copy=:tcn move=:-cn destructor:un
            E: 1/1 0 default:-cn copy:-cn move:u copy=:-cn move=:-cn destructor:tcn
            F: 4/4 4 default:-n copy:tcn move:tcn copy=:-cn move=:-cn destructor:tcn
            G: 8/8 8 default:-cn copy:tcn move:tcn copy=:-cn move=:-cn destructor:tcn
            H: 1/1 0 default:tcn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            I: 1/1 0 default:- copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            J: 1/1 0 default:- copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            K: 1/1 1 default:-cn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            L: 8/4 8 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:un
            M: 1/1 0 default:tcn copy:tcn move:-cn copy=:u move=:-cn destructor:tcn
            N: 1/1 1 default:-cn copy:-cn move:u copy=:-cn move=:-cn destructor:tcn
            O: 4/4 4 default:ucn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            P: 8/8 8 default:ucn copy:ucn move:ucn copy=:ucn move=:ucn destructor:tcn
            Q: 8/8 8 default:ucn copy:ucn move:-cn copy=:ucn move=:-cn destructor:un
            R: 8/8 8 default:ucn copy:ucn move:ucn copy=:ucn move=:ucn destructor:un
            S: 1/1 0 default:tcn copy:tcn move:-cn copy=:tcn move=:-cn destructor:-n
            T: 1/1 1 default:-cn copy:-cn move:-cn copy=:tcn move=:tcn destructor:-n
            U: 4/4 4 default:-cn copy:-cn move:-cn copy=:tcn move=:tcn destructor:tcn
            V: 1/1 0 default:u copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            W: 1/1 1 default:u copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            X: 1/1 0 default:un copy:un move:-cn copy=:tcn move=:-cn destructor:tcn
            Y: 1/1 1 default:un copy:un move:un copy=:tcn move=:tcn destructor:tcn
            Z: 1/1 0 default:tcn copy:tcn move:-cn copy=:tcn move=:-cn destructor:u
            AA: 8/4 8 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            AB: 8/4 8 default:tn copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            AC: 16/8 12 default:un copy:un move:un copy=:un move=:un destructor:tcn
            AD: 1/1 0 default:u copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
            AE: 1/1 1 default:u copy:tcn move:tcn copy=:tcn move=:tcn destructor:tcn
        "#]],
    );
}
