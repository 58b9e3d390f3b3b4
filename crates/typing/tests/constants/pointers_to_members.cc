// c++14
struct A { int x, y; };
struct D : A {
  int z;
  constexpr D(int a, int b, int c) : A{a, b}, z(c) {}
  constexpr A &base() { return *this; }
  constexpr int twice() const { return z * 2; }
};
constexpr int run() {
  D d{1, 2, 3};
  int A::*p = &A::y;
  d.*p = 50;
  A &r = d.base();
  r.x += 7;
  A *q = &d;
  int (D::*f)() const = &D::twice;
  return static_cast<D *>(q)->z + d.x * 10 + q->*p * 100 + (d.*f)() * 10000;
}
constexpr int a = run();
constexpr bool same = &A::x == &A::x;
constexpr bool differ = &A::x == &A::y;
