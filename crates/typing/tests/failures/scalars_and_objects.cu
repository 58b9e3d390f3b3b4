// c++20
constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
constexpr int a1 = fact(20);  // 28 2707 2693 2693 2693 2693 2693 2693 2693
constexpr int f(int a) { int x; x = a; return x; }
constexpr int g(int a) { int x[3] = {1,2,3}; int *p = x + a; return *p; }
constexpr int a2 = f(3);  // ok
constexpr int a3 = g(3);  // 28 2699
constexpr int a4 = g(4);  // 28 2692
constexpr int dead(int n) { int *p = nullptr; { int q = n; p = &q; } return *p; }
constexpr int a5 = dead(1);  // 28 2700
constexpr int un() { union { int i; float f; } u{}; u.i = 1; return u.f > 0; }
constexpr int a6 = un();  // 28 2694
constexpr int leak() { int *p = new int(3); return *p; }
constexpr int a7 = leak();  // 28 2995 2993
constexpr int cmp() { int a = 0, b = 0; return &a < &b; }
constexpr int a8 = cmp();  // 28 2743
constexpr int diff() { int a[2] = {}, b[2] = {}; return &a[0] - &b[0]; }
constexpr int a9 = diff();  // 28 2734
constexpr int b1 = 1 / 0;  // 39
constexpr int b2 = 2147483647 + 1;  // w61
constexpr int b3 = 1 << 40;  // w63
constexpr int loop() { for (;;) {} return 1; }
constexpr int b4 = loop();  // 28 2431
constexpr int cst() { const int x = 3; const_cast<int &>(x) = 4; return x; }
constexpr int b5 = cst();  // 28 2761
constexpr int df() { int *p = new int(3); delete p; delete p; return 1; }
constexpr int b6 = df();  // 28 2991
constexpr int uaf() { int *p = new int(3); delete p; return *p; }
constexpr int b7 = uaf();  // 28 2700
constexpr int mism() { int *p = new int(3); delete[] p; return 3; }
constexpr int b8 = mism();  // 28 3312 2993
constexpr int deep(int n) { return n ? deep(n - 1) : 0; }
constexpr int b9 = deep(300);  // 28 2431
constexpr int c1 = deep(254);  // ok
constexpr int shn(int n) { return 1 << n; }
constexpr int c2 = shn(-1);  // 28 61
constexpr int c3 = (-1) << 1;  // ok
constexpr int c4 = shn(31);  // ok
constexpr int neg(int n) { return n << 1; }
constexpr int c5 = neg(-3);  // 28 2900
constexpr int c6 = neg(1 << 30);  // ok
constexpr int minus(int n) { return -n; }
constexpr int c7 = minus(-2147483647 - 1);  // 28 2707
constexpr int dv(int a, int b) { return a / b; }
constexpr double fd(double a) { return 1.0 / a; }
constexpr double c9 = fd(0);  // ok
constexpr double d1 = 1.0 / 0.0;  // ok
constexpr float d2 = 1e300;  // ok
constexpr float nar(double d) { return d; }
constexpr float d3 = nar(1e300);  // ok
constexpr int thr(int x) { if (x) throw 1; return x; }
constexpr int d4 = thr(1);  // 28 2721
constexpr int inc(int n) { short s = 32767; ++s; return s; }
constexpr int d5 = inc(1);  // 28 2707
constexpr int inc2(int n) { ++n; return n; }
constexpr int d6 = inc2(2147483647);  // 28 2707
struct V { int x; constexpr V(int n) : x(n) {} int nc() const { return x; } };
constexpr int arr[3] = {1,2,3};  // ok
constexpr int d9 = arr[3];  // 28 2699
constexpr int e1 = *(arr + 3);  // 28 2699
constexpr const int *e2 = arr + 4;  // ok
constexpr const int *e3 = arr + 3;  // ok
int glob;
