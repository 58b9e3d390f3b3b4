// flags: -std=c++17
// Automatic differentiation by dual numbers: operators as hidden friends and templates, user literals, deduction guides, nested
// templates instantiated with each other, Newton's method in a kernel that takes its function as an argument of the template.
#include <cmath>
#include <cstdio>
#include <limits>
#include <ostream>
#include <sstream>
#include <type_traits>

#define HD __host__ __device__

namespace dual {
template <class T, int N = 1> struct Number;
template <class> struct isDual : std::false_type {};
template <class T, int N> struct isDual<Number<T, N>> : std::true_type {};

template <class T, int N> struct Number {
    T value{}, slope[N]{};
    constexpr Number() = default;
    HD constexpr Number(T v) : value(v) {}
    HD static constexpr Number variable(T v, int i)
    {
        Number n(v);
        n.slope[i] = T(1);
        return n;
    }
    HD friend constexpr Number operator+(Number a, const Number &b) { return a += b; }
    HD friend constexpr Number operator*(const Number &a, const Number &b)
    {
        Number r(a.value * b.value);
        for (int i = 0; i < N; ++i) r.slope[i] = a.slope[i] * b.value + a.value * b.slope[i];
        return r;
    }
    HD friend constexpr Number operator-(const Number &a) { return Number(T(-1)) * a; }
    HD friend constexpr Number operator-(const Number &a, const Number &b) { return a + -b; }
    HD friend bool operator<(const Number &a, const Number &b) { return a.value < b.value; }
    HD constexpr Number &operator+=(const Number &b)
    {
        value = value + b.value;
        for (int i = 0; i < N; ++i) slope[i] = slope[i] + b.slope[i];
        return *this;
    }
    HD explicit operator bool() const;
    template <class U> HD constexpr operator Number<U, N>() const &;
    friend std::ostream &operator<<(std::ostream &o, const Number &n) { return o << n.value << '+' << n.slope[0] << 'e'; }
};
template <class T> Number(T) -> Number<T, 1>;
template <class T, int N> HD Number<T, N>::operator bool() const { return value != T(0); }
template <class T, int N> template <class U> HD constexpr Number<T, N>::operator Number<U, N>() const &
{
    Number<U, N> n(static_cast<U>(value));
    for (int i = 0; i < N; ++i) n.slope[i] = static_cast<U>(slope[i]);
    return n;
}
template <class T, int N> HD Number<T, N> sin(const Number<T, N> &a)
{
    using std::cos, std::sin;
    Number<T, N> r(sin(a.value));
    for (int i = 0; i < N; ++i) r.slope[i] = cos(a.value) * a.slope[i];
    return r;
}
inline namespace literals {
HD constexpr Number<double> operator""_d(long double x) { return Number<double>::variable(double(x), 0); }
HD constexpr auto operator""_d(unsigned long long x) { return Number(double(x)); }
} // namespace literals
} // namespace dual

struct Cubic {
    template <class X> HD X operator()(const X &x) const { return x * x * x - X(2) * x - X(5); }
};
struct Wave {
    double frequency = 2;
    template <class X> HD auto operator()(const X &x) const -> std::enable_if_t<dual::isDual<X>::value, X>;
};
template <class X> HD auto Wave::operator()(const X &x) const -> std::enable_if_t<dual::isDual<X>::value, X>
{
    return sin(X(frequency) * x) - x * X(0.5);
}

template <class F, class T = double> __global__ void newton(F f, T *x, int rounds)
{
    dual::Number<T> at = dual::Number<T>::variable(x[threadIdx.x], 0);
    while (rounds-- && f(at)) {
        const auto y = f(at);
        at.value -= y.value / (y.slope[0] + T(1e-9));
    }
    x[threadIdx.x] = at.value;
}

template <class F, class... A> __global__ void hessian(F f, double *out)
{
    using Inner = dual::Number<double>;
    using Outer = dual::Number<Inner>;
    Outer x(Inner::variable(out[threadIdx.x], 0));
    x.slope[0] = Inner(1.);
    out[threadIdx.x] = f(x).slope[0].slope[0];
}

template __global__ void newton<Cubic, float>(Cubic, float *, int);

int main()
{
    using namespace dual::literals;
    double *x;
    float *y;
    cudaMallocManaged(&x, 64 * sizeof *x), cudaMallocManaged(&y, 64 * sizeof *y);
    for (int i = 0; i < 64; ++i) x[i] = y[i] = i / 8. - 4;
    newton<<<1, 64>>>(Cubic(), x, 20);
    newton<<<1, 64>>>(Cubic{}, y, 10);
    newton<Wave><<<1, 64>>>({3.}, x, 20);
    hessian<Cubic><<<1, 64>>>({}, x);
    cudaDeviceSynchronize();
    std::ostringstream text;
    text << 2.5_d * 3_d + 1.5_d << ' ' << Wave()(0.25_d);
    const dual::Number<float> narrow = 2.0_d * 2_d;
    std::printf("%s %f %f %f\n", text.str().c_str(), x[1], y[2], narrow.slope[0]);
    return !(1.0_d < 2.0_d);
}
