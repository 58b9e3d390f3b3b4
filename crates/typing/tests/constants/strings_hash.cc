// c++14
constexpr unsigned fnv(const char *s) {
  unsigned h = 2166136261u;
  while (*s) {
    h ^= (unsigned char)*s++;
    h *= 16777619u;
  }
  return h;
}
constexpr unsigned a = fnv("");
constexpr unsigned b = fnv("constant");
constexpr unsigned c = fnv("a\xff\n");
