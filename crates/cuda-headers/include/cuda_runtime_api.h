// The runtime API as C declarations. Functions that device code may call as well (the device runtime)
// are declared once, for both sides.
#ifndef CLEAVE_CUDA_RUNTIME_API_H
#define CLEAVE_CUDA_RUNTIME_API_H

#include "crt/host_config.h"
#include "builtin_types.h"
#include "cuda_device_runtime_api.h"

#define CUDART_VERSION 13000

#if defined(__cplusplus)
#define __dv(v) = v
extern "C" {
#else
#define __dv(v)
#endif

#define CLEAVE_API extern __host__ cudaError_t CUDARTAPI
#define CLEAVE_API_BOTH extern __host__ __device__ __cudart_builtin__ cudaError_t CUDARTAPI

// Errors.
CLEAVE_API_BOTH cudaGetLastError(void);
CLEAVE_API_BOTH cudaPeekAtLastError(void);
extern __host__ __device__ __cudart_builtin__ const char *CUDARTAPI cudaGetErrorName(cudaError_t error);
extern __host__ __device__ __cudart_builtin__ const char *CUDARTAPI cudaGetErrorString(cudaError_t error);

// Devices.
CLEAVE_API cudaDeviceReset(void);
CLEAVE_API_BOTH cudaDeviceSynchronize(void);
CLEAVE_API cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
CLEAVE_API_BOTH cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
CLEAVE_API_BOTH cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
CLEAVE_API cudaDeviceSetCacheConfig(enum cudaFuncCache config);
CLEAVE_API_BOTH cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
CLEAVE_API cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
CLEAVE_API cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
CLEAVE_API cudaDeviceGetByPCIBusId(int *device, const char *id);
CLEAVE_API cudaDeviceGetPCIBusId(char *id, int length, int device);
CLEAVE_API cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int from, int to);
CLEAVE_API_BOTH cudaGetDeviceCount(int *count);
CLEAVE_API cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
CLEAVE_API_BOTH cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device);
CLEAVE_API cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
CLEAVE_API cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
CLEAVE_API cudaSetDevice(int device);
CLEAVE_API_BOTH cudaGetDevice(int *device);
CLEAVE_API cudaSetDeviceFlags(unsigned int flags);
CLEAVE_API cudaGetDeviceFlags(unsigned int *flags);
CLEAVE_API cudaDeviceCanAccessPeer(int *can, int device, int peer);
CLEAVE_API cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
CLEAVE_API cudaDeviceDisablePeerAccess(int peer);
CLEAVE_API cudaDriverGetVersion(int *version);
CLEAVE_API_BOTH cudaRuntimeGetVersion(int *version);
CLEAVE_API cudaProfilerStart(void);
CLEAVE_API cudaProfilerStop(void);

// Streams and events.
CLEAVE_API cudaStreamCreate(cudaStream_t *stream);
CLEAVE_API_BOTH cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
CLEAVE_API cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
CLEAVE_API cudaStreamGetPriority(cudaStream_t stream, int *priority);
CLEAVE_API cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
CLEAVE_API cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
CLEAVE_API cudaStreamGetDevice(cudaStream_t stream, int *device);
CLEAVE_API_BOTH cudaStreamDestroy(cudaStream_t stream);
CLEAVE_API_BOTH cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags __dv(0));
CLEAVE_API cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t call, void *user, unsigned int flags);
CLEAVE_API cudaStreamSynchronize(cudaStream_t stream);
CLEAVE_API cudaStreamQuery(cudaStream_t stream);
CLEAVE_API cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t length __dv(0),
                                    unsigned int flags __dv(cudaMemAttachSingle));
CLEAVE_API cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue *value);
CLEAVE_API cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value);
CLEAVE_API cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
CLEAVE_API cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
CLEAVE_API cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
CLEAVE_API cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
CLEAVE_API cudaCtxResetPersistingL2Cache(void);
CLEAVE_API cudaEventCreate(cudaEvent_t *event);
CLEAVE_API_BOTH cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
CLEAVE_API_BOTH cudaEventRecord(cudaEvent_t event, cudaStream_t stream __dv(0));
CLEAVE_API_BOTH cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream __dv(0), unsigned int flags __dv(0));
CLEAVE_API cudaEventQuery(cudaEvent_t event);
CLEAVE_API cudaEventSynchronize(cudaEvent_t event);
CLEAVE_API_BOTH cudaEventDestroy(cudaEvent_t event);
CLEAVE_API cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

