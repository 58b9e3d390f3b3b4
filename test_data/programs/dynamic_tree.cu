// flags: -rdc=true -std=c++17
// Dynamic parallelism in templates and classes: a quadtree whose kernels launch their children, a dispatcher that picks kernels
// on the device, launches with streams of the device.
#include <cstdio>
#include <type_traits>

namespace tree {
struct Box {
    float2 low, high;
    __host__ __device__ float2 middle() const { return make_float2((low.x + high.x) / 2, (low.y + high.y) / 2); }
    __device__ Box quarter(int q) const
    {
        const float2 m = middle();
        return {{q & 1 ? m.x : low.x, q & 2 ? m.y : low.y}, {q & 1 ? high.x : m.x, q & 2 ? high.y : m.y}};
    }
};

extern __device__ int nodes;
__constant__ int leafSize;

template <int Depth> __global__ void divide(const float2 *p, int n, Box box);

template <int Depth>
struct Children {
    __device__ static void launch(const float2 *p, int n, const Box &box, cudaStream_t s)
    {
        divide<Depth - 1><<<4, 32, 0, s>>>(p, n, box);
    }
};
template <>
struct Children<0> {
    __device__ static void launch(const float2 *, int, const Box &, cudaStream_t) {}
};

template <int Depth>
__global__ void divide(const float2 *p, int n, Box box)
{
    const Box mine = box.quarter(blockIdx.x);
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (p[i].x >= mine.low.x && p[i].x < mine.high.x && p[i].y >= mine.low.y && p[i].y < mine.high.y) atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&nodes, 1);
        if (count > leafSize) Children<Depth>::launch(p, n, mine, cudaStreamFireAndForget);
    }
}
__device__ int nodes = 0;
} // namespace tree

namespace {
template <class T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v; }
__global__ void clear(int *p) { *p = 0; }

class Dispatcher
{
    int which;

public:
    __host__ __device__ explicit Dispatcher(int w) : which(w) {}
    template <class T> __device__ void run(T *p) const
    {
        if constexpr (std::is_same_v<T, int>)
            which ? fill<<<1, 32>>>(p, which) : clear<<<1, 1>>>(p);
        else
            fill<T><<<1, 32, 0, cudaStreamTailLaunch>>>(p, T(which));
    }
};
} // namespace

template <class... T> __global__ void dispatch(Dispatcher d, T *...p) { (d.run(p), ...); }

int main()
{
    float2 *points;
    int size = 8, count = 0, *ints;
    double *doubles;
    cudaMallocManaged(&points, 1000 * sizeof *points), cudaMallocManaged(&ints, 128), cudaMallocManaged(&doubles, 256);
    for (int i = 0; i < 1000; ++i) points[i] = make_float2(i % 37 / 37.f, i % 41 / 41.f);
    cudaMemcpyToSymbol(tree::leafSize, &size, sizeof size);
    tree::divide<5><<<4, 32>>>(points, 1000, {{0, 0}, {1, 1}});
    dispatch<<<1, 1>>>(Dispatcher(3), ints, doubles);
    dispatch<int><<<1, 1>>>(Dispatcher{0}, ints);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&count, tree::nodes, sizeof count);
    std::printf("%d nodes, %d, %f\n", count, ints[3], doubles[3]);
}
