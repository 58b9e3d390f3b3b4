// Lambdas inside kernels and device functions (no extended lambdas), captured and passed on.
#include <cstdio>

template <class F>
__device__ int accumulate(int n, F f, int init = 0)
{
    for (int i = 0; i < n; ++i) init = f(init, i);
    return init;
}

template <class F, class G>
__device__ auto chain(F f, G g)
{
    return [=](auto x) { return f(g(x)); };
}

template <class F, class G>
auto compose(F f, G g)
{
    return [=](auto x) { return f(g(x)); };
}

template <typename F>
__device__ void forThreads(int n, F &&body)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) body(i);
}

struct Body {
    float mass;
    __device__ float energy(const float *v, int n) const
    {
        auto square = [](float x) { return x * x; };
        auto weighted = [this, square](float x) { return 0.5f * mass * square(x); };
        float e = 0;
        for (int i = 0; i < n; ++i) e += weighted(v[i]);
        return e;
    }
    __device__ auto scaler() const
    {
        return [*this](float x) { return mass * x; };
    }
};

__global__ void plain(int *out, int n)
{
    int calls = 0;
    const auto add = [](int a, int b) { return a + b; };
    auto counting = [&calls](int a, int b) -> int {
        ++calls;
        return a * 3 ^ b;
    };
    auto twice = [n](auto f) { return [=](int x) { return f(f(x, n), n); }; };
    int sum = accumulate(n, add);
    sum += accumulate(n, counting, 7);
    sum += twice(add)(sum);
    int (*pointer)(int, int) = add;
    out[threadIdx.x] = pointer(sum, calls) + [] { return 4; }() + [=]() mutable { return ++n; }();
}

__global__ void capturing(float *p, int n, Body b)
{
    __shared__ float cache[64];
    forThreads(64, [&](int i) { cache[i] = i < n ? p[i] : 0.f; });
    __syncthreads();
    auto scale = b.scaler();
    auto both = chain(scale, [](float x) { return x + 1.f; });
    forThreads(n, [&, factor = 0.5f](int i) {
        auto neighbours = [&](int d) { return cache[(i + d) & 63]; };
        p[i] = factor * (neighbours(-1) + neighbours(1)) + both(cache[i]);
    });
    if (threadIdx.x == 0) p[0] = b.energy(cache, 64);
}

template <typename T>
__global__ void generic(T *p)
{
    auto apply = [p](auto... ops) { (ops(p[threadIdx.x]), ...); };
    auto doubler = [](T &x) { x = x + x; };
    apply(doubler, [](T &x) { x -= T(1); }, doubler);
    static constexpr auto constant = [] { return 5; };
    if constexpr (constant() == 5) p[threadIdx.x] += constant();
}

__global__ void recursive(int *out)
{
    auto fib = [](auto &self, int n) -> int { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); };
    *out = fib(fib, 10);
}

int main()
{
    int *i;
    float *f;
    cudaMallocManaged(&i, 32 * sizeof *i);
    cudaMallocManaged(&f, 64 * sizeof *f);
    auto sync = [](const char *what) {
        cudaError_t e = cudaDeviceSynchronize();
        if (e != cudaSuccess) std::printf("%s: %s\n", what, cudaGetErrorString(e));
        return e == cudaSuccess;
    };
    auto run = [=, &sync] {
        plain<<<1, 32>>>(i, 5);
        capturing<<<1, 32>>>(f, 64, Body{2.f});
        generic<<<1, 32>>>(i);
        generic<float><<<1, 32>>>(f);
        return sync("first");
    };
    bool ok = run() && [&] { recursive<<<1, 1>>>(i); return sync("second"); }();
    std::printf("%d %d %f %d\n", ok, *i, *f, compose([](int x) { return x * 2; }, [](int x) { return x + 1; })(3));
    cudaFree(i), cudaFree(f);
    return !ok;
}
