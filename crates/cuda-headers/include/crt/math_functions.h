// Mathematical functions for both sides.
//
// Those of the C library are declared again with CUDA attributes; an exception specification that
// matches glibc's lets the host compiler take both declarations. The `std::` overloads repeat the
// `constexpr` of libstdc++ for the same reason.
#ifndef CLEAVE_CUDA_MATH_FUNCTIONS_H
#define CLEAVE_CUDA_MATH_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include "crt/host_defines.h"

// The `std::` overloads come before <cmath>: a function that already has a body may not gain an
// execution space without a remark. <cstddef> tells which library this is.
#include <cstddef>

#if defined(__GLIBCXX__)
#include <bits/cpp_type_traits.h>
#include <ext/type_traits.h>

namespace std {
#define CLEAVE_STD extern __host__ __device__ constexpr
CLEAVE_STD float acos(float); CLEAVE_STD float asin(float); CLEAVE_STD float atan(float);
CLEAVE_STD float ceil(float); CLEAVE_STD float cos(float); CLEAVE_STD float cosh(float);
CLEAVE_STD float exp(float); CLEAVE_STD float fabs(float); CLEAVE_STD float floor(float);
CLEAVE_STD float log(float); CLEAVE_STD float log10(float); CLEAVE_STD float sin(float);
CLEAVE_STD float sinh(float); CLEAVE_STD float sqrt(float); CLEAVE_STD float tan(float);
CLEAVE_STD float tanh(float); CLEAVE_STD float atan2(float, float); CLEAVE_STD float fmod(float, float);
CLEAVE_STD float pow(float, float); CLEAVE_STD float ldexp(float, int);
#if _GLIBCXX_USE_C99_MATH_TR1 || _GLIBCXX_USE_C99_MATH_FUNCS
CLEAVE_STD float acosh(float); CLEAVE_STD float asinh(float); CLEAVE_STD float atanh(float);
CLEAVE_STD float cbrt(float); CLEAVE_STD float erf(float); CLEAVE_STD float erfc(float);
CLEAVE_STD float exp2(float); CLEAVE_STD float expm1(float); CLEAVE_STD float lgamma(float);
CLEAVE_STD float log1p(float); CLEAVE_STD float log2(float); CLEAVE_STD float logb(float);
CLEAVE_STD float nearbyint(float); CLEAVE_STD float rint(float); CLEAVE_STD float round(float);
CLEAVE_STD float tgamma(float); CLEAVE_STD float trunc(float); CLEAVE_STD float copysign(float, float);
CLEAVE_STD float fdim(float, float); CLEAVE_STD float fmax(float, float); CLEAVE_STD float fmin(float, float);
CLEAVE_STD float hypot(float, float); CLEAVE_STD float nextafter(float, float);
CLEAVE_STD float remainder(float, float); CLEAVE_STD float fma(float, float, float);
CLEAVE_STD float scalbn(float, int); CLEAVE_STD float scalbln(float, long int);
CLEAVE_STD int ilogb(float); CLEAVE_STD long int lrint(float); CLEAVE_STD long int lround(float);
CLEAVE_STD long long int llrint(float); CLEAVE_STD long long int llround(float);
#endif
CLEAVE_STD bool isnan(float); CLEAVE_STD bool isnan(double);
CLEAVE_STD bool isinf(float); CLEAVE_STD bool isinf(double);
CLEAVE_STD bool isfinite(float); CLEAVE_STD bool isfinite(double);
CLEAVE_STD bool signbit(float); CLEAVE_STD bool signbit(double);
CLEAVE_STD float abs(float); CLEAVE_STD double abs(double);
#undef CLEAVE_STD

// Integers: computed in double precision, two arguments in the type that both promote to.
#define CLEAVE_STD(result, name)                                                                            \
    template <typename T>                                                                                   \
    extern __host__ __device__ constexpr typename __gnu_cxx::__enable_if<__is_integer<T>::__value, result>::__type name(T);
#define CLEAVE_STD2(name)      \
    template <typename T, typename U> \
    extern __host__ __device__ constexpr typename __gnu_cxx::__promote_2<T, U>::__type name(T, U);
CLEAVE_STD(double, acos) CLEAVE_STD(double, asin) CLEAVE_STD(double, atan) CLEAVE_STD(double, ceil)
CLEAVE_STD(double, cos) CLEAVE_STD(double, cosh) CLEAVE_STD(double, exp) CLEAVE_STD(double, fabs)
CLEAVE_STD(double, floor) CLEAVE_STD(double, log) CLEAVE_STD(double, log10) CLEAVE_STD(double, sin)
CLEAVE_STD(double, sinh) CLEAVE_STD(double, sqrt) CLEAVE_STD(double, tan) CLEAVE_STD(double, tanh)
CLEAVE_STD2(atan2) CLEAVE_STD2(fmod) CLEAVE_STD2(pow)
#if _GLIBCXX_USE_C99_MATH_TR1 || _GLIBCXX_USE_C99_MATH_FUNCS
CLEAVE_STD(double, acosh) CLEAVE_STD(double, asinh) CLEAVE_STD(double, atanh) CLEAVE_STD(double, cbrt)
CLEAVE_STD(double, erf) CLEAVE_STD(double, erfc) CLEAVE_STD(double, exp2) CLEAVE_STD(double, expm1)
CLEAVE_STD(double, lgamma) CLEAVE_STD(double, log1p) CLEAVE_STD(double, log2) CLEAVE_STD(double, logb)
CLEAVE_STD(double, nearbyint) CLEAVE_STD(double, rint) CLEAVE_STD(double, round) CLEAVE_STD(double, tgamma)
CLEAVE_STD(double, trunc) CLEAVE_STD(int, ilogb) CLEAVE_STD(long int, lrint) CLEAVE_STD(long int, lround)
CLEAVE_STD(long long int, llrint) CLEAVE_STD(long long int, llround)
CLEAVE_STD2(copysign) CLEAVE_STD2(fdim) CLEAVE_STD2(fmax) CLEAVE_STD2(fmin) CLEAVE_STD2(hypot)
CLEAVE_STD2(nextafter) CLEAVE_STD2(remainder)
#endif
CLEAVE_STD(bool, isnan) CLEAVE_STD(bool, isinf) CLEAVE_STD(bool, isfinite) CLEAVE_STD(bool, signbit)
#undef CLEAVE_STD
#undef CLEAVE_STD2

extern __host__ __device__ long int abs(long int);
extern __host__ __device__ long long int abs(long long int);
extern __host__ __device__ float frexp(float, int *);
extern __host__ __device__ float modf(float, float *);
} // namespace std
#endif

