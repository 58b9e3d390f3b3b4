// Explicit conversion functions: of a class, to a class that is initialised directly; and conversion functions by their names.

struct Wall {};
struct Local {};
template <class Clock> struct Time {
    int days;
    constexpr Time() : days{0} {}
    constexpr explicit Time(int d) : days{d} {}
};
struct Date {
    int day;
    constexpr operator Time<Wall>() const noexcept { return Time<Wall>{day}; }
    constexpr explicit operator Time<Local>() const noexcept { return Time<Local>{day + 1}; }
};

static_assert(__is_constructible(Time<Wall>, Date));
static_assert(__is_constructible(Time<Local>, Date));
static_assert(__is_constructible(Time<Local>, const Date &));
static_assert(!__is_constructible(Time<int>, Date));

constexpr Date date{7};
static_assert(Time<Wall>(date).days == 7);
static_assert(Time<Local>(date).days == 8);
static_assert(static_cast<Time<Local>>(date).days == 8);
static_assert(noexcept(Time<Local>(date)));

constexpr Time<Local> local{date};
static_assert(local.days == 8);
constexpr Time<Wall> wall = date;
static_assert(wall.days == 7);

// What is copied implicitly is converted implicitly.
template <class T> T &&declval() noexcept;
template <class T> void take(T);
template <class T, class F> constexpr auto converts(int) -> decltype(take<T>(declval<F>()), true) { return true; }
template <class T, class F> constexpr bool converts(long) { return false; }
static_assert(converts<Time<Wall>, Date>(0));
static_assert(!converts<Time<Local>, Date>(0));

// An object that cannot be moved is made by the conversion itself.
struct Fixed {
    int value;
    constexpr explicit Fixed(int v) : value{v} {}
    Fixed(const Fixed &) = default;
};
struct Maker {
    constexpr explicit operator Fixed() const { return Fixed{3}; }
};
static_assert(Fixed(Maker{}).value == 3);

// A name says to which type.
struct Both : Date {
    constexpr operator int() const { return 1; }
    constexpr operator long() const { return 2; }
};
static_assert(Both{}.operator int() == 1);
static_assert(Both{}.operator long() == 2);
static_assert(date.operator Time<Local>().days == 8);
static_assert((Both{{5}}.operator Time<Wall>().days) == 5);
