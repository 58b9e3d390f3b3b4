// c++14
constexpr int queens(int n, int row = 0, unsigned columns = 0, unsigned left = 0, unsigned right = 0) {
  if (row == n) return 1;
  int found = 0;
  for (int c = 0; c < n; ++c) {
    unsigned bit = 1u << c;
    if ((columns | left | right) & bit) continue;
    found += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return found;
}
constexpr int a = queens(4);
constexpr int b = queens(6);
