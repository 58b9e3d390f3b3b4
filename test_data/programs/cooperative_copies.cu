// flags: -std=c++17
// Cooperative groups with collective algorithms: reductions and scans over tiles, asynchronous copies, and a group as argument.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

template <class Group> __device__ int total(const Group &g, int v) { return cg::reduce(g, v, cg::plus<int>()); }

template <int Tile>
__global__ void tiles(const int *in, int *out)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<Tile>(block);
    const int v = in[block.thread_rank()];
    const int sum = total(tile, v), before = cg::exclusive_scan(tile, v);
    if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
    out[block.thread_rank()] += before;
    auto active = cg::coalesced_threads();
    if (cg::reduce(active, v, cg::greater<int>()) == v) out[0] = v;
}

__global__ void staged(const int *in, int *out, int n)
{
    extern __shared__ int stage[];
    auto block = cg::this_thread_block();
    for (int i = 0; i < n; i += block.size()) {
        cg::memcpy_async(block, stage, in + i, sizeof(int) * block.size());
        cg::wait(block);
        out[i + block.thread_rank()] = stage[block.size() - 1 - block.thread_rank()];
        block.sync();
    }
}

__global__ void everywhere(int *out)
{
    auto grid = cg::this_grid();
    out[grid.thread_rank()] = grid.size();
    grid.sync();
    if (grid.thread_rank() == 0) out[0] = -1;
}

int main()
{
    const int n = 1024;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&out, n * sizeof *out);
    tiles<32><<<1, 256>>>(in, out);
    tiles<8><<<1, 64>>>(in, out);
    staged<<<1, 128, 128 * sizeof(int)>>>(in, out, n);
    void *arguments[] = {&out};
    cudaLaunchCooperativeKernel((const void *)everywhere, dim3(2), dim3(64), arguments, 0, nullptr);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in), cudaFree(out);
}
