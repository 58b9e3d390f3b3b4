// c++20
// What a template parameter of class type names: an object that lives as long as the program ([temp.param]/8).
struct Tile { int rows, cols; constexpr int size() const { return rows * cols; } constexpr bool operator==(const Tile &) const = default; };
struct Nested { Tile tile; int pad[3]; };
template <Tile T> constexpr int area() { return T.rows * T.cols; }
template <Tile T> constexpr int by_member = T.size();
template <Tile T> constexpr Tile copy() { Tile t = T; ++t.rows; return t; }
template <Tile T> constexpr const Tile &object() { return T; }
template <Nested N> constexpr int inner() { const int *p = N.pad; return N.tile.size() + p[0] + p[2]; }
template <auto F> constexpr int applied = F(4);
template <auto F, int N = 2> constexpr int called() { return F(N); }
template <Tile T> struct Holder { static constexpr int doubled = 2 * T.size(); template <Tile U> static constexpr bool same = T == U; };
constexpr Tile small{2, 3};
constexpr int r0 = area<Tile{3, 4}>();
constexpr int r1 = area<small>();
constexpr int r2 = area<{5, 6}>();
constexpr int r3 = by_member<Tile{7, 2}>;
constexpr bool r4 = copy<small>().rows == 3 && copy<small>().cols == 3;
constexpr bool r5 = &object<small>() == &object<Tile{2, 3}>();
constexpr bool r6 = &object<small>() != &object<Tile{3, 2}>();
constexpr int r7 = inner<Nested{{2, 2}, {1, 2, 3}}>();
constexpr int r8 = applied<[](int x) { return x < 3 ? x : x << 2; }>;
constexpr int r9 = called<[](int x) { return x * 5; }>();
constexpr int r10 = called<[](auto x) { return x - 5; }, 9>();
constexpr int r11 = Holder<Tile{4, 4}>::doubled;
constexpr bool r12 = Holder<small>::same<Tile{2, 3}> && !Holder<small>::same<Tile{3, 2}>;
