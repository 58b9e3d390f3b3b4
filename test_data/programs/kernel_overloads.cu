// Kernels that share names: overloads by type, by linkage and by namespace, friends only, and host functions of the same name.
#include <cstdio>

__global__ void set(int *p, int v) { *p = v; }
__global__ void set(float *p, float v) { *p = v; }
static __global__ void set(double *p) { *p = 1; }
template <class T> __global__ void set(T *p, T a, T b) { *p = a + b; }
template <> __global__ void set(char *p, char a, char b) { *p = a - b; }
void set(int n) { std::printf("host %d\n", n); }

extern "C" __global__ void plain(int *p) { *p = 1; }
namespace inner {
__global__ void plain(float *p) { *p = 2; }
__global__ void twice(int *p, int n = 2) { *p *= n; }
template <class T> static __global__ void twice(T *p) { *p *= T(2); }
}

class Grid;
namespace detail { struct Owner; }

class Grid {
    int *cells;
    friend __global__ void clear(Grid g);
    template <class T> friend __global__ void paint(Grid g, T color);

public:
    explicit Grid(int *c) : cells(c) {}
};

namespace detail {
struct Owner {
    friend __global__ void adopt(Owner o, int *p);
    int id;
};
__global__ void adopt(Owner o, int *p) { *p = o.id; }
}

__global__ void clear(Grid g) { g.cells[threadIdx.x] = 0; }
template <class T> __global__ void paint(Grid g, T color) { g.cells[threadIdx.x] = (int)color; }

void (*const chosen)(float *, float) = set;

int main()
{
    int *i;
    float *f;
    double *d;
    char *c;
    cudaMalloc(&i, 256), cudaMalloc(&f, 256), cudaMalloc(&d, 256), cudaMalloc(&c, 256);
    set(4);
    set<<<1, 1>>>(i, 1);
    set<<<1, 1>>>(f, 2.f);
    set<<<1, 1>>>(d);
    set<<<1, 1>>>(i, 1, 2);
    set<<<1, 1>>>(c, 'a', 'b');
    chosen<<<1, 1>>>(f, 3.f);
    plain<<<1, 1>>>(i);
    inner::plain<<<1, 1>>>(f);
    inner::twice<<<1, 1>>>(i);
    inner::twice<<<1, 1>>>(d);
    clear<<<1, 32>>>(Grid(i));
    paint<<<1, 32>>>(Grid(i), 2.5);
    adopt<<<1, 1>>>(detail::Owner{7}, i);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(i), cudaFree(f), cudaFree(d), cudaFree(c);
}
