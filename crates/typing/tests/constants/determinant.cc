// c++14
constexpr int det(const int (&m)[3][3]) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}
constexpr int matrix[3][3] = {{2, 0, 1}, {3, 5, 2}, {1, 1, 4}};
constexpr int a = det(matrix);
