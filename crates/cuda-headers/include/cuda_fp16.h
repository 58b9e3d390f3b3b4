// Half precision arithmetic: the scalar type, the pair, conversions, operators and the usual functions.
// Most functions are declarations only: this header is for checking and translating programs, and what
// they do is up to the device compiler.
#ifndef CLEAVE_CUDA_FP16_H
#define CLEAVE_CUDA_FP16_H

#if defined(__cplusplus)

#include "crt/host_defines.h"
#include "vector_types.h"

struct __half_raw {
    unsigned short x;
};
struct __align__(4) __half2_raw {
    unsigned short x, y;
};

struct __align__(2) __half {
protected:
    unsigned short __x;

public:
    __half() = default;
    __host__ __device__ __half(const __half_raw &raw) : __x(raw.x) {}
    __host__ __device__ __half(float v);
    __host__ __device__ __half(double v);
    __host__ __device__ __half(int v);
    __host__ __device__ __half(unsigned int v);
    __host__ __device__ __half(short v);
    __host__ __device__ __half(unsigned short v);
    __host__ __device__ __half(long int v);
    __host__ __device__ __half(unsigned long int v);
    __host__ __device__ __half(long long int v);
    __host__ __device__ __half(unsigned long long int v);
    __host__ __device__ __half &operator=(const __half_raw &raw)
    {
        __x = raw.x;
        return *this;
    }
    __host__ __device__ __half &operator=(float f);
    __host__ __device__ __half &operator=(double f);
    __host__ __device__ operator __half_raw() const
    {
        __half_raw raw = {__x};
        return raw;
    }
    __host__ __device__ operator float() const;
    __host__ __device__ constexpr operator bool() const { return (__x & 0x7fffu) != 0; }
    __host__ __device__ explicit operator char() const;
    __host__ __device__ explicit operator signed char() const;
    __host__ __device__ explicit operator unsigned char() const;
    __host__ __device__ explicit operator int() const;
    __host__ __device__ explicit operator unsigned int() const;
    __host__ __device__ explicit operator short() const;
    __host__ __device__ explicit operator unsigned short() const;
    __host__ __device__ explicit operator long int() const;
    __host__ __device__ explicit operator unsigned long int() const;
    __host__ __device__ explicit operator long long int() const;
    __host__ __device__ explicit operator unsigned long long int() const;
};

struct __align__(4) __half2 {
    __half x, y;

    __half2() = default;
    __host__ __device__ __half2(const __half &a, const __half &b) : x(a), y(b) {}
};

#define CLEAVE_BOTH extern __host__ __device__
#define CLEAVE_DEVICE extern __device__

