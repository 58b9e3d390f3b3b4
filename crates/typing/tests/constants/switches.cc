// c++14
constexpr int pick(int x) {
  int r = 0;
  switch (x) {
  case 1:
    r += 1;
  case 2:
    r += 10;
    break;
  case 3 ... 5:
    r += 100;
    break;
  default:
    r = 7;
  case 99:
    r *= 2;
  }
  return r;
}
constexpr int a = pick(1);
constexpr int b = pick(2);
constexpr int c = pick(4);
constexpr int d = pick(8);
constexpr int e = pick(99);
constexpr int nested(int x, int y) {
  switch (x) {
  case 0:
    switch (y) {
    case 0: return 1;
    case 1: break;
    default: return 3;
    }
    return 4;
  case 1: {
    int z = y * 2;
    return z;
  }
  }
  return -1;
}
constexpr int f = nested(0, 0);
constexpr int g = nested(0, 1);
constexpr int h = nested(0, 2);
constexpr int i = nested(1, 21);
constexpr int j = nested(2, 2);
