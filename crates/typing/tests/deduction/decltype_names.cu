// decltype of names: what they stand for, whatever the category ([dcl.type.decltype]/1).
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
int f(int);
template <class T> T identity(T);
namespace n {
int g();
extern const int number;
template <class T> T value;
template <class T> const T fixed = 3;
}
struct S {
    static int made(int);
    static const int count = 1;
    template <class T> static T of;
    int member;
    int &reference;
};
static_assert(same<decltype(f), int(int)>);
static_assert(same<decltype((f)), int (&)(int)>);
static_assert(same<decltype(identity<int>), int(int)>);
static_assert(same<decltype(n::g), int()>);
static_assert(same<decltype(n::number), const int>);
static_assert(same<decltype(n::value<int>), int>);
static_assert(same<decltype((n::value<int>)), int &>);
static_assert(same<decltype(n::fixed<int>), const int>);
static_assert(same<decltype(S::made), int(int)>);
static_assert(same<decltype(S::count), const int>);
static_assert(same<decltype(S::of<int &>), int &>);
static_assert(same<decltype(S::member), int>);
static_assert(same<decltype(S::reference), int &>);
extern S s;
static_assert(same<decltype(s.made), int(int)>);
static_assert(same<decltype(s.of<char>), char>);
static_assert(same<decltype((s.of<char>)), char &>);

struct Constant { static constexpr int value = 7; };
template <class T> extern T declared;
static_assert(decltype(declared<Constant>)::value == 7);
template <class T> constexpr int through = decltype(declared<T>)::value;
static_assert(through<Constant> == 7);
