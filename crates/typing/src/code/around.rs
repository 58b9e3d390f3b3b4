//! The declarations around a declaration, from the outermost class, and the levels of template parameters that they add.

use crate::{DeclRef, Entity};
use cleave_base_db::Db;
use cleave_hir::Decl;

/// The declarations from the outermost class around `decl` to itself, each with the number of the level of template arguments
/// that it adds, if it is a template.
pub(crate) fn chain<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Vec<(&'db Decl, Option<u32>)> {
    let chain = decls_around(db, decl).into_iter();
    chain.map(|(_, d, level)| (d, level)).collect()
}

/// The same with what each of them is.
pub(crate) fn decls_around<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
) -> Vec<(DeclRef<'db>, &'db Decl, Option<u32>)> {
    let Some((code, own)) = decl.in_code(db) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut at = Some((decl, own));
    while let Some((this, d)) = at {
        out.push((this, d));
        at = d
            .parent
            .map(|p| (DeclRef::at(db, decl.code(db), p), &code[p]));
    }
    out.reverse();
    let mut level = 0;
    let mut levels = Vec::new();
    for (this, d) in out {
        let own = d.heads.iter().filter(|h| !h.params.is_empty()).count() as u32;
        level += own;
        levels.push((this, d, (own > 0).then(|| level - 1)));
    }
    levels
}

/// How many levels of template parameters a declaration has, its own included.
pub fn template_depth<'db>(db: &'db dyn Db, entity: Entity<'db>) -> u32 {
    let Some((code, own)) = entity.decl(db).in_code(db) else {
        return 0;
    };
    let around = std::iter::successors(Some(own), |d| d.parent.map(|p| &code[p]));
    let heads = around.flat_map(|d| d.heads.iter());
    heads.filter(|h| !h.params.is_empty()).count() as u32
}
