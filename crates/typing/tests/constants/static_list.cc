// c++14
extern const int shared;
constexpr int early = 4;
constexpr const int *where = &early;
constexpr int value = *where + 1;
constexpr const int &ref = early;
constexpr int through = ref * 2;
struct S { static constexpr int n = 12; enum { half = n / 2 }; };
constexpr int member = S::n + S::half;
