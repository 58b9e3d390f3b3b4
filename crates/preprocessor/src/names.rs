//! The names that the preprocessor itself gives a meaning: directives, built-in macros, operators in words. Knows nothing of what
//! they do.

use crate::intern::{Interner, Sym};

/// The macros that are built in, in the order of their numbers.
pub(crate) const BUILT_INS: [&str; 26] = [
    "__LINE__",
    "__FILE__",
    "__BASE_FILE__",
    "__INCLUDE_LEVEL__",
    "__COUNTER__",
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "_Pragma",
    "__has_include",
    "__has_include_next",
    "__has_attribute",
    "__has_cpp_attribute",
    "__has_builtin",
    "__FILE_NAME__",
    "__has_c_attribute",
    "__has_feature",
    "__has_extension",
    "__building_module",
    "__has_warning",
    "__is_identifier",
    "__has_declspec_attribute",
    "__is_target_arch",
    "__is_target_vendor",
    "__is_target_os",
    "__is_target_environment",
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
