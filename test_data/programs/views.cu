// flags: -std=c++17
// Views of libcu++ over data of both sides: mdspan with every layout, submatrices, expected values, iterators,
// bit sets, integer sequences, memory alignment and arithmetic helpers.
#include <cstdio>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bitset>
#include <cuda/std/expected>
#include <cuda/std/initializer_list>
#include <cuda/std/inplace_vector>
#include <cuda/std/iterator>
#include <cuda/std/mdspan>
#include <cuda/std/memory>
#include <cuda/std/numeric>
#include <cuda/std/ranges>
#include <cuda/std/utility>

namespace cs = cuda::std;

template <class T, size_t... E> using Fixed = cs::mdspan<T, cs::extents<int, E...>>;
template <class T, class Layout = cs::layout_right> using Matrix = cs::mdspan<T, cs::dextents<int, 2>, Layout>;

enum class Problem { shape, value };
using Checked = cs::expected<float, Problem>;

template <class A, class B>
__host__ __device__ Checked trace(const A &a, const B &b)
{
    if (a.extent(1) != b.extent(0)) return cs::unexpected(Problem::shape);
    float sum = 0;
    for (int i = 0; i < a.extent(0); ++i)
        for (int k = 0; k < a.extent(1); ++k) sum += a(i, k) * b(k, i);
    if (sum != sum) return cs::unexpected<Problem>(Problem::value);
    return sum;
}

template <class View> __global__ void fill(View v, float start)
{
    for (int i = threadIdx.y; i < v.extent(0); i += blockDim.y)
        for (int j = threadIdx.x; j < v.extent(1); j += blockDim.x) v(i, j) = start + i * v.stride(0) + j;
}

template <class L> __global__ void product(Matrix<const float> a, Matrix<const float, L> b, Fixed<float, 2> out)
{
    out(0) = trace(a, b).value_or(-1.f);
    out(1) = trace(b, a).transform([](float x) { return x * 2; }).value_or(0.f);
}

struct Word {
    cs::span<const char> text;
    __host__ __device__ constexpr int vowels() const
    {
        int n = 0;
        for (char c : text) n += c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
        return n;
    }
};
__device__ constexpr char letters[] = {'a', 'd', 'e', 'v', 'i', 'c', 'e'};

template <int... I> __global__ void sequence(int *out, cs::integer_sequence<int, I...>)
{
    constexpr cs::array<int, sizeof...(I)> squares{{I * I...}};
    cs::inplace_vector<int, 16> chosen;
    cs::bitset<64> seen;
    for (int s : squares)
        if (s % 2) chosen.push_back(s), seen.set(s % 64);
    for (auto it = chosen.begin(); it != chosen.end(); cs::advance(it, 1)) out[cs::distance(chosen.begin(), it)] = *it;
    out[15] = cs::accumulate(cs::begin(squares), cs::end(squares), Word{letters}.vowels()) + int(seen.count());
    auto fold = cuda::maximum<int>{};
    out[14] = fold(out[0], cuda::minimum<>{}(out[1], cuda::ceil_div(100, 7)));
}

int main()
{
    float *p;
    int *q;
    cudaMallocManaged(&p, 4096), cudaMallocManaged(&q, 64);
    Matrix<float> a(p, 8, 16);
    Matrix<float, cs::layout_left> b(p + 128, 16, 8);
    cs::layout_stride::mapping strided(cs::dextents<int, 2>(4, 4), cs::array<int, 2>{32, 2});
    cs::mdspan every(p, strided);
    fill<<<1, dim3(8, 8)>>>(a, 1.f);
    fill<<<1, dim3(8, 8)>>>(b, -1.f);
    fill<decltype(every)><<<1, {4, 4, 1}>>>(every, 0);
    product<cs::layout_left><<<1, 1>>>(a, b, Fixed<float, 2>(p + 512));
    sequence<<<1, 1>>>(q, cs::make_integer_sequence<int, 6>());
    cudaDeviceSynchronize();
    const char text[] = {'h', 'o', 's', 't'};
    const Checked t = trace(a, b);
    std::printf("%f %d %d %d\n", t ? *t : -1.f, int(trace(a, a).error()), q[15], Word{text}.vowels());
    auto up = cuda::round_up(cs::size_t(100), 64);
    return cs::ranges::size(cs::array<int, 3>{}) + up == 0;
}
