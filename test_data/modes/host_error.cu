// A mistake that only the host pass sees.
__global__ void kernel(int* data)
{
    data[0] = 1;
}

#ifndef __CUDA_ARCH__
int value = only_on_host;
#endif
