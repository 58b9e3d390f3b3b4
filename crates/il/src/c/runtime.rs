//! The functions of the C++ runtime that device code calls for arrays of objects (Itanium C++ ABI 3.3.3), as C. Nothing is thrown on
//! the device: a constructor always comes back.

use crate::Module;

/// Each function: its name and its definition.
const FUNCTIONS: [(&str, &str); 7] = [
    (
        "__cxa_vec_ctor",
        "static __attribute__((device, always_inline)) __inline__ void *__cxa_vec_ctor(void *array, unsigned long count, unsigned long size, \
         void (*constructor)(void *), void (*destructor)(void *)) { unsigned long i; char *p = (char *)array; \
         if (constructor != 0) { for (i = 0; i < count; i++) constructor((void *)(p + i * size)); } return array; }",
    ),
    (
        "__cxa_vec_cctor",
        "static __attribute__((device, always_inline)) __inline__ void __cxa_vec_cctor(void *to, void *from, unsigned long count, \
         unsigned long size, void (*constructor)(void *, void *), void (*destructor)(void *)) { unsigned long i; \
         char *p = (char *)to; char *q = (char *)from; if (constructor != 0) { for (i = 0; i < count; i++) \
         constructor((void *)(p + i * size), (void *)(q + i * size)); } }",
    ),
    (
        "__cxa_vec_dtor",
        "static __attribute__((device, always_inline)) __inline__ void __cxa_vec_dtor(void *array, unsigned long count, unsigned long size, \
         void (*destructor)(void *)) { char *p = (char *)array; unsigned long i; if (destructor != 0) \
         { for (i = count; i > 0; i--) destructor((void *)(p + (i - 1) * size)); } }",
    ),
    (
        "__cxa_vec_new3",
        "static __attribute__((device, always_inline)) __inline__ void *__cxa_vec_new3(unsigned long count, unsigned long size, \
         unsigned long padding, void (*constructor)(void *), void (*destructor)(void *), void *(*allocate)(unsigned long), \
         void (*release)(void *, unsigned long)) { char *block = (char *)allocate(count * size + padding); \
         char *array = block + padding; if (padding != 0) ((unsigned long *)array)[-1] = count; if (constructor != 0) \
         { unsigned long i; for (i = 0; i < count; i++) constructor((void *)(array + i * size)); } \
         return (void *)(block + padding); }",
    ),
    (
        "__cxa_vec_delete3",
        "static __attribute__((device, always_inline)) __inline__ void __cxa_vec_delete3(void *array, unsigned long size, \
         unsigned long padding, void (*destructor)(void *), void (*release)(void *, unsigned long)) { if (array != 0) \
         { unsigned long count = ((unsigned long *)array)[-1]; unsigned long bytes = count * size + padding; \
         if (destructor != 0) { unsigned long n = count; \
         while (n > 0) { destructor((void *)((char *)array + (n - 1) * size)); n--; } } \
         release((void *)((char *)array - padding), bytes); } }",
    ),
    (
        "__cxa_vec_new2",
        "static __attribute__((device, always_inline)) __inline__ void *__cxa_vec_new2(unsigned long count, unsigned long size, \
         unsigned long padding, void (*constructor)(void *), void (*destructor)(void *), void *(*allocate)(unsigned long), \
         void (*release)(void *)) { char *block = (char *)allocate(count * size + padding); \
         char *array = block + padding; if (padding != 0) ((unsigned long *)array)[-1] = count; if (constructor != 0) \
         { unsigned long i; for (i = 0; i < count; i++) constructor((void *)(array + i * size)); } \
         return (void *)(block + padding); }",
    ),
    (
        "__cxa_vec_delete2",
        "static __attribute__((device, always_inline)) __inline__ void __cxa_vec_delete2(void *array, unsigned long size, \
         unsigned long padding, void (*destructor)(void *), void (*release)(void *)) { if (array != 0) \
         { unsigned long count = ((unsigned long *)array)[-1]; if (destructor != 0) { unsigned long n = count; \
         while (n > 0) { destructor((void *)((char *)array + (n - 1) * size)); n--; } } \
         release((void *)((char *)array - padding)); } }",
    ),
];

/// The definitions that a module calls.
pub(crate) fn definitions(module: &Module) -> String {
    let mut out = String::new();
    for (name, text) in FUNCTIONS {
        if module.runtime.iter().any(|used| &**used == name) {
            out.push_str(text);
            out.push('\n');
        }
    }
    for (name, text) in DECLARED {
        if module.runtime.iter().any(|used| &**used == name) {
            out.push_str(text);
            out.push('\n');
        }
    }
    out
}

/// Functions that the device's library defines.
const DECLARED: [(&str, &str); 10] = [
    (
        "_ZdlPv",
        "extern __attribute__((device)) void _ZdlPv(void *);",
    ),
    (
        "_ZdaPv",
        "extern __attribute__((device)) void _ZdaPv(void *);",
    ),
    (
        "_Znwm",
        "extern __attribute__((device)) void *_Znwm(unsigned long);",
    ),
    (
        "_Znam",
        "extern __attribute__((device)) void *_Znam(unsigned long);",
    ),
    (
        "_ZdlPvm",
        "extern __attribute__((device)) void _ZdlPvm(void *, unsigned long);",
    ),
    (
        "_ZdaPvm",
        "extern __attribute__((device)) void _ZdaPvm(void *, unsigned long);",
    ),
    (
        "_ZnwmSt11align_val_t",
        "extern __attribute__((device)) void *_ZnwmSt11align_val_t(unsigned long, unsigned long);",
    ),
    (
        "_ZnamSt11align_val_t",
        "extern __attribute__((device)) void *_ZnamSt11align_val_t(unsigned long, unsigned long);",
    ),
    (
        "_ZdlPvmSt11align_val_t",
        "extern __attribute__((device)) void _ZdlPvmSt11align_val_t(void *, unsigned long, unsigned long);",
    ),
    (
        "_ZdaPvSt11align_val_t",
        "extern __attribute__((device)) void _ZdaPvSt11align_val_t(void *, unsigned long);",
    ),
];
