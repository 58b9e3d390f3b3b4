// The header that nvcc includes in front of every CUDA source: the runtime API with its C++ forms,
// the built-in variables and the device functions.
#ifndef CLEAVE_CUDA_RUNTIME_H
#define CLEAVE_CUDA_RUNTIME_H

#include "crt/host_config.h"
#include "builtin_types.h"
#include "library_types.h"
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "crt/host_defines.h"
#include "vector_functions.h"

#if defined(__CUDACC__)
// First, because of what it declares before the C++ library does.
#include "crt/math_functions.h"
#include "common_functions.h"
#include "crt/device_functions.h"
#include "device_atomic_functions.h"
#include "texture_indirect_functions.h"
#include "surface_indirect_functions.h"
#include "device_launch_parameters.h"
#endif

#if defined(__cplusplus)

#include <utility>

#if defined(__CUDACC__) && defined(__CUDACC_EXTENDED_LAMBDA__)
#include <functional>
// The front end puts the templates that extended lambdas are wrapped in here.
struct __device_builtin__ __nv_lambda_preheader_injection { };
#endif

#if defined(__CUDACC__)
// What the host half of a launch calls: `kernel<<<g, b, s, st>>>(a)` becomes a call of the first and,
// when that returns zero, of the kernel's stub.
extern "C" __host__ __device__ unsigned CUDARTAPI __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim = 1,
                                                                              size_t sharedMem = 0,
                                                                              struct CUstream_st *stream = 0);
extern "C" cudaError_t CUDARTAPI __cudaGetKernel(cudaKernel_t *kernel, const void *entry);
extern "C" cudaError_t CUDARTAPI __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                                                    size_t shared, cudaStream_t stream);
static inline cudaError_t __cudaLaunchKernel_helper(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                                                    size_t shared, cudaStream_t stream)
{
    return __cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}
#endif

#define CLEAVE_CXX static __inline__ __host__ cudaError_t

// Launches.
template <class T>
CLEAVE_CXX cudaLaunchKernel(T *f, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)f, grid, block, args, shared, stream);
}

template <class T>
CLEAVE_CXX cudaLaunchCooperativeKernel(T *f, dim3 grid, dim3 block, void **args, size_t shared = 0,
                                       cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)f, grid, block, args, shared, stream);
}

template <typename... Parameters, typename... Arguments>
CLEAVE_CXX cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...), Arguments &&...arguments)
{
    return [&](Parameters... converted) {
        void *slots[] = {(void *)&converted..., nullptr};
        return ::cudaLaunchKernelExC(config, (const void *)kernel, slots);
    }(static_cast<Arguments &&>(arguments)...);
}

// Allocation through a pointer to any pointer.
template <class T>
CLEAVE_CXX cudaMalloc(T **p, size_t size) { return ::cudaMalloc((void **)(void *)p, size); }
template <class T>
CLEAVE_CXX cudaMallocHost(T **p, size_t size, unsigned int flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)p, size, flags);
}
template <class T>
CLEAVE_CXX cudaHostAlloc(T **p, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc((void **)(void *)p, size, flags);
}
template <class T>
CLEAVE_CXX cudaMallocManaged(T **p, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)p, size, flags);
}
template <class T>
CLEAVE_CXX cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class T>
CLEAVE_CXX cudaMallocAsync(T **p, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)p, size, stream);
}
template <class T>
CLEAVE_CXX cudaMallocAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, size, pool, stream);
}
template <class T>
CLEAVE_CXX cudaMallocFromPoolAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, size, pool, stream);
}
template <class T>
CLEAVE_CXX cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T>
CLEAVE_CXX cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t length = 0,
                                    unsigned int flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)p, length, flags);
}

// Symbols: device variables by name.
template <class T>
CLEAVE_CXX cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count, size_t offset = 0,
                              enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, count, offset, kind);
}
template <class T>
CLEAVE_CXX cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset = 0,
                                   enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, count, offset, kind, stream);
}
template <class T>
CLEAVE_CXX cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count, size_t offset = 0,
                                enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, count, offset, kind);
}
template <class T>
CLEAVE_CXX cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset = 0,
                                     enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, count, offset, kind, stream);
}
template <class T>
CLEAVE_CXX cudaGetSymbolAddress(void **p, const T &symbol) { return ::cudaGetSymbolAddress(p, (const void *)&symbol); }
template <class T>
CLEAVE_CXX cudaGetSymbolSize(size_t *size, const T &symbol) { return ::cudaGetSymbolSize(size, (const void *)&symbol); }

