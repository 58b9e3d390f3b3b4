// c++14
constexpr int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
constexpr int n[3][2] = {{1, 0}, {0, 1}, {2, 2}};
constexpr int cell(int r, int c) {
  int s = 0;
  for (int k = 0; k < 3; ++k) s += m[r][k] * n[k][c];
  return s;
}
constexpr int a = cell(0, 0);
constexpr int b = cell(1, 1);
constexpr int c = *(*(m + 1) + 2);
constexpr int rows = sizeof m / sizeof m[0];
