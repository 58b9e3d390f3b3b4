// Grid constants: kernel parameters that are read where they lie, in functions, templates, packs and redeclarations.
#include <cstdio>

struct Matrix { float m[4][4]; __host__ __device__ float trace() const { return m[0][0] + m[1][1] + m[2][2] + m[3][3]; } };
using ConstMatrix = const Matrix;

__device__ float corner(const Matrix *m) { return m->m[3][3]; }

__global__ void declared(const __grid_constant__ Matrix m, float *out);
__global__ void declared(const __grid_constant__ Matrix m, float *out) { *out = corner(&m); }
__global__ void several(const __grid_constant__ int a, __grid_constant__ const Matrix b, const Matrix c, float *out)
{
    *out = *&a + b.trace() + c.trace();
}
__global__ void aliased(__grid_constant__ ConstMatrix m, float *const __grid_constant__ out) { *out = m.trace(); }
template <class T> __global__ void generic(const __grid_constant__ T t, float *out) { *out = t.trace(); }
template <class... Ts> __global__ void all(float *out, const __grid_constant__ Ts... ts) { *out = (0.f + ... + ts.trace()); }
static __global__ void __launch_bounds__(32) quiet(const __grid_constant__ Matrix, float *out) { *out = 0; }

int main()
{
    float *p;
    cudaMallocManaged(&p, sizeof *p);
    Matrix m{{{1, 2, 3, 4}, {5, 6}}};
    declared<<<1, 1>>>(m, p);
    several<<<1, 1>>>(1, m, m, p);
    aliased<<<1, 1>>>(m, p);
    generic<<<1, 1>>>(m, p);
    all<<<1, 1>>>(p, m, m);
    quiet<<<1, 32>>>(m, p);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
