//! What nvcc does for a command beside its steps, wherever the words stand: on the command line, in variables, in files with options. It must
//! not know how nvcc is asked.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use cleave_options::nvcc::{NvccOption, Scanned, option, scan, words_of, words_of_file};

/// What an option of nvcc does beside the steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// It is about the dependency file: each step of a plan has one of its own.
    Dependencies,
    /// It keeps the files between steps: a plan's stay.
    Keeps,
    /// It says what would run.
    Asks,
    /// It says more of what runs.
    Says,
    /// Its command makes no file of a build.
    BuildsNothing,
}

use Beside::{Asks, BuildsNothing, Dependencies, Keeps, Says};

/// The options by their long names.
#[rustfmt::skip] // one row per line
const OPTIONS: &[(&str, Beside)] = &[
    ("generate-dependencies-with-compile",           Dependencies),
    ("generate-nonsystem-dependencies-with-compile", Dependencies),
    ("generate-dependency-targets",                  Dependencies),
    ("dependency-output",                            Dependencies),
    ("dependency-target-name",                       Dependencies),
    ("keep",                                         Keeps),
    ("save-temps",                                   Keeps),
    ("keep-dir",                                     Keeps),
    ("dryrun",                                       Asks),
    ("time",                                         Says),
    ("verbose",                                      Says),
    ("verbose2",                                     Says),
    ("generate-dependencies",                        BuildsNothing),
    ("generate-nonsystem-dependencies",              BuildsNothing),
    ("run",                                          BuildsNothing),
    ("clean-targets",                                BuildsNothing),
    ("version",                                      BuildsNothing),
    ("help",                                         BuildsNothing),
];

/// What an option does beside the steps.
fn beside(option: Option<&NvccOption>) -> Option<Beside> {
    let option = option?;
    let row = OPTIONS.iter().find(|(name, _)| *name == option.long);
    row.map(|row| row.1)
}

/// Whether a command with an option makes no file of a build.
pub(crate) fn builds_nothing(word: &OsStr) -> bool {
    beside(option(word)) == Some(BuildsNothing)
}

/// Why nvcc does more for a command than its steps and the dependency file that its words ask for, if it does. `folder` is where it runs.
pub fn more_than_steps(words: &[OsString], folder: &Path) -> Option<String> {
    let own = scan(words);
    let is_more = |word: &&Scanned<'_>| beside(word.option).is_some_and(|b| b != Dependencies);
    let said = |word: &Scanned<'_>| word.words[0].to_string_lossy().into_owned();
    if let Some(more) = own.iter().find(is_more) {
        return Some(said(more));
    }
    let (elsewhere, _) = elsewhere(&own, folder);
    let more = scan(&elsewhere)
        .into_iter()
        .find(|word| beside(word.option).is_some());
    more.map(|word| said(&word))
}

/// The files with options that a command reads in a folder.
pub fn option_files(words: &[OsString], folder: &Path) -> Vec<PathBuf> {
    elsewhere(&scan(words), folder).1
}

/// Variables with words for each nvcc.
const VARIABLES: [&str; 2] = ["NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"];

/// The words that a command has from variables and from files, and the files.
fn elsewhere(own: &[Scanned<'_>], folder: &Path) -> (Vec<OsString>, Vec<PathBuf>) {
    let texts = VARIABLES.iter().filter_map(std::env::var_os);
    let mut out: Vec<OsString> = texts
        .flat_map(|text| words_of(&text.to_string_lossy()))
        .collect();
    let mut read = Vec::new();
    let mut next: Vec<PathBuf> = own.iter().flat_map(files).collect();
    next.extend(scan(&out).iter().flat_map(files));
    while let Some(file) = next.pop() {
        let file = folder.join(file);
        // A file may name itself.
        if read.contains(&file) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let words = words_of_file(&text);
        next.extend(scan(&words).iter().flat_map(files));
        out.extend(words);
        read.push(file);
    }
    (out, read)
}

/// The files with options that a word names.
fn files(word: &Scanned<'_>) -> Vec<PathBuf> {
    let text = match &word.value {
        Some(value) if word.is("options-file") => value.to_string_lossy().into_owned(),
        _ => match word.words[0].to_string_lossy().strip_prefix('@') {
            Some(file) => file.to_owned(),
            None => return Vec::new(),
        },
    };
    text.split(',').map(PathBuf::from).collect()
}

/// A command line without what has no place in a plan.
pub(crate) fn planned(words: &[OsString]) -> Vec<OsString> {
    let has_place =
        |word: &Scanned<'_>| !matches!(beside(word.option), Some(Dependencies | Keeps | Asks));
    let words = scan(words).into_iter().filter(has_place);
    words.flat_map(|word| word.words).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_place_in_a_plan_is_left_out() {
        let words = "-c -MD -MF x.d -MT=y a.cu -MP --keep -keep-dir k -MFoo -o a.o";
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        assert_eq!(planned(&words).join(" ".as_ref()), "-c a.cu -MFoo -o a.o");
    }

    #[test]
    fn some_commands_are_more_than_steps() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("plain"), "-O2 -lineinfo").unwrap();
        std::fs::write(folder.path().join("deps"), "-O2 \"-MD\"").unwrap();
        std::fs::write(
            folder.path().join("outer"),
            "@outer @outer --options-file=plain,deps",
        )
        .unwrap();
        let more = |words: &str| {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            more_than_steps(&words, folder.path())
        };
        assert_eq!(
            more("-c -MD -MMD -MF x.d -MT=y a.cu -MP -o a.o --vis"),
            None
        );
        assert_eq!(more("-c a.cu -Xcompiler --keep -o -run"), None);
        for word in ["--keep", "-keep-dir=k", "--time=t", "-v", "-run"] {
            assert_eq!(more(&format!("-c a.cu {word}")).as_deref(), Some(word));
        }
        // Which dependency file that is nobody here reads.
        assert_eq!(more("-c a.cu -optf plain @plain"), None);
        for files in ["-optf deps", "@deps", "-optf plain,deps", "@outer"] {
            assert_eq!(
                more(&format!("-c a.cu {files}")).as_deref(),
                Some("-MD"),
                "{files}"
            );
        }
    }
}
