//! A small set of CUDA headers, for machines without a toolkit.
//!
//! The texts declare what ordinary CUDA programs use, under the names that programs include: the
//! attribute spellings, the vector types, the runtime API, the device functions, and the host runtime
//! header that the host half of a translation unit needs. They are enough to preprocess a program, to
//! analyse it and to check its host half with `g++ -fsyntax-only`. They are no replacement for a toolkit:
//! nothing here can be linked or run, and the libraries on top of CUDA are not covered.
//!
//! The macros for attributes are made of the table in `cleave_attributes`, so that `include` alone is no folder for `-I`: its texts
//! must go through [`files`].
//!
//! This crate knows nothing of who reads the texts or where they are put.

use std::sync::LazyLock;

use cleave_attributes::{ATTRIBUTES, Attribute};

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
    static FILES: LazyLock<Vec<Header>> = LazyLock::new(|| {
        let text = |h: &Header| match h.0 {
            "crt/host_defines.h" => HOST_DEFINES.as_str(),
            _ => h.1,
        };
        HEADERS.iter().map(|h| (h.0, text(h))).collect()
    });
    &FILES
}

static HOST_DEFINES: LazyLock<String> = LazyLock::new(|| {
    let text = include_str!("../include/crt/host_defines.h");
    let macros: Vec<String> = ATTRIBUTES.iter().filter_map(definition).collect();
    text.replace("@ATTRIBUTES@", &macros.join("\n"))
});

/// The definition of an attribute's macro.
fn definition(attribute: &Attribute) -> Option<String> {
    let (name, spelling) = (attribute.name, attribute.macro_name()?);
    Some(match attribute.most_arguments() {
        None => format!("#define {spelling} __annotate__({name})"),
        Some(_) => format!("#define {spelling}(...) __annotate__({name}(__VA_ARGS__))"),
    })
}

/// The text of the header at `path` (such as `crt/host_runtime.h`), or `None` if there is none.
pub fn text(path: &str) -> Option<&'static str> {
    let found = files().binary_search_by_key(&path, |h| h.0);
    found.ok().map(|i| files()[i].1)
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
