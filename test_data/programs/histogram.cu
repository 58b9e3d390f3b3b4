// Byte histogram: privatised per block in shared memory, merged with global atomics.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace hist {

constexpr unsigned BINS = 256;

using Count = unsigned int;

__constant__ unsigned char remap[BINS];
__device__ Count totals[BINS];

__global__ void clear()
{
    if (threadIdx.x < BINS)
        totals[threadIdx.x] = 0;
}

__global__ void count(const std::uint8_t* data, std::size_t n)
{
    __shared__ Count local[BINS];
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0u;
    __syncthreads();

    const std::size_t stride = std::size_t(blockDim.x) * gridDim.x;
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[remap[data[i]]], 1u);
    __syncthreads();

    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        if (Count c = local[b])
            atomicAdd(totals + b, c);
}

/// What a run hands back to the caller.
struct Result
{
    std::vector<Count> bins;
    float milliseconds{};

    auto mode() const { return std::max_element(bins.begin(), bins.end()) - bins.begin(); }
};

Result run(const std::vector<std::uint8_t>& bytes)
{
    std::uint8_t* device{};
    if (cudaMalloc(&device, bytes.size()) != cudaSuccess)
        throw std::string{"out of device memory"};
    cudaMemcpy(device, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);

    unsigned char fold[BINS];
    for (unsigned i = 0; i < BINS; ++i)
        fold[i] = i >= 'A' && i <= 'Z' ? i + 32 : i;
    cudaMemcpyToSymbol(remap, fold, sizeof(fold));

    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);

    clear<<<1, BINS>>>();
    cudaEventRecord(begin);
    count<<<32, 256>>>(device, bytes.size());
    cudaEventRecord(end, nullptr);
    cudaEventSynchronize(end);

    Result r;
    r.bins.resize(BINS);
    cudaEventElapsedTime(&r.milliseconds, begin, end);
    cudaMemcpyFromSymbol(r.bins.data(), totals, BINS * sizeof(Count), 0, cudaMemcpyDeviceToHost);

    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(device);
    return r;
}

} // namespace hist

int main()
try
{
    std::mt19937 gen{42};
    std::binomial_distribution<int> dist{255, 0.4};
    std::vector<std::uint8_t> bytes(1u << 22);
    std::generate(begin(bytes), end(bytes), [&] { return static_cast<std::uint8_t>(dist(gen)); });

    const auto result = hist::run(bytes);

    std::map<hist::Count, int, std::greater<>> ranking;
    for (int i = 0; i < static_cast<int>(result.bins.size()); ++i)
        ranking.emplace(result.bins[i], i);

    int shown = 0;
    for (const auto& [count, bin] : ranking) {
        std::cout << bin << ": " << count << '\n';
        if (++shown == 5)
            break;
    }
    std::cout << "mode " << result.mode() << ", " << result.milliseconds << " ms\n";
}
catch (const std::string& message)
{
    std::cerr << message << std::endl;
    return 1;
}
