//! Lambdas: what they capture, and what reads it.

use expect_test::expect;

use super::typed;

#[test]
fn lambdas() {
    typed(
        "int f(int a) { const int k = 3; int b = 0; auto l = [=, &b](int c) { return a + b + c + k; }; auto g = [](auto x) { return x; };
  int (*p)(int) = g; return l(1) + g('c') + p(2); }\n",
        expect![[r#"
            f:
            {
              k: const int = 3
              b: int = 0
              l: lambda [](int)->int = lambda[b, load(a)]
              g: lambda [](auto)->auto = lambda[]
              p: int (*)(int) = ClosureToFunction<int (*)(int)>(g)
              return ((l.[lambda [](int)->int](1) + Integral<int>(g.[lambda [](auto)->auto [with <auto-1>=char]](99))) + (load(p))(2))
            }
        "#]],
    );
}

#[test]
fn a_lambda_reads_constants_of_the_block_without_capturing_them() {
    typed(
        "template <int n> struct I { static const int v = n; };
int a() { constexpr int m = 64; constexpr int n = [&]() constexpr { return m / 2; }(); constexpr int k = [] { return m + 1; }(); return I<n>::v + I<k>::v; }
namespace d { int e(int); } int b() { using namespace d; return [](int x) { return e(x); }(3); }\n",
        expect![[r#"
            I::v:
            <0.0> : int
            a:
            {
              m: const int = 64
              n: const int = full(temporary(lambda[]).[lambda []()->int]())
              k: const int = full(temporary(lambda[]).[lambda []()->int]())
              return (load(I<32>::v) + load(I<65>::v))
            }
            b:
            {
              ;
              return full(temporary(lambda[]).[lambda [](int)->int](3))
            }
        "#]],
    );
}

#[test]
fn what_a_lambda_captures_by_default_is_in_the_order_of_the_text() {
    typed(
        "template <int n> struct I { static const int v = n; }; void use(const void *);
struct S { int m; void f(int v) { auto a = [=] { return m + v; }; auto b = [=] { return v + m; }; auto c = [=] { return v + this->m; }; auto d = [=] { return this->m + v; };
  auto e = [=] { return sizeof(m) + sizeof(this) + v; }; auto f = [&] { int x[v]; }; auto g = [=] { return [this] { return m; }() + v; }; } };
void g() { const int n = 3; const float w = 2; const int q = n; auto a = [=] { return n + w; }; auto b = [=] __attribute__((device)) { return n + w; };
  auto c = [=] __attribute__((device)) { int x[n]; static_assert(n == 3); return I<n>::v; }; auto d = [n, w] { return n * w; }; }
struct M { M(int &&); template <class T> M(T &); }; M h(int x) { return x; }\n",
        expect![[r#"
            I::v:
            <0.0> : int
            S::f:
            {
              a: lambda []()->int = lambda[this, load(v)]
              b: lambda []()->int = lambda[load(v), this]
              c: lambda []()->int = lambda[load(v), this]
              d: lambda []()->int = lambda[this, load(v)]
              e: lambda []()->unsigned long = lambda[load(v)]
              f: lambda []()->void = lambda[v]
              g: lambda []()->int = lambda[this, load(v)]
            }
            g:
            {
              n: const int = 3
              w: const float = IntegralToFloating<float>(2)
              q: const int = load(n)
              a: lambda []()->float = lambda[]
              b: lambda []()->float = lambda[load(n), load(w)]
              c: lambda []()->int = lambda[]
              d: lambda []()->float = lambda[load(n), load(w)]
            }
            h:
            {
              return [M::M(int &&)](as<int>(x))
            }
        "#]],
    );
}

#[test]
fn a_copy_of_a_constant_object_is_none_in_a_mutable_lambda() {
    typed(
        "struct S { int n; int f() const { return [*this]() mutable { return n++; }(); } };\n",
        expect![[r#"
            S::f:
            {
              return full(temporary(lambda[Copy<S>(*(this))]).[lambda []() mutable->int]())
            }
        "#]],
    );
}

#[test]
fn a_constant_is_captured_if_the_body_odr_uses_it() {
    typed(
        "int ref(const int &);
int val(int);
void read() {
  const int n = 3;
  auto a = [=](int x) { return n + x; };
  auto b = [=] { return val((n)); };
  auto c = [=](auto x) { return n + 1; };
  auto d = [=](int x) { return x ? n : 5L; };
  auto e = [=] { return [&] { return n; }(); };
  auto f = [=] { return [z = n] { return z; }(); };
  auto g = [=] { return sizeof(ref(n)); };
}
void used() {
  const int n = 3;
  auto a = [=](int x) { return x ? n : x; };
  auto b = [=] { return ref(n); };
  auto c = [=](auto x) { return n + x; };
  auto d = [=](int x) { return (x, n); };
  auto e = [=] { return [n] { return n; }(); };
  auto f = [&] { (void)n; };
  auto g = [=](auto x) { return [=](auto y) { return y + n; }(x); };
  auto h = [=] { return static_cast<const int &>(n) + 1; };
}
",
        expect![[r#"
            read:
            {
              n: const int = 3
              a: lambda [](int)->int = lambda[]
              b: lambda []()->int = lambda[]
              c: lambda [](auto)->auto = lambda[]
              d: lambda [](int)->long = lambda[]
              e: lambda []()->int = lambda[]
              f: lambda []()->int = lambda[]
              g: lambda []()->unsigned long = lambda[]
            }
            used:
            {
              n: const int = 3
              a: lambda [](int)->int = lambda[load(n)]
              b: lambda []()->int = lambda[load(n)]
              c: lambda [](auto)->auto = lambda[load(n)]
              d: lambda [](int)->int = lambda[load(n)]
              e: lambda []()->int = lambda[load(n)]
              f: lambda []()->void = lambda[n]
              g: lambda [](auto)->auto = lambda[load(n)]
              h: lambda []()->int = lambda[load(n)]
            }
        "#]],
    );
}
