// Default arguments on kernels and device functions, in declarations and definitions.
#include <climits>
#include <cstdio>

struct Span {
    float *p = nullptr;
    int n = 0;
};

enum Flags : unsigned { None = 0, Abs = 1u << 0, Twice = 1u << 1 };

constexpr int defaultSteps() { return 3; }
static int globalDefault = 16;

__global__ void scale(float *p, int n, float by = 2.0f);
__global__ void iterate(Span s, int steps = defaultSteps(), unsigned flags = Abs | Twice);
__global__ void limits(int *out, int lo = INT_MIN, int hi = INT_MAX, const char *what = "limits");

template <typename T>
__global__ void fill(T *p, int n = 32, T value = T{});

namespace ops {
struct Square {
    __device__ float operator()(float x) const { return x * x; }
};
template <typename F = Square>
__global__ void map(float *p, int n, F f = F());
} // namespace ops

// The definitions; one adds a further default.
__global__ void scale(float *p, int n, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= by;
}

__device__ float step(float x, float dx = 0.125f, bool wrap = true)
{
    x += dx;
    return wrap && x > 1.0f ? x - 1.0f : x;
}

__global__ void iterate(Span s, int steps, unsigned flags)
{
    for (int i = threadIdx.x; i < s.n; i += blockDim.x) {
        float v = s.p[i];
        while (steps-- > 0) v = steps & 1 ? step(v) : step(v, -0.25f);
        if (flags & Abs) v = fabsf(v);
        s.p[i] = flags & Twice ? v + v : v;
    }
}

__global__ void limits(int *out, int lo, int hi, const char *)
{
    out[0] = lo;
    out[1] = hi;
}

template <typename T>
__global__ void fill(T *p, int n, T value)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = value;
}

template <typename F>
__global__ void ops::map(float *p, int n, F f)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = f(p[i]);
}

__global__ void unnamed(float *, int = 0, int (*)(int) = nullptr, int[3] = nullptr) {}
__global__ void braces(Span a = {}, Span b = {nullptr, sizeof(Span) > 8 ? 1 : 2}) {}
__global__ void comparison(int a = 3 < 4, bool b = (5 > 2), int c = sizeof(int[4])) {}

class Pipeline {
    float *p_;
    int n_;

public:
    Pipeline(int n = globalDefault * 4) : n_(n) { cudaMalloc(&p_, n * sizeof(float)); }
    ~Pipeline() { cudaFree(p_); }
    Pipeline &scaled(float by = 0.5f, dim3 block = {64})
    {
        scale<<<(n_ + block.x - 1) / block.x, block>>>(p_, n_, by);
        return *this;
    }
    Pipeline &mapped(unsigned threads = 32)
    {
        ops::map<><<<1, threads>>>(p_, n_);
        ops::map<<<1, threads>>>(p_, n_, ops::Square());
        return *this;
    }
    Span span() const { return {p_, n_}; }
};

int main()
{
    Pipeline p, q(128);
    fill<<<1, 32>>>(p.span().p);
    fill<<<1, 32>>>(q.span().p, 128, 1.5f);
    scale<<<1, 64>>>(p.span().p, 64);
    p.scaled().scaled(3.f).mapped().scaled(1.f, dim3(8, 1, 1));
    iterate<<<1, 32>>>(p.span());
    iterate<<<1, 32>>>(q.span(), 5);
    iterate<<<1, 32>>>(q.span(), 2, None);
    unnamed<<<1, 1>>>(nullptr);
    braces<<<1, 1>>>();
    comparison<<<1, 1>>>();
    int *out, host[2];
    cudaMalloc(&out, sizeof host);
    limits<<<1, 1>>>(out);
    limits<<<1, 1>>>(out, -1);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", host[0], host[1]);
    cudaFree(out);
    return host[0] != -1;
}
