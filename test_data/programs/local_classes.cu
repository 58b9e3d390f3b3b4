// Classes inside host functions whose members live on the device, and functions for one side in templates and lambdas.
#include <cstdio>

__device__ int scale = 3;
__managed__ int managed;

template <class Op> int describe(Op op) { return (int)sizeof(op) + op.host(); }

int polynomial(int x)
{
    struct Term {
        int factor;
        __device__ Term(int f) : factor(f) {}
        __device__ ~Term() {}
        __device__ int at(int x) const { __syncthreads(); return factor * x * scale + threadIdx.x; }
        __host__ __device__ int twice() const { return 2 * factor + managed; }
        __device__ static int zero() { return 0; }
        constexpr __device__ int one() const { return 1; }
    };
    struct Host {
        int v;
        int host() const { return v + managed; }
        __device__ auto device() const { return v + clock(); }
        struct Deeper { __device__ float f(float x) const { return __expf(x); } int g() const { return 2; } };
    };
    auto inside = [](int v) {
        struct Counter {
            int n;
            __device__ void count() { atomicAdd(&n, 1); }
            int get() const { return n; }
        } c{v};
        return c.get();
    };
    return (int)sizeof(Term) + describe(Host{x}) + Host::Deeper{}.g() + inside(x);
}

template <class T> T generic(T t)
{
    struct Box {
        T v;
        __device__ T get() const { return v; }
        T host() const { return v; }
    } b{t};
    return b.host();
}

struct Outer {
    int run(int n)
    {
        struct Step {
            int n;
            __device__ int next() { return ++n; }
            int now() const { return n; }
        };
        return Step{n}.now();
    }
};

__global__ void kernel(int *p)
{
    struct Inner { int v; __device__ int get() const { return v; } int plain() const; } i{4};
    *p = i.get();
}

int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    kernel<<<1, 1>>>(p);
    std::printf("%d %f %d %s\n", polynomial(2), generic(1.5), Outer().run(3), cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
