// c++23
constexpr int run() {
  if consteval {
    return 1;
  } else {
    return 2;
  }
}
constexpr int a = run();
constexpr int negated() {
  if !consteval {
    return 3;
  }
  return 4;
}
constexpr int b = negated();
