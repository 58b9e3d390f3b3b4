//! The options that nvcc passes to cicc.

use super::Follows::{Attached, File, Nothing, Word};
use super::{Follows, MAKES_MODULE_ID, MODULE_ID, Role, STUB};

/// Whom an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// The C++ front end: C does without it.
    Front,
    /// The code generator, and whoever compiles C.
    Generator,
}

use For::{Front, Generator};

/// What of a text an output depends on with an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// The device's code.
    Code,
    /// Where it stands: every byte counts. Kernels are compiled by themselves, and their lines are written anew.
    Lines,
    /// Where it stands, or names of the host's: every byte counts. Kernels are not compiled by themselves.
    Bytes,
    /// The device's code, but kernels are not compiled by themselves.
    Whole,
    /// Nobody has found out.
    Unknown,
}

use Reads::{Bytes, Code, Lines, Unknown, Whole};

/// The option that names the PTX.
pub const PTX: &str = "-o";
/// The option that names the text that cicc's front end makes of the device's code.
pub const DEVICE_TEXT: &str = "--gen_device_file_name";
/// The option that names what cicc's front end says of the host's variables.
pub const HOST_TEXT: &str = "--gen_c_file_name";

/// Options with which the tool reads and writes no other files than those that they name.
#[rustfmt::skip] // one row per line
pub const OPTIONS: &[(&str, Follows, For, Reads)] = &[
    (HOST_TEXT,                              File(Role::Output),    Front,     Code),
    (STUB,                                   File(Role::Output),    Front,     Code),
    (DEVICE_TEXT,                            File(Role::Output),    Front,     Code),
    (PTX,                                    File(Role::Output),    Front,     Code),
    ("--include_file_name",                  File(Role::Mentioned), Front,     Code),
    (MODULE_ID,                              File(Role::ModuleId),  Front,     Code),
    ("-nvvmir-library",                      File(Role::Input),     Front,     Whole),
    (MAKES_MODULE_ID,                        Nothing,               Front,     Bytes),
    ("--orig_src_file_name",                 Word,                  Front,     Code),
    ("--orig_src_path_name",                 Word,                  Front,     Code),
    ("--diag_suppress",                      Word,                  Front,     Code),
    ("--diag_warn",                          Word,                  Front,     Code),
    ("--diag_warning",                       Word,                  Front,     Code),
    ("--diag_error",                         Word,                  Front,     Code),
    ("--diag_remark",                        Word,                  Front,     Code),
    ("--error_limit",                        Word,                  Front,     Code),
    ("--c++03",                              Nothing,               Front,     Code),
    ("--c++11",                              Nothing,               Front,     Code),
    ("--c++14",                              Nothing,               Front,     Code),
    ("--c++17",                              Nothing,               Front,     Code),
    ("--c++20",                              Nothing,               Front,     Code),
    ("--c++23",                              Nothing,               Front,     Code),
    ("--display_error_number",               Nothing,               Front,     Code),
    ("--no_display_error_number",            Nothing,               Front,     Code),
    ("--promote_warnings",                   Nothing,               Front,     Code),
    ("--no_warnings",                        Nothing,               Front,     Code),
    ("-w",                                   Nothing,               Front,     Code),
    ("--parse_templates",                    Nothing,               Front,     Code),
    ("--extended-lambda",                    Nothing,               Front,     Code),
    ("--relaxed_constexpr",                  Nothing,               Front,     Code),
    ("--exceptions",                         Nothing,               Front,     Code),
    ("--no_exceptions",                      Nothing,               Front,     Code),
    ("-tused",                               Nothing,               Front,     Code),
    ("--simt-only",                          Nothing,               Front,     Code),
    ("--static-host-stub",                   Nothing,               Generator, Code),
    ("--device-hidden-visibility",           Nothing,               Generator, Code),
    ("--no-hidden-visibility-on-unnamed-ns", Nothing,               Generator, Code),
    ("--host-stub-linkage-explicit",         Nothing,               Generator, Code),
    ("--default_stream_per_thread",          Nothing,               Generator, Code),
    ("--allow_managed",                      Nothing,               Generator, Code),
    ("--gnu_version=",                       Attached,              Generator, Code),
    ("--clang_version=",                     Attached,              Generator, Code),
    ("--clang",                              Nothing,               Generator, Code),
    ("--unicode_source_kind=",               Attached,              Front,     Code),
    ("--gen_div_approx_ftz",                 Nothing,               Generator, Code),
    ("--no-version-ident",                   Nothing,               Generator, Code),
    ("--device-c",                           Nothing,               Generator, Whole),
    ("--device-w",                           Nothing,               Generator, Whole),
    ("--partial-link",                       Nothing,               Generator, Whole),
    ("--debug_mode",                         Nothing,               Generator, Bytes),
    ("-g",                                   Nothing,               Generator, Bytes),
    ("-generate-line-info",                  Nothing,               Generator, Lines),
    ("-show-src",                            Nothing,               Generator, Bytes),
    ("-inline-info",                         Nothing,               Generator, Bytes),
    ("-olto",                                File(Role::Output),    Generator, Unknown),
    ("-arch",                                Word,                  Generator, Code),
    ("-maxreg",                              Word,                  Generator, Code),
    ("-split-compile",                       Word,                  Generator, Code),
    ("-m64",                                 Nothing,               Generator, Code),
    ("-O0",                                  Nothing,               Generator, Code),
    ("-O1",                                  Nothing,               Generator, Code),
    ("-O2",                                  Nothing,               Generator, Code),
    ("-O3",                                  Nothing,               Generator, Code),
    ("-fast-math",                           Nothing,               Generator, Code),
    ("-kernel-params-are-restrict",          Nothing,               Generator, Code),
    ("-extra-device-vectorization",          Nothing,               Generator, Code),
    ("-ftz=",                                Attached,              Generator, Code),
    ("-prec_div=",                           Attached,              Generator, Code),
    ("-prec_sqrt=",                          Attached,              Generator, Code),
    ("-fmad=",                               Attached,              Generator, Code),
    ("-jump-table-density=",                 Attached,              Generator, Code),
];
