// Compiler requirements.
#ifndef CLEAVE_CUDA_HOST_CONFIG_H
#define CLEAVE_CUDA_HOST_CONFIG_H

#if defined(__cplusplus) && __cplusplus < 201103L
#error "CUDA headers need C++11 or later"
#endif
#ifndef _CRTIMP
#define _CRTIMP
#endif
#ifndef __THROW
#define __THROW noexcept(true)
#endif

#endif