#include <cmath>
#include <cstdlib>
#include <math.h>
#include <stdlib.h>

#define CLEAVE_BOTH extern __host__ __device__ __device_builtin__
#define CLEAVE_SHAPE1(name)                     \
    CLEAVE_BOTH double name(double) noexcept(true); \
    CLEAVE_BOTH float name##f(float) noexcept(true);
#define CLEAVE_SHAPE2(name)                             \
    CLEAVE_BOTH double name(double, double) noexcept(true); \
    CLEAVE_BOTH float name##f(float, float) noexcept(true);
#define CLEAVE_SHAPE(type, name)                \
    CLEAVE_BOTH type name(double) noexcept(true); \
    CLEAVE_BOTH type name##f(float) noexcept(true);

extern "C" {

// The C library's.
CLEAVE_SHAPE1(acos) CLEAVE_SHAPE1(acosh) CLEAVE_SHAPE1(asin) CLEAVE_SHAPE1(asinh) CLEAVE_SHAPE1(atan)
CLEAVE_SHAPE1(atanh) CLEAVE_SHAPE1(cbrt) CLEAVE_SHAPE1(ceil) CLEAVE_SHAPE1(cos) CLEAVE_SHAPE1(cosh)
CLEAVE_SHAPE1(erf) CLEAVE_SHAPE1(erfc) CLEAVE_SHAPE1(exp) CLEAVE_SHAPE1(exp2) CLEAVE_SHAPE1(expm1)
CLEAVE_SHAPE1(fabs) CLEAVE_SHAPE1(floor) CLEAVE_SHAPE1(j0) CLEAVE_SHAPE1(j1) CLEAVE_SHAPE1(lgamma)
CLEAVE_SHAPE1(log) CLEAVE_SHAPE1(log10) CLEAVE_SHAPE1(log1p) CLEAVE_SHAPE1(log2) CLEAVE_SHAPE1(logb)
CLEAVE_SHAPE1(nearbyint) CLEAVE_SHAPE1(rint) CLEAVE_SHAPE1(round) CLEAVE_SHAPE1(sin) CLEAVE_SHAPE1(sinh)
CLEAVE_SHAPE1(sqrt) CLEAVE_SHAPE1(tan) CLEAVE_SHAPE1(tanh) CLEAVE_SHAPE1(tgamma) CLEAVE_SHAPE1(trunc)
CLEAVE_SHAPE1(y0) CLEAVE_SHAPE1(y1)
CLEAVE_SHAPE2(atan2) CLEAVE_SHAPE2(copysign) CLEAVE_SHAPE2(fdim) CLEAVE_SHAPE2(fmax) CLEAVE_SHAPE2(fmin)
CLEAVE_SHAPE2(fmod) CLEAVE_SHAPE2(hypot) CLEAVE_SHAPE2(nextafter) CLEAVE_SHAPE2(pow) CLEAVE_SHAPE2(remainder)
CLEAVE_SHAPE(int, ilogb) CLEAVE_SHAPE(long int, lrint) CLEAVE_SHAPE(long int, lround)
CLEAVE_SHAPE(long long int, llrint) CLEAVE_SHAPE(long long int, llround)
CLEAVE_BOTH double fma(double, double, double) noexcept(true);
CLEAVE_BOTH float fmaf(float, float, float) noexcept(true);
CLEAVE_BOTH double frexp(double, int *) noexcept(true);
CLEAVE_BOTH float frexpf(float, int *) noexcept(true);
CLEAVE_BOTH double ldexp(double, int) noexcept(true);
CLEAVE_BOTH float ldexpf(float, int) noexcept(true);
CLEAVE_BOTH double scalbn(double, int) noexcept(true);
CLEAVE_BOTH float scalbnf(float, int) noexcept(true);
CLEAVE_BOTH double scalbln(double, long int) noexcept(true);
CLEAVE_BOTH float scalblnf(float, long int) noexcept(true);
CLEAVE_BOTH double modf(double, double *) noexcept(true);
CLEAVE_BOTH float modff(float, float *) noexcept(true);
CLEAVE_BOTH double remquo(double, double, int *) noexcept(true);
CLEAVE_BOTH float remquof(float, float, int *) noexcept(true);
CLEAVE_BOTH double nan(const char *) noexcept(true);
CLEAVE_BOTH float nanf(const char *) noexcept(true);
CLEAVE_BOTH double jn(int, double) noexcept(true);
CLEAVE_BOTH float jnf(int, float) noexcept(true);
CLEAVE_BOTH double yn(int, double) noexcept(true);
CLEAVE_BOTH float ynf(int, float) noexcept(true);
CLEAVE_BOTH int abs(int) noexcept(true);
CLEAVE_BOTH long int labs(long int) noexcept(true);
CLEAVE_BOTH long long int llabs(long long int) noexcept(true);
#if defined(_GNU_SOURCE)
// Extensions of glibc, which declares them with an exception specification too.
CLEAVE_SHAPE1(exp10)
CLEAVE_BOTH void sincos(double, double *, double *) noexcept(true);
CLEAVE_BOTH void sincosf(float, float *, float *) noexcept(true);
#else
CLEAVE_BOTH double exp10(double);
CLEAVE_BOTH float exp10f(float);
CLEAVE_BOTH void sincos(double, double *, double *);
CLEAVE_BOTH void sincosf(float, float *, float *);
#endif

// CUDA's own. No exception specification: later C libraries declare some of these (C23), and
// what a host compiler accepts beside them is theirs.
#undef CLEAVE_SHAPE1
#define CLEAVE_SHAPE1(name)             \
    CLEAVE_BOTH double name(double);    \
    CLEAVE_BOTH float name##f(float);
CLEAVE_SHAPE1(rsqrt) CLEAVE_SHAPE1(rcbrt) CLEAVE_SHAPE1(sinpi) CLEAVE_SHAPE1(cospi) CLEAVE_SHAPE1(erfinv)
CLEAVE_SHAPE1(erfcinv) CLEAVE_SHAPE1(erfcx) CLEAVE_SHAPE1(normcdf) CLEAVE_SHAPE1(normcdfinv)
CLEAVE_BOTH void sincospi(double, double *, double *);
CLEAVE_BOTH void sincospif(float, float *, float *);
CLEAVE_BOTH int min(const int, const int);
CLEAVE_BOTH int max(const int, const int);
CLEAVE_BOTH unsigned int umin(const unsigned int, const unsigned int);
CLEAVE_BOTH unsigned int umax(const unsigned int, const unsigned int);
CLEAVE_BOTH long long int llmin(const long long int, const long long int);
CLEAVE_BOTH long long int llmax(const long long int, const long long int);
CLEAVE_BOTH unsigned long long int ullmin(const unsigned long long int, const unsigned long long int);
CLEAVE_BOTH unsigned long long int ullmax(const unsigned long long int, const unsigned long long int);

// On the device only.
#define CLEAVE_DEVICE extern __device__ __device_builtin__
CLEAVE_DEVICE double rhypot(double, double) noexcept(true);
CLEAVE_DEVICE float rhypotf(float, float) noexcept(true);
CLEAVE_DEVICE double norm3d(double, double, double) noexcept(true);
CLEAVE_DEVICE float norm3df(float, float, float) noexcept(true);
CLEAVE_DEVICE double rnorm3d(double, double, double) noexcept(true);
CLEAVE_DEVICE float rnorm3df(float, float, float) noexcept(true);
CLEAVE_DEVICE double norm4d(double, double, double, double) noexcept(true);
CLEAVE_DEVICE float norm4df(float, float, float, float) noexcept(true);
CLEAVE_DEVICE double rnorm4d(double, double, double, double) noexcept(true);
CLEAVE_DEVICE float rnorm4df(float, float, float, float) noexcept(true);
CLEAVE_DEVICE double cyl_bessel_i0(double) noexcept(true);
CLEAVE_DEVICE float cyl_bessel_i0f(float) noexcept(true);
CLEAVE_DEVICE double cyl_bessel_i1(double) noexcept(true);
CLEAVE_DEVICE float cyl_bessel_i1f(float) noexcept(true);
#undef CLEAVE_DEVICE

} // extern "C"

