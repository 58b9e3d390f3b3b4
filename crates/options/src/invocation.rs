//! A command line that has been understood: plain typed data with the reference's defaults. Knows nothing
//! of spellings.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::bytes;
use crate::control::DiagnosticControl;
use crate::effect::{CStandard, DataModel, Feature, HeaderUnitForm, Standard, Threshold};
use crate::error::{CommandLineError, Complaint, FileRole};
use crate::layout::Layout;
use crate::notice::Notice;
use crate::own::Fault;

pub(crate) const DEFAULT_GNU_VERSION: u32 = 80100;
pub(crate) const DEFAULT_CLANG_VERSION: u32 = 90100;
pub(crate) const DEFAULT_CONTEXT_LIMIT: u64 = 10;
pub(crate) const DEFAULT_ERROR_LIMIT: u64 = 100;
pub(crate) const DEFAULT_PENDING_INSTANTIATIONS: u64 = 200;
pub(crate) const DEFAULT_CONSTEXPR_DEPTH: u64 = 256;
pub(crate) const DEFAULT_CONSTEXPR_COST: u64 = 2_000_000;

/// Everything that a front end needs to know from its command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invocation {
    /// What to print first, in this order.
    pub notices: Vec<Notice>,
    /// Warnings about the command line, laid out, for standard error.
    pub warnings: Vec<u8>,
    /// What to do after that.
    pub task: Task,
    /// Names of what is written.
    pub outputs: Outputs,
    /// The language and how it is read.
    pub dialect: Dialect,
    /// The compiler that will read the host text.
    pub host: HostCompiler,
    /// How diagnostics are chosen and shown.
    pub diagnostics: Diagnostics,
    /// Limits of templates, constants and time.
    pub limits: Limits,
    /// What to print of the preprocessed text.
    pub preprocess: Preprocess,

    /// `--static-host-stub`: stubs of kernel templates get internal linkage.
    pub static_host_stub: bool,
    /// `--host-stub-linkage-explicit`: the user chose that linkage.
    pub host_stub_linkage_explicit: bool,
    /// `--device-hidden-visibility`: kernels and device variables are hidden from other shared objects.
    pub device_hidden_visibility: bool,
    /// `--no-hidden-visibility-on-unnamed-ns`: unnamed namespaces are left out of that.
    pub no_hidden_visibility_on_unnamed_ns: bool,
    /// `--device-c`: relocatable device code.
    pub device_c: bool,
    /// `--partial-link`: extensible whole-program mode.
    pub partial_link: bool,
    /// `--debug_mode`: device debugging.
    pub debug_mode: bool,
    /// `--extended-lambda`: lambdas may have execution spaces.
    pub extended_lambda: bool,
    /// `--enable-tile`: the annotations of CUDA Tile mean something.
    pub tile: bool,
    /// `--lossy_conversion_warning`: arithmetic conversions that may change a value are worth a warning.
    pub lossy_conversions: bool,
    /// `--relaxed_constexpr`: constexpr functions may be called across spaces.
    pub relaxed_constexpr: bool,
    /// `--check-clock-call`: device code that calls `clock` is warned of.
    pub check_clock_call: bool,
    /// `--check-ffs-call`: device code that calls `__ffs` is warned of.
    pub check_ffs_call: bool,
    /// `--allow_managed`: `__managed__` is accepted.
    pub allow_managed: bool,
    /// `--no-shadow-functions`: device-only functions are declared only.
    pub no_shadow_functions: bool,
    /// `--no_host_device_initializer_list`.
    pub no_host_device_initializer_list: bool,
    /// `--no_host_device_move_forward`.
    pub no_host_device_move_forward: bool,

    /// `-n`: analysis only; nothing is written.
    pub no_code_gen: bool,
    /// `-#`: report times.
    pub timing: bool,
    /// `-H`: name opened headers.
    pub trace_includes: bool,
    /// `--il_display`: print the intermediate language.
    pub il_display: bool,
    /// `-t`: which templates are instantiated without being asked for.
    pub instantiation_mode: InstantiationMode,
}

/// What a run is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Read this source.
    Run(Input),
    /// Print the notices and end with this exit status: 1 after `-V`, 0 after another notice without a
    /// source.
    Stop(u8),
}

