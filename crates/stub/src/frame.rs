//! What stands around the kernels of a stub.

use std::fmt::Write as _;

use cleave_base_db::HostSettings;

use crate::Files;

/// The functions that register everything, declared before they are defined.
pub(crate) const DECLARATIONS: &str = "\
static void __nv_cudaEntityRegisterCallback(void **);
static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));
";

/// Everything before the first kernel.
pub(crate) fn head(settings: &HostSettings, files: &Files, module_id: &str) -> String {
    let mut out = String::from(
        "#pragma GCC diagnostic push\n\
         #pragma GCC diagnostic ignored \"-Wunused-function\"\n\
         #pragma GCC diagnostic ignored \"-Wcast-qual\"\n",
    );
    let storage = match settings.relocatable {
        true => {
            let _ = writeln!(out, "#define __NV_MODULE_ID {module_id}");
            "extern"
        }
        false => "static",
    };
    let _ = write!(
        out,
        "#define __NV_CUBIN_HANDLE_STORAGE__ {storage}\n\
         #if !defined(__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__)\n\
         #define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__\n\
         #endif\n\
         #include \"crt/host_runtime.h\"\n\
         #include \"{}\"\n",
        files.fatbin
    );
    out
}

/// The function that runs when the program starts, and the end. Relocatable device code is registered by what the device linker
/// makes.
pub(crate) fn tail(settings: &HostSettings) -> String {
    let register = match settings.relocatable {
        true => "____cudaRegisterLinkedBinary",
        false => "__cudaRegisterBinary",
    };
    format!(
        "static void __sti____cudaRegisterAll(void) {{  {register}(__nv_cudaEntityRegisterCallback);  }}\n\n\
         #pragma GCC diagnostic pop\n"
    )
}
