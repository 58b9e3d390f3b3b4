// flags: -rdc=true
// Variables of the device that only a block declares: in templates, in lambdas, in other namespaces than the one that has the name.
// With -rdc=true the linker is told of each; those of dependent type count as templates.
template <class T> struct Box { T value; };

template <class T> void in_template(void **out)
{
    extern __device__ T plain;
    extern __device__ int fixed;
    extern __device__ Box<T> boxed;
    extern __constant__ char sized[sizeof(T)];
    out[0] = &plain;
    out[1] = &fixed;
    out[2] = &boxed;
    out[3] = sized;
}

template <int N> void by_value(void **out)
{
    extern __device__ int bound[N];
    out[0] = bound;
}

template <class T> struct Holder {
    void member(void **out)
    {
        extern __managed__ T held;
        out[0] = &held;
    }
};

auto generic = [](auto x) {
    extern __device__ decltype(x) like;
    extern __device__ int unlike;
    return &like == nullptr || &unlike == nullptr;
};

auto at_namespace_scope = [] {
    extern __device__ int deep;
    return &deep != nullptr;
};

__device__ int everywhere;
namespace inner {
// Another variable than the global one.
void *own()
{
    extern __device__ int everywhere;
    return &everywhere;
}
}

int main() {}