/// Where the source comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input (`-`); the host text then goes to standard output, whatever name it was given.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// Names of what a run writes, and names that it writes into its output.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outputs {
    /// `--gen_c_file_name`: the host text.
    pub gen_c_file_name: Option<PathBuf>,
    /// `--stub_file_name`: included at the end of the host text, never opened.
    pub stub_file_name: Option<OsString>,
    /// `--module_id_file_name`: the module id.
    pub module_id_file_name: Option<PathBuf>,
    /// `--gen_module_id_file`: write the module id.
    pub gen_module_id_file: bool,
    /// `--orig_src_file_name`: the source as the user wrote it.
    pub orig_src_file_name: Option<OsString>,
    /// `--orig_src_path_name`: its absolute path.
    pub orig_src_path_name: Option<OsString>,
    /// `--frandom-seed`: seed of the module id.
    pub frandom_seed: Option<OsString>,
    /// `--list`: raw listing.
    pub listing: Option<PathBuf>,
    /// `--xref`: cross-reference.
    pub cross_reference: Option<PathBuf>,
    /// `-o`: preprocessing output; standard output without it.
    pub preprocessing_output: Option<PathBuf>,
    /// `--cleave-depfile`: a make rule for the run.
    pub depfile: Option<PathBuf>,
    /// `--cleave-fault`: what is to go wrong while the host text is written.
    pub fault: Option<Fault>,
}

/// The language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C++ of a standard.
    Cpp(Standard),
    /// C of a standard. Cleave has no C front end: the driver has to refuse this.
    C(CStandard),
    /// C before the first standard; likewise.
    KAndRC,
}

/// Language, standard, features and the target's types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialect {
    /// The language and its standard.
    pub language: Language,
    /// GNU extensions are on.
    pub gnu_extensions: bool,
    /// Everything that the standard forbids is diagnosed.
    pub strict: bool,
    /// Features that were switched on or off; all others follow the standard.
    pub features: BTreeMap<Feature, bool>,
    /// Template definitions are parsed where they stand; otherwise kept as tokens.
    pub parse_templates: bool,
    /// Pointers have 32 bits.
    pub pointers_32: bool,
    /// What `long` and `size_t` are.
    pub data_model: DataModel,
    /// Plain `char` is unsigned.
    pub unsigned_chars: bool,
    /// Plain bit-fields are unsigned.
    pub unsigned_bit_fields: bool,
    /// `wchar_t` is unsigned.
    pub unsigned_wchar_t: bool,
    /// Enumerations take the smallest type that fits.
    pub short_enums: bool,
    /// Default alignment of packed structures in bytes: a power of two up to 256.
    pub pack_alignment: Option<u16>,
    /// How the source is encoded.
    pub unicode_source: UnicodeSource,
}

/// How the source is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnicodeSource {
    /// As the locale says.
    #[default]
    Locale,
    /// UTF-8.
    Utf8,
    /// UTF-16 of either order.
    Utf16,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

/// The compiler that will read the host text. Versions are 10000 * major + 100 * minor + patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostCompiler {
    /// Which compiler.
    pub kind: HostCompilerKind,
    /// GCC's version, or the one that another compiler emulates.
    pub gnu_version: u32,
    /// clang's version.
    pub clang_version: u32,
    /// The version of pgc++ as given.
    pub pgi_version: Option<u64>,
    /// The version of icc as given.
    pub icc_version: Option<u64>,
}

/// Kinds of host compilers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HostCompilerKind {
    /// GCC.
    #[default]
    Gnu,
    /// clang.
    Clang,
    /// pgc++ and nvc++.
    Pgi,
    /// icc.
    Intel,
}

/// How diagnostics are chosen and shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    /// Show `#NNN-D`.
    pub display_error_number: bool,
    /// One line per diagnostic.
    pub brief: bool,
    /// Instantiation contexts shown per diagnostic.
    pub context_limit: u64,
    /// Errors before the run gives up; never 0.
    pub error_limit: u64,
    /// Warnings are errors.
    pub promote_warnings: bool,
    /// The least severe diagnostics shown: the later of `-w` and `-r` counts.
    pub threshold: Threshold,
    /// Severity controls in command-line order; a later one wins.
    pub controls: Vec<DiagnosticControl>,
    /// Text, SARIF or JSON lines.
    pub output_mode: OutputMode,
    /// Colour where standard error is a terminal.
    pub colors: bool,
    /// Break messages at 79 columns.
    pub wrap: bool,
    /// Where diagnostics go; standard error without it.
    pub error_output: Option<PathBuf>,
}

