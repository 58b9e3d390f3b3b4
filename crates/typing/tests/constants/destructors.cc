// c++20
struct Log {
  int *c;
  int n;
  constexpr Log(int *p, int k) : c(p), n(k) {}
  constexpr ~Log() { *c = *c * 10 + n; }
};
constexpr int scopes() {
  int n = 0;
  {
    Log a(&n, 1);
    {
      Log b(&n, 2);
      n += 5;
    }
    n += 3;
    Log c(&n, 4);
  }
  return n;
}
constexpr int a = scopes();
constexpr int temporaries() {
  int n = 0;
  Log(&n, 3), n += 1;
  const Log &kept = Log(&n, 7);
  n += kept.n;
  return n;
}
constexpr int b = temporaries();
constexpr int loop() {
  int n = 0;
  for (int i = 1; i < 5; ++i) {
    Log l(&n, i);
    if (i == 2) continue;
    if (i == 4) break;
  }
  return n;
}
constexpr int c = loop();
constexpr int members() {
  int n = 0;
  struct Pair {
    Log a, b;
  };
  {
    Pair p{{&n, 1}, {&n, 2}};
    Log array[2] = {{&n, 3}, {&n, 4}};
  }
  return n;
}
constexpr int d = members();
constexpr int early(int k) {
  int n = 0;
  auto inner = [&] {
    Log l(&n, 8);
    if (k) return 1;
    Log m(&n, 9);
    return 2;
  };
  int r = inner();
  return n * 10 + r;
}
constexpr int e = early(0);
constexpr int f = early(1);
