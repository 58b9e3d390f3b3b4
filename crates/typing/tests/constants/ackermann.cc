// c++14
constexpr long ack(long m, long n) {
  return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
constexpr long a = ack(2, 3);
constexpr long b = ack(3, 3);
