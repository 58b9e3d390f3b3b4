// Twenty kernels that each use a block-wide algorithm of CUB, for measuring how long a build takes after an edit.
#include <cstdio>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include "cub_twenty.cuh"

constexpr int THREADS = 128;

template <class T, int Items>
__device__ T reduce(const T *in)
{
    using Reduce = cub::BlockReduce<T, THREADS>;
    __shared__ typename Reduce::TempStorage storage;
    T items[Items];
    for (int i = 0; i < Items; ++i)
        items[i] = in[threadIdx.x * Items + i] * T(Scale::factor);
    return Reduce(storage).Sum(items);
}

template <class T, int Items>
__device__ void scan(T *data)
{
    using Scan = cub::BlockScan<T, THREADS>;
    __shared__ typename Scan::TempStorage storage;
    T items[Items];
    for (int i = 0; i < Items; ++i)
        items[i] = data[threadIdx.x * Items + i];
    Scan(storage).InclusiveSum(items, items);
    for (int i = 0; i < Items; ++i)
        data[threadIdx.x * Items + i] = items[i];
}

template <class T, int Items>
__device__ void sort(T *data)
{
    using Sort = cub::BlockRadixSort<T, THREADS, Items>;
    __shared__ typename Sort::TempStorage storage;
    T items[Items];
    for (int i = 0; i < Items; ++i)
        items[i] = data[threadIdx.x * Items + i];
    Sort(storage).Sort(items);
    for (int i = 0; i < Items; ++i)
        data[threadIdx.x * Items + i] = items[i];
}

#define REDUCE(name, T, Items)                   \
    __global__ void name(const T *in, T *out)    \
    {                                            \
        T sum = reduce<T, Items>(in);            \
        if (threadIdx.x == 0)                    \
            *out = sum;                          \
    }
#define SCAN(name, T, Items)                     \
    __global__ void name(T *data)                \
    {                                            \
        scan<T, Items>(data);                    \
    }
#define SORT(name, T, Items)                     \
    __global__ void name(T *data)                \
    {                                            \
        sort<T, Items>(data);                    \
    }

REDUCE(reduce_int_1, int, 1)
REDUCE(reduce_int_4, int, 4)
REDUCE(reduce_float_1, float, 1)
REDUCE(reduce_float_4, float, 4)
REDUCE(reduce_double_2, double, 2)
REDUCE(reduce_long_2, long, 2)
SCAN(scan_int_1, int, 1)
SCAN(scan_int_4, int, 4)
SCAN(scan_float_1, float, 1)
SCAN(scan_float_4, float, 4)
SCAN(scan_double_2, double, 2)
SCAN(scan_long_2, long, 2)
SORT(sort_int_1, int, 1)
SORT(sort_int_4, int, 4)
SORT(sort_float_1, float, 1)
SORT(sort_float_4, float, 4)
SORT(sort_double_2, double, 2)
SORT(sort_long_2, long, 2)
SORT(sort_short_4, short, 4)

__global__ void last(int *data)
{
    scan<int, 2>(data);
    data[threadIdx.x] += 1;
}

int main()
{
    int *data = nullptr;
    cudaMalloc(&data, sizeof(int) * THREADS * 4);
    cudaMemset(data, 0, sizeof(int) * THREADS * 4);
    scan_int_4<<<1, THREADS>>>(data);
    sort_int_4<<<1, THREADS>>>(data);
    last<<<1, THREADS>>>(data);
    int first = 1;
    cudaMemcpy(&first, data, sizeof first, cudaMemcpyDeviceToHost);
    std::printf("%d\n", first);
    return cudaFree(data) != cudaSuccess;
}
