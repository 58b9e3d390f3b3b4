//! Cleave's own preprocessor in the place of a host compiler's: what such a compiler says of itself, and the files as they are on disk or
//! as an editor has them. Who asks falls back to the compiler wherever this one says nothing. Knows nothing of CUDA.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use cleave_options::nvcc::{CompilerFamily, HostCompilerId};
use cleave_preprocessor::{
    Dialect, Files, HostCompiler, Options, Outcome, Settings, Unit, preprocess_with,
};

use crate::compiler_memory::CompilerMemory;
use crate::edited_files::EditedFiles;
use crate::host_compiler;

/// A host compiler as the own preprocessor needs it.
pub(crate) struct OwnPreprocessor {
    memory: CompilerMemory,
    host: HostCompiler,
    files: EditedFiles,
    date: (String, String),
}

/// Variables that make a compiler write something else, or elsewhere.
const VARIABLES: [&str; 3] = [
    "SOURCE_DATE_EPOCH",
    "DEPENDENCIES_OUTPUT",
    "SUNPRO_DEPENDENCIES",
];

/// Whether the own preprocessor writes every byte that a compiler writes: docs/measured-preprocessor.md has the comparison.
pub(crate) fn writes_like(compiler: &HostCompilerId) -> bool {
    compiler.family == CompilerFamily::Gnu && (11..=14).contains(&(compiler.version / 10_000))
}

/// The command line of a compiler as the own preprocessor reads it; nothing if it does not do what it asks for.
pub(crate) fn options(words: &[OsString], file: &Path) -> Option<Options> {
    // A file called -x must not be taken for an option.
    let file = match file.to_str()? {
        dashed if dashed.starts_with('-') => format!("./{dashed}"),
        plain => plain.to_owned(),
    };
    read_options(&[words, &[file.into()]].concat())
}

/// The same where the words name the file.
pub(crate) fn read_options(words: &[OsString]) -> Option<Options> {
    if VARIABLES.iter().any(|v| std::env::var_os(v).is_some()) {
        return None;
    }
    let words = words.iter().map(|w| w.to_str().map(str::to_owned));
    let options = Options::parse(&words.collect::<Option<Vec<String>>>()?).ok()?;
    options.is_for_compiling().then_some(options)
}

impl OwnPreprocessor {
    /// Asks a compiler about itself, or remembers what it said.
    pub(crate) fn new(program: &OsStr, options: &Options) -> Option<OwnPreprocessor> {
        let (today, now) = date();
        OwnPreprocessor::at(program, options, (&today, &now))
    }

    /// The same at another time than now: what `__DATE__` and `__TIME__` stand for.
    pub(crate) fn at(
        program: &OsStr,
        options: &Options,
        (date, time): (&str, &str),
    ) -> Option<OwnPreprocessor> {
        let memory = CompilerMemory::new(program.to_str()?, &options.pass_on).ok()?;
        let host = memory.host();
        let files = EditedFiles::default();
        Some(OwnPreprocessor {
            memory,
            host,
            files,
            date: (date.to_owned(), time.to_owned()),
        })
    }

    /// Which compiler it is.
    pub(crate) fn compiler(&self) -> HostCompilerId {
        host_compiler::id(&String::from_utf8_lossy(&self.host.predefined))
    }

    /// Whether it writes every byte that the compiler would write.
    pub(crate) fn is_exact(&self, options: &Options) -> bool {
        let compiler = self.compiler();
        // Which pragmas of OpenMP g++ 11 knows is not measured.
        let knows_pragmas = compiler.version >= 120_000
            || !Dialect::of(&self.host.predefined, options).has_directives();
        writes_like(&compiler) && knows_pragmas
    }

