// What few programs write: pragmas of the C standard, shared and aligned variables at namespace scope, assembler names, classes
// with empty constructors as device variables, parameters that are references to arrays and functions.
#include <cstdio>

#pragma STDC FP_CONTRACT OFF
#pragma STDC FENV_ACCESS ON

struct Counter {
    int n;
    Counter() {}
    __host__ __device__ Counter(int n) : n(n) {}
};

__device__ Counter counters[2];
alignas(32) __device__ int wide[4];
__attribute__((aligned(8))) __constant__ short narrow[3] = {1, 2, 3};
__shared__ int shared_once;
static __shared__ float shared_twice[2];
extern __shared__ unsigned char dynamic_bytes[];
__device__ int labelled asm("device_label") = 4;
__device__ __attribute__((unused)) static int never_used;

#pragma STDC CX_LIMITED_RANGE DEFAULT

__device__ __forceinline__ int both(int a) noexcept(true) { return a + labelled; }
__device__ __noinline__ static int once(int) { return shared_once + (int)shared_twice[1]; }
__device__ [[nodiscard]] constexpr int always(int a, int = 2) { return a * 2; }
[[maybe_unused]] __device__ [[gnu::noinline]] int written(volatile int a, Counter c) { return a + c.n; }
__device__ auto deduced(int a) { return a * 1.5f; }
__device__ void *operator new(size_t, int *p, int) { return p; }

template <class T, int N>
__global__ void sum(T (*a)[N], T *out, int (*)(int), int = N)
{
    T s = 0;
    for (int i = 0; i < N; i++) s += (*a)[i];
    *out = s + both(1) + once(2) + always(3) + written(4, 5) + (int)deduced(6) + narrow[1] + counters[0].n + wide[1] + dynamic_bytes[0];
}
template <class T, int N> __global__ void declared(T (&a)[N], int);

__attribute__((tile)) int tiled(int a) { return a + 1; }
__attribute__((tile_builtin)) int built(int a) { return a + 2; }
int host(int a) { return tiled(built(a)); }

int main()
{
    int *a, *out;
    cudaMallocManaged(&a, 4 * sizeof *a);
    cudaMallocManaged(&out, sizeof *out);
    sum<int, 4><<<1, 1, 16>>>(reinterpret_cast<int (*)[4]>(a), out, host);
    cudaDeviceSynchronize();
    std::printf("%d %zu %zu\n", *out, sizeof counters, alignof(decltype(wide)));
    cudaFree(a);
    return cudaFree(out);
}
