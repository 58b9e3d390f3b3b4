// Thrust: sort by key, transform, reduce, zip, counting iterators and user functors.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <iostream>
#include <iterator>

struct Scramble {
    unsigned seed;
    __host__ __device__ unsigned operator()(unsigned i) const
    {
        i ^= seed;
        i *= 2654435761u;
        return i ^ (i >> 16);
    }
};

struct Distance {
    __host__ __device__ float operator()(const thrust::tuple<float, float> &p) const
    {
        return sqrtf(thrust::get<0>(p) * thrust::get<0>(p) + thrust::get<1>(p) * thrust::get<1>(p));
    }
};

template <typename T>
struct Clamp {
    T lo, hi;
    Clamp(T l, T h) : lo(l), hi(h) {}
    __device__ T operator()(const T &x) const { return x < lo ? lo : (x > hi ? hi : x); }
};

__global__ void touch(unsigned *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] &= 0xffffu;
}

int main()
{
    const int n = 1 << 12;
    thrust::device_vector<unsigned> keys(n);
    thrust::device_vector<int> ids(n);
    thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(n),
                      keys.begin(), Scramble{12345u});
    thrust::sequence(ids.begin(), ids.end());
    touch<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(keys.data()), n);
    thrust::sort_by_key(keys.begin(), keys.end(), ids.begin());

    unsigned total = thrust::reduce(keys.begin(), keys.end(), 0u, thrust::plus<unsigned>());
    unsigned top = thrust::reduce(thrust::device, keys.begin(), keys.end(), 0u,
                                  thrust::maximum<unsigned>());

    thrust::device_vector<float> x(n, 3.f), y(n, 4.f), d(n);
    auto first = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
    thrust::transform(first, first + n, d.begin(), Distance());
    thrust::transform(d.begin(), d.end(), d.begin(), Clamp<float>(0.f, 4.5f));
    float sum = thrust::transform_reduce(first, first + n, Distance{}, 0.f, thrust::plus<>{});

    thrust::host_vector<int> h(ids.begin(), ids.begin() + 8);
    thrust::copy(h.begin(), h.end(), std::ostream_iterator<int>(std::cout, " "));
    std::cout << '\n' << total << ' ' << top << ' ' << sum << ' ' << d[7] << '\n';
    return sum == 5.f * n ? 0 : 1;
}