/// How diagnostics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputMode {
    /// For people.
    #[default]
    Text,
    /// SARIF 2.1.0.
    Sarif,
    /// One JSON object per diagnostic and line; Cleave's own, so it is no word that the reference's message lists.
    JsonLines,
}

/// Limits of templates, constants and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Depth of nested template instantiations.
    pub pending_instantiations: u64,
    /// Depth of nested constexpr calls.
    pub constexpr_depth: u64,
    /// Operations of one constant evaluation.
    pub constexpr_cost: u64,
    /// Processor seconds.
    pub cpu_seconds: Option<u64>,
}

/// Preprocessing: what is printed, and what the preprocessor starts with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preprocess {
    /// The preprocessed text is printed.
    pub text: bool,
    /// With line markers.
    pub line_markers: bool,
    /// A make rule is printed.
    pub dependencies: bool,
    /// Macro definitions are printed.
    pub list_macros: bool,
    /// Comments stay.
    pub comments: bool,
    /// Compile after that.
    pub then_compile: bool,
    /// Macros to define and remove, in order.
    pub macros: Vec<MacroCommand>,
    /// Files read before the source.
    pub preincludes: Vec<Preinclude>,
    /// Directories searched for headers, in order.
    pub include_directories: Vec<PathBuf>,
    /// Directories searched for system headers, in order.
    pub system_include_directories: Vec<PathBuf>,
    /// Header unit mappings.
    pub header_units: Vec<HeaderUnit>,
}

/// `-D` or `-U`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MacroCommand {
    /// `NAME` or `NAME=TEXT`.
    Define(OsString),
    /// `NAME`.
    Undefine(OsString),
}

/// A file read before the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preinclude {
    /// The file.
    pub path: PathBuf,
    /// Only its macros count.
    pub macros_only: bool,
}

/// A header unit mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderUnit {
    /// How the header is named for the mapping to apply.
    pub form: HeaderUnitForm,
    /// The header.
    pub header: OsString,
    /// The unit's file.
    pub unit: OsString,
}

/// `-t`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InstantiationMode {
    /// Nothing unasked.
    #[default]
    None,
    /// What is used.
    Used,
    /// All.
    All,
    /// What is used, with internal linkage.
    Local,
}

impl Default for Invocation {
    fn default() -> Self {
        Self {
            notices: Vec::new(),
            warnings: Vec::new(),
            task: Task::Stop(0),
            outputs: Outputs::default(),
            dialect: Dialect::default(),
            host: HostCompiler::default(),
            diagnostics: Diagnostics::default(),
            limits: Limits::default(),
            preprocess: Preprocess::default(),
            static_host_stub: false,
            host_stub_linkage_explicit: false,
            device_hidden_visibility: false,
            no_hidden_visibility_on_unnamed_ns: false,
            device_c: false,
            partial_link: false,
            debug_mode: false,
            extended_lambda: false,
            tile: false,
            lossy_conversions: false,
            relaxed_constexpr: false,
            check_clock_call: false,
            check_ffs_call: false,
            allow_managed: false,
            no_shadow_functions: false,
            no_host_device_initializer_list: false,
            no_host_device_move_forward: false,
            no_code_gen: false,
            timing: false,
            trace_includes: false,
            il_display: false,
            instantiation_mode: InstantiationMode::default(),
        }
    }
}

impl Default for Dialect {
    fn default() -> Self {
        Self {
            language: Language::Cpp(Standard::Cpp14),
            gnu_extensions: true,
            strict: false,
            features: BTreeMap::new(),
            parse_templates: true,
            pointers_32: false,
            data_model: DataModel::default(),
            unsigned_chars: false,
            unsigned_bit_fields: false,
            unsigned_wchar_t: false,
            short_enums: false,
            pack_alignment: None,
            unicode_source: UnicodeSource::default(),
        }
    }
}

