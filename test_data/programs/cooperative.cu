// Cooperative groups: blocks, tiles, coalesced groups, a grid-wide barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;

template <typename Group>
__device__ int reduceSum(Group g, int *temp, int value)
{
    const int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = value;
        g.sync();
        if (lane < i) value += temp[lane + i];
        g.sync();
    }
    return value;
}

template <unsigned Size, typename Parent>
__device__ int tileSum(const cg::thread_block_tile<Size, Parent> &tile, int value)
{
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return value;
}

__global__ void blockSums(const int *in, int *out, int n)
{
    extern __shared__ int temp[];
    cg::thread_block block = cg::this_thread_block();
    int mine = 0;
    for (int i = block.group_index().x * block.size() + block.thread_rank(); i < n;
         i += gridDim.x * block.size())
        mine += in[i];
    int total = reduceSum(block, temp, mine);
    if (block.thread_rank() == 0) atomicAdd(out, total);
}

__global__ void tileSums(const int *in, int *out, int n)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto quad = cg::tiled_partition<4>(warp);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int q = tileSum(quad, v);
    int w = cg::reduce(warp, quad.thread_rank() == 0 ? q : 0, cg::plus<int>());
    if (warp.thread_rank() == 0) atomicAdd(out, w);
}

__device__ int aggregatedIncrement(int *counter)
{
    cg::coalesced_group active = cg::coalesced_threads();
    int previous;
    if (active.thread_rank() == 0) previous = atomicAdd(counter, (int)active.size());
    return active.thread_rank() + active.shfl(previous, 0);
}

__global__ void compact(const int *in, int *out, int n, int *counter)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (in[i] % 3 == 0) out[aggregatedIncrement(counter)] = in[i];
}

__global__ void phases(int *data, int n, int rounds)
{
    cg::grid_group grid = cg::this_grid();
    for (int r = 0; r < rounds; ++r) {
        for (auto i = grid.thread_rank(); i < n; i += grid.size())
            data[i] += data[(i + 1) % n] & 1;
        grid.sync();
    }
}

int main()
{
    constexpr int n = 10000;
    int *in, *out, *counter, device = 0, can = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&counter, sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i % 10;

    *counter = 0;
    blockSums<<<8, 128, 128 * sizeof(int)>>>(in, counter, n);
    cudaDeviceSynchronize();
    std::printf("blocks %d\n", *counter);

    *counter = 0;
    tileSums<<<(n + 127) / 128, 128>>>(in, counter, n);
    cudaDeviceSynchronize();
    std::printf("tiles %d\n", *counter);

    *counter = 0;
    compact<<<4, 128>>>(in, out, n, counter);
    cudaDeviceSynchronize();
    std::printf("compacted %d\n", *counter);

    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, device);
    if (can) {
        int blocks = 0, count = n, rounds = 3;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, phases, 128, 0);
        void *arguments[] = {&in, &count, &rounds};
        cudaLaunchCooperativeKernel((void *)phases, dim3(blocks), dim3(128), arguments, 0, nullptr);
        cudaDeviceSynchronize();
    }
    cudaFree(in);
    cudaFree(out);
    cudaFree(counter);
    return cudaGetLastError() != cudaSuccess;
}
