// Device code that caller.cu calls.
__constant__ int offset = 5;
static __device__ int uses;

__device__ int twice(int value)
{
    ++uses;
    return value * 2;
}
