//! Tests of typing: typed code as text; types of expressions, with which g++ agrees; what an edit types again.

mod edits;
mod lambdas;
mod names;

use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_names::item_id;
use expect_test::{Expect, expect};

use crate::program;
use crate::tests::{check, check_as};

fn all_bodies(db: &dyn Db, file: SourceFile) -> String {
    let mut out = String::new();
    let count = cleave_names::skeleton(db, file).items.len() as u32;
    for index in 0..count {
        for entity in program::bodies(db, item_id(db, file, index)) {
            let Some(typed) = crate::check::body(db, entity) else {
                continue;
            };
            out.push_str(&format!(
                "{}:\n",
                crate::display::qualified_name(db, entity)
            ));
            out.push_str(&crate::thir::print::print(db, typed));
            for problem in &typed.problems {
                out.push_str(&format!("problem {}\n", problem.code));
            }
        }
    }
    out
}

fn typed(text: &str, expect: Expect) {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    expect.assert_eq(&all_bodies(&db, file));
}

#[test]
fn conversions_are_explicit() {
    typed(
        "enum E { e };\nvoid g(double, const char *, bool, ...);\nvoid f(short s, int *p, float x) { g(s, \"a\", p, x, s, e); s += 1.5; const int &r = s; }\n",
        expect![[r#"
            f:
            {
              [g(double, const char *, bool, ...)](IntegralToFloating<double>(load(s)), Decay<const char *>("a"), ToBool<bool>(load(p)), Floating<double>(load(x)), Integral<int>(load(s)), Integral<int>(0))
              s += 1.5
              r: const int & = as<const int>(temporary(Integral<int>(load(s))))
            }
        "#]],
    );
}

#[test]
fn classes() {
    typed(
        "struct B { int v; }; struct D : B { D(int); D(const D &); ~D(); operator int() const; void m() &; void m() &&; };
D make(); void take(B); void take(const D &, D = 3);
void f(D d) { D a = 1, b(a), c = make(); B &r = d; d.m(); make().m(); int i = d + 1; take(d); D *p = new D(i); delete p; }
struct S { int a; B b; int c = 7; }; S s = {1, 2}; S t{.a = 1, .b = {}};\n",
        expect![[r#"
            f:
            {
              a: D = [D::D(int)](1)
              b: D = [D::D(const D &)](as<const D>(a))
              c: D = [make()]()
              r: B & = ToBase<B>(d)
              d.[D::m() &]()
              full(temporary([make()]()).[D::m() &&]())
              i: int = (d.[D::operator int() const]() + 1)
              [take(const D &, D)](as<const D>(d), default#1)
              p: D * = new D([D::D(int)](load(i)))
              delete load(p)
            }
            S::c:
            7 : int
            s:
            S{1, B{2}, default.2} : S
            t:
            S{1, B{zero<int>}, default.2} : S
        "#]],
    );
}

#[test]
fn statements() {
    typed(
        "int f(int n) { int a[3] = {1, 2}; for (int i = 0; i < n; ++i) a[i] = 0; for (auto &e : a) e++;
  while (int k = n--) { if (k > 2) continue; break; }
  switch (n) { case 1: case 3 ... 5: return a[n]; default:; } return ({ int x = n; x; }); }\n",
        expect![[r#"
            f:
            {
              a: int [3] = {1, 2; zero<int>}
              {
                i: int = 0
                while (load(i) < load(n)); ++i
                  a[load(i)] = 0
              }
              {
                _3: int (&)[3] = a
                _4: int * = Decay<int *>(_3)
                _5: int * = (Decay<int *>(_3) + 3)
                while (load(_4) != load(_5)); ++_4
                  {
                    e: int & = *(load(_4))
                    e++
                  }
              }
              k: int = n--
              while ToBool<bool>(load(k))
                {
                  if (load(k) > 2)
                    continue
                  break
                }
              switch load(n)
                {
                  case 1 ... 1:
                    case 3 ... 5:
                      return load(a[load(n)])
                  default:
                    ;
                }
              return ({…})
            }
        "#]],
    );
}

#[test]
fn templates_by_themselves_say_nothing() {
    typed(
        "template <class T> T f(T t, int i) { t.g(i); i = t + 1; auto x = t; x.y(); return undeclared(t) + i; }
template <class T> int h(T t) { return nowhere; }\n",
        expect![[r#"
            f:
            {
              <error>
              <error>
              x: <dependent type> = <error>
              <error>
              return <error>
            }
            h:
            {
              return <error>
            }
            problem 20
        "#]],
    );
}

#[test]
fn problems() {
    typed(
        "struct A { explicit A(int); void m(); }; void g(A, int); void o(int, long); void o(long, int);
void f(const int c, A a) { g(1, 2); g(a); x; c = 1; a.n(); o(1, 1); a + 1; *c; int *p = 2; bool b = a; A d; }\n",
        expect![[r#"
            f:
            {
              <error>
              <error>
              <error>
              <error>
              <error>
              <error>
              <error>
              <error>
              p: int * = <error>
              b: bool = <error>
              d: A = <error>
            }
            problem 415
            problem 165
            problem 20
            problem 137
            problem 135
            problem 308
            problem 349
            problem 75
            problem 144
            problem 413
            problem 291
        "#]],
    );
}

#[test]
fn builtin_operators() {
    check(
        "enum E { e }; enum class C { c }; enum F : short { f0 = 1 }; struct S { unsigned b : 3; int m; } s; short h; unsigned u; long l; float x; char c; int a[2][3]; int *p; const int *q;
auto a1 = h + h; auto a2 = u + l; auto a3 = x * 2; auto a4 = x + 1.0; auto a5 = c << l; auto a6 = ~h; auto a7 = -u; auto a8 = !p;
auto a9 = p + 1; auto b1 = p - q; auto b2 = +e; auto b3 = true ? p : q; auto b4 = true ? p : nullptr; auto b5 = true ? h : c; auto b6 = +s.b; auto b7 = +f0;
auto b8 = &a; auto b9 = *a; auto c1 = &S::m; auto c2 = sizeof(int); auto c3 = true ? C::c : C::c; auto c4 = 1 ? u : -1L; auto c5 = 'a' + 'b'; auto c6 = 1u << 3; auto c7 = 1 == 2; auto c8 = (1, 2.0f);
decltype((h)) d1 = h; decltype(h++) d2 = 0; decltype(++h) d3 = h; decltype(s.m) d4 = 0; decltype((s.m)) d5 = h ? s.m : s.m; decltype(h = 1) d6 = h; decltype(a[0][1]) d7 = a[0][0]; decltype(\"ab\") d8 = \"ab\";\n",
        expect![[r#"
            s: S
            h: short
            u: unsigned int
            l: long
            x: float
            c: char
            a: int [2][3]
            p: int *
            q: const int *
            a1: int
            a2: long
            a3: float
            a4: double
            a5: int
            a6: int
            a7: unsigned int
            a8: bool
            a9: int *
            b1: long
            b2: int
            b3: const int *
            b4: int *
            b5: int
            b6: int
            b7: int
            b8: int (*)[2][3]
            b9: int *
            c1: int S::*
            c2: unsigned long
            c3: C
            c4: long
            c5: int
            c6: unsigned int
            c7: bool
            c8: float
            d1: short &
            d2: short
            d3: short &
            d4: int
            d5: int &
            d6: short &
            d7: int &
            d8: const char (&)[3]
        "#]],
    );
}

#[test]
fn overloads() {
    check(
        "struct B {}; struct D : B {}; struct X { X(int); operator long() const; }; template <int> struct R {};
R<1> f(int); R<2> f(long); R<3> f(double); R<4> f(const char *); R<5> f(bool); R<6> f(...); R<7> f(const B &); R<8> f(X, int);
R<1> g(int &); R<2> g(const int &); R<3> g(int &&); R<1> h(B *); R<2> h(const void *); template <class T> R<3> h(T &);
template <class T> R<1> t(T); template <class T> R<2> t(T *); template <class T> R<3> t(const T *); R<4> t(int *);
R<1> m(X); R<2> m(const D &); namespace n { struct A {}; R<9> adl(A); } struct L { R<1> o() &; R<2> o() const &; R<3> o() &&; };
short s; float x; int i; const int c = 1; D d; int *p; const int *q; L l; const L k;
auto r1 = f(s); auto r2 = f(x); auto r3 = f(1u ? 'a' : 'b'); auto r4 = f(\"\"); auto r5 = f(p); auto r6 = f(d); auto r7 = f(1, 2); auto r8 = f(1L);
auto s1 = g(i); auto s2 = g(c); auto s3 = g(1); auto s4 = h(&d); auto s5 = h(p); auto t1 = t(1); auto t2 = t(q); auto t3 = t(p); auto t4 = t(\"\");
auto u1 = m(1); auto u2 = m(d); auto u3 = adl(n::A{}); auto v1 = l.o(); auto v2 = k.o(); auto v3 = L().o();\n",
        expect![[r#"
            s: short
            x: float
            i: int
            c: const int
            d: D
            p: int *
            q: const int *
            l: L
            k: const L
            r1: R<1>
            r2: R<3>
            r3: R<1>
            r4: R<4>
            r5: R<5>
            r6: R<7>
            r7: R<8>
            r8: R<2>
            s1: R<1>
            s2: R<2>
            s3: R<3>
            s4: R<1>
            s5: R<3>
            t1: R<1>
            t2: R<3>
            t3: R<4>
            t4: R<3>
            u1: R<1>
            u2: R<2>
            u3: R<9>
            v1: R<1>
            v2: R<2>
            v3: R<3>
        "#]],
    );
}

#[test]
fn operators_of_classes() {
    check_as(
        cleave_syntax::Standard::Cpp20,
        "struct V { int x; V operator+(V) const; bool operator==(const V &) const; V &operator+=(int); V operator-() const; V operator++(int); V &operator++(); int &operator[](int); V *operator->(); int operator()(int, int = 2) const; };
V operator*(V, int); double operator*(int, V); struct I { operator int() const; }; struct P { explicit operator bool() const; } p; enum E { e }; long operator+(E, E);
V v; I i; const V c{1}; auto a1 = v + v; auto a2 = v * 2; auto a3 = 2 * v; auto a4 = v != v; auto a5 = -v; decltype(v++) a6; decltype(++v) a7 = v; decltype(v[1]) a8 = v[0]; decltype(v->x) a9 = 0;
auto b1 = v(1); auto b2 = i + 1; auto b3 = i + 2.0; auto b4 = e + e; auto b5 = p ? 1 : 2L; decltype(v += 1) b6 = v; auto b7 = !p; auto b8 = p && p; auto b9 = i << i; auto b0 = -i; decltype(v = v) c1 = v;\n",
        expect![[r#"
            p: P
            v: V
            i: I
            c: const V
            a1: V
            a2: V
            a3: double
            a4: bool
            a5: V
            a6: V
            a7: V &
            a8: int &
            a9: int
            b1: int
            b2: int
            b3: double
            b4: long
            b5: long
            b6: V &
            b7: bool
            b8: bool
            b9: int
            b0: int
            c1: V &
        "#]],
    );
}

#[test]
fn deduced_returns_and_closures() {
    check(
        "auto f(int a) { if (a) return 1.5; return 2.5; } auto g() {} template <class T> auto h(T t) { return t + 1; } int z; decltype(auto) r() { return (z); } auto &rr() { return z; }
template <class... T> auto sum(T... t) { return (t + ... + 0); } template <class F, class... A> auto call(F f, A... a) { return f(a...); } template <class T> auto fact(T n) { if constexpr (sizeof(T) > 4) return n; else return 'c'; }
auto a1 = f(1); auto a2 = h('c'); auto a3 = h(1.5f); decltype(r()) a4 = z; decltype(rr()) a5 = z; auto a6 = sum(1, 2L, 3); auto a7 = call([](auto x, int y) { return x + y; }, 2.0, 1); auto a8 = fact(1); auto a9 = fact(1L);
auto b1 = [](int x) -> long { return x; }(1); auto b2 = [] { return \"a\"; }(); auto b3 = +[](int x) { return x + 0.5; }; auto b4 = [k = 3L] { return k; }(); auto b5 = [](auto... x) { return sizeof...(x); }(1, 2);\n",
        expect![[r#"
            z: int
            a1: double
            a2: int
            a3: float
            a4: int &
            a5: int &
            a6: long
            a7: double
            a8: char
            a9: long
            b1: long
            b2: const char *
            b3: double (*)(int)
            b4: long
            b5: unsigned long
        "#]],
    );
}

#[test]
fn a_template_id_with_dependent_arguments_is_dependent() {
    typed(
        "template <class T> int set(T *f, int); int set(const void *, int); template <class T> void k(typename T::P);
template <class T> int f() { return set(k<T>, 3); } template <class T> int g() { return set((const void *)k<T>, 3); }
const char *name(const char *); const char *n() { return name(__PRETTY_FUNCTION__); }\n",
        expect![[r#"
            f:
            {
              return <error>
            }
            g:
            {
              return [set(const void *, int)](<error>, 3)
            }
            n:
            {
              return [name(const char *)](Decay<const char *>(__PRETTY_FUNCTION__()))
            }
        "#]],
    );
}

#[test]
fn a_class_without_constructors_has_a_guide_that_takes_nothing() {
    typed(
        "template <int N = 128> struct A {}; template <class T> struct B { T t; };
auto a() { return A{}; } auto b = A(); void c() { A x; } auto d() { return B{}; }\n",
        expect![[r#"
            a:
            {
              return A<128>{}
            }
            b:
            zero<A<128>> : A<128>
            c:
            {
              x: A<128> = Default<A<128>>()
            }
            d:
            {
              return <error>
            }
            problem 289
            problem 2958
        "#]],
    );
}

#[test]
fn a_constant_enumerator_is_an_argument_without_its_qualifiers() {
    typed(
        "struct O { enum K { a, b }; }; template <O::K k> struct T { static int v() { return k; } };
template <class X> struct C { static O::K const k = O::b; }; typedef C<int> M; int v = T<M::k>::v() + T<O::b>::v();
template <class X> struct U; template <class X> struct V { typename U<X>::x m; }; struct W : V<int> { void f(); };
void w() { W unknown; unknown.f(); }\n",
        expect![[r#"
            T::v:
            {
              return Integral<int>(<0.0>)
            }
            C::k:
            1 : O::K
            v:
            ([T<k>::v() [with k=O::b]]() + [T<k>::v() [with k=O::b]]()) : int
            w:
            {
              unknown: W = <error>
              unknown.[W::f()]()
            }
        "#]],
    );
}

#[test]
fn a_pack_matches_the_arguments_of_parameters_that_are_no_packs() {
    typed(
        "template <class A, class B, class... C> struct F { typedef B op; }; struct G { typedef int aux; };
template <class> using V = void; template <class T, class = V<void>> struct E { static const int v = 1; };
template <class T> struct E<T, V<typename T::aux>> { static const int v = 2; };
template <class... T> struct E<F<T...>, V<typename F<T...>::op>> { static const int v = 3; };
template <int> struct N; int a = sizeof(N<E<int>::v> *) + E<int>::v, b = E<G>::v, c = E<F<int, int, int>>::v, d = E<F<char, int>>::v;\n",
        expect![[r#"
            E::v:
            1 : int
            E::v:
            2 : int
            E::v:
            3 : int
            a:
            Integral<int>((8 + Integral<unsigned long>(load(E<int, void>::v)))) : int
            b:
            load(E<G, void>::v) : int
            c:
            load(E<F<int, int, int>, void>::v) : int
            d:
            load(E<F<char, int>, void>::v) : int
        "#]],
    );
}

#[test]
fn asm_statements() {
    typed(
        r#"void f(int *p, int n) { l: asm("nop % {;}"); asm volatile("mov %0, %[n];\n" : "=r"(*p), "+l"(p) : [n] "r"(n) : "memory");
  asm goto("bra %l0;" :::: l); asm("" :); }"#,
        expect![[r#"
            f:
            {
              l:
                asm "nop % {;}"
              asm volatile "mov %0, %[n];\n" out "=r"(*(load(p))) "+l"(p) in [n] "r"(load(n)) clobbers "memory"
              asm goto "bra %l0;" to l
              asm ""
            }
        "#]],
    );
}

#[test]
fn unrolled_loops() {
    typed(
        "template <int N> void f(int n) { constexpr int M = N + 1;
#pragma unroll
  for (;;) ;
#pragma unroll N * 2
  while (n) ;
#pragma unroll (M)
l: do ; while (n);
  int a[2];
#pragma unroll 1
  for (int e : a) ;
#pragma unroll 0
  for (;;) ;
#pragma unroll n
  for (;;) ;
#pragma nounroll
  for (;;) ;
}
void g() { f<4>(1); }\n",
        expect![[r#"
            f:
            {
              M: const int = (<0.0> + 1)
              unroll
              while
                ;
              unroll ?
              while ToBool<bool>(load(n))
                ;
              l:
                unroll ?
                do-while ToBool<bool>(load(n))
                  ;
              a: int [2] = uninitialized
              {
                _3: int (&)[2] = a
                _4: int * = Decay<int *>(_3)
                _5: int * = (Decay<int *>(_3) + 2)
                unroll 1
                while (load(_4) != load(_5)); ++_4
                  {
                    e: int = load(*(load(_4)))
                    ;
                  }
              }
              while
                ;
              while
                ;
              while
                ;
            }
            g:
            {
              [f<N>(int) [with N=4]](1)
            }
        "#]],
    );
}

/// The factor is worth what it is in the instance.
#[test]
fn unrolled_loops_of_an_instance() {
    let text = "template <int N> void f() {
#pragma unroll N * 2
  for (;;) ;
}
void g() { f<4>(); }";
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let g = program::bodies(&db, item_id(&db, file, 1)).remove(0);
    let typed = crate::check::body(&db, g).expect("a body");
    let called = typed.exprs.iter().find_map(|e| match e.kind {
        crate::thir::ExprKind::Call { callee, .. } => Some(callee),
        _ => None,
    });
    let instance = crate::check::body(&db, called.expect("a call")).expect("a body");
    let times = instance.stmts.iter().find_map(|s| match s {
        crate::thir::Stmt::Loop { unroll, .. } => *unroll,
        _ => None,
    });
    assert_eq!(times, Some(crate::thir::Unroll::Times(8)));
}

/// Every statement that is written has its line.
#[test]
fn statements_have_lines() {
    let text = "# 7 \"b.h\"\nvoid f(int n) {\n  for (int e : {1, 2})\n    n += e;\n  { if (n)\n      return;\n  }\n}\n";
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let item = item_id(&db, file, 0);
    let f = program::bodies(&db, item).remove(0);
    let typed = crate::check::body(&db, f).expect("a body");
    let places = cleave_names::TokenPlaces::of(&db, item).expect("an item");
    let mut lines = Vec::new();
    for i in 0..typed.stmts.len() as u32 {
        if let Some(tokens) = program::statement_tokens(&db, typed, crate::thir::StmtId(i)) {
            let line = |token| places.place(token).map(|p| (p.0, p.1));
            lines.push((line(tokens.start), line(tokens.end - 1)));
        }
    }
    let at = |a, b| (Some(("b.h", a)), Some(("b.h", b)));
    assert_eq!(
        lines,
        [
            at(9, 9),
            at(8, 9),
            at(11, 11),
            at(10, 11),
            at(10, 12),
            at(7, 13)
        ]
    );
}

#[test]
fn a_constructor_leaves_an_anonymous_union_alone() {
    typed(
        "struct F { F(int); }; struct S { bool b; union { F f; int i; }; S(int v) : b(false) { i = v; } S(F v) : b(true), f(v) {} };\n",
        expect![[r#"
            S::S:
            init Some(Field(0)) = 0
            init Some(Field(1)) = uninitialized
            {
              *(this).1.1 = load(v)
            }
            S::S:
            init Some(Field(0)) = 1
            init Some(Field(1)) = union S::<unnamed>{.0 = Copy<F>(v)}
            {
            }
        "#]],
    );
}
