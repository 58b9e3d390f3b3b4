// flags: -std=c++17
// What kernels may take: unnamed and defaulted parameters, arrays, functions, references, members, packs, and template
// parameters of every kind without names.
#include <cstdio>
#include <cstddef>

struct Point { int x, y; __host__ __device__ int dot(int a) const { return x * a + y; } };
union Bits { int i; float f; };
enum class Mode : unsigned char { Fast, Slow };
using Callback = int (*)(int);
typedef int Row[4];

__global__ void unnamed(int *, int, float) {}
__global__ void some(int *p, int, float = 2.f, int n = 3) { *p = n; }
__global__ void arrays(const int table[4], Row row, int (*matrix)[4]) { row[0] = table[1] + matrix[0][2]; }
__global__ void functions(int *p, Callback f, int (*g)(int), int Point::*m) {
    Point q{1, 2};
    *p = q.*m;
    if (f && g) ++*p;
}
__global__ void classes(int *p, Point a, const Point b, Bits u, Mode m, Point *const c, volatile int *d)
{
    *p = a.dot(b.x) + u.i + (m == Mode::Slow) + (c != nullptr) + *d;
}

template <class, int> __global__ void nameless(int *p) { *p = 1; }
template <class> struct Holder { int v; };
template <template <class> class H, class = int> __global__ void holders(int *p, H<int> h) { *p = h.v; }
template <class... Ts> __global__ void packs(int *p, Ts... ts) { *p = (0 + ... + (int)ts); }
template <class... Ts> __global__ void nothing(int *p, Ts...) { *p = sizeof...(Ts); }
template <class T, T... Vs> __global__ void values(T *p) { *p = (T{} + ... + Vs); }
template <class T, std::size_t N> __global__ void deduced(Holder<T> h, int (*p)[N]) { (*p)[0] = h.v + N; }
template <auto V, auto W> __global__ void autos(int *p) { *p = (int)V + W; }
template <class T, class... Ts> __global__ void functors(int *p, T (*f)(Ts...), Ts... ts) { *p = f ? sizeof...(ts) : 0; }
template <class T> __global__ void qualified(const T *__restrict__ in, T *__restrict__ const out, const T last = T())
{
    out[0] = in[0] + last;
}

template <> __global__ void nameless<float, 2>(int *p) { *p = 2; }
template __global__ void values<long, 1, 2, 3>(long *);

int increment(int x) { return x + 1; }

int main()
{
    int *p;
    cudaMallocManaged(&p, 4096);
    volatile int *v = p;
    int (*matrix)[4] = reinterpret_cast<int (*)[4]>(p);
    Point q{3, 4};
    unnamed<<<1, 1>>>(p, 1, 2.f);
    some<<<1, 1>>>(p, 1);
    some<<<1, 1>>>(p, 1, 2.f, 4);
    arrays<<<1, 1>>>(p, p + 4, matrix);
    functions<<<1, 1>>>(p, increment, &increment, &Point::x);
    classes<<<1, 1>>>(p, q, {5, 6}, Bits{7}, Mode::Slow, &q, v);
    nameless<int, 1><<<1, 1>>>(p);
    nameless<float, 2><<<1, 1>>>(p);
    holders<<<1, 1>>>(p, Holder<int>{3});
    packs<<<1, 1>>>(p);
    packs<<<1, 1>>>(p, 1, 2.0, '3');
    nothing<<<1, 1>>>(p, 1, 2);
    values<int, 4, 5><<<1, 1>>>(p);
    deduced<<<1, 1>>>(Holder<float>{1}, matrix);
    autos<'c', 3u><<<1, 1>>>(p);
    functors<<<1, 1>>>(p, increment, 2);
    qualified<<<1, 1>>>(p, p + 1);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
