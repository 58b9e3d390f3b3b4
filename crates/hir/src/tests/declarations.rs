use expect_test::expect;

use super::show;

#[test]
fn declarators_fold_into_types() {
    expect![[r#"
        var f: ([] (* ([char, (& (const int))] -> (* int))) 2)
        var m: (A::* int)
        var g: (B<int>::C::* ([int] -> int const &))
        var p: (* (const (* (const char)))) = 0
        var u: unsigned-long-long
        var ld: long-double
        var c: (complex float)
        var sc: signed-char
        var q: unsigned-int128
        var f32: float32
        [placeholder] fn h: ([n: int] ... ->> decltype(auto))
        fn k: ([int] -> (* ([] int 3)))
        var r: (& int) = x
        var rr: (&& int) = (static_cast (&& int) x)
        var arr: ([] ([] int 3) 2) = {1, 2}
        var ty: (typeof x)
        var tp: (typeof-type (* int))
        alias ut = (__underlying_type E)
        template<...Ts: type> fn v: ([ts: (... (&& Ts)), fs: (... (& ([int] -> Ts)))] -> void)
        template<...A: type> struct V
          fn a: ([(... A)] -> void)
          fn b: ([int] ... -> void)
          fn c: ([(... A)] ... -> void)
          fn d: ([(* (const char)), (... auto)] -> void)
        fn w: ([] -> void)
        fn w2: ([(* ([] -> int)), ([] int 3), (* (struct S))] -> void)
        [extern thread_local] var t: (const volatile int)
    "#]].assert_eq(&show(
        "int *(*f[2])(char, const int &), A::*m, (B<int>::C::*g)(int) const &;
const char *const *p = 0;
unsigned long long u; long double ld; _Complex float c; signed char sc; __int128 unsigned q; _Float32 f32;
auto h(int n, ...) -> decltype(auto);
int (*k(int))[3];
int &r = x, &&rr = static_cast<int &&>(x), arr[2][3] = {1, 2};
typeof(x) ty; __typeof__(int *) tp; using ut = __underlying_type(E);
template <class... Ts> void v(Ts &&...ts, Ts (&...fs)(int));
template <class... A> struct V { void a(A...), b(int...), c(A..., ...), d(const char *, auto...); };
void w(void), w2(int (*)(void), int[3], struct S *);
extern thread_local const volatile int t;
",
    ));
}

