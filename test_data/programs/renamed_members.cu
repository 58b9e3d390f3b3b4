// Members called like the types that they are declared with: NVIDIA's front end takes them, the host compiler wants the types
// qualified.
#include <cstdio>

struct Layout {
    int rows, columns;
    __host__ __device__ static Layout packed() { return {4, 8}; }
};
enum class Order { rows, columns };

namespace tiles {
struct Shape { int n = 3; };
template <class T> struct Pair { T a{}, b{}; };

template <class T>
struct Mma {
    using ScaleLayout = Layout;
    using Element = T;
    struct Storage {
        Element first;
        __host__ __device__ static ScaleLayout ScaleLayout() { return Layout::packed(); }
        const Element *Element() const { return &first; }
    };
    struct Arguments {
        using Element = Element;
        using Order = Order;
        Order order = Order::columns;
    };
};

struct Problem {
    Shape Shape;
    Pair<int> Pair;
    Order Order = ::Order::rows;
    __device__ int volume() const { return Shape.n * Pair.a; }
};
}

__global__ void run(tiles::Problem p, int *out) { *out = p.volume() + tiles::Mma<float>::Storage::ScaleLayout().rows; }

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    run<<<1, 1>>>({}, out);
    cudaDeviceSynchronize();
    tiles::Mma<float>::Storage s{};
    std::printf("%d %d %d %f\n", *out, s.ScaleLayout().columns, (int)tiles::Mma<int>::Arguments{}.order, *s.Element());
    return cudaFree(out);
}
