// flags: -arch=sm_90 -std=c++17
// What Hopper adds: launches with attributes, tensor maps as grid constants, bulk copies and barriers through cuda::ptx,
// distributed shared memory, setmaxnreg by inline PTX, programmatic dependent launches.
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

namespace ptx = cuda::ptx;
namespace cg = cooperative_groups;

template <int Rows, int Columns>
struct Shape {
    static constexpr int rows = Rows, columns = Columns, bytes = Rows * Columns * sizeof(float);
};

struct Params {
    const float *in;
    float *out;
    int n;
    Params(const Params &) = default;
    __device__ const float *tile(int i) const { return in + i * n; }
};

template <class S>
__global__ void __launch_bounds__(128, 1) load(const __grid_constant__ CUtensorMap map, const __grid_constant__ Params p, int x, int y)
{
    __shared__ alignas(128) float tile[S::rows][S::columns];
    __shared__ alignas(8) uint64_t full;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        const int32_t at[2] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, at, &full);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, S::bytes);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {}
    asm volatile("griddepcontrol.wait;" ::: "memory");
    p.out[threadIdx.x] = tile[threadIdx.x % S::rows][0] + *p.tile(1);
    asm volatile("griddepcontrol.launch_dependents;");
}

template <class S, int Cluster>
__cluster_dims__(Cluster, 1, 1) __global__ void reduceAcross(const float *in, float *out)
{
    __shared__ float sums[S::rows];
    auto cluster = cg::this_cluster();
    for (int r = threadIdx.x; r < S::rows; r += blockDim.x) sums[r] = in[blockIdx.x * S::rows + r];
    cluster.sync();
    if (cluster.block_rank() == 0)
        for (unsigned b = 1; b < cluster.num_blocks(); ++b) sums[threadIdx.x % S::rows] += cluster.map_shared_rank(sums, b)[threadIdx.x % S::rows];
    cluster.sync();
    if (threadIdx.x < S::rows) out[threadIdx.x] = sums[threadIdx.x];
}

class Launch
{
    cudaLaunchConfig_t config{};
    cudaLaunchAttribute attributes[3];

public:
    Launch(dim3 grid, dim3 block, cudaStream_t s = nullptr)
    {
        config.gridDim = grid, config.blockDim = block, config.stream = s, config.attrs = attributes;
    }
    Launch &&cluster(unsigned n) &&
    {
        auto &a = attributes[config.numAttrs++];
        a.id = cudaLaunchAttributeClusterDimension;
        a.val.clusterDim = {n, 1, 1};
        return std::move(*this);
    }
    Launch &dependent() &
    {
        attributes[config.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attributes[config.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
        return *this;
    }
    template <class... P, class... A> cudaError_t operator()(void (*k)(P...), A &&...a) const
    {
        return cudaLaunchKernelEx(&config, k, std::forward<A>(a)...);
    }
};

int main()
{
    using S = Shape<16, 32>;
    float *p;
    cudaMalloc(&p, 1 << 16);
    CUtensorMap map{};
    const Params params{p, p + 512, 32};
    Launch plain(4, 128);
    plain.dependent()(load<S>, map, params, 0, 8);
    plain(&load<Shape<8, 64>>, map, params, 0, 8);
    load<S><<<1, 128>>>(map, {p, p, 3}, 1, 2);
    cudaFuncSetAttribute(reduceAcross<S, 4>, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    Launch(8, 32).cluster(2)(reduceAcross<S, 2>, p, p + 1024);
    int clusters = 0;
    reduceAcross<S, 4><<<4, 32>>>(p, p);
    cudaLaunchConfig_t c = {4, 32};
    cudaOccupancyMaxActiveClusters(&clusters, reduceAcross<S, 2>, &c);
    std::printf("%d %s\n", clusters, cudaGetErrorString(cudaDeviceSynchronize()));
}
