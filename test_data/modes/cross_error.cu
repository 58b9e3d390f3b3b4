// A kernel that calls a function of the host: an error of the device pass.
#include <cstdlib>

void on_host()
{
}

__global__ void kernel(int* data)
{
    on_host();
    data[0] = rand();
}
