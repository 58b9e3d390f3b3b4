// flags: --extended-lambda -std=c++20
// Extended lambdas in recursive members, if constexpr, loops, structured bindings and lambdas of the host;
// init-captures.
#include <cstdio>
#include <array>
#include <tuple>
#include <string>
template <class F, class... A>
__global__ void kern(F f, A... a)
{
    f(a...);
}
struct Timer {
    template <class F>
    static float time(F f)
    {
        kern<<<1, 1>>>(f);
        return 0;
    }
};
template <class T, class F>
struct Lazy {
    T v;
    F f;
    int run() const
    {
        auto g = f;
        auto w = v;
        kern<<<1, 1>>>([=] __host__ __device__() { return g(w); });
        return f(v);
    }
};
template <class T, class F>
Lazy<T, F> lazy(T t, F f)
{
    return {t, f};
}
struct Tree {
    Tree *l = nullptr, *r = nullptr;
    int k = 0;
    void visit(int depth = 0)
    {
        if (!l || depth > 3) {
            kern<<<1, 1>>>([d = depth, k = this->k] __device__() { printf("%d %d\n", d, k); });
            return;
        }
        l->visit(depth + 1);
        kern<<<1, 1>>>([=, *this] __host__ __device__(int q) { (void)(k + depth + q); }, depth);
        r->visit(depth + 1);
    }
    static Tree *make(int n)
    {
        auto *t = new Tree;
        if (n) {
            t->l = make(n - 1);
            t->r = make(n - 1);
        }
        kern<<<1, 1>>>([n] __device__() { (void)n; });
        return t;
    }
};
template <int... I>
void unroll(std::integer_sequence<int, I...>)
{
    kern<<<1, 1>>>([] __device__() { printf("%d", (int)sizeof...(I)); });
}
enum class Op { Add, Mul };
template <Op O>
float apply(float *p, int n, float c)
{
    if constexpr (O == Op::Add) {
        kern<<<1, 1>>>([=] __device__() {
            for (int i = 0; i < n; ++i) p[i] += c;
        });
    } else {
        kern<<<1, 1>>>([=] __device__() {
            for (int i = 0; i < n; ++i) p[i] *= c;
        });
    }
    return c;
}
int main(int argc, char **)
{
    std::array<int, 3> arr{1, 2, 3};
    auto tup = std::make_tuple(1, 2.f);
    auto [i, f] = tup;
    std::string s = "x";
    Timer::time([=] __device__() { printf("%d %f", i, f); });
    Timer::time([arr, n = s.size(), t = std::get<0>(tup)] __device__() {
        (void)arr;
        printf("%d", (int)(n + t));
    });
    auto z = lazy(3, [argc] __host__ __device__(int x) { return x * argc; });
    int zr = z.run();
    Tree::make(2)->visit();
    float *d;
    cudaMallocManaged(&d, 40);
    apply<Op::Add>(d, 10, 1);
    apply<Op::Mul>(d, 10, 2);
    const bool flag = argc > 1;
    auto pick = flag ? 1 : 2;
    for (auto &&e : arr)
        Timer::time([e, flag, pick] __device__() {
            if (flag) printf("%d", e + pick);
        });
    do {
        Timer::time([=] __host__ __device__() { (void)zr; });
    } while (--argc > 3);
    return [&]() -> int {
        Timer::time([=] __device__() { printf("%d", zr); });
        return zr;
    }();
}
