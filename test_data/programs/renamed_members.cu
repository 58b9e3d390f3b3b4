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

// Types that are inherited, by the class itself or by one around it.
namespace inherited {
struct Types {
    struct Point { int x = 1, y = 2; };
    using Count = int;
    enum Axis { along, across };
};
template <class T> struct Buffer { struct View { T *data = nullptr; }; };

struct Grid : Types {
    Point Point;
    Count Count = 3;
    struct Cell { Axis Axis = across; Types::Point corner; };
};
struct Middle : Grid {};
template <class T>
struct Field : private Buffer<T>, Types {
    Count Count(Point from) { return from.x + from.y; }
    struct Slice { Axis Axis; Field *whole; };
};
struct Image : Buffer<float> { View View; };
}

// Classes that are defined outside of what they are members of, and all places that name the type before the member does.
namespace outside {
enum class Mode { plain, packed };
template <class T> struct Wrapped { T value; };

template <class T>
struct Plan {
    struct Stage;
    struct Step { T length = 2; };
    typedef T Scalar;
};
template <class T>
struct Plan<T>::Stage {
    using Step = Step;
    typedef Wrapped<Scalar> Wrapped;
    static constexpr auto first() { return Mode::packed; }
    static constexpr Mode Mode() { return first(); }
    Scalar Scalar(Step s) { return s.length; }
};
struct Schedule {
    friend Mode mode_of(const Schedule &) { return outside::Mode::packed; }
    auto other() const -> Mode { return outside::Mode::plain; }
    operator Mode() const { return outside::Mode::packed; }
    char room[sizeof(Mode)];
    Mode Mode = outside::Mode::packed;
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
    inherited::Middle g;
    inherited::Field<int> f;
    inherited::Field<int>::Slice slice{inherited::Types::along, &f};
    std::printf("%d %d %d %d %d\n", g.Point.y, g.Count, inherited::Grid::Cell{}.Axis, slice.whole->Count({}), inherited::Image{}.View.data == nullptr);
    outside::Plan<float>::Stage stage;
    outside::Plan<float>::Stage::Wrapped wrapped{stage.Scalar({})};
    outside::Schedule schedule;
    std::printf("%f %d %d\n", wrapped.value, int(stage.Mode()), int(mode_of(schedule)));
    return cudaFree(out);
}
