// Within a class template its name, followed by arguments, names the template and no longer the class ([temp.local]/1).
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

template <class T, int N, bool Flat> struct slice {
  T *data;
  constexpr slice(T *data) : data(data) {}
  constexpr auto at(int i) { return slice<T, N - 1, Flat>(data + i); }
  constexpr auto as_flat() { return slice<T, N, true>(data); }
  constexpr auto itself() { return slice(data); }
  template <class U> constexpr auto cast(U *p) { return slice<U, N, Flat>(p); }
  static constexpr int rank = N;
  constexpr int below() { return slice<T, N - 1, Flat>::rank + slice::rank; }
};
template <class T> struct derived : slice<T, 3, false> {
  using base = slice<T, 3, false>;
  using base::base;
  constexpr auto of_base() { return typename base::template slice<T, 7, false>(this->data).at(0); }
};

using whole = slice<float, 3, false>;
constexpr float *nothing = nullptr;
static_assert(same<decltype(whole(nothing).at(1)), slice<float, 2, false>>);
static_assert(same<decltype(whole(nothing).at(1).at(1)), slice<float, 1, false>>);
static_assert(same<decltype(whole(nothing).as_flat()), slice<float, 3, true>>);
static_assert(same<decltype(whole(nothing).itself()), whole>);
static_assert(same<decltype(whole(nothing).cast((int *)nullptr)), slice<int, 3, false>>);
static_assert(same<decltype(derived<float>(nothing).of_base()), slice<float, 6, false>>);
static_assert(whole(nothing).below() == 5);
