// flags: -arch=sm_90 -std=c++17
// Numbers of eight, six and four bits, bfloat16 and half, in templates that convert, pack, quantize and dispatch on them.
#include <cstdio>
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <tuple>
#include <type_traits>

template <class T, class = void> struct Range { static constexpr float largest = 65504.f; };
template <> struct Range<__nv_fp8_e4m3> { static constexpr float largest = 448.f; };
template <> struct Range<__nv_fp8_e5m2, void> { static constexpr float largest = 57344.f; };
template <class T> struct Range<T, std::enable_if_t<sizeof(T) == 4>> { static constexpr float largest = 3e38f; };
template <> struct Range<__nv_fp4_e2m1> { static inline constexpr float largest = 6.f; };
template <> struct Range<__nv_fp6_e3m2> { constexpr static const float largest = 28.f; };

template <class T, int N> struct alignas(sizeof(T) * N) Pack {
    T lane[N];
    __host__ __device__ constexpr T &operator[](int i) { return lane[i]; }
    __host__ __device__ constexpr const T &operator[](int i) const { return lane[i]; }
};

template <class To, class From>
__host__ __device__ __forceinline__ To convert(From f)
{
    if constexpr (std::is_same<To, From>::value) return f;
    else return To(static_cast<float>(f));
}
template <> __host__ __device__ __forceinline__ __half convert(__nv_bfloat16 f) { return __float2half_rn(__bfloat162float(f)); }
template <> __device__ __nv_bfloat162 convert<__nv_bfloat162>(__half2 f)
{
    return __floats2bfloat162_rn(__low2float(f), __high2float(f));
}

template <class To, class From, int N = 4>
__global__ void quantize(const Pack<From, N> *__restrict__ in, Pack<To, N> *__restrict__ out, const float *scale, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const auto pack = in[i];
    Pack<To, N> result;
#pragma unroll
    for (int j = 0; j < N; ++j) {
        float x = static_cast<float>(pack[j]) / __ldg(scale);
        result[j] = To(fminf(fmaxf(x, -Range<To>::largest), Range<To>::largest));
    }
    out[i] = result;
}

__global__ void pairs(const __half2 *a, const __nv_bfloat162 *b, __nv_fp8x4_e4m3 *c, __nv_fp4x2_e2m1 *d)
{
    __half2 x = a[threadIdx.x];
    const __half2 y = __hfma2(x, __float2half2_rn(.5f), h2exp(x));
    __nv_bfloat162 z = convert<__nv_bfloat162>(y);
    z = __hmax2(z, b[threadIdx.x]) + z * __nv_bfloat162{1.0f, 2.0f};
    c[threadIdx.x] = __nv_fp8x4_e4m3(x, y);
    d[threadIdx.x] = __nv_fp4x2_e2m1(make_float2(__low2float(z), __high2float(z)));
}

template <class F, class... T> void forTypes(F f, std::tuple<T...> *) { (f(static_cast<T *>(nullptr)), ...); }

using Targets = std::tuple<__nv_fp8_e4m3, __nv_fp8_e5m2, __half, __nv_bfloat16, float>;

int main()
{
    void *in, *out;
    float *scale, host = 0;
    cudaMalloc(&in, 1 << 16), cudaMalloc(&out, 1 << 16), cudaMalloc(&scale, 4);
    forTypes([&](auto *type) {
        using To = std::remove_pointer_t<decltype(type)>;
        quantize<To><<<4, 64>>>(static_cast<Pack<float, 4> *>(in), (Pack<To, 4> *)out, scale, 256);
        quantize<To, __half, 8><<<dim3(4), 64>>>(static_cast<Pack<__half, 8> *>(in), (Pack<To, 8> *)out, scale, 256);
        host += float(To(1.5f)) + convert<float>(To(Range<To>::largest));
    }, static_cast<Targets *>(nullptr));
    quantize<__nv_fp6_e3m2, float, 1><<<1, 32>>>((Pack<float, 1> *)in, (Pack<__nv_fp6_e3m2, 1> *)out, scale, 32);
    pairs<<<1, 32>>>((__half2 *)in, (__nv_bfloat162 *)in, (__nv_fp8x4_e4m3 *)out, (__nv_fp4x2_e2m1 *)out);
    const __half h = __float2half(2.f) * __half(3);
    std::printf("%f %f\n", host, float(h));
}