impl Default for HostCompiler {
    fn default() -> Self {
        Self {
            kind: HostCompilerKind::Gnu,
            gnu_version: DEFAULT_GNU_VERSION,
            clang_version: DEFAULT_CLANG_VERSION,
            pgi_version: None,
            icc_version: None,
        }
    }
}

impl Default for Diagnostics {
    fn default() -> Self {
        Self {
            display_error_number: false,
            brief: false,
            context_limit: DEFAULT_CONTEXT_LIMIT,
            error_limit: DEFAULT_ERROR_LIMIT,
            promote_warnings: false,
            threshold: Threshold::default(),
            controls: Vec::new(),
            output_mode: OutputMode::default(),
            colors: true,
            wrap: false,
            error_output: None,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pending_instantiations: DEFAULT_PENDING_INSTANTIATIONS,
            constexpr_depth: DEFAULT_CONSTEXPR_DEPTH,
            constexpr_cost: DEFAULT_CONSTEXPR_COST,
            cpu_seconds: None,
        }
    }
}

impl Diagnostics {
    /// Whether `-w` hides warnings.
    pub fn no_warnings(&self) -> bool {
        self.threshold == Threshold::Errors
    }

    /// Whether `-r` shows remarks.
    pub fn remarks(&self) -> bool {
        self.threshold == Threshold::Remarks
    }
}

impl Preprocess {
    /// Whether the run prints something in place of compiling.
    pub fn is_requested(&self) -> bool {
        self.text || self.dependencies || self.list_macros
    }
}

impl Invocation {
    /// The source, where there is one.
    pub fn input(&self) -> Option<&Input> {
        match &self.task {
            Task::Run(input) => Some(input),
            Task::Stop(_) => None,
        }
    }

    /// The source's name, where it is a file.
    pub fn input_path(&self) -> Option<&Path> {
        match self.input()? {
            Input::File(path) => Some(path),
            Input::Stdin => None,
        }
    }

    /// Whether the run goes beyond preprocessing.
    pub fn compiles(&self) -> bool {
        self.input().is_some() && (!self.preprocess.is_requested() || self.preprocess.then_compile)
    }

    /// Where the host text goes: the name given, else the source's last component with `.int.c` in place
    /// of its extension, in the current directory. Nothing means standard output.
    pub fn host_output(&self) -> Option<PathBuf> {
        let Some(Input::File(source)) = self.input() else {
            return None;
        };
        if let Some(name) = &self.outputs.gen_c_file_name {
            return Some(name.clone());
        }
        let name = bytes::of(source.as_os_str());
        let base = name.rsplit(|&b| b == b'/').next().unwrap_or(name);
        let stem = base
            .iter()
            .rposition(|&b| b == b'.')
            .map_or(base, |dot| &base[..dot]);
        Some(PathBuf::from(bytes::to_os(&[stem, b".int.c"].concat())))
    }

    /// The source's name in the closing count line: as the user wrote it, else as given; nothing for
    /// standard input.
    pub fn summary_name(&self) -> Option<&OsStr> {
        let Some(Input::File(source)) = self.input() else {
            return None;
        };
        if source.as_os_str().is_empty() {
            return None;
        }
        Some(
            self.outputs
                .orig_src_file_name
                .as_deref()
                .unwrap_or(source.as_os_str()),
        )
    }

    /// The error of a file that is named on the command line and cannot be opened, for this reason. The reference opens
    /// listing, cross-reference, preprocessing output and error file in this order, then the preincludes.
    pub fn cannot_open(
        &self,
        role: FileRole,
        path: &Path,
        reason: Option<&str>,
    ) -> CommandLineError {
        let name = bytes::of(path.as_os_str()).to_vec();
        let reason = reason.map(|reason| reason.as_bytes().to_vec());
        let complaint = Complaint::CannotOpen(role, name, reason);
        CommandLineError::new(Vec::new(), &[], complaint, &self.layout())
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout {
            brief: self.diagnostics.brief,
            wrap: self.diagnostics.wrap,
            source: self.summary_name().map(|name| bytes::of(name).to_vec()),
        }
    }
}
