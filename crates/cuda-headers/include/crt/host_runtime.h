// What the host half of a translation unit needs besides its own text.
//
// It is included twice. The first time, early in the host half, it declares the types that the host
// pass blanked out (those that carry `device_builtin`). The second time, from the stub file, it
// provides launching and registration.
#if !defined(__CUDA_INTERNAL_COMPILATION__)

#define __CUDA_INTERNAL_COMPILATION__

// How the stub file spells a device variable: the C name and the C++ name of one entity.
#define __name__shadow_var(c, cpp) #c
#define __host__shadow_var(c, cpp) cpp
#define __device__shadow_var(c, cpp) #c
#define __name__text_var(c, cpp) #cpp
#define __device__text_var(c, cpp) #c
#define __text_var(c, cpp) cpp
// Padding members that the host half of a structure may ask for; other hosts than 32-bit Windows need none.
#define __pad__(member)
#define __device_fun(name) #name
#define __device_var(name) #name

#include "builtin_types.h"

#else

#include "crt/host_defines.h"

template <class T>
static inline T *__cudaAddressOf(T &v)
{
    return reinterpret_cast<T *>(&const_cast<char &>(reinterpret_cast<const volatile char &>(v)));
}

extern "C" {

cudaError_t CUDARTAPI __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem, void *stream);

// Registration of a module and of what is in it. `ext` tells an entity of another module, `thread_limit`
// is -1 where a kernel names none.
void **CUDARTAPI __cudaRegisterFatBinary(void *image);
void CUDARTAPI __cudaRegisterFatBinaryEnd(void **handle);
void CUDARTAPI __cudaUnregisterFatBinary(void **handle);
void CUDARTAPI __cudaRegisterFunction(void **handle, const char *hostFunction, char *deviceFunction,
                                      const char *deviceName, int threadLimit, uint3 *tid, uint3 *bid, dim3 *blockDim,
                                      dim3 *gridDim, int *warpSize);
void CUDARTAPI __cudaRegisterVar(void **handle, char *hostVariable, char *deviceAddress, const char *deviceName,
                                 int ext, size_t size, int constant, int global);
void CUDARTAPI __cudaRegisterManagedVar(void **handle, void **hostPointer, char *deviceAddress, const char *deviceName,
                                        int ext, size_t size, int constant, int global);
char CUDARTAPI __cudaInitModule(void **handle);
int atexit(void (*)(void)) noexcept(true);

} // extern "C"

// The body of a stub: collect the addresses of the arguments, then launch with the configuration that
// the launch expression pushed. `__args_idx` is read so that a stub without parameters uses it too.
#define __cudaLaunchPrologue(size) \
    void *__args_arr[size];        \
    int __args_idx = 0
#define __cudaSetupArg(argument, offset) __args_arr[__args_idx++] = (void *)__cudaAddressOf(argument)
#define __cudaSetupArgSimple(argument, offset) __args_arr[__args_idx++] = (void *)(char *)&argument
#define __cudaLaunch(f, isTileKernel)                                                                                 \
    {                                                                                                                 \
        volatile static char *__f __attribute__((unused));                                                            \
        __f = f;                                                                                                      \
        static cudaKernel_t __kernel = 0;                                                                             \
        volatile static bool __found __attribute__((unused)) = __cudaGetKernel(&__kernel, (const void *)f) == cudaSuccess; \
        dim3 __grid, __block;                                                                                         \
        size_t __shared;                                                                                              \
        cudaStream_t __stream;                                                                                        \
        if (__cudaPopCallConfiguration(&__grid, &__block, &__shared, &__stream) != cudaSuccess) return;               \
        if (isTileKernel) __block.x = __block.y = __block.z = 1;                                                      \
        (void)__cudaLaunchKernel_helper(__kernel, __grid, __block, &__args_arr[__args_idx ? 0 : __args_idx],          \
                                        __shared, __stream);                                                          \
    }

#define __nv_dummy_param_ref(parameter)                      \
    {                                                        \
        volatile static void **__ref __attribute__((unused)); \
        __ref = (volatile void **)parameter;                 \
    }
static void ____nv_dummy_param_ref(void *parameter) __nv_dummy_param_ref(parameter)

#define __cudaRegisterEntry(handle, hostFunction, deviceName, threadLimit)                                            \
    __cudaRegisterFunction(handle, (const char *)hostFunction, (char *)__device_fun(deviceName), #deviceName, -1,     \
                           (uint3 *)0, (uint3 *)0, (dim3 *)0, (dim3 *)0, (int *)0)
#define __cudaRegisterVariable(handle, variable, ext, size, constant, global)                                         \
    __cudaRegisterVar(handle, (char *)&__host##variable, (char *)__device##variable, __name##variable, ext, size,     \
                      constant, global)
#define __cudaRegisterManagedVariable(handle, variable, ext, size, constant, global)                                  \
    __cudaRegisterManagedVar(handle, (void **)&__host##variable, (char *)__device##variable, __name##variable, ext,   \
                             size, constant, global)

// A whole program registers its image at start-up and drops it at exit.
static void **__cudaFatCubinHandle;
static void __cudaUnregisterBinaryUtil(void)
{
    ____nv_dummy_param_ref((void *)&__cudaFatCubinHandle);
    __cudaUnregisterFatBinary(__cudaFatCubinHandle);
}
#define __cudaRegisterBinary(callback)                                  \
    __cudaFatCubinHandle = __cudaRegisterFatBinary((void *)&__fatDeviceText); \
    {                                                                   \
        void (*__call)(void **) = (void (*)(void **))(callback);        \
        (*__call)(__cudaFatCubinHandle);                                \
        __cudaRegisterFatBinaryEnd(__cudaFatCubinHandle);               \
    }                                                                   \
    atexit(__cudaUnregisterBinaryUtil)

// With separate compilation the device linker writes the function that registers a module; it finds
// the module by its id.
#define __CLEAVE_PASTE_(a, b) a##b
#define __CLEAVE_PASTE(a, b) __CLEAVE_PASTE_(a, b)
#define __CLEAVE_QUOTE_(a) #a
#define __CLEAVE_QUOTE(a) __CLEAVE_QUOTE_(a)
extern "C" {
void __CLEAVE_PASTE(__cudaRegisterLinkedBinary, __NV_MODULE_ID)(void (*)(void **), void *, void *, void (*)(void *));
static const unsigned char __module_id_str[] __attribute__((section("__nv_module_id"), unused)) =
    __CLEAVE_QUOTE(__NV_MODULE_ID);
}
// fatbin.c names its record with this one.
#define __FATIDNAME_CORE(id) __fatbinwrap##id
#define __FATIDNAME(id) __FATIDNAME_CORE(id)
#define ____cudaRegisterLinkedBinary(callback)                                                                        \
    {                                                                                                                 \
        __CLEAVE_PASTE(__cudaRegisterLinkedBinary, __NV_MODULE_ID)((void (*)(void **))(callback),                      \
                                                                  (void *)&__FATIDNAME(__NV_MODULE_ID),               \
                                                                  (void *)&__module_id_str,                           \
                                                                  (void (*)(void *))&____nv_dummy_param_ref);         \
    }

// Managed variables: what the host half calls, through its own declaration, before it first touches one.
static char __nv_init_managed_rt_with_module(void **handle) { return __cudaInitModule(handle); }

#endif
