//! The names that the preprocessor itself gives a meaning: directives, built-in macros, operators in words. Knows nothing of what
//! they do.

use crate::intern::{Interner, Sym};

/// The macros that are built in, in the order of their numbers.
pub(crate) const BUILT_INS: [&str; 16] = [
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
    has_include "__has_include", has_include_next "__has_include_next",
    has_attribute "__has_attribute", has_cpp_attribute "__has_cpp_attribute", has_builtin "__has_builtin",
}
