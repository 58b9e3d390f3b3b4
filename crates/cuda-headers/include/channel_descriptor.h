// cudaCreateChannelDesc<T>(): the channel format of an element type.
#ifndef CLEAVE_CUDA_CHANNEL_DESCRIPTOR_H
#define CLEAVE_CUDA_CHANNEL_DESCRIPTOR_H

#if defined(__cplusplus)

#include "cuda_runtime_api.h"

template <class T>
__inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDesc(void)
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define CLEAVE_CHANNEL(type, kind, x, y, z, w)                                   \
    template <>                                                                  \
    __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDesc<type>(void)  \
    {                                                                            \
        return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind);   \
    }
#define CLEAVE_CHANNELS(type, vector, kind, bits)              \
    CLEAVE_CHANNEL(type, kind, bits, 0, 0, 0)                  \
    CLEAVE_CHANNEL(vector##1, kind, bits, 0, 0, 0)             \
    CLEAVE_CHANNEL(vector##2, kind, bits, bits, 0, 0)          \
    CLEAVE_CHANNEL(vector##4, kind, bits, bits, bits, bits)

CLEAVE_CHANNEL(char, Signed, 8, 0, 0, 0)
CLEAVE_CHANNELS(signed char, char, Signed, 8)
CLEAVE_CHANNELS(unsigned char, uchar, Unsigned, 8)
CLEAVE_CHANNELS(short, short, Signed, 16)
CLEAVE_CHANNELS(unsigned short, ushort, Unsigned, 16)
CLEAVE_CHANNELS(int, int, Signed, 32)
CLEAVE_CHANNELS(unsigned int, uint, Unsigned, 32)
CLEAVE_CHANNELS(float, float, Float, 32)

#undef CLEAVE_CHANNELS
#undef CLEAVE_CHANNEL

#endif
#endif
