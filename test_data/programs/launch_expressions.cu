// flags: -std=c++17
// Launches through everything that can be called: pointers, tables, members, references, lambdas, packs and conversions, in
// every kind of statement.
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

__global__ void k(int *p, int n = 1) { *p = n; }
template <class T, int N = 2> __global__ void t(T *p) { p[0] = T(N); }

struct Queue {
    void (*f)(int *, int);
    void (*g[2])(int *);
    static void (*shared)(int *);
    Queue *next() { return this; }
    void operator()(int *p)
    {
        (*this->f)<<<1, 1>>>(p, 1);
        f<<<dim3(1), dim3(1)>>>(p, 2);
        g[1]<<<1, 1>>>(p);
        this->g[0]<<<{1}, {1}>>>(p);
    }
};
void (*Queue::shared)(int *) = t<int>;
typedef void (*Entry)(int *, int);
Entry table[] = {k, &k};
Entry pick(int i) { return table[i]; }
cudaStream_t stream() { return 0; }
auto stored = [](int *p) { k<<<1, 2>>>(p); };

template <class F, class... A> void run(F f, A... a) { f<<<1, sizeof...(a)>>>(a...); }
template <class T> struct Sized {
    template <int N> void go(T *p)
    {
        t<T, N><<<N, 1>>>(p);
        t<T><<<1, N, 0, cudaStream_t()>>>(p);
    }
};
template <int... N> void fold(int *p)
{
    (t<int, N><<<1, N>>>(p), ...);
    int list[] = {(t<int, N><<<1, 1>>>(p), N)...};
    std::printf("%d\n", list[0]);
}

int expressions(int *p, bool b)
{
    b ? k<<<1, 1>>>(p) : k<<<2, 2>>>(p, 3);
    b && (k<<<1, 1>>>(p), true);
    (void)(k<<<1, 1>>>(p));
    (k)<<<1, 1>>>(p), (*k)<<<1, 1>>>(p, 4), (&k)<<<1, 1>>>(p, 5);
    static_cast<Entry>(k)<<<1, 1>>>(p, 2);
    ((Entry)k)<<<1, 1>>>(p, 3);
    return b ? (k<<<1, 1>>>(p), 1) : 2;
}

void statements(int *p, int n)
{
    if (n) k<<<1, 1>>>(p);
    else k<<<2, 1>>>(p);
    for (k<<<1, 1>>>(p); n--; k<<<1, 1>>>(p)) {}
    while (n-- > 0) k<<<n >> 1, n << 1, n * sizeof(int)>>>(p, n > 1 ? n >> 2 : n);
    do k<<<(n > 2), 1>>>(p);
    while (n++ < 2);
    switch (n) {
    case 1: k<<<1, 1>>>(p); break;
    default: k<<<1, 1>>>(p), n++;
    }
again:
    k<<<1, 1>>>(p);
    if (n > 99) goto again;
    try {
        k<<<1, 1>>>(p);
    } catch (...) {
        k<<<1, 2>>>(p);
    }
}

int main()
{
    int *p;
    cudaMallocManaged(&p, 64);
    statements(p, 2);
    pick(1)<<<1, 1>>>(p, 3);
    table[0]<<<1, 1>>>(p, 3);
    std::vector<Entry> v{k};
    v[0]<<<1, 1>>>(p, 2), v.back()<<<1, 1>>>(p, 1);
    auto f = k;
    Entry const &r = table[1];
    f<<<1, 1>>>(p, 2), r<<<1, 1>>>(p, 2);
    std::pair<Entry, int> pr(k, 2);
    pr.first<<<1, pr.second>>>(p, 2);
    std::function<void()> fn = [=] { k<<<1, 1>>>(p); };
    dim3 g(1, 2), b{3, 4, 5};
    fn(), k<<<g, b>>>(p);
    k<<<dim3{1, 1}, dim3(2, 2), 16, stream()>>>(p), k<<<g.x, b.y, 0, stream()>>>(p);
    Queue s{k, {t<int>, t<int, 3>}};
    s(p), s.next()->f<<<1, 1>>>(p, 1), Queue::shared<<<1, 1>>>(p), s.next()->next()->g[0]<<<1, 1>>>(p);
    run(k, p, 2), Sized<int>().go<3>(p), fold<1, 2, 3>(p), stored(p);
    [&] { k<<<1, 1>>>(p); }();
    [p](auto x) { t<decltype(x)><<<1, 1>>>((decltype(x) *)p); }(1.0f);
    k<<<1, 1>>>(p, [](int a) { return a; }(3)), k<<<[] { return 1; }(), 1>>>(p);
    t<int, (3 > 2)><<<1, 1>>>(p), k<<<1, 1>>>((p), (1, 2));
    std::printf("%d %s\n", expressions(p, p != nullptr), cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
