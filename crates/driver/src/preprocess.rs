//! From a source file to preprocessed text, as nvcc has it made: the host compiler's preprocessor, CUDA's macros and headers.
//! Knows nothing of what is done with the text.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use cleave_options::nvcc::{
    Architecture, Definition, DependencyMode, FrontNames, Headers, HostCompilerId, NvccInvocation,
    NvccStandard, Release, Side, Target,
};
use cleave_preprocessor::{Options, Outcome};
use cleave_syntax::Standard;
use cleave_toolkit::{ProcessEnv, Toolkit};

use crate::host_compiler;
use crate::output::abandoned;
use crate::own_preprocessor::{self, OwnPreprocessor};

/// The options of a command that preprocesses and does not take nvcc's options.
#[derive(Args, Debug)]
pub(crate) struct PreprocessArgs {
    /// The compiler that preprocesses
    #[arg(long, default_value = host_compiler::DEFAULT, value_name = "PROGRAM")]
    host_compiler: OsString,
    /// The language standard
    #[arg(long, default_value = "c++17", value_name = "STD")]
    pub(crate) std: String,
    /// A CUDA toolkit whose headers to use [default: the one found; Cleave's own headers if there is none]
    #[arg(long, value_name = "DIR", conflicts_with = "own_headers")]
    pub(crate) cuda_path: Option<PathBuf>,
    /// Use the headers that come with Cleave even if there is a toolkit
    #[arg(long)]
    pub(crate) own_headers: bool,
    /// Add a folder to search for includes
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<OsString>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<OsString>,
}

impl PreprocessArgs {
    /// Whose headers to use.
    pub(crate) fn choice(&self) -> HeaderChoice<'_> {
        match self.own_headers {
            true => HeaderChoice::Own,
            false => HeaderChoice::Toolkit(self.cuda_path.as_deref()),
        }
    }

    /// The same in nvcc's terms for a side, with further macros defined.
    pub(crate) fn invocation_for(&self, macros: &[&str], side: Side) -> NvccInvocation {
        let mut invocation = self.invocation();
        let further = macros.iter().map(|name| Definition::Define(name.into()));
        invocation.definitions.extend(further);
        invocation.targets = vec![Target::One(match side {
            Side::Device(architecture) => architecture,
            Side::Host => DEVICE,
        })];
        invocation
    }

    /// The same in nvcc's terms.
    pub(crate) fn invocation(&self) -> NvccInvocation {
        let define = self.define.iter().cloned().map(Definition::Define);
        NvccInvocation {
            host_compiler: Some(self.host_compiler.clone()),
            standard: NvccStandard::parse(&self.std),
            include: self.include.clone(),
            definitions: define.collect(),
            ..NvccInvocation::default()
        }
    }
}

/// Whose headers to use.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HeaderChoice<'a> {
    /// Those that come with Cleave.
    Own,
    /// Those of the toolkit here, or of the one that is found; our own where there is none.
    Toolkit(Option<&'a Path>),
}

/// A preprocessor ready to run.
pub(crate) struct Preprocessor<'a> {
    invocation: &'a NvccInvocation,
    /// The host compiler.
    pub(crate) program: OsString,
    /// The release that the toolkit is.
    pub(crate) release: Release,
    /// CUDA's headers.
    pub(crate) headers: Headers,
    /// Where headers of our own and other files lie until the end.
    pub(crate) scratch: tempfile::TempDir,
    /// Whether the compiler's messages are coloured.
    pub(crate) colour: bool,
}

/// What a preprocessor made.
pub(crate) struct Preprocessed {
    /// The text; `None` if it failed.
    pub(crate) text: Option<Vec<u8>>,
    /// What it printed.
    pub(crate) said: Vec<u8>,
}

/// The standard that `c++17` or `gnu++17` names.
pub(crate) fn standard(name: &str) -> Option<Standard> {
    let year = name
        .strip_prefix("gnu++")
        .or_else(|| name.strip_prefix("c++"))
        .unwrap_or(name);
    Some(match year {
        "03" | "98" => Standard::Cpp03,
        "11" => Standard::Cpp11,
        "14" => Standard::Cpp14,
        "17" => Standard::Cpp17,
        "20" => Standard::Cpp20,
        "23" => Standard::Cpp23,
        _ => return None,
    })
}

/// A source file that is there and can be read as one.
///
/// # Errors
/// A message for people.
pub(crate) fn readable(file: &Path) -> Result<(), String> {
    let problem = match std::fs::metadata(file) {
        Ok(found) if found.is_dir() => "is a directory".to_owned(),
        Ok(_) => return Ok(()),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => "no such file".to_owned(),
        Err(e) => e.to_string(),
    };
    let file = file.display();
    Err(format!("cannot open source file \"{file}\": {problem}"))
}

/// The architecture where none is named.
const DEVICE: Architecture = Architecture {
    number: 80,
    suffix: None,
};

