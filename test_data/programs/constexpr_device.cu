// flags: -std=c++17
// constexpr functions and variables shared by host and device, if constexpr,
// deduced return types and trailing return types.
#include <array>
#include <cstdint>
#include <cstdio>
#include <type_traits>

namespace crc {

constexpr std::uint32_t polynomial = 0xEDB88320u;

__host__ __device__ constexpr std::uint32_t step(std::uint32_t c)
{
    for (int k = 0; k < 8; ++k)
        c = c & 1 ? polynomial ^ (c >> 1) : c >> 1;
    return c;
}

struct Table
{
    std::uint32_t entry[256];

    constexpr Table() : entry()
    {
        for (std::uint32_t i = 0; i < 256; ++i)
            entry[i] = step(i);
    }
};

__constant__ constexpr Table table{};
static_assert(step(1) == 0x77073096u, "the second entry of the standard table");

} // namespace crc

__device__ constexpr int log2floor(unsigned x) { return x <= 1 ? 0 : 1 + log2floor(x >> 1); }

template <unsigned N>
struct Bits
{
    static constexpr int value = log2floor(N);
    enum { rounded = 1 << value };
};

// Deduced and trailing return types.
__device__ auto lane()
{
    return threadIdx.x & 31u;
}

__device__ auto byteOf(std::uint32_t word, unsigned i) -> unsigned char
{
    return static_cast<unsigned char>(word >> (8 * i));
}

__device__ decltype(auto) tableEntry(unsigned i)
{
    return (crc::table.entry[i]);
}

template <class T>
__host__ __device__ constexpr auto magnitude(T x)
{
    if constexpr (std::is_unsigned_v<T>)
        return x;
    else if constexpr (std::is_floating_point_v<T>)
        return x < T(0) ? -x : x;
    else
        return static_cast<std::make_unsigned_t<T>>(x < 0 ? -x : x);
}

template <class A, class B>
__host__ __device__ constexpr auto larger(A a, B b) -> std::common_type_t<A, B>
{
    return a > b ? a : b;
}

__device__ auto *selectRow(std::uint32_t (*rows)[4], int r) { return rows[r]; }

__global__ void checksum(const std::uint32_t *words, std::uint32_t *out, int perThread)
{
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * perThread;
    std::uint32_t c = ~0u;
    for (int w = 0; w < perThread; ++w)
        for (unsigned i = 0; i < 4; ++i)
            c = tableEntry((c ^ byteOf(words[first + w], i)) & 0xff) ^ (c >> 8);
    out[blockIdx.x * blockDim.x + threadIdx.x] = ~c;
}

__global__ void folds(std::uint32_t (*rows)[4])
{
    __shared__ std::uint32_t part[Bits<100>::rounded];
    auto *row = selectRow(rows, blockIdx.x);
    part[threadIdx.x] = larger(row[lane() % 4], std::uint64_t{threadIdx.x});
    __syncthreads();
    for (int s = Bits<64>::rounded / 2; s; s /= 2) {
        if (threadIdx.x < unsigned(s))
            part[threadIdx.x] += magnitude(static_cast<int>(part[threadIdx.x + s]));
        __syncthreads();
    }
    row[0] = part[0];
}

int main()
{
    constexpr int threads = 64, per = 4;
    std::array<std::uint32_t, threads * per> words{};
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = crc::step(static_cast<std::uint32_t>(i));

    std::uint32_t *in, *out;
    cudaMalloc(&in, sizeof words);
    cudaMalloc(&out, threads * 4 * sizeof *out);
    cudaMemcpy(in, words.data(), sizeof words, cudaMemcpyHostToDevice);
    checksum<<<2, threads / 2>>>(in, out, per);
    folds<<<4, Bits<64>::rounded>>>(reinterpret_cast<std::uint32_t(*)[4]>(out));
    std::uint32_t first;
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    std::printf("%08x %u %g\n", first, magnitude(-3), magnitude(-2.5));
    static_assert(std::is_same_v<decltype(larger(1, 2L)), long>);
    cudaFree(out);
    cudaFree(in);
}
