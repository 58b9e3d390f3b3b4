// c++14
constexpr bool yes = true;
constexpr int a = yes + yes;
constexpr char c = 'a';
constexpr int b = c + 1;
constexpr int d = sizeof(c + 1);
constexpr int e = sizeof(1 ? c : c);
constexpr int f = sizeof(1 ? 1 : 1l);
constexpr unsigned g = -1 + 1u;
constexpr long h = -1 + 1u;
constexpr long i = 1u - 2;
constexpr int j = yes ? 3 : 4u;
constexpr double k = 1 / 2 + 1 / 2.0;
constexpr int l = 'a' < 'b' == true;
