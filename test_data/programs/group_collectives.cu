// flags: -std=c++17
// Cooperative groups beyond blocks: labelled and binary partitions, tiles of several warps, scans, single invocations, grids that
// synchronise through cooperative launches of templates, groups as template parameters and members.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <type_traits>

namespace cg = cooperative_groups;
using Block = cg::thread_block;
template <unsigned N, class P = void> using Tile = cg::thread_block_tile<N, P>;

struct Bounds {
    int low, high;
    __device__ friend Bounds operator+(Bounds a, Bounds b) { return {min(a.low, b.low), max(a.high, b.high)}; }
};

template <class Group> class Team
{
    Group group;
    int *shared;

public:
    __device__ Team(const Group &g, int *s) : group(g), shared(s) {}
    template <class Op = cg::plus<int>> __device__ int total(int x, Op op = Op{}) const
    {
        if constexpr (std::is_same_v<Group, Block>) {
            auto warp = cg::tiled_partition<32>(group);
            int w = cg::reduce(warp, x, op);
            if (warp.thread_rank() == 0) shared[warp.meta_group_rank()] = w;
            group.sync();
            int all = shared[0];
            for (unsigned i = 1; i < warp.meta_group_size(); ++i) all = op(all, shared[i]);
            return all;
        } else
            return cg::reduce(group, x, op);
    }
};
template <class Group> Team(const Group &, int *) -> Team<Group>;

__global__ void partitions(const int *in, int *out)
{
    __shared__ int scratch[32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int x = in[block.thread_rank()];
    auto alike = cg::labeled_partition(warp, x % 3);
    auto odd = cg::binary_partition(warp, bool(x & 1));
    int before = cg::exclusive_scan(alike, x, cg::plus<int>());
    int upTo = cg::inclusive_scan(warp, x);
    int most = Team(block, scratch).total(x, cg::greater<int>());
    int sum = Team<Tile<8, Tile<32, Block>>>(cg::tiled_partition<8>(warp), nullptr).total(x);
    cg::invoke_one(odd, [&] { atomicAdd(out, before + upTo); });
    int common = cg::invoke_one_broadcast(warp, [=]() -> int { return most - sum; });
    if (warp.any(common > 0) && odd.all(x != 0)) out[block.thread_rank() + 1] = warp.shfl_xor(common, 1) + odd.match_any(x);
}

template <unsigned Warps>
__global__ void wide(int *out)
{
    __shared__ cg::block_tile_memory<256> memory;
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<32 * Warps>(block);
    int sum = cg::reduce(tile, int(tile.thread_rank()), [](int a, int b) { return a + b; });
    if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
}

template <class T, int Rounds = 4>
__global__ void relax(T *a, T *b, size_t n)
{
    extern __shared__ int staged[];
    cg::grid_group grid = cg::this_grid();
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, staged, (const int *)a, sizeof(int) * block.size());
    cg::wait(block);
    for (int r = 0; r < Rounds; ++r) {
        T *from = r & 1 ? b : a, *to = r & 1 ? a : b;
        for (size_t i = grid.thread_rank(); i < n; i += grid.num_threads()) to[i] = (from[i] + from[(i + 1) % n]) / 2 + staged[0];
        auto token = grid.barrier_arrive();
        grid.barrier_wait(std::move(token));
    }
}

template <auto Kernel, class... A>
cudaError_t cooperative(dim3 block, size_t shared, A... a)
{
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, Kernel, int(block.x), shared);
    void *arguments[] = {&a...};
    return cudaLaunchCooperativeKernel(Kernel, dim3(blocks), block, arguments, shared);
}

int main()
{
    int *in, *out;
    float *a;
    cudaMallocManaged(&in, 4096), cudaMallocManaged(&out, 4096), cudaMallocManaged(&a, 8192);
    partitions<<<1, 128>>>(in, out);
    wide<2><<<1, 256>>>(out);
    wide<4><<<1, 256>>>(out);
    cudaError_t e = cooperative<relax<float>>(128, 512, a, a + 1024, size_t(1024));
    if (e == cudaSuccess) e = cooperative<relax<double, 2>>(64, 256, (double *)a, (double *)a + 512, size_t(512));
    std::printf("%d %s\n", out[0], cudaGetErrorString(cudaDeviceSynchronize()));
}
