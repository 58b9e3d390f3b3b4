//! What the options of cicc mean for what is kept. It must not know what a run does.

use std::ffi::{OsStr, OsString};

use cleave_options::tools::Follows::{self, Attached, Either, File, Nothing, Word};
use cleave_options::tools::cicc::For::Generator;
use cleave_options::tools::cicc::Reads::{Bytes, Lines, Unknown, Whole};
use cleave_options::tools::cicc::{For, HOST_TEXT, OPTIONS, Reads};
use cleave_options::tools::{MAKES_MODULE_ID, Role};

pub(super) use cleave_options::tools::STUB;
pub(super) use cleave_options::tools::cicc::{DEVICE_TEXT, PTX};

use crate::line::{FileOption, Line};

/// The texts of cicc's front end, which nvcc does not read.
pub(super) const LISTINGS: [&str; 2] = [HOST_TEXT, DEVICE_TEXT];

/// The row of an option. Where it is not known what the tool reads with it, the tool runs as it is.
fn row(word: &str) -> Option<&'static (&'static str, Follows, For, Reads)> {
    let found = OPTIONS.iter().find(|(name, follows, ..)| match follows {
        Attached => word.starts_with(name),
        Nothing => word == *name,
        Word | Either | File(_) => {
            word == *name || word.strip_prefix(name).is_some_and(|v| v.starts_with('='))
        }
    });
    found.filter(|row| row.3 != Unknown)
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
                File(Role::ModuleId) => id,
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
