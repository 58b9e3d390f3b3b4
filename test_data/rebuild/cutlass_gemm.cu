// A matrix product of CUTLASS, for measuring how long a build takes after an edit. It needs CUTLASS's headers.
#include <cstdio>
#include "cutlass_gemm.cuh"

__global__ void fill(cutlass::half_t *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = cutlass::half_t(content);
}

int main()
{
    int n = 256;
    cutlass::half_t *a = nullptr;
    float *c = nullptr;
    cudaMalloc(&a, sizeof(cutlass::half_t) * n * n);
    cudaMalloc(&c, sizeof(float) * n * n);
    fill<<<n * n / 256, 256>>>(a, n * n);
    Gemm gemm;
    Gemm::Arguments arguments({n, n, n}, {a, n}, {a, n}, {c, n}, {c, n}, {1.f, 0.f});
    cutlass::Status status = gemm(arguments);
    std::printf("%d\n", int(status));
    return status != cutlass::Status::kSuccess;
}
