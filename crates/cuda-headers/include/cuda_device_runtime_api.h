// What only the device runtime has: streams of child launches and the grid handle.
#ifndef CLEAVE_CUDA_DEVICE_RUNTIME_API_H
#define CLEAVE_CUDA_DEVICE_RUNTIME_API_H

#include "builtin_types.h"

#define CUDART_DEVICE __device__
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#if defined(__CUDACC__) && defined(__cplusplus)
extern "C" {
// What a kernel launch in device code is made of.
extern __device__ __cudart_builtin__ void *CUDARTAPI cudaGetParameterBuffer(size_t alignment, size_t size);
extern __device__ __cudart_builtin__ void *CUDARTAPI cudaGetParameterBufferV2(void *f, dim3 grid, dim3 block,
                                                                              unsigned int shared);
extern __device__ __cudart_builtin__ cudaError_t CUDARTAPI cudaLaunchDevice(void *f, void *parameters, dim3 grid,
                                                                            dim3 block, unsigned int shared,
                                                                            cudaStream_t stream);
extern __device__ __cudart_builtin__ cudaError_t CUDARTAPI cudaLaunchDeviceV2(void *parameters, cudaStream_t stream);

extern __device__ __cudart_builtin__ unsigned long long CUDARTAPI cudaCGGetIntrinsicHandle(enum cudaCGScope scope);
extern __device__ __cudart_builtin__ cudaError_t CUDARTAPI cudaCGSynchronize(unsigned long long handle,
                                                                             unsigned int flags);
extern __device__ __cudart_builtin__ cudaGraphExec_t CUDARTAPI cudaGetCurrentGraphExec(void);
extern __device__ __cudart_builtin__ void CUDARTAPI cudaTriggerProgrammaticLaunchCompletion(void);
extern __device__ __cudart_builtin__ void CUDARTAPI cudaGridDependencySynchronize(void);
}
#endif

#endif
