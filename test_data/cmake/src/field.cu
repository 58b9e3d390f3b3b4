#include "field.cuh"

namespace field {

__constant__ float diffusion = 0.1f;
__device__ unsigned long long updates;

__device__ bool inside(const Grid &g, int x, int y)
{
    return x >= 0 && y >= 0 && x < g.width && y < g.height;
}

namespace {
__device__ float sample(const Grid &g, int x, int y, float otherwise)
{
    return inside(g, x, y) ? g.at(x, y) : otherwise;
}
} // namespace

__device__ float laplacian(const Grid &g, int x, int y)
{
    const float c = g.at(x, y);
    return sample(g, x - 1, y, c) + sample(g, x + 1, y, c) + sample(g, x, y - 1, c) + sample(g, x, y + 1, c) - 4 * c;
}

__global__ void clear(Grid g, float value)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < g.size(); i += gridDim.x * blockDim.x)
        g.cells[i] = value;
}

} // namespace field
