// Matrix multiplication with dynamic shared memory, alpha/beta scaling and an
// opt-in to large shared memory through function attributes.
#include <cuda_runtime.h>

#include <cstdio>
#include <stdexcept>
#include <string>

extern __shared__ unsigned char arena[];

namespace blas {

class Error : public std::runtime_error {
public:
    Error(cudaError_t code, const char *what)
        : std::runtime_error(std::string(what) + ": " + cudaGetErrorName(code)), code_(code) {}
    cudaError_t code() const noexcept { return code_; }

private:
    cudaError_t code_;
};

inline void must(cudaError_t e, const char *what)
{
    if (e != cudaSuccess)
        throw Error(e, what);
}

template <typename T>
struct View {
    T *p;
    int ld;
    __device__ T &operator()(int r, int c) const { return p[(size_t)r * ld + c]; }
};

template <typename T, int BM, int BN, int BK>
__global__ void __launch_bounds__(BM *BN) gemm(int m, int n, int k, T alpha, View<const T> a,
                                              View<const T> b, T beta, View<T> c)
{
    T *sa = reinterpret_cast<T *>(arena);
    T *sb = sa + BM * BK;
    const int tid = threadIdx.x;
    const int r = tid / BN, q = tid % BN;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    T acc{};

    for (int k0 = 0; k0 < k; k0 += BK) {
        for (int i = tid; i < BM * BK; i += BM * BN) {
            int rr = row0 + i / BK, cc = k0 + i % BK;
            sa[i] = rr < m && cc < k ? a(rr, cc) : T(0);
        }
        for (int i = tid; i < BK * BN; i += BM * BN) {
            int rr = k0 + i / BN, cc = col0 + i % BN;
            sb[i] = rr < k && cc < n ? b(rr, cc) : T(0);
        }
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < BK; ++i)
            acc += sa[r * BK + i] * sb[i * BN + q];
        __syncthreads();
    }
    if (row0 + r < m && col0 + q < n) {
        T &out = c(row0 + r, col0 + q);
        out = alpha * acc + (beta == T(0) ? T(0) : beta * out);
    }
}

template <typename T>
void multiply(int m, int n, int k, T alpha, const T *a, const T *b, T beta, T *c,
              cudaStream_t stream = 0)
{
    constexpr int BM = 16, BN = 16, BK = 32;
    constexpr size_t bytes = (BM * BK + BK * BN) * sizeof(T);
    auto *kernel = &gemm<T, BM, BN, BK>;
    must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes),
         "cudaFuncSetAttribute");
    const dim3 grid{unsigned((n + BN - 1) / BN), unsigned((m + BM - 1) / BM)};
    kernel<<<grid, BM * BN, bytes, stream>>>(m, n, k, alpha, {a, k}, {b, n}, beta, {c, n});
    must(cudaPeekAtLastError(), "gemm");
}

template void multiply<float>(int, int, int, float, const float *, const float *, float, float *,
                              cudaStream_t);
template void multiply(int, int, int, double, const double *, const double *, double, double *,
                       cudaStream_t);

} // namespace blas

int main()
{
    const int n = 64;
    try {
        double *a, *b, *c;
        blas::must(cudaMallocManaged(&a, n * n * sizeof *a), "a");
        blas::must(cudaMallocManaged(&b, n * n * sizeof *b), "b");
        blas::must(cudaMallocManaged(&c, n * n * sizeof *c), "c");
        for (int i = 0; i < n * n; ++i)
            a[i] = i % 7, b[i] = i / n == i % n, c[i] = 1;
        blas::multiply(n, n, n, 2.0, a, b, 0.5, c);
        blas::must(cudaDeviceSynchronize(), "sync");
        int bad = 0;
        for (int i = 0; i < n * n; ++i)
            bad += c[i] != 2.0 * a[i] + 0.5;
        std::printf("%d wrong\n", bad);
        cudaFree(a), cudaFree(b), cudaFree(c);
        return bad != 0;
    } catch (const blas::Error &e) {
        std::fprintf(stderr, "%s (%d)\n", e.what(), int(e.code()));
        return 2;
    }
}
