// flags: -std=c++20
// Kernels chosen at run time from tables made at compile time: index sequences, values of class type as template arguments,
// concepts that overload kernels, lambdas in template arguments, fold expressions over launches.
#include <array>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <utility>

enum class Tag : char { alpha = 'a', beta = 'b', direct };

struct Config {
    int threads = 128, items = 4;
    bool vectorized = false;
    __host__ __device__ constexpr int tile() const { return threads * items; }
    constexpr auto operator<=>(const Config &) const = default;
};

template <class T> concept Arithmetic = std::integral<T> || std::floating_point<T>;
template <class F, class T> concept MapOf = requires(F f, T x) { { f(x) } -> std::convertible_to<T>; };

struct Increment {
    template <class T> __host__ __device__ constexpr T operator()(T x) const { return x + 1; }
};

template <Config C, Arithmetic T, MapOf<T> F = Increment>
__global__ void __launch_bounds__(C.threads) map(T *p, int n, F f = {})
{
    for (int i = blockIdx.x * C.tile() + threadIdx.x, k = 0; k < C.items && i < n; ++k, i += C.threads) p[i] = T(n);
}
template <Tag T> __global__ void tagged(char *out) { out[threadIdx.x] = static_cast<char>(T); }
__global__ void touch(std::integral auto *p) { *p += 1; }
__global__ void touch(std::floating_point auto *p) { *p *= 2; }
template <auto... V> requires(sizeof...(V) > 0) __global__ void values(int *out) { *out = (int(V) + ...); }

template <class T> using Kernel = void (*)(T *, int, decltype([](T x) { return x; }));

template <int Log> __global__ void shifted(int *p) { *p <<= Log; }
template <int... I> constexpr auto shifts(std::integer_sequence<int, I...>) { return std::array{&shifted<I>...}; }
static constexpr auto shiftTable = shifts(std::make_integer_sequence<int, 8>());

struct Entry {
    Tag tag;
    void (*kernel)(char *);
};
template <Tag... N> inline constexpr Entry entries[] = {{N, tagged<N>}...};

class Launcher
{
    int *p;

public:
    explicit(false) Launcher(int *q) : p(q) {}
    template <Config... C> void all(int n) { ((map<C, int><<<(n + C.tile() - 1) / C.tile(), C.threads>>>(p, n)), ...); }
    template <class... T> void each(std::tuple<T *...> t)
    {
        std::apply([](auto *...q) { (touch<<<1, 1>>>(q), ...); }, t);
        [&]<size_t... I>(std::index_sequence<I...>) { (shiftTable[I]<<<1, 1>>>(std::get<0>(t)), ...); }(std::make_index_sequence<3>{});
    }
};

int main(int argc, char **argv)
{
    int *p;
    cudaMallocManaged(&p, 4096);
    Launcher l = p;
    l.all<Config{}, Config{.threads = 64}, Config{.items = 2, .vectorized = true}>(1000);
    l.each(std::tuple<int *, float *, char *>(p, (float *)p, (char *)p));
    constexpr Config wide{.threads = 256, .items = 8};
    map<wide, double><<<1, wide.threads>>>((double *)p, 4);
    map<Config{32, 1}, float><<<1, 32>>>((float *)p, 4);
    const int at = argc > 1 ? std::atoi(argv[1]) & 7 : 3;
    shiftTable[at]<<<1, 1>>>(p);
    using enum Tag;
    for (auto &[tag, kernel] : entries<alpha, beta>)
        if (tag != Tag::beta) kernel<<<1, 32>>>((char *)p);
    tagged<direct><<<1, 32>>>((char *)p);
    values<1, 'a', true, Config{}.tile()><<<1, 1>>>(p);
    std::printf("%d %s\n", *p, cudaGetErrorString(cudaDeviceSynchronize()));
}
