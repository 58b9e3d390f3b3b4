// std::move and std::forward in host and device code.
#include <utility>

struct Buffer {
    int* data;
    __host__ __device__ Buffer(Buffer&& other) : data(std::move(other.data))
    {
    }
    __host__ __device__ Buffer(int* data) : data(data)
    {
    }
};

template <typename T>
__host__ __device__ Buffer made(T&& value)
{
    return Buffer(std::forward<T>(value));
}

__global__ void use(int* data)
{
    Buffer buffer = made(data);
    buffer.data[0] = 1;
}

void start(int* data)
{
    use<<<1, 1>>>(data);
}
