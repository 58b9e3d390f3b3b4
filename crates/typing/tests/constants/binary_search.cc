// c++14
constexpr int table[] = {1, 3, 5, 8, 13, 21, 34, 55, 89};
constexpr int find(const int *first, const int *last, int v) {
  const int *start = first;
  while (first < last) {
    const int *middle = first + (last - first) / 2;
    if (*middle < v) first = middle + 1;
    else if (v < *middle) last = middle;
    else return middle - start;
  }
  return -1;
}
constexpr int a = find(table, table + 9, 21);
constexpr int b = find(table, table + 9, 22);
constexpr int c = find(table, table + sizeof table / sizeof *table, 89);
