// flags: -arch=sm_80
// Tensor cores: a tiled half-precision product with the warp matrix API, with a fused scale, and its integer sibling.
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

constexpr int M = 16, N = 16, K = 16;

template <class Layout>
__global__ void multiply(const half *a, const half *b, float *c, int lda, int ldb, int ldc, int k, float alpha)
{
    wmma::fragment<wmma::matrix_a, M, N, K, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, half, Layout> fb;
    wmma::fragment<wmma::accumulator, M, N, K, float> acc;
    wmma::fill_fragment(acc, 0.f);
    const int row = blockIdx.y * M, column = blockIdx.x * N;
    for (int i = 0; i < k; i += K) {
        wmma::load_matrix_sync(fa, a + row * lda + i, lda);
        wmma::load_matrix_sync(fb, b + column * ldb + i, ldb);
        wmma::mma_sync(acc, fa, fb, acc);
    }
#pragma unroll
    for (int i = 0; i < acc.num_elements; ++i) acc.x[i] *= alpha;
    wmma::store_matrix_sync(c + row * ldc + column, acc, ldc, wmma::mem_row_major);
}

__global__ void multiplyBytes(const signed char *a, const signed char *b, int *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc;
    wmma::fill_fragment(acc, 0);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(acc, fa, fb, acc, true);
    wmma::store_matrix_sync(c, acc, 16, wmma::mem_col_major);
}

int main()
{
    const int n = 64;
    half *a, *b;
    float *c;
    cudaMallocManaged(&a, n * n * sizeof *a);
    cudaMallocManaged(&b, n * n * sizeof *b);
    cudaMallocManaged(&c, n * n * sizeof *c);
    for (int i = 0; i < n * n; ++i) a[i] = __float2half(i % 7), b[i] = __float2half(i % 5);
    multiply<wmma::col_major><<<dim3(n / N, n / M), 32>>>(a, b, c, n, n, n, n, 0.5f);
    multiplyBytes<<<1, 32>>>(reinterpret_cast<signed char *>(a), reinterpret_cast<signed char *>(b), reinterpret_cast<int *>(c));
    std::printf("%s %f\n", cudaGetErrorString(cudaDeviceSynchronize()), c[0]);
    cudaFree(a), cudaFree(b), cudaFree(c);
}
