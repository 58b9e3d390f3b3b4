// make_cudaExtent and its relatives.
#ifndef CLEAVE_CUDA_DRIVER_FUNCTIONS_H
#define CLEAVE_CUDA_DRIVER_FUNCTIONS_H

#include "driver_types.h"

static __inline__ __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize)
{
    struct cudaPitchedPtr r = {ptr, pitch, xsize, ysize};
    return r;
}

static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos r = {x, y, z};
    return r;
}

static __inline__ __host__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent r = {width, height, depth};
    return r;
}

#endif
