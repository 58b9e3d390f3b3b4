// c++20
struct Shape {
  constexpr virtual ~Shape() {}
  constexpr virtual int area() const = 0;
  constexpr virtual int sides() const { return 0; }
};
struct Square : Shape {
  int s;
  constexpr Square(int x) : s(x) {}
  constexpr ~Square() override {}
  constexpr int area() const override { return s * s; }
  constexpr int sides() const override { return 4; }
};
struct Box : Square {
  int t;
  constexpr Box(int a, int b) : Square(a), t(b) {}
  constexpr ~Box() override {}
  constexpr int area() const final { return s * t; }
};
constexpr int run() {
  Shape *v[] = {new Square(3), new Box(2, 5)};
  int r = 0;
  for (auto p : v) {
    r = r * 100 + p->area() + p->sides();
    delete p;
  }
  return r;
}
constexpr int a = run();
constexpr Box box(3, 4);
constexpr const Shape &shape = box;
constexpr int b = shape.area();
constexpr int c = static_cast<const Square &>(shape).Square::area();
