// Unnamed namespaces: nested, reopened, holding kernels, variables, types and templates.
#include <cstdio>

namespace {

constexpr int kBlock = 64;
__device__ int tally;
__constant__ float weight = 1.5f;
__managed__ int shared_total;

struct Item {
    int id;
    float cost;
};

__device__ float priced(const Item &i) { return i.cost * weight; }

__global__ void initialise(Item *items, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) items[i] = Item{i, 0.25f * i};
}

} // namespace

namespace shop {

namespace {
__device__ float discount = 0.9f;

__global__ void total(const Item *items, int n, float *out)
{
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += priced(items[i]) * discount;
    atomicAdd(out, s);
    if (threadIdx.x == 0) tally += 1;
}
} // namespace

namespace detail {
namespace {
template <typename T, typename F>
__global__ void each(T *p, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(p[i]);
}

struct Free {
    __device__ void operator()(Item &i) const { i.cost = 0; }
};

namespace {
__global__ void innermost(int by) { shared_total += by; }
}
} // namespace
} // namespace detail

float sum(Item *items, int n)
{
    float *out, host;
    cudaMalloc(&out, sizeof(float));
    cudaMemset(out, 0, sizeof(float));
    total<<<1, kBlock>>>(items, n, out);
    cudaMemcpy(&host, out, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(out);
    detail::innermost<<<1, 1>>>(n);
    return host;
}

} // namespace shop

// The global unnamed namespace once more, now with users of what the first part declared.
namespace {

__global__ void expire(Item *items, int n);

class Inventory {
    Item *items_ = nullptr;
    int n_;

public:
    explicit Inventory(int n) : n_(n)
    {
        cudaMalloc(&items_, n * sizeof(Item));
        initialise<<<(n + kBlock - 1) / kBlock, kBlock>>>(items_, n);
    }
    ~Inventory() { cudaFree(items_); }
    float value() const { return shop::sum(items_, n_); }
    void clear() { shop::detail::each<<<n_ / kBlock + 1, kBlock>>>(items_, n_, shop::detail::Free{}); }
    void old() { expire<<<n_ / kBlock + 1, kBlock>>>(items_, n_); }
};

__global__ void expire(Item *items, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && items[i].id % 2) items[i].cost *= 0.5f;
}

int tallyOnHost()
{
    int t = -1;
    cudaMemcpyFromSymbol(&t, tally, sizeof t);
    return t;
}

} // namespace

static __global__ void internal(int *p) { *p = tally; }

namespace shop { namespace { __device__ int again; } int reopened() { return sizeof(again); } }

namespace v1 {
namespace { __global__ void inVersioned() { ++shop::again; } }
}

int main()
{
    Inventory inv(1000);
    float before = inv.value();
    inv.old();
    float middle = inv.value();
    inv.clear();
    float after = inv.value();
    v1::inVersioned<<<1, 1>>>();
    internal<<<1, 1>>>(&shared_total);
    cudaDeviceSynchronize();
    std::printf("%f %f %f, %d runs, %d, %d\n", before, middle, after, tallyOnHost(), shared_total,
                shop::reopened());
    return shared_total == 3 ? 0 : 1;
}
