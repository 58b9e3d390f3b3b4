//! Types that a class inherits from its bases ([class.member.lookup]), asked for by the place of the class: a member that the class
//! itself declares by the same name hides them.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, item_hir};
use cleave_names::{ItemId, Word};

use crate::lookup::Found;
use crate::lookup::members::{MemberSet, in_bases};
use crate::lookup::namespaces::is_type;
use crate::lookup::unqualified::self_type;
use crate::{CodeRef, DeclRef, NameKey, Site, depth, program};

/// Whether the class that an item names at a token has a base with a member type called `name`, dependent bases left aside.
#[salsa::tracked(returns(copy))]
pub fn inherits_type<'db>(db: &'db dyn Db, item: ItemId<'db>, at: u32, name: Word<'db>) -> bool {
    let code = CodeRef { item, body: None };
    let named = |index| program::place(db, Site::declaration(code, index)).map(|p| p.1);
    let class = item_hir(db, item).code.decls.iter().find_map(|(id, decl)| {
        let is_it =
            matches!(decl.kind, DeclKind::Class(_)) && named(u32::from(id.into_raw())) == Some(at);
        is_it.then(|| DeclRef::at(db, code, id))
    });
    let Some(ty) =
        class.and_then(|decl| depth::outermost(db, || None, || self_type(db, decl, None)))
    else {
        return false;
    };
    let key = NameKey::Ident(cleave_hir::Name::new(name.text(db)));
    let unknown = MemberSet::unknown;
    let find = || in_bases(db, ty, &key, true, false);
    match depth::outermost(db, unknown, find).found() {
        Found::Type(_) => true,
        Found::Entities { set, .. } => set.iter().any(|e| is_type(db, e.decl(db))),
        _ => false,
    }
}
