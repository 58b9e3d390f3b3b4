//! Contradictions between options: which language was asked for, and a table of what does not go
//! together, in the order in which the reference looks. Knows no values of options.

use std::collections::BTreeMap;

use crate::bytes;
use crate::effect::{CStandard, Feature, LanguageOption, Standard, Threshold};
use crate::error::Complaint;
use crate::invocation::{
    DEFAULT_CLANG_VERSION, DEFAULT_GNU_VERSION, HostCompilerKind, Invocation, Language,
};
use crate::table::SPELLINGS;

/// What the options seen so far say about language and compatibility.
#[derive(Debug, Default)]
pub(crate) struct Modes {
    /// Table indices of all options, in command-line order.
    pub(crate) given: Vec<usize>,
    /// Features switched on or off.
    pub(crate) features: BTreeMap<Feature, bool>,
    /// A host compiler other than GCC and clang.
    pub(crate) host: Option<HostCompilerKind>,
    /// An option for C was seen.
    c: bool,
    /// An option for C++ was seen.
    cpp: bool,
    /// C++11 was asked for or declined by name.
    wants_cpp11: bool,
    standard: Option<Standard>,
    c_standard: Option<CStandard>,
    k_and_r: bool,
    cfront: bool,
    strict: bool,
    svr4: bool,
    long_lifetimes: Option<bool>,
    /// GNU extensions asked for or declined.
    gnu: Option<bool>,
    /// The default standard is GCC's: true behind its version or a GNU mode, false behind a declined one.
    follows_gnu: Option<bool>,
    clang: bool,
    /// clang or no clang was asked for, or a version of either compiler was given.
    emulation: bool,
    gnu_version: Option<u32>,
    clang_version: Option<u32>,
}

/// The compiler whose defaults count, with its version.
enum Emulated {
    Gnu(u32),
    Clang(u32),
}

impl Modes {
    /// Takes an option about the language. C next to C++ is an error at once.
    pub(crate) fn take(&mut self, option: LanguageOption) -> Result<(), Complaint> {
        match option {
            LanguageOption::Cpp => self.cpp = true,
            LanguageOption::Standard(standard) => {
                self.cpp = true;
                self.standard = Some(standard);
            }
            // Behind an option for C these are only noted, and found out when all is read.
            LanguageOption::Cpp11(on) => {
                self.wants_cpp11 = true;
                self.cpp |= !self.c;
                self.standard = Some(if on { Standard::Cpp11 } else { Standard::Cpp03 });
            }
            LanguageOption::C => self.c = true,
            LanguageOption::CStandard(standard) => {
                self.c = true;
                self.c_standard = Some(standard);
                self.k_and_r = false;
                self.svr4 &= standard != CStandard::C89;
            }
            LanguageOption::KAndR => {
                self.c = true;
                self.k_and_r = true;
            }
            LanguageOption::Cfront => {
                self.cpp = true;
                self.cfront = true;
            }
            LanguageOption::Strict => self.strict = true,
            LanguageOption::GnuC(on) => {
                self.c = true;
                self.gnu = Some(on);
                self.follows_gnu = Some(on);
                self.k_and_r = false;
            }
            LanguageOption::GnuCpp(on) => {
                self.cpp = true;
                self.gnu = Some(on);
                self.follows_gnu = Some(on);
            }
            LanguageOption::Clang(on) => {
                self.clang = on;
                self.emulation = true;
            }
            LanguageOption::Svr4(on) => {
                self.c = true;
                self.svr4 = on;
                self.k_and_r = false;
            }
            LanguageOption::LongLifetimes(on) => self.long_lifetimes = Some(on),
        }
        if self.c && self.cpp {
            Err(Complaint::Conflict(INCOMPATIBLE))
        } else {
            Ok(())
        }
    }

    /// Takes the GNU version.
    pub(crate) fn gnu_version(&mut self, version: u32) {
        self.gnu_version = Some(version);
        self.follows_gnu = Some(true);
        self.emulation = true;
    }

    /// Takes the clang version, which also turns clang on.
    pub(crate) fn clang_version(&mut self, version: u32) {
        self.clang_version = Some(version);
        self.clang = true;
        self.emulation = true;
    }

    /// Writes the outcome into the invocation.
    pub(crate) fn settle(&self, invocation: &mut Invocation) {
        let dialect = &mut invocation.dialect;
        dialect.language = match (self.c, self.k_and_r) {
            (false, _) => Language::Cpp(self.cpp_standard()),
            (true, false) => Language::C(self.c_standard()),
            (true, true) => Language::KAndRC,
        };
        dialect.gnu_extensions = self.has_gnu();
        dialect.strict = self.strict;
        invocation.host.kind = self.host.unwrap_or(if self.clang {
            HostCompilerKind::Clang
        } else {
            HostCompilerKind::Gnu
        });
    }

