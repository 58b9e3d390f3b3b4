// c++14
namespace outer {
  constexpr int v = 3;
namespace inner {
  constexpr int v = 4;
constexpr int both() { return v * 10 + outer::v; }
}
inline namespace now {
  constexpr int w = inner::both() + 1;
}
}
constexpr int a = outer::w;
constexpr int b = outer::inner::both();
