#include "simulate.h"

#include "field.cuh"

#include <utility>

namespace {

__global__ void heat(field::Grid g, int x, int y, float value)
{
    g.at(x, y) = value;
}

__global__ void diffuse(field::Grid from, field::Grid to)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (!field::inside(from, x, y)) return;
    to.at(x, y) = from.at(x, y) + field::diffusion * field::laplacian(from, x, y);
    if (x == 0 && y == 0) atomicAdd(&field::updates, 1ull);
}

class Buffer {
public:
    explicit Buffer(std::size_t n) { status_ = cudaMalloc(&p_, n * sizeof(float)); }
    ~Buffer() { cudaFree(p_); }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    float *get() const { return p_; }
    cudaError_t status() const { return status_; }

private:
    float *p_ = nullptr;
    cudaError_t status_;
};

} // namespace

Outcome simulate(const Settings &s)
{
    Outcome result;
    const std::size_t cells = std::size_t(s.width) * s.height;
    Buffer first(cells), second(cells);
    const auto failed = [&](cudaError_t e) {
        if (e != cudaSuccess) result.error = cudaGetErrorString(e);
        return e != cudaSuccess;
    };
    if (failed(first.status()) || failed(second.status())) return result;
    if (failed(cudaMemcpyToSymbol(field::diffusion, &s.diffusion, sizeof s.diffusion))) return result;

    field::Grid from{first.get(), s.width, s.height}, to{second.get(), s.width, s.height};
    const dim3 block(16, 16), grid((s.width + 15) / 16, (s.height + 15) / 16);
    field::clear<<<32, 128>>>(from, 0.0f);
    heat<<<1, 1>>>(from, s.width / 2, s.height / 2, 100.0f);
    for (int i = 0; i < s.steps; ++i) {
        diffuse<<<grid, block>>>(from, to);
        std::swap(from, to);
    }
    if (failed(cudaDeviceSynchronize())) return result;

    result.cells.resize(cells);
    if (failed(cudaMemcpy(result.cells.data(), from.cells, cells * sizeof(float), cudaMemcpyDeviceToHost))) return result;
    failed(cudaMemcpyFromSymbol(&result.updates, field::updates, sizeof result.updates));
    return result;
}
