// Separable convolution with halo tiles, 2-D and 3-D allocations, pitched copies, a policy class
// chosen at run time, and nested classes of class templates.
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <vector>

template <int Radius>
struct Filter {
    static_assert(Radius >= 1, "");
    enum { radius = Radius, taps = 2 * Radius + 1 };
    float w[taps];

    Filter(std::initializer_list<float> l)
    {
        int i = 0;
        for (float f : l) w[i++] = f;
        for (; i < taps; ++i) w[i] = 0;
    }
    __host__ __device__ float operator[](int i) const { return w[i + Radius]; }

    struct Normalised;
};

template <int Radius>
struct Filter<Radius>::Normalised : Filter {
    Normalised(const Filter &f) : Filter(f)
    {
        float s = 0;
        for (float x : this->w) s += x;
        for (float &x : this->w) x /= s;
    }
};

struct Clamp {
    static __device__ int index(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
};
struct Wrap {
    static __device__ int index(int i, int n) { return (i % n + n) % n; }
};

template <class Pixel>
class Pitched {
    cudaPitchedPtr p_{};
    int width_, height_;

public:
    class Row {
        Pixel *base;

    public:
        __device__ explicit Row(void *p) : base(static_cast<Pixel *>(p)) {}
        __device__ Pixel &operator[](int x) const { return base[x]; }
    };

    __host__ Pitched(int width, int height) : width_(width), height_(height)
    {
        cudaExtent extent = make_cudaExtent(width * sizeof(Pixel), height, 1);
        if (cudaMalloc3D(&p_, extent) != cudaSuccess) width_ = height_ = 0;
    }
    __host__ void release() { cudaFree(p_.ptr); }
    __host__ __device__ int width() const { return width_; }
    __host__ __device__ int height() const { return height_; }
    __device__ Row row(int y) const { return Row(static_cast<char *>(p_.ptr) + y * p_.pitch); }
    cudaError_t upload(const std::vector<Pixel> &v)
    {
        return cudaMemcpy2D(p_.ptr, p_.pitch, v.data(), width_ * sizeof(Pixel), width_ * sizeof(Pixel), height_,
                            cudaMemcpyHostToDevice);
    }
    cudaError_t download(std::vector<Pixel> &v) const
    {
        v.resize(width_ * height_);
        return cudaMemcpy2D(v.data(), width_ * sizeof(Pixel), p_.ptr, p_.pitch, width_ * sizeof(Pixel), height_,
                            cudaMemcpyDeviceToHost);
    }
};

namespace kernels {
constexpr int TX = 32, TY = 8;

template <class Border, class Pixel, int R>
__global__ void horizontal(Pitched<Pixel> in, Pitched<Pixel> out, const Filter<R> f)
{
    __shared__ Pixel tile[TY][TX + 2 * R];
    const int x0 = blockIdx.x * TX, x = x0 + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    if (y < in.height())
        for (int i = threadIdx.x; i < TX + 2 * R; i += TX)
            tile[threadIdx.y][i] = in.row(y)[Border::index(x0 + i - R, in.width())];
    __syncthreads();
    if (x >= in.width() || y >= in.height()) return;
    float acc = 0.f;
#pragma unroll
    for (int k = -R; k <= R; ++k) acc += f[k] * tile[threadIdx.y][threadIdx.x + R + k];
    out.row(y)[x] = static_cast<Pixel>(acc);
}

template <class Border, class Pixel, int R>
__global__ void vertical(Pitched<Pixel> in, Pitched<Pixel> out, const Filter<R> f)
{
    const int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    if (x >= in.width() || y >= in.height()) return;
    float acc = 0.f;
    for (int k = -R; k <= R; ++k) {
        typename Pitched<Pixel>::Row r = in.row(Border::index(y + k, in.height()));
        acc += f[k] * r[x];
    }
    out.row(y)[x] = Pixel(acc);
}
} // namespace kernels

template <class Border, class Pixel, int R>
void blur(Pitched<Pixel> &image, Pitched<Pixel> &scratch, const Filter<R> &f)
{
    using namespace kernels;
    const dim3 block(TX, TY), grid((image.width() + TX - 1) / TX, (image.height() + TY - 1) / TY);
    horizontal<Border><<<grid, block>>>(image, scratch, f);
    vertical<Border, Pixel, R><<<grid, block>>>(scratch, image, f);
}

int main(int argc, char **)
{
    const int w = 200, h = 100;
    std::vector<float> host(w * h, 0.f);
    host[h / 2 * w + w / 2] = 1.f;
    Pitched<float> a(w, h), b(w, h);
    if (a.upload(host)) return 1;
    const Filter<2>::Normalised gauss(Filter<2>{1, 4, 6, 4, 1});
    const bool wrap = argc > 1;
    for (int i = 0; i < 4; ++i) wrap ? blur<Wrap, float, 2>(a, b, gauss) : blur<Clamp, float, 2>(a, b, gauss);
    if (cudaError_t e = a.download(host)) return std::printf("%s\n", cudaGetErrorString(e)), 2;
    double s = 0;
    for (float f : host) s += f;
    std::printf("mass %f\n", s);
    a.release(), b.release();
    return std::fabs(s - 1) > 1e-4;
}
