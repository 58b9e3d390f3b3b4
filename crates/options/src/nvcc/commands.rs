//! The commands that nvcc would run for an invocation, as words. What differs between releases comes from their table.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::architecture::Architecture;
use super::invocation::{Definition, NvccInvocation};
use super::release::Release;

/// For which half of a program a text is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The host pass.
    Host,
    /// A device pass.
    Device(Architecture),
}

/// Where CUDA's headers are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// The folder of cuda_runtime.h, searched after the user's.
    pub include: Vec<PathBuf>,
    /// Folders of libraries, searched as system headers.
    pub system: Vec<PathBuf>,
}

/// The kinds of host compilers that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompilerFamily {
    /// g++
    Gnu,
    /// clang++
    Clang,
}

/// What is known of the host compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostCompilerId {
    /// Its kind.
    pub family: CompilerFamily,
    /// `major * 10000 + minor * 100 + patch`
    pub version: u32,
    /// The two digits of its standard where none is named: 17.
    pub year: u32,
}

/// The names that a front's command line has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontNames {
    /// The source as the user named it.
    pub source: OsString,
    /// The same as an absolute path.
    pub source_path: Option<OsString>,
    /// The name that the host half includes the stub by.
    pub stub: OsString,
    /// The preprocessed text.
    pub input: OsString,
}

/// Words, in the order they are added.
#[derive(Default)]
struct Line(Vec<OsString>);

impl Line {
    fn word(&mut self, word: impl AsRef<OsStr>) {
        self.0.push(word.as_ref().to_owned());
    }

    fn words<W: AsRef<OsStr>>(&mut self, words: impl IntoIterator<Item = W>) {
        words.into_iter().for_each(|w| self.word(w));
    }

    fn pairs<W: AsRef<OsStr>>(&mut self, option: &str, words: impl IntoIterator<Item = W>) {
        for word in words {
            self.word(option);
            self.word(word);
        }
    }
}

impl NvccInvocation {
    /// The words with which the host compiler preprocesses for a side, without the source.
    pub fn preprocess(&self, side: Side, release: Release, headers: &Headers) -> Vec<OsString> {
        let era = release.era();
        let mut line = Line::default();
        self.standard_word(&mut line);
        if let Side::Device(architecture) = side {
            line.words(architecture.macros(era));
        }
        line.word(self.architecture_list(release));
        line.words(era.launch);
        line.words(["-E", "-x", "c++"]);
        if matches!(side, Side::Device(_)) {
            line.word("-DCUDA_DOUBLE_MATH_FUNCTIONS");
        }
        line.words(["-D__CUDACC__", "-D__NVCC__"]);
        if self.relocatable {
            line.word("-D__CUDACC_RDC__");
        }
        line.words(&self.preprocessor);
        line.words(&self.compiler);
        self.folders(&mut line, headers);
        for definition in &self.definitions {
            match definition {
                Definition::Define(name) => line.pairs("-D", [name]),
                Definition::Undefine(name) => line.pairs("-U", [name]),
            }
        }
        line.words(release.macros());
        if self.per_thread_stream {
            line.word("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
        }
        line.words(era.macros);
        line.pairs("-include", ["cuda_runtime.h"]);
        line.pairs("-include", &self.preinclude);
        line.word("-m64");
        line.0
    }

    /// The words with which the host compiler compiles the host half, without the source and without saying what to make.
    /// CUDA's own macros are not among them, but for those of the highest architecture.
    pub fn compile(&self, release: Release, headers: &Headers) -> Vec<OsString> {
        let era = release.era();
        let mut line = Line::default();
        self.standard_word(&mut line);
        if let Some(highest) = self.architectures(release).last() {
            line.words(highest.macros(era));
        }
        line.word(self.architecture_list(release));
        line.words(era.launch);
        line.words(["-x", "c++", "-DCUDA_DOUBLE_MATH_FUNCTIONS"]);
        line.words(&self.compiler);
        line.words(&self.compile);
        line.word("-Wno-psabi");
        self.folders(&mut line, headers);
        line.word("-m64");
        line.0
    }

    /// The words of a front's command line that both passes have, the input last.
    pub fn front(
        &self,
        release: Release,
        compiler: HostCompilerId,
        names: &FrontNames,
    ) -> Vec<OsString> {
        let era = release.era();
        let mut line = Line::default();
        let year = self.standard.as_ref().map_or(compiler.year, |s| s.year);
        line.word(format!("--c++{year:02}"));
        // Stubs that other units name are never static.
        if !self.relocatable {
            if self.static_stub.unwrap_or(era.hidden) {
                line.word("--static-host-stub");
            }
            if self.static_stub.is_some() {
                line.word("--host-stub-linkage-explicit");
            }
        }
        if self.hidden_visibility.unwrap_or(era.hidden) {
            line.word("--device-hidden-visibility");
        }
        match compiler.family {
            CompilerFamily::Gnu => line.word(format!("--gnu_version={}", compiler.version)),
            CompilerFamily::Clang => {
                line.word("--clang");
                line.word(format!("--clang_version={}", compiler.version));
                line.word("--unicode_source_kind=UTF-8");
            }
        }
        if self.error_numbers != Some(false) {
            line.word("--display_error_number");
        }
        if self.brief {
            line.word("--brief_diagnostics");
        }
        line.words(&self.front);
        if self.relocatable {
            line.word("--device-c");
        }
        line.pairs("--orig_src_file_name", [&names.source]);
        line.pairs("--orig_src_path_name", &names.source_path);
        line.words(["--allow_managed", "--m64", "--parse_templates"]);
        line.pairs("--stub_file_name", [&names.stub]);
        line.word(&names.input);
        line.0
    }

    fn standard_word(&self, line: &mut Line) {
        line.words(self.standard.as_ref().map(|s| format!("-std={}", s.name)));
    }

    fn architecture_list(&self, release: Release) -> String {
        let mut all: Vec<u32> = self
            .architectures(release)
            .iter()
            .map(|a| a.macro_value())
            .collect();
        all.dedup();
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        format!("-D__CUDA_ARCH_LIST__={}", all.join(","))
    }

    fn folders(&self, line: &mut Line, headers: &Headers) {
        line.pairs("-I", &self.include);
        line.pairs("-I", &headers.include);
        line.pairs("-isystem", &self.system_include);
        line.pairs("-isystem", &headers.system);
    }
}
