// What only the device runtime has: streams of child launches and the grid handle.
#ifndef CLEAVE_CUDA_DEVICE_RUNTIME_API_H
#define CLEAVE_CUDA_DEVICE_RUNTIME_API_H

#include "builtin_types.h"

#define CUDART_DEVICE __device__
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#if defined(__CUDACC__) && defined(__cplusplus)
extern "C" {
extern __device__ __cudart_builtin__ unsigned long long CUDARTAPI cudaCGGetIntrinsicHandle(enum cudaCGScope scope);
extern __device__ __cudart_builtin__ cudaError_t CUDARTAPI cudaCGSynchronize(unsigned long long handle,
                                                                             unsigned int flags);
extern __device__ __cudart_builtin__ cudaGraphExec_t CUDARTAPI cudaGetCurrentGraphExec(void);
extern __device__ __cudart_builtin__ void CUDARTAPI cudaTriggerProgrammaticLaunchCompletion(void);
extern __device__ __cudart_builtin__ void CUDARTAPI cudaGridDependencySynchronize(void);
}
#endif

#endif
