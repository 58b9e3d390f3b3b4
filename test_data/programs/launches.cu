// Kernel launches in every place where an expression may stand.
#include <cstdio>
#include <functional>
#include <vector>

__global__ void tick(int *p, int by) { atomicAdd(p, by); }
__global__ void tock(int *p, int by) { atomicSub(p, by); }
__global__ void nothing() {}

template <class T, int N = 1>
__global__ void many(T *p)
{
    for (int i = 0; i < N; ++i) *p += T(1);
}

struct Launcher {
    int *p;
    dim3 grid, block;
    void (*kernel)(int *, int) = tick;

    void run(int by) const { kernel<<<grid, block>>>(p, by); }
    static void twice(int *p) { tick<<<1, 1>>>(p, 1), tick<<<1, 1>>>(p, 1); }
    template <class T>
    void typed(T *q) { many<T, 3><<<grid, block>>>(q); }
    void operator()() { (this->*&Launcher::run)(3); }
    ~Launcher() { nothing<<<1, 1>>>(); }
};

template <void (*Kernel)(int *, int), class... A>
void apply(int grid, A... a)
{
    Kernel<<<grid, 32>>>(a...);
}

template <class K, class... A>
void generic(K kernel, dim3 g, dim3 b, A &&...a)
{
    kernel<<<g, b>>>(static_cast<A &&>(a)...);
}

template <class T>
struct Dependent {
    typedef void (*Fn)(T *);
    static Fn get() { return many<T>; }
    void go(T *p) { get()<<<1, 1>>>(p); }
    void direct(T *p) { many<T, 2><<<1, 1, 0, cudaStream_t()>>>(p); }
};

#define LAUNCH(kernel, n, ...) kernel<<<((n) + 31) / 32, 32>>>(__VA_ARGS__)
#define LAUNCH_1D(kernel, ...) \
    do { \
        kernel<<<1, 1>>>(__VA_ARGS__); \
        if (cudaGetLastError() != cudaSuccess) std::puts("failed: " #kernel); \
    } while (0)

void statements(int *p, int n)
{
    if (n > 0)
        tick<<<1, 32>>>(p, n);
    else
        tock<<<1, 32>>>(p, -n);

    if (n == 7) nothing<<<1, 1>>>(); else if (n == 8) nothing<<<2, 1>>>();

    for (nothing<<<1, 1>>>(); n > 0; tick<<<1, 1>>>(p, 1), --n)
        tock<<<1, 1>>>(p, 1);
    while (n < 2)
        tick<<<1, n + 1>>>(p, n++);
    do
        nothing<<<1, 1>>>();
    while (--n);
    switch (n) {
    case 0: tick<<<1, 1>>>(p, 1); break;
    default: tock<<<1, 1>>>(p, 1);
    }
    for (int g : {1, 2, 3}) tick<<<g, 1 << g>>>(p, g);
label:
    nothing<<<1, 1>>>();
    if (n++ < -1) goto label;
}

void expressions(int *p, int n)
{
    n ? tick<<<1, 1>>>(p, 1) : tock<<<1, 1>>>(p, 1);
    n ? (tick<<<1, 1>>>(p, 1), void()) : void();
    (tick<<<1, 1>>>(p, 1));
    (void)tick<<<dim3(1), dim3(2, 2)>>>(p, 1);
    static_cast<void>(tick<<<1, dim3{4, 4}>>>(p, 1));
    (n > 3 ? tick : tock)<<<n > 2 ? 1 : 2, (n >> 1) + 1>>>(p, n);
    (*tick)<<<{2, 1, 1}, {32, 1, 1}>>>(p, 1);
    (&tock)<<<1, {32}, sizeof(int) * 4>>>(p, [](int v) { return v * 2; }(n));
    many<int><<<1, 1>>>(p), many<unsigned, (8 >> 1)><<<1, 1>>>((unsigned *)p);
    ::tick<<<::dim3(), 1, 0, 0>>>(&p[0], int(sizeof(Launcher)));
}

void returned(int *p) { return tick<<<1, 1>>>(p, 1); }

auto lambdas(int *p)
{
    auto plain = [p](int n) { tick<<<1, n>>>(p, n); };
    auto nested = [=] { return [=](auto k) { k<<<1, 1>>>(p, 1); }; };
    plain(4);
    nested()(tick);
    [&] { tock<<<1, 1>>>(p, 2); }();
    std::function<void()> f = [=]() mutable { many<int, 5><<<1, 1>>>(p); };
    return f;
}

int main()
{
    int *p;
    if (cudaMallocManaged(&p, sizeof *p)) return 1;
    *p = 0;
    Launcher l{p, {2, 2}, {32, 1, 2}};
    l.run(1), l(), l.typed(p), Launcher::twice(p);
    std::vector<void (*)(int *, int)> table{tick, tock, &tick};
    for (auto k : table) k<<<1, 1>>>(p, 1);
    table[1]<<<1, 1>>>(p, 1);
    table.back()<<<1, 1>>>(p, 1);
    l.kernel<<<l.grid, l.block>>>(p, 1);
    (&l)->kernel<<<(&l)->grid.x, 1>>>(p, 1);
    apply<tick>(1, p, 2);
    generic(tock, 1, dim3(8, 8), p, 2);
    Dependent<int>().go(p);
    Dependent<float>{}.direct(reinterpret_cast<float *>(p));
    LAUNCH(tick, 100, p, 1);
    LAUNCH_1D(nothing);
    LAUNCH_1D(tock, p, 3);
    statements(p, 3);
    expressions(p, 5);
    returned(p);
    lambdas(p)();
    return cudaDeviceSynchronize() == cudaSuccess ? (nothing<<<1, 1>>>(), 0) : 1;
}
