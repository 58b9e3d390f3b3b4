// flags: -arch=sm_90
// Thread block clusters: compile-time and run-time cluster sizes, distributed shared memory.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kBins = 64;

__global__ void __cluster_dims__(2, 1, 1) fixed(float *p) { p[threadIdx.x] += 5; }
void __global__ __cluster_dims__(4) postfix(float *p) { p[threadIdx.x] += 6; }
extern "C" __cluster_dims__(1, 2) __global__ void linkage(float *p) { p[threadIdx.x] += 7; }
__global__ __launch_bounds__(128, 1, 4) void bounded(float *p) { p[threadIdx.x] += 8; }

template <int X>
__global__ void __cluster_dims__(X, 1, 1) neighbours(float *p)
{
    cg::cluster_group c = cg::this_cluster();
    __shared__ float mine;
    if (threadIdx.x == 0) mine = c.block_rank();
    c.sync();
    p[blockIdx.x] = *c.map_shared_rank(&mine, (c.block_rank() + 1) % c.num_blocks());
    c.sync();
}

__global__ void histogram(const unsigned char *in, int n, int *out)
{
    extern __shared__ int bins[];
    const auto cluster = cg::this_cluster();
    const int parts = cluster.dim_blocks().x, perBlock = kBins / parts;
    for (int i = threadIdx.x; i < perBlock; i += blockDim.x) bins[i] = 0;
    cluster.sync();
    for (int i = cg::this_grid().thread_rank(); i < n; i += gridDim.x * blockDim.x) {
        const int bin = in[i] % kBins;
        int *owner = cluster.map_shared_rank(bins, bin / perBlock);
        atomicAdd(owner + bin % perBlock, 1);
    }
    cluster.sync();
    for (int i = threadIdx.x; i < perBlock; i += blockDim.x)
        atomicAdd(&out[cluster.block_rank() * perBlock + i], bins[i]);
}

int main()
{
    float *p;
    unsigned char *in;
    int *out;
    const int n = 1 << 16;
    cudaMalloc(&p, 1024 * sizeof *p);
    cudaMalloc(&in, n);
    cudaMallocManaged(&out, kBins * sizeof *out);
    cudaMemset(in, 3, n);
    fixed<<<2, 32>>>(p);
    postfix<<<4, 32>>>(p);
    linkage<<<dim3(1, 2), 32>>>(p);
    bounded<<<4, 128>>>(p);
    neighbours<2><<<4, 32>>>(p);

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8);
    config.blockDim = 128;
    config.dynamicSmemBytes = kBins * sizeof(int);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = 4;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaError_t e = cudaLaunchKernelEx(&config, histogram, (const unsigned char *)in, n, out);
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    std::printf("%s %d\n", cudaGetErrorString(e), out[3]);
    cudaFree(p), cudaFree(in), cudaFree(out);
    return e != cudaSuccess;
}
