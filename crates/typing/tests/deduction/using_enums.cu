// using-enum-declarations of namespaces ([enum.udecl]).
enum class color { red, green };
constexpr color operator|(color a, color b) { return color(int(a) | int(b)); }
using enum color;
static_assert((red | green) == green && red == color::red);
namespace n {
enum class axis { x, y };
using enum axis;
inline namespace v { enum class depth : char { shallow, deep }; using enum depth; }
constexpr auto z = y;
}  // namespace n
static_assert(n::y == n::axis::y && n::z == n::y && n::deep == n::depth::deep);
namespace m { using enum n::axis; using n::depth; using enum depth; }
static_assert(m::x == n::x && m::shallow == n::shallow);
struct S { enum class kind { a, b }; };
using enum S::kind;
template <color C> constexpr int which = C == green ? 2 : 1;
static_assert(which<red> == 1 && which<green> == 2 && a == S::kind::a && int(b) == 1);
template <class T> struct user { static constexpr auto value = T(green); };
static_assert(user<int>::value == 1);
