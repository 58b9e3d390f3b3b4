// What a class refers to is changed by the built-in operators, if no operator of its own fits ([over.built]).
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

template <class T> struct cell {
  T &of;
  constexpr operator T &() { return of; }
  constexpr operator const T &() const { return of; }
};
struct counted {
  int &of;
  constexpr operator int &() const { return of; }
  constexpr int operator+=(char *) { return 0; }
};
struct cursor {
  const char *&at;
  constexpr operator const char *&() const { return at; }
};
template <class T> struct row { T *p; constexpr cell<T> operator[](int i) { return {p[i]}; } };

constexpr long changed(long n) {
  cell<long> c{n};
  c += 3;
  c *= 2;
  c <<= 1;
  ++c;
  c--;
  row<long>{&n}[0] -= 4;
  return n;
}
constexpr int both(int n) {
  counted c{n};
  c += 2;
  const counted k{n};
  k += 1;
  return c++ + n;
}
constexpr char second(const char *p) {
  cursor c{p};
  ++c;
  c += 1;
  return *p;
}
template <class C> concept changes = requires(C c) { c += 1; };
static_assert(changed(1) == 12);
static_assert(both(1) == 4 + 5);
static_assert(second("abc") == 'c');
static_assert(changes<cell<int>> && !changes<const cell<int>> && changes<const counted>);
int i = 0;
static_assert(same<decltype(cell<int>{i} += 1), int &> && same<decltype(cell<int>{i}++), int>);
