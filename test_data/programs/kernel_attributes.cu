// Kernel attributes in their usual and in odd places.
#include <cstdio>

struct Big {
    int n;
    float values[100];
    __host__ __device__ float at(int i) const { return values[i % 100]; }
};

constexpr int kMax = 256;

__global__ void __launch_bounds__(128) bounded(float *p) { p[threadIdx.x] += 1; }
__launch_bounds__(kMax, 2) __global__ void before(float *p) { p[threadIdx.x] += 2; }
__global__ __launch_bounds__(sizeof(Big) / 4, 1) void computed(float *p) { p[threadIdx.x] += 3; }
static __global__ void __maxnreg__(64) limited(float *p) { p[threadIdx.x] += 4; }
extern "C" __global__ void __launch_bounds__(1024) linkage(float *p) { p[threadIdx.x] += 5; }
void __global__ __maxnreg__(4 * 8) postfix(float *p) { p[threadIdx.x] += 6; }
__attribute__((global)) void spelled(float *p) { p[threadIdx.x] += 7; }
[[maybe_unused]] __global__ void unusedKernel(float *p) { p[0] = 0; }
__global__ [[gnu::noinline]] void __attribute__((visibility("default"))) visible(float *p) { *p = 8; }

__global__ void constantArgument(const __grid_constant__ Big b, float *p)
{
    const Big *where = &b;
    p[threadIdx.x] = where->at(threadIdx.x) + b.n;
}

template <typename T>
__global__ void templated(const __grid_constant__ T b, float *p)
{
    p[threadIdx.x] = b.at(threadIdx.x);
}

template <int Threads, int Blocks = 1>
__global__ void __launch_bounds__(Threads, Blocks) dependent(float *p)
{
    p[threadIdx.x] += Threads;
}

template <int R>
__global__ void __maxnreg__(R) registers(float *p) { p[threadIdx.x] += R; }

__device__ __noinline__ float slow(float x) { return x * x; }
__device__ __forceinline__ float fast(float x) { return x + x; }
__device__ [[nodiscard]] float must(float x [[maybe_unused]]) { return 1; }
__device__ float __attribute__((const)) pure(float x) { return slow(x) + fast(x) + must(x); }
[[noreturn]] __device__ void stop() { __trap(); }

__global__ void functions(float *__restrict__ p, const float *__restrict q)
{
    p[threadIdx.x] = pure(q[threadIdx.x]);
    if (p[threadIdx.x] < 0) stop();
}

__global__ void alignedArguments(float4 v, const volatile int2 w, float *__restrict__ const p)
{
    *p = v.x + w.y;
}

int main()
{
    float *p;
    cudaMalloc(&p, 1024 * sizeof *p);
    Big b = {3, {1, 2}};
    bounded<<<1, 128>>>(p);
    before<<<1, kMax>>>(p);
    computed<<<4, 64>>>(p);
    limited<<<1, 32>>>(p);
    linkage<<<2, 32>>>(p);
    postfix<<<4, 32>>>(p);
    spelled<<<1, 32>>>(p);
    visible<<<1, 1>>>(p);
    constantArgument<<<1, 64>>>(b, p);
    templated<<<1, 64>>>(b, p);
    dependent<96><<<1, 96>>>(p);
    dependent<64, 2><<<1, 64>>>(p);
    registers<32><<<1, 32>>>(p);
    functions<<<1, 32>>>(p, p + 32);
    alignedArguments<<<1, 1>>>(float4{1, 2, 3, 4}, int2{5, 6}, p);

    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
