// Operators for classes that convert: what a conversion function template converts to is known where it says so.
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
template <class D> struct Interface {
    template <class U = D> explicit operator bool() const;
};
template <class T> struct View : Interface<View<T>> {};
template <class T> struct Number {
    template <class U = T> operator U() const;
};
struct No {};
template <class T> auto stepped(T t) -> decltype(--t);
template <class... T> auto step_of(int) -> decltype(&stepped<T...>);
template <class... T> No step_of(...);
static_assert(same<decltype(step_of<View<int>>(0)), No>);
static_assert(!same<decltype(step_of<int>(0)), No>);
template <class T> auto added(T t) -> decltype(t + 1);
No added(...);
static_assert(same<decltype(added(View<int>())), No>);
static_assert(same<decltype(added(2)), int>);
template <class T> auto negated(T t) -> decltype(!t);
No negated(...);
static_assert(same<decltype(negated(View<int>())), bool>);
