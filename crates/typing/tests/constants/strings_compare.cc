// c++14
constexpr int compare(const char *a, const char *b) {
  for (; *a && *a == *b; ++a, ++b)
    ;
  return *a - *b;
}
constexpr int a = compare("abc", "abc");
constexpr int b = compare("abc", "abd");
constexpr int c = compare("abcd", "abc");
constexpr bool d = compare("", "") == 0;
