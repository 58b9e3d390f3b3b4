// c++17
template <class T> struct Traits { static constexpr int bits = sizeof(T) * 8; };
template <> struct Traits<bool> { static constexpr int bits = 1; };
struct Config {
  static constexpr int base = 10;
  static const int twice = base * 2;
  static constexpr int f(int n) { return n * base; }
  static constexpr int values[] = {1, 2, 3};
};
constexpr int a = Traits<long>::bits + Traits<bool>::bits;
constexpr int b = Config::twice + Config::f(3);
constexpr int c = Config::values[2];
const int plain = 6;
constexpr int d = plain * 7;
