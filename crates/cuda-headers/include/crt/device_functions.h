// Functions of device code: barriers, votes, shuffles, bits, rounding arithmetic, conversions, cached
// loads, clocks.
//
// Those that carry `device_builtin` are known to the device compiler by name; the others are written
// in terms of them.
#ifndef CLEAVE_CUDA_DEVICE_FUNCTIONS_H
#define CLEAVE_CUDA_DEVICE_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include "builtin_types.h"
#include "crt/host_defines.h"
#include "vector_functions.h"

#define CLEAVE_DEVICE extern __device__ __device_builtin__ __cudart_builtin__
#define CLEAVE_INLINE static __inline__ __device__

extern "C" {

// Barriers, fences, control.
CLEAVE_DEVICE void __syncthreads(void);
CLEAVE_DEVICE int __syncthreads_count(int);
CLEAVE_DEVICE int __syncthreads_and(int);
CLEAVE_DEVICE int __syncthreads_or(int);
CLEAVE_DEVICE void __threadfence(void);
CLEAVE_DEVICE void __threadfence_block(void);
CLEAVE_DEVICE void __threadfence_system(void);
CLEAVE_DEVICE void __trap(void);
CLEAVE_DEVICE void __brkpt(void);
CLEAVE_DEVICE void __prof_trigger(int);
CLEAVE_DEVICE long long int clock64(void);

// What votes, shuffles and named barriers are made of.
CLEAVE_DEVICE void __nvvm_bar_warp_sync(unsigned int mask);
CLEAVE_DEVICE void __nvvm_barrier_sync(unsigned int id);
CLEAVE_DEVICE void __nvvm_barrier_sync_cnt(unsigned int id, unsigned int count);
CLEAVE_DEVICE int __nvvm_vote_all_sync(unsigned int mask, int predicate);
CLEAVE_DEVICE int __nvvm_vote_any_sync(unsigned int mask, int predicate);
CLEAVE_DEVICE int __nvvm_vote_uni_sync(unsigned int mask, int predicate);
CLEAVE_DEVICE unsigned int __nvvm_vote_ballot_sync(unsigned int mask, int predicate);
CLEAVE_DEVICE unsigned int __nvvm_shfl_idx_sync(unsigned int mask, unsigned int v, unsigned int lane, unsigned int c);
CLEAVE_DEVICE unsigned int __nvvm_shfl_up_sync(unsigned int mask, unsigned int v, unsigned int delta, unsigned int c);
CLEAVE_DEVICE unsigned int __nvvm_shfl_down_sync(unsigned int mask, unsigned int v, unsigned int delta, unsigned int c);
CLEAVE_DEVICE unsigned int __nvvm_shfl_bfly_sync(unsigned int mask, unsigned int v, unsigned int lanes, unsigned int c);
CLEAVE_DEVICE unsigned int __nvvm_fns(unsigned int mask, unsigned int base, int offset);

// Bits and integers.
CLEAVE_DEVICE int __clz(int);
CLEAVE_DEVICE int __clzll(long long int);
CLEAVE_DEVICE int __ffs(int);
CLEAVE_DEVICE int __ffsll(long long int);
CLEAVE_DEVICE int __popc(unsigned int);
CLEAVE_DEVICE int __popcll(unsigned long long int);
CLEAVE_DEVICE unsigned int __brev(unsigned int);
CLEAVE_DEVICE unsigned long long int __brevll(unsigned long long int);
CLEAVE_DEVICE unsigned int __byte_perm(unsigned int, unsigned int, unsigned int);
CLEAVE_DEVICE int __mulhi(int, int);
CLEAVE_DEVICE unsigned int __umulhi(unsigned int, unsigned int);
CLEAVE_DEVICE long long int __mul64hi(long long int, long long int);
CLEAVE_DEVICE unsigned long long int __umul64hi(unsigned long long int, unsigned long long int);
CLEAVE_DEVICE int __mul24(int, int);
CLEAVE_DEVICE unsigned int __umul24(unsigned int, unsigned int);
CLEAVE_DEVICE int __hadd(int, int);
CLEAVE_DEVICE int __rhadd(int, int);
CLEAVE_DEVICE unsigned int __uhadd(unsigned int, unsigned int);
CLEAVE_DEVICE unsigned int __urhadd(unsigned int, unsigned int);
CLEAVE_DEVICE unsigned int __sad(int, int, unsigned int);
CLEAVE_DEVICE unsigned int __usad(unsigned int, unsigned int, unsigned int);

// Bit patterns.
CLEAVE_DEVICE int __float_as_int(float);
CLEAVE_DEVICE unsigned int __float_as_uint(float);
CLEAVE_DEVICE float __int_as_float(int);
CLEAVE_DEVICE float __uint_as_float(unsigned int);
CLEAVE_DEVICE long long int __double_as_longlong(double);
CLEAVE_DEVICE double __longlong_as_double(long long int);
CLEAVE_DEVICE int __double2hiint(double);
CLEAVE_DEVICE int __double2loint(double);
CLEAVE_DEVICE double __hiloint2double(int hi, int lo);

// Fast approximations.
CLEAVE_DEVICE float __sinf(float) noexcept(true);
CLEAVE_DEVICE float __cosf(float) noexcept(true);
CLEAVE_DEVICE float __tanf(float) noexcept(true);
CLEAVE_DEVICE float __expf(float) noexcept(true);
CLEAVE_DEVICE float __exp10f(float) noexcept(true);
CLEAVE_DEVICE float __logf(float) noexcept(true);
CLEAVE_DEVICE float __log2f(float) noexcept(true);
CLEAVE_DEVICE float __log10f(float) noexcept(true);
CLEAVE_DEVICE float __powf(float, float) noexcept(true);
CLEAVE_DEVICE void __sincosf(float, float *, float *) noexcept(true);
CLEAVE_DEVICE float __saturatef(float);
CLEAVE_DEVICE float __fdividef(float, float);
CLEAVE_DEVICE float __frsqrt_rn(float);

// Arithmetic and conversions with a rounding mode: nearest, zero, up, down.
#define CLEAVE_ROUNDED(r)                                               \
    CLEAVE_DEVICE float __fadd_##r(float, float);                       \
    CLEAVE_DEVICE float __fsub_##r(float, float);                       \
    CLEAVE_DEVICE float __fmul_##r(float, float);                       \
    CLEAVE_DEVICE float __fdiv_##r(float, float);                       \
    CLEAVE_DEVICE float __frcp_##r(float);                              \
    CLEAVE_DEVICE float __fsqrt_##r(float);                             \
    CLEAVE_DEVICE float __fmaf_##r(float, float, float);                \
    CLEAVE_DEVICE double __dadd_##r(double, double);                    \
    CLEAVE_DEVICE double __dsub_##r(double, double);                    \
    CLEAVE_DEVICE double __dmul_##r(double, double);                    \
    CLEAVE_DEVICE double __ddiv_##r(double, double);                    \
    CLEAVE_DEVICE double __drcp_##r(double);                            \
    CLEAVE_DEVICE double __dsqrt_##r(double);                           \
    CLEAVE_DEVICE double __fma_##r(double, double, double);             \
    CLEAVE_DEVICE int __float2int_##r(float);                           \
    CLEAVE_DEVICE unsigned int __float2uint_##r(float);                 \
    CLEAVE_DEVICE long long int __float2ll_##r(float);                  \
    CLEAVE_DEVICE unsigned long long int __float2ull_##r(float);        \
    CLEAVE_DEVICE int __double2int_##r(double);                         \
    CLEAVE_DEVICE unsigned int __double2uint_##r(double);               \
    CLEAVE_DEVICE long long int __double2ll_##r(double);                \
    CLEAVE_DEVICE unsigned long long int __double2ull_##r(double);      \
    CLEAVE_DEVICE float __double2float_##r(double);                     \
    CLEAVE_DEVICE float __int2float_##r(int);                           \
    CLEAVE_DEVICE float __uint2float_##r(unsigned int);                 \
    CLEAVE_DEVICE float __ll2float_##r(long long int);                  \
    CLEAVE_DEVICE float __ull2float_##r(unsigned long long int);        \
    CLEAVE_DEVICE double __ll2double_##r(long long int);                \
    CLEAVE_DEVICE double __ull2double_##r(unsigned long long int);
CLEAVE_ROUNDED(rn)
CLEAVE_ROUNDED(rz)
CLEAVE_ROUNDED(ru)
CLEAVE_ROUNDED(rd)
#undef CLEAVE_ROUNDED
CLEAVE_DEVICE double __int2double_rn(int);
CLEAVE_DEVICE double __uint2double_rn(unsigned int);

// Lanes of a word: two halves or four bytes.
#define CLEAVE_LANES(name)                                          \
    CLEAVE_DEVICE unsigned int name##2(unsigned int, unsigned int); \
    CLEAVE_DEVICE unsigned int name##4(unsigned int, unsigned int);
CLEAVE_LANES(__vadd) CLEAVE_LANES(__vsub) CLEAVE_LANES(__vaddss) CLEAVE_LANES(__vaddus) CLEAVE_LANES(__vsubss)
CLEAVE_LANES(__vsubus) CLEAVE_LANES(__vabsdiffs) CLEAVE_LANES(__vabsdiffu) CLEAVE_LANES(__vavgs)
CLEAVE_LANES(__vavgu) CLEAVE_LANES(__vhaddu) CLEAVE_LANES(__vmaxs) CLEAVE_LANES(__vmaxu) CLEAVE_LANES(__vmins)
CLEAVE_LANES(__vminu) CLEAVE_LANES(__vcmpeq) CLEAVE_LANES(__vcmpne) CLEAVE_LANES(__vcmpges) CLEAVE_LANES(__vcmpgeu)
CLEAVE_LANES(__vcmpgts) CLEAVE_LANES(__vcmpgtu) CLEAVE_LANES(__vcmples) CLEAVE_LANES(__vcmpleu)
CLEAVE_LANES(__vcmplts) CLEAVE_LANES(__vcmpltu) CLEAVE_LANES(__vseteq) CLEAVE_LANES(__vsetne)
CLEAVE_LANES(__vsads) CLEAVE_LANES(__vsadu)
#undef CLEAVE_LANES

} // extern "C"

