//! The settings that the host half depends on, as plain data. Which flag of which command line sets them is not known here.

/// Which compiler takes the host half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostCompiler {
    /// g++; the version is `major * 10000 + minor * 100 + patch`.
    Gnu(u32),
    /// clang++, with the version coded likewise.
    Clang(u32),
    /// nvc++; the GNU version that it claims.
    Nvhpc(u32),
    /// icpc; the GNU version that it claims.
    Intel(u32),
}

/// How the host function of a kernel template is linked (reference: host-text, Linkage of kernel templates).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StubLinkage {
    /// `static`, nvcc's default in whole-program mode.
    Static,
    /// External, with hidden visibility where [`HostSettings::hidden_visibility`] asks for it.
    External,
}

/// Where the last part of a module id comes from when no entity gives one (reference: host-text, Module id without an entity).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ModuleIdSeed {
    /// `--frandom-seed`.
    Seed(String),
    /// Nothing was given.
    Time {
        /// The source's time stamp as ctime prints it, with its newline.
        ctime: String,
        /// The working directory.
        folder: String,
        /// The process id.
        process: u32,
    },
}

/// Everything about the host half that an invocation decides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostSettings {
    /// The host compiler.
    pub compiler: HostCompiler,
    /// The language standard as `__cplusplus` has it.
    pub standard: u32,
    /// `--orig_src_file_name`, else the input's name.
    pub source_name: String,
    /// `--orig_src_path_name`.
    pub source_path: Option<String>,
    /// The name that the trailer includes.
    pub stub_name: String,
    /// Kernel templates' linkage.
    pub stub_linkage: StubLinkage,
    /// `--device-hidden-visibility`.
    pub hidden_visibility: bool,
    /// Unnamed namespaces are given hidden visibility.
    pub hidden_unnamed_namespaces: bool,
    /// `--device-c`: device symbols are visible to other translation units.
    pub relocatable: bool,
    /// `--partial-link`.
    pub partial_link: bool,
    /// `--debug_mode`.
    pub debug: bool,
    /// `--extended-lambda`.
    pub extended_lambda: bool,
    /// `--exceptions`, on unless `--no_exceptions` is given.
    pub exceptions: bool,
    /// `--relaxed_constexpr`: constexpr functions may be called across spaces.
    pub relaxed_constexpr: bool,
    /// `--check-clock-call`: device code that calls `clock` is warned of.
    pub check_clock_call: bool,
    /// `--check-ffs-call`: device code that calls `__ffs` is warned of.
    pub check_ffs_call: bool,
    /// Members of `std::initializer_list` belong to both sides, unless `--no_host_device_initializer_list` is given.
    pub shared_initializer_list: bool,
    /// `std::move` and `std::forward` belong to both sides, unless `--no_host_device_move_forward` is given.
    pub shared_move_forward: bool,
    /// `--no-shadow-functions`: device functions are only declared.
    pub shadow_functions: bool,
    /// A module id that was given from outside (reference: host-text, Module id from a file).
    pub module_id: Option<String>,
    /// What the module id falls back on.
    pub seed: ModuleIdSeed,
}

impl Default for HostSettings {
    /// What nvcc asks for when nothing is asked of nvcc, with g++ 12.
    fn default() -> Self {
        HostSettings {
            compiler: HostCompiler::Gnu(120200),
            standard: 201703,
            source_name: "input.cu".into(),
            source_path: None,
            stub_name: "input.cudafe1.stub.c".into(),
            stub_linkage: StubLinkage::Static,
            hidden_visibility: true,
            hidden_unnamed_namespaces: true,
            relocatable: false,
            partial_link: false,
            debug: false,
            extended_lambda: false,
            exceptions: true,
            relaxed_constexpr: false,
            check_clock_call: false,
            check_ffs_call: false,
            shared_initializer_list: true,
            shared_move_forward: true,
            shadow_functions: true,
            module_id: None,
            seed: ModuleIdSeed::Seed("0".into()),
        }
    }
}
