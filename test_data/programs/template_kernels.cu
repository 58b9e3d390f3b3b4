// Kernel templates: explicit specialisation, explicit instantiation, non-type
// arguments, packs, default arguments and template template parameters.
#include <cstdio>
#include <tuple>
#include <utility>

template <typename T>
struct Scale {
    T factor;
    __device__ T operator()(T x) const { return factor * x; }
};

template <typename T>
struct Shift {
    T amount;
    __device__ T operator()(T x) const { return x + amount; }
};

// ----- a primary and two explicit specialisations
template <typename T>
__global__ void negate(T *p, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) p[i] = -p[i];
}

template <>
__global__ void negate<bool>(bool *p, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) p[i] = !p[i];
}

template <>
__global__ void negate(unsigned *p, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) p[i] = ~p[i];
}

// ----- default template arguments, of types and of values
template <typename T = float, int Unroll = 4, bool Checked = true>
__global__ void fill(T *p, int n, T value = T())
{
    const int base = (blockIdx.x * blockDim.x + threadIdx.x) * Unroll;
#pragma unroll
    for (int i = 0; i < Unroll; ++i)
        if (!Checked || base + i < n)
            p[base + i] = value;
}

template __global__ void fill<double>(double *, int, double);
template __global__ void fill<short, 1, false>(short *, int, short);

// ----- packs of types, of values, and a pack of functors
template <typename T, typename... Ops>
__global__ void pipeline(T *p, int n, Ops... ops)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T v = p[i];
    ((v = ops(v)), ...);
    p[i] = v;
}

template <int... Weights>
__global__ void stencil(const int *in, int *out, int n)
{
    constexpr int width = sizeof...(Weights);
    constexpr int weights[] = {Weights...};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + width > n) return;
    int acc = 0;
    for (int k = 0; k < width; ++k)
        acc += weights[k] * in[i + k];
    out[i] = acc;
}

// ----- a template template parameter
template <template <typename> class Op, typename T>
__global__ void map(T *p, int n, T argument)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = Op<T>{argument}(p[i]);
}

// ----- a function pointer and an enumeration as arguments
enum Mode { Plain, Doubled = 2 };
__device__ float table[16];

__host__ __device__ inline float half(float x) { return 0.5f * x; }

template <float (*F)(float), Mode M>
__global__ void gather(float *out)
{
    out[threadIdx.x] = F(table[threadIdx.x % 16]) * (M == Doubled ? 2 : 1);
}

template <std::size_t... I>
void launchAll(int *p, int n, std::index_sequence<I...>)
{
    (fill<int, int(I) + 1><<<n, 1>>>(p, n, int(I)), ...);
}

int main()
{
    const int n = 1024;
    int *p, *q;
    float *f;
    cudaMalloc(&p, n * sizeof *p);
    cudaMalloc(&q, n * sizeof *q);
    cudaMalloc(&f, n * sizeof *f);

    negate<<<n / 128, 128>>>(p, n);
    negate<unsigned><<<n / 128, 128>>>(reinterpret_cast<unsigned *>(p), n);
    negate<bool><<<1, 32>>>(reinterpret_cast<bool *>(p), 32);
    fill<><<<n / 512, 128>>>(f, n, 0.f);
    fill<float, 8><<<n / 1024, 128>>>(f, n);
    pipeline<<<8, 128>>>(p, n, Scale<int>{2}, Shift<int>{1}, Scale<int>{3});
    pipeline<float><<<8, 128>>>(f, n);
    stencil<1, 2, 1><<<8, 128>>>(p, q, n);
    stencil<-1, 0, 0, 0, 1><<<8, 128>>>(p, q, n);
    map<Scale><<<8, 128>>>(p, n, 3);
    map<Shift, float><<<8, 128>>>(f, n, 0.5f);
    gather<half, Doubled><<<1, 64>>>(f);
    gather<&half, Plain><<<1, 64>>>(f);
    launchAll(p, n, std::make_index_sequence<3>{});

    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
    cudaFree(q);
    cudaFree(f);
}
