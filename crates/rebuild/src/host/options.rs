//! The options that nvcc, and users through it, pass to a host compiler, as a table: what follows each, and what it means for what is
//! kept. It must not know what a run does.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// What follows an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    Nothing,
    /// A value in the same word.
    Attached,
    /// A value in the next word.
    Word,
    /// A value in the same word or, if that ends, in the next.
    Either,
}

use Follows::{Attached, Either, Nothing, Word};

/// What an option is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// What is made.
    Mode(Mode),
    /// The language of the source.
    Language,
    /// Where it goes.
    Output,
    /// The text that the compiler reads, or the code that it makes.
    Code,
    /// A folder of headers.
    Folder,
    /// A header that comes first.
    Header,
    /// What the compiler writes or says depends on where tokens stand.
    Places,
    /// What the compiler writes depends on the processor that it runs on.
    Machine,
}

use About::{Code, Folder, Header, Language, Machine, Output, Places};

/// What a host compiler makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A preprocessed text.
    Preprocess,
    /// An object.
    Compile,
}

/// Options with which a compiler reads its source and headers, writes one output and nothing else. With any other it runs as it is. The
/// first row that fits counts.
#[rustfmt::skip] // one row per line
const OPTIONS: &[(&str, Follows, About)] = &[
    ("-E",                              Nothing,  About::Mode(Mode::Preprocess)),
    ("-c",                              Nothing,  About::Mode(Mode::Compile)),
    ("-x",                              Either,   Language),
    ("-o",                              Either,   Output),
    ("-D",                              Either,   Code),
    ("-U",                              Either,   Code),
    ("-I",                              Either,   Folder),
    ("-isystem",                        Either,   Folder),
    ("-iquote",                         Either,   Folder),
    ("-idirafter",                      Either,   Folder),
    ("-include",                        Word,     Header),
    ("-std=",                           Attached, Code),
    ("-ansi",                           Nothing,  Code),
    ("-pthread",                        Nothing,  Code),
    ("-pipe",                           Nothing,  Code),
    ("-w",                              Nothing,  Code),
    ("-O",                              Attached, Code),
    ("-O",                              Nothing,  Code),
    ("-Wno-",                           Attached, Code),
    ("-g0",                             Nothing,  Code),
    ("-g",                              Nothing,  Places),
    ("-g1",                             Nothing,  Places),
    ("-g2",                             Nothing,  Places),
    ("-ggdb",                           Nothing,  Places),
    ("-gdwarf-2",                       Nothing,  Places),
    ("-gdwarf-3",                       Nothing,  Places),
    ("-gdwarf-4",                       Nothing,  Places),
    ("-gdwarf-5",                       Nothing,  Places),
    ("-gstrict-dwarf",                  Nothing,  Places),
    ("-gno-strict-dwarf",               Nothing,  Places),
    ("-gz",                             Nothing,  Places),
    ("-pg",                             Nothing,  Code),
    ("-pedantic",                       Nothing,  Places),
    ("-pedantic-errors",                Nothing,  Places),
    ("-m64",                            Nothing,  Code),
    ("-m32",                            Nothing,  Code),
    ("-msse",                           Attached, Code),
    ("-mssse3",                         Nothing,  Code),
    ("-mavx",                           Attached, Code),
    ("-mavx",                           Nothing,  Code),
    ("-mfma",                           Nothing,  Code),
    ("-mf16c",                          Nothing,  Code),
    ("-mbmi",                           Nothing,  Code),
    ("-mbmi2",                          Nothing,  Code),
    ("-mpopcnt",                        Nothing,  Code),
    ("-mlzcnt",                         Nothing,  Code),
    ("-maes",                           Nothing,  Code),
    ("-mpclmul",                        Nothing,  Code),
    ("-mcmodel=",                       Attached, Code),
    ("-mno-",                           Attached, Code),
    ("-march=native",                   Nothing,  Machine),
    ("-mtune=native",                   Nothing,  Machine),
    ("-mcpu=native",                    Nothing,  Machine),
    ("-march=",                         Attached, Code),
    ("-mtune=",                         Attached, Code),
    ("-mcpu=",                          Attached, Code),
    ("-mfpmath=",                       Attached, Code),
    ("-fPIC",                           Nothing,  Code),
    ("-fpic",                           Nothing,  Code),
    ("-fPIE",                           Nothing,  Code),
    ("-fpie",                           Nothing,  Code),
    ("-fno-pic",                        Nothing,  Code),
    ("-fno-pie",                        Nothing,  Code),
    ("-fvisibility=",                   Attached, Code),
    ("-fvisibility-inlines-hidden",     Nothing,  Code),
    ("-fexceptions",                    Nothing,  Code),
    ("-fno-exceptions",                 Nothing,  Code),
    ("-frtti",                          Nothing,  Code),
    ("-fno-rtti",                       Nothing,  Code),
    ("-fopenmp",                        Nothing,  Code),
    ("-fopenmp-simd",                   Nothing,  Code),
    ("-ffast-math",                     Nothing,  Code),
    ("-funsafe-math-optimizations",     Nothing,  Code),
    ("-ffinite-math-only",              Nothing,  Code),
    ("-fno-math-errno",                 Nothing,  Code),
    ("-fno-trapping-math",              Nothing,  Code),
    ("-fno-signed-zeros",               Nothing,  Code),
    ("-fassociative-math",              Nothing,  Code),
    ("-freciprocal-math",               Nothing,  Code),
    ("-ffp-contract=",                  Attached, Code),
    ("-fstrict-aliasing",               Nothing,  Code),
    ("-fno-strict-aliasing",            Nothing,  Code),
    ("-fno-strict-overflow",            Nothing,  Code),
    ("-fwrapv",                         Nothing,  Code),
    ("-fomit-frame-pointer",            Nothing,  Code),
    ("-fno-omit-frame-pointer",         Nothing,  Code),
    ("-funroll-loops",                  Nothing,  Code),
    ("-fno-inline",                     Nothing,  Code),
    ("-finline-functions",              Nothing,  Code),
    ("-ftree-vectorize",                Nothing,  Code),
    ("-fno-tree-vectorize",             Nothing,  Code),
    ("-fpermissive",                    Nothing,  Code),
    ("-ftemplate-depth=",               Attached, Code),
    ("-ftemplate-depth-",               Attached, Code),
    ("-fconstexpr-depth=",              Attached, Code),
    ("-fconstexpr-loop-limit=",         Attached, Code),
    ("-fconstexpr-ops-limit=",          Attached, Code),
    ("-fsigned-char",                   Nothing,  Code),
    ("-funsigned-char",                 Nothing,  Code),
    ("-fstack-protector",               Nothing,  Code),
    ("-fstack-protector-all",           Nothing,  Code),
    ("-fstack-protector-strong",        Nothing,  Code),
    ("-fno-stack-protector",            Nothing,  Code),
    ("-fstack-clash-protection",        Nothing,  Code),
    ("-fcf-protection",                 Nothing,  Code),
    ("-fcf-protection=",                Attached, Code),
    ("-fcommon",                        Nothing,  Code),
    ("-fno-common",                     Nothing,  Code),
    ("-ffunction-sections",             Nothing,  Code),
    ("-fdata-sections",                 Nothing,  Code),
    ("-fno-plt",                        Nothing,  Code),
    ("-fno-semantic-interposition",     Nothing,  Code),
    ("-fno-gnu-unique",                 Nothing,  Code),
    ("-fno-threadsafe-statics",         Nothing,  Code),
    ("-fno-asynchronous-unwind-tables", Nothing,  Code),
    ("-fasynchronous-unwind-tables",    Nothing,  Code),
    ("-fno-unwind-tables",              Nothing,  Code),
    ("-faligned-new",                   Nothing,  Code),
    ("-fcoroutines",                    Nothing,  Code),
    ("-fconcepts",                      Nothing,  Code),
    ("-fabi-version=",                  Attached, Code),
    ("-fmax-errors=",                   Attached, Code),
    ("-fdiagnostics-color",             Nothing,  Code),
    ("-fdiagnostics-color=",            Attached, Code),
    ("-fno-diagnostics-color",          Nothing,  Code),
];

