// c++14
constexpr __int128 big = ((__int128)1 << 100) / 3;
constexpr long long high = (long long)(big >> 64);
constexpr unsigned long long low = (unsigned long long)big;
constexpr unsigned __int128 all = ~(unsigned __int128)0;
constexpr unsigned long long top = (unsigned long long)(all >> 64);
constexpr bool greater = all > 5;
constexpr unsigned long long rest = (unsigned long long)(all % 1000000007u);
constexpr bool negative = -big < 0;
constexpr unsigned __int128 third = all / 3;
