// c++14
constexpr double sum() {
  double s = 0;
  for (int i = 0; i < 10; ++i) s += 0.1;
  return s;
}
constexpr double a = sum();
constexpr double b = 1e15 + 0.3;
constexpr long c = (long)1e18;
constexpr double d = 0x1.8p3;
constexpr double e = -0.0;
constexpr bool f = 0.0 == -0.0;
constexpr double g = 9007199254740993;
constexpr float h = 0.1 + 0.2;
constexpr double i = 1.7976931348623157e308;
constexpr bool j = __builtin_nan("") != __builtin_nan("");
constexpr bool k = 1.0 < __builtin_inf();
constexpr unsigned l = (unsigned)4294967295.0;
constexpr double m = (unsigned long)-1;
