// bfloat16 arithmetic: the scalar type, the pair, conversions, operators and the usual functions.
// Most functions are declarations only: this header is for checking and translating programs, and what
// they do is up to the device compiler.
#ifndef CLEAVE_CUDA_BF16_H
#define CLEAVE_CUDA_BF16_H

#if defined(__cplusplus)

#include "crt/host_defines.h"
#include "vector_types.h"

struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __align__(4) __nv_bfloat162_raw {
    unsigned short x, y;
};

struct __align__(2) __nv_bfloat16 {
protected:
    unsigned short __x;

public:
    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
    __host__ __device__ __nv_bfloat16(float v);
    __host__ __device__ __nv_bfloat16(double v);
    __host__ __device__ __nv_bfloat16(int v);
    __host__ __device__ __nv_bfloat16(unsigned int v);
    __host__ __device__ __nv_bfloat16(short v);
    __host__ __device__ __nv_bfloat16(unsigned short v);
    __host__ __device__ __nv_bfloat16(long int v);
    __host__ __device__ __nv_bfloat16(unsigned long int v);
    __host__ __device__ __nv_bfloat16(long long int v);
    __host__ __device__ __nv_bfloat16(unsigned long long int v);
    __host__ __device__ __nv_bfloat16 &operator=(const __nv_bfloat16_raw &raw)
    {
        __x = raw.x;
        return *this;
    }
    __host__ __device__ __nv_bfloat16 &operator=(float f);
    __host__ __device__ __nv_bfloat16 &operator=(double f);
    __host__ __device__ operator __nv_bfloat16_raw() const
    {
        __nv_bfloat16_raw raw = {__x};
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

struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    __host__ __device__ __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
};

#define CLEAVE_BOTH extern __host__ __device__
#define CLEAVE_DEVICE extern __device__

// Conversions.
CLEAVE_BOTH __nv_bfloat16 __float2bfloat16(const float f);
CLEAVE_BOTH __nv_bfloat16 __float2bfloat16_rn(const float f);
CLEAVE_BOTH __nv_bfloat16 __float2bfloat16_rz(const float f);
CLEAVE_BOTH __nv_bfloat16 __float2bfloat16_rd(const float f);
CLEAVE_BOTH __nv_bfloat16 __float2bfloat16_ru(const float f);
CLEAVE_BOTH __nv_bfloat16 __double2bfloat16(const double f);
CLEAVE_BOTH float __bfloat162float(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat162 __float2bfloat162_rn(const float f);
CLEAVE_BOTH __nv_bfloat162 __floats2bfloat162_rn(const float a, const float b);
CLEAVE_BOTH float __low2float(const __nv_bfloat162 v);
CLEAVE_BOTH float __high2float(const __nv_bfloat162 v);
CLEAVE_BOTH __nv_bfloat162 __float22bfloat162_rn(const float2 v);
CLEAVE_BOTH float2 __bfloat1622float2(const __nv_bfloat162 v);
CLEAVE_BOTH __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 v);
CLEAVE_BOTH __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 v);
CLEAVE_BOTH __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 v);
CLEAVE_BOTH __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 v);
CLEAVE_BOTH __nv_bfloat162 make_bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH int __bfloat162int_rn(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __int2bfloat16_rn(const int i);
CLEAVE_BOTH int __bfloat162int_rz(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __int2bfloat16_rz(const int i);
CLEAVE_BOTH int __bfloat162int_rd(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __int2bfloat16_rd(const int i);
CLEAVE_BOTH int __bfloat162int_ru(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __int2bfloat16_ru(const int i);
CLEAVE_BOTH unsigned int __bfloat162uint_rn(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __uint2bfloat16_rn(const unsigned int i);
CLEAVE_BOTH unsigned int __bfloat162uint_rz(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __uint2bfloat16_rz(const unsigned int i);
CLEAVE_BOTH unsigned int __bfloat162uint_rd(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __uint2bfloat16_rd(const unsigned int i);
CLEAVE_BOTH unsigned int __bfloat162uint_ru(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __uint2bfloat16_ru(const unsigned int i);
CLEAVE_BOTH short __bfloat162short_rn(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __short2bfloat16_rn(const short i);
CLEAVE_BOTH short __bfloat162short_rz(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __short2bfloat16_rz(const short i);
CLEAVE_BOTH short __bfloat162short_rd(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __short2bfloat16_rd(const short i);
CLEAVE_BOTH short __bfloat162short_ru(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __short2bfloat16_ru(const short i);
CLEAVE_BOTH unsigned short __bfloat162ushort_rn(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ushort2bfloat16_rn(const unsigned short i);
CLEAVE_BOTH unsigned short __bfloat162ushort_rz(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ushort2bfloat16_rz(const unsigned short i);
CLEAVE_BOTH unsigned short __bfloat162ushort_rd(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ushort2bfloat16_rd(const unsigned short i);
CLEAVE_BOTH unsigned short __bfloat162ushort_ru(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ushort2bfloat16_ru(const unsigned short i);
CLEAVE_BOTH long long int __bfloat162ll_rn(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ll2bfloat16_rn(const long long int i);
CLEAVE_BOTH long long int __bfloat162ll_rz(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ll2bfloat16_rz(const long long int i);
CLEAVE_BOTH long long int __bfloat162ll_rd(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ll2bfloat16_rd(const long long int i);
CLEAVE_BOTH long long int __bfloat162ll_ru(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ll2bfloat16_ru(const long long int i);
CLEAVE_BOTH unsigned long long int __bfloat162ull_rn(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ull2bfloat16_rn(const unsigned long long int i);
CLEAVE_BOTH unsigned long long int __bfloat162ull_rz(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ull2bfloat16_rz(const unsigned long long int i);
CLEAVE_BOTH unsigned long long int __bfloat162ull_rd(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ull2bfloat16_rd(const unsigned long long int i);
CLEAVE_BOTH unsigned long long int __bfloat162ull_ru(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __ull2bfloat16_ru(const unsigned long long int i);
CLEAVE_BOTH short __bfloat16_as_short(const __nv_bfloat16 h);
CLEAVE_BOTH unsigned short __bfloat16_as_ushort(const __nv_bfloat16 h);
CLEAVE_BOTH __nv_bfloat16 __short_as_bfloat16(const short i);
CLEAVE_BOTH __nv_bfloat16 __ushort_as_bfloat16(const unsigned short i);

// Arithmetic, on one value and on pairs.
CLEAVE_BOTH __nv_bfloat16 __hadd(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hsub(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hmul(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hdiv(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hadd_rn(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hsub_rn(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hmul_rn(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hadd_sat(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hsub_sat(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hmul_sat(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hmax(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat16 __hmin(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hadd2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hsub2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hmul2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hadd2_rn(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hsub2_rn(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hmul2_rn(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hadd2_sat(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hsub2_sat(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hmul2_sat(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hmax2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __hmin2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH __nv_bfloat162 __h2div(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_DEVICE __nv_bfloat16 __hfma(const __nv_bfloat16 a, const __nv_bfloat16 b, const __nv_bfloat16 c);
CLEAVE_DEVICE __nv_bfloat16 __hfma_sat(const __nv_bfloat16 a, const __nv_bfloat16 b, const __nv_bfloat16 c);
CLEAVE_DEVICE __nv_bfloat16 __hfma_relu(const __nv_bfloat16 a, const __nv_bfloat16 b, const __nv_bfloat16 c);
CLEAVE_DEVICE __nv_bfloat162 __hfma2(const __nv_bfloat162 a, const __nv_bfloat162 b, const __nv_bfloat162 c);
CLEAVE_DEVICE __nv_bfloat162 __hfma2_sat(const __nv_bfloat162 a, const __nv_bfloat162 b, const __nv_bfloat162 c);
CLEAVE_DEVICE __nv_bfloat162 __hfma2_relu(const __nv_bfloat162 a, const __nv_bfloat162 b, const __nv_bfloat162 c);
CLEAVE_BOTH __nv_bfloat16 __hneg(const __nv_bfloat16 a);
CLEAVE_BOTH __nv_bfloat162 __hneg2(const __nv_bfloat162 a);
CLEAVE_BOTH __nv_bfloat16 __habs(const __nv_bfloat16 a);
CLEAVE_BOTH __nv_bfloat162 __habs2(const __nv_bfloat162 a);

// Comparisons.
CLEAVE_BOTH bool __heq(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __heq2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbeq2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hne(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hne2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbne2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hlt(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hlt2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hblt2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hle(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hle2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hble2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hgt(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hgt2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbgt2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hge(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hge2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbge2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hequ(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hequ2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbequ2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hneu(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hneu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbneu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hltu(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hltu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbltu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hleu(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hleu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbleu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hgtu(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hgtu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbgtu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hgeu(const __nv_bfloat16 a, const __nv_bfloat16 b);
CLEAVE_BOTH __nv_bfloat162 __hgeu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hbgeu2(const __nv_bfloat162 a, const __nv_bfloat162 b);
CLEAVE_BOTH bool __hisnan(const __nv_bfloat16 a);
CLEAVE_BOTH int __hisinf(const __nv_bfloat16 a);
CLEAVE_BOTH __nv_bfloat162 __hisnan2(const __nv_bfloat162 a);

// Mathematics.
CLEAVE_DEVICE __nv_bfloat16 hsqrt(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2sqrt(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hrsqrt(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2rsqrt(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hrcp(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2rcp(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hlog(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2log(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hlog2(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2log2(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hlog10(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2log10(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hexp(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2exp(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hexp2(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2exp2(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hexp10(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2exp10(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hcos(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2cos(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hsin(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2sin(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 htanh(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2tanh(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hceil(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2ceil(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hfloor(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2floor(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 htrunc(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2trunc(const __nv_bfloat162 a);
CLEAVE_DEVICE __nv_bfloat16 hrint(const __nv_bfloat16 a);
CLEAVE_DEVICE __nv_bfloat162 h2rint(const __nv_bfloat162 a);

// Loads, shuffles, atomics.
CLEAVE_DEVICE __nv_bfloat16 __ldg(const __nv_bfloat16 *p);
CLEAVE_DEVICE __nv_bfloat162 __ldg(const __nv_bfloat162 *p);
CLEAVE_DEVICE __nv_bfloat16 __ldcg(const __nv_bfloat16 *p);
CLEAVE_DEVICE __nv_bfloat162 __ldcg(const __nv_bfloat162 *p);
CLEAVE_DEVICE __nv_bfloat16 __ldca(const __nv_bfloat16 *p);
CLEAVE_DEVICE __nv_bfloat162 __ldca(const __nv_bfloat162 *p);
CLEAVE_DEVICE __nv_bfloat16 __ldcs(const __nv_bfloat16 *p);
CLEAVE_DEVICE __nv_bfloat162 __ldcs(const __nv_bfloat162 *p);
CLEAVE_DEVICE __nv_bfloat16 __shfl_sync(unsigned int mask, __nv_bfloat16 v, int n, int width = 32);
CLEAVE_DEVICE __nv_bfloat162 __shfl_sync(unsigned int mask, __nv_bfloat162 v, int n, int width = 32);
CLEAVE_DEVICE __nv_bfloat16 __shfl_up_sync(unsigned int mask, __nv_bfloat16 v, unsigned int n, int width = 32);
CLEAVE_DEVICE __nv_bfloat162 __shfl_up_sync(unsigned int mask, __nv_bfloat162 v, unsigned int n, int width = 32);
CLEAVE_DEVICE __nv_bfloat16 __shfl_down_sync(unsigned int mask, __nv_bfloat16 v, unsigned int n, int width = 32);
CLEAVE_DEVICE __nv_bfloat162 __shfl_down_sync(unsigned int mask, __nv_bfloat162 v, unsigned int n, int width = 32);
CLEAVE_DEVICE __nv_bfloat16 __shfl_xor_sync(unsigned int mask, __nv_bfloat16 v, int n, int width = 32);
CLEAVE_DEVICE __nv_bfloat162 __shfl_xor_sync(unsigned int mask, __nv_bfloat162 v, int n, int width = 32);
CLEAVE_DEVICE __nv_bfloat16 atomicAdd(__nv_bfloat16 *p, __nv_bfloat16 v);
CLEAVE_DEVICE __nv_bfloat162 atomicAdd(__nv_bfloat162 *p, __nv_bfloat162 v);

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
CLEAVE_OPERATORS(__nv_bfloat16, __hadd, __hsub, __hmul, __hdiv, __hneg)
CLEAVE_OPERATORS(__nv_bfloat162, __hadd2, __hsub2, __hmul2, __h2div, __hneg2)
CLEAVE_COMPARISONS(__nv_bfloat16, __heq, __hneu, __hlt, __hle, __hgt, __hge)
CLEAVE_COMPARISONS(__nv_bfloat162, __hbeq2, __hbneu2, __hblt2, __hble2, __hbgt2, __hbge2)

#undef CLEAVE_COMPARISONS
#undef CLEAVE_OPERATORS
#undef CLEAVE_DEVICE
#undef CLEAVE_BOTH

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
#endif
