//! What an option does, as values. Knows nothing of spellings or of how a command line is read.

use crate::control::Severity;

/// What a spelling does to an [`Invocation`](crate::Invocation).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing that the host pass could see.
    Ignored,
    /// Listed by the reference, yet refused as an unknown option.
    Unknown,
    /// The reference fails an assertion on it; Cleave refuses it.
    Unsupported,
    /// Sets or clears a flag.
    Switch(Switch, bool),
    /// Sets or clears a language feature that otherwise follows the standard.
    Feature(Feature, bool),
    /// Takes part in the choice of language, standard and compatibility mode.
    Language(LanguageOption),
    /// Chooses the sizes of the basic types.
    DataModel(DataModel),
    /// Pointers of 32 bits, with the data model that goes with them. Nothing takes it back.
    Pointers32,
    /// Chooses the least severe diagnostics that are shown.
    Threshold(Threshold),
    /// Asks for preprocessing output.
    Preprocess(PreprocessOption),
    /// Asks for something to be printed before the run.
    Notice(NoticeOption),
    /// Takes a text.
    Text(TextOption),
    /// Takes a file or directory name.
    Path(PathOption),
    /// Takes a number.
    Number(NumberOption),
    /// Takes one of a few words.
    Keyword(KeywordOption),
    /// Gives diagnostics another severity.
    Diagnostics(Severity),
    /// Maps a header to a header unit; checked and otherwise unused.
    HeaderUnit(HeaderUnitForm),
    /// A trace request; checked and otherwise unused.
    DebugTrace,
    /// Sets or clears an internal flag by name; no name is known.
    InternalFlag,
    /// Chooses a target configuration by name; no name is known.
    Target,
}

/// Flags that are on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// Write the module id.
    GenModuleIdFile,
    /// Give the stubs of kernel templates internal linkage.
    StaticHostStub,
    /// The user chose the linkage of kernel template stubs.
    HostStubLinkageExplicit,
    /// Hide kernels and device variables from other shared objects.
    DeviceHiddenVisibility,
    /// Leave unnamed namespaces visible.
    NoHiddenVisibilityOnUnnamedNamespace,
    /// Relocatable device code.
    DeviceC,
    /// Extensible whole-program mode.
    PartialLink,
    /// Device debugging: keep kernel stubs out of line.
    DebugMode,
    /// `--enable-tile`: the annotations of CUDA Tile mean something.
    EnableTile,
    /// `--lossy_conversion_warning`: warn of arithmetic conversions that may change a value.
    LossyConversions,
    /// Lambdas with execution space annotations.
    ExtendedLambda,
    /// Constexpr functions may be called across spaces.
    RelaxedConstexpr,
    /// `--check-clock-call`
    CheckClockCall,
    /// `--check-ffs-call`
    CheckFfsCall,
    /// Accept `__managed__`.
    AllowManaged,
    /// Parse template definitions where they stand.
    ParseTemplates,
    /// Declare device-only functions instead of giving them a host body.
    NoShadowFunctions,
    /// Do not treat initializer lists as host and device.
    NoHostDeviceInitializerList,
    /// Do not treat move and forward as host and device.
    NoHostDeviceMoveForward,
    /// Show diagnostic numbers.
    DisplayErrorNumber,
    /// One line per diagnostic.
    BriefDiagnostics,
    /// Warnings are errors.
    PromoteWarnings,
    /// Colour on a terminal.
    Colors,
    /// Break long messages.
    WrapDiagnostics,
    /// Stop after analysis.
    NoCodeGen,
    /// Report times.
    Timing,
    /// Name opened headers.
    TraceIncludes,
    /// Print the intermediate language.
    IlDisplay,
    /// Print macro definitions.
    ListMacros,
    /// Comments stay in preprocessed text.
    KeepComments,
    /// Go on compiling after preprocessing.
    CompileAfterPreprocessing,
    /// The host compiler is pgc++ or nvc++.
    PgiHost,
    /// The host compiler is icc.
    IntelHost,
    /// Plain `char` is unsigned.
    UnsignedChars,
    /// Plain bit-fields are unsigned.
    UnsignedBitFields,
    /// `wchar_t` is unsigned.
    UnsignedWchar,
    /// Enumerations take the smallest type that fits.
    ShortEnums,
}

/// Language features with a switch of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// `--exceptions`.
    Exceptions,
    /// `--rtti`.
    Rtti,
    /// `--lambdas`.
    Lambdas,
    /// `--rvalue_refs`.
    RvalueRefs,
    /// `--nullptr`.
    Nullptr,
    /// `--auto_type`.
    AutoType,
    /// `--variadic_templates`.
    VariadicTemplates,
    /// `--uliterals`.
    Uliterals,
    /// `--wchar_t_keyword`.
    WcharTKeyword,
    /// `--bool`.
    Bool,
    /// `--digit_separators`.
    DigitSeparators,
    /// `--user_defined_literals`.
    UserDefinedLiterals,
    /// `--delegating_constructors`.
    DelegatingConstructors,
    /// `--unrestricted_unions`.
    UnrestrictedUnions,
    /// `--type_traits_helpers`.
    TypeTraitsHelpers,
    /// `--char8_t`.
    Char8T,
    /// `--concepts`.
    Concepts,
    /// `--aligned_new`.
    AlignedNew,
    /// `--exc_spec_in_func_type`.
    ExcSpecInFuncType,
    /// `--utf8_char_literals`.
    Utf8CharLiterals,
    /// `--thread_local_storage`.
    ThreadLocalStorage,
    /// `--designators`.
    Designators,
    /// `--vla`.
    Vla,
    /// `--restrict`.
    Restrict,
    /// `--alternative_tokens`.
    AlternativeTokens,
    /// `--gen_move_operations`.
    GenMoveOperations,
    /// `--c++11_sfinae`.
    Cpp11Sfinae,
    /// `--c++11_sfinae_ignore_access`.
    Cpp11SfinaeIgnoreAccess,
    /// `--implicit_noexcept`.
    ImplicitNoexcept,
}