// Shifts of two words joined: by the amount modulo 32, or clamped at 32.
CLEAVE_INLINE unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int n)
{
    return (unsigned int)((((unsigned long long int)hi << 32 | lo) << (n & 31u)) >> 32);
}
CLEAVE_INLINE unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int n)
{
    return (unsigned int)(((unsigned long long int)hi << 32 | lo) >> (n & 31u));
}
CLEAVE_INLINE unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int n)
{
    return n < 32u ? __funnelshift_l(lo, hi, n) : lo;
}
CLEAVE_INLINE unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int n)
{
    return n < 32u ? __funnelshift_r(lo, hi, n) : hi;
}

// Warps.
CLEAVE_INLINE void __syncwarp(unsigned int mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
CLEAVE_INLINE void __barrier_sync(unsigned int id) { __nvvm_barrier_sync(id); }
CLEAVE_INLINE void __barrier_sync_count(unsigned int id, unsigned int n) { __nvvm_barrier_sync_cnt(id, n); }
CLEAVE_INLINE int __all_sync(unsigned int mask, int p) { return __nvvm_vote_all_sync(mask, p); }
CLEAVE_INLINE int __any_sync(unsigned int mask, int p) { return __nvvm_vote_any_sync(mask, p); }
CLEAVE_INLINE int __uni_sync(unsigned int mask, int p) { return __nvvm_vote_uni_sync(mask, p); }
CLEAVE_INLINE unsigned int __ballot_sync(unsigned int mask, int p) { return __nvvm_vote_ballot_sync(mask, p); }
CLEAVE_INLINE unsigned int __fns(unsigned int mask, unsigned int base, int offset) { return __nvvm_fns(mask, base, offset); }
CLEAVE_INLINE unsigned int __activemask()
{
    unsigned int m;
    asm volatile("activemask.b32 %0;" : "=r"(m));
    return m;
}

#define CLEAVE_SHUFFLE(name, builtin, second, clamp)                                                            \
    CLEAVE_INLINE unsigned int name(unsigned int mask, unsigned int v, second n, int width = 32)                \
    {                                                                                                           \
        return builtin(mask, v, (unsigned int)n, (unsigned int)((32 - width) << 8) | clamp);                    \
    }                                                                                                           \
    CLEAVE_INLINE int name(unsigned int mask, int v, second n, int width = 32)                                  \
    {                                                                                                           \
        return (int)name(mask, (unsigned int)v, n, width);                                                      \
    }                                                                                                           \
    CLEAVE_INLINE float name(unsigned int mask, float v, second n, int width = 32)                              \
    {                                                                                                           \
        return __uint_as_float(name(mask, __float_as_uint(v), n, width));                                       \
    }                                                                                                           \
    CLEAVE_INLINE unsigned long long int name(unsigned int mask, unsigned long long int v, second n, int width = 32) \
    {                                                                                                           \
        const unsigned int lo = name(mask, (unsigned int)v, n, width);                                          \
        const unsigned int hi = name(mask, (unsigned int)(v >> 32), n, width);                                  \
        return (unsigned long long int)hi << 32 | lo;                                                           \
    }                                                                                                           \
    CLEAVE_INLINE long long int name(unsigned int mask, long long int v, second n, int width = 32)              \
    {                                                                                                           \
        return (long long int)name(mask, (unsigned long long int)v, n, width);                                  \
    }                                                                                                           \
    CLEAVE_INLINE unsigned long int name(unsigned int mask, unsigned long int v, second n, int width = 32)      \
    {                                                                                                           \
        return (unsigned long int)name(mask, (unsigned long long int)v, n, width);                              \
    }                                                                                                           \
    CLEAVE_INLINE long int name(unsigned int mask, long int v, second n, int width = 32)                        \
    {                                                                                                           \
        return (long int)name(mask, (unsigned long long int)v, n, width);                                       \
    }                                                                                                           \
    CLEAVE_INLINE double name(unsigned int mask, double v, second n, int width = 32)                            \
    {                                                                                                           \
        return __longlong_as_double(name(mask, __double_as_longlong(v), n, width));                             \
    }
CLEAVE_SHUFFLE(__shfl_sync, __nvvm_shfl_idx_sync, int, 31u)
CLEAVE_SHUFFLE(__shfl_up_sync, __nvvm_shfl_up_sync, unsigned int, 0u)
CLEAVE_SHUFFLE(__shfl_down_sync, __nvvm_shfl_down_sync, unsigned int, 31u)
CLEAVE_SHUFFLE(__shfl_xor_sync, __nvvm_shfl_bfly_sync, int, 31u)
#undef CLEAVE_SHUFFLE

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define CLEAVE_MATCH(type, suffix, constraint, bits)                                                  \
    CLEAVE_INLINE unsigned int __match_any_sync(unsigned int mask, type v)                            \
    {                                                                                                 \
        unsigned int r;                                                                               \
        asm volatile("match.any.sync." suffix " %0, %1, %2;" : "=r"(r) : constraint((bits)v), "r"(mask)); \
        return r;                                                                                     \
    }                                                                                                 \
    CLEAVE_INLINE unsigned int __match_all_sync(unsigned int mask, type v, int *all)                  \
    {                                                                                                 \
        unsigned int r;                                                                               \
        int p;                                                                                        \
        asm volatile("{ .reg .pred q; match.all.sync." suffix " %0|q, %2, %3; selp.s32 %1, 1, 0, q; }" \
                     : "=r"(r), "=r"(p)                                                               \
                     : constraint((bits)v), "r"(mask));                                               \
        *all = p;                                                                                     \
        return r;                                                                                     \
    }
CLEAVE_MATCH(unsigned int, "b32", "r", unsigned int)
CLEAVE_MATCH(int, "b32", "r", unsigned int)
CLEAVE_MATCH(unsigned long int, "b64", "l", unsigned long long int)
CLEAVE_MATCH(long int, "b64", "l", unsigned long long int)
CLEAVE_MATCH(unsigned long long int, "b64", "l", unsigned long long int)
CLEAVE_MATCH(long long int, "b64", "l", unsigned long long int)
#undef CLEAVE_MATCH
CLEAVE_INLINE unsigned int __match_any_sync(unsigned int mask, float v)
{
    return __match_any_sync(mask, __float_as_uint(v));
}
CLEAVE_INLINE unsigned int __match_any_sync(unsigned int mask, double v)
{
    return __match_any_sync(mask, __double_as_longlong(v));
}
CLEAVE_INLINE void __nanosleep(unsigned int ns) { asm volatile("nanosleep.u32 %0;" ::"r"(ns)); }
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define CLEAVE_REDUCE(name, type, operation)                                                          \
    CLEAVE_INLINE type name(unsigned int mask, type v)                                                \
    {                                                                                                 \
        type r;                                                                                       \
        asm volatile("redux.sync." operation " %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask));           \
        return r;                                                                                     \
    }
CLEAVE_REDUCE(__reduce_add_sync, unsigned int, "add.u32")
CLEAVE_REDUCE(__reduce_add_sync, int, "add.s32")
CLEAVE_REDUCE(__reduce_min_sync, unsigned int, "min.u32")
CLEAVE_REDUCE(__reduce_min_sync, int, "min.s32")
CLEAVE_REDUCE(__reduce_max_sync, unsigned int, "max.u32")
CLEAVE_REDUCE(__reduce_max_sync, int, "max.s32")
CLEAVE_REDUCE(__reduce_and_sync, unsigned int, "and.b32")
CLEAVE_REDUCE(__reduce_or_sync, unsigned int, "or.b32")
CLEAVE_REDUCE(__reduce_xor_sync, unsigned int, "xor.b32")
#undef CLEAVE_REDUCE
#endif

// Dot products of packed bytes.
#define CLEAVE_DOT(r, suffix, a, b)                                                                   \
    CLEAVE_INLINE r __dp4a(a x, b y, r c)                                                             \
    {                                                                                                 \
        r v;                                                                                          \
        asm("dp4a." suffix " %0, %1, %2, %3;" : "=r"(v) : "r"(x), "r"(y), "r"(c));                    \
        return v;                                                                                     \
    }
CLEAVE_DOT(int, "s32.s32", int, int)
CLEAVE_DOT(unsigned int, "u32.u32", unsigned int, unsigned int)
#undef CLEAVE_DOT

// Loads and stores that name a cache level.
#define CLEAVE_CACHED(type)                                                             \
    CLEAVE_INLINE type __ldg(const type *p) { return *p; }                              \
    CLEAVE_INLINE type __ldcg(const type *p) { return *p; }                             \
    CLEAVE_INLINE type __ldca(const type *p) { return *p; }                             \
    CLEAVE_INLINE type __ldcs(const type *p) { return *p; }                             \
    CLEAVE_INLINE type __ldlu(const type *p) { return *p; }                             \
    CLEAVE_INLINE type __ldcv(const type *p) { return *p; }                             \
    CLEAVE_INLINE void __stwb(type *p, type v) { *p = v; }                              \
    CLEAVE_INLINE void __stcg(type *p, type v) { *p = v; }                              \
    CLEAVE_INLINE void __stcs(type *p, type v) { *p = v; }                              \
    CLEAVE_INLINE void __stwt(type *p, type v) { *p = v; }
CLEAVE_CACHED(char)
CLEAVE_CACHED(signed char)
CLEAVE_CACHED(unsigned char)
CLEAVE_CACHED(short)
CLEAVE_CACHED(unsigned short)
CLEAVE_CACHED(int)
CLEAVE_CACHED(unsigned int)
CLEAVE_CACHED(long int)
CLEAVE_CACHED(unsigned long int)
CLEAVE_CACHED(long long int)
CLEAVE_CACHED(unsigned long long int)
CLEAVE_CACHED(float)
CLEAVE_CACHED(double)
CLEAVE_CACHED(char2)
CLEAVE_CACHED(char4)
CLEAVE_CACHED(uchar2)
CLEAVE_CACHED(uchar4)
CLEAVE_CACHED(short2)
CLEAVE_CACHED(short4)
CLEAVE_CACHED(ushort2)
CLEAVE_CACHED(ushort4)
CLEAVE_CACHED(int2)
CLEAVE_CACHED(int4)
CLEAVE_CACHED(uint2)
CLEAVE_CACHED(uint4)
CLEAVE_CACHED(longlong2)
CLEAVE_CACHED(ulonglong2)
CLEAVE_CACHED(float2)
CLEAVE_CACHED(float4)
CLEAVE_CACHED(double2)
#undef CLEAVE_CACHED

// Properties of addresses.
#define CLEAVE_SPACE(name, space)                                                                     \
    CLEAVE_INLINE unsigned int name(const void *p)                                                    \
    {                                                                                                 \
        unsigned int r;                                                                               \
        asm("{ .reg .pred q; isspacep." space " q, %1; selp.u32 %0, 1, 0, q; }" : "=r"(r) : "l"(p));  \
        return r;                                                                                     \
    }
CLEAVE_SPACE(__isGlobal, "global")
CLEAVE_SPACE(__isShared, "shared")
CLEAVE_SPACE(__isConstant, "const")
CLEAVE_SPACE(__isLocal, "local")
#undef CLEAVE_SPACE
CLEAVE_INLINE size_t __cvta_generic_to_shared(const void *p)
{
    size_t r;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}
CLEAVE_INLINE size_t __cvta_generic_to_global(const void *p)
{
    size_t r;
    asm("cvta.to.global.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}

#undef CLEAVE_INLINE
#undef CLEAVE_DEVICE

#endif
#endif
