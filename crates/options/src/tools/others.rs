//! The options by which the tools behind cicc, and cudafe++ as one of nvcc's steps, name files, and those that have a value in the next word.

use super::Follows::{File, Word};
use super::{Follows, MODULE_ID, Role, STUB};

/// An option, and what follows it.
pub type Row = (&'static str, Follows);

/// cudafe++.
pub const CUDAFE: &[Row] = &[
    ("--gen_c_file_name", File(Role::Output)),
    (STUB, File(Role::Mentioned)),
    (MODULE_ID, File(Role::ModuleId)),
    ("--orig_src_file_name", Word),
    ("--orig_src_path_name", Word),
    ("--error_limit", Word),
    ("--diag_suppress", Word),
    ("--diag_warn", Word),
    ("--diag_warning", Word),
    ("--diag_error", Word),
    ("--diag_remark", Word),
];

/// ptxas.
pub const PTXAS: &[Row] = &[
    ("-o", File(Role::Output)),
    ("-arch", Word),
    ("-maxrregcount", Word),
    ("-split-compile", Word),
    ("-O", Word),
    ("-e", Word),
    ("-m", Word),
];

/// Options of ptxas that name files in another way, with which it reads no file, or says what time it is.
pub const PTXAS_OTHERS: &[&str] = &[
    "--options-file",
    "-optf",
    "--output-file",
    "--input-as-string",
    "-ias",
    "--help",
    "-h",
    "--version",
    "-V",
    "--list-version",
    "-version-ls",
    "--dryrun",
];

/// fatbinary.
pub const FATBINARY: &[Row] = &[
    ("--create", File(Role::Output)),
    ("--embedded-fatbin", File(Role::Output)),
    ("--image", File(Role::Image)),
    ("--image3", File(Role::Image)),
];

/// nvlink.
pub const NVLINK: &[Row] = &[
    ("-o", File(Role::Output)),
    ("--register-link-binaries", File(Role::Output)),
    ("--host-ccbin", Word),
    ("-L", Word),
    ("-l", Word),
];