// Launches, function attributes, occupancy.
CLEAVE_API cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);
CLEAVE_API cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *f, void **args);
CLEAVE_API cudaLaunchCooperativeKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared,
                                       cudaStream_t stream);
CLEAVE_API cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t f, void *user);
CLEAVE_API_BOTH cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *f);
CLEAVE_API cudaFuncSetAttribute(const void *f, enum cudaFuncAttribute attr, int value);
CLEAVE_API cudaFuncSetCacheConfig(const void *f, enum cudaFuncCache config);
CLEAVE_API cudaFuncSetSharedMemConfig(const void *f, enum cudaSharedMemConfig config);
CLEAVE_API cudaFuncGetName(const char **name, const void *f);
CLEAVE_API_BOTH cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *f, int blockSize, size_t shared);
CLEAVE_API_BOTH cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *f, int blockSize,
                                                                      size_t shared, unsigned int flags);
CLEAVE_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *f, int blocks, int blockSize);
CLEAVE_API cudaOccupancyMaxPotentialClusterSize(int *size, const void *f, const cudaLaunchConfig_t *config);
CLEAVE_API cudaOccupancyMaxActiveClusters(int *clusters, const void *f, const cudaLaunchConfig_t *config);
CLEAVE_API cudaGetFuncBySymbol(cudaFunction_t *out, const void *symbol);
CLEAVE_API cudaGetKernel(cudaKernel_t *kernel, const void *entry);

// Memory.
CLEAVE_API_BOTH cudaMalloc(void **p, size_t size);
CLEAVE_API_BOTH cudaFree(void *p);
CLEAVE_API cudaMallocManaged(void **p, size_t size, unsigned int flags __dv(cudaMemAttachGlobal));
CLEAVE_API cudaMallocHost(void **p, size_t size);
CLEAVE_API cudaFreeHost(void *p);
CLEAVE_API cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height);
CLEAVE_API cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent);
CLEAVE_API cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width,
                           size_t height __dv(0), unsigned int flags __dv(0));
CLEAVE_API cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                             unsigned int flags __dv(0));
CLEAVE_API cudaFreeArray(cudaArray_t array);
CLEAVE_API cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
                            cudaArray_t array);
CLEAVE_API cudaHostAlloc(void **p, size_t size, unsigned int flags);
CLEAVE_API cudaHostRegister(void *p, size_t size, unsigned int flags);
CLEAVE_API cudaHostUnregister(void *p);
CLEAVE_API cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
CLEAVE_API cudaHostGetFlags(unsigned int *flags, void *host);
CLEAVE_API cudaMemGetInfo(size_t *free, size_t *total);
CLEAVE_API cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p);
CLEAVE_API cudaMallocAsync(void **p, size_t size, cudaStream_t stream);
CLEAVE_API cudaMallocFromPoolAsync(void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream);
CLEAVE_API cudaFreeAsync(void *p, cudaStream_t stream);
CLEAVE_API cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
CLEAVE_API cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
CLEAVE_API cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
CLEAVE_API cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props);
CLEAVE_API cudaMemPoolDestroy(cudaMemPool_t pool);
CLEAVE_API cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep);
CLEAVE_API cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value);
CLEAVE_API cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value);
CLEAVE_API cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count);

// Copies, fills, symbols.
CLEAVE_API cudaMemcpy(void *to, const void *from, size_t count, enum cudaMemcpyKind kind);
CLEAVE_API_BOTH cudaMemcpyAsync(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                                cudaStream_t stream __dv(0));
CLEAVE_API cudaMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice, size_t count);
CLEAVE_API cudaMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice, size_t count,
                               cudaStream_t stream __dv(0));
CLEAVE_API cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                        enum cudaMemcpyKind kind);
CLEAVE_API_BOTH cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                                  size_t height, enum cudaMemcpyKind kind, cudaStream_t stream __dv(0));
CLEAVE_API cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                               size_t height, enum cudaMemcpyKind kind);
CLEAVE_API cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                 size_t height, enum cudaMemcpyKind kind);
CLEAVE_API cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                    size_t height, enum cudaMemcpyKind kind, cudaStream_t stream __dv(0));
CLEAVE_API cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t count,
                             enum cudaMemcpyKind kind);
