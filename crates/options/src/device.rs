//! The device pass's command line: cudafe++'s options, which it shares, among those of the code generator. Splits
//! the two; the shared ones are [`crate::parse`]'s to read.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::bytes;
use crate::error::{CommandLineError, Complaint};
use crate::invocation::{Input, Invocation, Task};
use crate::notice::Notice;
use crate::parse::{Lookups, parse};
use crate::spelling::{self, Value};
use crate::table::SPELLINGS;

/// What follows one of the code generator's options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// Nothing.
    Nothing,
    /// The next word.
    Word,
    /// A value in the same word, behind what the row says.
    Attached,
}

/// The code generator's options as nvcc 13.0 to 13.5 pass them. None changes what the front end reports, but for `-arch`.
const GENERATOR: &[(&str, Follows)] = &[
    ("-m64", Follows::Nothing),
    ("-g", Follows::Nothing),
    ("-O0", Follows::Nothing),
    ("-O1", Follows::Nothing),
    ("-O2", Follows::Nothing),
    ("-O3", Follows::Nothing),
    ("-ftz=", Follows::Attached),
    ("-prec_div=", Follows::Attached),
    ("-prec_sqrt=", Follows::Attached),
    ("-fmad=", Follows::Attached),
    ("-fast-math", Follows::Nothing),
    ("-kernel-params-are-restrict", Follows::Nothing),
    ("-generate-line-info", Follows::Nothing),
    ("-show-src", Follows::Nothing),
    ("-inline-info", Follows::Nothing),
    ("-extra-device-vectorization", Follows::Nothing),
    ("-jump-table-density=", Follows::Attached),
    ("-maxreg", Follows::Word),
    ("-split-compile", Follows::Word),
    ("-nvvmir-library", Follows::Word),
    ("-o", Follows::Word),
    ("--no-version-ident", Follows::Nothing),
    ("--emit-optix-ir", Follows::Nothing),
];

/// The virtual architectures of CUDA 13.0 to 13.5, without `compute_`.
const ARCHITECTURES: &[&str] = &[
    "75", "80", "86", "87", "88", "89", "90", "90a", "100", "100a", "100f", "103", "103a", "103f",
    "107", "107a", "107f", "110", "110a", "110f", "120", "120a", "120f", "121", "121a", "121f",
];

/// A device pass's command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceInvocation {
    /// What it has in common with the host pass.
    pub front: Invocation,
    /// The architecture, `90a` of `-arch compute_90a`; `None` when the command line names none.
    pub architecture: Option<&'static str>,
    /// `--entities_file_name`: where the device half's entities are listed.
    pub entities_file_name: Option<PathBuf>,
    /// `--gen_device_file_name`: where the lowered text goes.
    pub gen_device_file_name: Option<PathBuf>,
    /// `--device_c_file_name`: where the device half goes as C.
    pub device_c_file_name: Option<PathBuf>,
    /// `--kernel`: the linker name of the only kernel that is written.
    pub kernel: Option<String>,
    /// `--include_file_name`: the file with the device code, which the stub includes.
    pub include_file_name: Option<PathBuf>,
    /// `-generate-line-info`, `-g`: the code generator says which lines code was written on.
    pub line_info: bool,
}

impl DeviceInvocation {
    /// The exit status of every run that fails, on its command line or later.
    pub const EXIT_CODE: u8 = 1;
}

/// Reads a command line of cicc, without the program's name. Other than in the host pass, options may follow the
/// source, and of several sources the last counts.
///
/// # Errors
/// As [`parse`], and when the architecture is unknown.
pub fn parse_device(
    args: &[OsString],
    lookups: &Lookups<'_>,
) -> Result<DeviceInvocation, CommandLineError> {
    let mut front = Vec::new();
    let mut source = None;
    let mut architecture = None;
    let mut entities_file_name = None;
    let mut include_file_name = None;
    let mut gen_device_file_name = None;
    let mut device_c_file_name = None;
    let mut kernel = None;
    let mut line_info = false;
    let mut rest = args;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        let text = bytes::of(word);
        if let Some(value) = own_value(text, b"-arch", &mut rest) {
            architecture = Some(value);
        } else if let Some(value) = own_value(text, b"--entities_file_name", &mut rest) {
            entities_file_name = Some(PathBuf::from(bytes::to_os(&value)));
        } else if let Some(value) = own_value(text, b"--gen_device_file_name", &mut rest) {
            gen_device_file_name = Some(PathBuf::from(bytes::to_os(&value)));
        } else if let Some(value) = own_value(text, b"--device_c_file_name", &mut rest) {
            device_c_file_name = Some(PathBuf::from(bytes::to_os(&value)));
        } else if let Some(value) = own_value(text, b"--kernel", &mut rest) {
            kernel = Some(String::from_utf8_lossy(&value).into_owned());
        } else if let Some(value) = own_value(text, b"--include_file_name", &mut rest) {
            include_file_name = Some(PathBuf::from(bytes::to_os(&value)));
        } else if let Some(follows) = generator(text) {
            line_info |= matches!(text, b"-generate-line-info" | b"-g");
            if follows == Follows::Word {
                rest = rest.get(1..).unwrap_or_default();
            }
        } else if text.len() > 1 && text.starts_with(b"-") {
            front.push(word.clone());
            if takes_next(text)
                && let Some((value, after)) = rest.split_first()
            {
                front.push(value.clone());
                rest = after;
            }
        } else {
            source = Some(word.clone());
        }
    }
    front.extend(source);
    let front = parse(&front, lookups)?;
    let architecture = match architecture {
        None => None,
        Some(written) => {
            let number = written.strip_prefix(b"compute_").unwrap_or(&written);
            let known = ARCHITECTURES.iter().find(|a| a.as_bytes() == number);
            Some(*known.ok_or_else(|| bad_architecture(&front))?)
        }
    };
    Ok(DeviceInvocation {
        front,
        architecture,
        entities_file_name,
        gen_device_file_name,
        device_c_file_name,
        kernel,
        include_file_name,
        line_info,
    })
}

