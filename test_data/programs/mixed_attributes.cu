// flags: -std=c++17 --expt-relaxed-constexpr
// Specifiers and attributes in unusual orders, macros that expand to them, constexpr std
// functions in device code, typedefs of function types, asm labels, deprecated entities.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <type_traits>
#include <utility>

#define KERNEL(name, ...) __global__ void name(__VA_ARGS__)
#define DEVICE_INLINE static inline __device__ __attribute__((always_inline))
#define API __host__ __device__ __forceinline__
#define DECLARE_UNARY(name, expression) \
    template <class T> API T name(T x) { return expression; }
#define KERNEL_FOR(type) \
    extern "C" __global__ void square_##type(type *p) { p[threadIdx.x] = square(p[threadIdx.x]); }
#define IF_ENABLED(x) x
#define COMMA ,

DECLARE_UNARY(square, x *x)
DECLARE_UNARY(twice, x + x)
KERNEL_FOR(int)
KERNEL_FOR(float)

int __device__ afterType(int x) { return x; }
__device__ int inline static between(int x) { return x + 1; }
const __device__ char *pointerTo(const char *s) { return s; }
unsigned __device__ long const __forceinline__ longer(unsigned x) { return x; }
__device__ static constexpr auto kPi = 3.14159;
static constexpr __device__ int kSizes[] = {1, 2, 4};
[[deprecated("use square")]] __device__ int power2(int x) { return x * x; }
__device__ __host__ [[nodiscard]] constexpr int aligned(int n, int to = 16) noexcept { return (n + to - 1) / to * to; }
__device__ int labelled(int) asm("cleave_labelled");
__device__ int labelled(int x) { return x - 1; }
alignas(16) __device__ float vectors[4];
__device__ float (*rows)[4], *tops[2], single_ = 1.f;
__device__ int (&reference(int (&a)[3]))[3] { return a; }
__device__ auto functionPointer() -> int (*)(int) { return between; }
__device__ int (*classic(int k))(int) { return k ? between : afterType; }
using Signature = int(int);
__device__ Signature declaredByAlias;
__device__ int declaredByAlias(int x) { return x ^ 1; }
typedef struct __align__(8) Pair_ { int a, b; } Pair;
struct __attribute__((packed)) Packed { char c; int i; __device__ int sum() const volatile { return c + i; } };
struct [[nodiscard]] Status { int code; API operator int() const & { return code; } API Status() : code() {} };

DEVICE_INLINE Status check(Pair p) { Status s; s.code = p.a - p.b; return s; }

struct Ops {
    template <class T> API auto operator()(T &&x) const noexcept(noexcept(std::declval<T>() + 1)) -> std::decay_t<T> { return x + 1; }
    API int operator,(int v) const { return v; }
    API Ops *operator->() { return this; }
    API static void *operator new(std::size_t, void *p) { return p; }
    __device__ int member() const &noexcept { return 1; }
    __device__ int member() && { return 2; }
    virtual __device__ int late() IF_ENABLED(const) { return 3; }
    int (__device__ __host__ *unused)(int) = nullptr;
};

KERNEL(viaMacro, int *p, int n)
{
    if (threadIdx.x < n) p[threadIdx.x] = std::max(std::min(p[threadIdx.x], 10), std::numeric_limits<short>::min() + 0);
}

extern "C++" {
extern __global__ void declaredTwice(int *);
void __global__ declaredTwice(int *p __attribute__((unused)) = nullptr);
}

__global__ static inline auto trailing(int *p) -> void
{
    Ops o;
    int local[3] = {kSizes[0], int(kPi), aligned(5)};
    Packed k = {1, 2};
    *p = (o, o->member()) + Ops{}.member() + o(local[1]) + reference(local)[2] + functionPointer()(1) + classic(0)(2);
    *p += labelled(3) + declaredByAlias(4) + k.sum() + o.late() + int(longer(1)) + check({5, 3}) + *pointerTo("x");
    *p += std::pair<int COMMA int>{1, 2}.second + twice(vectors[1]) + single_ + (rows == nullptr) + (tops[0] == nullptr);
}

void __global__ declaredTwice(int *p) { *p = 0; }

int main()
{
    int *p;
    cudaMallocManaged(&p, 32 * sizeof *p);
    viaMacro<<<1, 32>>>(p, 32);
    square_int<<<1, 32>>>(p);
    square_float<<<1, 32>>>(reinterpret_cast<float *>(p));
    trailing<<<1, 1>>>(p);
    declaredTwice<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    std::printf("%d %d\n", *p, aligned(33, 32));
    return cudaFree(p);
}
