// Conversion functions of one class to one type are overloads; one of a derived class hides those of its bases.
template <class T> T &&declval() noexcept;
template <class To, class From> constexpr bool converts = __is_constructible(To, From);
struct constant_only { operator long() = delete; operator long() const; };
static_assert(converts<long, const constant_only &> && !converts<long, constant_only &>);
struct lvalues { operator char() &; operator char() && = delete; };
static_assert(converts<char, lvalues &> && !converts<char, lvalues>);
struct hiding : constant_only { operator long(); };
static_assert(converts<long, hiding &> && !converts<long, const hiding &>);
