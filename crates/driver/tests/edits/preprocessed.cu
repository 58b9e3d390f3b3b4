# 0 "unit.cu"
# 0 "<command-line>"
# 1 "/toolkit/include/cuda_runtime.h" 1 3
struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; constexpr __attribute__((host)) __attribute__((device)) dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
extern const __attribute__((device)) __attribute__((device_builtin)) uint3 threadIdx;
extern const __attribute__((device)) __attribute__((device_builtin)) uint3 blockIdx;
extern "C" {
typedef struct CUstream_st *cudaStream_t;
extern __attribute__((host)) __attribute__((device)) unsigned cudaConfigureCall(dim3 grid, dim3 block, unsigned long shared = 0, cudaStream_t stream = 0);
}
typedef unsigned long size_t;
# 0 "<command-line>" 2
# 1 "unit.cu"
# 1 "/usr/include/c++/12/algorithm" 1 3
namespace std {
inline namespace v1 {
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
}
enum class order { less, greater };
}
# 2 "unit.cu" 2

namespace app {
constexpr int width = 32;
struct Point { int x, y; __attribute__((host)) __attribute__((device)) int sum() const { return x + y; } };
enum Color { red, green, blue };
}
# 1 "helpers.cuh" 1
namespace app {
template <class T> __attribute__((device)) T twice(T t) { return t + t; }
__attribute__((device)) int helper(int i) { return i + width; }
int host_only(int i);
# 1 "inner.h" 1
namespace inner { inline int deep() { return 7; } }
# 6 "helpers.cuh" 2
using namespace inner;
}
# 9 "unit.cu" 2
using app::Point;
__attribute__((managed)) int counter = 0;
__attribute__((constant)) float table[4];
static __attribute__((device)) int hidden;

template <class T> __attribute__((global)) void scale(T *p, T by) {
  __attribute__((shared)) T tile[app::width];
  int i = threadIdx.x + blockIdx.x;
  tile[i] = app::twice(p[i]);
  p[i] = tile[i] * by + app::helper(i);
}

__attribute__((global)) void k(int *p, Point q) {
  if (p[0] < counter)
    p[threadIdx.x] = q.sum() + std::max(p[0], 3) + app::green;
  hidden = p[1];
}

int unused_here();
# 1 "late.h" 1
namespace { int in_late_header = 3; }
namespace std { namespace v1 { struct tag {}; } }
# 31 "unit.cu" 2
template <> struct std::remove_reference<Point> { typedef Point type; };

int main(int argc, char **) {
  int *p = nullptr;
  float *f = nullptr;
  k<<<1, 32>>>(p, Point{1, 2});
  scale<float><<<dim3(2), app::width>>>(f, 2.0f);
  scale<<<2, 2>>>(p, argc);
  counter += app::deep();
  std::remove_reference<int &>::type local = std::max(argc, in_late_header);
  return local + app::host_only(counter);
}
