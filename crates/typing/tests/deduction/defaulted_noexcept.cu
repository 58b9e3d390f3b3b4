// What a special member function throws that is defaulted on its first declaration: what its members do.

struct Careful {
    Careful(int);
    Careful(Careful &&) noexcept;
    Careful &operator=(Careful &&);
};
class Plain {
    int number;
public:
    Plain(int);
    Plain(Plain &&) = default;
    Plain &operator=(Plain &&) = default;
    ~Plain();
};
template <class T> class Holder {
    T value;
public:
    Holder(Holder &&) = default;
    Holder &operator=(Holder &&) = default;
};
template <class T> T &&declval() noexcept;

static_assert(__is_nothrow_constructible(Plain, Plain));
static_assert(__is_nothrow_constructible(Holder<int>, Holder<int>));
static_assert(__is_nothrow_constructible(Holder<Careful>, Holder<Careful>));
static_assert(noexcept(declval<Plain &>() = declval<Plain>()));
static_assert(noexcept(declval<Holder<int> &>() = declval<Holder<int>>()));
static_assert(!noexcept(declval<Holder<Careful> &>() = declval<Holder<Careful>>()));
