// Templates that differ in what constrains their parameters are overloads ([temp.over.link]/6): the concept counts, not its name.
namespace kinds {
namespace tile { template <class T> concept all = requires { typename T::tile; }; }
namespace vec { template <class T> concept all = requires { typename T::vec; }; }
}
template <class T, int N> concept sized = sizeof(T) == N;
struct matrix { using tile = int; };
struct column { using vec = int; };

template <int Warps> struct group {
  template <kinds::tile::all T> static constexpr int zero(T &) { return 1; }
  template <kinds::vec::all T> static constexpr int zero(T &) { return 2; }
  static constexpr int one(kinds::tile::all auto) { return 1; }
  static constexpr int one(kinds::vec::all auto) { return 2; }
  template <sized<1> T> static constexpr int size(T) { return 1; }
  template <sized<4> T> static constexpr int size(T) { return 4; }
  template <sized<4> auto N> static constexpr int value() { return 4; }
  template <sized<1> auto N> static constexpr int value() { return 1; }
  template <kinds::tile::all T> static constexpr int later(T &);
  template <kinds::vec::all T> static constexpr int later(T &);
};
template <int Warps> template <kinds::tile::all T> constexpr int group<Warps>::later(T &) { return 1; }
template <int Warps> template <kinds::vec::all T> constexpr int group<Warps>::later(T &) { return 2; }

namespace kinds {
// One function, told of twice.
template <tile::all T> constexpr int twice(T &);
template <kinds::tile::all T> constexpr int twice(T &) { return 1; }
template <vec::all T> constexpr int twice(T &) { return 2; }
}

constexpr matrix t{};
constexpr column v{};
using g = group<1>;
static_assert(g::zero(t) == 1 && g::zero(v) == 2);
static_assert(g::one(t) == 1 && g::one(v) == 2);
static_assert(g::size('c') == 1 && g::size(1) == 4);
static_assert(g::value<1>() == 4 && g::value<true>() == 1);
static_assert(g::later(t) == 1 && g::later(v) == 2);
static_assert(kinds::twice(t) == 1 && kinds::twice(v) == 2);
