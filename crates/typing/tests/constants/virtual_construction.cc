// c++20
struct Base {
  int seen;
  constexpr Base() : seen(who()) {}
  constexpr virtual int who() const { return 1; }
  constexpr virtual ~Base() {}
};
struct Derived : Base {
  int later;
  constexpr Derived() : later(who()) {}
  constexpr ~Derived() override {}
  constexpr int who() const override { return 2; }
};
constexpr int run() {
  Derived d;
  Base &b = d;
  return d.seen * 100 + d.later * 10 + b.who();
}
constexpr int a = run();
