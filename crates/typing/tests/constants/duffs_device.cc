// c++14
constexpr int copy(int count) {
  int from[20] = {}, to[20] = {}, at = 0;
  for (int i = 0; i < 20; ++i) from[i] = i * 3;
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      to[at] = from[at];
      ++at;
    case 3:
      to[at] = from[at];
      ++at;
    case 2:
      to[at] = from[at];
      ++at;
    case 1:
      to[at] = from[at];
      ++at;
    } while (--n > 0);
  }
  int s = 0;
  for (int i = 0; i < 20; ++i) s += to[i];
  return s;
}
constexpr int a = copy(10);
constexpr int b = copy(7);
constexpr int c = copy(20);
