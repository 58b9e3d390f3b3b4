// c++20
union U {
  int i;
  float f;
  char c[4];
};
constexpr U u{.f = 2.5f};
constexpr float a = u.f;
constexpr int run() {
  U u{.i = 3};
  int r = u.i;
  u.f = 2.5f;
  r += int(u.f * 10);
  u.c[2] = 'x';
  return r * 1000 + u.c[2];
}
constexpr int b = run();
struct V {
  bool number;
  union {
    int n;
    char c;
  };
  constexpr V(int v) : number(true), n(v) {}
  constexpr V(char v) : number(false), c(v) {}
  constexpr int get() const { return number ? n : c; }
};
constexpr int c = V(7).get() + V('a').get();
constexpr U copied = u;
constexpr float d = copied.f;
