//! Deduction for calls and partial ordering. What a call gives is seen from the chosen function's type; g++ says the same in
//! `accepted` programs that name the result type.

use expect_test::expect;

use crate::tests::deduce;

const VARIABLES: &str = "int i; const int ci = 1; int *p; const char *s; int a[3]; const int ca[2] = {}; double d; void fn(int, char);
    template <class... T> struct tup {}; tup<int, char> t2; tup<> t0; struct D : tup<long> {}; D der; template <class T, int N> struct arr {}; arr<char, 4> ar;
    int (*fp)(int, char) = nullptr; struct S { int m; }; int S::*mp; long (S::*mf)(int) const; template <class T> struct box { using type = T; }; box<int> b;";

#[test]
fn calls() {
    let text = |f: &str| format!("{VARIABLES}\n{f}");
    deduce(
        &text("template <class T> T *f(T);"),
        &["f(i)", "f(ci)", "f(a)", "f(ca)", "f(p)", "f(s)"],
        expect![[r#"
            f(i): int *(int)
            f(ci): int *(int)
            f(a): int **(int *)
            f(ca): const int **(const int *)
            f(p): int **(int *)
            f(s): const char **(const char *)
        "#]],
    );
    deduce(
        &text("template <class T> T f(T &&);"),
        &["f(i)", "f(move i)", "f(ci)", "f(a)"],
        expect![[r#"
            f(i): int &(int &)
            f(move i): int (int &&)
            f(ci): const int &(const int &)
            f(a): int (&(int (&)[3]))[3]
        "#]],
    );
    deduce(
        &text("template <class T> void f(const T &);"),
        &["f(i)", "f(ci)", "f(a)", "f(s)"],
        expect![[r#"
            f(i): void (const int &)
            f(ci): void (const int &)
            f(a): void (const int (&)[3])
            f(s): void (const char *const &)
        "#]],
    );
    deduce(
        &text("template <class T> void f(T &);"),
        &["f(i)", "f(ci)", "f(ca)"],
        expect![[r#"
            f(i): void (int &)
            f(ci): void (const int &)
            f(ca): void (const int (&)[2])
        "#]],
    );
    deduce(
        &text("template <class T> void f(const T *);"),
        &["f(p)", "f(s)", "f(a)", "f(i)"],
        expect![[r#"
            f(p): void (const int *)
            f(s): void (const char *)
            f(a): void (const int *)
            f(i): -
        "#]],
    );
    deduce(
        &text("template <class T, unsigned long N> void f(T (&)[N]);"),
        &["f(a)", "f(ca)", "f(p)"],
        expect![[r#"
            f(a): void (int (&)[3])
            f(ca): void (const int (&)[2])
            f(p): -
        "#]],
    );
    deduce(
        &text("template <class T, class U> void f(T, U, T);"),
        &["f(i,d,i)", "f(i,d,d)", "f(i)"],
        expect![[r#"
            f(i,d,i): void (int, double, int)
            f(i,d,d): -
            f(i): -
        "#]],
    );
}

#[test]
fn classes_and_packs() {
    let text = |f: &str| format!("{VARIABLES}\n{f}");
    deduce(
        &text("template <class... T> void f(tup<T...>);"),
        &["f(t2)", "f(t0)", "f(der)", "f(i)"],
        expect![[r#"
            f(t2): void (tup<int, char>)
            f(t0): void (tup<>)
            f(der): void (tup<long>)
            f(i): -
        "#]],
    );
    deduce(
        &text("template <class H, class... T> void f(tup<H, T...> *, T... more);"),
        &["f(p)"],
        expect![[r#"
            f(p): -
        "#]],
    );
    deduce(
        &text("template <class H, class... T> box<H> f(H, T &&... more);"),
        &["f(i)", "f(i,d,s)", "f(i,move d)"],
        expect![[r#"
            f(i): box<int> (int)
            f(i,d,s): box<int> (int, double &, const char *&)
            f(i,move d): box<int> (int, double &&)
        "#]],
    );
    deduce(
        &text("template <template <class, int> class C, class T, int N> C<T *, N> f(C<T, N>);"),
        &["f(ar)", "f(t2)"],
        expect![[r#"
            f(ar): arr<char *, 4> (arr<char, 4>)
            f(t2): -
        "#]],
    );
    deduce(
        &text("template <template <class...> class C, class... T> void f(C<T...> &);"),
        &["f(t2)", "f(b)"],
        expect![[r#"
            f(t2): void (tup<int, char> &)
            f(b): void (box<int> &)
        "#]],
    );
    deduce(
        &text("template <class R, class... P> void f(R (*)(P...));"),
        &["f(fp)", "f(p)"],
        expect![[r#"
            f(fp): void (int (*)(int, char))
            f(p): -
        "#]],
    );
    deduce(
        &text("template <class R, class C> void f(R C::*);"),
        &["f(mp)", "f(mf)"],
        expect![[r#"
            f(mp): void (int S::*)
            f(mf): void (long (S::*)(int) const)
        "#]],
    );
    deduce(
        &text("template <class R, class C, class... P> void f(R (C::*)(P...) const);"),
        &["f(mp)", "f(mf)"],
        expect![[r#"
            f(mp): -
            f(mf): void (long (S::*)(int) const)
        "#]],
    );
    deduce(
        &text("template <class T> void f(typename box<T>::type, T);"),
        &["f(i,d)"],
        expect![[r#"
            f(i,d): void (double, double)
        "#]],
    );
    deduce(
        &text("template <class T, class U = T *, int N = 3> arr<U, N> f(T);"),
        &["f(i)"],
        expect![[r#"
            f(i): arr<int *, 3> (int)
        "#]],
    );
}

#[test]
fn substitution_failures() {
    let text = |f: &str| format!("{VARIABLES}\n{f}");
    deduce(
        &text("template <class T> typename T::type f(T);"),
        &["f(b)", "f(i)"],
        expect![[r#"
            f(b): int (box<int>)
            f(i): -
        "#]],
    );
    deduce(&text("template <bool, class T = void> struct enable {}; template <class T> struct enable<true, T> { using type = T; };
        template <bool B, class T = void> using enable_t = typename enable<B, T>::type; template <class T> struct is { static constexpr bool value = false; };
        template <class T, class = typename T::type, class = enable_t<true>> int f(T);"), &["f(b)", "f(i)"], expect![[r#"
            f(b): int (box<int>)
            f(i): -
        "#]]);
    deduce(
        &text("template <class T> void f(T, T (*)[3] = 0); template <class T> T &f(T, int);"),
        &["f(i)", "f(i,i)"],
        expect![[r#"
            f(i): void (int, int (*)[3])
            f(i,i): int &(int, int)
        "#]],
    );
}

#[test]
fn partial_ordering() {
    let text = |f: &str| format!("{VARIABLES}\n{f}");
    deduce(
        &text(
            "template <class T> int f(T); template <class T> char f(T *); template <class T> long f(const T *);",
        ),
        &["f(i)", "f(p)", "f(s)"],
        expect![[r#"
            f(i): int (int)
            f(p): long (const int *)
            f(s): long (const char *)
        "#]],
    );
    deduce(
        &text(
            "template <class T> int f(T &); template <class T> char f(const T &); template <class T> long f(T &&);",
        ),
        &["f(i)", "f(ci)"],
        expect![[r#"
            f(i): char (const int &)
            f(ci): char (const int &)
        "#]],
    );
    deduce(
        &text(
            "template <class... T> int f(T...); template <class T> char f(T); template <class T, class... U> long f(T, U...);",
        ),
        &["f(i)", "f(i,i)"],
        expect![[r#"
            f(i): char (int)
            f(i,i): long (int, int)
        "#]],
    );
    deduce(
        &text(
            "template <class... T> int f(tup<T...>); template <class A, class B> char f(tup<A, B>); template <class T> long f(T);",
        ),
        &["f(t2)", "f(t0)"],
        expect![[r#"
            f(t2): char (tup<int, char>)
            f(t0): int (tup<>)
        "#]],
    );
}
