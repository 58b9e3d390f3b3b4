// Rounding modes of device arithmetic.
#ifndef CLEAVE_CUDA_DEVICE_TYPES_H
#define CLEAVE_CUDA_DEVICE_TYPES_H

#include "crt/host_defines.h"

enum __device_builtin__ cudaRoundMode {
    cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf,
};

#endif