#[test]
fn attributes_of_both_syntaxes() {
    expect![[r#"
        [inline] @device @host @always_inline fn f: ([@grid_constant s: (const S)] -> int)
        @global @launch_bounds(128 2) fn k: ([p: (restrict (* int))] -> void)
        @nodiscard @noinline @::device fn g: ([] -> int)
        @alignas(16) @deprecated("no") @aligned(8) struct S
          @alignas((alignof-type int)) @maybe_unused var x: int
          @device fn f: ([] -> void const)
        [typedef] alias v4 = (@vector_size(16) float)
        [typedef] alias ti = (@mode(TI) int)
        @weak @asm("other") fn asmed: ([] -> int)
        @noinline @noinline fn n: ([] -> void)
        fn g: ([@maybe_unused x: int] -> int)
    "#]].assert_eq(&show(
        "__attribute__((device)) __attribute__((host)) inline __attribute__((always_inline)) int f(__attribute__((grid_constant)) const S s);
__attribute__((global)) void __attribute__((launch_bounds(128, 2))) k(int *__restrict__ p);
[[nodiscard, gnu::noinline]] [[device]] int g();
struct alignas(16) [[deprecated(\"no\")]] S { alignas(int) int x [[maybe_unused]]; __attribute__((device)) void f() const; } __attribute__((aligned(8)));
typedef float v4 __attribute__((vector_size(16)));
typedef int ti __attribute__((mode(TI)));
int asmed() __asm__(\"other\") __attribute__((weak));
__noinline__ void n() __noinline__;
int g([[maybe_unused]] int x);
",
    ));
}

#[test]
fn classes() {
    expect![[r#"
        struct A;
        class C final : public A : virtual private B<int> : protected ::N::D : private X::Y
          [private] var a: int width 3 = 1
          [private] var b: int
          [private] var: int width 2
          [private] var c: int mutable {4}
          [private static] var d: (const int) = 5
          constructor C: ([] -> _ noexcept)
            init a (1)
            init B<int> {2}
            init N::D ()
            block
              (= a 2)
          [explicit] constructor C: ([int] -> _)
            init a (1)
            block
              try
                block
                  (call f)
              catch ...
                block
          [explicit] [explicit (== (sizeof-type int) 4)] constructor C: ([(&& C)] -> _) = default
          fn operator=: ([(& (const C))] -> (& C)) = delete
          [virtual] destructor ~C: ([] -> _) virtual = 0
          [virtual] fn f: ([] -> void const) virtual override final
          fn g: ([] -> void && (noexcept true))
            block
              return
          conversion operator(bool): ([] -> _ const)
          fn operator(): ([int] -> bool const)
          fn operator[]: ([int, int] -> bool)
          fn operator==: ([(& (const C))] -> bool const)
          [friend] fn operator<=>: ([C, C] -> bool)
          [friend] friend (class F)
          [friend] friend G
          template<T: type> [friend] friend (struct H)
          [friend] fn ff: ([] -> void)
            block
          using A::f
          using A::A
          alias type = int
          struct known as Unnamed
            var x: int
          [typedef] alias Unnamed = (defined )
          struct Nested;
          enum
            e1
            e2 = 4
          union
            var u: int
            var v: float
          static_assert (== (sizeof-type int) 4)
          template<T: type> fn h: ([T] -> void (requires true))
          fn self: ([this self: (&& C), x: int = 1] -> void)
          [protected] struct Inner
            var deep: int = 3
            fn m: ([] -> void)
              block
          [protected] var inner: (defined Inner)
        fn C::f: ([] -> void const)
          block
        destructor C::~C: ([] -> _)
          block
        struct S;
        union U
          var a: int
          struct
            var b: int
            var c: int
        var u1: (defined U)
        var u2: (* (defined U)) = nullptr
        struct known as T1
          var x: int
        [typedef] alias T1 = (defined )
        [typedef] alias T2 = (* (defined ))
        enum known as T3
          te
        [typedef] alias T3 = (defined )
    "#]]
    .assert_eq(&show(
        "struct A;
class C final : public A, virtual B<int>, protected ::N::D, private typename X::Y {
    int a : 3 = 1, b, : 2;
    mutable int c{4};
    static const int d = 5;
public:
    C() noexcept : a(1), B<int>{2}, N::D() { a = 2; }
    explicit C(int) try : a(1) { f(); } catch (...) { }
    explicit(sizeof(int) == 4) C(C &&) = default;
    C &operator=(const C &) = delete;
    virtual ~C() = 0;
    virtual void f() const override final;
    void g() && noexcept(true) { return; }
    operator bool() const;
    bool operator()(int) const, operator[](int, int), operator==(const C &) const = default;
    friend bool operator<=>(C, C);
    friend class F; friend G; template <class T> friend struct H; friend void ff() {}
    using A::f, A::A;
    using type = int;
    typedef struct { int x; } Unnamed;
    struct Nested; enum { e1, e2 = 4 };
    union { int u; float v; };
    static_assert(sizeof(int) == 4, \"x\");
    template <class T> void h(T) requires true;
    void self(this C &&self, int x = 1);
protected:
    struct Inner { int deep = 3; void m() {} } inner;
};
void C::f() const {}
C::~C() {}
struct S;
union U { int a; struct { int b, c; }; } u1, *u2 = nullptr;
typedef struct { int x; } T1, *T2;
typedef enum { te } T3;
",
    ));
}

#[test]
fn enumerations() {
    expect![[r#"
        enum E
          a
          b = (<< 1 2)
          @deprecated c = b
        enum F scoped : unsigned-char
          x
        enum G scoped : int;
        enum H : N::T;
        enum N::I scoped
          y
        using enum N::I
    "#]]
    .assert_eq(&show(
        "enum E { a, b = 1 << 2, c [[deprecated]] = b };
enum class F : unsigned char { x };
enum struct G : int;
enum H : N::T;
enum class N::I { y };
using enum N::I;
",
    ));
}

#[test]
fn the_rest() {
    expect![[r#"
        ["C" extern] fn ec: ([int] -> int)
        var in_group: int
        struct X;
        fn fg: ([] -> void)
          block
        var r: int
        [extern] var cpp: int
        namespace A = B::C
        using namespace N::M
        using A::x
        using B::operator+
        alias T = (* ([char] -> int))
        static_assert true
        [placeholder] bindings[a b]: auto = (call f)
        var y: int
        var hidden: int
        var x: int (3)
        var z: int {4}
    "#]]
    .assert_eq(&show(
        "extern \"C\" int ec(int);
extern \"C\" { int in_group; struct X; void fg() {} namespace q { int r; } }
extern \"C++\" int cpp;
namespace A = B::C;
using namespace N::M;
using A::x, B::operator+;
using T = int (*)(char);
static_assert(true);
asm(\"nop\");
;
auto [a, b] = f();
namespace n { inline namespace m { int y; } }
namespace { int hidden; }
int x(3), z{4};
",
    ));
}
