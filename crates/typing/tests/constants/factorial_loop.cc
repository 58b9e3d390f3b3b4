// c++14
constexpr long long factorial(int n) {
  long long r = 1;
  for (int i = 2; i <= n; ++i) r *= i;
  return r;
}
constexpr long long a = factorial(20);
constexpr int b = factorial(5) % 7;
