// c++14
constexpr int primes(int limit) {
  bool composite[200] = {};
  int count = 0;
  for (int i = 2; i < limit; ++i) {
    if (composite[i]) continue;
    ++count;
    for (int j = i * i; j < limit; j += i) composite[j] = true;
  }
  return count;
}
constexpr int a = primes(200);
constexpr int b = primes(2);
