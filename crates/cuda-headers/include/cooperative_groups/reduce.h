// Reductions over a group within a warp.
#ifndef CLEAVE_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#define CLEAVE_CUDA_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {
inline namespace __v1 {

#define CLEAVE_OPERATION(name, expression)                                                     \
    template <class T = void>                                                                  \
    struct name {                                                                              \
        __host__ __device__ T operator()(const T &a, const T &b) const { return expression; }  \
    };
CLEAVE_OPERATION(plus, a + b)
CLEAVE_OPERATION(less, b < a ? b : a)
CLEAVE_OPERATION(greater, a < b ? b : a)
CLEAVE_OPERATION(bit_and, a & b)
CLEAVE_OPERATION(bit_or, a | b)
CLEAVE_OPERATION(bit_xor, a ^ b)
#undef CLEAVE_OPERATION

template <class Group, class T, class Operation>
__device__ inline T reduce(const Group &g, T v, Operation &&operation)
{
    const unsigned int n = (unsigned int)g.size(), rank = (unsigned int)g.thread_rank();
    for (unsigned int step = 1; step < n; step *= 2) {
        const T other = g.shfl_down(v, step);
        if (rank + step < n) v = operation(v, other);
    }
    return g.shfl(v, 0);
}

} // namespace __v1
} // namespace cooperative_groups

#endif
#endif
