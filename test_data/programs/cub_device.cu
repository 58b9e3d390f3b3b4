// flags: -std=c++17
// CUB across a device and within blocks: selection, histograms, run lengths, segmented sums, and kernels built of its parts.
#include <cstdio>
#include <cub/cub.cuh>

struct IsOdd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct Saturating {
    int limit;
    __device__ __forceinline__ int operator()(int a, int b) const { return min(a + b, limit); }
};

template <int Threads, int Items, cub::BlockLoadAlgorithm Load>
__global__ void __launch_bounds__(Threads) sortTiles(const unsigned *in, unsigned *out, int *sums)
{
    using Loader = cub::BlockLoad<unsigned, Threads, Items, Load>;
    using Sorter = cub::BlockRadixSort<unsigned, Threads, Items>;
    using Storer = cub::BlockStore<unsigned, Threads, Items, cub::BLOCK_STORE_TRANSPOSE>;
    using Reducer = cub::BlockReduce<int, Threads>;
    __shared__ union {
        typename Loader::TempStorage load;
        typename Sorter::TempStorage sort;
        typename Storer::TempStorage store;
        typename Reducer::TempStorage reduce;
    } temp;
    unsigned items[Items];
    const int base = blockIdx.x * Threads * Items;
    Loader(temp.load).Load(in + base, items);
    __syncthreads();
    Sorter(temp.sort).Sort(items);
    __syncthreads();
    Storer(temp.store).Store(out + base, items);
    __syncthreads();
    const int sum = Reducer(temp.reduce).Reduce((int)items[0], Saturating{1000});
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

template <class Call> void withStorage(Call call)
{
    void *storage = nullptr;
    size_t bytes = 0;
    call(storage, bytes);
    cudaMalloc(&storage, bytes);
    call(storage, bytes);
    cudaFree(storage);
}

int main()
{
    const int n = 4096;
    int *in, *out, *count, *offsets;
    unsigned *keys, *sorted;
    cudaMalloc(&in, n * sizeof *in), cudaMalloc(&out, n * sizeof *out), cudaMalloc(&count, 64 * sizeof *count);
    cudaMalloc(&offsets, 9 * sizeof *offsets), cudaMalloc(&keys, n * sizeof *keys), cudaMalloc(&sorted, n * sizeof *sorted);
    withStorage([&](void *s, size_t &b) { cub::DeviceSelect::If(s, b, in, out, count, n, IsOdd()); });
    withStorage([&](void *s, size_t &b) { cub::DeviceHistogram::HistogramEven(s, b, in, count, 17, 0, 256, n); });
    withStorage([&](void *s, size_t &b) { cub::DeviceSegmentedReduce::Sum(s, b, in, out, 8, offsets, offsets + 1); });
    sortTiles<128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE><<<n / 512, 128>>>(keys, sorted, count);
    sortTiles<64, 2, cub::BLOCK_LOAD_DIRECT><<<n / 128, 64>>>(keys, sorted, count);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in), cudaFree(out), cudaFree(count), cudaFree(offsets), cudaFree(keys), cudaFree(sorted);
}
