// Reading and writing surface objects; x counts bytes.
#ifndef CLEAVE_CUDA_SURFACE_INDIRECT_FUNCTIONS_H
#define CLEAVE_CUDA_SURFACE_INDIRECT_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include "builtin_types.h"
#include "crt/host_defines.h"

#define CLEAVE_SURFACE(name, ...)                                                                              \
    template <class T>                                                                                         \
    extern __device__ __device_builtin__ T name##read(cudaSurfaceObject_t, __VA_ARGS__,                        \
                                                      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);    \
    template <class T>                                                                                         \
    extern __device__ __device_builtin__ void name##read(T *, cudaSurfaceObject_t, __VA_ARGS__,                \
                                                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <class T>                                                                                         \
    extern __device__ __device_builtin__ void name##write(T, cudaSurfaceObject_t, __VA_ARGS__,                 \
                                                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);

CLEAVE_SURFACE(surf1D, int x)
CLEAVE_SURFACE(surf2D, int x, int y)
CLEAVE_SURFACE(surf3D, int x, int y, int z)
CLEAVE_SURFACE(surf1DLayered, int x, int layer)
CLEAVE_SURFACE(surf2DLayered, int x, int y, int layer)
CLEAVE_SURFACE(surfCubemap, int x, int y, int face)
CLEAVE_SURFACE(surfCubemapLayered, int x, int y, int layerFace)

#undef CLEAVE_SURFACE

#endif
#endif