/// Warnings that begin so hand a value to another program.
const HANDED_ON: [&str; 3] = ["-Wp,", "-Wa,", "-Wl,"];

/// A command line with which a compiler writes one output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) mode: Mode,
    pub(super) source: PathBuf,
    /// `None`: a text goes to the standard output.
    pub(super) output: Option<PathBuf>,
    /// All other words but those for the mode and the language, in their order.
    pub(super) words: Vec<OsString>,
    /// The folders of headers among them.
    pub(super) folders: Vec<PathBuf>,
    /// What the compiler writes or says depends on where tokens stand.
    pub(super) has_places: bool,
    /// Headers come first that the source does not name.
    pub(super) has_headers: bool,
}

/// The row of a word.
fn row(word: &str) -> Option<(&'static str, Follows, About)> {
    let is_it = |&&(name, follows, _): &&(&str, Follows, About)| match follows {
        Nothing | Word => word == name,
        Attached => word.len() > name.len() && word.starts_with(name),
        Either => word.starts_with(name),
    };
    let found = OPTIONS.iter().find(is_it).copied();
    found.or_else(|| {
        // Any other warning says something of the text, and some of its layout.
        let is_warning = word.starts_with("-W") && !HANDED_ON.iter().any(|h| word.starts_with(h));
        is_warning.then_some(("-W", Attached, Places))
    })
}

