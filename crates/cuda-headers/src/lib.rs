//! A small set of CUDA headers, for machines without a toolkit.
//!
//! The texts declare what ordinary CUDA programs use, under the names that programs include: the
//! attribute spellings, the vector types, the runtime API, the device functions, and the host runtime
//! header that the host half of a translation unit needs. They are enough to preprocess a program, to
//! analyse it and to check its host half with `g++ -fsyntax-only`. They are no replacement for a toolkit:
//! nothing here can be linked or run, and the libraries on top of CUDA are not covered.
//!
//! This crate knows nothing of who reads the texts or where they are put.

/// One header: its path relative to an include folder, with `/` as separator, and its text.
pub type Header = (&'static str, &'static str);

macro_rules! headers {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../include/", $path)))),*]
    };
}

/// All headers, sorted by path. Writing each text under its path into one folder makes a folder for
/// `-I`; the headers include each other relative to that folder.
pub fn files() -> &'static [Header] {
    HEADERS
}

/// The text of the header at `path` (such as `crt/host_runtime.h`), or `None` if there is none.
pub fn text(path: &str) -> Option<&'static str> {
    HEADERS
        .binary_search_by_key(&path, |h| h.0)
        .ok()
        .map(|i| HEADERS[i].1)
}

const HEADERS: &[Header] = headers![
    "builtin_types.h",
    "channel_descriptor.h",
    "common_functions.h",
    "cooperative_groups.h",
    "cooperative_groups/reduce.h",
    "crt/common_functions.h",
    "crt/device_functions.h",
    "crt/host_config.h",
    "crt/host_defines.h",
    "crt/host_runtime.h",
    "crt/math_functions.h",
    "cuda.h",
    "cuda_bf16.h",
    "cuda_device_runtime_api.h",
    "cuda_fp16.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "device_atomic_functions.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "device_types.h",
    "driver_functions.h",
    "driver_types.h",
    "fatbinary_section.h",
    "host_config.h",
    "host_defines.h",
    "library_types.h",
    "math_constants.h",
    "math_functions.h",
    "surface_indirect_functions.h",
    "surface_types.h",
    "texture_indirect_functions.h",
    "texture_types.h",
    "vector_functions.h",
    "vector_types.h",
];
