//! Identifiers that stand for something although nothing declares them.
//!
//! It must not know what they stand for: only that lookup's silence about them means nothing.

use crate::predefined;

/// Families of functions of the compiler's own, of either pass (reference: language, Built-in functions): whether a member of one
/// exists is not asked.
const FAMILIES: [&str; 18] = [
    "__atomic_",
    "__bmma_",
    "__builtin_",
    "__cxa_",
    "__dmma_",
    "__edg_",
    "__has_",
    "__hmma_",
    "__imma_",
    "__is_",
    "__match32_",
    "__match64_",
    "__mma_",
    "__nv_",
    "__nvvm_",
    "__reference_",
    "__sync_",
    "__wgmma_",
];

/// What belongs to no family.
const OTHERS: [&str; 19] = [
    "_IO_FILE",
    "_ZdaPv",
    "_ZdaPvm",
    "_ZdlPv",
    "_ZdlPvm",
    "_Znaj",
    "_Znam",
    "_Znwj",
    "_Znwm",
    "__FUNCTION__",
    "__PRETTY_FUNCTION__",
    "__cxxabiv1",
    "__cyg_profile_func_enter",
    "__cyg_profile_func_exit",
    "__fp16",
    "__func__",
    "__integer_pack",
    "__syncthreads",
    "__va_list_tag",
];

/// Whether the compiler may know this identifier without a declaration. All others that begin with an underscore are names like
/// any other: `__syncthread()` is as undefined as `syncthread()`.
pub fn is_implementation_name(name: &str) -> bool {
    name.starts_with('_')
        && (FAMILIES.iter().any(|family| name.starts_with(family))
            || OTHERS.binary_search(&name).is_ok()
            || predefined(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(FAMILIES.is_sorted() && OTHERS.is_sorted());
    }

    #[test]
    fn slips_are_not_the_compilers() {
        for name in ["__syncthread", "__LINE__", "_Foo", "__shfl", "threadIdx"] {
            assert!(!is_implementation_name(name), "{name}");
        }
        for name in [
            "__syncthreads",
            "__builtin_memcpy",
            "__func__",
            "__is_same",
            "_Znwm",
        ] {
            assert!(is_implementation_name(name), "{name}");
        }
    }
}
