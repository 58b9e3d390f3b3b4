//! The name behind `p->~` ([basic.lookup.qual]/6, [expr.prim.id.dtor]): it is that of the type of the object.

use cleave_codes::codes;
use cleave_hir::{NameId, TypeId, TypeRef};

use crate::lookup::Found;
use crate::{Context, Fill, Site, Ty};

impl<'db> Context<'db> {
    /// Says so if the name of a destructor certainly means another type than that of the object.
    pub(super) fn check_destructor_name(&mut self, named: TypeId, of: Ty<'db>, site: Site<'db>) {
        let db = self.db;
        if of.is_unknown(db) || of.is_dependent(db) || self.is_substitution() {
            return;
        }
        let TypeRef::Path { path, .. } = &self.code[named] else {
            return;
        };
        // It is looked up in the class first, where the class's own name is found as well.
        if of.is_class(db) {
            let own = of.class_entity(db).and_then(|c| c.decl(db).key(db));
            let own = own.as_ref().and_then(|key| key.ident());
            let is_own = own.is_some() && path.name.ident() == own;
            if is_own || !matches!(self.lookup_member(of, &path.name), Found::Nothing) {
                return;
            }
        }
        let ty = crate::convert::quietly(self, |cx| cx.resolve_type(named));
        let ty = ty.unqualified(db);
        let known = !ty.is_unknown(db) && !ty.is_dependent(db) && !ty.has_auto(db);
        if known && ty != of && matches!(path.name, NameId::Ident(_)) && path.args.is_none() {
            let ty = Fill::Type(of);
            self.problem(codes::INVALID_DESTRUCTOR_NAME { ty }, site);
        }
    }
}
