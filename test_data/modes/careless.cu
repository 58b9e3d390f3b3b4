// What nvcc's own warning options are about: -Wreorder, -Wdefault-stream-launch, -Wmissing-launch-bounds,
// -Wext-lambda-captures-this, -Wconversion, deprecated names, and calls that only one side can make.
struct Pair {
    int first;
    int second;
    __host__ __device__ Pair(int value) : second(value), first(value)
    {
    }
};

[[deprecated("use better")]] __host__ __device__ inline int worse()
{
    return 1;
}

int on_host(int value)
{
    return value;
}

__host__ __device__ int either(int value)
{
    return on_host(value) + worse();
}

__global__ void unbounded(int* data, double value)
{
    int narrow = value;
    data[0] = either(narrow) + Pair(1).first;
}

template <typename F>
__global__ void call(F action)
{
    action();
}

struct Owner {
    int* data;
    void start()
    {
        auto store = [=] __device__() { data[0] = 2; };
        call<<<1, 1>>>(store);
        unbounded<<<1, 1>>>(data, 2.5);
    }
};

void start()
{
    Owner{}.start();
}
