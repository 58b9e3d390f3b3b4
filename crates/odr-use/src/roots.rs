//! What is compiled even if nothing in the file uses it.

use cleave_base_db::Db;
use cleave_cuda::annotations;
use cleave_hir::DeclKind;
use cleave_names::ScopePath;
use cleave_names::decl::Spec;
use cleave_typing::Entity;
use cleave_typing::function::{canonical, redeclarations};

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
    let all = redeclarations(db, canonical(db, decl));
    let hidden = Spec::STATIC
        .with(Spec::INLINE)
        .with(Spec::CONSTEXPR)
        .with(Spec::CONSTEVAL);
    let local = all.iter().any(|d| {
        // A static member function has no internal linkage.
        let member = d.hir(db).is_some_and(|d| d.parent.is_some());
        d.hir(db).is_some_and(|d| {
            let mut hidden = hidden;
            if member {
                hidden = Spec::INLINE.with(Spec::CONSTEXPR).with(Spec::CONSTEVAL);
            }
            d.spec.any(hidden)
        })
    });
    let unnamed = |scope: ScopePath<'db>| scope.path(db).iter().any(|p| p.name(db).is_empty());
    !local && !unnamed(decl.code(db).scope(db))
}
