//! The options of nvcc 13.5 and of the releases since 12.4. Data only. What the front ends see of an option is said in its
//! row; an option without a help text does not concern them.

use super::effect::{DependencyMode, Effect, NO_WORDS, Switch, Words};
use super::spelling::{NvccOption, Value, ignored, row};

/// A kind of `-Werror`, and the words that it adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WarningKind {
    /// Its name.
    pub(crate) name: &'static str,
    /// For both fronts.
    pub(crate) front: &'static [&'static str],
    /// For every run of the host compiler.
    pub(crate) compiler: &'static [&'static str],
}

const fn kind(
    name: &'static str,
    front: &'static [&'static str],
    compiler: &'static [&'static str],
) -> WarningKind {
    WarningKind {
        name,
        front,
        compiler,
    }
}

/// The kinds of `-Werror`.
#[rustfmt::skip] // one row per line
pub(crate) const WERROR: &[WarningKind] = &[
    kind("all-warnings",               &["--promote_warnings"], &["-Werror"]),
    kind("conversion",                 &["--lossy_conversion_warning", "--diag_error", "lossy_conversion"], &[]),
    kind("cross-execution-space-call", &["--diag_error", "h_hd_illegal_call", "--diag_error", "h_hd_illegal_call_generic"], &[]),
    kind("default-stream-launch",      &["--diag_error", "default_stream_launch"], &[]),
    kind("deprecated-declarations",    &["--diag_error", "deprecated_entity", "--diag_error", "deprecated_entity_with_custom_message"], &["-Werror=deprecated-declarations"]),
    kind("ext-lambda-captures-this",   &["--diag_error", "this_addr_capture_ext_lambda"], &[]),
    kind("missing-launch-bounds",      &["--diag_error", "missing_launch_bounds"], &[]),
    kind("reorder",                    &["--diag_error", "out_of_order_ctor_init"], &[]),
];

const WERROR_KINDS: &[&str] = &[
    "all-warnings",
    "conversion",
    "cross-execution-space-call",
    "default-stream-launch",
    "deprecated-declarations",
    "ext-lambda-captures-this",
    "missing-launch-bounds",
    "reorder",
];

/// Words for both fronts.
const fn front(words: &'static [&'static str]) -> Effect {
    Effect::Words(Words {
        front: words,
        ..NO_WORDS
    })
}

/// Words for every run of the host compiler.
const fn compiler(words: &'static [&'static str]) -> Effect {
    Effect::Words(Words {
        compiler: words,
        ..NO_WORDS
    })
}

/// A mode: its macro, and the word for the fronts.
const fn mode(preprocessor: &'static [&'static str], front: &'static [&'static str]) -> Effect {
    Effect::Words(Words {
        preprocessor,
        front,
        ..NO_WORDS
    })
}

const STOPS: Effect = Effect::Phase { relocatable: false };
const STOPS_RELOCATABLE: Effect = Effect::Phase { relocatable: true };
const LAMBDA: Effect = mode(&["-D__CUDACC_EXTENDED_LAMBDA__"], &["--extended-lambda"]);

