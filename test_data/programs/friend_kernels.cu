// Kernels as friends of classes and in several namespaces, found in different ways.
#include <cstdio>

namespace geo {

class Mesh;
template <class T> class Buffer;

__global__ void smooth(Mesh *m, int rounds);
template <class T> __global__ void zero(Buffer<T> b);

class Mesh
{
    float *z = nullptr;
    int n = 0;

    friend __global__ void smooth(Mesh *, int);
    friend __global__ void lift(Mesh *m, float by);
    friend struct MeshBuilder;

public:
    Mesh() = default;
    __host__ __device__ Mesh(float *z, int n) : z(z), n(n) {}
};

template <class T>
class Buffer
{
    T *p;
    int n;

public:
    Buffer(T *p, int n) : p{p}, n{n} {}
    friend __global__ void zero<T>(Buffer b);
    template <class U> friend __global__ void convert(Buffer<U> from, Buffer<float> to);
};

__global__ void smooth(Mesh *m, int rounds)
{
    const int i = threadIdx.x;
    for (int r = 0; r < rounds; ++r) {
        float v = i > 0 && i + 1 < m->n ? (m->z[i - 1] + m->z[i] + m->z[i + 1]) / 3 : 0.f;
        __syncthreads();
        if (i < m->n) m->z[i] = v;
        __syncthreads();
    }
}

__global__ void lift(Mesh *m, float by)
{
    if (threadIdx.x < m->n) m->z[threadIdx.x] += by;
}

template <class T>
__global__ void zero(Buffer<T> b)
{
    for (int i = threadIdx.x; i < b.n; i += blockDim.x) b.p[i] = T{};
}

template <class U>
__global__ void convert(Buffer<U> from, Buffer<float> to)
{
    for (int i = threadIdx.x; i < from.n && i < to.n; i += blockDim.x)
        to.p[i] = static_cast<float>(from.p[i]);
}

struct MeshBuilder
{
    static Mesh *build(int n)
    {
        Mesh *m;
        cudaMallocManaged(&m, sizeof(Mesh));
        *m = Mesh();
        m->n = n;
        cudaMallocManaged(&m->z, n * sizeof(float));
        for (int i = 0; i < n; ++i) m->z[i] = i % 10;
        return m;
    }
    static float at(const Mesh *m, int i) { return m->z[i]; }
    static void drop(Mesh *m) { cudaFree(m->z), cudaFree(m); }
};

} // namespace geo

namespace one {
struct Tag {};
__global__ void run(Tag, int *p) { *p |= 1; }
__device__ int helper(int v) { return v + 1; }
}

namespace two {
struct Tag {};
__global__ void run(Tag, int *p) { *p |= 2; }
namespace deep { __global__ void run(int *p) { *p |= one::helper(3); } }
namespace alias = deep;
}

using namespace two::deep;
using one::helper;
namespace td = two::deep;

__global__ void global_run(int *p) { *p |= helper(7); }

void geo_main()
{
    geo::Mesh *m = geo::MeshBuilder::build(64);
    geo::smooth<<<1, 64>>>(m, 10);
    lift<<<1, 64>>>(m, 0.5f);
    cudaDeviceSynchronize();
    std::printf("%f\n", geo::MeshBuilder::at(m, 5));
    geo::MeshBuilder::drop(m);
}

int main()
{
    int *bits;
    cudaMallocManaged(&bits, sizeof *bits);
    *bits = 0;
    run<<<1, 1>>>(one::Tag(), bits);
    run<<<1, 1>>>(two::Tag{}, bits);
    run<<<1, 1>>>(bits);
    td::run<<<1, 1>>>(bits);
    two::alias::run<<<1, 1>>>(bits);
    ::global_run<<<1, 1>>>(bits);
    {
        using two::run;
        run<<<1, 1>>>(two::Tag{}, bits);
    }
    int *i;
    float *f;
    cudaMalloc(&i, 4096);
    cudaMalloc(&f, 4096);
    geo::Buffer<int> bi(i, 1024);
    geo::Buffer<float> bf(f, 1024);
    geo::zero<<<1, 128>>>(bi);
    geo::zero<float><<<1, 128>>>(bf);
    convert<<<1, 128>>>(bi, bf);
    geo_main();
    std::printf("%d\n", *bits);
    cudaFree(i), cudaFree(f), cudaFree(bits);
    return 0;
}
