// The CUDA C++ standard library: atomics, spans, optional, and tuple on the device.
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include <cstdio>

namespace cstd = cuda::std;

using DeviceAtomic = cuda::atomic<int, cuda::thread_scope_device>;

template <class T>
__device__ cstd::optional<int> find(cstd::span<const T> s, T what)
{
    for (int i = 0; i < static_cast<int>(s.size()); ++i)
        if (s[i] == what)
            return i;
    return cstd::nullopt;
}

template <class... T>
__host__ __device__ constexpr auto sums(cstd::tuple<T...> a, cstd::tuple<T...> b)
{
    return cstd::apply(
        [&b](auto... x) {
            return cstd::apply([=](auto... y) { return cstd::make_tuple((x + y)...); }, b);
        },
        a);
}

__global__ void search(const int *data, int n, DeviceAtomic *found, int *firstBlock)
{
    cstd::span<const int> all(data, n);
    const int chunk = 16;
    const int at = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
    if (at + chunk > n)
        return;
    if (auto where = find(all.subspan(at, chunk), 42)) {
        found->fetch_add(1, cuda::memory_order_relaxed);
        cuda::atomic_ref<int, cuda::thread_scope_device> first(*firstBlock);
        first.fetch_min(at + *where);
    }
}

__global__ void tuples(int *out)
{
    constexpr auto t = sums(cstd::make_tuple(1, 2.5f), cstd::make_tuple(2, 0.5f));
    static_assert(cstd::is_same_v<cstd::remove_const_t<decltype(t)>, cstd::tuple<int, float>>);
    cstd::array<int, 3> a = {cstd::get<0>(t), static_cast<int>(cstd::get<1>(t)), 0};
    for (auto &x : a)
        a[2] += cstd::exchange(x, x + 1);
    auto [i, f] = t;
    out[0] = a[2] + i + static_cast<int>(f);
}

int main()
{
    const int n = 4096;
    int *data, *first;
    DeviceAtomic *found;
    cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&first, 2 * sizeof(int));
    cudaMallocManaged(&found, sizeof *found);
    new (found) DeviceAtomic(0);
    first[0] = cstd::numeric_limits<int>::max();
    for (cstd::int32_t i = 0; i < n; ++i)
        data[i] = i % 100;
    search<<<2, 128>>>(data, n, found, first);
    tuples<<<1, 1>>>(first + 1);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 2;
    std::printf("%d chunks, first at %d, %d\n", found->load(), first[0], first[1]);
    cudaFree(data), cudaFree(first), cudaFree(found);
    return first[0] != 42;
}
