// c++14
struct P { int x, y; };
struct Q { P p[2]; int z = 9; P tail; };
constexpr Q q{{{1, 2}, {3}}};
constexpr int a = q.p[0].y;
constexpr int b = q.p[1].x;
constexpr int c = q.p[1].y;
constexpr int d = q.z;
constexpr int e = q.tail.x;
constexpr Q elided = {1, 2, 3, 4, 5, 6, 7};
constexpr int f = elided.p[1].y * 100 + elided.z * 10 + elided.tail.y;
constexpr P copy = elided.tail;
constexpr int g = copy.x;
constexpr P array[3] = {{1, 2}, {3, 4}};
constexpr int h = array[2].x + array[1].y;
