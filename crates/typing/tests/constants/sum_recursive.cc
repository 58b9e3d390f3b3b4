// c++11
constexpr int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
constexpr int a = sum(0);
constexpr int b = sum(100);
constexpr int c = sum(3) * sum(4) - sum(5);
