// flags: --extended-lambda -std=c++17
// Functions as values on both sides: pointers to device functions and members in tables, functors that hold
// lambdas, partial application, callbacks with state, visitors made of several lambdas.
#include <cstdio>
#include <cuda/std/functional>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <functional>
#include <memory>

#include <vector>

using Unary = float (*)(float);

template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;

struct Model {
    float weight, bias;
    __host__ __device__ float linear(float x) const { return weight * x + bias; }
    __host__ __device__ float square(float x) const { return weight * x * x; }
    __host__ __device__ virtual float offset() const { return bias; }
};
using Member = float (Model::*)(float) const;
typedef float (*Plain)(float);

__device__ float halve(float x) { return x / 2; }
__host__ __device__ float twice(float x) { return x * 2; }
template <int N> __device__ float power(float x) { return x * power<N - 1>(x); }
template <> __device__ float power<0>(float) { return 1; }

__device__ Plain table[] = {halve, twice, power<3>, &power<5>};
__constant__ Member member = &Model::linear;
__device__ float Model::*field = &Model::weight;

__global__ void calls(float *x, Model m, int which)
{
    Unary f = [](float v) { return v + 1; };
    if (which & 1) f = halve;
    if (which & 2) f = nullptr;
    x[0] = f ? f(x[0]) : table[which % 4](x[0]);
    x[1] = (m.*member)(x[1]) + m.*field;
    auto store = [=](int i, float &to) { to = x[i]; };
    store(0, x[2]);
}

template <class F, class... A>
__host__ __device__ auto bind(F f, A... a)
{
    return [=](auto... rest) mutable { return f(a..., rest...); };
}

template <class F> __global__ void run(F f, float *out) { out[threadIdx.x] = f(threadIdx.x); }

template <class F> struct Deferred {
    F f;
    float *at;
    cudaStream_t stream = nullptr;
    ~Deferred() { run<<<1, 4, 0, stream>>>(f, at); }
};
template <class F> Deferred(F, float *) -> Deferred<F>;

struct Later {
    float *at;
    template <class F> void operator()(F f) const { Deferred<F> now{f, at}; }
};

template <class A, class B, class Then> void compose(A a, B b, Then then)
{
    then([=] __host__ __device__(int x) -> float { return a(b(x)); });
}

using Shape = cuda::std::variant<float, Model, int2>;

int main()
{
    float *x;
    cudaMallocManaged(&x, 64);
    const Model m{};
    for (int i = 0; i < 4; ++i) calls<<<1, 1>>>(x, m, i);
    const float w = 2.f;
    auto line = [w] __host__ __device__(float v) { return w * v; };
    auto area = [x] __device__(int i) { return x[i]; };
    {
        compose(line, [] __host__ __device__(int v) { return v + 1.f; }, Later{x});
        Deferred<decltype(area)> other{area, x + 4};
        std::unique_ptr<Deferred<decltype(line)>> heap(new Deferred<decltype(line)>{line, x});
    }
    auto visit = Overloaded{[] __host__ __device__(float f) { return f; }, [] __host__ __device__(const Model &o) { return o.offset(); },
                            [] __host__ __device__(int2 p) { return float(p.x * p.y); }};
    Shape shapes[] = {1.f, Shape(m), make_int2(3, 4)};
    float sum = 0;
    for (const Shape &s : shapes) sum += cuda::std::visit(visit, s);
    std::vector<std::function<void(int)>> jobs;
    jobs.push_back([&](int n) { run<<<1, n>>>(line, x); });
    jobs.emplace_back(std::bind([](float *p, int n) { run<<<n, 1>>>([p] __device__(unsigned i) { return p[i]; }, p); }, x, std::placeholders::_1));
    for (auto &job : jobs) job(4);
    cudaLaunchHostFunc(nullptr, [](void *p) { *static_cast<float *>(p) += 1; }, &sum);
    std::printf("%f %f %s\n", sum, bind(twice)(3.f) + bind([](float a, float b) { return a - b; }, 1.f)(2.f), cudaGetErrorString(cudaDeviceSynchronize()));
}