#undef CLEAVE_SHAPE
#undef CLEAVE_SHAPE1
#undef CLEAVE_SHAPE2
#undef CLEAVE_BOTH

// Overloads of the global names.
#define CLEAVE_MATH static __inline__ __host__ __device__
CLEAVE_MATH float rsqrt(const float a) { return rsqrtf(a); }
CLEAVE_MATH float rcbrt(const float a) { return rcbrtf(a); }
CLEAVE_MATH float sinpi(const float a) { return sinpif(a); }
CLEAVE_MATH float cospi(const float a) { return cospif(a); }
CLEAVE_MATH float exp10(const float a) { return exp10f(a); }
CLEAVE_MATH float erfinv(const float a) { return erfinvf(a); }
CLEAVE_MATH float erfcinv(const float a) { return erfcinvf(a); }
CLEAVE_MATH float erfcx(const float a) { return erfcxf(a); }
CLEAVE_MATH float normcdf(const float a) { return normcdff(a); }
CLEAVE_MATH float normcdfinv(const float a) { return normcdfinvf(a); }
CLEAVE_MATH void sincos(const float a, float *s, float *c) { sincosf(a, s, c); }
CLEAVE_MATH void sincospi(const float a, float *s, float *c) { sincospif(a, s, c); }

#define CLEAVE_ORDER(type, a, b)                                                    \
    CLEAVE_MATH type min(const a x, const b y) { return (type)y < (type)x ? (type)y : (type)x; } \
    CLEAVE_MATH type max(const a x, const b y) { return (type)x < (type)y ? (type)y : (type)x; }
