# 0 "unit.cu"
# 0 "<command-line>"
# 1 "/toolkit/include/cuda_runtime.h" 1 3
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  constexpr __attribute__((host)) __attribute__((device)) dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
extern "C" {
typedef struct CUstream_st *cudaStream_t;
extern __attribute__((host)) __attribute__((device)) unsigned
cudaConfigureCall(dim3 grid, dim3 block, unsigned long shared = 0, cudaStream_t stream = 0);
}
typedef unsigned long size_t;
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T *> { typedef T type; };
# 0 "<command-line>" 2
# 1 "unit.cu"
# 1 "shapes.h" 1
namespace shapes {
struct Point { int x, y; };
int area(Point p, int scale = 2);
bool operator==(Point a, Point b);
}
#pragma pack(push, 1)
struct Packed { char c; int i; };
#pragma pack(pop)
enum Color { red, green = 4, blue };
enum class Mode : unsigned char { fast, slow };
constexpr int square(int i) { return i * i; }
constexpr int side = square(blue);
# 2 "unit.cu" 2
struct Root { virtual ~Root() {} virtual int id() const { return 1; } int root; };
struct Left : virtual Root { int left; int id() const override { return 2; } };
struct Right : virtual Root { int right; };
struct Both : Left, Right { int id() const override { return Left::id(); } };
static_assert(sizeof(Both) > side, "layout");
static_assert(sizeof(Packed) == 5, "packing");

template <class T> struct Holder { T value; Holder(T v = T()) noexcept : value(v) {} friend T take(Holder h) { return h.value; } };
template <class T> struct Holder<T *> { T *value; };
template <> struct Holder<bool> { unsigned char value; };
template <class T, int N = 3> struct Row { T items[N]; int count() const; };
template <class T, int N> int Row<T, N>::count() const { return N; }
template <class T> concept Small = sizeof(T) <= 4;
template <class T> requires Small<T> T half(T t) { return t / 2; }
template <class T> T half(T t) { return t; }
template <class T> int convert(T t) noexcept(sizeof(T) > 1) { return int(t); }
template <> int convert<Mode>(Mode m) noexcept { return m == Mode::fast ? 0 : 1; }
inline namespace __attribute__((abi_tag("v2"))) tagged { int version() { return 2; } }
static union { int as_int; float as_float; };

template <int N> __attribute__((global)) void k(int *p) { p[0] = N; }
void launch(int *p) { k<side + 1><<<1, 2>>>(p); }

int half_of(Color c) { return half(int(c)) + convert(Mode::slow); }

int use() {
  shapes::Point p{1, 2}, q = p;
  Holder<int> h(3);
  Row<int> row{};
  Both both;
  struct Local { int m; int twice() { return m * 2; } } local{area(p)};
  auto more = [=](int i) { return i + local.m; };
  int list[square(2)] = {green, row.count()};
  return take(h) + (p == q) + row.items[0] + both.id() + local.twice() + as_int + version() + more(list[0]);
}
