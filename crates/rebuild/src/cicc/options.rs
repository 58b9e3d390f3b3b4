//! The options that nvcc passes to cicc, as a table: what follows each, and what it means for what is kept. It must not know what a
//! run does.

use std::ffi::{OsStr, OsString};

use crate::line::{FileOption, Line, Role};

/// What follows an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Nothing,
    /// A value in the same word.
    Attached,
    /// A value in the next word.
    Word,
    /// A file in the next word.
    File(Role),
}

use Follows::{Attached, File, Nothing, Word};

/// Whom an option is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// The C++ front end: C does without it.
    Front,
    /// The code generator, and whoever compiles C.
    Generator,
}

use For::{Front, Generator};

/// What of a text an output depends on with an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// The device's code.
    Code,
    /// Where it stands: every byte counts. Kernels are compiled by themselves, and their lines are written anew.
    Lines,
    /// Where it stands, or names of the host's: every byte counts. Kernels are not compiled by themselves.
    Bytes,
    /// The device's code, but kernels are not compiled by themselves.
    Whole,
}

use Reads::{Bytes, Code, Lines, Whole};

/// The option that names the stub.
pub(super) const STUB: &str = "--stub_file_name";
/// The option that names the PTX.
pub(super) const PTX: &str = "-o";
/// The option that names the text that cicc's front end makes of the device's code.
pub(super) const DEVICE_TEXT: &str = "--gen_device_file_name";
/// The option that names what cicc's front end says of the host's variables.
const HOST_TEXT: &str = "--gen_c_file_name";
/// The texts of cicc's front end, which nvcc does not read.
pub(super) const LISTINGS: [&str; 2] = [HOST_TEXT, DEVICE_TEXT];
const MODULE_ID: &str = "--module_id_file_name";
/// With it the module id is written and not read: there is no host pass.
const MAKES_MODULE_ID: &str = "--gen_module_id_file";

/// Options with which the tool reads and writes no other files than those that they name. With any other the tool runs as it is.
#[rustfmt::skip] // one row per line
const OPTIONS: &[(&str, Follows, For, Reads)] = &[
    (HOST_TEXT,                              File(Role::Output),    Front,     Code),
    (STUB,                                   File(Role::Output),    Front,     Code),
    (DEVICE_TEXT,                            File(Role::Output),    Front,     Code),
    (PTX,                                    File(Role::Output),    Front,     Code),
    ("--include_file_name",                  File(Role::Mentioned), Front,     Code),
    (MODULE_ID,                              File(Role::Input),     Front,     Code),
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

/// The row of an option.
fn row(word: &str) -> Option<&'static (&'static str, Follows, For, Reads)> {
    OPTIONS.iter().find(|(name, follows, ..)| match follows {
        Attached => word.starts_with(name),
        Nothing => word == *name,
        Word | File(_) => {
            word == *name || word.strip_prefix(name).is_some_and(|v| v.starts_with('='))
        }
    })
}

/// A command line by the table; `Err` is the first option that is not in it.
pub(crate) fn line(args: &[OsString]) -> Result<Line, String> {
    let has = |option: &str| args.iter().any(|word| word == option);
    // An id is made for the stub. Where there is none (`nvcc -ptx`), the name is given and nothing is written.
    let id = match (has(MAKES_MODULE_ID), has(STUB)) {
        (false, _) => Role::Input,
        (true, true) => Role::Output,
        (true, false) => Role::Mentioned,
    };
    let files: Vec<FileOption> = OPTIONS
        .iter()
        .filter_map(|(name, follows, ..)| {
            let role = match follows {
                File(_) if *name == MODULE_ID => id,
                File(role) => *role,
                _ => return None,
            };
            Some(FileOption { name, role })
        })
        .collect();
    let valued = OPTIONS.iter().filter(|row| row.1 == Word).map(|row| row.0);
    let line = Line::new(args, &files, &valued.collect::<Vec<_>>());
    let unknown = line.options().find(|word| row(word).is_none());
    match unknown.map(str::to_owned) {
        Some(unknown) => Err(unknown),
        None => Ok(line),
    }
}

/// The option by which every byte of the text counts, if there is one.
pub(super) fn reads_bytes(line: &Line) -> Option<&str> {
    line.options()
        .find(|word| row(word).is_some_and(|row| matches!(row.3, Bytes | Lines)))
}

/// The option with which kernels are not compiled by themselves, if there is one.
pub(super) fn is_whole(line: &Line) -> Option<&str> {
    line.options()
        .find(|word| row(word).is_some_and(|row| matches!(row.3, Bytes | Whole)))
}

/// The words for a run of cicc over C, which has no front end to speak of.
pub(crate) fn of_c(line: &Line) -> Vec<OsString> {
    let is_for = |word: &OsStr| {
        word.to_str()
            .and_then(row)
            .is_some_and(|row| row.2 == Generator)
    };
    let words = line.words().filter(|(word, _)| is_for(word));
    let words = words.flat_map(|(word, value)| [Some(word), value]);
    words.flatten().map(OsStr::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of(words: &str) -> Result<Line, String> {
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        line(&words)
    }

    #[test]
    fn options_of_the_code_generator_stay_for_c() {
        let line = line_of(
            "--c++17 --gnu_version=120200 --display_error_number --orig_src_file_name a.cu --allow_managed --diag_suppress 68 \
             -arch compute_80 -m64 -ftz=0 --include_file_name a.fatbin.c -tused -maxreg 32 --stub_file_name s a.ii -o a.ptx",
        )
        .unwrap();
        assert_eq!(
            of_c(&line).join(" ".as_ref()),
            "--gnu_version=120200 --allow_managed -arch compute_80 -m64 -ftz=0 -maxreg 32"
        );
        assert_eq!((reads_bytes(&line), is_whole(&line)), (None, None));
    }

    #[test]
    fn options_say_what_counts() {
        let said = |words: &str| {
            let line = line_of(words).unwrap();
            (
                reads_bytes(&line).map(str::to_owned),
                is_whole(&line).map(str::to_owned),
            )
        };
        let some = |word: &str| Some(word.to_owned());
        assert_eq!(said("-g a.ii"), (some("-g"), some("-g")));
        assert_eq!(said("--device-c a.ii"), (None, some("--device-c")));
        let lines = some("-generate-line-info");
        assert_eq!(said("-generate-line-info a.ii"), (lines, None));
        // nvcc 13.2 and newer pass it always.
        assert_eq!(said("--simt-only a.ii"), (None, None));
        assert_eq!(line_of("--strange a.ii").err(), some("--strange"));
        assert_eq!(line_of("-ftz a.ii").err(), some("-ftz"));
    }

    #[test]
    fn a_module_id_is_read_or_written() {
        let roles = |words: &str| {
            let line = line_of(words).unwrap();
            (line.inputs().count(), line.outputs().count())
        };
        assert_eq!(roles("--module_id_file_name id a.ii -o a.ptx"), (1, 1));
        let makes = "--gen_module_id_file --module_id_file_name id a.ii -o a.ptx";
        assert_eq!(roles(makes), (0, 1));
        assert_eq!(roles(&format!("--stub_file_name s {makes}")), (0, 3));
    }
}
