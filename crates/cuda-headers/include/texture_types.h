// Texture objects and how they are read.
#ifndef CLEAVE_CUDA_TEXTURE_TYPES_H
#define CLEAVE_CUDA_TEXTURE_TYPES_H

#include "driver_types.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC

enum __device_builtin__ cudaTextureAddressMode {
    cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3,
};
enum __device_builtin__ cudaTextureFilterMode {
    cudaFilterModePoint = 0, cudaFilterModeLinear = 1,
};
enum __device_builtin__ cudaTextureReadMode {
    cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1,
};
struct __device_builtin__ cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
typedef __device_builtin__ unsigned long long cudaTextureObject_t;

#endif
