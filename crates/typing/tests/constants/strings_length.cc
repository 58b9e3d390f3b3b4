// c++14
constexpr unsigned long length(const char *s) {
  const char *p = s;
  while (*p) ++p;
  return p - s;
}
constexpr unsigned long a = length("");
constexpr unsigned long b = length("hello");
constexpr unsigned long c = length("hello" + 2);
constexpr char d = "world"[3];
constexpr unsigned long e = sizeof "abc";
