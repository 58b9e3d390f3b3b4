// c++14
constexpr unsigned long fib(unsigned n) {
  unsigned long a = 0, b = 1;
  while (n--) {
    unsigned long t = a + b;
    a = b;
    b = t;
  }
  return a;
}
constexpr unsigned long a = fib(10);
constexpr unsigned long b = fib(90);
constexpr unsigned long wrapped = fib(100);
