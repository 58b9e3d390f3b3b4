// flags: -std=c++14
// C++14: generic functors, variable templates, auto return types, enable_if.
#include <cstdio>
#include <iterator>
#include <limits>
#include <memory>
#include <type_traits>

template <typename T>
constexpr T pi = T(3.14159265358979323846L);

template <typename T>
__host__ __device__ constexpr typename std::enable_if<std::is_integral<T>::value, T>::type
average(T a, T b)
{
    return (a & b) + ((a ^ b) >> 1);
}

template <typename T, typename = std::enable_if_t<std::is_floating_point<T>::value>>
__host__ __device__ constexpr T average(T a, T b, ...)
{
    return (a + b) / 2;
}

template <typename T>
using Pointer = std::add_pointer_t<T>;

template <typename T, typename Enable = void>
struct Accumulator {
    using type = T;
    static constexpr const char *name() { return "same"; }
};

template <typename T>
struct Accumulator<T, std::enable_if_t<std::is_integral<T>::value && sizeof(T) < 8>> {
    using type = long long;
    static constexpr const char *name() { return "wide"; }
};

template <typename T>
using AccumulatorT = typename Accumulator<T>::type;

template <typename T>
__device__ auto area(T r)
{
    return pi<T> * r * r;
}

struct Generic {
    template <typename T>
    __device__ auto operator()(T x) const
    {
        return x + T(1);
    }
};

template <typename T, typename F>
__global__ void sumKernel(const T *__restrict__ p, Pointer<AccumulatorT<T>> out, int n, F f)
{
    AccumulatorT<T> acc{};
    for (int i = 0; i < n; ++i)
        acc += f(average(p[i], T(3)));
    out[threadIdx.x] = acc;
}

__global__ void circles(float *f, double *d)
{
    f[threadIdx.x] = area(f[threadIdx.x]);
    d[threadIdx.x] = area(d[threadIdx.x]);
    const auto mask = 0b1010'1010;
    if ((1 << threadIdx.x % 8) & mask)
        d[threadIdx.x] *= 1'000.0;
}

template <typename T>
struct Deleter {
    void operator()(T *p) const noexcept { cudaFree(p); }
};

template <typename T>
auto allocate(std::size_t n)
{
    T *p = nullptr;
    if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess)
        p = nullptr;
    return std::unique_ptr<T, Deleter<T>>{p};
}

template <typename T>
void run(int n)
{
    auto in = allocate<T>(n);
    auto out = allocate<AccumulatorT<T>>(32);
    if (!in || !out)
        return;
    cudaMemset(in.get(), 1, n * sizeof(T));
    sumKernel<<<1, 32>>>(static_cast<const T *>(in.get()), out.get(), n, Generic{});
    AccumulatorT<T> host;
    cudaMemcpy(&host, out.get(), sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%s %g\n", Accumulator<T>::name(), static_cast<double>(host));
}

int main()
{
    run<int>(100);
    run<unsigned char>(100);
    run<float>(100);
    auto f = allocate<float>(32);
    auto d = allocate<double>(32);
    circles<<<1, 32>>>(f.get(), d.get());
    auto show = [](auto... values) {
        int dummy[] = {(std::printf("%g ", double(values)), 0)...};
        std::printf("(%d)\n", int(std::end(dummy) - std::begin(dummy)));
    };
    show(pi<float>, average(3, 8), average(1.0, 2.0), std::numeric_limits<short>::max());
    return 0;
}
