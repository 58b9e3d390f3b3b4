// c++14
constexpr void swap(int &a, int &b) {
  int t = a;
  a = b;
  b = t;
}
constexpr void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
constexpr int run() {
  int a[3] = {3, 4, 5};
  swap(a[0], a[2]);
  swap(a, a + 1);
  int *p = &a[1], **q = &p;
  **q += 10;
  *q = a + 2;
  *p *= 2;
  return a[0] * 10000 + a[1] * 100 + a[2];
}
constexpr int a = run();
