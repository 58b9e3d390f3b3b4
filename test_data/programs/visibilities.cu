// Linkage and visibility: static, inline, weak, used, sections, extern "C", unnamed and inline namespaces, on kernels, on
// functions and on variables.
#include <cstdio>

static __global__ void internal(int *p) { *p = 1; }
static __global__ void forward(int *p);
inline __global__ void inlined(int *p) { *p = 3; }
static inline __global__ void both(int *p) { *p = 4; }
__attribute__((visibility("default"))) __global__ void exported(int *p) { *p = 5; }
__global__ __attribute__((visibility("protected"))) void guarded(int *p) { *p = 6; }
__global__ __attribute__((used)) void kept(int *p) { *p = 7; }
__noinline__ __global__ void outlined(int *p) { *p = 8; }
__global__ auto trailing(int *p) -> void { *p = 9; }
typedef void Kernel(int *);
__global__ Kernel declared;
__global__ void declared(int *p) { *p = 10; }
extern "C" __global__ void plain(int *p) { *p = 11; }
extern "C" {
static __global__ void plain_internal(int *p) { *p = 12; }
__device__ int plain_variable = 13;
}

template <class T> static __global__ void generic_internal(T *p) { *p = 1; }
template <class T> inline __global__ void generic_inline(T *p) { *p = 2; }
template <class T> __attribute__((visibility("default"))) __global__ void generic_exported(T *p) { *p = 3; }
template <class T> __global__ void generic_forward(T *p);
namespace {
__global__ void hidden(int *p) { *p = 14; }
template <class T> __global__ void generic_hidden(T *p) { *p = 4; }
template <> __global__ void generic_hidden(char *p) { *p = 5; }
__device__ int hidden_variable = 15;
}
namespace api {
inline namespace v1 {
__global__ void versioned(int *p) { *p = hidden_variable; }
template <class T> __global__ void generic_versioned(T *p) { *p = 6; }
__constant__ int version = 1;
}
}

static __device__ int internal_variable = 1;
__device__ __attribute__((used)) int used_variable = 2;
__device__ __attribute__((visibility("default"))) int exported_variable = 3;
__device__ int aligned_variable __attribute__((aligned(64))) = 4, beside = 5;
static __device__ int helper(int x) { return x; }
__attribute__((weak)) __device__ int weak_helper() { return 1; }
__host__ __device__ __attribute__((always_inline)) inline int always(int x) { return x; }
__nv_pure__ int pure(int x);
__attribute__((constructor)) static void at_start() { std::puts("start"); }

#define LAUNCH(k) k<<<1, 1>>>(p)
int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    LAUNCH(internal), LAUNCH(forward), LAUNCH(inlined), LAUNCH(both), LAUNCH(exported), LAUNCH(guarded), LAUNCH(kept);
    LAUNCH(outlined), LAUNCH(trailing), LAUNCH(declared), LAUNCH(plain), LAUNCH(plain_internal), LAUNCH(hidden);
    LAUNCH(generic_internal), LAUNCH(generic_inline), LAUNCH(generic_exported), LAUNCH(generic_forward), LAUNCH(generic_hidden);
    LAUNCH(api::versioned), LAUNCH(api::v1::generic_versioned<int>);
    generic_hidden<<<1, 1>>>((char *)p);
    int v;
    cudaMemcpyFromSymbol(&v, plain_variable, sizeof v);
    cudaMemcpyFromSymbol(&v, hidden_variable, sizeof v);
    cudaMemcpyFromSymbol(&v, internal_variable, sizeof v);
    cudaMemcpyFromSymbol(&v, used_variable, sizeof v);
    cudaMemcpyFromSymbol(&v, exported_variable, sizeof v);
    cudaMemcpyFromSymbol(&v, aligned_variable, sizeof v);
    cudaMemcpyToSymbol(api::version, &v, sizeof v);
    std::printf("%d %d %s\n", always(1), pure(2) + pure(2), cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}

static __global__ void forward(int *p) { *p = helper(2) + weak_helper(); }
template <class T> __global__ void generic_forward(T *p) { *p = 7; }
__nv_pure__ int pure(int x) { return x * x; }
