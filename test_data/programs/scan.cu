// Exclusive and inclusive prefix sums: block scan, scan of block totals, uniform add.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <type_traits>
#include <vector>

enum class ScanKind : unsigned char { Inclusive, Exclusive };

template <typename T, unsigned N, ScanKind Kind = ScanKind::Exclusive>
class BlockScan
{
    T (&buffer)[2][N];
    unsigned current = 0;

public:
    __device__ explicit BlockScan(T (&b)[2][N]) : buffer(b) {}

    __device__ T operator()(T value, T &total)
    {
        const unsigned t = threadIdx.x;
        buffer[current][t] = value;
        __syncthreads();
        for (unsigned step = 1; step < N; step *= 2) {
            const unsigned next = current ^ 1u;
            buffer[next][t] = t >= step ? T(buffer[current][t] + buffer[current][t - step])
                                        : buffer[current][t];
            current = next;
            __syncthreads();
        }
        total = buffer[current][N - 1];
        if (Kind == ScanKind::Inclusive)
            return buffer[current][t];
        return t ? buffer[current][t - 1] : T();
    }
};

template <typename T, unsigned N, ScanKind K>
__global__ void scanBlocks(const T *in, T *out, T *totals, unsigned n)
{
    __shared__ T shared[2][N];
    unsigned i = blockIdx.x * N + threadIdx.x;
    T total;
    BlockScan<T, N, K> scan(shared);
    T r = scan(i < n ? in[i] : T(0), total);
    if (i < n) out[i] = r;
    if (totals && threadIdx.x == 0) totals[blockIdx.x] = total;
}

template <typename T>
__global__ void addOffsets(T *out, const T *offsets, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += offsets[blockIdx.x];
}

template <ScanKind K, typename T>
void deviceScan(const T *in, T *out, unsigned n)
{
    static_assert(std::is_arithmetic<T>::value, "scan works on numbers");
    enum : unsigned { N = 256 };
    unsigned blocks = (n + N - 1) / N;
    if (blocks <= 1) {
        scanBlocks<T, N, K><<<1, N>>>(in, out, static_cast<T *>(nullptr), n);
        return;
    }
    T *totals;
    if (cudaMalloc(&totals, 2 * blocks * sizeof(T))) abort();
    scanBlocks<T, N, K><<<blocks, N>>>(in, out, totals, n);
    deviceScan<ScanKind::Exclusive>(totals, totals + blocks, blocks);
    addOffsets<<<blocks, N>>>(out, totals + blocks, n);
    cudaFree(totals);
}

template <ScanKind K>
static bool check(const std::vector<int> &in)
{
    std::vector<int> got(in.size()), want(in.size());
    int *d;
    cudaMalloc(&d, 2 * in.size() * sizeof(int));
    cudaMemcpy(d, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
    deviceScan<K>(d, d + in.size(), unsigned(in.size()));
    cudaMemcpy(got.data(), d + in.size(), in.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d);
    std::partial_sum(in.begin(), in.end(), want.begin());
    if (K == ScanKind::Exclusive)
        for (std::size_t i = 0; i < in.size(); ++i) want[i] -= in[i];
    return got == want;
}

int main()
{
    int failures = 0;
    for (unsigned n : {1u, 31u, 256u, 257u, 100000u}) {
        std::vector<int> v(n);
        for (unsigned i = 0; i < n; ++i) v[i] = (i * 7) % 5;
        if (!check<ScanKind::Inclusive>(v)) ++failures, std::printf("inclusive %u\n", n);
        if (!check<ScanKind::Exclusive>(v)) ++failures, std::printf("exclusive %u\n", n);
    }
    return failures;
}
