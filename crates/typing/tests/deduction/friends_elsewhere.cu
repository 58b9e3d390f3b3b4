// One class befriends a function, another one defines it ([class.friend]/6).
struct month;
struct date;
struct year {
    int y;
    friend constexpr date operator/(const year &, int);
    friend constexpr date operator/(const year &, const month &);
    friend constexpr int plain(const year &, date *);
};
struct month { int m; };
struct date {
    int y, m;
    friend constexpr date operator/(const year &a, int b) { return {a.y, b}; }
    friend constexpr date operator/(const year &a, const month &b) { return {a.y, b.m + 1}; }
    friend constexpr int plain(const year &a, date *) { return a.y; }
};
constexpr date d = year{3} / 4;
static_assert(d.y == 3 && d.m == 4);
static_assert((year{1} / month{2}).m == 3);
static_assert(plain(year{5}, nullptr) == 5);
