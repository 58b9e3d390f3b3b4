// C++20: concepts, a constrained kernel template, and three-way comparison.
#include <compare>
#include <concepts>

struct Version {
    int major_number;
    int minor_number;
    __host__ __device__ constexpr auto operator<=>(const Version&) const = default;
};

template <std::integral T>
__global__ void order(T* data, Version left, Version right)
{
    data[0] = left < right;
}

void start(int* data)
{
    order<<<1, 1>>>(data, Version{1, 2}, Version{.major_number = 1, .minor_number = 3});
}
