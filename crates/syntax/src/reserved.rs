//! Identifiers that stand for something although nothing declares them.
//!
//! It must not know what they stand for: only that lookup's silence about them means nothing.

use crate::predefined;

/// Families of functions of the compiler's own, of either pass (reference: language, Built-in functions): whether a member of one
/// exists is not asked.
const FAMILIES: [&str; 14] = [
    "__bmma_",
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
    "__nvvm_",
    "__reference_",
    "__wgmma_",
];

/// Families whose members are known, in either pass: what they begin with, what follows, and the sizes that may end their names.
const ATOMIC: [(&str, &str, &[&str]); 2] = [
    (
        "__atomic_",
        "add_fetch always_lock_free and_fetch clear compare_exchange exchange feraiseexcept fetch_add fetch_and fetch_nand \
         fetch_or fetch_sub fetch_xor is_lock_free load nand_fetch or_fetch signal_fence store sub_fetch test_and_set \
         thread_fence xor_fetch",
        &["n", "1", "2", "4", "8", "16"],
    ),
    (
        "__sync_",
        "add_and_fetch and_and_fetch bool_compare_and_swap fetch_and_add fetch_and_and fetch_and_nand fetch_and_or \
         fetch_and_sub fetch_and_xor lock_release lock_test_and_set nand_and_fetch or_and_fetch sub_and_fetch synchronize \
         val_compare_and_swap xor_and_fetch",
        &["1", "2", "4", "8", "16"],
    ),
];

/// Whether a name is one of GNU's atomic functions (GCC's manual, `__atomic` and `__sync` builtins), or one of those that CUDA's
/// headers are made of.
pub fn is_atomic_or_nv(name: &str) -> bool {
    if let Some(stem) = name.strip_prefix("__nv_") {
        return stem.ends_with("_impl")
            || stem.starts_with("atomic_")
            || stem.starts_with("is_extended_")
            || stem == "tex_surf_handler";
    }
    let mut rows = ATOMIC.iter();
    let found = rows.find_map(|row| Some((name.strip_prefix(row.0)?, row)));
    found.is_some_and(|(stem, (_, stems, sizes))| {
        let plain = match stem.rsplit_once('_') {
            Some((plain, size)) if sizes.contains(&size) => plain,
            _ => stem,
        };
        is_listed(stems, stem) || is_listed(stems, plain)
    })
}

/// The names behind `__builtin_` that the reference knows in either pass, as it stands in for g++ 7 to 15, those of processors
/// left out.
const BUILTINS: &str = include_str!("builtin_names.txt");

/// Those among them that it knows only as it stands in for clang, in both passes.
const BUILTINS_OF_CLANG: &str = include_str!("builtin_names_clang.txt");

/// Processors whose builtins are not listed.
const PROCESSORS: [&str; 7] = [
    "aarch64_", "altivec_", "ia32_", "neon_", "sme_", "sve_", "vsx_",
];

/// Whether a name is that of one of the compiler's builtin functions, `__builtin_` and more.
pub fn is_builtin(name: &str) -> bool {
    name.strip_prefix("__builtin_").is_some_and(|short| {
        PROCESSORS.iter().any(|p| short.starts_with(p))
            || is_listed(BUILTINS, short)
            || is_listed(BUILTINS_OF_CLANG, short)
    })
}

/// Whether a name can only be that of a function of the compiler's own: `__integer_pack(T(n))` declares nothing.
pub(crate) fn is_builtin_function(name: &str) -> bool {
    name == INTEGER_PACK || is_builtin(name)
}

/// Gives its operand's number of integers in an expansion ([intseq.make], in libstdc++).
const INTEGER_PACK: &str = "__integer_pack";

/// Type traits that the reference knows only as it stands in for clang, in both passes.
const TRAITS_OF_CLANG: [&str; 12] = [
    "__array_extent",
    "__is_arithmetic",
    "__is_complete_type",
    "__is_compound",
    "__is_floating_point",
    "__is_fundamental",
    "__is_integral",
    "__is_literal",
    "__is_lvalue_reference",
    "__is_referenceable",
    "__is_rvalue_reference",
    "__is_scalar",
];

/// Whether a name is that of a builtin function or type trait that only clang has.
pub fn is_of_clang(name: &str) -> bool {
    TRAITS_OF_CLANG.binary_search(&name).is_ok()
        || (name.strip_prefix("__builtin_"))
            .is_some_and(|short| is_listed(BUILTINS_OF_CLANG, short))
}

fn is_listed(names: &str, name: &str) -> bool {
    names.split_ascii_whitespace().any(|known| known == name)
}

/// What belongs to no family.
const OTHERS: [&str; 18] = [
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
    "__func__",
    INTEGER_PACK,
    "__syncthreads",
    "__va_list_tag",
];

/// Whether the compiler may know this identifier without a declaration. All others that begin with an underscore are names like
/// any other: `__syncthread()` is as undefined as `syncthread()`.
pub fn is_implementation_name(name: &str) -> bool {
    name.starts_with('_')
        && (is_builtin(name)
            || is_atomic_or_nv(name)
            || FAMILIES.iter().any(|family| name.starts_with(family))
            || OTHERS.binary_search(&name).is_ok()
            || predefined(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(FAMILIES.is_sorted() && OTHERS.is_sorted() && TRAITS_OF_CLANG.is_sorted());
    }

    #[test]
    fn slips_are_not_the_compilers() {
        for name in [
            "__builtin_memcopy",
            "__syncthread",
            "__LINE__",
            "_Foo",
            "__shfl",
            "threadIdx",
        ] {
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
