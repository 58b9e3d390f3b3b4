//! The name behind `p->~` ([basic.lookup.qual]/6, [expr.prim.id.dtor]): it is that of the type of the object.

use cleave_codes::codes;
use cleave_hir::{NameId, Path, TypeId, TypeRef};

use crate::lookup::Found;
use crate::lookup::qualified::Scope;
use crate::{Context, Fill, Site, Ty, thir};

impl<'db> Context<'db> {
    /// `A::~A()` where no object is meant ([expr.prim.id.general]/3).
    pub(in crate::check) fn destructor_without_object(
        &mut self,
        path: &Path,
        site: Site<'db>,
    ) -> Option<thir::ExprId> {
        let NameId::Destructor(_) = path.name else {
            return None;
        };
        let plain = path.qualifiers.iter().all(|q| q.args.is_none());
        if path.is_unqualified() || !plain || self.scopes.this.is_some() || self.is_substitution() {
            return None;
        }
        let db = self.db;
        let Scope::Type(of) = crate::convert::quietly(self, |cx| cx.scope_of(path)) else {
            return None;
        };
        let class = of.class_entity(db).filter(|c| c.env(db).is_none())?;
        crate::class::class_info(db, of)?;
        if !self.is_instantiation() {
            return Some(self.reject(codes::NONSTATIC_MEMBER_WITHOUT_OBJECT, site));
        }
        let NameId::Destructor(ty) = path.name else {
            return None;
        };
        let TypeRef::Path { path, .. } = &self.code[ty] else {
            return None;
        };
        let word = path.name.ident().filter(|_| path.is_unqualified())?;
        let message = codes::NO_SUCH_MEMBER {
            class: Fill::Entity(class),
            name: Fill::Name(format!("~{}", word.as_str()).into()),
        };
        (word.as_str() != class.decl(db).ident(db)).then(|| self.reject(message, site))
    }

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
            if is_own {
                return;
            }
            match self.lookup_member(of, &path.name) {
                Found::Nothing => {}
                // The name of a base.
                Found::Type(ty)
                    if path.args.is_none()
                        && path.is_unqualified()
                        && crate::convert::is_base_of(db, ty.unqualified(db), of)
                        && !self.is_instantiation() =>
                {
                    let ty = Fill::Type(of);
                    return self.problem(codes::INVALID_DESTRUCTOR_NAME { ty }, site);
                }
                _ => return,
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
