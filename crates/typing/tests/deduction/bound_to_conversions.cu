// What a reference binds to that a conversion function gives ([dcl.init.ref]/5): an rvalue reference to no lvalue.
template <class T> T &&declval() noexcept;
struct R {};
struct S : R {};
template <class T> void take(T);
template <class To, class From, class = decltype(take<To>(declval<From>()))> char test(int);
template <class To, class From> int test(...);
template <class To, class From> constexpr bool binds = sizeof(test<To, From>(0)) == 1;

struct to_int_lvalue { operator int &(); };
struct to_lvalue { operator R &(); };
struct to_const_lvalue { operator const R &(); };
struct to_derived_lvalue { operator S &(); };
struct to_xvalue { operator R &&(); };
struct to_const_xvalue { operator const R &&(); };
struct to_prvalue { operator R(); };
struct to_const { operator const R(); };
struct to_both { operator R &() const; operator R &&() const; };
struct lvalue_or_prvalue { operator R &(); operator S(); };
struct from_it { from_it(to_lvalue); };
struct by_template { template <class T> operator T &(); };

static_assert(!binds<int &&, to_int_lvalue> && binds<const int &, to_int_lvalue> && binds<int &, to_int_lvalue>);
static_assert(!binds<R &&, to_lvalue> && !binds<const R &&, to_lvalue> && binds<const R &, to_lvalue>);
static_assert(!binds<R &&, to_const_lvalue> && !binds<R &, to_const_lvalue>);
static_assert(!binds<R &&, to_derived_lvalue> && binds<const R &, to_derived_lvalue>);
static_assert(binds<R &&, to_xvalue> && binds<const R &, to_xvalue> && !binds<R &, to_xvalue>);
static_assert(!binds<R &&, to_const_xvalue> && binds<const R &&, to_const_xvalue>);
static_assert(binds<R &&, to_prvalue> && binds<const R &, to_prvalue> && !binds<R &, to_prvalue>);
static_assert(!binds<R &&, to_const> && binds<const R &&, to_const> && binds<const R &, to_const>);
static_assert(binds<R &, lvalue_or_prvalue>);
static_assert(binds<from_it &&, to_lvalue> && !binds<from_it &&, to_int_lvalue>);
static_assert(!binds<R &&, by_template> && binds<R &, by_template>);

// The overload for lvalues is the only one that a class with one conversion fits ([range.ref.view]).
struct tester { static void fun(R &); static void fun(R &&) = delete; };
template <class T, class = decltype(tester::fun(declval<T>()))> char lvalue(int);
template <class T> int lvalue(...);
static_assert(sizeof(lvalue<to_lvalue>(0)) == 1);
static_assert(sizeof(lvalue<to_xvalue>(0)) != 1);
static_assert(sizeof(lvalue<to_both>(0)) != 1);

// A constructor template and a template of conversion functions are not compared by what is deduced for them.
template <bool> struct target;
template <bool> struct source {
    template <bool b> operator target<b>();
    template <bool b> operator target<b>() const;
};
template <bool> struct target {
    target(const target &);
    template <bool b> target(const source<b> &);
    template <bool b> target(source<b> &&);
};
static_assert(!binds<target<true>, const source<true> &> && !binds<target<true>, source<true>>);
static_assert(binds<target<true>, source<true> &>);
static_assert(__is_constructible(target<true>, const source<true> &));
static_assert(__is_constructible(target<true>, source<true>));
