// flags: --extended-lambda -std=c++17
// CUB with operators of our own: scans, sorts, partitions and run lengths across a device, exchanges and histograms within a
// block, collectives of a warp, and kernels whose shape a policy class gives.
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda/std/type_traits>

struct Entry {
    int key;
    float value;
    __host__ __device__ friend bool operator<(const Entry &a, const Entry &b) { return a.key < b.key; }
};

struct Longest {
    template <class T>
    __host__ __device__ __forceinline__ T operator()(const T &a, const T &b) const { return a.value < b.value ? b : a; }
};

template <int Arch> struct Policy;
template <> struct Policy<800> { enum { threads = 128, items = 4 }; static constexpr auto load = cub::BLOCK_LOAD_VECTORIZE; };
template <> struct Policy<900> : Policy<800> { enum { items = 8 }; };

template <class P, class T, class Op>
__launch_bounds__(P::threads) __global__ void scanTile(const T *in, T *out, Op op, T first)
{
    using Load = cub::BlockLoad<T, P::threads, P::items, P::load>;
    using Scan = cub::BlockScan<T, P::threads, cub::BLOCK_SCAN_RAKING_MEMOIZE>;
    using Exchange = cub::BlockExchange<T, P::threads, P::items>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Scan::TempStorage scan;
        typename Exchange::TempStorage exchange;
    } temp;
    T items[P::items], total;
    Load(temp.load).Load(in, items);
    __syncthreads();
    Scan(temp.scan).ExclusiveScan(items, items, first, op, total);
    __syncthreads();
    Exchange(temp.exchange).BlockedToStriped(items);
    cub::StoreDirectStriped<P::threads>(threadIdx.x, out, items);
    if (threadIdx.x == 0) out[P::threads * P::items] = total;
}

template <int Width>
__global__ void rows(const float *in, float *sums, unsigned *histogram)
{
    using Warp = cub::WarpReduce<float, Width>;
    using Bins = cub::BlockHistogram<unsigned char, 128, 1, 64, cub::BLOCK_HISTO_ATOMIC>;
    __shared__ typename Warp::TempStorage temp[128 / Width];
    __shared__ unsigned bins[64];
    const int w = threadIdx.x / Width;
    float x = in[threadIdx.x];
    unsigned char bucket[1] = {static_cast<unsigned char>(x)};
    float sum = Warp(temp[w]).Reduce(x, [](float a, float b) { return a + b; });
    if (threadIdx.x % Width == 0) sums[w] = sum;
    Bins bin;
    bin.InitHistogram(bins);
    __syncthreads();
    bin.Composite(bucket, bins);
    __syncthreads();
    if (threadIdx.x < 64) histogram[threadIdx.x] = bins[threadIdx.x];
}

template <auto Algorithm, class... Args>
cudaError_t twice(Args... args)
{
    void *temp = nullptr;
    size_t bytes = 0;
    cudaError_t e = Algorithm(temp, bytes, args...);
    if (e == cudaSuccess) e = cudaMalloc(&temp, bytes);
    if (e == cudaSuccess) e = Algorithm(temp, bytes, args...);
    cudaFree(temp);
    return e;
}

cudaError_t lengths(void *t, size_t &b, const int *in, int *unique, int *counts, int *runs, int n)
{
    return cub::DeviceRunLengthEncode::Encode(t, b, in, unique, counts, runs, n);
}

int main()
{
    constexpr int n = 1024;
    Entry *entries, *out;
    int *keys, *unique, *counts;
    float *floats;
    cudaMallocManaged(&entries, n * sizeof *entries), cudaMallocManaged(&out, (n + 1) * sizeof *out);
    cudaMallocManaged(&keys, n * sizeof *keys), cudaMallocManaged(&unique, n * sizeof *unique), cudaMallocManaged(&counts, n * sizeof *counts);
    cudaMallocManaged(&floats, n * sizeof *floats);
    cub::DeviceFor::Bulk(n, [=] __device__(int i) { entries[i] = {i * 7 % 31, float(i % 13)}, keys[i] = i / 5; });
    scanTile<Policy<800>><<<1, Policy<800>::threads>>>(entries, out, Longest(), Entry{0, -1.f});
    scanTile<Policy<900>, Entry><<<1, Policy<900>::threads>>>(entries, out, Longest{}, {});
    rows<32><<<1, 128>>>(floats, floats + 128, (unsigned *)counts);
    rows<8><<<1, 128>>>(floats, floats + 128, (unsigned *)counts);
    twice<lengths>((const int *)keys, unique, counts, counts + n - 1, n - 1);

    void *temp = nullptr;
    size_t bytes = 0;
    const auto less = [] __host__ __device__(const Entry &a, const Entry &b) { return a.value > b.value; };
    for (int pass = 0; pass < 2; ++pass) {
        cub::DeviceMergeSort::StableSortKeys(temp, bytes, entries, n, less);
        if (!pass) cudaMalloc(&temp, bytes);
    }
    auto odd = [] __device__(const Entry &e) -> bool { return e.key & 1; };
    cub::DevicePartition::If(nullptr, bytes, entries, out, counts, n, odd);
    cub::DeviceScan::InclusiveScan(nullptr, bytes, entries, out, Longest(), n);
    cub::CachingDeviceAllocator allocator(true);
    allocator.DeviceAllocate(&temp, bytes);
    cub::DoubleBuffer<int> buffers(keys, unique);
    cub::DeviceRadixSort::SortKeysDescending(temp, bytes, buffers, n, 0, int(sizeof(int) * 8));
    std::printf("%d %s\n", buffers.Current()[0], cudaGetErrorString(cudaDeviceSynchronize()));
    allocator.DeviceFree(temp);
}