/// The bytes of a file.
///
/// # Errors
/// As [`readable`].
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    readable(path)?;
    std::fs::read(path).map_err(|e| format!("cannot open source file \"{}\": {e}", path.display()))
}

/// The text of a source, preprocessed for one side if it is not yet, with further macros defined.
///
/// # Errors
/// A message for people; what the compiler said has gone to standard error.
pub(crate) fn load(
    args: &PreprocessArgs,
    macros: &[&str],
    path: &Path,
    side: Side,
) -> Result<Vec<u8>, String> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    if matches!(extension, "ii" | "i") {
        return read(path);
    }
    let invocation = args.invocation_for(macros, side);
    let preprocessor = Preprocessor::new(&invocation, args.choice())?;
    let done = match extension {
        "cu" | "cuh" => preprocessor.cuda(path, side),
        _ => preprocessor.cpp(path),
    }?;
    crate::reporting::to_stderr(&done.said);
    done.text.ok_or_else(|| preprocessor.failed(path))
}

impl<'a> Preprocessor<'a> {
    /// Finds the headers.
    ///
    /// # Errors
    /// A message for people.
    pub(crate) fn new(
        invocation: &'a NvccInvocation,
        choice: HeaderChoice<'_>,
    ) -> Result<Self, String> {
        let scratch =
            abandoned::scratch().map_err(|e| format!("cannot make a temporary folder: {e}"))?;
        let toolkit = match choice {
            HeaderChoice::Own => None,
            HeaderChoice::Toolkit(path) => match cleave_toolkit::find(path, &ProcessEnv) {
                Ok(toolkit) => Some(toolkit),
                // Asked for by name, it has to be there.
                Err(e) if path.is_some() => return Err(e.to_string()),
                Err(_) => None,
            },
        };
        let (headers, release) = match &toolkit {
            Some(toolkit) => (toolkit_headers(toolkit), release(toolkit)),
            None => (own_headers(scratch.path())?, Release::default()),
        };
        Ok(Preprocessor {
            program: host_compiler::program(invocation.host_compiler.as_deref()),
            invocation,
            release,
            headers,
            scratch,
            colour: false,
        })
    }

    /// Preprocesses a CUDA source for a side.
    ///
    /// # Errors
    /// A message for people if the compiler cannot be run.
    pub(crate) fn cuda(&self, file: &Path, side: Side) -> Result<Preprocessed, String> {
        let words = self
            .invocation
            .preprocess(side, self.release, &self.headers);
        let mut c = Command::new(&self.program);
        c.args(words);
        if side == Side::Host {
            c.args(self.dependency_words());
        }
        self.finish(c, file)
    }

    /// The command line of the own preprocessor for a side; nothing if it does not do what the compiler's asks for.
    pub(crate) fn own_options(&self, file: &Path, side: Side) -> Option<Options> {
        let mut words = self
            .invocation
            .preprocess(side, self.release, &self.headers);
        if side == Side::Host {
            words.extend(self.dependency_words());
        }
        own_preprocessor::options(&words, file)
    }

    /// The own preprocessor for a side of a source that is edited; nothing if it does not do what the command line asks for.
    pub(crate) fn own_preprocessor(
        &self,
        file: &Path,
        side: Side,
    ) -> Option<(OwnPreprocessor, Options)> {
        let options = self.own_options(file, side)?;
        Some((OwnPreprocessor::new(&self.program, &options)?, options))
    }

    /// Preprocesses a CUDA source for each side with the own preprocessor. The passes share the files that they read, and the pieces
    /// that ask for no macro in which they differ. Nothing if this is to be left to the compiler: it is not the one whose text is
    /// known, an option is refused, or there is anything to be said.
    pub(crate) fn own(&self, file: &Path, sides: &[Side]) -> Option<Vec<Preprocessed>> {
        let sides: Vec<Options> = (sides.iter())
            .map(|&side| self.own_options(file, side))
            .collect::<Option<_>>()?;
        let (first, rest) = sides.split_first()?;
        if rest.iter().any(|o| o.pass_on != first.pass_on) {
            return None;
        }
        let own = OwnPreprocessor::new(&self.program, first)?;
        if !own.is_exact(first) {
            return None;
        }
        let mut unit = own.unit(first);
        let mut texts = Vec::with_capacity(sides.len());
        for options in &sides {
            let made = unit.preprocess(options).ok()?;
            if !made.problems.is_empty() || own.has_failed() {
                return None;
            }
            if let Some(rule) = made.rule(options) {
                std::fs::write(self.raw_dependencies(), rule).ok()?;
            }
            let bytes = made.pieces.iter().map(|p| &p.text[..]);
            texts.push(Preprocessed {
                text: Some(bytes.collect::<Vec<_>>().concat()),
                said: Vec::new(),
            });
        }
        Some(texts)
    }

    /// Preprocesses a CUDA source once more and notes where its tokens come from: for whoever has something to say. Nothing if
    /// [`Preprocessor::own`] would not do it.
    pub(crate) fn origins(&self, file: &Path, side: Side) -> Option<Outcome> {
        let options = self.own_options(file, side)?;
        let own = OwnPreprocessor::new(&self.program, &options)?;
        own.with_origins(&options).ok()
    }

