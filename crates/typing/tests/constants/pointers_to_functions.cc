// c++14
constexpr int add(int a, int b) { return a + b; }
constexpr int mul(int a, int b) { return a * b; }
using Op = int (*)(int, int);
constexpr Op table[] = {add, &mul};
constexpr int fold(Op op, const int *v, int n, int start) {
  for (int i = 0; i < n; ++i) start = op(start, v[i]);
  return start;
}
constexpr int numbers[] = {1, 2, 3, 4, 5};
constexpr int a = fold(table[0], numbers, 5, 0);
constexpr int b = fold(table[1], numbers, 5, 1);
constexpr bool c = table[0] == add;
constexpr bool d = table[0] == mul;
