// flags: --extended-lambda
// Saxpy and a fill with a grid-stride loop over device lambdas, with error checks.
#include <cstdio>
#include <cstdlib>
#define CHECK(x)                                                                                             \
    do {                                                                                                     \
        cudaError_t e = (x);                                                                                 \
        if (e != cudaSuccess) {                                                                              \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                        \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)
template <typename F>
__global__ void kernel_for(int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}
template <typename F>
void parallel_for(int n, F &&f, cudaStream_t s = 0)
{
    const int block = 256;
    kernel_for<<<(n + block - 1) / block, block, 0, s>>>(n, f);
    CHECK(cudaGetLastError());
}
void saxpy(int n, float a, const float *x, float *y)
{
    parallel_for(n, [=] __device__(int i) { y[i] = a * x[i] + y[i]; });
}
int main()
{
    const int n = 1 << 20;
    float *x, *y;
    CHECK(cudaMallocManaged(&x, n * sizeof(float)));
    CHECK(cudaMallocManaged(&y, n * sizeof(float)));
    parallel_for(n, [=] __device__(int i) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    });
    saxpy(n, 2.0f, x, y);
    CHECK(cudaDeviceSynchronize());
    float err = 0;
    for (int i = 0; i < n; ++i) err = fmaxf(err, fabsf(y[i] - 4.0f));
    printf("max error %g\n", err);
    cudaFree(x);
    cudaFree(y);
    return err > 0;
}
