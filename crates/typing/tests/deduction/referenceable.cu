// Nothing refers or points to functions with cv-qualifiers or a ref-qualifier ([dcl.fct]/10), to void nothing refers.
template <class T> char refers(T &(*)());
template <class T> int refers(...);
template <class T> char moves(T &&(*)());
template <class T> int moves(...);
template <class T> char points(T *(*)());
template <class T> int points(...);
template <class T> constexpr int kinds =
    (sizeof(refers<T>(nullptr)) == 1 ? 1 : 0) + (sizeof(moves<T>(nullptr)) == 1 ? 2 : 0) + (sizeof(points<T>(nullptr)) == 1 ? 4 : 0);
static_assert(kinds<int> == 7 && kinds<int[3]> == 7 && kinds<int[]> == 7 && kinds<void()> == 7);
static_assert(kinds<int &> == 3 && kinds<const int &&> == 3 && kinds<void> == 4);
static_assert(kinds<void() const> == 0 && kinds<void() &> == 0 && kinds<void() &&> == 0 && kinds<void(int, ...) const &> == 0);
