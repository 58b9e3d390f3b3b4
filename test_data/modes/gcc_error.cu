// A mistake that only the host compiler finds.
__global__ void kernel(int* data)
{
    data[0] = 1;
}

#ifndef __CUDA_ARCH__
int value() __attribute__((alias("nobody")));
#endif
