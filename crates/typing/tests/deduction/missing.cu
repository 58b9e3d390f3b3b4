// What is not there is a failure of substitution.
struct Y { using type = int; }; struct N { static const int value = 1; };
template <class T> concept valued = requires { T::value; };
static_assert(!valued<Y>);
static_assert(!valued<int>);
template <class T> concept compared = requires { requires T::value == 1; };
static_assert(!compared<Y>);
static_assert(!compared<int>);
template <class T> concept method = requires(T t) { t.foo(); };
static_assert(!method<Y>);
static_assert(!method<int>);
template <class T> concept smethod = requires(T t) { T::foo(); };
static_assert(!smethod<Y>);
template <class T> concept free = requires(T t) { foo(t); };
static_assert(!free<Y>);
static_assert(!free<int>);
