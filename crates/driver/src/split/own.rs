//! The options that `cleave split` has besides nvcc's, and its help. Knows no files.

use cleave_options::nvcc::{Effect, NVCC_OPTIONS, NvccOption, Value, help, unexplained};

use crate::source_options::{CUDA_PATH, HOST_COMPILER, OWN_HEADERS, RDC};

const OUTPUT: NvccOption = NvccOption::own(
    "output",
    Value::Text("DIR"),
    Effect::Output,
    "Where NAME.cudafe1.cpp and NAME.module_id go [default: the current folder]",
);

/// The options besides nvcc's.
pub const OPTIONS: &[NvccOption] = &[
    OUTPUT,
    NvccOption::own(
        "check-host",
        Value::None,
        Effect::Own,
        "Have the host compiler check the host half",
    ),
    NvccOption::own(
        "format",
        Value::Choice(&["text", "json"]),
        Effect::Own,
        "How to print what is on the device [default: text]",
    ),
    NvccOption::own(
        "diagnostics",
        Value::Choice(&["text", "sarif", "json"]),
        Effect::Own,
        "How to print what is wrong [default: text]",
    ),
    NvccOption::own(
        "color",
        Value::Choice(&["auto", "always", "never"]),
        Effect::Own,
        "Colour of what is wrong [default: auto, which follows NO_COLOR and CLICOLOR]",
    ),
    NvccOption::own(
        "depfile",
        Value::Text("FILE"),
        Effect::Own,
        "Write a make rule that names every file read",
    ),
    CUDA_PATH,
    OWN_HEADERS,
    HOST_COMPILER,
    RDC,
];

/// What `cleave split --help` prints.
pub(super) fn help_text() -> String {
    format!(
        "Split CUDA sources into their halves without NVIDIA's tools, and say what is wrong with them\n\n\
         Usage: cleave split [OPTIONS] FILE...\n\n\
         Options:\n{}\n\
         Options of nvcc, written as for nvcc. Where one name is shown, it has one dash or two:\n{}\n\
         Options of nvcc that a split has no use for are accepted:\n{}\n\
         Exit status:\n  \
         0  every source was split\n  \
         1  the command line is wrong, a file or program cannot be used, or preprocessing failed\n  \
         2  a source has errors; nothing is written for it\n  \
         3  the host compiler refuses a host half (--check-host)\n\
         Of several sources the highest counts.\n\n\
         Examples:\n  \
         cleave split examples/saxpy.cu -o out --check-host\n  \
         cleave split -std=c++20 -arch=sm_90 -Iinclude -DNDEBUG a.cu b.cu -o out\n  \
         cleave split --diagnostics=sarif kernel.cu 2> kernel.sarif\n",
        help(OPTIONS),
        help(NVCC_OPTIONS),
        unexplained(NVCC_OPTIONS),
    )
}
