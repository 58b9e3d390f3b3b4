// Cooperative groups: the block, tiles of it, the currently converged threads, the cluster, the grid.
#ifndef CLEAVE_CUDA_COOPERATIVE_GROUPS_H
#define CLEAVE_CUDA_COOPERATIVE_GROUPS_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include "cuda_runtime.h"

namespace cooperative_groups {
inline namespace __v1 {

namespace details {

__device__ inline unsigned int lane()
{
    unsigned int l;
    asm("mov.u32 %0, %%laneid;" : "=r"(l));
    return l;
}

__device__ inline unsigned int lanesBelow()
{
    unsigned int m;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
    return m;
}

// A host half keeps initialiser lists, so that constructors call this and not the builtin.
__device__ inline unsigned int count(unsigned int mask) { return __popc(mask); }

__device__ inline unsigned int rankInBlock()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// Shuffles of types wider than the intrinsics take: word by word.
template <class T, class Shuffle>
__device__ inline T shuffled(const T &v, Shuffle shuffle)
{
    union Words {
        T value;
        unsigned int word[(sizeof(T) + 3) / 4];
        __device__ Words() {}
        __device__ ~Words() {}
    } in, out;
    in.value = v;
    for (unsigned int i = 0; i < (sizeof(T) + 3) / 4; ++i) out.word[i] = shuffle(in.word[i]);
    return out.value;
}

} // namespace details

// The common base: some set of threads, as wide as `size`, with a mask when it lies within a warp.
class thread_group {
public:
    enum kind_type : unsigned int { block_kind, tile_kind, coalesced_kind, grid_kind, cluster_kind };

    __device__ unsigned long long size() const { return size_; }
    __device__ unsigned long long num_threads() const { return size_; }
    __device__ unsigned long long thread_rank() const
    {
        switch (kind_) {
        case block_kind: return details::rankInBlock();
        case tile_kind: return details::rankInBlock() % size_;
        default: return __popc(mask_ & details::lanesBelow());
        }
    }
    __device__ void sync() const
    {
        if (kind_ == block_kind)
            __syncthreads();
        else
            __syncwarp(mask_);
    }

protected:
    __device__ thread_group(kind_type kind, unsigned int size, unsigned int mask = 0xffffffffu)
        : kind_(kind), size_(size), mask_(mask) {}

    kind_type kind_;
    unsigned int size_;
    unsigned int mask_;

    friend __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
};

class thread_block : public thread_group {
    __device__ thread_block() : thread_group(block_kind, blockDim.x * blockDim.y * blockDim.z) {}
    friend __device__ thread_block this_thread_block();

public:
    static __device__ void sync() { __syncthreads(); }
    static __device__ unsigned int thread_rank() { return details::rankInBlock(); }
    static __device__ unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
    static __device__ unsigned int num_threads() { return size(); }
    static __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static __device__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static __device__ dim3 dim_threads() { return group_dim(); }
    struct arrival_token {};
    static __device__ arrival_token barrier_arrive() { return arrival_token(); }
    static __device__ void barrier_wait(arrival_token &&) { __syncthreads(); }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
    unsigned long long handle_;
    __device__ explicit grid_group(unsigned long long handle) : handle_(handle) {}
    friend __device__ grid_group this_grid();

public:
    __device__ bool is_valid() const { return handle_ != 0; }
    __device__ void sync() const { cudaCGSynchronize(handle_, 0); }
    static __device__ unsigned long long size() { return num_blocks() * thread_block::size(); }
    static __device__ unsigned long long num_threads() { return size(); }
    static __device__ unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static __device__ unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static __device__ unsigned long long thread_rank()
    {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static __device__ dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static __device__ dim3 group_dim() { return dim_blocks(); }
    static __device__ dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};

__device__ inline grid_group this_grid() { return grid_group(cudaCGGetIntrinsicHandle(cudaCGScopeGrid)); }

// What groups within a warp have in common, for a lane mask and a width that the group knows.
template <class Group>
class warp_operations {
    __device__ const Group &self() const { return static_cast<const Group &>(*this); }

public:
    __device__ void sync() const { __syncwarp(self().lanes()); }
    __device__ int any(int p) const { return __any_sync(self().lanes(), p); }
    __device__ int all(int p) const { return __all_sync(self().lanes(), p); }
    __device__ unsigned int ballot(int p) const { return self().pack(__ballot_sync(self().lanes(), p)); }
    template <class T>
    __device__ T shfl(T v, int rank) const
    {
        const unsigned int mask = self().lanes();
        const int from = self().laneOf(rank);
        return details::shuffled(v, [=](unsigned int w) { return __shfl_sync(mask, w, from, 32); });
    }
    template <class T>
    __device__ T shfl_down(T v, unsigned int delta) const
    {
        const int rank = (int)self().thread_rank();
        return shfl(v, rank + (int)delta < (int)self().size() ? rank + (int)delta : rank);
    }
    template <class T>
    __device__ T shfl_up(T v, unsigned int delta) const
    {
        const int rank = (int)self().thread_rank();
        return shfl(v, rank < (int)delta ? rank : rank - (int)delta);
    }
    template <class T>
    __device__ T shfl_xor(T v, unsigned int lanes) const
    {
        return shfl(v, (int)(self().thread_rank() ^ lanes));
    }
    template <class T>
    __device__ unsigned int match_any(T v) const { return self().pack(__match_any_sync(self().lanes(), v)); }
    template <class T>
    __device__ unsigned int match_all(T v, int &all) const
    {
        return self().pack(__match_all_sync(self().lanes(), v, &all));
    }
};

class coalesced_group : public thread_group, public warp_operations<coalesced_group> {
    __device__ explicit coalesced_group(unsigned int mask) : thread_group(coalesced_kind, details::count(mask), mask) {}
    friend __device__ coalesced_group coalesced_threads();
    friend class warp_operations<coalesced_group>;

    __device__ unsigned int lanes() const { return mask_; }
    __device__ int laneOf(int rank) const { return (int)__fns(mask_, 0, rank + 1); }
    __device__ unsigned int pack(unsigned int lanes) const
    {
        unsigned int r = 0;
        for (unsigned int i = 0; i < size_; ++i) r |= (lanes >> laneOf((int)i) & 1u) << i;
        return r;
    }

public:
    using warp_operations<coalesced_group>::sync;
    __device__ unsigned int thread_rank() const { return __popc(mask_ & details::lanesBelow()); }
    __device__ unsigned int size() const { return size_; }
    __device__ unsigned int num_threads() const { return size_; }
    __device__ unsigned int meta_group_rank() const { return 0; }
    __device__ unsigned int meta_group_size() const { return 1; }
};

__device__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned int Size, class Parent = void>
class thread_block_tile;

namespace details {
template <unsigned int Size, class Parent>
struct MetaRank {
    static __device__ unsigned int rank() { return (unsigned int)(Parent::thread_rank() / Size); }
    static __device__ unsigned int count() { return (unsigned int)((Parent::size() + Size - 1) / Size); }
};
template <unsigned int Size>
struct MetaRank<Size, void> : MetaRank<Size, thread_block> {};
} // namespace details

template <unsigned int Size, class Parent>
class thread_block_tile : public warp_operations<thread_block_tile<Size, Parent>> {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    friend class warp_operations<thread_block_tile>;

    static __device__ unsigned int first() { return details::lane() & ~(Size - 1); }
    static __device__ unsigned int lanes() { return (0xffffffffu >> (32 - Size)) << first(); }
    static __device__ int laneOf(int rank) { return (int)(first() + ((unsigned int)rank & (Size - 1))); }
    static __device__ unsigned int pack(unsigned int mask) { return (mask & lanes()) >> first(); }

public:
    static __device__ unsigned int thread_rank() { return details::rankInBlock() & (Size - 1); }
    static constexpr __device__ unsigned int size() { return Size; }
    static constexpr __device__ unsigned int num_threads() { return Size; }
    static __device__ unsigned int meta_group_rank() { return details::MetaRank<Size, Parent>::rank(); }
    static __device__ unsigned int meta_group_size() { return details::MetaRank<Size, Parent>::count(); }
    template <class OtherParent>
    __device__ thread_block_tile(const thread_block_tile<Size, OtherParent> &) {}
    thread_block_tile(const thread_block_tile &) = default;
    __device__ thread_block_tile() {}
};

template <unsigned int Size, class Parent>
__device__ inline thread_block_tile<Size, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<Size, Parent>();
}

template <unsigned int Size>
__device__ inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block &)
{
    return thread_block_tile<Size, thread_block>();
}

__device__ inline thread_group tiled_partition(const thread_group &parent, unsigned int size)
{
    const unsigned int first = details::lane() & ~(size - 1);
    return thread_group(thread_group::tile_kind, size, (parent.mask_ & (0xffffffffu >> (32 - size))) << first);
}

// The block as a tile of one thread, and each thread alone.
__device__ inline thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
namespace details {
#define CLEAVE_SPECIAL(name, reg)                          \
    __device__ inline unsigned int name()                  \
    {                                                      \
        unsigned int v;                                    \
        asm("mov.u32 %0, %%" reg ";" : "=r"(v));           \
        return v;                                          \
    }
CLEAVE_SPECIAL(clusterRank, "cluster_ctarank")
CLEAVE_SPECIAL(clusterBlocks, "cluster_nctarank")
CLEAVE_SPECIAL(clusterX, "cluster_ctaid.x")
CLEAVE_SPECIAL(clusterY, "cluster_ctaid.y")
CLEAVE_SPECIAL(clusterZ, "cluster_ctaid.z")
CLEAVE_SPECIAL(clusterWidth, "cluster_nctaid.x")
CLEAVE_SPECIAL(clusterHeight, "cluster_nctaid.y")
CLEAVE_SPECIAL(clusterDepth, "cluster_nctaid.z")
#undef CLEAVE_SPECIAL
} // namespace details

class cluster_group {
    __device__ cluster_group() {}
    friend __device__ cluster_group this_cluster();

public:
    struct arrival_token {};
    static __device__ arrival_token barrier_arrive()
    {
        asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
        return arrival_token();
    }
    static __device__ void barrier_wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
    static __device__ void barrier_wait(arrival_token &&) { barrier_wait(); }
    static __device__ void sync()
    {
        barrier_arrive();
        barrier_wait();
    }
    static __device__ unsigned int block_rank() { return details::clusterRank(); }
    static __device__ unsigned int num_blocks() { return details::clusterBlocks(); }
    static __device__ dim3 block_index()
    {
        return dim3(details::clusterX(), details::clusterY(), details::clusterZ());
    }
    static __device__ dim3 dim_blocks()
    {
        return dim3(details::clusterWidth(), details::clusterHeight(), details::clusterDepth());
    }
    static __device__ unsigned int thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
    static __device__ unsigned int num_threads() { return num_blocks() * thread_block::size(); }
    static __device__ unsigned int size() { return num_threads(); }
    template <class T>
    static __device__ T *map_shared_rank(T *p, int rank)
    {
        T *r;
        asm("mapa.u64 %0, %1, %2;" : "=l"(r) : "l"(p), "r"(rank));
        return r;
    }
};

__device__ inline cluster_group this_cluster() { return cluster_group(); }
#endif

template <class Group>
__device__ inline void sync(const Group &g) { g.sync(); }
template <class Group>
__device__ inline auto thread_rank(const Group &g) -> decltype(g.thread_rank()) { return g.thread_rank(); }
template <class Group>
__device__ inline auto group_size(const Group &g) -> decltype(g.size()) { return g.size(); }

// One thread of the group, chosen by rank, does something on behalf of all.
template <class Group, class F>
__device__ inline void invoke_one(const Group &g, F f)
{
    if (g.thread_rank() == 0) f();
}

} // namespace __v1
} // namespace cooperative_groups

#endif
#endif
