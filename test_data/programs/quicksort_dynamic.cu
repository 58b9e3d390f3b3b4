// flags: -rdc=true
// Dynamic parallelism: a quicksort whose kernels launch themselves.
#include <algorithm>
#include <cstdio>
#include <vector>

#define MAX_DEPTH 12
#define SMALL 32

__device__ void selectionSort(int *data, int left, int right)
{
    for (int i = left; i <= right; ++i) {
        int best = i;
        for (int j = i + 1; j <= right; ++j)
            if (data[j] < data[best]) best = j;
        if (best != i) {
            const int t = data[i];
            data[i] = data[best];
            data[best] = t;
        }
    }
}

__global__ void quicksort(int *data, int left, int right, int depth = 0);

template <class T>
__global__ void report(const T *data, int n) { printf("%d elements, first %d\n", n, int(*data)); }

__device__ int partition(int *data, int left, int right)
{
    int *l = data + left, *r = data + right;
    const int pivot = data[(left + right) / 2];
    while (l <= r) {
        while (*l < pivot) ++l;
        while (*r > pivot) --r;
        if (l <= r) {
            const int a = *l, b = *r;
            *l++ = b, *r-- = a;
        }
    }
    return int(l - data);
}

__global__ void quicksort(int *data, int left, int right, int depth)
{
    if (depth >= MAX_DEPTH || right - left <= SMALL) {
        selectionSort(data, left, right);
        return;
    }
    const int middle = partition(data, left, right);
    if (left < middle - 1) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, s>>>(data, left, middle - 1, depth + 1);
        cudaStreamDestroy(s);
    }
    if (middle < right)
        quicksort<<<1, 1, 0, cudaStreamFireAndForget>>>(data, middle, right, depth + 1);
    if (depth == 0) report<int><<<1, 1, 0, cudaStreamTailLaunch>>>(data, right - left + 1);
}

int main()
{
    std::vector<int> v(5000);
    unsigned x = 1;
    for (int &e : v) e = int((x = x * 1664525u + 1013904223u) >> 8) % 10007;
    int *d;
    cudaMalloc(&d, v.size() * sizeof(int));
    cudaMemcpy(d, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice);
    quicksort<<<1, 1>>>(d, 0, int(v.size()) - 1);
    std::vector<int> got(v.size());
    cudaError_t e = cudaMemcpy(got.data(), d, v.size() * sizeof(int), cudaMemcpyDeviceToHost);
    std::sort(v.begin(), v.end());
    std::printf("%s, %s\n", cudaGetErrorString(e), got == v ? "sorted" : "wrong");
    cudaFree(d);
    return got != v;
}
