#pragma once
# 3 "every_production.cu"
; extern "C" { int puts(const char *); } extern "C++" int one_decl;
__extension__ typedef struct { int quot; int rem; } div_t; typedef int (*handler)(int), *intp;
namespace outer::inline inner { namespace { int hidden; } } namespace alias = outer::inner; inline namespace v1 {}
using namespace outer; using outer::inner::hidden; using typename Base<int>::type; using enum Color;
template <class T, typename... Us> using Alias __attribute__((unused)) = typename T::template rebind<Us...>::other;
static_assert(sizeof(int) == 4, "four" " bytes"); static_assert(true);
asm("nop"); enum Color : unsigned char { red [[maybe_unused]] = 1, green, }; enum class Op; enum { anonymous };
struct [[nodiscard]] alignas(16) Point final : public virtual Base<int>, private typename Other::type {
public:
    Point() noexcept : Base<int>(), x{1}, y(2) {}
    explicit(sizeof(int) > 2) Point(int x, int = 3) try : x(x) { } catch (const E &e) { throw; } catch (...) { }
    Point(const Point &) = default; Point &operator=(Point &&) & = delete; virtual ~Point() = 0;
    operator bool() const volatile; template <class U> operator U *() const { return later; }
    auto operator<=>(const Point &) const = default; int operator()(int) const; int operator[](int);
    void *operator new(unsigned long); void operator delete[](void *);
    template <int N> friend struct Friend; friend void outer::f(Point); friend class Forward;
    int x : 3 = 1, : 0, y : 2; mutable int later; static constexpr inline int z = 1 < 2; int arr[2][3] = {}; union { int a; float b; };
    virtual int over(this Point const &self) override final;
    struct Nested; enum { inner_e };
    int (Point::*pm)(int) const = &Point::operator(); int Point::*pd;
};
template <> struct Traits<int> { }; template struct Traits<char>; extern template class Traits<long>;
template <class T, T V = T{}, template <class...> class TT = Tuple, auto... Ns> requires C<T> && (sizeof(T) > 1) struct Big {};
template <class T> concept Number = requires(T a, T b) { a + b; typename T::type; { a - b } noexcept -> Same<T>; requires sizeof(T) < 8; };
template <Number N, std::integral I = int> auto sum(N n, I i) -> decltype(n + i) requires Number<I> { return n + i; }
template <class T> Vec(T, T) -> Vec<T>;
template <class T> struct Out { struct In; void f(); template <class U> void g(U); };
template <class T> struct Out<T>::In { T t; }; template <class T> void Out<T>::f() { In i; T *p = 0; }
template <class T> template <class U> void Out<T>::g(U u) { u.template h<int>(); this->f(); }
int a = 1, *b = &a, &c = a, d[3] = {1, 2}, (*e)(int) = 0, (&f)[3] = d; auto &&[s1, s2] = pair;
int operator""_km(unsigned long long); bool operator<(Point, Point); template <class T> T operator>>=(T, int);
template <class T> struct Printed { friend O &operator<<<T>(O &, Printed); friend O &operator>> <>(O &, Printed); };
void old() throw(int, Foo); int fn(...) __attribute__((format(printf, 1, 2), noinline)); extern int labelled asm("real") __attribute__((weak));
__attribute__((global)) void kernel(int *p, const float &__restrict__ r) { if (p) return; }
int __attribute__((vector_size(16))) v4; const unsigned long long int big = 1'000ull; __int128 i128; _Complex double cplx;
auto lambda = [=, &a, this, *this, x = 1, ...args = 2]<class T>(T t, auto... u) mutable constexpr noexcept -> int { return t; };
auto device_lambda = [] __attribute__((device)) (int i) { return i; }; auto bare = [] { }; auto tagged = [] __nv_parent(f) __attribute__((device)) (int i) __nv_parent(g) { };
void statements(int n) {
    int local; local = 1; local * 2; T *ptr; T &ref = x, *q; A<int>::B obj(1), other{2}; f(n); g<int>(n); (void)n;
    a < b > c; if (i < n && j > (m)) { } else if (int k = f(); k > 1) ; else { }
    if constexpr (sizeof(T) > 2) [[likely]] { } if consteval { } if (T *t = get()) { }
    for (int i = 0, j = 1; i < n; ++i, j--) continue; for (;;) break; for (auto &[k, v] : map) { } for (int i = 0; auto x : {1, 2}) { }
    while (auto p = next()) { } do { } while (0); switch (int q = n; q) { case 1: case 2 ... 4: f(); [[fallthrough]]; default: break; }
    try { } catch (int) { } goto end; goto *lab; void *lab = &&end; __label__ inner; end: ;
    kernel<<<dim3(1), 256, n > 1, s>>>(p, r); ns::k<int, (n > 1)><<<n >> 1, 2>>>(); obj.k<<<1, 1>>>();
    asm volatile("mov %0, %1;" : "=r"(x), [o] "+m"(y) : "r"(z) : "memory"); asm goto("" :::: end); asm("" :: "r"(1));
    int y = ({ int t = 1; t; }); x = a ?: b; x = a ? b, c : throw 1; S s = {.x = 1, .y{2}, [3] = 4, [5 ... 6] = 7}; S o = {x: 1};
    new int; new (p) T[n][3]; new (int); ::new T(1, 2); new auto{1}; delete p; ::delete[] p; (T)x; (T *)x; (int)-1; (unsigned char)(c); (f)(x);
    sizeof x; sizeof(T); sizeof(int *); sizeof...(Us); alignof(T); typeid(T); typeid(x + 1); noexcept(f()); decltype(x)::y; decltype(auto) da = x;
    static_cast<A<B<int>>>(x); const_cast<int &>(x); reinterpret_cast<char *>(p)[1]; dynamic_cast<D *>(b)->m(); int(x); int{1}; typename T::U(1); T{1}; auto(x);
    (args + ...); (... && args); (0 + ... + args); (f(args), ...); g(args...); x->~T(); x.A::f(); p->operator bool(); x.*pm; (x->*pm)(1); ++*--p++; ~!-+x;
    a = b += c <<= d >>= e; a >= b; a >> b; a <=> b; "a" "b"_s; L'c'; nullptr; this; true; 0x1p3; __builtin_offsetof(S, a.b[1]); __builtin_va_arg(ap, int *);
    __is_same(int, T); __typeof__(x) t1; __remove_cv(const T) t2; Number auto t3 = 1; typeof(int *) t4; __real__ z; __extension__ 1; co_await x; co_yield {1}; requires { x; }; x <? y; (S){1, 2}; [](auto x) { return x; }(1); return {1, 2};
    int (*fp)(int), w(int), (vexing); T t(U()); unsigned u(3); std::vector<int> vec(n, 1); A z1(b * c), z2((int)x); struct L { int m() { return n_; } int n_; } l;
    co_return 1;
}
