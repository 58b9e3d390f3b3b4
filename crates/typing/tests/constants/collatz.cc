// c++14
constexpr int collatz(long n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}
constexpr int a = collatz(27);
constexpr int b = collatz(97);