/// Reads a command line of C++.
///
/// # Errors
/// The first word that is not followed.
pub(super) fn command(args: &[OsString]) -> Result<Command, String> {
    let (mut mode, mut language, mut output) = (None, None, None);
    let mut sources = Vec::new();
    let (mut words, mut folders) = (Vec::new(), Vec::new());
    let (mut has_places, mut has_headers) = (false, false);
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        if word.as_bytes().first() == Some(&b'@') {
            return Err(word.to_string_lossy().into_owned());
        }
        if word.as_bytes().first() != Some(&b'-') {
            sources.push(PathBuf::from(word));
            continue;
        }
        let row = word.to_str().and_then(row);
        let Some((name, follows, about)) = row else {
            return Err(word.to_string_lossy().into_owned());
        };
        let next = match follows {
            Word => rest.next(),
            Either if word == name => rest.next(),
            _ => None,
        };
        let value = next.map_or_else(
            || OsStr::from_bytes(&word.as_bytes()[name.len()..]),
            OsString::as_os_str,
        );
        match about {
            About::Mode(new) => {
                if mode.replace(new).is_some_and(|old| old != new) {
                    return Err(word.to_string_lossy().into_owned());
                }
                continue;
            }
            Language => {
                language = Some(value.to_owned());
                continue;
            }
            Output => {
                output = Some(PathBuf::from(value));
                continue;
            }
            Code => {}
            Machine => return Err(word.to_string_lossy().into_owned()),
            Folder => folders.push(PathBuf::from(value)),
            Header => has_headers = true,
            Places => has_places = true,
        }
        words.push(word.clone());
        words.extend(next.cloned());
    }
    let (Some(mode), [source], Some(true)) = (mode, &sources[..], language.map(|l| l == "c++"))
    else {
        return Err("no preprocessing or compilation of one source of C++".into());
    };
    if mode == Mode::Compile && output.is_none() {
        return Err("no output".into());
    }
    Ok(Command {
        mode,
        source: source.clone(),
        output: output.filter(|path| path.as_os_str() != "-"),
        words,
        folders,
        has_places,
        has_headers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Command, String> {
        command(&words.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn as_nvcc_writes_it() {
        let words = "-D__CUDA_ARCH__=800 -E -x c++ -O2 -I /a -isystem /b -include cuda_runtime.h -m64 a.cu -o a.ii";
        let line = read(words).unwrap();
        assert_eq!(line.mode, Mode::Preprocess);
        assert_eq!(line.source, PathBuf::from("a.cu"));
        assert_eq!(line.output, Some(PathBuf::from("a.ii")));
        assert_eq!(
            line.words.join(OsStr::new(" ")),
            "-D__CUDA_ARCH__=800 -O2 -I /a -isystem /b -include cuda_runtime.h -m64"
        );
        assert_eq!((line.has_places, line.has_headers), (false, true));
    }

    #[test]
    fn places_count_for_some() {
        let has_places = |words: &str| {
            let line = read(&format!("{words} -c -x c++ a.cpp -oa.o")).unwrap();
            line.has_places
        };
        for words in ["-O3", "-Wno-psabi", "-g0", "-w", "-fPIC -std=c++17 -mavx2"] {
            assert!(!has_places(words), "{words}");
        }
        for words in ["-g", "-O0 -ggdb", "-Wall", "-Werror", "-pedantic"] {
            assert!(has_places(words), "{words}");
        }
    }

    #[test]
    fn other_words_are_not_followed() {
        for (words, word) in [
            ("-g3", "-g3"),
            ("-save-temps", "-save-temps"),
            ("-march=native", "-march=native"),
            ("-MD", "-MD"),
            ("-fplugin=a.so", "-fplugin=a.so"),
            ("-Wa,-adhln", "-Wa,-adhln"),
            ("--coverage", "--coverage"),
            ("@file", "@file"),
            ("-E", "-c"),
        ] {
            let line = read(&format!("{words} -c -x c++ a.cpp -o a.o"));
            assert_eq!(line.err().as_deref(), Some(word), "{words}");
        }
        assert!(read("-c -x c a.c -o a.o").is_err());
        assert!(read("-c -x c++ a.cpp").is_err());
        assert!(read("a.o -o a").is_err());
    }
}
