// c++14
constexpr float tenth() {
  float s = 0;
  for (int i = 0; i < 10; ++i) s += 0.1f;
  return s;
}
constexpr float a = tenth();
constexpr bool b = tenth() == 1.0f;
constexpr float c = 1.0f / 3;
constexpr double d = 1.0f / 3;
constexpr bool e = 0.1f == 0.1;
constexpr float f = 16777216.0f + 1.0f;
constexpr long g = (long)(float)0x7fffffff;
constexpr float h = 1e-45f;
constexpr float i = 3.0e38f;
constexpr int j = (int)-3.99f;
