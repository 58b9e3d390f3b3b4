//! What the options of a host compiler mean for what is kept. It must not know what a run does.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use cleave_options::tools::Follows::{self, Attached, Either, File, Nothing, Word};
use cleave_options::tools::host::About::{
    self, Code, Folder, Header, Language, Machine, Other, Output, Places,
};
use cleave_options::tools::host::OPTIONS;

pub(super) use cleave_options::tools::host::Mode;

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

/// The row of a word. With an option that is in no row, or does more, a compiler runs as it is.
fn row(word: &str) -> Option<(&'static str, Follows, About)> {
    let is_it = |&&(name, follows, _): &&(&str, Follows, About)| match follows {
        Nothing | Word | File(_) => word == name,
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
            Word | File(_) => rest.next(),
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
            Machine | Other => return Err(word.to_string_lossy().into_owned()),
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
