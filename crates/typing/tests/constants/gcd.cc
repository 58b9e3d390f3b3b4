// c++14
constexpr int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
constexpr int lcm(int a, int b) { return a / gcd(a, b) * b; }
constexpr int a = gcd(1071, 462);
constexpr int b = lcm(21, 6);
constexpr int c = gcd(-12, 18);