    /// The words of cudafe++'s command line for a source whose files between steps have this stem.
    pub(crate) fn front(
        &self,
        compiler: HostCompilerId,
        source: &Path,
        stem: &str,
    ) -> Vec<OsString> {
        let names = FrontNames {
            source: source.into(),
            source_path: std::path::absolute(source).ok().map(OsString::from),
            stub: format!("{stem}.cudafe1.stub.c").into(),
            input: format!("{stem}.cpp4.ii").into(),
        };
        self.invocation.front(self.release, compiler, &names)
    }

    fn dependency_words(&self) -> [OsString; 3] {
        let option = match self.invocation.dependencies {
            Some(DependencyMode::OwnOnly) => "-MMD",
            _ => "-MD",
        };
        [option.into(), "-MF".into(), self.raw_dependencies().into()]
    }

    /// Preprocesses a source without CUDA.
    ///
    /// # Errors
    /// As [`Preprocessor::cuda`].
    pub(crate) fn cpp(&self, file: &Path) -> Result<Preprocessed, String> {
        let mut c = Command::new(&self.program);
        let standard = self.invocation.standard.as_ref();
        c.args(standard.map(|s| format!("-std={}", s.name)))
            .args(["-x", "c++", "-m64", "-E"]);
        let include = self.invocation.include.iter();
        c.args(include.flat_map(|i| ["-I".into(), i.clone()]));
        for definition in &self.invocation.definitions {
            if let Definition::Define(name) = definition {
                c.arg("-D").arg(name);
            }
        }
        self.finish(c, file)
    }

    fn finish(&self, mut c: Command, file: &Path) -> Result<Preprocessed, String> {
        readable(file)?;
        if self.colour {
            c.arg("-fdiagnostics-color=always");
        }
        // A file called -x must not be taken for an option.
        let dashed = file.to_string_lossy().starts_with('-');
        c.arg(if dashed {
            Path::new(".").join(file)
        } else {
            file.to_owned()
        });
        let out = c
            .stdin(Stdio::null())
            .output()
            .map_err(|e| format!("cannot run {}: {e}", self.program.to_string_lossy()))?;
        Ok(Preprocessed {
            text: out.status.success().then_some(out.stdout),
            said: out.stderr,
        })
    }

    /// What to say when a file could not be preprocessed, besides what the compiler said.
    pub(crate) fn failed(&self, file: &Path) -> String {
        format!(
            "{} could not preprocess {}",
            self.program.to_string_lossy(),
            file.display()
        )
    }

    fn raw_dependencies(&self) -> PathBuf {
        self.scratch.path().join("preprocessed.d")
    }

    /// The host compiler's rule of the last run for the host under our target's name. Headers of our own lie in a folder that
    /// will be gone, so they are left out.
    ///
    /// # Errors
    /// A message for people.
    pub(crate) fn dependencies(&self, target: &Path) -> Result<Vec<u8>, String> {
        let raw = std::fs::read_to_string(self.raw_dependencies())
            .map_err(|e| format!("no dependencies: {e}"))?;
        let list = raw
            .split_once(": ")
            .map_or("", |(_, l)| l)
            .replace("\\\n", " ");
        let scratch = self.scratch.path().to_string_lossy().into_owned();
        // Names arrive escaped as make wants them: a blank that belongs to a name has a backslash before it.
        let list = list.replace("\\ ", "\u{0}");
        let names: Vec<String> = list
            .split_whitespace()
            .map(|w| {
                w.replace('\u{0}', " ")
                    .replace("\\#", "#")
                    .replace("$$", "$")
            })
            .filter(|w| !w.starts_with(&scratch))
            .collect();
        let paths: Vec<&Path> = names.iter().map(Path::new).collect();
        Ok(crate::depfile::rule(target, &paths))
    }
}

fn toolkit_headers(toolkit: &Toolkit) -> Headers {
    let include = toolkit.root().join("include");
    let cccl = include.join("cccl");
    Headers {
        include: vec![include],
        system: Vec::from_iter(cccl.is_dir().then_some(cccl)),
    }
}

/// The release of a toolkit's nvcc. Where nothing tells it, that of our own headers.
fn release(toolkit: &Toolkit) -> Release {
    toolkit
        .compiler_version(&ProcessEnv)
        .and_then(|version| Release::parse(&version))
        .unwrap_or_default()
}

/// Unpacks the headers that come with Cleave.
fn own_headers(scratch: &Path) -> Result<Headers, String> {
    let folder = scratch.join("include");
    for (path, text) in cleave_cuda_headers::files() {
        let target = folder.join(path);
        let parent = target.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&target, text))
            .map_err(|e| format!("cannot write {}: {e}", target.display()))?;
    }
    Ok(Headers {
        include: vec![folder],
        system: Vec::new(),
    })
}
