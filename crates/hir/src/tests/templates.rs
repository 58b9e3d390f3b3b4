use expect_test::expect;

use super::show;

#[test]
fn heads() {
    expect![[r#"
        template<T: type, U: type = int, ...Ts: type, N: value int = 3, V: value auto = 1, C: template<: type, ...: value int> = X, P: value (* T::type), F: value (* ([int] -> void)) = nullptr> struct A;
        template<T: type> concept Small = (< (sizeof-type T) 4)
        template<T: Small, U: N::Concept<int> = char, V: value (auto : Small), ...W: Small> (requires (&& Small<T> (paren true))) fn f: ([x: (auto : Small)] -> void (requires Small<U>))
        template<T: type> alias Ptr = (* T)
        template<T: type> [constexpr] var var: int = 3
        template<T: type> template<U: type> fn A<T>::B<(* U)>::f: ([U] -> void)
          block
        template<> struct A<int>;
        template<T: type> struct A<(* T), =(paren (> 1 2)), N<=3>, =T::x, Ts...>
        template<> template<> fn A<int>::g<char>: ([] -> int)
          block
            return 1
        template<T: type> [constexpr] var var<(* T)>: int = 4
        instantiation
          class A<int>;
        instantiation extern
          fn f<int>: ([int] -> void)
        instantiation
          var A<char>::x: int
        template<T: type> guide A: ([T, int = 3] ->> A<T>)
        guide A: ([(* (const char))] ->> A<int>)
        template<T: type> [explicit] guide A: ([(* T)] ->> A<T>)
    "#]].assert_eq(&show(
        "template <class T, typename U = int, class... Ts, int N = 3, auto V = 1, template <class, int...> class C = X, typename T::type *P, void (*F)(int) = nullptr>
struct A;
template <class T> concept Small = sizeof(T) < 4;
template <Small T, N::Concept<int> U = char, Small auto V, Small... W> requires Small<T> && (true) void f(Small auto x) requires Small<U>;
template <class T> using Ptr = T *;
template <class T> constexpr int var = 3;
template <class T> template <class U> void A<T>::B<U *>::f(U) {}
template <> struct A<int>;
template <class T> struct A<T *, (1 > 2), N<3>, T::x, Ts...> {};
template <> template <> int A<int>::g<char>() { return 1; }
template <class T> constexpr int var<T *> = 4;
template class A<int>;
extern template void f<int>(int);
template int A<char>::x;
template <class T> A(T, int = 3) -> A<T>;
A(const char *) -> A<int>;
template <class T> explicit A(T *) -> A<T>;
",
    ));
}

#[test]
fn names() {
    expect![[r#"
        var x: ::A::B<int, =3, T...>::C
        var y: T::X<int>::Y
        var z: (decltype a)::type
        var s: (* (struct N::S))
        var e: (enum E)
        var v: int = (+ (+ (+ (+ (+ (call (. a f<int>)) (-> p A::g)) (call T::h<=3> 1)) ::global) (call (. x ~T))) (call (-> p N::~T)))
        var w: int = (+ (+ (+ (+ X<int>::value (call operator+ 1 2)) (call (. a operator[]) 1)) (call (. a operator(int)))) (user 1 "1" _km))
        fn operator""_km: ([unsigned-long-long] -> int)
        fn operator""_kg: ([(* (const char)), (decltype (sizeof (paren 0)))] -> int)
        fn operator new[]: ([unsigned-long] -> (* void))
        fn operator delete: ([(* void)] -> void)
        fn operator>>: ([A, int] -> A)
        fn operator>>=: ([(& A), int] -> A)
        fn operator>: ([A, A] -> bool)
        fn operator->*: ([A, int] -> A)
        fn operator,: ([A, A] -> A)
        fn operator co_await: ([A] -> A)
    "#]].assert_eq(&show(
        "::A::B<int, 3, T...>::C x;
typename T::template X<int>::Y y;
decltype(a)::type z;
struct N::S *s;
enum E e;
int v = a.template f<int>() + p->A::g + T::template h<3>(1) + ::global + x.~T() + p->N::~T();
int w = X<int>::value + operator+(1, 2) + a.operator[](1) + a.operator int() + 1_km;
int operator\"\"_km(unsigned long long);
int operator\"\" _kg(const char *, decltype(sizeof(0)));
void *operator new[](unsigned long); void operator delete(void *);
A operator>>(A, int); A operator>>=(A &, int); bool operator>(A, A); A operator->*(A, int); A operator,(A, A); A operator co_await(A);
",
    ));
}
