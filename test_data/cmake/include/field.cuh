// Device interface of the field library; for CUDA sources only.
#pragma once

#include <cuda_runtime.h>

namespace field {

struct Grid {
    float *cells;
    int width, height;

    __host__ __device__ int size() const { return width * height; }
    __device__ float &at(int x, int y) const { return cells[y * width + x]; }
};

extern __constant__ float diffusion;
extern __device__ unsigned long long updates;

__device__ float laplacian(const Grid &g, int x, int y);
__device__ bool inside(const Grid &g, int x, int y);

__global__ void clear(Grid g, float value);

} // namespace field
