// A mistake that only the device pass sees.
__global__ void kernel(int* data)
{
#ifdef __CUDA_ARCH__
    data[0] = only_on_device;
#endif
}
