// flags: --extended-lambda -std=c++17
// Lambdas in templates of functions and classes, in partial specialisations, conversions, and parameter
// packs.
#include <cstdio>
#include <utility>
namespace par
{
template <class F, class... A>
__global__ void launch_kernel(F f, A... a)
{
    f(threadIdx.x, a...);
}
template <class F, class... A>
void launch(int n, F f, A &&...a)
{
    launch_kernel<<<1, n>>>(f, std::forward<A>(a)...);
}
template <class T, int N>
struct Vec {
    T v[N];
    template <class U>
    void axpy(U a, T *out) const
    {
        Vec self = *this;
        launch(N, [=] __device__(int i) { out[i] = a * self.v[i] + out[i]; });
    }
    static void zero(T *p, int n)
    {
        launch(n, [p] __device__(int i) { p[i] = T{}; });
    }
    T sum(T *p) const;
    operator bool() const
    {
        launch(1, [] __host__ __device__(int) {});
        return v[0] != T();
    }
};
template <class T, int N>
T Vec<T, N>::sum(T *p) const
{
    launch(1, [*this, p] __device__(int) {
        T s = 0;
        for (int i = 0; i < N; ++i) s += v[i];
        *p = s;
    });
    return *p;
}
template <class T>
struct Vec<T *, 0> {
    void f(T *t)
    {
        launch(1, [t] __device__(int) { *t = T(); });
    }
};
template <class Tag, class T, class... R>
T many(T *p, R... r)
{
    launch(2, [p] __host__ __device__(int i) { p[i] = sizeof...(R); });
    return sizeof(Tag) + sizeof...(r);
}
template <template <class, int> class C, class T>
void ttp(C<T, 3> c, T *p)
{
    launch(3, [c, p] __device__(int i) { p[i] = c.v[i]; });
}
} // namespace par
int main()
{
    double *d;
    cudaMallocManaged(&d, 64 * sizeof(double));
    float *f;
    cudaMallocManaged(&f, 64 * sizeof(float));
    par::Vec<double, 4> v{{1, 2, 3, 4}};
    v.axpy(2, d);
    v.axpy(2.5f, d);
    par::Vec<double, 4>::zero(d, 8);
    v.sum(d);
    if (v) printf("yes\n");
    par::Vec<float *, 0> q;
    q.f(f);
    par::many<int>(f, 1, 2.0, 'c');
    par::many<char>(f, 1);
    par::ttp(par::Vec<float, 3>{{1, 2, 3}}, f);
    par::launch(4, [=] __device__(int i, int a, double b) { f[i] = a + b; }, 1, 2.0);
    cudaDeviceSynchronize();
}
