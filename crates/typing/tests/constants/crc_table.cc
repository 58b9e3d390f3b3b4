// c++14
struct Table { unsigned v[256]; };
constexpr Table make() {
  Table t{};
  for (unsigned i = 0; i < 256; ++i) {
    unsigned c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    t.v[i] = c;
  }
  return t;
}
constexpr Table table = make();
constexpr unsigned crc(const char *s) {
  unsigned c = ~0u;
  for (; *s; ++s) c = table.v[(c ^ (unsigned char)*s) & 0xff] ^ (c >> 8);
  return ~c;
}
constexpr unsigned a = table.v[1];
constexpr unsigned b = table.v[255];
constexpr unsigned c = crc("123456789");
