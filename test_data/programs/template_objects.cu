// flags: -std=c++20
// Template arguments of class type, and lambdas as template arguments, in what a launch is given: the front end's values stand in
// the host text, where the host compiler may not parse what they were made of.
struct Tile {
    int rows, cols;
    constexpr int size() const { return rows * cols; }
    constexpr bool operator==(const Tile &) const = default;
};

template <int N> __global__ void fill(int *out) { out[threadIdx.x % N] = N; }
template <Tile T> __global__ void transpose(float *p) { p[threadIdx.x] = p[threadIdx.x / T.cols + threadIdx.x % T.rows]; }

template <Tile T> constexpr int padded() { return (T.rows + 1) * T.cols; }
template <Tile T> constexpr int twice = 2 * T.size();
template <auto F> constexpr int applied = F(4);
template <auto F, int N = 2> constexpr int called() { return F(N); }
constexpr Tile warp{4, 8};

int main()
{
    int *out = nullptr;
    float *matrix = nullptr;
    fill<padded<warp>()><<<1, 32>>>(out);
    fill<padded<Tile{8, 8}>()><<<1, 32>>>(out);
    fill<twice<Tile{.rows = 2, .cols = 3}>><<<1, 32>>>(out);
    fill<warp.size()><<<1, 32>>>(out);
    fill<applied<[](int x) { return x > 3 ? x << 2 : x; }>><<<1, 32>>>(out);
    fill<called<[](auto x) { return x * 5; }>()><<<1, 32>>>(out);
    fill<[](auto... x) { return sizeof...(x); }(1, 2, 3)><<<1, 32>>>(out);
    transpose<warp><<<1, warp.size()>>>(matrix);
    transpose<Tile{.rows = 16, .cols = 2}><<<1, Tile{16, 2}.size()>>>(matrix);
}
