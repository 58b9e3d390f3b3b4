//! What is compiled even if nothing in the file uses it.

use cleave_base_db::Db;
use cleave_cuda::annotations;
use cleave_hir::DeclKind;
use cleave_names::decl::Spec;
use cleave_typing::function::{canonical, redeclarations};
use cleave_typing::{DeclRef, Entity};

/// Whether a function is compiled even if nothing in the file uses it, and whether a variable is made.
pub fn is_root<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    let decl = entity.decl(db);
    let Some(hir) = decl.hir(db) else {
        return false;
    };
    let DeclKind::Function(_) = hir.kind else {
        return hir.parent.is_none();
    };
    if hir.parent.is_some() || decl.code(db).body.is_some() {
        return false;
    }
    if annotations(db, entity).is_kernel() {
        return true;
    }
    has_external_code(db, entity)
}

/// Whether a function has external linkage and is not inline ([basic.link], [dcl.inline]): its definition is code that nothing can
/// leave out.
pub fn has_external_code<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let decl = function.decl(db);
    let first = canonical(db, decl);
    let all = redeclarations(db, first);
    let is_member = |d: &DeclRef<'db>| d.parent_class(db).is_some();
    let inline = Spec::INLINE.with(Spec::CONSTEXPR).with(Spec::CONSTEVAL);
    // A static member function has no internal linkage.
    let hidden = match all.iter().chain([&first]).any(is_member) {
        true => inline,
        false => inline.with(Spec::STATIC),
    };
    let says = |d: &DeclRef<'db>| d.hir(db).is_some_and(|h| h.spec.any(hidden));
    let is_hidden = all.iter().chain([&first, &decl]).any(says);
    let is_internal = |d: DeclRef<'db>| d.code(db).scope(db).is_internal(db);
    !is_hidden && !is_internal(decl) && !is_internal(first)
}
