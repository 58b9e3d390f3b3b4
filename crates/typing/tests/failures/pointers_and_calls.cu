// c++20
constexpr int one() { return 1; }
constexpr int q1 = one() + 2147483647;  // w61
constexpr int q2 = 2 + one() / 0;  // 39
constexpr int mx = 2147483647;  // ok
constexpr int q3 = mx + 1;  // w61
constexpr int f3() { return mx + 1; }
constexpr int q4 = f3();  // ok
constexpr int g(int n) { return 10 / n; }
constexpr int h(int n) { return 1 +
   g(n); }
constexpr int q5 = 1 + h(0);  // 28 61 2693
constexpr int pp(int n) { int x = 3; int *p = &x; p += n; return *(p - n); }
constexpr int q6 = pp(1);  // ok
constexpr int q7 = pp(2);  // 28 2734
constexpr int q7b = pp(-1);  // 28 2734
constexpr int np(int *p) { return *p; }
constexpr int q8 = np(nullptr);  // 28 2701
struct S { int a; int b; constexpr int get() const { return a; } };
constexpr int ns(const S *p) { return p->a; }
constexpr int q9 = ns(nullptr);  // 28 2701
constexpr int ng(const S *p) { return p->get(); }
constexpr int q10 = ng(nullptr);  // 28 2701 2693
constexpr S s1{1, 2};
constexpr const int *pa = &s1.a;  // ok
constexpr int q11 = *pa + *(&s1.a + 1);  // 28 2764
constexpr int uninit() { int x[3]; return x[1]; }
constexpr int q12 = uninit();  // 28 2751
struct U { int a; int b; constexpr U() {} };
constexpr U u1;  // 2807 2758
constexpr int &&rr = 4;  // ok
constexpr const int &rc = 4;  // ok
constexpr int q16 = rc;  // ok
int gv = 1;
constexpr int wr() { gv = 3; return 1; }
constexpr int q17 = wr();  // 28 2701
constexpr int asmf() { asm(""); return 1; }
constexpr int q18 = asmf();  // 28 2722
constexpr int undefd(int);
constexpr int q19 = undefd(1);  // 28 2683
void nonc();
constexpr int q20 = (nonc(), 1);  // 28 2703
constexpr int mul(int a, int b) { return a * b; }
constexpr int q21 = mul(1 << 20, 1 << 20);  // 28 2707
constexpr unsigned q22 = 1u - 2u;  // ok
constexpr int fi(double d) { return (int)d; }
constexpr int q23 = fi(1e20);  // 28 2707
constexpr int q24 = fi(-3.99);  // ok
constexpr int q25 = fi(__builtin_nan(""));  // 28 2727
constexpr const char *str() { return "abc"; }
constexpr int q26 = str() == str();  // ok
constexpr int q27 = "abc" == "abc";  // ok
constexpr int q28 = "abc"[5];  // 28 2692
constexpr int chars(int n) { return "abc"[n]; }
constexpr int q29 = chars(3);  // ok
constexpr int q30 = chars(4);  // 28 2699
constexpr int q31 = chars(-1);  // 28 2692
constexpr int addr() { int a = 1; return (long)&a != 0; }
constexpr int q32 = addr();  // 28 2727
constexpr int addr2() { int a = 1; return &a != nullptr; }
constexpr int q33 = addr2();  // ok
constexpr int eq2() { int a = 1, b = 1; return &a == &b; }
constexpr int q34 = eq2();  // ok
union UU { int i; float f; constexpr UU() : i(1) {} };
constexpr int unw() { UU u; float *p = &u.f; *p = 2; return 1; }
constexpr int q35 = unw();  // ok
constexpr int unw2() { UU u; u.f = 2; return u.f; }
constexpr int q36 = unw2();  // ok
struct Vi { virtual int f() const; int n = 2; };
constexpr int q37 = Vi().n;  // ok
constexpr int vol() { volatile int x = 3; return x; }
constexpr int q40 = vol();  // 28 2752
constexpr int newarr(int n) { int *p = new int[n]; delete[] p; return n; }
constexpr int q41 = newarr(-1);  // 28 2989
constexpr int *leak() { return new int(3); }
constexpr int *q42 = leak();  // 28 2723
constexpr int rl() { int a = 1; return *([&]{ return &a; }()); }
constexpr int q43 = rl();  // ok
constexpr int *loc() { int a = 1; return &a; }
constexpr int *q44 = loc();  // 28 2723
