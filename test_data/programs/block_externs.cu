// flags: -rdc=true
// Declarations inside functions: kernels, device functions and device variables declared where they are used.
#include <cstdio>

__device__ int total = 3;
__constant__ float weights[4] = {1, 2, 3, 4};
__managed__ int progress;

__global__ void late(int *p);
namespace pool {
__device__ int slots;
__global__ void reset(int n);
}

__global__ void accumulate(int *p)
{
    extern __device__ int total;
    extern __constant__ float weights[4];
    extern __shared__ int tile[];
    tile[threadIdx.x] = total + (int)weights[threadIdx.x & 3];
    __syncthreads();
    p[threadIdx.x] = tile[threadIdx.x];
}

__device__ int through()
{
    extern __device__ int readable(int);
    return readable(total);
}

__device__ int readable(int x) { return x + 1; }

void launchLate(int *p)
{
    __global__ void late(int *);
    late<<<1, 32>>>(p);
    if (p) {
        extern __global__ void accumulate(int *q);
        accumulate<<<1, 32, 32 * sizeof(int)>>>(p);
    }
}

int managedHere()
{
    extern __managed__ int progress;
    progress += 2;
    return progress;
}

int main()
{
    int *p;
    cudaMalloc(&p, 128);
    launchLate(p);
    pool::reset<<<1, 1>>>(5);
    cudaDeviceSynchronize();
    int host = 0;
    cudaMemcpyFromSymbol(&host, total, sizeof host);
    std::printf("%d %d %d\n", host, managedHere(), (int)sizeof(weights));
    cudaFree(p);
}

__global__ void late(int *p) { p[threadIdx.x] = through(); }

namespace pool {
__global__ void reset(int n) { slots = n; }
}
