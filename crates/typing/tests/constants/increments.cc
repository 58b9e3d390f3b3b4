// c++14
constexpr int run() {
  int i = 5;
  int a = i++ * 100 + i;
  int b = --i * 10 + i--;
  return a * 1000 + b + i;
}
constexpr int a = run();
constexpr double steps() {
  double d = 0.5;
  d++;
  ++d;
  d--;
  return d;
}
constexpr double b = steps();
constexpr int chars() {
  unsigned char c = 255;
  ++c;
  signed char s = -128;
  return c + s++;
}
constexpr int c = chars();
