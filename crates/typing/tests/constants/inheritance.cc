// c++14
struct A { int a = 1; constexpr int get() const { return a; } };
struct B { int b = 2; constexpr int get() const { return b; } };
struct C : A, B {
  int c = 3;
  constexpr int sum() const { return A::get() * 100 + B::get() * 10 + c; }
};
constexpr C object{};
constexpr int a = object.sum();
constexpr const B &as_b = object;
constexpr int b = as_b.get();
constexpr const C *back = static_cast<const C *>(&as_b);
constexpr int c = back->c;
constexpr B sliced = object;
constexpr int d = sliced.b;
