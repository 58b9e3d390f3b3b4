// Half and bfloat16 arithmetic, scalar and in pairs, with conversions on both sides.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <iomanip>
#include <iostream>
#include <vector>

template <typename T>
struct Traits;

template <>
struct Traits<__half> {
    using Pair = __half2;
    static constexpr const char *name = "half";
    static __host__ __device__ __half fromFloat(float f) { return __float2half(f); }
    static __host__ __device__ float toFloat(__half h) { return __half2float(h); }
    static __device__ Pair fma(Pair a, Pair b, Pair c) { return __hfma2(a, b, c); }
    static __device__ Pair both(__half x) { return __half2half2(x); }
};

template <>
struct Traits<__nv_bfloat16> {
    using Pair = __nv_bfloat162;
    static constexpr const char *name = "bfloat16";
    static __host__ __device__ __nv_bfloat16 fromFloat(float f) { return __float2bfloat16(f); }
    static __host__ __device__ float toFloat(__nv_bfloat16 h) { return __bfloat162float(h); }
    static __device__ Pair fma(Pair a, Pair b, Pair c) { return __hfma2(a, b, c); }
    static __device__ Pair both(__nv_bfloat16 x) { return __bfloat162bfloat162(x); }
};

template <typename T, typename Tr = Traits<T>>
__global__ void axpy(T a, const typename Tr::Pair *x, typename Tr::Pair *y, int pairs)
{
    const typename Tr::Pair aa = Tr::both(a);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x)
        y[i] = Tr::fma(aa, x[i], y[i]);
}

__global__ void dotHalf(const half *a, const half *b, float *out, int n)
{
    half local = __float2half(0.f);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        local = local + a[i] * b[i];
        if (__hisnan(local) || local > half(60000.f)) local = 0.f;
    }
    float f = static_cast<float>(local);
    for (int o = 16; o; o >>= 1) f += __shfl_xor_sync(~0u, f, o);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, f);
}

__global__ void normalise(half2 *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 f = __half22float2(v[i]);
    float r = rsqrtf(f.x * f.x + f.y * f.y + 1e-6f);
    v[i] = __floats2half2_rn(f.x * r, f.y * r);
    v[i] = h2sqrt(__habs2(v[i]));
    v[i] = __hmul2(v[i], make_half2(__low2half(v[i]), __high2half(v[i])));
}

template <typename T>
double error(int n)
{
    std::vector<T> x(n), y(n);
    for (int i = 0; i < n; ++i) {
        x[i] = Traits<T>::fromFloat(0.01f * i);
        y[i] = Traits<T>::fromFloat(1.0f);
    }
    T *dx, *dy;
    cudaMalloc(&dx, n * sizeof(T));
    cudaMalloc(&dy, n * sizeof(T));
    cudaMemcpy(dx, x.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    using P = typename Traits<T>::Pair;
    axpy<T><<<2, 64>>>(Traits<T>::fromFloat(0.5f), reinterpret_cast<P *>(dx),
                       reinterpret_cast<P *>(dy), n / 2);
    cudaMemcpy(y.data(), dy, n * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(dx);
    cudaFree(dy);
    double worst = 0;
    for (int i = 0; i < n; ++i)
        worst = std::fmax(worst, std::fabs(Traits<T>::toFloat(y[i]) - (1.0 + 0.005 * i)));
    std::cout << std::left << std::setw(10) << Traits<T>::name << worst << '\n';
    return worst;
}

int main()
{
    half *h;
    float *sum;
    cudaMallocManaged(&h, 256 * sizeof(half));
    cudaMallocManaged(&sum, sizeof(float));
    *sum = 0;
    for (int i = 0; i < 256; ++i) h[i] = __float2half(i / 256.f);
    dotHalf<<<1, 128>>>(h, h, sum, 256);
    normalise<<<1, 128>>>(reinterpret_cast<half2 *>(h), 128);
    cudaDeviceSynchronize();
    std::cout << "dot " << *sum << ", last " << __half2float(h[255]) << std::endl;
    cudaFree(h);
    cudaFree(sum);
    return error<__half>(200) + error<__nv_bfloat16>(200) > 0.1;
}