CLEAVE_ORDER(unsigned int, unsigned int, unsigned int)
CLEAVE_ORDER(unsigned int, int, unsigned int)
CLEAVE_ORDER(unsigned int, unsigned int, int)
CLEAVE_ORDER(long int, long int, long int)
CLEAVE_ORDER(unsigned long int, unsigned long int, unsigned long int)
CLEAVE_ORDER(unsigned long int, long int, unsigned long int)
CLEAVE_ORDER(unsigned long int, unsigned long int, long int)
CLEAVE_ORDER(long long int, long long int, long long int)
CLEAVE_ORDER(unsigned long long int, unsigned long long int, unsigned long long int)
CLEAVE_ORDER(unsigned long long int, long long int, unsigned long long int)
CLEAVE_ORDER(unsigned long long int, unsigned long long int, long long int)
#undef CLEAVE_ORDER
#define CLEAVE_ORDER(type, f, a, b)                                                         \
    CLEAVE_MATH type min(const a x, const b y) { return fmin##f((type)x, (type)y); }   \
    CLEAVE_MATH type max(const a x, const b y) { return fmax##f((type)x, (type)y); }
CLEAVE_ORDER(float, f, float, float)
CLEAVE_ORDER(double, , double, double)
CLEAVE_ORDER(double, , float, double)
CLEAVE_ORDER(double, , double, float)
#undef CLEAVE_ORDER
#undef CLEAVE_MATH

#endif
#endif
