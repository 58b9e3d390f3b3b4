// c++14
struct Lcg {
  unsigned long long s;
  constexpr unsigned next() {
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    return s >> 33;
  }
};
constexpr unsigned nth(int n) {
  Lcg g{42};
  unsigned v = 0;
  for (int i = 0; i < n; ++i) v = g.next();
  return v;
}
constexpr unsigned a = nth(1);
constexpr unsigned b = nth(100);
