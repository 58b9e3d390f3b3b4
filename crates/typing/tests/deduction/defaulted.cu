// Special members that are defaulted and therefore deleted ([dcl.fct.def.default]/5).
struct Fixed { Fixed() = default; Fixed(const Fixed &) = delete; Fixed(Fixed &&) = default; };
struct Moving : Fixed { Moving() = default; Moving(const Moving &) = default; Moving(Moving &&) = default; };
static_assert(!__is_constructible(Moving, const Moving &));
static_assert(__is_constructible(Moving, Moving));
struct Neither : Fixed { using Fixed::Fixed; Neither() = default; Neither(const Neither &) = default; Neither(Neither &&) = delete; };
static_assert(!__is_constructible(Neither, const Neither &));
static_assert(!__is_constructible(Neither, Neither));
struct Copied { Copied() = default; Copied(const Copied &) = default; };
struct Unmovable { Unmovable(); Unmovable(const Unmovable &); Unmovable(Unmovable &&) = delete; };
struct FallsBack { Unmovable u; FallsBack(); FallsBack(const FallsBack &); FallsBack(FallsBack &&) = default; };
static_assert(__is_constructible(FallsBack, FallsBack));
struct Constant { const int c = 1; Constant &operator=(const Constant &) = default; };
static_assert(!__is_assignable(Constant &, const Constant &));
static_assert(__is_assignable(Copied &, const Copied &));
template <class T> struct Holder { T t; Holder(const Holder &) = default; Holder &operator=(const Holder &) = default; };
static_assert(!__is_constructible(Holder<Fixed>, const Holder<Fixed> &));
static_assert(__is_constructible(Holder<int>, const Holder<int> &));
static_assert(!__is_assignable(Holder<const int> &, const Holder<const int> &));
