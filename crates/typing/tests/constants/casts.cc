// c++14
constexpr int a = (int)3.7 + static_cast<int>(-3.7);
constexpr unsigned b = static_cast<unsigned>(-1);
constexpr bool c = (bool)0.5;
constexpr bool d = static_cast<bool>(256);
constexpr char e = char(321);
constexpr float f = float(1) / 3;
constexpr long g = long(1) << 40;
constexpr int h = int{'a'};
constexpr double i = double(7 / 2);
constexpr const void *p = &a;
constexpr bool j = p == &a;
