//! Structural types ([temp.param]/7): those that parameters of templates may have.

use cleave_base_db::Db;

use crate::{Ty, class};

/// Whether a class can be the type of a template parameter; `None` for what is no class, or not known.
pub(crate) fn is_structural<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<bool> {
    if !ty.is_class(db) || ty.is_dependent(db) {
        return None;
    }
    let mut all = vec![ty.unqualified(db)];
    let mut next = 0;
    while let Some(&class) = all.get(next) {
        next += 1;
        if all.len() > 1_000 {
            return None;
        }
        let info = class::class_info(db, class)?;
        let public = |access| access == cleave_hir::Access::Public;
        if info.bases.iter().any(|b| !public(b.access))
            || (info.fields.iter()).any(|f| !public(f.access) || f.is_mutable)
        {
            return Some(false);
        }
        let fields = info.fields.iter().map(|f| f.ty.innermost_element(db));
        for part in info.bases.iter().map(|b| b.ty).chain(fields) {
            let part = part.unqualified(db);
            if part.is_class(db) && !all.contains(&part) {
                all.push(part);
            }
        }
    }
    Some(true)
}