/// A C++ standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standard {
    /// C++98 with the corrections of 2003 (`__cplusplus` 199711).
    Cpp03,
    /// C++11 (201103).
    Cpp11,
    /// C++14 (201402).
    Cpp14,
    /// C++17 (201703).
    Cpp17,
    /// C++20 (202002).
    Cpp20,
    /// C++23 (202302).
    Cpp23,
}

/// A C standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CStandard {
    /// C89.
    C89,
    /// C99.
    C99,
    /// C11.
    C11,
    /// C17, which `--c18` names too.
    C17,
    /// C23.
    C23,
}

/// Options that choose language, standard and compatibility mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageOption {
    /// C++ of any standard.
    Cpp,
    /// C++ of this standard.
    Standard(Standard),
    /// C++11 (true) or no C++11, which is C++03.
    Cpp11(bool),
    /// C of any standard.
    C,
    /// C of this standard.
    CStandard(CStandard),
    /// C before the first standard.
    KAndR,
    /// C++ as cfront had it.
    Cfront,
    /// Diagnose all that the standard forbids.
    Strict,
    /// C with or without GNU extensions.
    GnuC(bool),
    /// C++ with or without GNU extensions.
    GnuCpp(bool),
    /// Emulate clang, or not.
    Clang(bool),
    /// C with or without SVR4 habits.
    Svr4(bool),
    /// Temporaries live to the end of their block (true) or of their full expression.
    LongLifetimes(bool),
}

/// What `long` and `size_t` are. The size of pointers is asked for apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DataModel {
    /// `long` has 64 bits, `size_t` is `unsigned long`.
    #[default]
    Lp64,
    /// `long` has 32 bits, `size_t` is `unsigned int`.
    Ilp32,
    /// `long` has 32 bits, `size_t` is `unsigned long long`.
    Llp64,
}

/// The least severe diagnostics that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Threshold {
    /// Remarks, warnings and errors.
    Remarks,
    /// Warnings and errors.
    #[default]
    Warnings,
    /// Errors only.
    Errors,
}

/// Requests for preprocessing output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreprocessOption {
    /// The preprocessed text.
    Text {
        /// Whether line markers are part of it.
        line_markers: bool,
    },
    /// A make rule in place of the text.
    Dependencies,
}

/// Things that are printed before a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeOption {
    /// The version; the run goes on.
    Version,
    /// The version; the run ends at once.
    FullVersion,
    /// The build configuration.
    Configuration,
    /// The list of spellings.
    CommandOptions,
    /// The target configuration under a given name.
    LegacyTarget,
}

/// Options with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextOption {
    /// Name that the host text includes at its end.
    StubFileName,
    /// Name of the source as the user wrote it.
    OriginalSourceName,
    /// Absolute path of the source.
    OriginalSourcePath,
    /// Seed for the module id.
    RandomSeed,
    /// Macro to define.
    DefineMacro,
    /// Macro to remove.
    UndefineMacro,
}

/// Options with a file or directory name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathOption {
    /// The host text.
    GenCFileName,
    /// The module id.
    ModuleIdFileName,
    /// Where diagnostics go.
    ErrorOutput,
    /// Raw listing.
    Listing,
    /// Cross-reference.
    CrossReference,
    /// Preprocessing output.
    Output,
    /// A file read before the source.
    Preinclude,
    /// A file whose macros are read before the source.
    PreincludeMacros,
    /// A directory searched for headers.
    IncludeDirectory,
    /// A directory searched for system headers.
    SystemIncludeDirectory,
    /// Precompiled headers; must exist.
    PchDirectory,
    /// Data of the front end; must exist.
    BaseDirectory,
}

/// Options with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberOption {
    /// Errors before the run gives up; at least 1.
    ErrorLimit,
    /// Instantiation contexts shown per diagnostic.
    ContextLimit,
    /// Depth of nested template instantiations.
    PendingInstantiations,
    /// Depth of nested constexpr calls.
    ConstexprDepth,
    /// Operations of one constant evaluation.
    ConstexprCost,
    /// Version of GCC to emulate: 10000 * major + 100 * minor + patch, 30200 to 999999.
    GnuVersion,
    /// Version of clang to emulate, same coding, up to 999999.
    ClangVersion,
    /// Version of pgc++.
    PgiVersion,
    /// Version of icc.
    IccVersion,
    /// Processor seconds before the run gives up.
    TimeLimit,
    /// Default alignment of packed structures: a power of two up to 256.
    PackAlignment,
    /// A number that nothing depends on.
    Ignored,
}

/// Options with one of a few words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeywordOption {
    /// `none`, `all`, `used` or `local`.
    InstantiationMode,
    /// `text` or `sarif`.
    OutputMode,
    /// `UTF-8`, `UTF-16`, `UTF-16LE`, `UTF-16BE` or `none`.
    UnicodeSourceKind,
}

/// How a header is named in an include directive for a header unit mapping to apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderUnitForm {
    /// Either way.
    Any,
    /// In quotes.
    Quoted,
    /// In angle brackets.
    Angled,
}
