// flags: --extended-lambda -std=c++14
// A small execution-policy library: one- and two-dimensional forall over lambdas, a Jacobi iteration on it.
#include <cuda_runtime.h>
#include <vector>
#include <numeric>
#include <iostream>
namespace app
{
namespace detail
{
struct Policy {
    int block;
    cudaStream_t stream;
};
template <typename Body>
__global__ void body_kernel(Body body, long n)
{
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < n) body(i);
}
template <typename Body>
__global__ void body2d(Body body, int nx, int ny)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < nx && j < ny) body(i, j);
}
} // namespace detail
struct Exec {
    detail::Policy p{256, 0};
    template <typename B>
    void forall(long n, B b) const
    {
        detail::body_kernel<<<(n + p.block - 1) / p.block, p.block, 0, p.stream>>>(b, n);
    }
    template <typename B>
    void forall2(int nx, int ny, B b) const
    {
        dim3 t(16, 16), g((nx + 15) / 16, (ny + 15) / 16);
        detail::body2d<<<g, t, 0, p.stream>>>(b, nx, ny);
    }
};
template <typename T>
class Array2D
{
    T *p_;
    int nx_, ny_;

public:
    Array2D(int nx, int ny) : p_(nullptr), nx_(nx), ny_(ny) { cudaMallocManaged(&p_, sizeof(T) * nx * ny); }
    __host__ __device__ T &operator()(int i, int j) const { return p_[j * nx_ + i]; }
    __host__ __device__ int nx() const { return nx_; }
    __host__ __device__ int ny() const { return ny_; }
};
void jacobi(Exec const &ex, Array2D<double> const &in, Array2D<double> const &out, int steps)
{
    auto a = in, b = out;
    for (int s = 0; s < steps; ++s) {
        ex.forall2(a.nx(), a.ny(), [=] __device__(int i, int j) {
            if (i > 0 && j > 0 && i < a.nx() - 1 && j < a.ny() - 1)
                b(i, j) = 0.25 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1));
        });
        std::swap(a, b);
    }
    ex.forall(a.nx(), [=] __device__(long k) -> auto {
        double change = a(k, 0) - b(k, 0);
        if (change < 0) return -change;
        return change;
    });
}
} // namespace app
int main()
{
    app::Exec ex;
    app::Array2D<double> a(64, 64), b(64, 64);
    ex.forall2(64, 64, [=] __host__ __device__(int i, int j) { a(i, j) = b(i, j) = i == 0; });
    app::jacobi(ex, a, b, 10);
    cudaDeviceSynchronize();
    std::cout << a(3, 3) << '\n';
}