    /// A unit that is preprocessed with these options or similar ones.
    pub(crate) fn unit(&self, options: &Options) -> Unit<'_> {
        self.unit_of(&self.files, options)
    }

    /// The same over other files.
    pub(crate) fn unit_of<'a>(&'a self, files: &'a dyn Files, options: &Options) -> Unit<'a> {
        Unit::new(files, &self.host, &self.memory, options, self.settings())
    }

    /// The same, and of the tokens of the user's files it is kept where they come from.
    pub(crate) fn unit_with_places<'a>(
        &'a self,
        files: &'a dyn Files,
        options: &Options,
    ) -> Unit<'a> {
        let settings = Settings {
            places: true,
            goes_on: true,
            ..self.settings()
        };
        Unit::new(files, &self.host, &self.memory, options, settings)
    }

    fn settings(&self) -> Settings {
        Settings {
            date: self.date.clone(),
            folder: folder(),
            ..Settings::default()
        }
    }

    /// The folders that the compiler itself looks for headers in.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &str> {
        self.host.include_dirs.iter().map(|dir| dir.path.as_str())
    }

    /// Preprocesses without a unit.
    ///
    /// # Errors
    /// A message, if the source or a header of the command line cannot be read.
    pub(crate) fn preprocess(&self, options: &Options) -> Result<Outcome, String> {
        self.run(options, self.settings())
    }

    /// As [`OwnPreprocessor::preprocess`], with the places that the tokens come from.
    ///
    /// # Errors
    /// A message, if the source or a header of the command line cannot be read.
    pub(crate) fn with_origins(&self, options: &Options) -> Result<Outcome, String> {
        let settings = Settings {
            tokens: true,
            ..self.settings()
        };
        self.run(options, settings)
    }

    fn run(&self, options: &Options, settings: Settings) -> Result<Outcome, String> {
        preprocess_with(&self.files, &self.host, &self.memory, options, settings)
    }

    /// A file has another text than on disk. The unit must be notified.
    pub(crate) fn edit(&self, path: &str, text: Vec<u8>) {
        self.files.edit(path, Some(text.into()));
    }

    /// Whether a question that came up late could not be asked.
    pub(crate) fn has_failed(&self) -> bool {
        self.memory.failure().is_some()
    }
}

/// What stands for `__TIMESTAMP__`.
const TIMESTAMP: &[u8] = b"??? ??? ?? ??:??:?? ????";

/// Whether a text asks when a file was changed, which the compiler knows.
pub(crate) fn has_timestamp(text: &[u8]) -> bool {
    memchr::memmem::find(text, TIMESTAMP).is_some()
}

/// The folder that we are in: as the shell calls it, if that is where we are.
pub(crate) fn folder() -> Option<String> {
    let named = std::env::var_os("PWD").map(PathBuf::from);
    let is_here = |path: &PathBuf| {
        let state = |path: &Path| std::fs::metadata(path).map(|m| (m.dev(), m.ino()));
        path.is_absolute() && matches!((state(path), state(".".as_ref())), (Ok(a), Ok(b)) if a == b)
    };
    let folder = named
        .filter(is_here)
        .or_else(|| std::env::current_dir().ok());
    folder?.into_os_string().into_string().ok()
}

/// `__DATE__` and `__TIME__`.
pub(crate) fn date() -> (String, String) {
    let now = chrono::Local::now();
    let date = now.format("%b %e %Y").to_string();
    (date, now.format("%H:%M:%S").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compilers_whose_bytes_are_known() {
        let known = |family, major: u32| {
            writes_like(&HostCompilerId {
                family,
                version: major * 10_000 + 200,
                year: 17,
            })
        };
        let gnu: Vec<u32> = (9..17)
            .filter(|&major| known(CompilerFamily::Gnu, major))
            .collect();
        assert_eq!(gnu, [11, 12, 13, 14]);
        assert!(!(3..25).any(|major| known(CompilerFamily::Clang, major)));
    }

    /// A text in which the versions differ, in the words of the machine's own compiler.
    #[test]
    fn the_text_is_the_compilers() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.cpp");
        std::fs::write(&file, VERSIONS_DIFFER).expect("a file");
        let file = file.to_string_lossy();
        let program = host_compiler::DEFAULT;
        for more in ["-g", "-fopenmp", "-dD", "-C"] {
            let words = ["-E", "-std=c++17", more, &file].map(str::to_owned);
            let options = Options::parse(&words).expect("options");
            let own = OwnPreprocessor::new(program.as_ref(), &options).expect(program);
            if !own.is_exact(&options) {
                continue;
            }
            let ours = own.preprocess(&options).expect("a text").text;
            let output = std::process::Command::new(program).args(&words).output();
            let theirs = output.expect(program).stdout;
            let text = |bytes| String::from_utf8(bytes).expect("text");
            assert_eq!(text(ours), text(theirs), "{more}");
        }
    }

    #[test]
    fn what_is_not_for_compiling_is_left_to_the_compiler() {
        let read = |word: &str| read_options(&[word.into(), "a.cpp".into()]).is_some();
        assert!(read("-P"));
        assert_eq!(["-dD", "-dM", "-dI", "-C", "-CC"].map(read), [false; 5]);
    }

    const VERSIONS_DIFFER: &str = r#"#define P(x) _Pragma(#x)
#define F(x) x
a P(GCC diagnostic push) b P(GCC push_options)
#pragma GCC target("sse4.2")
F(__SSE4_2__

#pragma GCC diagnostic pop
c)
#pragma omp parallel for if(F(1))
#ifdef __has_feature
feature
#endif
"#;
}
