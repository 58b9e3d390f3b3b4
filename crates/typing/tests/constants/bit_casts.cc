// c++20
struct Rgba { unsigned char r, g, b, a; };
struct Two { short lo, hi; };
constexpr Two t = __builtin_bit_cast(Two, 0x0001fffeu);
constexpr Rgba c = __builtin_bit_cast(Rgba, 0x11223344u);
constexpr unsigned long d = __builtin_bit_cast(unsigned long, -2.0);
constexpr unsigned e = __builtin_bit_cast(unsigned, Two{1, 2});
constexpr float f = __builtin_bit_cast(float, 0x40490fdb);
constexpr int lo = t.lo;
constexpr int g = c.r * 256 + c.a;
struct Mixed { char a; int b; };
constexpr Mixed m = __builtin_bit_cast(Mixed, 0x1234567800000041ul);
constexpr int h = m.a + m.b;
