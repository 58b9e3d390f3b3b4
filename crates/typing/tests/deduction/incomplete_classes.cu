// Nothing converts to a class that is only declared: functions that take one are no candidates, whatever else is in the set.

template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

struct Half;
struct Own {};

template <unsigned long I> int get(const Half &);
template <unsigned long I> int get(Half &&);
template <unsigned long I, class T> T &get(T &);
int choose(const Half &);
char choose(Own);

extern Own own;
extern Half &half;
static_assert(same<decltype(get<0>(own)), Own &>);
static_assert(same<decltype(choose(own)), char>);
static_assert(same<decltype(choose(half)), int>);