    /// The C++ standard: the one asked for, else what the emulated compiler has by default.
    fn cpp_standard(&self) -> Standard {
        if let Some(standard) = self.standard {
            return standard;
        }
        let no_mode = !self.strict && !self.k_and_r;
        match self.emulated() {
            Emulated::Clang(60_000..) => Standard::Cpp14,
            Emulated::Clang(_) => Standard::Cpp03,
            Emulated::Gnu(_) if !self.follows_gnu.unwrap_or(no_mode) => Standard::Cpp03,
            Emulated::Gnu(110_000..) => Standard::Cpp17,
            Emulated::Gnu(60_000..) => Standard::Cpp14,
            Emulated::Gnu(_) => Standard::Cpp03,
        }
    }

    /// The C standard, likewise.
    fn c_standard(&self) -> CStandard {
        if let Some(standard) = self.c_standard {
            return standard;
        }
        if !self.has_gnu() {
            return CStandard::C89;
        }
        match self.emulated() {
            Emulated::Clang(110_000..) | Emulated::Gnu(80_000..) => CStandard::C17,
            Emulated::Clang(30_600..) | Emulated::Gnu(50_000..) => CStandard::C11,
            Emulated::Clang(_) | Emulated::Gnu(_) => CStandard::C89,
        }
    }

    fn emulated(&self) -> Emulated {
        if self.clang {
            Emulated::Clang(self.clang_version.unwrap_or(DEFAULT_CLANG_VERSION))
        } else {
            Emulated::Gnu(self.gnu_version.unwrap_or(DEFAULT_GNU_VERSION))
        }
    }

    /// GNU extensions are on unless declined, or ruled out by another mode.
    fn has_gnu(&self) -> bool {
        self.gnu.unwrap_or(!self.strict && !self.k_and_r)
    }

    /// GNU extensions were asked for, by name or through a compiler to emulate.
    fn asks_for_gnu(&self) -> bool {
        self.gnu.unwrap_or(self.emulation)
    }

    /// A C standard after the first was asked for.
    fn has_newer_c(&self) -> bool {
        self.c_standard > Some(CStandard::C89)
    }

    fn is_given(&self, names: &[&str]) -> bool {
        self.given
            .iter()
            .any(|&i| names.contains(&SPELLINGS[i].name))
    }

    /// The last of an option and its opposite.
    fn last(&self, on: &str, off: &str) -> Option<bool> {
        let mut given = self.given.iter().rev().map(|&i| SPELLINGS[i].name);
        given
            .find(|&name| name == on || name == off)
            .map(|name| name == on)
    }

    fn is_on(&self, on: &str, off: &str) -> bool {
        self.last(on, off) == Some(true)
    }

    fn is_off(&self, on: &str, off: &str) -> bool {
        self.last(on, off) == Some(false)
    }

    fn at_least(&self, standard: Standard) -> bool {
        !self.c && self.cpp_standard() >= standard
    }

    fn has_long_lifetimes(&self) -> bool {
        self.long_lifetimes.unwrap_or(self.cfront)
    }

    fn has_feature(&self, feature: Feature) -> bool {
        self.features.get(&feature) == Some(&true)
    }
}

/// A thing that does not go together.
enum Rule {
    /// These options need C++.
    OnlyInCpp(&'static [&'static str], &'static str),
    /// These options need C.
    OnlyInC(&'static [&'static str], &'static str),
    /// This holds of the modes.
    If(fn(&Modes) -> bool, &'static str),
}

impl Rule {
    fn is_broken(&self, modes: &Modes) -> bool {
        match self {
            Self::OnlyInCpp(names, _) => modes.c && modes.is_given(names),
            Self::OnlyInC(names, _) => !modes.c && modes.is_given(names),
            Self::If(broken, _) => broken(modes),
        }
    }

    fn message(&self) -> &'static str {
        match self {
            Self::OnlyInCpp(_, text) | Self::OnlyInC(_, text) | Self::If(_, text) => text,
        }
    }
}

const INCOMPATIBLE: &str = "language modes specified are incompatible";

