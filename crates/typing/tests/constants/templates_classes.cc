// c++14
template <int N> struct Fact { static constexpr int value = N * Fact<N - 1>::value; };
template <> struct Fact<0> { static constexpr int value = 1; };
template <class T, int N> struct Array {
  T v[N] = {};
  constexpr T &operator[](int i) { return v[i]; }
  constexpr const T &operator[](int i) const { return v[i]; }
  constexpr int size() const { return N; }
};
constexpr Array<long, 10> squares() {
  Array<long, 10> a;
  for (int i = 0; i < a.size(); ++i) a[i] = i * i;
  return a;
}
constexpr int a = Fact<6>::value;
constexpr long b = squares()[9];
constexpr auto all = squares();
constexpr long c = all[3] + all.size();
