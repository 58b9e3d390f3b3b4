//! The variables of the user's own code that only the device has, by name.

use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::DeclKind;
use cleave_names::{declarations, user_items};

use crate::space::{MemorySpace, tile};

/// The names of variables in a memory that the host does not reach: it has them only to hand them on. Sorted.
#[salsa::tracked(returns(deref))]
pub fn variables_out_of_reach(db: &dyn Db, file: SourceFile) -> Box<[String]> {
    let tile = tile(db, file);
    let mut out = Vec::new();
    for &item in user_items(db, file) {
        for decl in declarations(db, item).iter() {
            let space = MemorySpace::written(decl, tile);
            let variable = decl.kind == DeclKind::Variable && decl.function.is_none();
            if variable && !space.is_host() && !space.has(MemorySpace::MANAGED) {
                out.push(decl.name.clone());
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out.into()
}
