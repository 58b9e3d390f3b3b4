// The shape of a host half, in the two forms of registration (SEPARATE: separate compilation).
static char __nv_inited_managed_rt = 0;
static void **__nv_fatbinhandle_for_managed_rt;
static void __nv_save_fatbinhandle_for_managed_rt(void **in) { __nv_fatbinhandle_for_managed_rt = in; }
static char __nv_init_managed_rt_with_module(void **);
static inline void __nv_init_managed_rt(void)
{
    if (!__nv_inited_managed_rt)
        __nv_inited_managed_rt = __nv_init_managed_rt_with_module(__nv_fatbinhandle_for_managed_rt);
}
typedef decltype(sizeof(0)) size_t;
#include "crt/host_runtime.h"
#if 0
struct float4;
#endif
#include <stdlib.h>
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3 = 1, size_t = 0, struct CUstream_st * = 0);
extern "C" cudaError_t __cudaGetKernel(cudaKernel_t *, const void *);
static cudaError_t __cudaLaunchKernel_helper(cudaKernel_t, dim3, dim3, void **, size_t, cudaStream_t)
{
    return cudaSuccess;
}
void k(int a, float4 b);
void none();
template <class T>
static void __wrapper__device_stub_t(T &) {}
template <class T>
void t(T a) { __wrapper__device_stub_t<T>(a); }
static float weights[4];
static int *total = 0;
int main()
{
    (__cudaPushCallConfiguration(dim3(1), 2)) ? (void)0 : k(1, float4());
    t(2);
    return (*((__nv_inited_managed_rt ? (void)0 : __nv_init_managed_rt()), (total)));
}

// The stub file.
#define __NV_MODULE_ID _01234567_4_t_cu_k
#include "crt/host_runtime.h"
#include "fatbinary_section.h"
extern "C" {
#ifdef SEPARATE
extern const __fatBinC_Wrapper_t __FATIDNAME(__NV_MODULE_ID) = {FATBINC_MAGIC, 1, 0, 0};
#else
static const __fatBinC_Wrapper_t __fatDeviceText = {FATBINC_MAGIC, 1, 0, 0};
#endif
}
static void __device_stub__Z1ki6float4(int a, const float4 &b)
{
    __cudaLaunchPrologue(2);
    __cudaSetupArgSimple(a, 0UL);
    __cudaSetupArg(b, 16UL);
    __cudaLaunch(((char *)((void (*)(int, float4))k)), 0U);
}
void k(int a, float4 b) { __device_stub__Z1ki6float4(a, b); }
void none()
{
    __cudaLaunchPrologue(1);
    __cudaLaunch(((char *)none), 0U);
}
template <>
__specialization_static void __wrapper__device_stub_t<char>(char &)
{
}
static void __nv_cudaEntityRegisterCallback(void **handle)
{
    __nv_dummy_param_ref(handle);
    __nv_save_fatbinhandle_for_managed_rt(handle);
    __cudaRegisterEntry(handle, ((void (*)(int, float4))k), _Z1ki6float4, (-1));
    __cudaRegisterVariable(handle, __shadow_var(weights, ::weights), 0, 16UL, 0, 0);
    __cudaRegisterManagedVariable(handle, __shadow_var(total, ::total), 0, 4UL, 0, 0);
}
static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));
static void __sti____cudaRegisterAll(void)
{
#ifdef SEPARATE
    ____cudaRegisterLinkedBinary(__nv_cudaEntityRegisterCallback);
#else
    __cudaRegisterBinary(__nv_cudaEntityRegisterCallback);
#endif
}
