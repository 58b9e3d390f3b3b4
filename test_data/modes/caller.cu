// Calls device code of callee.cu, and has an unnamed namespace, which the module's name tells apart.
extern __device__ int twice(int value);
extern __constant__ int offset;

namespace {
__device__ int hidden = 3;

__global__ void apply(int* data)
{
    data[threadIdx.x] = twice(data[threadIdx.x]) + offset + hidden;
}
}

int run(float* data, int)
{
    apply<<<1, 32>>>(reinterpret_cast<int*>(data));
    return 0;
}
