// Pointers to members: their composite types, that they have no order, and what deduction makes of functions.

template <class T> T &&declval() noexcept;
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

struct Shape {
    int sides;
    int area();
    int edge() noexcept;
};
struct Square : Shape {};

// Of two types of functions the common one throws if either does.
using Throwing = int (Shape::*)();
using Silent = int (Shape::*)() noexcept;
static_assert(same<decltype(true ? declval<Throwing>() : declval<Silent>()), Throwing>);
static_assert(same<decltype(true ? declval<Silent>() : declval<Throwing>()), Throwing>);

// The class is the derived one, and the member has the qualifiers of both.
static_assert(same<decltype(true ? declval<int Shape::*>() : declval<int Square::*>()), int Square::*>);
static_assert(same<decltype(true ? declval<const int Square::*>() : declval<int Shape::*>()), const int Square::*>);

// They can be told apart, but not put in order.
template <class T, class U = T> constexpr auto equal(int) -> decltype(declval<T>() == declval<U>()) { return true; }
template <class T, class U = T> constexpr bool equal(long) { return false; }
template <class T, class U = T> constexpr auto less(int) -> decltype(declval<T>() < declval<U>()) { return true; }
template <class T, class U = T> constexpr bool less(long) { return false; }
static_assert(equal<int Shape::*>(0));
static_assert(equal<Throwing, Silent>(0));
static_assert(equal<int Shape::*, decltype(nullptr)>(0));
static_assert(!equal<int Shape::*, float Shape::*>(0));
static_assert(!less<int Shape::*>(0));
static_assert(!less<Throwing>(0));
static_assert(!less<int Shape::*, decltype(nullptr)>(0));
static_assert(!less<int, int Shape::*>(0));
static_assert(less<int *>(0));

// `const T` matches no type of functions, unless a reference parameter takes the function itself.
template <class T> constexpr bool constant = false;
template <class T> constexpr bool constant<const T> = true;
template <class T> constexpr bool is_function = !constant<const T>;
template <class T> constexpr bool to_constant = false;
template <class T> constexpr bool to_constant<const T *> = true;
template <class T, class C> constexpr bool to_constant<const T C::*> = true;
static_assert(!constant<int()>);
static_assert(is_function<int()>);
static_assert(!is_function<int>);
static_assert(!to_constant<int (*)()>);
static_assert(!to_constant<Throwing>);
static_assert(to_constant<const int *>);
static_assert(to_constant<const int Shape::*>);

int global();
template <class T> constexpr bool by_pointer(const T *) { return true; }
constexpr bool by_pointer(...) { return false; }
template <class T> constexpr bool by_reference(const T &) { return same<T, int()>; }
static_assert(!by_pointer(&global));
static_assert(by_reference(global));

// What a library knows of a pointer to member is in enumerators.
template <class T> struct Kind {
    enum { function = false, object = false };
};
template <class T, class C> struct Kind<T C::*> {
    enum { function = is_function<T>, object = !function };
};
static_assert(Kind<Throwing>::function);
static_assert(!Kind<Throwing>::object);
static_assert(Kind<int Shape::*>::object);
static_assert(!Kind<int>::object);

// A call through a pointer heeds the qualifiers of the function.
template <class F, class A> constexpr auto calls(int) -> decltype((declval<A>().*declval<F>())(), true) { return true; }
template <class F, class A> constexpr bool calls(long) { return false; }
static_assert(calls<int (Shape::*)(), Shape &>(0));
static_assert(!calls<int (Shape::*)(), const Shape &>(0));
static_assert(calls<int (Shape::*)() const, const Shape &>(0));
static_assert(calls<int (Shape::*)() const, Square>(0));
static_assert(!calls<int (Shape::*)() volatile, const Shape &>(0));
static_assert(!calls<int (Shape::*)() &, Shape>(0));
static_assert(calls<int (Shape::*)() &&, Shape>(0));
static_assert(!calls<int (Shape::*)() &&, Shape &>(0));
