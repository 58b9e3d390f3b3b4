//! Which functions are certainly compiled for the device: others are left out unless something calls them.

use cleave_names::decl::{DeclKind, Spec};

use crate::engine::source::Source;

/// Whether what is reported at the end of the program stands in a function that is certainly compiled for the device: others are left
/// out unless something calls them.
pub(crate) fn is_emitted(s: &Source<'_>, at: u32) -> bool {
    let Some((index, decl)) = s
        .decls
        .iter()
        .enumerate()
        .filter(|(_, d)| d.kind == DeclKind::Function && d.tokens.contains(at))
        .min_by_key(|(_, d)| d.tokens.end - d.tokens.start)
    else {
        return false;
    };
    let space = s.merged(index).space;
    let mut scopes = s.item.scope(s.db).path(s.db).into_iter();
    let hidden = scopes.any(|p| p.name(s.db).is_empty());
    let kernel = space.is_kernel();
    let local = decl.spec.any(
        Spec::STATIC
            .with(Spec::INLINE)
            .with(Spec::CONSTEXPR)
            .with(Spec::CONSTEVAL),
    );
    decl.heads.is_empty()
        && decl.parent.is_none()
        && (kernel || !local && !hidden)
        && !decl.is_specialization()
}
