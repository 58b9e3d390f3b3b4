// flags: -std=c++17
// Values that both sides know: const, constexpr and volatile device variables of scalar, class and array type, bounds that the
// initializer decides, and references.
#include <cstdio>

struct Range { int lo, hi; };
struct Unit { int v; constexpr __host__ __device__ explicit Unit(int v) : v(v) {} };
struct Table { Range rows[2]; Unit unit; };
using Count = const unsigned;
template <class T> struct Pair { T a, b; };

__device__ const int answer = 42;
__constant__ constexpr float half = 0.5f;
__device__ const Range range = {1, 2};
__constant__ const Range ranges[] = {{1, 2}, {3, 4}};
__device__ const Unit unit{7};
__device__ constexpr Table table = {{{1, 2}, {3, 4}}, Unit(5)};
__constant__ const Pair<int> pair = {8, 9};
const __constant__ dim3 shape(2, 3, 4);
__device__ const char *const names[] = {"one", "two", "three"};
__device__ Count limit = 16;
__device__ const volatile int status = 3;

__device__ int counted[] = {1, 2, 3};
__device__ int placed[] = {5, [3] = 1, 2};
__device__ Range flat[] = {1, 2, 3, 4};
__device__ int grid[][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ char words[] = "two " "words";
__device__ char rows[][8] = {"ab", "cd", "ef"};
__device__ Pair<short> pairs[] = {{1, 2}, {3, 4}, {5, 6}};
__device__ const float *pointers[] = {nullptr, nullptr};

__device__ int target = 1;
__device__ int &alias = target;
__device__ int *const fixed = &target;

namespace units {
__constant__ const double metre = 1.0, foot = 0.3048;
static __device__ const long big = 1l << 40;
namespace { __device__ const Range hidden = {3, 4}; }
}

__global__ void read(float *out)
{
    out[0] = answer + half + range.lo + ranges[1].hi + unit.v + table.unit.v + pair.b + shape.y + names[0][0] + limit;
    out[1] = counted[0] + placed[3] + flat[1].lo + grid[1][2] + words[4] + rows[2][1] + pairs[2].b + (pointers[0] == nullptr);
    out[2] = alias + *fixed + units::metre * units::foot + (units::big > 1) + units::hidden.hi + status;
}

int main()
{
    float *p;
    cudaMallocManaged(&p, 3 * sizeof *p);
    read<<<1, answer>>>(p);
    const void *where;
    cudaGetSymbolAddress((void **)&where, range);
    std::printf("%d %d %zu %zu %zu %zu %zu %zu %zu\n", answer, range.hi, sizeof counted, sizeof placed, sizeof flat, sizeof grid,
                sizeof words, sizeof rows, sizeof pairs);
    std::printf("%f %d %s\n", half, table.rows[1].lo, cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
