// Explicit specialisations and instantiations of everything that may live on the device: kernels, functions, members,
// variables and classes, in namespaces and out of them.
#include <cstdio>

namespace num {
template <class T> struct Traits { static __host__ __device__ T zero() { return T(); } };
template <> struct Traits<float> { static __host__ __device__ float zero() { return 0.5f; } };
template <class T> struct Traits<T *> {
    static __device__ T *zero();
    __device__ operator T *() const { return zero(); }
};
template <class T> __device__ T *Traits<T *>::zero() { return nullptr; }

template <class T> __device__ T one() { return T(1); }
template <> __device__ float one<float>() { return 1.f; }
template <> __device__ inline double one() { return 1.0; }
template <> __host__ __device__ int one<int>() { return 1; }

template <class T> __global__ void fill(T *p) { *p = Traits<T>::zero() + one<T>(); }
template <> __global__ void fill(int *p) { *p = one<int>(); }
template <> __global__ void __launch_bounds__(64) fill<double>(double *p) { *p = one<double>(); }
template <class T> __global__ void only_declared(T *p);
template <> __global__ void only_declared(int *p) { *p = 3; }
}

template <> __global__ void num::fill(short *p) { *p = 4; }
template __global__ void num::fill<float>(float *);
template __global__ void num::fill(unsigned *);
template __device__ long num::one<long>();
template <> __device__ char num::one() { return 'c'; }

template <class T, int N> struct Block {
    T data[N];
    __device__ T sum() const;
    __device__ void clear() { for (int i = 0; i < N; ++i) data[i] = T(); }
    template <class U> __device__ U as() const { return U(sum()); }
    static __device__ int size();
    struct Inner { __device__ int deep(); };
};
template <class T, int N> __device__ T Block<T, N>::sum() const
{
    T s = T();
    for (int i = 0; i < N; ++i) s += data[i];
    return s;
}
template <class T, int N> __device__ int Block<T, N>::size() { return N; }
template <class T, int N> __device__ int Block<T, N>::Inner::deep() { return N + 1; }
template <> __device__ int Block<int, 2>::sum() const { return data[0] + data[1]; }
template <> template <> __device__ float Block<int, 2>::as<float>() const { return 2.5f; }
template <> __device__ void Block<float, 1>::clear() { data[0] = -1; }
template <> __device__ int Block<char, 9>::Inner::deep() { return 99; }
template struct Block<long, 3>;
extern template struct Block<short, 3>;

template <class T> __device__ T limit = T(10);
template <> __device__ float limit<float> = 2.5f;
template <class T> __constant__ T table[2] = {T(1), T(2)};
template <> __constant__ int table<int>[2] = {3, 4};
template __device__ long limit<long>;

__global__ void members(int *p)
{
    Block<int, 2> b{{1, 2}};
    Block<float, 1> f{};
    Block<char, 9>::Inner c;
    f.clear();
    *p = b.sum() + (int)b.as<float>() + (int)b.as<char>() + Block<int, 2>::size() + (int)f.sum() + c.deep();
    *p += limit<int> + (int)limit<float> + table<int>[1] + (int)table<short>[0] + (int)limit<long> + num::one<char>();
    int *q = num::Traits<int *>();
    if (q) *q = 0;
}

int main()
{
    int *p;
    cudaMallocManaged(&p, 4096);
    num::fill<<<1, 1>>>(p);
    num::fill<<<1, 1>>>((float *)p);
    num::fill<<<1, 1>>>((double *)p);
    num::fill<short><<<1, 1>>>((short *)p);
    num::fill<<<1, 1>>>((unsigned *)p);
    num::only_declared<<<1, 1>>>(p);
    members<<<1, 1>>>(p);
    float f = 3;
    cudaMemcpyToSymbol(limit<float>, &f, sizeof f);
    cudaMemcpyToSymbol(table<int>, p, 2 * sizeof(int));
    std::printf("%s %d\n", cudaGetErrorString(cudaDeviceSynchronize()), num::one<int>());
    cudaFree(p);
}
