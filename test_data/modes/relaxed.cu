// Constexpr functions of the host, called on the device.
#include <algorithm>

constexpr int square(int value)
{
    return value * value;
}

__global__ void squares(int* data)
{
    data[threadIdx.x] = std::max(square(threadIdx.x), 16);
}

void start(int* data)
{
    squares<<<1, 32>>>(data);
}
