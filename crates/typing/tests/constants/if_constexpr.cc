// c++17
template <class T> constexpr int size_class() {
  if constexpr (sizeof(T) == 1) return 1;
  else if constexpr (sizeof(T) <= 4) return 2;
  else return 3;
}
constexpr int a = size_class<char>() * 100 + size_class<short>() * 10 + size_class<long>();
constexpr int digits(int n) {
  if (int d = n / 10; d == 0) return 1;
  else return 1 + digits(d);
}
constexpr int b = digits(12345);
