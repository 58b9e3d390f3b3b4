// What is not accessible is not there for deduction ([temp.deduct]/8), whoever the class's friends are.
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
template <class T> constexpr bool anything = true;
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
class Closed {
    int end() const;
    using hidden = int;
    int member;
    static int made();
    Closed(int);
    friend struct Insider;
    template <class T> friend struct AnyInsider;
    friend auto befriended(const Closed &c) { return &c.member; }
};
template <class T> auto end_of(T &&t) -> decltype(t.end());
void end_of(...);
template <class T> auto nested(T &&t) -> typename enable_if<anything<decltype(t.end())>>::type;
int nested(...);
template <class T> auto hidden_of(T &&t) -> typename T::hidden;
void hidden_of(...);
template <class T> auto member_of(T &&t) -> decltype(t.member);
void member_of(...);
template <class T> auto made_by(T &&t) -> decltype(T::made());
void made_by(...);
template <class T> auto from_number(T &&t) -> decltype(T(1));
void from_number(...);
Closed &&closed();
static_assert(same<decltype(end_of(closed())), void>);
static_assert(same<decltype(nested(closed())), int>);
static_assert(same<decltype(hidden_of(closed())), void>);
static_assert(same<decltype(member_of(closed())), void>);
static_assert(same<decltype(made_by(closed())), void>);
static_assert(same<decltype(from_number(closed())), void>);
static_assert(same<decltype(befriended(closed())), const int *>);
struct Insider {
    template <class T> static auto end_of(T &&t) -> decltype(t.end());
    static void end_of(...);
    struct Within {
        template <class T> static auto member_of(T &&t) -> decltype(t.member);
        static void member_of(...);
    };
};
template <class U> struct AnyInsider {
    template <class T> static auto end_of(T &&t) -> decltype(t.end());
    static void end_of(...);
};
static_assert(same<decltype(Insider::end_of(closed())), int>);
static_assert(same<decltype(Insider::Within::member_of(closed())), int>);
static_assert(same<decltype(AnyInsider<char>::end_of(closed())), int>);

// Arrays without elements take no room, an extension.
struct Nothing { int none[0]; };
static_assert(sizeof(Nothing) == 0);
struct Holder { Nothing a, b; };
static_assert(sizeof(Holder) == 0);

// Nor is a base class that is not accessible.
template <int... N> struct Extents {
    template <int... M> friend constexpr bool operator==(const Extents &, const Extents<M...> &) { return true; }
};
template <class E> struct Wrapped : E {};
template <class E> class Mapping : private Wrapped<E> {
    friend void unrelated(const Mapping &);
};
struct No {};
template <class A, class B> auto equal(A a, B b) -> decltype(a == b);
No equal(...);
static_assert(same<decltype(equal(Wrapped<Extents<>>(), Wrapped<Extents<1>>())), bool>);
static_assert(same<decltype(equal(Mapping<Extents<>>(), Mapping<Extents<1>>())), No>);
struct Base {};
class Derived : Base {};
int by_reference(const Base &);
int by_pointer(const Base *);
template <class T> auto bound(T t) -> decltype(by_reference(t));
No bound(...);
template <class T> auto pointed(T t) -> decltype(by_pointer(&t));
No pointed(...);
static_assert(same<decltype(bound(Derived())), No>);
static_assert(same<decltype(pointed(Derived())), No>);
static_assert(same<decltype(bound(Base())), int>);
static_assert(!__is_constructible(Base, Derived));
static_assert(!__is_constructible(Base &, Derived &));
static_assert(!__is_constructible(Base *, Derived *));
