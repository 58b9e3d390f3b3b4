// CUDA in a file that is named as C++.
__global__ void fill(int* data, int value)
{
    data[threadIdx.x] = value;
}

void start(int* data)
{
#ifdef __CUDACC__
    fill<<<1, 32>>>(data, 7);
#endif
}
