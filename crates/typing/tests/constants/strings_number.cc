// c++14
constexpr int parse(const char *s) {
  int sign = 1, v = 0;
  if (*s == '-') sign = -1, ++s;
  for (; *s >= '0' && *s <= '9'; ++s) v = v * 10 + (*s - '0');
  return sign * v;
}
constexpr int a = parse("1234");
constexpr int b = parse("-77x");
constexpr int c = parse("");
