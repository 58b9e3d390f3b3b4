// c++20
struct P { int x = 1, y = 2, z = 3; };
constexpr P p{.y = 20};
constexpr int a = p.x * 10000 + p.y * 100 + p.z;
constexpr P q{.x = 5, .z = 7};
constexpr int b = q.x + q.y + q.z;
