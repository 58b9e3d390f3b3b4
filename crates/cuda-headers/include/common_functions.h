// C library functions that device code may call.
#ifndef CLEAVE_CUDA_COMMON_FUNCTIONS_H
#define CLEAVE_CUDA_COMMON_FUNCTIONS_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <new>

#include "crt/host_defines.h"

#define CLEAVE_BOTH extern __host__ __device__ __device_builtin__ __cudart_builtin__

extern "C" {
CLEAVE_BOTH clock_t clock(void) noexcept(true);
CLEAVE_BOTH void *memset(void *, int, size_t) noexcept(true);
CLEAVE_BOTH void *memcpy(void *, const void *, size_t) noexcept(true);
extern __host__ __device__ __cudart_builtin__ int printf(const char *, ...);
extern __host__ __device__ __cudart_builtin__ void *malloc(size_t) noexcept(true);
extern __host__ __device__ __cudart_builtin__ void free(void *) noexcept(true);
extern __host__ __device__ __cudart_builtin__ void __assert_fail(const char *, const char *, unsigned int,
                                                                 const char *) noexcept(true);
}

// Allocation by new-expressions in device code.
extern __host__ __device__ __cudart_builtin__ void *operator new(std::size_t);
extern __host__ __device__ __cudart_builtin__ void *operator new[](std::size_t);
extern __host__ __device__ __cudart_builtin__ void operator delete(void *) noexcept;
extern __host__ __device__ __cudart_builtin__ void operator delete[](void *) noexcept;
extern __host__ __device__ __cudart_builtin__ void *operator new(std::size_t, void *) noexcept;
extern __host__ __device__ __cudart_builtin__ void *operator new[](std::size_t, void *) noexcept;
extern __host__ __device__ __cudart_builtin__ void operator delete(void *, void *) noexcept;
extern __host__ __device__ __cudart_builtin__ void operator delete[](void *, void *) noexcept;
#if __cplusplus >= 201402L
extern __host__ __device__ __cudart_builtin__ void operator delete(void *, std::size_t) noexcept;
extern __host__ __device__ __cudart_builtin__ void operator delete[](void *, std::size_t) noexcept;
#endif

#undef CLEAVE_BOTH

#endif
#endif
