// CUB: a block-wide scan inside a kernel, a device-wide reduction and a radix sort.
#include <cub/cub.cuh>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(e)                                                                   \
    do {                                                                        \
        if (cudaError_t err = (e)) {                                            \
            std::fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(err)); \
            std::exit(1);                                                       \
        }                                                                       \
    } while (false)

template <int Threads, int Items, cub::BlockScanAlgorithm Algorithm = cub::BLOCK_SCAN_WARP_SCANS>
__global__ void __launch_bounds__(Threads) scanKernel(const int *in, int *out, int *aggregate)
{
    using Load = cub::BlockLoad<int, Threads, Items, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, Threads, Items, cub::BLOCK_STORE_TRANSPOSE>;
    using Scan = cub::BlockScan<int, Threads, Algorithm>;

    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } temp;

    int items[Items], total;
    Load(temp.load).Load(in, items);
    __syncthreads();
    Scan(temp.scan).ExclusiveSum(items, items, total);
    __syncthreads();
    Store(temp.store).Store(out, items);
    if (threadIdx.x == 0) *aggregate = total;
}

struct Absolute {
    template <typename T>
    __host__ __device__ __forceinline__ T operator()(const T &a, const T &b) const
    {
        const T x = a < 0 ? -a : a, y = b < 0 ? -b : b;
        return x < y ? y : x;
    }
};

class Scratch {
    void *p = nullptr;
    size_t bytes = 0;

public:
    ~Scratch() { cudaFree(p); }
    template <typename F>
    void twice(F f)
    {
        OK(f(static_cast<void *>(nullptr), bytes));
        OK(cudaMalloc(&p, bytes));
        OK(f(p, bytes));
    }
};

int main()
{
    constexpr int threads = 128, items = 4, n = threads * items;
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 37) % 101 - 50;

    int *in, *out, *result;
    OK(cudaMalloc(&in, n * sizeof(int)));
    OK(cudaMalloc(&out, n * sizeof(int)));
    OK(cudaMalloc(&result, 2 * sizeof(int)));
    OK(cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    scanKernel<threads, items><<<1, threads>>>(in, out, result);
    scanKernel<threads, items, cub::BLOCK_SCAN_RAKING><<<1, threads>>>(in, out, result);
    OK(cudaGetLastError());

    Scratch a, b;
    a.twice([&](void *p, size_t &bytes) {
        return cub::DeviceReduce::Reduce(p, bytes, in, result + 1, n, Absolute{}, 0);
    });
    b.twice([=](void *p, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(p, bytes, in, out, n);
    });

    int r[2], lowest;
    OK(cudaMemcpy(r, result, sizeof r, cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(&lowest, out, sizeof lowest, cudaMemcpyDeviceToHost));
    std::printf("sum %d, largest magnitude %d, lowest %d\n", r[0], r[1], lowest);
    cudaFree(in), cudaFree(out), cudaFree(result);
    return r[1] != 50;
}
