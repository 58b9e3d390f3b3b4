//! Functions of the host that are inline: calls of them by functions of both sides are reported where they stand, by observation.

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_names::decl::{Body, Spec};
use cleave_typing::function::canonical;
use cleave_typing::{Entity, display};

/// Whether a function is inline from its first declaration on ([dcl.inline], [class.mfct]/1, [class.friend]/6). Members of
/// class templates count where an instance calls them.
pub(crate) fn is_inline<'db>(db: &'db dyn Db, function: Entity<'db>, by_instance: bool) -> bool {
    let decl = canonical(db, function.decl(db));
    let Some(hir) = decl.hir(db) else {
        return false;
    };
    let DeclKind::Function(written) = &hir.kind else {
        return false;
    };
    let of_template = decl.parent_class(db).is_some_and(|class| {
        let class = Entity::new(db, class, None);
        display::template_depth(db, class) > 0
    });
    let own_template = hir.heads.iter().any(|h| !h.params.is_empty());
    if of_template && !own_template && !by_instance {
        return false;
    }
    let in_class = (hir.parent.is_some() || hir.spec.any(Spec::FRIEND))
        && matches!(written.body, Body::Block(_) | Body::Try(_));
    in_class || hir.spec.any(Spec::INLINE)
}
