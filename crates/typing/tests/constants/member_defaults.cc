// c++14
struct Dm {
  int a = 3, b = a * 2;
  int c;
  constexpr Dm() : Dm(100) {}
  constexpr Dm(int x) : c(x + b) {}
};
struct In : Dm {
  using Dm::Dm;
  int e = c + 1;
};
struct Ord {
  int second;
  int first;
  constexpr Ord(int x) : second(x), first(second + 1) {}
};
constexpr int a = Dm().c;
constexpr int b = In(7).e;
constexpr int c = Ord(20).first;
constexpr int d = In().e;
