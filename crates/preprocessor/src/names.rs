//! The names that the preprocessor itself gives a meaning: directives, built-in macros, operators in words. Knows nothing of what
//! they do.

use crate::intern::{Interner, Sym};

/// Every version has it.
const ALWAYS: u32 = 0;
/// Only clang has it.
const CLANG: u32 = u32::MAX;

/// The macros that are built in, in the order of their numbers, each with the first version of g++ that has it.
pub(crate) const BUILT_INS: [(&str, u32); 26] = [
    ("__LINE__", ALWAYS),
    ("__FILE__", ALWAYS),
    ("__BASE_FILE__", ALWAYS),
    ("__INCLUDE_LEVEL__", ALWAYS),
    ("__COUNTER__", ALWAYS),
    ("__DATE__", ALWAYS),
    ("__TIME__", ALWAYS),
    ("__TIMESTAMP__", ALWAYS),
    ("_Pragma", ALWAYS),
    ("__has_include", ALWAYS),
    ("__has_include_next", ALWAYS),
    ("__has_attribute", ALWAYS),
    ("__has_cpp_attribute", ALWAYS),
    ("__has_builtin", ALWAYS),
    ("__FILE_NAME__", ALWAYS),
    ("__has_c_attribute", ALWAYS),
    ("__has_feature", 14),
    ("__has_extension", 14),
    ("__building_module", CLANG),
    ("__has_warning", CLANG),
    ("__is_identifier", CLANG),
    ("__has_declspec_attribute", CLANG),
    ("__is_target_arch", CLANG),
    ("__is_target_vendor", CLANG),
    ("__is_target_os", CLANG),
    ("__is_target_environment", CLANG),
];

macro_rules! known {
    ($($field:ident $text:literal),* $(,)?) => {
        pub(crate) struct Known { $(pub(crate) $field: Sym,)* }
        impl Known {
            pub(crate) fn new(names: &mut Interner) -> Known {
                Known { $($field: names.intern($text.as_bytes()),)* }
            }
        }
    };
}

known! {
    defined "defined", va_args "__VA_ARGS__", va_opt "__VA_OPT__", yes "true",
    and "and", or "or", not "not", not_eq "not_eq", bitand "bitand", bitor "bitor", xor "xor", compl "compl",
    and_eq "and_eq", or_eq "or_eq", xor_eq "xor_eq",
    has_include "__has_include", has_include_next "__has_include_next",
}

impl Known {
    /// Whether a name is an operator of C++ in words ([lex.digraph]).
    pub(crate) fn is_operator(&self, s: Sym) -> bool {
        [
            self.and,
            self.or,
            self.not,
            self.not_eq,
            self.bitand,
            self.bitor,
            self.xor,
            self.compl,
            self.and_eq,
            self.or_eq,
            self.xor_eq,
        ]
        .contains(&s)
    }
}
