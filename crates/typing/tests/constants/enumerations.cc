// c++14
enum Color { red, green = 5, blue, dark = red - 1 };
enum class Level : unsigned char { low = 250, high = low + 5 };
enum Flags { one = 1 << 0, two = 1 << 1, both = one | two };
constexpr int a = blue;
constexpr int b = dark;
constexpr int c = static_cast<int>(Level::high);
constexpr Color d = static_cast<Color>(6);
constexpr bool e = d == blue;
constexpr int f = both + green;
constexpr Level g = Level::low;
constexpr bool h = g < Level::high;
constexpr int i = sizeof(Level);