// Conversions.
CLEAVE_BOTH __half __float2half(const float f);
CLEAVE_BOTH __half __float2half_rn(const float f);
CLEAVE_BOTH __half __float2half_rz(const float f);
CLEAVE_BOTH __half __float2half_rd(const float f);
CLEAVE_BOTH __half __float2half_ru(const float f);
CLEAVE_BOTH __half __double2half(const double f);
CLEAVE_BOTH float __half2float(const __half h);
CLEAVE_BOTH __half2 __float2half2_rn(const float f);
CLEAVE_BOTH __half2 __floats2half2_rn(const float a, const float b);
CLEAVE_BOTH float __low2float(const __half2 v);
CLEAVE_BOTH float __high2float(const __half2 v);
CLEAVE_BOTH __half2 __float22half2_rn(const float2 v);
CLEAVE_BOTH float2 __half22float2(const __half2 v);
CLEAVE_BOTH __half2 __half2half2(const __half h);
CLEAVE_BOTH __half2 __halves2half2(const __half a, const __half b);
CLEAVE_BOTH __half __low2half(const __half2 v);
CLEAVE_BOTH __half __high2half(const __half2 v);
CLEAVE_BOTH __half2 __low2half2(const __half2 v);
CLEAVE_BOTH __half2 __high2half2(const __half2 v);
CLEAVE_BOTH __half2 make_half2(const __half a, const __half b);
CLEAVE_BOTH __half2 __lows2half2(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __highs2half2(const __half2 a, const __half2 b);
CLEAVE_BOTH int __half2int_rn(const __half h);
CLEAVE_BOTH __half __int2half_rn(const int i);
CLEAVE_BOTH int __half2int_rz(const __half h);
CLEAVE_BOTH __half __int2half_rz(const int i);
CLEAVE_BOTH int __half2int_rd(const __half h);
CLEAVE_BOTH __half __int2half_rd(const int i);
CLEAVE_BOTH int __half2int_ru(const __half h);
CLEAVE_BOTH __half __int2half_ru(const int i);
CLEAVE_BOTH unsigned int __half2uint_rn(const __half h);
CLEAVE_BOTH __half __uint2half_rn(const unsigned int i);
CLEAVE_BOTH unsigned int __half2uint_rz(const __half h);
CLEAVE_BOTH __half __uint2half_rz(const unsigned int i);
CLEAVE_BOTH unsigned int __half2uint_rd(const __half h);
CLEAVE_BOTH __half __uint2half_rd(const unsigned int i);
CLEAVE_BOTH unsigned int __half2uint_ru(const __half h);
CLEAVE_BOTH __half __uint2half_ru(const unsigned int i);
CLEAVE_BOTH short __half2short_rn(const __half h);
CLEAVE_BOTH __half __short2half_rn(const short i);
CLEAVE_BOTH short __half2short_rz(const __half h);
CLEAVE_BOTH __half __short2half_rz(const short i);
CLEAVE_BOTH short __half2short_rd(const __half h);
CLEAVE_BOTH __half __short2half_rd(const short i);
CLEAVE_BOTH short __half2short_ru(const __half h);
CLEAVE_BOTH __half __short2half_ru(const short i);
CLEAVE_BOTH unsigned short __half2ushort_rn(const __half h);
CLEAVE_BOTH __half __ushort2half_rn(const unsigned short i);
CLEAVE_BOTH unsigned short __half2ushort_rz(const __half h);
CLEAVE_BOTH __half __ushort2half_rz(const unsigned short i);
CLEAVE_BOTH unsigned short __half2ushort_rd(const __half h);
CLEAVE_BOTH __half __ushort2half_rd(const unsigned short i);
CLEAVE_BOTH unsigned short __half2ushort_ru(const __half h);
CLEAVE_BOTH __half __ushort2half_ru(const unsigned short i);
CLEAVE_BOTH long long int __half2ll_rn(const __half h);
CLEAVE_BOTH __half __ll2half_rn(const long long int i);
CLEAVE_BOTH long long int __half2ll_rz(const __half h);
CLEAVE_BOTH __half __ll2half_rz(const long long int i);
CLEAVE_BOTH long long int __half2ll_rd(const __half h);
CLEAVE_BOTH __half __ll2half_rd(const long long int i);
CLEAVE_BOTH long long int __half2ll_ru(const __half h);
CLEAVE_BOTH __half __ll2half_ru(const long long int i);
CLEAVE_BOTH unsigned long long int __half2ull_rn(const __half h);
CLEAVE_BOTH __half __ull2half_rn(const unsigned long long int i);
CLEAVE_BOTH unsigned long long int __half2ull_rz(const __half h);
CLEAVE_BOTH __half __ull2half_rz(const unsigned long long int i);
CLEAVE_BOTH unsigned long long int __half2ull_rd(const __half h);
CLEAVE_BOTH __half __ull2half_rd(const unsigned long long int i);
CLEAVE_BOTH unsigned long long int __half2ull_ru(const __half h);
CLEAVE_BOTH __half __ull2half_ru(const unsigned long long int i);
CLEAVE_BOTH short __half_as_short(const __half h);
CLEAVE_BOTH unsigned short __half_as_ushort(const __half h);
CLEAVE_BOTH __half __short_as_half(const short i);
CLEAVE_BOTH __half __ushort_as_half(const unsigned short i);
CLEAVE_BOTH __half2 __lowhigh2highlow(const __half2 v);

// Arithmetic, on one value and on pairs.
CLEAVE_BOTH __half __hadd(const __half a, const __half b);
CLEAVE_BOTH __half __hsub(const __half a, const __half b);
CLEAVE_BOTH __half __hmul(const __half a, const __half b);
CLEAVE_BOTH __half __hdiv(const __half a, const __half b);
CLEAVE_BOTH __half __hadd_rn(const __half a, const __half b);
CLEAVE_BOTH __half __hsub_rn(const __half a, const __half b);
CLEAVE_BOTH __half __hmul_rn(const __half a, const __half b);
CLEAVE_BOTH __half __hadd_sat(const __half a, const __half b);
CLEAVE_BOTH __half __hsub_sat(const __half a, const __half b);
CLEAVE_BOTH __half __hmul_sat(const __half a, const __half b);
CLEAVE_BOTH __half __hmax(const __half a, const __half b);
CLEAVE_BOTH __half __hmin(const __half a, const __half b);
CLEAVE_BOTH __half2 __hadd2(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hsub2(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hmul2(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hadd2_rn(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hsub2_rn(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hmul2_rn(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hadd2_sat(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hsub2_sat(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hmul2_sat(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hmax2(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __hmin2(const __half2 a, const __half2 b);
CLEAVE_BOTH __half2 __h2div(const __half2 a, const __half2 b);
CLEAVE_DEVICE __half __hfma(const __half a, const __half b, const __half c);
CLEAVE_DEVICE __half __hfma_sat(const __half a, const __half b, const __half c);
CLEAVE_DEVICE __half __hfma_relu(const __half a, const __half b, const __half c);
CLEAVE_DEVICE __half2 __hfma2(const __half2 a, const __half2 b, const __half2 c);
CLEAVE_DEVICE __half2 __hfma2_sat(const __half2 a, const __half2 b, const __half2 c);
CLEAVE_DEVICE __half2 __hfma2_relu(const __half2 a, const __half2 b, const __half2 c);
CLEAVE_BOTH __half __hneg(const __half a);
CLEAVE_BOTH __half2 __hneg2(const __half2 a);
CLEAVE_BOTH __half __habs(const __half a);
CLEAVE_BOTH __half2 __habs2(const __half2 a);

// Comparisons.
CLEAVE_BOTH bool __heq(const __half a, const __half b);
CLEAVE_BOTH __half2 __heq2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbeq2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hne(const __half a, const __half b);
CLEAVE_BOTH __half2 __hne2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbne2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hlt(const __half a, const __half b);
CLEAVE_BOTH __half2 __hlt2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hblt2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hle(const __half a, const __half b);
CLEAVE_BOTH __half2 __hle2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hble2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hgt(const __half a, const __half b);
CLEAVE_BOTH __half2 __hgt2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbgt2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hge(const __half a, const __half b);
CLEAVE_BOTH __half2 __hge2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbge2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hequ(const __half a, const __half b);
CLEAVE_BOTH __half2 __hequ2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbequ2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hneu(const __half a, const __half b);
CLEAVE_BOTH __half2 __hneu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbneu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hltu(const __half a, const __half b);
CLEAVE_BOTH __half2 __hltu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbltu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hleu(const __half a, const __half b);
CLEAVE_BOTH __half2 __hleu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbleu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hgtu(const __half a, const __half b);
CLEAVE_BOTH __half2 __hgtu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbgtu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hgeu(const __half a, const __half b);
CLEAVE_BOTH __half2 __hgeu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hbgeu2(const __half2 a, const __half2 b);
CLEAVE_BOTH bool __hisnan(const __half a);
CLEAVE_BOTH int __hisinf(const __half a);
CLEAVE_BOTH __half2 __hisnan2(const __half2 a);

// Mathematics.
CLEAVE_DEVICE __half hsqrt(const __half a);
CLEAVE_DEVICE __half2 h2sqrt(const __half2 a);
CLEAVE_DEVICE __half hrsqrt(const __half a);
CLEAVE_DEVICE __half2 h2rsqrt(const __half2 a);
CLEAVE_DEVICE __half hrcp(const __half a);
CLEAVE_DEVICE __half2 h2rcp(const __half2 a);
CLEAVE_DEVICE __half hlog(const __half a);
CLEAVE_DEVICE __half2 h2log(const __half2 a);
CLEAVE_DEVICE __half hlog2(const __half a);
CLEAVE_DEVICE __half2 h2log2(const __half2 a);
CLEAVE_DEVICE __half hlog10(const __half a);
CLEAVE_DEVICE __half2 h2log10(const __half2 a);
CLEAVE_DEVICE __half hexp(const __half a);
CLEAVE_DEVICE __half2 h2exp(const __half2 a);
CLEAVE_DEVICE __half hexp2(const __half a);
CLEAVE_DEVICE __half2 h2exp2(const __half2 a);
CLEAVE_DEVICE __half hexp10(const __half a);
CLEAVE_DEVICE __half2 h2exp10(const __half2 a);
CLEAVE_DEVICE __half hcos(const __half a);
CLEAVE_DEVICE __half2 h2cos(const __half2 a);
CLEAVE_DEVICE __half hsin(const __half a);
CLEAVE_DEVICE __half2 h2sin(const __half2 a);
CLEAVE_DEVICE __half htanh(const __half a);
CLEAVE_DEVICE __half2 h2tanh(const __half2 a);
CLEAVE_DEVICE __half hceil(const __half a);
CLEAVE_DEVICE __half2 h2ceil(const __half2 a);
CLEAVE_DEVICE __half hfloor(const __half a);
CLEAVE_DEVICE __half2 h2floor(const __half2 a);
CLEAVE_DEVICE __half htrunc(const __half a);
CLEAVE_DEVICE __half2 h2trunc(const __half2 a);
CLEAVE_DEVICE __half hrint(const __half a);
CLEAVE_DEVICE __half2 h2rint(const __half2 a);

// Loads, shuffles, atomics.
CLEAVE_DEVICE __half __ldg(const __half *p);
CLEAVE_DEVICE __half2 __ldg(const __half2 *p);
CLEAVE_DEVICE __half __ldcg(const __half *p);
CLEAVE_DEVICE __half2 __ldcg(const __half2 *p);
CLEAVE_DEVICE __half __ldca(const __half *p);
CLEAVE_DEVICE __half2 __ldca(const __half2 *p);
CLEAVE_DEVICE __half __ldcs(const __half *p);
CLEAVE_DEVICE __half2 __ldcs(const __half2 *p);
CLEAVE_DEVICE __half __shfl_sync(unsigned int mask, __half v, int n, int width = 32);
CLEAVE_DEVICE __half2 __shfl_sync(unsigned int mask, __half2 v, int n, int width = 32);
CLEAVE_DEVICE __half __shfl_up_sync(unsigned int mask, __half v, unsigned int n, int width = 32);
CLEAVE_DEVICE __half2 __shfl_up_sync(unsigned int mask, __half2 v, unsigned int n, int width = 32);
CLEAVE_DEVICE __half __shfl_down_sync(unsigned int mask, __half v, unsigned int n, int width = 32);
CLEAVE_DEVICE __half2 __shfl_down_sync(unsigned int mask, __half2 v, unsigned int n, int width = 32);
CLEAVE_DEVICE __half __shfl_xor_sync(unsigned int mask, __half v, int n, int width = 32);
CLEAVE_DEVICE __half2 __shfl_xor_sync(unsigned int mask, __half2 v, int n, int width = 32);
CLEAVE_DEVICE __half atomicAdd(__half *p, __half v);
CLEAVE_DEVICE __half2 atomicAdd(__half2 *p, __half2 v);

// Operators.
#define CLEAVE_OPERATORS(type, add, sub, mul, div, neg)                                            \
    __host__ __device__ inline type operator+(const type &a, const type &b) { return add(a, b); }  \
    __host__ __device__ inline type operator-(const type &a, const type &b) { return sub(a, b); }  \
    __host__ __device__ inline type operator*(const type &a, const type &b) { return mul(a, b); }  \
    __host__ __device__ inline type operator/(const type &a, const type &b) { return div(a, b); }  \
    __host__ __device__ inline type &operator+=(type &a, const type &b) { return a = add(a, b); }  \
    __host__ __device__ inline type &operator-=(type &a, const type &b) { return a = sub(a, b); }  \
    __host__ __device__ inline type &operator*=(type &a, const type &b) { return a = mul(a, b); }  \
    __host__ __device__ inline type &operator/=(type &a, const type &b) { return a = div(a, b); }  \
    __host__ __device__ inline type operator+(const type &a) { return a; }                         \
    __host__ __device__ inline type operator-(const type &a) { return neg(a); }
#define CLEAVE_COMPARISONS(type, eq, ne, lt, le, gt, ge)                                           \
    __host__ __device__ inline bool operator==(const type &a, const type &b) { return eq(a, b); }  \
    __host__ __device__ inline bool operator!=(const type &a, const type &b) { return ne(a, b); }  \
    __host__ __device__ inline bool operator<(const type &a, const type &b) { return lt(a, b); }   \
    __host__ __device__ inline bool operator<=(const type &a, const type &b) { return le(a, b); }  \
    __host__ __device__ inline bool operator>(const type &a, const type &b) { return gt(a, b); }   \
    __host__ __device__ inline bool operator>=(const type &a, const type &b) { return ge(a, b); }
CLEAVE_OPERATORS(__half, __hadd, __hsub, __hmul, __hdiv, __hneg)
CLEAVE_OPERATORS(__half2, __hadd2, __hsub2, __hmul2, __h2div, __hneg2)
CLEAVE_COMPARISONS(__half, __heq, __hneu, __hlt, __hle, __hgt, __hge)
CLEAVE_COMPARISONS(__half2, __hbeq2, __hbneu2, __hblt2, __hble2, __hbgt2, __hbge2)

#undef CLEAVE_COMPARISONS
#undef CLEAVE_OPERATORS
#undef CLEAVE_DEVICE
#undef CLEAVE_BOTH

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif
typedef __half __nv_half;
typedef __half2 __nv_half2;

#endif
#endif
