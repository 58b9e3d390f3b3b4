// flags: -std=c++17
// Tuples of constants as CuTe makes them: values whose type is deduced, named by aliases that convert them. In `Layout` the host
// compiler keeps the type of `Shape::rows`, which the alias would make an int; the kernel that is registered is that of the int.
// And constants that lambdas of a template name. And a default argument that an alias computes: what is made complete on the
// way is in the object, if anybody computes it.
#include <cstdio>

template <auto v> struct Constant {
    static constexpr auto value = v;
};
template <int v> using Int = Constant<v>;

template <class... T> struct Tuple { };

template <class T> struct Shape {
    static constexpr unsigned rows = 128 / sizeof(T);
};

template <class L> struct Mainloop {
    using Layout = L;
    int stages = 3;
};

// The layout depends on a constant without a type of its own.
template <class T, class Enable = void> struct Builder {
    static constexpr auto rows = Shape<T>::rows;
    using Op = Mainloop<Tuple<Int<rows>, Int<1>>>;
};

template <class T> struct Settings {
    using scheduler = void;
    int count = T::stages;
    int twice = T::stages * 2;
};

struct Stages {
    static constexpr int stages = 4;
};

template <class Main, class Scheduler = void, class Enable = void> struct Kernel;
template <class Main, class Scheduler>
struct Kernel<Main, Scheduler, typename Settings<Main>::scheduler> {
    using Arguments = Settings<Stages>;
    Main main;
};

using Main = typename Builder<float>::Op;
using Whole = Kernel<Main>;

template <class K> __global__ void device_kernel(K kernel, int *out) { out[0] = kernel.main.stages; }

template <class K> struct Adapter {
    using Arguments = typename K::Arguments;
    static const void *entry() { return (const void *)device_kernel<K>; }
    static const char *name(typename K::Arguments) { return __PRETTY_FUNCTION__; }
};

template <class T, int Rows, bool Wide> __global__ void fill(T *out) { out[threadIdx.x] = Wide ? Rows * 2 : Rows; }

template <class T, int Rows, bool Wide> int launch(T *out)
{
    fill<T, Rows, Wide><<<1, 32>>>(out);
    return Rows;
}

// Dispatch by constants: each lambda names those of the blocks around it.
template <class T> int dispatch(T *out, int rows, bool wide)
{
    switch (rows) {
    case 2: {
        constexpr int Rows = 2;
        return [&]() -> int {
            if (wide) {
                constexpr bool Wide = true;
                return [&] { return launch<T, Rows, Wide>(out); }();
            }
            constexpr bool Wide = false;
            return launch<T, Rows, Wide>(out);
        }();
    }
    default: return 0;
    }
}

template <class T> static constexpr bool is_small_v = sizeof(T) <= 4;
template <class S> struct Step {
    bool small = is_small_v<S>;
};
template <class S> constexpr auto strides(S)
{
    return Int<Step<Step<S>>{}.small ? 1 : 2>{};
}
struct Compact {
    template <class S> using Strides = decltype(strides(S{}));
};
template <class S, class D = Compact::Strides<S>> struct Grid { };
template <class T> constexpr auto grid() { return Grid<Int<sizeof(T)>, Int<1>>{}; }
template <class T> struct Tiler {
    using Op = Mainloop<decltype(grid<T>())>;
};
using Tiled = Kernel<Tiler<float>::Op>;

static const char *shown(Tuple<const Main *>) { return __PRETTY_FUNCTION__; }

int main()
{
    using Double = Kernel<Builder<double>::Op>;
    Whole whole;
    int *out = nullptr;
    void *arguments[] = {&whole, &out};
    cudaFuncSetAttribute(Adapter<Whole>::entry(), cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
    cudaLaunchKernel(Adapter<Whole>::entry(), dim3(1), dim3(1), arguments, 0, 0);
    device_kernel<Double><<<1, 1>>>(Double{}, out);
    auto list = [](Tuple<Main>, auto more) { return sizeof(more); };
    std::printf("%s %s %d\n", Adapter<Whole>::name({}), shown({}), (int)list(Tuple<Main>{}, 1));
    cudaFuncSetAttribute(Adapter<Tiled>::entry(), cudaFuncAttributeMaxDynamicSharedMemorySize, 2048);
    dispatch(out, 2, out != nullptr);
    return Settings<Stages>{}.count + Settings<Stages>{}.twice;
}
