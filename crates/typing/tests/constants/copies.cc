// c++14
struct Count {
  int copies = 0;
  constexpr Count() {}
  constexpr Count(const Count &o) : copies(o.copies + 1) {}
  constexpr Count(Count &&o) : copies(o.copies + 100) {}
  constexpr Count &operator=(const Count &o) {
    copies = o.copies + 10000;
    return *this;
  }
};
struct Holder { Count c; int n; };
constexpr Count make() { return Count(); }
constexpr Count pass(Count c) { return c; }
constexpr int a = make().copies;
constexpr int run() {
  Count c;
  Count d = c;
  Count e = pass(d);
  Holder h{e, 1};
  Holder i = h;
  c = i.c;
  return c.copies + e.copies * 7;
}
constexpr int arrays() {
  Holder h[2] = {};
  struct W { Holder h[2]; } w{};
  W v = w;
  return v.h[1].c.copies + h[0].c.copies;
}
constexpr int c = arrays();
