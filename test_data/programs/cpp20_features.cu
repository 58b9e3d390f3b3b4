// flags: -std=c++20 --expt-relaxed-constexpr
// C++20: concepts and requires clauses on kernels, consteval, three-way comparison,
// designated initialisers, lambdas with template parameters, using enum.
#include <compare>
#include <concepts>
#include <cstdio>
#include <span>
#include <type_traits>
#include <vector>

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

template <class F, class T>
concept UnaryOn = requires(F f, T t) {
    { f(t) } -> std::convertible_to<T>;
};

struct Config {
    int threads = 128;
    int blocks = 1;
    bool verbose = false;
};

struct Version {
    int major, minor;
    constexpr auto operator<=>(const Version &) const = default;
};

consteval int cube(int x) { return x * x * x; }

template <Number T>
__global__ void increment(T *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += T{1};
}

template <class T>
    requires std::integral<T> && (sizeof(T) == 4)
__global__ void shift(T *p, int n, int by)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] <<= by;
}

template <Number T, UnaryOn<T> F>
    requires(!std::is_empty_v<T>)
__global__ void apply(T *p, int n, F f)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = f(p[i]);
}

template <auto Value, Number... Ts>
__global__ void store(Ts *...out)
{
    ((*out = static_cast<Ts>(Value)), ...);
}

// A class type as a non-type template argument.
struct Range {
    int lo, hi;
    constexpr bool operator==(const Range &) const = default;
};

template <Range R>
__global__ void clamp(int *p)
{
    int &v = p[threadIdx.x];
    if (v < R.lo) [[unlikely]]
        v = R.lo;
    else if (v > R.hi)
        v = R.hi;
}

struct Half {
    template <class T>
    __host__ __device__ constexpr T operator()(T x) const { return x / 2; }
};

enum class Mode { Fast, Exact };

__host__ __device__ constexpr int weight(Mode m)
{
    using enum Mode;
    switch (m) {
    case Fast: return 1;
    case Exact: return cube(2);
    }
    return 0;
}

__global__ void ordered(Version a, Version b, int *out)
{
    auto larger = []<class T>(T x, T y) { return x > y ? x : y; };
    if (a < b) *out = larger(a.minor, b.minor) + weight(Mode::Exact);
    if (auto c = a <=> b; c == 0) *out = 0;
    constinit static int calls = 0;
    *out += ++calls;
}

int total(std::span<const int> s)
{
    int sum = 0;
    for (int i = 0; auto v : s) sum += ++i * v;
    return sum;
}

int main()
{
    const Config config{.threads = 64, .blocks = 4};
    const int n = config.threads * config.blocks;
    int *p;
    float *f;
    cudaMallocManaged(&p, n * sizeof *p);
    cudaMalloc(&f, n * sizeof *f);
    increment<<<config.blocks, config.threads>>>(p, n);
    increment<float><<<dim3{4, 1, 1}, config.threads>>>(f, n);
    shift<<<1, 64>>>(p, n, cube(1));
    apply<<<1, 64>>>(p, n, Half{});
    store<7><<<1, 1>>>(p, f);
    clamp<Range{-1, 5}><<<1, 32>>>(p);
    clamp<Range{.lo = 0, .hi = 3}><<<1, 32>>>(p);
    ordered<<<1, 1>>>({1, 2}, {.major = 1, .minor = 3}, p);
    cudaDeviceSynchronize();
    std::vector<int> v(p, p + n);
    static_assert(Version{1, 2} < Version{2, 0});
    if (config.verbose) std::printf("%d blocks\n", config.blocks);
    std::printf("%d\n", total(v));
    cudaFree(p);
    cudaFree(f);
}
