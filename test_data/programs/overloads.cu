// Overload sets across host and device, __CUDA_ARCH__ branches and __host__ __device__ templates.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
#error "this program needs double precision atomics"
#endif

#ifdef __CUDACC__
#define SHARED_CODE __host__ __device__
#else
#define SHARED_CODE
#endif

__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__device__ int kind(float) { return 3; }
__host__ int kind(const char *) { return 4; }
__host__ __device__ int kind(double) { return 5; }
template <class T>
SHARED_CODE int kind(T *) { return 6; }
SHARED_CODE inline int kind(...) { return 7; }

SHARED_CODE inline int whereAmI()
{
#ifdef __CUDA_ARCH__
    return __CUDA_ARCH__;
#else
    return -1;
#endif
}

SHARED_CODE float inverseRoot(float x)
{
#if defined(__CUDA_ARCH__)
    return rsqrtf(x);
#else
    return 1.0f / std::sqrt(x);
#endif
}

SHARED_CODE void report(const char *what, int v)
{
#ifndef __CUDA_ARCH__
    std::fprintf(stderr, "%s %d\n", what, v);
#elif __CUDA_ARCH__ >= 800
    printf("[sm_80+] %s %d\n", what, v);
#else
    printf("%s %d\n", what, v);
#endif
}

template <class T>
SHARED_CODE T minimum(T a, T b) { return b < a ? b : a; }
template <class T, class... Rest>
SHARED_CODE T minimum(T a, T b, Rest... rest) { return minimum(minimum(a, b), rest...); }
template <>
SHARED_CODE inline float minimum(float a, float b) { return fminf(a, b); }

struct Angle {
    double radians;
    SHARED_CODE explicit Angle(double r) : radians(r) {}
    SHARED_CODE Angle(int degrees) : radians(degrees * 3.141592653589793 / 180) {}
    SHARED_CODE operator double() const { return radians; }
    SHARED_CODE operator float() const { return float(radians); }
};

SHARED_CODE Angle operator+(const Angle &a, const Angle &b) { return Angle(a.radians + b.radians); }
SHARED_CODE Angle operator*(double k, const Angle &a) { return Angle(k * a.radians); }
SHARED_CODE bool operator<(const Angle &a, const Angle &b) { return a.radians < b.radians; }
SHARED_CODE Angle operator""_deg(unsigned long long d) { return Angle(int(d)); }

struct Logger {
    void log(int v) const { std::printf("host %d\n", v); }
    __device__ void log(float v) const { printf("device %f\n", v); }
    SHARED_CODE void log(const char *s) const { printf("both %s\n", s); }
};

namespace math {
SHARED_CODE inline double abs(double x) { return x < 0 ? -x : x; }
SHARED_CODE inline int abs(int x) { return x < 0 ? -x : x; }
}

__global__ void select(int *out, Logger logger)
{
    using math::abs;
    int s = 0;
    s = s * 10 + kind(1);
    s = s * 10 + kind(1u);
    s = s * 10 + kind(1.f);
    s = s * 10 + kind(1.0);
    s = s * 10 + kind(out);
    s = s * 10 + kind('a');
    s += abs(-3) + int(abs(-2.5)) + minimum(4, 2, 3);
    Angle a = 90_deg + 2.0 * Angle(45);
    if (Angle(1) < a) s += int(1000 * inverseRoot(float(a)));
    out[0] = s;
    out[1] = whereAmI();
    logger.log(1.5f);
    logger.log("kernel");
    report("done", s);
}

int main()
{
    int *out;
    if (cudaMallocManaged(&out, 2 * sizeof *out) != cudaSuccess) std::abort();
    select<<<1, 1>>>(out, Logger{});
    cudaDeviceSynchronize();
    report("host", whereAmI());
    Logger().log(kind("text") + kind(2.0));
    Logger().log("main");
    std::printf("%d %d %f\n", out[0], out[1], minimum(3.f, inverseRoot(4.f)));
    double quiet = Angle(30), far = std::numeric_limits<double>::max();
    cudaFree(out);
    return quiet < far ? 0 : 1;
}
