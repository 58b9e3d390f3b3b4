// c++14
constexpr char word[] = "constant";
constexpr char padded[12] = "ab";
constexpr int vowels() {
  int n = 0;
  for (char c : word)
    if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u') ++n;
  return n;
}
constexpr int a = vowels();
constexpr int size = sizeof word;
constexpr char b = padded[1];
constexpr char c = padded[2];
constexpr char d = padded[11];
