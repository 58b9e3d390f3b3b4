// Atomic functions of device code.
#ifndef CLEAVE_CUDA_DEVICE_ATOMIC_FUNCTIONS_H
#define CLEAVE_CUDA_DEVICE_ATOMIC_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include "crt/host_defines.h"

// One atomic operation in its three scopes: the device, the block, the whole system. The compiler knows
// the builtins by their names; the overloads are what programs call.
#define CLEAVE_ATOMIC(name, type, builtin)                                                             \
    extern "C" {                                                                                       \
    extern __device__ __device_builtin__ type builtin(type *, type);                                   \
    extern __device__ __device_builtin__ type builtin##_block(type *, type);                           \
    extern __device__ __device_builtin__ type builtin##_system(type *, type);                          \
    }                                                                                                  \
    static __inline__ __device__ type name(type *p, type v) { return builtin(p, v); }                  \
    static __inline__ __device__ type name##_block(type *p, type v) { return builtin##_block(p, v); }  \
    static __inline__ __device__ type name##_system(type *p, type v) { return builtin##_system(p, v); }
#define CLEAVE_ATOMIC_CAS(type, builtin)                                                                              \
    extern "C" {                                                                                                      \
    extern __device__ __device_builtin__ type builtin(type *, type, type);                                            \
    extern __device__ __device_builtin__ type builtin##_block(type *, type, type);                                    \
    extern __device__ __device_builtin__ type builtin##_system(type *, type, type);                                   \
    }                                                                                                                 \
    static __inline__ __device__ type atomicCAS(type *p, type c, type v) { return builtin(p, c, v); }                 \
    static __inline__ __device__ type atomicCAS_block(type *p, type c, type v) { return builtin##_block(p, c, v); }   \
    static __inline__ __device__ type atomicCAS_system(type *p, type c, type v) { return builtin##_system(p, c, v); }

CLEAVE_ATOMIC(atomicAdd, int, __iAtomicAdd)
CLEAVE_ATOMIC(atomicAdd, unsigned int, __uAtomicAdd)
CLEAVE_ATOMIC(atomicAdd, unsigned long long int, __ullAtomicAdd)
CLEAVE_ATOMIC(atomicAdd, float, __fAtomicAdd)
CLEAVE_ATOMIC(atomicAdd, double, __dAtomicAdd)
CLEAVE_ATOMIC(atomicExch, int, __iAtomicExch)
CLEAVE_ATOMIC(atomicExch, unsigned int, __uAtomicExch)
CLEAVE_ATOMIC(atomicExch, unsigned long long int, __ullAtomicExch)
CLEAVE_ATOMIC(atomicExch, float, __fAtomicExch)
CLEAVE_ATOMIC(atomicMin, int, __iAtomicMin)
CLEAVE_ATOMIC(atomicMin, unsigned int, __uAtomicMin)
CLEAVE_ATOMIC(atomicMin, unsigned long long int, __ullAtomicMin)
CLEAVE_ATOMIC(atomicMin, long long int, __illAtomicMin)
CLEAVE_ATOMIC(atomicMax, int, __iAtomicMax)
CLEAVE_ATOMIC(atomicMax, unsigned int, __uAtomicMax)
CLEAVE_ATOMIC(atomicMax, unsigned long long int, __ullAtomicMax)
CLEAVE_ATOMIC(atomicMax, long long int, __illAtomicMax)
CLEAVE_ATOMIC(atomicInc, unsigned int, __uAtomicInc)
CLEAVE_ATOMIC(atomicDec, unsigned int, __uAtomicDec)
CLEAVE_ATOMIC(atomicAnd, int, __iAtomicAnd)
CLEAVE_ATOMIC(atomicAnd, unsigned int, __uAtomicAnd)
CLEAVE_ATOMIC(atomicAnd, unsigned long long int, __ullAtomicAnd)
CLEAVE_ATOMIC(atomicAnd, long long int, __llAtomicAnd)
CLEAVE_ATOMIC(atomicOr, int, __iAtomicOr)
CLEAVE_ATOMIC(atomicOr, unsigned int, __uAtomicOr)
CLEAVE_ATOMIC(atomicOr, unsigned long long int, __ullAtomicOr)
CLEAVE_ATOMIC(atomicOr, long long int, __llAtomicOr)
CLEAVE_ATOMIC(atomicXor, int, __iAtomicXor)
CLEAVE_ATOMIC(atomicXor, unsigned int, __uAtomicXor)
CLEAVE_ATOMIC(atomicXor, unsigned long long int, __ullAtomicXor)
CLEAVE_ATOMIC(atomicXor, long long int, __llAtomicXor)
CLEAVE_ATOMIC_CAS(int, __iAtomicCAS)
CLEAVE_ATOMIC_CAS(unsigned int, __uAtomicCAS)
CLEAVE_ATOMIC_CAS(unsigned long long int, __ullAtomicCAS)

// Subtraction adds the negative.
#define CLEAVE_ATOMIC_SUB(suffix)                                                                             \
    static __inline__ __device__ int atomicSub##suffix(int *p, int v)                                         \
    {                                                                                                         \
        return atomicAdd##suffix(p, (int)-(unsigned int)v);                                                   \
    }                                                                                                         \
    static __inline__ __device__ unsigned int atomicSub##suffix(unsigned int *p, unsigned int v)              \
    {                                                                                                         \
        return atomicAdd##suffix(p, -v);                                                                      \
    }
CLEAVE_ATOMIC_SUB()
CLEAVE_ATOMIC_SUB(_block)
CLEAVE_ATOMIC_SUB(_system)

#undef CLEAVE_ATOMIC
#undef CLEAVE_ATOMIC_CAS
#undef CLEAVE_ATOMIC_SUB

#endif
#endif