/// Every option, those that a front end sees first.
#[rustfmt::skip] // one row per line
pub const NVCC_OPTIONS: &[NvccOption] = &[
    row("std",                                 "std",             Value::Text("STD"),    Effect::Standard,      "Language standard: c++03 to c++23 [default: the host compiler's]"),
    row("define-macro",                        "D",               Value::List("NAME[=VALUE]"), Effect::Define,  "Define macros"),
    row("undefine-macro",                      "U",               Value::List("NAME"),   Effect::Undefine,      "Undefine macros"),
    row("include-path",                        "I",               Value::List("DIR"),    Effect::Include,       "Folders to search for includes"),
    row("system-include",                      "isystem",         Value::List("DIR"),    Effect::SystemInclude, "Folders of system headers"),
    row("pre-include",                         "include",         Value::List("FILE"),   Effect::PreInclude,    "Files to include before the source"),
    row("gpu-architecture",                    "arch",            Value::Text("ARCH"),   Effect::Architecture,  "Architecture of the device pass: sm_90, compute_90a, all, all-major, native [default: the toolkit's]"),
    row("gpu-code",                            "code",            Value::List("CODE"),   Effect::Code,          "Real architectures; the device pass is that of --gpu-architecture"),
    row("generate-code",                       "gencode",         Value::Text("arch=ARCH,code=CODE"), Effect::Generate, "A further architecture of the device pass"),
    row("relocatable-device-code",             "rdc",             Value::Bool,           Effect::Switch(Switch::Relocatable, true), "Device code of several units is linked"),
    row("extended-lambda",                     "extended-lambda", Value::None,           LAMBDA,                "Lambdas with __device__ or __host__ __device__"),
    row("expt-extended-lambda",                "expt-extended-lambda", Value::None,      LAMBDA,                "The old name of --extended-lambda"),
    row("expt-relaxed-constexpr",              "expt-relaxed-constexpr", Value::None,    mode(&["-D__CUDACC_RELAXED_CONSTEXPR__"], &["--relaxed_constexpr"]), "constexpr functions may be called from the other side"),
    row("device-debug",                        "G",               Value::None,           mode(&["-D__CUDACC_DEBUG__"], &["--debug_mode"]), "Debug device code"),
    row("extensible-whole-program",            "ewp",             Value::None,           mode(&["-D__CUDACC_EWP__"], &["--partial-link"]), "Extensible whole-program compilation"),
    row("default-stream",                      "default-stream",  Value::Choice(&["legacy", "null", "per-thread"]), Effect::DefaultStream, "The stream of launches that name none"),
    row("compiler-bindir",                     "ccbin",           Value::Text("PROGRAM"), Effect::HostCompiler, "The host compiler, or its folder [default: g++]"),
    row("compiler-options",                    "Xcompiler",       Value::List("OPTION"), Effect::HostOptions,   "Options for the host compiler"),
    row("forward-unknown-to-host-compiler",    "forward-unknown-to-host-compiler", Value::None, Effect::Switch(Switch::ForwardUnknown, true), "Unknown options are the host compiler's"),
    row("forward-unknown-opts",                "forward-unknown-opts", Value::None,      Effect::Switch(Switch::ForwardUnknown, true), "The same"),
    row("x",                                   "x",               Value::Choice(&["c", "c++", "cu"]), Effect::Language, "Language of the sources; only cu can be split"),
    row("optimize",                            "O",               Value::Text("LEVEL"),  Effect::Valued { front: None, compiler: Some("-O"), compile: None }, "Optimisation of host code"),
    row("debug",                               "g",               Value::None,           compiler(&["-g"]),     "Debug host code"),
    row("profile",                             "pg",              Value::None,           compiler(&["-pg"]),    "Profile host code"),
    row("no-exceptions",                       "noeh",            Value::None,           compiler(&["-fno-exceptions"]), "No exceptions in host code"),
    row("ftemplate-depth",                     "ftemplate-depth", Value::Text("NUMBER"), Effect::Valued { front: Some("--pending_instantiations="), compiler: None, compile: Some("-ftemplate-depth-") }, "Limit of nested instantiations"),
    row("ftemplate-backtrace-limit",           "ftemplate-backtrace-limit", Value::Text("NUMBER"), Effect::Valued { front: Some("--context_limit="), compiler: None, compile: Some("-ftemplate-backtrace-limit=") }, "Limit of instantiations shown with an error"),
    row("frandom-seed",                        "frandom-seed",    Value::Text("SEED"),   Effect::Valued { front: Some("--frandom-seed"), compiler: Some("-frandom-seed="), compile: None }, "What names are made of instead of chance"),
    row("utf-8",                               "utf-8",           Value::None,           front(&["--unicode_source_kind=UTF-8"]), "Sources are UTF-8"),
    row("no-host-device-initializer-list",     "nohdinitlist",    Value::None,           front(&["--no_host_device_initializer_list"]), "Members of std::initializer_list are host functions"),
    row("no-host-device-move-forward",         "nohdmoveforward", Value::None,           front(&["--no_host_device_move_forward"]), "std::move and std::forward are host functions"),
    row("static-global-template-stub",         "static-global-template-stub", Value::Bool, Effect::Switch(Switch::StaticStub, true), "Host functions of kernel templates are static"),
    row("device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", Value::Bool, Effect::Switch(Switch::HiddenVisibility, true), "Device entities are hidden in the host half"),
    row("keep-device-functions",               "keep-device-functions", Value::None,     front(&["--keep-device-functions"]), "Device functions that nobody calls are kept"),
    row("disable-warnings",                    "w",               Value::None,           Effect::Words(Words { front: &["-w"], compiler: &["-w"], ..NO_WORDS }), "No warnings"),
    row("Werror",                              "Werror",          Value::Choices(WERROR_KINDS), Effect::Werror, "Make warnings errors: all-warnings, conversion, cross-execution-space-call, default-stream-launch, deprecated-declarations, ext-lambda-captures-this, missing-launch-bounds, reorder"),
    row("Wreorder",                            "Wreorder",        Value::None,           front(&["--diag_warn", "out_of_order_ctor_init"]), "Warn of reordered member initialisers"),
    row("Wdefault-stream-launch",              "Wdefault-stream-launch", Value::None,    front(&["--diag_warn", "default_stream_launch"]), "Warn of launches without a stream"),
    row("Wmissing-launch-bounds",              "Wmissing-launch-bounds", Value::None,    front(&["--diag_warn", "missing_launch_bounds"]), "Warn of kernels without launch bounds"),
    row("Wext-lambda-captures-this",           "Wext-lambda-captures-this", Value::None, front(&["--diag_warn", "this_addr_capture_ext_lambda"]), "Warn of extended lambdas that capture this"),
    row("Wconversion",                         "Wconversion",     Value::None,           front(&["--lossy_conversion_warning"]), "Warn of conversions that may narrow"),
    row("Wno-deprecated-declarations",         "Wno-deprecated-declarations", Value::None, Effect::Words(Words { front: &["--diag_suppress", "deprecated_entity", "--diag_suppress", "deprecated_entity_with_custom_message"], compiler: &["-Wno-deprecated-declarations"], ..NO_WORDS }), "Do not warn of deprecated entities"),
    row("diag-error",                          "diag-error",      Value::List("NUMBER"), Effect::Diagnostics("--diag_error"), "Make these diagnostics errors"),
    row("diag-warn",                           "diag-warn",       Value::List("NUMBER"), Effect::Diagnostics("--diag_warn"), "Make these diagnostics warnings"),
    row("diag-suppress",                       "diag-suppress",   Value::List("NUMBER"), Effect::Diagnostics("--diag_suppress"), "Do not report these diagnostics"),
    row("display-error-number",                "err-no",          Value::None,           Effect::Switch(Switch::ErrorNumbers, true), "Show the numbers of diagnostics, as by default"),
    row("no-display-error-number",             "no-err-no",       Value::None,           Effect::Switch(Switch::ErrorNumbers, false), "Do not show the numbers of diagnostics"),
    row("brief-diagnostics",                   "brief-diag",      Value::Bool,           Effect::Switch(Switch::Brief, true), "Show no source lines"),
    row("fmax-errors",                         "fmax-errors",     Value::Text("NUMBER"), Effect::Valued { front: Some("--error_limit"), compiler: None, compile: None }, "How many errors end a pass"),
    row("output-file",                         "o",               Value::Text("PATH"),   Effect::Output,        "Where the outputs go: a folder; the folder of the object with -c and the like"),
    row("output-directory",                    "odir",            Value::Text("DIR"),    Effect::OutputFolder,  "Where the outputs go"),
    row("options-file",                        "optf",            Value::List("FILE"),   Effect::OptionsFile,   "Read options from files"),
    row("generate-dependencies-with-compile",  "MD",              Value::None,           Effect::Dependencies(DependencyMode::All), "Write a make rule that names every file read"),
    row("generate-nonsystem-dependencies-with-compile", "MMD",    Value::None,           Effect::Dependencies(DependencyMode::OwnOnly), "The same without system headers"),
    row("dependency-output",                   "MF",              Value::Text("FILE"),   Effect::DependencyFile, "Where to write the make rule"),
    row("dryrun",                              "dryrun",          Value::None,           Effect::Switch(Switch::DryRun, true), "Print the commands and run none"),
    row("help",                                "h",               Value::None,           Effect::Help,          "Print this help"),
    row("version",                             "V",               Value::None,           Effect::Version,       "Print the version"),
    row("compile",                             "c",               Value::None,           STOPS,                 ""),
    row("device-c",                            "dc",              Value::None,           STOPS_RELOCATABLE,     "Relocatable device code, as -rdc=true -c"),
    row("device-w",                            "dw",              Value::None,           STOPS,                 ""),
    row("dlink-time-opt",                      "dlto",            Value::None,           Effect::Switch(Switch::Relocatable, true), "Relocatable device code for link-time optimisation"),
    row("lto",                                 "lto",             Value::None,           Effect::Switch(Switch::Relocatable, true), "The same"),
    row("cuda",                                "cuda",            Value::None,           STOPS,                 ""),
    row("cubin",                               "cubin",           Value::None,           STOPS,                 ""),
    row("fatbin",                              "fatbin",          Value::None,           STOPS,                 ""),
    row("ptx",                                 "ptx",             Value::None,           STOPS,                 ""),
    row("optix-ir",                            "optix-ir",        Value::None,           STOPS,                 ""),
    row("ltoir",                               "ltoir",           Value::None,           STOPS,                 ""),
    row("preprocess",                          "E",               Value::None,           STOPS,                 ""),
    row("generate-dependencies",               "M",               Value::None,           STOPS,                 ""),
    row("generate-nonsystem-dependencies",     "MM",              Value::None,           STOPS,                 ""),
    row("lib",                                 "lib",             Value::None,           STOPS,                 ""),
    row("link",                                "link",            Value::None,           STOPS,                 ""),
    row("device-link",                         "dlink",           Value::None,           STOPS,                 ""),
    ignored("run",                             "run",             Value::None),
    ignored("enable-tile",                     "enable-tile",     Value::None),
    ignored("tile-preview",                    "tile-preview",    Value::Text("MODE")),
    ignored("tile-only",                       "tile-only",       Value::None),
    ignored("simt-only",                       "simt-only",       Value::None),
    ignored("tilebc",                          "tilebc",          Value::None),
    ignored("tilecubin",                       "tilecubin",       Value::None),
    ignored("tilefatbin",                      "tilefatbin",      Value::None),
    ignored("tileiras-options",                "Xtileiras",       Value::List("OPTION")),
    ignored("generate-dependency-targets",     "MP",              Value::None),
    ignored("dependency-target-name",          "MT",              Value::Text("TARGET")),
    ignored("objdir-as-tempdir",               "objtemp",         Value::None),
    ignored("library",                         "l",               Value::List("NAME")),
    ignored("library-path",                    "L",               Value::List("DIR")),
    ignored("allow-unsupported-compiler",      "allow-unsupported-compiler", Value::None),
    ignored("archiver-binary",                 "arbin",           Value::Text("PATH")),
    ignored("cudart",                          "cudart",          Value::Text("KIND")),
    ignored("cudadevrt",                       "cudadevrt",       Value::Text("KIND")),
    ignored("libdevice-directory",             "ldir",            Value::Text("DIR")),
    ignored("target-directory",                "target-dir",      Value::Text("DIR")),
    ignored("use-local-env",                   "use-local-env",   Value::None),
    ignored("force-cl-env-setup",              "force-cl-env-setup", Value::None),
    ignored("generate-line-info",              "lineinfo",        Value::None),
    ignored("optimization-info",               "opt-info",        Value::List("KIND")),
    ignored("Ofast-compile",                   "Ofc",             Value::Text("LEVEL")),
    ignored("dopt",                            "dopt",            Value::Text("KIND")),
    ignored("gen-opt-lto",                     "gen-opt-lto",     Value::None),
    ignored("shared",                          "shared",          Value::None),
    ignored("stdlib",                          "stdlib",          Value::Text("LIBRARY")),
    ignored("machine",                         "m",               Value::Choice(&["64"])),
    ignored("m64",                             "m64",             Value::None),
    ignored("apply-controls",                  "apply-controls",  Value::Text("FILE")),
    ignored("linker-options",                  "Xlinker",         Value::List("OPTION")),
    ignored("archive-options",                 "Xarchive",        Value::List("OPTION")),
    ignored("ptxas-options",                   "Xptxas",          Value::List("OPTION")),
    ignored("nvlink-options",                  "Xnvlink",         Value::List("OPTION")),
    ignored("nvprune-options",                 "Xnvprune",        Value::List("OPTION")),
    ignored("forward-unknown-to-host-linker",  "forward-unknown-to-host-linker", Value::None),
    ignored("dont-use-profile",                "noprof",          Value::None),
    ignored("verbose",                         "v",               Value::None),
    ignored("verbose2",                        "v2",              Value::None),
    ignored("threads",                         "t",               Value::Text("NUMBER")),
    ignored("split-compile",                   "split-compile",   Value::Text("NUMBER")),
    ignored("split-compile-extended",          "split-compile-extended", Value::Text("NUMBER")),
    ignored("fdevice-syntax-only",             "fdevice-syntax-only", Value::None),
    ignored("fdevice-time-trace",              "fdevice-time-trace", Value::Text("FILE")),
    ignored("fdevice-time-trace-granularity",  "fdevice-time-trace-granularity", Value::Text("NUMBER")),
    ignored("fdevice-sanitize",                "fdevice-sanitize", Value::Text("TOOL")),
    ignored("sanitize",                        "sanitize",        Value::Text("TOOL")),
    ignored("keep",                            "keep",            Value::None),
    ignored("keep-dir",                        "keep-dir",        Value::Text("DIR")),
    ignored("save-temps",                      "save-temps",      Value::None),
    ignored("clean-targets",                   "clean",           Value::None),
    ignored("time",                            "time",            Value::Text("FILE")),
    ignored("run-args",                        "run-args",        Value::List("ARGUMENT")),
    ignored("input-drive-prefix",              "idp",             Value::Text("PREFIX")),
    ignored("dependency-drive-prefix",         "ddp",             Value::Text("PREFIX")),
    ignored("drive-prefix",                    "dp",              Value::Text("PREFIX")),
    ignored("no-align-double",                 "",                Value::None),
    ignored("no-device-link",                  "nodlink",         Value::None),
    ignored("entries",                         "e",               Value::List("NAME")),
    ignored("maxrregcount",                    "maxrregcount",    Value::Text("NUMBER")),
    ignored("use_fast_math",                   "use_fast_math",   Value::None),
    ignored("ftz",                             "ftz",             Value::Bool),
    ignored("prec-div",                        "prec-div",        Value::Bool),
    ignored("prec-sqrt",                       "prec-sqrt",       Value::Bool),
    ignored("fmad",                            "fmad",            Value::Bool),
    ignored("extra-device-vectorization",      "extra-device-vectorization", Value::None),
    ignored("prune",                           "prune",           Value::None),
    ignored("source-in-ptx",                   "src-in-ptx",      Value::None),
    ignored("restrict",                        "restrict",        Value::None),
    ignored("Wno-deprecated-gpu-targets",      "Wno-deprecated-gpu-targets", Value::None),
    ignored("resource-usage",                  "res-usage",       Value::None),
    ignored("no-compress",                     "no-compress",     Value::None),
    ignored("qpp-config",                      "qpp-config",      Value::Text("CONFIGURATION")),
    ignored("compile-as-tools-patch",          "astoolspatch",    Value::None),
    ignored("list-gpu-code",                   "code-ls",         Value::None),
    ignored("list-gpu-arch",                   "arch-ls",         Value::None),
    ignored("host-linker-script",              "hls",             Value::Text("KIND")),
    ignored("augment-host-linker-script",      "aug-hls",         Value::None),
    ignored("host-relocatable-link",           "",                Value::None),
    ignored("relocatable-link",                "r",               Value::None),
    ignored("jump-table-density",              "jtd",             Value::Text("NUMBER")),
    ignored("relocatable-ptx",                 "reloc-ptx",       Value::None),
    ignored("device-stack-protector",          "device-stack-protector", Value::Bool),
    ignored("compress-mode",                   "compress-mode",   Value::Text("MODE")),
    ignored("concat",                          "concat",          Value::None),
    ignored("jobserver",                       "jobserver",       Value::None),
    ignored("skip-ptx-semantics-check",        "skip-ptx-semantics-check", Value::None),
    ignored("safety-compatibility",            "safety-compat",   Value::None),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique() {
        let mut seen = HashSet::new();
        for option in NVCC_OPTIONS {
            assert!(seen.insert(format!("--{}", option.long)), "{}", option.long);
            if let Some(short) = option.short {
                assert!(seen.insert(format!("-{short}")), "{short}");
            }
        }
    }

    #[test]
    fn every_kind_of_werror_has_its_words() {
        let kinds: Vec<&str> = WERROR.iter().map(|kind| kind.name).collect();
        assert_eq!(kinds, WERROR_KINDS);
    }
}
