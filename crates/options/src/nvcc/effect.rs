//! What an option of nvcc does to a run of the front ends. Knows no spelling.

/// Words that an option adds to the commands of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// For the preprocessor alone.
    pub preprocessor: &'static [&'static str],
    /// For the preprocessor and for the compilation of the host half.
    pub compiler: &'static [&'static str],
    /// For both fronts.
    pub front: &'static [&'static str],
}

/// No words; to be filled up.
pub(crate) const NO_WORDS: Words = Words {
    preprocessor: &[],
    compiler: &[],
    front: &[],
};

/// A choice that the last option decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Device code of several units is linked: `-rdc=true`, `-dc`.
    Relocatable,
    /// The host functions of kernel templates are static.
    StaticStub,
    /// Device entities have hidden visibility in the host half.
    HiddenVisibility,
    /// Diagnostics show their numbers.
    ErrorNumbers,
    /// Diagnostics show no source lines.
    Brief,
    /// Unknown options are the host compiler's.
    ForwardUnknown,
    /// Print the commands and run none.
    DryRun,
}

/// Which dependencies a make rule lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DependencyMode {
    /// Every file that was read.
    All,
    /// No system headers.
    OwnOnly,
}

/// What an option does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Defines macros.
    Define,
    /// Undefines macros.
    Undefine,
    /// Adds folders to search for includes.
    Include,
    /// Adds folders of system headers.
    SystemInclude,
    /// Includes files before the source.
    PreInclude,
    /// Chooses the language standard.
    Standard,
    /// Names the host compiler.
    HostCompiler,
    /// Gives words to the host compiler.
    HostOptions,
    /// Adds words to the commands.
    Words(Words),
    /// Adds the value to the commands, behind these words.
    Valued {
        /// For the fronts. A name that ends in `=` has its value in the same word.
        front: Option<&'static str>,
        /// For the preprocessor and for the compilation of the host half, in one word with the value.
        compiler: Option<&'static str>,
        /// For the compilation of the host half alone, in one word with the value.
        compile: Option<&'static str>,
    },
    /// Decides a choice, for good or by `true` and `false`.
    Switch(Switch, bool),
    /// Names an architecture, virtual or real, or a set of them.
    Architecture,
    /// Names the real architectures of code.
    Code,
    /// Names architectures in pairs of virtual and real ones.
    Generate,
    /// Sets the severity of diagnostics by this option of the fronts.
    Diagnostics(&'static str),
    /// Makes kinds of warnings errors.
    Werror,
    /// Chooses the stream of launches that name none.
    DefaultStream,
    /// Chooses the language of the sources.
    Language,
    /// Names the output.
    Output,
    /// Names the folder of the outputs.
    OutputFolder,
    /// Names files of options.
    OptionsFile,
    /// Asks for a make rule.
    Dependencies(DependencyMode),
    /// Names the make rule's file.
    DependencyFile,
    /// Chooses where nvcc stops; the output is then a file. The switch says whether device code becomes relocatable.
    Phase {
        /// As `-rdc=true`.
        relocatable: bool,
    },
    /// Prints what the options are.
    Help,
    /// Prints the version.
    Version,
    /// Nothing that the front ends see.
    Ignored,
    /// An option of the calling program, known by its long name.
    Own,
}