CLEAVE_API cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count,
                               enum cudaMemcpyKind kind);
CLEAVE_API cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
CLEAVE_API_BOTH cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream __dv(0));
CLEAVE_API cudaMemcpyToSymbol(const void *symbol, const void *from, size_t count, size_t offset __dv(0),
                              enum cudaMemcpyKind kind __dv(cudaMemcpyHostToDevice));
CLEAVE_API cudaMemcpyFromSymbol(void *to, const void *symbol, size_t count, size_t offset __dv(0),
                                enum cudaMemcpyKind kind __dv(cudaMemcpyDeviceToHost));
CLEAVE_API cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t count, size_t offset,
                                   enum cudaMemcpyKind kind, cudaStream_t stream __dv(0));
CLEAVE_API cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t count, size_t offset,
                                     enum cudaMemcpyKind kind, cudaStream_t stream __dv(0));
CLEAVE_API cudaGetSymbolAddress(void **p, const void *symbol);
CLEAVE_API cudaGetSymbolSize(size_t *size, const void *symbol);
CLEAVE_API cudaMemset(void *p, int value, size_t count);
CLEAVE_API_BOTH cudaMemsetAsync(void *p, int value, size_t count, cudaStream_t stream __dv(0));
CLEAVE_API cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height);
CLEAVE_API_BOTH cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height,
                                  cudaStream_t stream __dv(0));
CLEAVE_API cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent);
CLEAVE_API_BOTH cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                                  cudaStream_t stream __dv(0));
CLEAVE_API cudaMemPrefetchAsync(const void *p, size_t count, struct cudaMemLocation location, unsigned int flags,
                                cudaStream_t stream __dv(0));
CLEAVE_API cudaMemAdvise(const void *p, size_t count, enum cudaMemoryAdvise advice, struct cudaMemLocation location);
CLEAVE_API cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attr, const void *p,
                                    size_t count);

// Texture and surface objects.
CLEAVE_API cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
extern __host__ struct cudaChannelFormatDesc CUDARTAPI cudaCreateChannelDesc(int x, int y, int z, int w,
                                                                            enum cudaChannelFormatKind f);
CLEAVE_API cudaCreateTextureObject(cudaTextureObject_t *out, const struct cudaResourceDesc *resource,
                                   const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view);
CLEAVE_API cudaDestroyTextureObject(cudaTextureObject_t object);
CLEAVE_API cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *out, cudaTextureObject_t object);
CLEAVE_API cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *out, cudaTextureObject_t object);
CLEAVE_API cudaCreateSurfaceObject(cudaSurfaceObject_t *out, const struct cudaResourceDesc *resource);
CLEAVE_API cudaDestroySurfaceObject(cudaSurfaceObject_t object);
CLEAVE_API cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *out, cudaSurfaceObject_t object);

// Graphs.
CLEAVE_API cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
CLEAVE_API cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original);
CLEAVE_API cudaGraphDestroy(cudaGraph_t graph);
CLEAVE_API cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                  const struct cudaKernelNodeParams *params);
CLEAVE_API cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                  const struct cudaMemcpy3DParms *params);
CLEAVE_API cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                    size_t count, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
CLEAVE_API cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                  const struct cudaMemsetParams *params);
CLEAVE_API cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                const struct cudaHostNodeParams *params);
CLEAVE_API cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                      size_t count, cudaGraph_t child);
CLEAVE_API cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count);
CLEAVE_API cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                       size_t count, cudaEvent_t event);
CLEAVE_API cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                     size_t count, cudaEvent_t event);
CLEAVE_API cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                    const cudaGraphEdgeData *edges, size_t count);
CLEAVE_API cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
CLEAVE_API cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);
CLEAVE_API cudaGraphDestroyNode(cudaGraphNode_t node);
CLEAVE_API cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags);
CLEAVE_API cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags __dv(0));
CLEAVE_API cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags __dv(0));
CLEAVE_API cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *params);
CLEAVE_API cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                            const struct cudaKernelNodeParams *params);
CLEAVE_API cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result);
CLEAVE_API cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
CLEAVE_API cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
CLEAVE_API cudaGraphExecDestroy(cudaGraphExec_t exec);

#if defined(__cplusplus)
}
#endif

#undef CLEAVE_API
#undef CLEAVE_API_BOTH
#undef __dv

#endif
