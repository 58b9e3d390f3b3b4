// flags: -std=c++17
// The CUDA C++ standard library in types that both sides share: arrays, tuples, optionals, variants, spans, chrono, complex
// numbers, limits, type traits and atomics of several scopes.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

namespace cs = cuda::std;

struct Reading {
    cs::array<float, 4> values;
    cs::optional<int> status;
    cs::tuple<int, float> tag() const { return {status.value_or(0), values[0]}; }
};

using Command = cs::variant<int, float, cs::complex<float>>;

struct Visit {
    __host__ __device__ float operator()(int i) const { return i; }
    __host__ __device__ float operator()(float f) const { return f; }
    __host__ __device__ float operator()(const cs::complex<float> &c) const { return c.real(); }
};

__device__ cuda::atomic<int, cuda::thread_scope_device> arrivals{0};

template <class T> __host__ __device__ T clampTo(cs::span<const T> s, T x)
{
    T lo = cs::numeric_limits<T>::max(), hi = cs::numeric_limits<T>::lowest();
    for (const T &v : s) lo = v < lo ? v : lo, hi = v > hi ? v : hi;
    return x < lo ? lo : x > hi ? hi : x;
}

template <class F, class... Args>
__global__ void apply(float *out, F f, Args... args)
{
    *out = cs::invoke(f, args...);
    arrivals.fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void visit(float *out, Command c, Reading r)
{
    out[0] = cs::visit(Visit(), c) + (r.status ? *r.status : 0);
    out[1] = clampTo(cs::span<const float>(r.values.data(), r.values.size()), 2.f);
    out[2] = static_cast<float>(cs::popcount(0xffu)) + cs::is_same_v<decltype(c), Command>;
    auto [a, b] = cs::pair<int, float>(1, 2.f);
    out[3] = a + b;
}

int main()
{
    float *p;
    cudaMallocManaged(&p, 64);
    Reading r{{1, 2, 3, 4}, 5};
    apply<<<1, 1>>>(p, cs::plus<float>(), 1.f, 2.f);
    visit<<<1, 1>>>(p, Command(2.f), r);
    visit<<<1, 1>>>(p, cs::complex<float>(1, 2), r);
    cudaDeviceSynchronize();
    const auto took = cs::chrono::milliseconds(1500);
    std::printf("%f %d %f %lld\n", p[0], cs::get<0>(r.tag()), clampTo<float>(r.values, 9.f),
                (long long)cs::chrono::duration_cast<cs::chrono::seconds>(took).count());
    cudaFree(p);
}
