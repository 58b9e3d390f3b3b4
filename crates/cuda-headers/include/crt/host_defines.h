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

// A macro for each attribute, made of the table in crates/attributes.
@ATTRIBUTES@

// Host compiler attributes under CUDA's names. `__noinline__` is missing on purpose: libstdc++ writes
// `__attribute__((__noinline__))`, which a macro would break, so the front end knows it as a keyword.
#define __no_return__ __attribute__((noreturn))
#define __forceinline__ __inline__ __attribute__((always_inline))
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
