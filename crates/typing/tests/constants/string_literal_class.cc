// c++20
template <unsigned N> struct Str {
  char d[N];
  constexpr Str(const char (&s)[N]) {
    for (unsigned i = 0; i < N; ++i) d[i] = s[i];
  }
  constexpr unsigned size() const { return N - 1; }
};
template <Str S> constexpr unsigned hash() {
  unsigned h = 0;
  for (char c : S.d) h = h * 31 + c;
  return h;
}
constexpr unsigned a = hash<"hello">();
constexpr unsigned b = Str("abc").size();
