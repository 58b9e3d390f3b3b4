// Spellings of the CUDA attributes.
//
// Under a CUDA compiler they become `__attribute__((...))`, which is what the front end reads;
// elsewhere they vanish, so that a plain C++ compiler sees plain C++.
#ifndef CLEAVE_CUDA_HOST_DEFINES_H
#define CLEAVE_CUDA_HOST_DEFINES_H

#if defined(__CUDACC__) || defined(__CUDA_ARCH__)
#define __annotate__(a) __attribute__((a))
#else
#define __annotate__(a)
#endif
#define __location__(a) __annotate__(a)

// Execution spaces and memory spaces.
#define __host__ __location__(host)
#define __device__ __location__(device)
#define __global__ __location__(global)
#define __shared__ __location__(shared)
#define __constant__ __location__(constant)
#define __managed__ __location__(managed)

// Kernels and their parameters.
#define __grid_constant__ __location__(grid_constant)
#define __launch_bounds__(...) __annotate__(launch_bounds(__VA_ARGS__))
#if defined(__CUDACC__) || defined(__CUDA_ARCH__)
#define __maxnreg__(n) __attribute__((maxnreg(n)))
#define __local_maxnreg__(n) __attribute__((local_maxnreg(n)))
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#define __block_size__(...) __attribute__((block_size(__VA_ARGS__)))
#else
#define __maxnreg__(n)
#define __local_maxnreg__(n)
#define __cluster_dims__(...)
#define __block_size__(...)
#endif

// What the compiler knows by itself.
#define __device_builtin__ __location__(device_builtin)
#define __device_builtin_texture_type__ __location__(device_builtin_texture_type)
#define __device_builtin_surface_type__ __location__(device_builtin_surface_type)
#define __cudart_builtin__ __location__(cudart_builtin)
#define __nv_pure__ __location__(nv_pure)

// Host compiler attributes under CUDA's names. `__noinline__` is missing on purpose: libstdc++ writes
// `__attribute__((__noinline__))`, which a macro would break, so the front end knows it as a keyword.
#define __no_return__ __attribute__((noreturn))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __attribute__((nv_inline_hint))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __thread__ __thread
#define __import__
#define __export__
#define __cdecl
#define CUDARTAPI
#define CUDARTAPI_CDECL

#define __CUDA_ARCH_HAS_FEATURE__(feature) __CUDA_ARCH_FEAT_##feature

// Storage of explicit specialisations of a stub; empty for gcc and clang.
#define __specialization_static

#ifndef CUDART_CB
#define CUDART_CB
#endif

#endif
