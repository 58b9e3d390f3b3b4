// Reading texture objects. Each form returns the value or stores it through a pointer.
#ifndef CLEAVE_CUDA_TEXTURE_INDIRECT_FUNCTIONS_H
#define CLEAVE_CUDA_TEXTURE_INDIRECT_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include "builtin_types.h"
#include "crt/host_defines.h"

#define CLEAVE_TEXTURE(name, ...)                                                    \
    template <class T>                                                               \
    extern __device__ __device_builtin__ T name(cudaTextureObject_t, __VA_ARGS__);   \
    template <class T>                                                               \
    extern __device__ __device_builtin__ void name(T *, cudaTextureObject_t, __VA_ARGS__);

CLEAVE_TEXTURE(tex1Dfetch, int x)
CLEAVE_TEXTURE(tex1D, float x)
CLEAVE_TEXTURE(tex2D, float x, float y)
CLEAVE_TEXTURE(tex3D, float x, float y, float z)
CLEAVE_TEXTURE(tex1DLayered, float x, int layer)
CLEAVE_TEXTURE(tex2DLayered, float x, float y, int layer)
CLEAVE_TEXTURE(texCubemap, float x, float y, float z)
CLEAVE_TEXTURE(texCubemapLayered, float x, float y, float z, int layer)
CLEAVE_TEXTURE(tex2Dgather, float x, float y, int component = 0)
CLEAVE_TEXTURE(tex1DLod, float x, float level)
CLEAVE_TEXTURE(tex2DLod, float x, float y, float level)
CLEAVE_TEXTURE(tex3DLod, float x, float y, float z, float level)
CLEAVE_TEXTURE(tex1DLayeredLod, float x, int layer, float level)
CLEAVE_TEXTURE(tex2DLayeredLod, float x, float y, int layer, float level)
CLEAVE_TEXTURE(texCubemapLod, float x, float y, float z, float level)
CLEAVE_TEXTURE(texCubemapLayeredLod, float x, float y, float z, int layer, float level)
CLEAVE_TEXTURE(tex1DGrad, float x, float dx, float dy)
CLEAVE_TEXTURE(tex2DGrad, float x, float y, float2 dx, float2 dy)
CLEAVE_TEXTURE(tex3DGrad, float x, float y, float z, float4 dx, float4 dy)
CLEAVE_TEXTURE(tex1DLayeredGrad, float x, int layer, float dx, float dy)
CLEAVE_TEXTURE(tex2DLayeredGrad, float x, float y, int layer, float2 dx, float2 dy)
CLEAVE_TEXTURE(texCubemapGrad, float x, float y, float z, float4 dx, float4 dy)
CLEAVE_TEXTURE(texCubemapLayeredGrad, float x, float y, float z, int layer, float4 dx, float4 dy)

// Of sparse textures, which tell whether the texel is there.
CLEAVE_TEXTURE(tex2D, float x, float y, bool *resident)
CLEAVE_TEXTURE(tex3D, float x, float y, float z, bool *resident)
CLEAVE_TEXTURE(tex2DLayered, float x, float y, int layer, bool *resident)
CLEAVE_TEXTURE(tex2Dgather, float x, float y, bool *resident, int component = 0)
CLEAVE_TEXTURE(tex2DLod, float x, float y, float level, bool *resident)
CLEAVE_TEXTURE(tex3DLod, float x, float y, float z, float level, bool *resident)
CLEAVE_TEXTURE(tex2DLayeredLod, float x, float y, int layer, float level, bool *resident)
CLEAVE_TEXTURE(tex2DGrad, float x, float y, float2 dx, float2 dy, bool *resident)
CLEAVE_TEXTURE(tex3DGrad, float x, float y, float z, float4 dx, float4 dy, bool *resident)
CLEAVE_TEXTURE(tex2DLayeredGrad, float x, float y, int layer, float2 dx, float2 dy, bool *resident)

#undef CLEAVE_TEXTURE

#endif
#endif
