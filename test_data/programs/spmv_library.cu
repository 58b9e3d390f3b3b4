// A library-like translation unit: an opaque handle, a C interface, sparse matrix-vector
// products in several formats, no main.
#include <cuda_runtime_api.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#define SPMV_API extern "C" __attribute__((visibility("default")))

typedef struct SpmvContext *spmv_handle;
typedef enum { SPMV_OK = 0, SPMV_INVALID = 1, SPMV_OUT_OF_MEMORY, SPMV_CUDA } spmv_status;

namespace spmv {
namespace kernels {

template <typename Index, typename Value>
__global__ void csrScalar(Index rows, const Index *__restrict__ offsets, const Index *__restrict__ columns,
                          const Value *__restrict__ values, const Value *__restrict__ x, Value *__restrict__ y)
{
    const Index row = blockIdx.x * Index(blockDim.x) + threadIdx.x;
    if (row >= rows) return;
    Value sum = 0;
    for (Index k = offsets[row], end = offsets[row + 1]; k < end; ++k) sum += values[k] * __ldg(x + columns[k]);
    y[row] = sum;
}

template <unsigned Width, typename Index, typename Value>
__global__ void csrVector(Index rows, const Index *offsets, const Index *columns, const Value *values,
                          const Value *x, Value *y)
{
    static_assert((Width & (Width - 1)) == 0 && Width <= 32, "a power of two within a warp");
    const unsigned lane = threadIdx.x & (Width - 1);
    const Index row = (blockIdx.x * blockDim.x + threadIdx.x) / Width;
    Value sum{};
    if (row < rows)
        for (Index k = offsets[row] + lane; k < offsets[row + 1]; k += Width) sum += values[k] * x[columns[k]];
#pragma unroll
    for (unsigned d = Width / 2; d != 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d, Width);
    if (row < rows && lane == 0) y[row] = sum;
}

template <typename T>
__global__ void axpby(int n, T a, const T *x, T b, T *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + b * y[i];
}

} // namespace kernels

template <typename T>
struct Csr {
    int rows = 0, columns = 0;
    int *offsets = nullptr, *indices = nullptr;
    T *values = nullptr;
    int average() const { return rows ? nonzeros / rows : 0; }
    int nonzeros = 0;
};

template <typename T>
void multiply(const Csr<T> &m, const T *x, T *y, cudaStream_t s)
{
    constexpr int threads = 128;
    auto blocks = [&](int width) { return dim3((unsigned(m.rows) * width + threads - 1) / threads); };
    switch (m.average()) {
    case 0:
    case 1:
    case 2: kernels::csrScalar<<<blocks(1), threads, 0, s>>>(m.rows, m.offsets, m.indices, m.values, x, y); break;
    case 3 ... 8: kernels::csrVector<4><<<blocks(4), threads, 0, s>>>(m.rows, m.offsets, m.indices, m.values, x, y); break;
    default: kernels::csrVector<32, int, T><<<blocks(32), threads, 0, s>>>(m.rows, m.offsets, m.indices, m.values, x, y);
    }
}

template void multiply<float>(const Csr<float> &, const float *, float *, cudaStream_t);
template void multiply<double>(const Csr<double> &, const double *, double *, cudaStream_t);
template __global__ void kernels::axpby<float>(int, float, const float *, float, float *);

} // namespace spmv

struct SpmvContext {
    std::mutex lock;
    cudaStream_t stream = nullptr;
    std::vector<std::unique_ptr<spmv::Csr<float>>> matrices;
    std::string last_error;

    ~SpmvContext()
    {
        for (auto &m : matrices)
            for (void *p : {(void *)m->offsets, (void *)m->indices, (void *)m->values}) cudaFree(p);
        if (stream) cudaStreamDestroy(stream);
    }
    spmv_status fail(cudaError_t e)
    {
        last_error = cudaGetErrorString(e);
        return e == cudaErrorMemoryAllocation ? SPMV_OUT_OF_MEMORY : SPMV_CUDA;
    }
};

SPMV_API spmv_status spmv_create(spmv_handle *out)
{
    if (!out) return SPMV_INVALID;
    *out = new (std::nothrow) SpmvContext;
    if (!*out) return SPMV_OUT_OF_MEMORY;
    if (auto e = cudaStreamCreate(&(*out)->stream)) return (*out)->fail(e);
    return SPMV_OK;
}

SPMV_API spmv_status spmv_upload(spmv_handle h, int rows, int columns, const int *offsets, const int *indices,
                                 const float *values, std::size_t *id)
{
    if (!h || rows <= 0 || !offsets) return SPMV_INVALID;
    std::lock_guard<std::mutex> guard(h->lock);
    auto m = std::make_unique<spmv::Csr<float>>();
    m->rows = rows, m->columns = columns, m->nonzeros = offsets[rows];
    const auto copy = [&](auto *&to, const auto *from, std::size_t n) {
        cudaError_t e = cudaMalloc(&to, n * sizeof *from);
        return e ? e : cudaMemcpyAsync(to, from, n * sizeof *from, cudaMemcpyHostToDevice, h->stream);
    };
    if (cudaError_t e = copy(m->offsets, offsets, rows + 1)) return h->fail(e);
    if (cudaError_t e = copy(m->indices, indices, m->nonzeros)) return h->fail(e);
    if (cudaError_t e = copy(m->values, values, m->nonzeros)) return h->fail(e);
    *id = h->matrices.size();
    h->matrices.push_back(std::move(m));
    return SPMV_OK;
}

SPMV_API spmv_status spmv_multiply(spmv_handle h, std::size_t id, const float *x, float *y, float a, float b)
try {
    std::lock_guard<std::mutex> guard(h->lock);
    const auto &m = *h->matrices.at(id);
    spmv::multiply(m, x, y, h->stream);
    if (a != 1 || b != 0) spmv::kernels::axpby<<<(m.rows + 127) / 128, 128, 0, h->stream>>>(m.rows, a, x, b, y);
    const cudaError_t e = cudaGetLastError();
    return e == cudaSuccess ? SPMV_OK : h->fail(e);
} catch (const std::exception &) {
    return SPMV_INVALID;
}

SPMV_API void spmv_destroy(spmv_handle h) { delete h; }
