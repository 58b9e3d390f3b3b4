//! Literal operators with C language linkage ([over.literal]/6): none may have it.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::DeclKind;
use cleave_names::ItemId;
use cleave_names::decl::Special;

use crate::Problem;
use crate::linkage::language::is_in_c;
use crate::program::user_declarations;

/// The literal operators of an item that a linkage specification makes C functions. Templates are left alone.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    user_declarations(db, item)
        .filter(|(own, decl, _)| {
            let literal =
                matches!(&decl.kind, DeclKind::Function(f) if f.special == Special::Literal);
            literal && decl.heads.is_empty() && is_in_c(db, own.decl(db))
        })
        .map(|(_, _, site)| Problem::new(codes::LITERAL_OPERATOR_WITH_C_LINKAGE, site, Vec::new()))
        .collect()
}
