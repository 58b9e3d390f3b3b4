// CRTP expression templates with member templates, alias templates, template template
// parameters, traits, and static members of class templates.
#include <cstdio>
#include <type_traits>

template <typename E>
struct Expr {
    __host__ __device__ const E &self() const { return static_cast<const E &>(*this); }
    __host__ __device__ auto operator[](int i) const { return self().at(i); }
    __host__ __device__ int size() const { return self().length(); }
};

template <typename T, int N>
struct Vec : Expr<Vec<T, N>> {
    using value_type = T;
    T v[N];

    __host__ __device__ Vec() : v{} {}
    template <typename... A, typename = std::enable_if_t<sizeof...(A) == N>>
    __host__ __device__ explicit Vec(A... a) : v{static_cast<T>(a)...} {}
    template <typename E>
    __host__ __device__ Vec(const Expr<E> &e)
    {
        for (int i = 0; i < N; ++i) v[i] = e[i];
    }
    template <typename E>
    __device__ Vec &operator=(const Expr<E> &e);

    __host__ __device__ T at(int i) const { return v[i]; }
    __host__ __device__ static constexpr int length() { return N; }
    template <typename U> struct rebind { using type = Vec<U, N>; };
    template <typename U>
    __device__ typename rebind<U>::type cast() const
    {
        typename rebind<U>::type r;
        for (int i = 0; i < N; ++i) r.v[i] = static_cast<U>(v[i]);
        return r;
    }
    static const int bytes;
};

template <typename T, int N>
const int Vec<T, N>::bytes = N * sizeof(T);

template <typename T, int N>
template <typename E>
__device__ Vec<T, N> &Vec<T, N>::operator=(const Expr<E> &e)
{
    for (int i = 0; i < N; ++i) v[i] = e[i];
    return *this;
}

struct Plus { template <class A, class B> __host__ __device__ auto operator()(A a, B b) const { return a + b; } };
struct Times { template <class A, class B> __host__ __device__ auto operator()(A a, B b) const { return a * b; } };

template <typename Op, typename L, typename R>
class Binary : public Expr<Binary<Op, L, R>> {
    L l;
    R r;

public:
    __host__ __device__ Binary(const L &a, const R &b) : l(a), r(b) {}
    __host__ __device__ auto at(int i) const -> decltype(Op()(l[i], r[i])) { return Op()(l[i], r[i]); }
    __host__ __device__ int length() const { return l.size(); }
};

template <typename L, typename R>
__host__ __device__ Binary<Plus, L, R> operator+(const Expr<L> &l, const Expr<R> &r) { return {l.self(), r.self()}; }
template <typename L, typename R>
__host__ __device__ Binary<Times, L, R> operator*(const Expr<L> &l, const Expr<R> &r) { return {l.self(), r.self()}; }

template <typename T> using Vec3 = Vec<T, 3>;
template <typename T> struct IsVec : std::false_type {};
template <typename T, int N> struct IsVec<Vec<T, N>> : std::true_type {};
template <typename T> constexpr bool isVec = IsVec<std::remove_cv_t<T>>::value;

template <template <typename, int> class V, typename T, int N>
__host__ __device__ T sum(const V<T, N> &x)
{
    T s{};
    for (auto e : x.v) s += e;
    return s;
}

template <template <typename...> class Trait, typename... Ts>
struct Any : std::integral_constant<bool, (Trait<Ts>::value || ...)> {};

template <typename V>
__global__ void expression(V *out, V a, V b)
{
    static_assert(isVec<V>, "a vector is expected");
    V c;
    c = a * b + a;
    out[threadIdx.x] = c + c * a;
}

template <typename T>
__global__ std::enable_if_t<std::is_integral_v<T>> round(Vec3<float> v, T *out)
{
    *out = sum(v.cast<T>());
}

template <typename T>
__global__ typename std::enable_if<!std::is_integral<T>::value>::type round(Vec3<float> v, T *out)
{
    *out = sum(v.template cast<T>()) + Any<std::is_pointer, int, T>::value;
}

int main()
{
    Vec3<float> a(1, 2, 3), b(0.5, 0.5, 0.5), *out;
    Vec<float, 3> host = a + b * a;
    int *i;
    double *d;
    cudaMallocManaged(&out, 32 * sizeof *out);
    cudaMallocManaged(&i, sizeof *i);
    cudaMallocManaged(&d, sizeof *d);
    expression<<<1, 32>>>(out, a, b);
    round<<<1, 1>>>(host, i);
    round<<<1, 1>>>(host, d);
    cudaError_t e = cudaDeviceSynchronize();
    std::printf("%f %d %f %d\n", sum(out[0]), *i, *d, Vec3<float>::bytes);
    cudaFree(out), cudaFree(i), cudaFree(d);
    return e;
}
