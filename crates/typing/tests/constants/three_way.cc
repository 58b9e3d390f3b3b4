// c++20
struct V {
  int a, b;
  constexpr bool operator==(const V &) const = default;
};
constexpr bool a = V{1, 2} == V{1, 2};
constexpr bool b = V{1, 2} != V{1, 3};
