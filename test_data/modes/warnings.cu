// What the two passes warn about without an option.
static int unused_variable = 3;
static void unused_function()
{
}

static __device__ int unused_on_device()
{
    return 0;
}

__device__ unsigned negative = -1;

__global__ void checks(int* data, unsigned count)
{
    int never_used;
    int only_set;
    only_set = 4;
    if (count >= 0)
        data[0] = 1;
    data[1];
    while (true) {
    }
    data[2] = 5;
}

__host__ __device__ int missing_return(int value)
{
    if (value)
        return 1;
}

void start(int* data)
{
    int lonely;
    unsigned large = -2;
    checks<<<1, 1>>>(data, large);
}
