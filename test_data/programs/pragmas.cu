// Pragmas and attributes for compilers around and inside device and host code: some are for the CUDA front end alone, some are
// for the host compiler, most stay where they are.
#include <cstdio>
#pragma nv_diag_suppress 177
#pragma nv_diagnostic push
#pragma nv_diag_suppress declared_but_not_referenced
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

#pragma pack(push, 1)
struct Packed { char c; int i; __host__ __device__ int sum() const { return c + i; } };
#pragma pack(pop)

#pragma GCC visibility push(hidden)
__device__ int hidden_counter = 1;
int hidden_host(int x) { return x + 1; }
#pragma GCC visibility pop

#pragma nv_exec_check_disable
template <class F> __host__ __device__ int call(F f) { return f(); }

#pragma hd_warning_disable
__host__ __device__ int both(int x)
{
#pragma unroll 4
    for (int i = 0; i < 4; ++i) x += i;
    return x;
}

_Pragma("GCC optimize(\"O2\")") int optimized(int n)
{
    int s = 0;
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) s += i;
    _Pragma("GCC unroll 2") for (int i = 0; i < n; ++i) s ^= i;
    return s;
}

__global__ void loops(int *p, int n)
{
    int used = 0, unused;
#pragma unroll
    for (int i = 0; i < 8; ++i) used += p[i];
#pragma unroll 1
    for (int i = 0; i < n; ++i) used += p[i];
    _Pragma("unroll (2 + 1)") for (int i = 0; i < n; ++i) used += p[i];
#pragma nounroll
    while (n--) used += n;
    *p = used;
}
#pragma GCC diagnostic pop
#pragma nv_diagnostic pop
#pragma nv_diag_default 177

#pragma weak maybe
extern "C" int maybe(int);

int main()
{
    int *p;
    cudaMallocManaged(&p, 64);
#pragma omp parallel for
    for (int i = 0; i < 16; ++i) p[i] = i;
#pragma unroll 2
    for (int i = 0; i < 2; ++i) loops<<<1, 1>>>(p, i);
    auto f = [] { return 3; };
    std::printf("%d %d %d %zu %d\n", call(f), both(1), optimized(4), sizeof(Packed), hidden_host(Packed{1, 2}.sum()));
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
