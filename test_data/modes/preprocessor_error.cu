// A header that is not there.
#include "nowhere.h"

__global__ void kernel(int* data)
{
    data[0] = 1;
}