/// The value of `name`, behind `=` or in the next word; `None` when `text` is another option.
fn own_value(text: &[u8], name: &[u8], rest: &mut &[OsString]) -> Option<Vec<u8>> {
    match text.strip_prefix(name)? {
        [] => {
            let (value, after) = rest.split_first()?;
            *rest = after;
            Some(bytes::of(value).to_vec())
        }
        [b'=', value @ ..] => Some(value.to_vec()),
        _ => None,
    }
}

fn generator(text: &[u8]) -> Option<Follows> {
    GENERATOR
        .iter()
        .find(|(name, follows)| match follows {
            Follows::Attached => text.starts_with(name.as_bytes()),
            _ => text == name.as_bytes(),
        })
        .map(|row| row.1)
}

/// Whether the next word is the value of this word's option.
fn takes_next(text: &[u8]) -> bool {
    let valued = |index: usize| SPELLINGS[index].value != Value::None;
    if let Some(name) = text.strip_prefix(b"--") {
        return match spelling::exact(SPELLINGS, name) {
            Some(index) => valued(index),
            None => match spelling::abbreviated(SPELLINGS, name).as_slice() {
                [index] => valued(*index),
                _ => false,
            },
        };
    }
    // Letters may be joined; the first with a value takes the rest of the word, or the next one.
    let first =
        (1..text.len()).find(|&at| spelling::short(SPELLINGS, text[at]).is_some_and(valued));
    first == Some(text.len() - 1)
}

fn bad_architecture(front: &Invocation) -> CommandLineError {
    let notices: Vec<Notice> = front.notices.clone();
    // The reference finds this before it knows the source.
    let mut layout = front.layout();
    layout.source = None;
    CommandLineError::new(
        notices,
        &front.warnings,
        Complaint::InvalidArchitecture,
        &layout,
    )
}

impl DeviceInvocation {
    /// The architecture's number, 90 for `90a`.
    pub fn architecture_number(&self) -> Option<u32> {
        self.architecture?
            .trim_end_matches(|c: char| c.is_ascii_lowercase())
            .parse()
            .ok()
    }

    /// The source, where there is one.
    pub fn input(&self) -> Option<&Input> {
        match &self.front.task {
            Task::Run(input) => Some(input),
            Task::Stop(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<DeviceInvocation, String> {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let lookups = Lookups {
            tag_number: &|_| None,
            number_known: &|n| n < 4000,
            is_directory: &|_| false,
        };
        parse_device(&args, &lookups).map_err(|e| e.to_string())
    }

    #[test]
    fn what_nvcc_passes() {
        let line = "--c++17 --static-host-stub --gnu_version=120200 --display_error_number \
            --orig_src_file_name a.cu --allow_managed --debug_mode --device-c -arch compute_90a -m64 \
            --no-version-ident -ftz=1 -prec_div=0 -prec_sqrt=0 -fmad=1 -fast-math --gen_div_approx_ftz \
            --include_file_name a.fatbin.c -g -O0 -maxreg 32 -tused --module_id_file_name a.module_id \
            --gen_c_file_name a.cudafe1.c --stub_file_name a.stub.c --gen_device_file_name a.gpu \
            --entities_file_name a.json a.cpp1.ii -o a.ptx";
        let read = read(line).expect("nvcc's line is good");
        assert_eq!(read.architecture, Some("90a"));
        assert_eq!(read.entities_file_name, Some(PathBuf::from("a.json")));
        assert_eq!(read.input(), Some(&Input::File(PathBuf::from("a.cpp1.ii"))));
        assert!(read.front.device_c && read.front.diagnostics.display_error_number);
        assert_eq!(
            read.front.instantiation_mode,
            crate::InstantiationMode::Used
        );
    }

    #[test]
    fn the_value_of_an_option_is_no_source() {
        let source = |line: &str| {
            read(line).map(|r| match r.input() {
                Some(Input::File(path)) => path.display().to_string(),
                other => format!("{other:?}"),
            })
        };
        assert_eq!(
            source("--diag_suppress 68 -tused a.ii -e 5"),
            Ok("a.ii".into())
        );
        assert_eq!(source("a.ii b.ii"), Ok("b.ii".into()));
        assert_eq!(source("--orig_src_file n.cu a.ii"), Ok("a.ii".into()));
        assert_eq!(source("-o a.ptx"), Err("missing source file name".into()));
    }

    #[test]
    fn what_is_wrong() {
        assert_eq!(read("--bogus a.ii"), Err("invalid option: --bogus".into()));
        assert_eq!(read("-foo=1 a.ii"), Err("invalid option: -foo=1".into()));
        let bad = "invalid or no value specified with --nv_arch flag";
        for arch in ["compute_20", "sm_90", "compute_90f", "x"] {
            assert_eq!(
                read(&format!("-arch {arch} a.ii")),
                Err(bad.into()),
                "{arch}"
            );
        }
    }
}
