// What a lambda declares itself hides what is around it: only what is left, and evaluated, is captured.
struct Fixed {
    Fixed(int);
    Fixed(const Fixed &) = delete;
    char room[64];
};

struct Pair {
    int a, b;
};

template <class A, class B>
constexpr bool same_size = sizeof(A) == sizeof(B);

void captures(int given)
{
    Fixed count(1);
    char buffer[100];
    long wide = given;

    auto local = [=](int i) {
        int count = i;
        if (i > 1) {
            int b = i;
            count = b;
        }
        return count + given;
    };
    static_assert(same_size<decltype(local), int>);

    auto parameter = [=](int count) { return [=] { return count; }() + given; };
    static_assert(same_size<decltype(parameter), int>);

    auto loop = [=](int i) {
        for (int count = 0; count < i; ++count)
            if (char buffer = 'a'; buffer == i) return count;
        while (int wide = i) return wide;
        switch (auto [buffer, b] = Pair{1, 2}; b) {
        case 1: int wide; wide = 1;
        case 2: return wide;
        }
        return i;
    };
    static_assert(same_size<decltype(loop), char>);

    auto asked = [=] { return sizeof(buffer) + sizeof(count) + noexcept(count.room) + sizeof(decltype(wide)); };
    static_assert(same_size<decltype(asked), char>);

    auto both = [=] { return sizeof(wide) + wide; };
    static_assert(same_size<decltype(both), long>);

    auto renamed = [count = given, wide = 'a'] { return count + wide; };
    static_assert(same_size<decltype(renamed), int[2]>);

    auto types = [=](int i) {
        enum class Which { count, given };
        enum { buffer };
        struct Local {
            int wide;
            int get() { return wide; }
        } l{i};
        using count = int;
        return count(Which::given == Which::count) + buffer + l.get();
    };
    static_assert(same_size<decltype(types), char>);

    auto outside = [=](int i) {
        {
            long given = i;
            i = given;
        }
        return given;
    };
    static_assert(same_size<decltype(outside), int>);

    auto initialised = [=] {
        int given = given + 1;
        return given;
    };
    static_assert(same_size<decltype(initialised), char>);
}