// Kernels by name.
template <class T>
CLEAVE_CXX cudaFuncGetAttributes(struct cudaFuncAttributes *attr, T *f)
{
    return ::cudaFuncGetAttributes(attr, (const void *)f);
}
template <class T>
CLEAVE_CXX cudaFuncSetAttribute(T *f, enum cudaFuncAttribute attr, int value)
{
    return ::cudaFuncSetAttribute((const void *)f, attr, value);
}
template <class T>
CLEAVE_CXX cudaFuncSetCacheConfig(T *f, enum cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)f, config);
}
template <class T>
CLEAVE_CXX cudaFuncSetSharedMemConfig(T *f, enum cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)f, config);
}
template <class T>
CLEAVE_CXX cudaFuncGetName(const char **name, T *f) { return ::cudaFuncGetName(name, (const void *)f); }
template <class T>
CLEAVE_CXX cudaGetKernel(cudaKernel_t *kernel, T *f) { return ::cudaGetKernel(kernel, (const void *)f); }
template <class T>
CLEAVE_CXX cudaGetFuncBySymbol(cudaFunction_t *out, T *f) { return ::cudaGetFuncBySymbol(out, (const void *)f); }

// Events.
static __inline__ __host__ cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}

// Occupancy. The potential block size is found by trying sizes from the largest downwards.
template <class T>
CLEAVE_CXX cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T f, int blockSize, size_t shared)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)f, blockSize, shared);
}
template <class T>
CLEAVE_CXX cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T f, int blockSize, size_t shared,
                                                                 unsigned int flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)f, blockSize, shared, flags);
}
template <class T>
CLEAVE_CXX cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, T *f, int blocks, int blockSize)
{
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(shared, (const void *)f, blocks, blockSize);
}
template <class T>
CLEAVE_CXX cudaOccupancyMaxPotentialClusterSize(int *size, T *f, const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)f, config);
}
template <class T>
CLEAVE_CXX cudaOccupancyMaxActiveClusters(int *clusters, T *f, const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)f, config);
}

template <class SharedOfBlock, class T>
CLEAVE_CXX cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, T f,
                                                                  SharedOfBlock sharedOfBlock, int limit = 0,
                                                                  unsigned int flags = 0)
{
    if (!minGridSize || !blockSize || !f) return cudaErrorInvalidValue;
    int device = 0, multiprocessors = 0, perMultiprocessor = 0;
    cudaFuncAttributes attributes;
    cudaError_t e = ::cudaGetDevice(&device);
    if (e == cudaSuccess) e = ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (e == cudaSuccess)
        e = ::cudaDeviceGetAttribute(&perMultiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    if (e == cudaSuccess) e = ::cudaFuncGetAttributes(&attributes, (const void *)f);
    if (e != cudaSuccess) return e;
    int largest = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < largest) largest = limit;
    int best = 0;
    *minGridSize = *blockSize = 0;
    for (int size = (largest + 31) / 32 * 32; size > 0 && best < perMultiprocessor; size -= 32) {
        const int threads = size < largest ? size : largest;
        int blocks = 0;
        e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void *)f, threads,
                                                                     sharedOfBlock(threads), flags);
        if (e != cudaSuccess) return e;
        if (blocks * threads > best) {
            best = blocks * threads;
            *blockSize = threads;
            *minGridSize = blocks * multiprocessors;
        }
    }
    return cudaSuccess;
}
template <class SharedOfBlock, class T>
CLEAVE_CXX cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T f,
                                                         SharedOfBlock sharedOfBlock, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, f, sharedOfBlock, limit, 0u);
}
template <class T>
CLEAVE_CXX cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T f, size_t shared = 0,
                                                      int limit = 0, unsigned int flags = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        minGridSize, blockSize, f, [shared](int) { return shared; }, limit, flags);
}
template <class T>
CLEAVE_CXX cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T f, size_t shared = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, f, shared, limit, 0u);
}

#undef CLEAVE_CXX

#endif
#endif
