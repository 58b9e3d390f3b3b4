// c++14
struct Text { char c[6]; };
constexpr Text reversed(const char *s) {
  Text t{};
  int n = 0;
  while (s[n]) ++n;
  for (int i = 0; i < n; ++i) t.c[i] = s[n - 1 - i];
  return t;
}
constexpr Text t = reversed("abcde");
constexpr char a = t.c[0];
constexpr char b = t.c[4];
constexpr char c = t.c[5];
