// flags: --extended-lambda -std=c++17
// Thrust driven by lambdas: comparators, predicates and generators of every kind, through fancy iterators, on streams, on the host.
#include <cstdio>
#include <thrust/adjacent_difference.h>
#include <thrust/complex.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>
#include <thrust/zip_function.h>

using Complex = thrust::complex<float>;

struct Particle {
    float3 at;
    int cell;
};

struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};

template <class Policy, class Vector, class Less>
void order(const Policy &policy, Vector &v, Less less)
{
    thrust::sort(policy, v.begin(), v.end(), [less] __host__ __device__(const typename Vector::value_type &a, const typename Vector::value_type &b) { return less(a, b); });
}

class World
{
    thrust::device_vector<Particle> particles;
    float side;

public:
    World(int n, float s) : particles(n), side(s) {}
    void scatter(unsigned seed)
    {
        const float side = this->side;
        thrust::tabulate(particles.begin(), particles.end(), [=] __device__(int i) -> Particle {
            thrust::default_random_engine engine(seed);
            thrust::uniform_real_distribution<float> uniform(0.f, side);
            engine.discard(3 * i);
            const float x = uniform(engine), y = uniform(engine);
            return {make_float3(x, y, uniform(engine)), int(x)};
        });
    }
    size_t inside(float radius) const
    {
        const float limit = radius * radius;
        return thrust::count_if(particles.begin(), particles.end(), [limit] __device__(const Particle &p) {
            return p.at.x * p.at.x + p.at.y * p.at.y + p.at.z * p.at.z < limit;
        });
    }
    int cells()
    {
        order(thrust::device, particles, [] __host__ __device__(const Particle &a, const Particle &b) { return a.cell < b.cell; });
        auto last = thrust::unique(particles.begin(), particles.end(),
                                   [] __device__(const Particle &a, const Particle &b) { return a.cell == b.cell; });
        return int(last - particles.begin());
    }
};

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    const int n = 1000;
    World world(n, 4.f);
    world.scatter(7);
    std::printf("%zu inside, %d cells\n", world.inside(2.f), world.cells());

    thrust::universal_vector<float> a(n), b(n, 2.f), c(n);
    thrust::sequence(thrust::cuda::par.on(stream), a.begin(), a.end(), 1.f, 0.5f);
    auto zipped = thrust::make_zip_iterator(a.begin(), b.begin(), c.begin());
    thrust::for_each(thrust::cuda::par_nosync.on(stream), zipped, zipped + n,
                     thrust::make_zip_function([] __device__(float x, float y, float &z) { z = x * y; }));
    auto squares = thrust::make_transform_output_iterator(b.begin(), Square());
    thrust::copy(thrust::cuda::par.on(stream), c.begin(), c.end(), squares);
    thrust::adjacent_difference(thrust::device, a.begin(), a.end(), thrust::make_discard_iterator());
    auto middle = thrust::stable_partition(thrust::device, c.begin(), c.end(), [mean = 250.f] __device__(float x) { return x < mean; });

    thrust::device_vector<int> even(n / 2), third(n / 3), both(n), all(n + n);
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n / 2), thrust::constant_iterator<int>(2),
                      even.begin(), thrust::multiplies<int>());
    thrust::generate(thrust::host, &a[0], &a[0] + 10, [i = 0]() mutable { return float(i++); });
    thrust::tabulate(third.begin(), third.end(), [] __device__(int i) { return 3 * i; });
    auto meet = thrust::set_intersection(even.begin(), even.end(), third.begin(), third.end(), both.begin());
    thrust::merge(even.begin(), even.end(), third.begin(), third.end(), all.begin(), thrust::less<int>{});
    const Complex sum = thrust::transform_reduce(
        a.begin(), a.end(), [] __host__ __device__(float x) { return thrust::polar(1.f, x); }, Complex(), thrust::plus<Complex>());
    const float dot = thrust::inner_product(
        a.begin(), a.end(), b.begin(), 0.f, [] __host__ __device__(float x, float y) { return x + y; },
        [] __host__ __device__(float x, float y) { return x * y; });
    auto extremes = thrust::minmax_element(c.begin(), middle);
    std::printf("%d both, %f %f, %f, %f to %f\n", int(meet - both.begin()), sum.real(), sum.imag(), dot, float(*extremes.first), float(*extremes.second));
    cudaStreamDestroy(stream);
}
