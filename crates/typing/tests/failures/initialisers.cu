// c++20
constexpr int b1 = 1 / 0;  // 39
struct U { int a; int b; constexpr U() {} };
constexpr U u1;  // 2807 2758
struct W { U u; int c = 3; };
constexpr W w;  // 2807 2758
constexpr int e7 = (int)1e20;  // 173
constexpr int f(int n) { return n ? n : throw 3; }
constexpr int x[] = {1, f(0), 2};  // 28 2721
struct S { int a, b; constexpr S(int n) : a(n), b(10 / n) {} };
constexpr S s2 = 0;  // 28 61
constexpr S s4 = {0};  // 28 61
constexpr S s5 = S(0);  // 28 61
constexpr int y = (1, f(0));  // 28 2721
constexpr int z = true ? f(0) : 1;  // 28 2721
constexpr int q = -f(0);  // 28 2721
constexpr int r = static_cast<int>(f(0));  // 28 2721
constexpr int t = (int)f(0);  // 28 2721
constexpr S ss[2] = {1, 0};  // 28 61
