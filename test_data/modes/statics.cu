// Templates of kernels with internal linkage, and objects with initializers on the device.
template <typename T>
static __global__ void internal(T* data)
{
    data[0] = 1;
}

namespace {
template <typename T>
__global__ void unnamed(T* data)
{
    data[0] = 2;
}
}

struct Three {
    int values[3];
    constexpr Three() : values{1, 2, 3}
    {
    }
};

__device__ Three three;
__device__ int* pointer = three.values;

void start(int* data)
{
    internal<<<1, 1>>>(data);
    unnamed<<<1, 1>>>(data);
}
