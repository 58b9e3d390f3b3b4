// flags: --extended-lambda
// Host-device lambdas in every form: mutable, noexcept, with trailing return types, converted, copied, moved,
// static and on the heap.
#include <cstdio>
#include <utility>
#include <memory>
template <class F>
__global__ void run(F f)
{
    f(1);
}
template <class F>
auto call(F f) -> decltype(f(1))
{
    run<<<1, 1>>>(f);
    return f(1);
}
struct Big {
    int v[10];
    __host__ __device__ Big() {}
    __host__ __device__ ~Big() {}
};
int main()
{
    int a = 1;
    double b = 2;
    call([] __host__ __device__(int x) { return x; });
    call([=] __host__ __device__(int x) { return x + a; });
    call([a, b] __host__ __device__(int x) mutable {
        a += x;
        return a + b;
    });
    call([a] __host__ __device__(int x) noexcept { return x + a; });
    call([] __host__ __device__(int x) noexcept -> long { return x; });
    call([=] __host__ __device__(int x) mutable noexcept -> float { return x; });
    call([] __host__ __device__(int x) mutable { return x; });
    Big big;
    auto f = [big, a] __host__ __device__(int x) { return big.v[x] + a; };
    auto g = f;
    auto h = std::move(g);
    call(f);
    call(h);
    int (*p)(int) = [] __host__ __device__(int x) { return x + 7; };
    auto q = +[] __host__ __device__(int x) { return x + 8; };
    auto r = [] __device__ __host__(int x, const Big &bb, Big &&rr, int *pp) { return x + *pp; };
    Big b2;
    r(1, big, std::move(b2), &a);
    static auto sl = [] __host__ __device__(int x) { return x * 2; };
    auto *heap = new auto([a] __host__ __device__(int x) { return x * a; });
    int z = (*heap)(3);
    delete heap;
    auto lam2 = [] __host__(int x) { return x; };
    printf("%d %d %d %d %d\n", p(1), q(2), sl(3), z, lam2(3));
    return [=] __host__ __device__(int x) { return x + a; }(2);
}
