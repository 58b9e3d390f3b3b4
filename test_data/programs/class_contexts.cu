// Device code in every place that a class offers: special members, operators, conversions, friends, nested, local, unnamed and
// union types, with definitions in and out of the class.
#include <cstdio>
#include <initializer_list>
#include <new>

struct Base {
    int b;
    __device__ Base() : b(1) {}
    __device__ explicit Base(int v) : b(v) {}
    __host__ __device__ Base(const Base &) = default;
    __device__ Base(Base &&o) noexcept;
    __device__ virtual ~Base() {}
    __device__ Base &operator=(const Base &o) { b = o.b; return *this; }
    __device__ Base &operator=(int v) &;
    __device__ Base &operator=(Base &&) = delete;
    __device__ virtual int value() const { return b; }
    __device__ virtual void pure() = 0;
    __device__ static int count(int, int n = 3) { return n; }
    static __device__ int late(float);
    void host() { b = 7; }
};
__device__ Base::Base(Base &&o) noexcept : b(o.b) { o.b = 0; }
__device__ Base &Base::operator=(int v) & { b = v; return *this; }
__device__ int Base::late(float f) { return (int)f; }

struct Derived final : Base {
    using Base::Base;
    __device__ Derived(int x, int y) : Base(x), c{y}, more{x, y} {}
    __device__ ~Derived() override { c = 0; }
    __device__ int value() const override { return b + c; }
    __device__ void pure() final {}
    int c = 2, more[2]{};
};

class Number {
    double v;
    friend __device__ Number operator+(Number a, Number b) { return Number(a.v + b.v); }
    friend __device__ bool operator==(const Number &, const Number &);
    friend __host__ __device__ double raw(const Number &n) { return n.v; }
    friend class Pool;

public:
    constexpr __host__ __device__ explicit Number(double d = 0) : v(d) {}
    __device__ operator double() const { return v; }
    __device__ explicit operator bool() const { return v != 0; }
    template <class T> __device__ operator T *() const { return nullptr; }
    __device__ Number &operator++() { ++v; return *this; }
    __device__ Number operator++(int) { Number n = *this; ++v; return n; }
    __device__ double operator[](int i) const { return v * i; }
    __device__ double operator()(double x, double y = 1) const { return v * x + y; }
    __device__ auto operator->() -> Number * { return this; }
    __device__ Number operator,(Number n) { return n; }
    template <class T> __device__ auto apply(T t) const { return t(v); }
    template <class T> __device__ decltype(auto) forward(T &&t) const { return static_cast<T &&>(t); }
    __device__ auto twice() const noexcept(true) { return v * 2; }
    static __device__ void *operator new(size_t n, void *p) { return p; }
    static __device__ void operator delete(void *, void *) {}
};
__device__ bool operator==(const Number &a, const Number &b) { return a.v == b.v; }
__device__ Number operator""_num(long double d) { return Number((double)d); }
__device__ Number operator-(Number a) { return Number(-raw(a)); }

struct Outer {
    struct { int x; __device__ int get() const { return x; } } named;
    union {
        int i;
        float f;
    };
    union Variant {
        int i;
        float f;
        __device__ Variant() : i(0) {}
        __device__ ~Variant() {}
        __device__ int bits() const { return i; }
    } variant;
    enum Kind { A, B };
    struct Nested {
        unsigned low : 4, high : 4;
        __device__ int sum() const { return low + high; }
        __device__ Kind kind();
        template <int N> struct Deeper { static __device__ int n() { return N; } };
    };
    __device__ Outer() : named{1}, i(2) {}
    __device__ Outer(std::initializer_list<int> l) : named{(int)l.size()}, i(*l.begin()) {}
    __device__ ~Outer();
};
__device__ Outer::~Outer() { i = 0; }
__device__ Outer::Kind Outer::Nested::kind() { return low ? A : B; }

__global__ void use(int *p)
{
    struct Local {
        int v;
        __device__ int get() const { return v; }
    } local{3};
    Derived d(1, 2), e(4);
    e.Base::operator=(5);
    Base *base = &d;
    Number n(2), m = n + n;
    Outer o, q{1, 2, 3};
    Outer::Nested nested{1, 2};
    int *none = m;
    *p = local.get() + base->value() + Base::count(1) + Base::late(2.f) + (n == m) + (int)raw(-n) + (int)n[2] + (int)m(2);
    *p += o.named.get() + q.variant.bits() + nested.sum() + (int)nested.kind() + Outer::Nested::Deeper<4>::n() + (none != nullptr);
    *p += (int)n.apply([](double v) { return v + 1; }) + n.forward(3) + (int)n.twice() + (int)raw((1.5_num, n++)) + (++m ? 1 : 0);
    n->twice();
}

int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    use<<<1, 1>>>(p);
    std::printf("%s %f\n", cudaGetErrorString(cudaDeviceSynchronize()), raw(Number(2.5)));
    cudaFree(p);
}
