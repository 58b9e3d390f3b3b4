// c++14
constexpr int units(const char16_t *s) {
  int n = 0;
  while (s[n]) ++n;
  return n;
}
constexpr int a = units(u"h\u00e9\U0001F600");
constexpr wchar_t b = L"wide"[1];
constexpr char32_t c = U"\U0001F600"[0];
constexpr char16_t d = u"\U0001F600"[1];
constexpr int e = sizeof(L"ab");
