// flags: -std=c++17
// Types of members that are defined outside of their class template, without `typename`: NVIDIA's front end knows them, the host
// compiler wants the keyword before C++20.
#include <cstdio>

namespace fields {
enum class Axis { along, across };

template <class T, int N>
struct Grid {
    using Index = int;
    struct Cell { T value; Cell *next(); };
    typedef T *Pointer;
    template <class U> struct Slice { U first; Index length(U last); };

    static const Index extent;
    static T storage[N];
    __host__ __device__ Index size() const;
    __host__ __device__ Cell at(Index i);
    Pointer begin();
    template <class F> Cell *each(F f, Cell *last);
};

template <class T, int N> const Grid<T, N>::Index Grid<T, N>::extent = N;
template <class T, int N> T Grid<T, N>::storage[N];
template <class T, int N> __host__ __device__ Grid<T, N>::Index Grid<T, N>::size() const { return N; }
template <class T, int N> __host__ __device__ Grid<T, N>::Cell Grid<T, N>::at(Grid<T, N>::Index i) { return {T(i)}; }
template <class T, int N> inline Grid<T, N>::Pointer Grid<T, N>::begin() { return storage; }
template <class T, int N> Grid<T, N>::Cell *Grid<T, N>::Cell::next() { return this + 1; }
template <class T, int N> template <class F>
Grid<T, N>::Cell *Grid<T, N>::each(F f, Cell *last) { return f(last), last->next(); }
template <class T, int N> template <class U>
Grid<T, N>::Index Grid<T, N>::Slice<U>::length(U last) { return Index(last - first); }
}

__global__ void run(float *out)
{
    fields::Grid<float, 4> g;
    *out = g.at(3).value + g.size();
}

int main()
{
    float *out;
    cudaMallocManaged(&out, sizeof *out);
    run<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    fields::Grid<float, 4> g;
    fields::Grid<float, 4>::Slice<float> slice{1};
    decltype(g)::Cell cells[2] = {{1}, {2}};
    auto *after = g.each([](auto *cell) { cell->value = 5; }, cells);
    std::printf("%f %d %d %f %d\n", *out, g.extent, slice.length(4), *g.begin(), int(after - cells));
    return cudaFree(out);
}