/// All rules, in the order in which the reference looks.
const RULES: &[Rule] = &[
    Rule::If(
        |m| m.svr4 && m.k_and_r,
        "SVR4 C compatibility option can be used only when compiling ANSI C",
    ),
    Rule::If(|m| m.c && m.wants_cpp11, INCOMPATIBLE),
    Rule::If(
        |m| m.strict && m.cfront,
        "strict mode is incompatible with cfront mode",
    ),
    Rule::If(|m| m.svr4 && m.has_newer_c(), INCOMPATIBLE),
    Rule::If(
        |m| m.svr4 && m.strict,
        "strict mode is incompatible with SVR4 C mode",
    ),
    Rule::If(|m| m.svr4 && m.has_gnu(), INCOMPATIBLE),
    Rule::If(
        |m| (m.strict || m.k_and_r) && m.asks_for_gnu(),
        INCOMPATIBLE,
    ),
    Rule::If(|m| m.k_and_r && m.has_newer_c(), INCOMPATIBLE),
    Rule::If(
        |m| m.strict && m.k_and_r,
        "strict mode is incompatible with K&R mode",
    ),
    Rule::OnlyInCpp(
        &["anachronisms", "no_anachronisms"],
        "anachronism option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["suppress_vtbl", "force_vtbl"],
        "virtual function tables can only be suppressed when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["instantiate"],
        "instantiation mode option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["implicit_include", "no_implicit_include"],
        "implicit template inclusion mode can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["exceptions", "no_exceptions"],
        "exception handling option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["rtti", "no_rtti"],
        "RTTI option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["array_new_and_delete", "no_array_new_and_delete"],
        "array new and delete option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["explicit", "no_explicit"],
        "option \"explicit\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["namespaces", "no_namespaces"],
        "namespaces option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["wchar_t_keyword", "no_wchar_t_keyword"],
        "wchar_t keyword option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["bool", "no_bool"],
        "bool option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["special_subscript_cost", "no_special_subscript_cost"],
        "special_subscript_cost option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["typename", "no_typename"],
        "typename option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["implicit_typename", "no_implicit_typename"],
        "implicit typename option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["old_for_init", "new_for_init"],
        "option to control the for-init scope can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["for_init_diff_warning", "no_for_init_diff_warning"],
        "option to control warnings on for-init differences can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["guiding_decls", "no_guiding_decls"],
        "option \"guiding_decls\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["old_specializations", "no_old_specializations"],
        "option \"old_specializations\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &[
            "implicit_extern_c_type_conversion",
            "no_implicit_extern_c_type_conversion",
        ],
        "option \"implicit_extern_c_type_conversion\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["extern_inline", "no_extern_inline"],
        "option \"extern_inline\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["embedded_c++"],
        "option \"embedded_c++\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["enum_overloading", "no_enum_overloading"],
        "option \"enum_overloading\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &[
            "nonstd_qualifier_deduction",
            "no_nonstd_qualifier_deduction",
        ],
        "option \"nonstd_qualifier_deduction\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["nonstd_using_decl", "no_nonstd_using_decl"],
        "option \"nonstd_using_decl\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["class_name_injection", "no_class_name_injection"],
        "option \"class_name_injection\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["arg_dep_lookup", "no_arg_dep_lookup"],
        "option \"arg_dep_lookup\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["friend_injection", "no_friend_injection"],
        "option \"friend_injection\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["dep_name", "no_dep_name"],
        "option \"dep_name\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["parse_templates", "no_parse_templates"],
        "option \"parse_templates\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["ignore_std"],
        "option \"ignore_std\" can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["late_tiebreaker", "early_tiebreaker"],
        "late/early tiebreaker option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["pending_instantiations"],
        "pending instantiations option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["lambdas", "no_lambdas"],
        "lambdas option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["rvalue_refs", "no_rvalue_refs"],
        "rvalue references option can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["rvalue_ctor_is_copy_ctor", "rvalue_ctor_is_not_copy_ctor"],
        "option to control move constructors and move assignment operators can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["gen_move_operations", "no_gen_move_operations"],
        "option to control move operations can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["auto_type", "no_auto_type"],
        "option to control whether \"auto\" is a type specifier can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["auto_storage", "no_auto_storage"],
        "option to control whether \"auto\" is a storage class can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["nullptr", "no_nullptr"],
        "option to control the nullptr keyword can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["variadic_templates", "no_variadic_templates"],
        "variadic templates can be enabled only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["max_depth_constexpr_call", "max_cost_constexpr_call"],
        "maximum constexpr depth/count options can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["unrestricted_unions", "no_unrestricted_unions"],
        "unrestricted union options can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["relaxed_abstract_checking", "no_relaxed_abstract_checking"],
        "relaxed abstract class options can be used only when compiling C++",
    ),
    Rule::OnlyInCpp(
        &["type_traits_helpers", "no_type_traits_helpers"],
        "type traits helpers option can be used only when compiling C++",
    ),
    Rule::OnlyInC(
        &["extended_designators", "no_extended_designators"],
        "option \"extended_designators\" can be used only when compiling C",
    ),
    Rule::OnlyInC(
        &["compound_literals", "no_compound_literals"],
        "option \"compound_literals\" can be used only when compiling C",
    ),
    Rule::OnlyInC(
        &["c23_typeof", "no_c23_typeof"],
        "option \"c23_typeof\" can be used only when compiling C",
    ),
    Rule::OnlyInC(
        &["gcc89_inlining"],
        "option to enable GNU-C89-style inlining can be used only when compiling C",
    ),
    Rule::If(
        |m| !m.c && m.is_on("func_prototype_tags", "no_func_prototype_tags"),
        "function prototype tags can only be enabled when compiling C",
    ),
    Rule::If(
        |m| {
            m.strict
                && (m.is_on("anachronisms", "no_anachronisms")
                    || m.is_on("nonconst_ref_anachronism", "no_nonconst_ref_anachronism"))
        },
        "strict mode is incompatible with allowing anachronisms",
    ),
    Rule::If(
        |m| m.strict && m.is_on("long_preserving_rules", "no_long_preserving_rules"),
        "strict mode is incompatible with long preserving rules",
    ),
    Rule::If(
        |m| m.strict && m.is_given(&["ignore_std"]),
        "strict mode is incompatible with treating namespace std as an alias for the global namespace",
    ),
    Rule::If(
        |m| m.is_on("dep_name", "no_dep_name") && m.is_off("parse_templates", "no_parse_templates"),
        "option \"dep_name\" cannot be used with \"no_parse_templates\"",
    ),
    Rule::If(
        |m| {
            let newer = [
                Feature::Lambdas,
                Feature::VariadicTemplates,
                Feature::Cpp11Sfinae,
            ];
            !m.c && m.has_long_lifetimes()
                && (m.at_least(Standard::Cpp11) || newer.iter().any(|&f| m.has_feature(f)))
        },
        "long lifetime temporaries are incompatible with other requested newer language features",
    ),
    Rule::If(
        |m| m.is_off("auto_type", "no_auto_type") && m.is_off("auto_storage", "no_auto_storage"),
        "the type specifier and storage class specifier meanings of \"auto\" cannot both be disabled",
    ),
    Rule::If(
        |m| {
            m.is_on("utf8_char_literals", "no_utf8_char_literals")
                && m.is_off("uliterals", "no_uliterals")
        },
        "support for UTF-8 literals requires u-literal support.",
    ),
    Rule::If(
        |m| !m.has_gnu() && m.is_on("short_enums", "no_short_enums"),
        "the \"short_enums\" option is only valid in GNU C and GNU C++ modes",
    ),
    Rule::If(
        |m| !m.has_gnu() && m.is_given(&["report_gnu_extensions"]),
        "the \"report_gnu_extensions\" option is only valid in GNU C and GNU C++ modes",
    ),
    Rule::If(
        |m| !m.has_gnu() && m.is_on("nonstd_gnu_keywords", "no_nonstd_gnu_keywords"),
        "the \"nonstd_gnu_keywords\" option is only valid in GNU C and GNU C++ modes",
    ),
    Rule::If(
        |m| !m.at_least(Standard::Cpp11) && m.is_on("implicit_noexcept", "no_implicit_noexcept"),
        "\"--implicit_noexcept\" requires a mode that enables noexcept",
    ),
    Rule::If(
        |m| {
            m.is_on("rvalue_ctor_is_copy_ctor", "rvalue_ctor_is_not_copy_ctor")
                && m.is_on("gen_move_operations", "no_gen_move_operations")
        },
        "move operations cannot be generated when rvalue constructors are copy constructors",
    ),
    Rule::If(
        |m| !m.at_least(Standard::Cpp14) && m.is_given(&["building_runtime"]),
        "must specify C++14 mode when building runtime library",
    ),
    Rule::If(
        |m| m.at_least(Standard::Cpp14) && m.is_off("bool", "no_bool"),
        "enabling C++14-style constexpr requires support for \"bool\"",
    ),
];

/// Reports the first broken rule.
pub(crate) fn check(modes: &Modes) -> Result<(), Complaint> {
    if let Some(rule) = RULES.iter().find(|rule| rule.is_broken(modes)) {
        return Err(Complaint::Conflict(rule.message()));
    }
    // The reference's last check is an assertion, which Cleave turns into an error.
    if modes.at_least(Standard::Cpp11) && modes.is_off("namespaces", "no_namespaces") {
        return Err(Complaint::Unsupported("no_namespaces"));
    }
    Ok(())
}

/// Warns of each directory that was given both as an ordinary and as a system include directory.
pub(crate) fn warn_of_double_directories(invocation: &mut Invocation) {
    if invocation.diagnostics.threshold == Threshold::Errors {
        return;
    }
    let layout = invocation.layout();
    let preprocess = &invocation.preprocess;
    for directory in &preprocess.include_directories {
        if preprocess.system_include_directories.contains(directory) {
            let name = bytes::of(directory.as_os_str());
            let rest = b"\" was specified as both a system and non-system include directory -- the non-system entry will be ignored";
            let text = [b"\"", name, rest].concat();
            invocation
                .warnings
                .extend(layout.message("Command-line warning", &text));
        }
    }
}
