//! Attributes that say nothing of whether something must be used. What others say of it is not known; some say that it need not.

use cleave_hir::Attr;

/// Attributes of other compilers and of the standard that are known to say nothing of it.
const OTHERS: [&str; 20] = [
    "alignas",
    "aligned",
    "always_inline",
    "asm",
    "cold",
    "const",
    "deprecated",
    "flatten",
    "hot",
    "mode",
    "noclone",
    "nocommon",
    "nodiscard",
    "noinline",
    "nonnull",
    "noreturn",
    "nothrow",
    "optimize",
    "pure",
    "warn_unused_result",
];

/// Whether something with these attributes is reported if nobody uses it.
pub(crate) fn allow_reports(all: &[Attr]) -> bool {
    all.iter().all(|a| {
        let name = a.name.as_str();
        OTHERS.contains(&name) || crate::cuda::attributes::known::find(name).is_some()
    })
}
