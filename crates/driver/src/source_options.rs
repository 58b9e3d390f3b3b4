//! The options that say what is read of a source, besides nvcc's: fronts that take nvcc's command line share them. It must not know what
//! is done with the source.

use std::ffi::OsString;
use std::path::Path;

use cleave_options::nvcc::{
    Effect, Lookups, NvccInvocation, NvccOption, Switch, Value, parse, words_of,
};

use crate::preprocess::HeaderChoice;

/// Which toolkit.
pub(crate) const CUDA_PATH: NvccOption = NvccOption::own(
    "cuda-path",
    Value::Text("DIR"),
    Effect::Own,
    "The CUDA toolkit whose headers to use [default: the one found; Cleave's own headers if there is none]",
);
/// Headers of our own.
pub(crate) const OWN_HEADERS: NvccOption = NvccOption::own(
    "own-headers",
    Value::None,
    Effect::Own,
    "Use the headers that come with Cleave even if there is a toolkit",
);
/// Which compiler.
pub(crate) const HOST_COMPILER: NvccOption = NvccOption::own(
    "host-compiler",
    Value::Text("PROGRAM"),
    Effect::HostCompiler,
    "The same as -ccbin",
);
/// Separate compilation, without a value.
pub(crate) const RDC: NvccOption = NvccOption::own(
    "rdc",
    Value::None,
    Effect::Switch(Switch::Relocatable, true),
    "The same as -rdc=true",
);

/// The variables with options that nvcc reads, before and behind those of the command line.
const VARIABLES: [&str; 2] = ["NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"];

/// A command line of nvcc's options and some of our own, with what the variables add. Files with options are named from a folder.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn invocation(
    args: &[OsString],
    own: &'static [NvccOption],
    folder: &Path,
) -> Result<NvccInvocation, String> {
    let [before, behind] = VARIABLES.map(|name| {
        let text = std::env::var(name).unwrap_or_default();
        words_of(&text)
    });
    let words: Vec<OsString> = [before.as_slice(), args, &behind].concat();
    let read = |path: &Path| std::fs::read_to_string(folder.join(path)).ok();
    let lookups = Lookups {
        options_file: &read,
    };
    parse(&words, own, &lookups).map_err(|e| e.to_string())
}

/// Whose headers are used.
///
/// # Errors
/// Two options that exclude each other.
pub(crate) fn headers(invocation: &NvccInvocation) -> Result<HeaderChoice<'_>, String> {
    let cuda_path = invocation.own(CUDA_PATH.long).map(Path::new);
    match (given(invocation, OWN_HEADERS.long), cuda_path) {
        (true, Some(_)) => Err("--own-headers and --cuda-path exclude each other".into()),
        (true, None) => Ok(HeaderChoice::Own),
        (false, path) => Ok(HeaderChoice::Toolkit(path)),
    }
}

/// Whether an option of our own that is given or not is given.
pub(crate) fn given(invocation: &NvccInvocation, long: &str) -> bool {
    invocation.own(long).is_some()
}

/// The value of an option of our own as text.
pub(crate) fn value<'a>(invocation: &'a NvccInvocation, long: &str) -> Option<&'a str> {
    invocation.own(long)?.to_str()
}
