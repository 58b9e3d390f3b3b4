// The first example: y = a * x + y on the GPU.
//
//     nvcc -o saxpy saxpy.cu && ./saxpy
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int n = 1 << 20;
    std::vector<float> x(n, 1.0f), y(n, 2.0f);

    float *dx, *dy;
    if (cudaMalloc(&dx, n * sizeof(float)) != cudaSuccess || cudaMalloc(&dy, n * sizeof(float)) != cudaSuccess) {
        std::fprintf(stderr, "no device memory: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, dx, dy);

    cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
    float worst = 0;
    for (float v : y)
        worst = std::fmax(worst, std::fabs(v - 4.0f));
    std::printf("largest error: %g\n", worst);

    cudaFree(dx);
    cudaFree(dy);
    return worst != 0;
}
