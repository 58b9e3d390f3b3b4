// c++14
struct Meters {
  double v;
  constexpr Meters(double d) : v(d) {}
  constexpr operator double() const { return v; }
};
constexpr double twice(Meters m) { return m * 2; }
constexpr double a = twice(2.5);
constexpr double b = Meters(3) + 1;
struct Id {
  int n;
  constexpr operator int() const { return n; }
};
constexpr int pick(Id i) {
  switch (i) {
  case 4: return 40;
  default: return 1;
  }
}
constexpr int c = pick({4});
constexpr int values[3] = {5, 6, 7};
constexpr int d = values[Id{2}];
