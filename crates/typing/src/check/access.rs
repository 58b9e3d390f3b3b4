//! Member access as far as substitution wants it ([class.access], [temp.deduct]/8): an inaccessible member is a failure there.
//! Of code in bodies data members and constructors are told of; what functions it may call is another rule's business.

use cleave_hir::{Access, DeclKind};
use cleave_names::decl::Spec;

use crate::convert::is_base_of;
use crate::{Context, DeclRef, Entity, Fill, Site, Ty, TyKind};

/// How deep classes and closures nest, at most.
const NESTING: u32 = 64;

impl<'db> Context<'db> {
    /// Notes a failure if a member is certainly not accessible from here.
    pub(crate) fn check_access(&mut self, member: Entity<'db>, site: Site<'db>) {
        if self.is_inaccessible(member) {
            self.problem(0, site, Vec::new());
        }
    }

    /// Says so if a data member that was found in `class` is certainly not accessible from here.
    pub(crate) fn check_data_access(
        &mut self,
        member: Entity<'db>,
        class: Option<Ty<'db>>,
        site: Site<'db>,
    ) {
        let db = self.db;
        if !self.is_inaccessible(member) {
            return;
        }
        // What a using-declaration names has the access of that ([namespace.udecl]/19).
        let own = member.decl(db).parent_class(db);
        let named = class.and_then(|c| c.unqualified(db).class_entity(db));
        let named = named.and_then(|e| crate::class::specialization::specialization(db, e));
        let direct = named.is_none_or(|e| Some(e.decl(db)) == own);
        match direct && self.tells_access() {
            true => self.problem(265, site, vec![Fill::DeclaredMember(member)]),
            false => self.problem(0, site, Vec::new()),
        }
    }

    /// Whether access is told of: templates are checked when they are instantiated, which has to do with substitution alone here.
    fn tells_access(&self) -> bool {
        !self.is_instantiation() && !self.in_template() && !self.is_substitution()
    }

    /// Says so if a constructor is certainly not accessible from here.
    pub(crate) fn check_constructor_access(&mut self, constructor: Entity<'db>, site: Site<'db>) {
        if !self.is_inaccessible(constructor) {
            return;
        }
        match self.tells_access() {
            true => self.problem(330, site, vec![Fill::DeclaredSignature(constructor)]),
            false => self.problem(0, site, Vec::new()),
        }
    }

    fn is_inaccessible(&self, member: Entity<'db>) -> bool {
        let db = self.db;
        let Some(decl) = member.hir(db) else {
            return false;
        };
        if decl.access == Access::Public || decl.parent.is_none() {
            return false;
        }
        let Some(class) = member.decl(db).parent_class(db) else {
            return false;
        };
        // Friends are not followed: a class with one may let anybody in.
        if has_friends(db, class) {
            return false;
        }
        let mut at = Some(self.owner);
        for _ in 0..NESTING {
            let Some(owner) = at else { break };
            if let Some(closure) = owner.decl(db).closure(db) {
                at = Some(closure.owner);
                continue;
            }
            // Of a specialisation the declaration that was chosen, which is where its members are.
            let mut around = owner.decl(db).parent_class(db).or_else(|| {
                let class = crate::function::class_of(db, owner)?.class_entity(db)?;
                Some(crate::class::specialization::specialization(db, class)?.decl(db))
            });
            if matches!(owner.kind(db), Some(DeclKind::Class(_))) {
                around = Some(owner.decl(db));
            }
            let mut steps = 0;
            while let Some(inner) = around {
                // One that is defined outside of the class it belongs to was declared there.
                let first = crate::function::canonical(db, inner);
                if inner == class
                    || first == class
                    || self.derives(inner, owner, member, decl.access)
                {
                    return false;
                }
                around = inner.parent_class(db).or_else(|| first.parent_class(db));
                steps += 1;
                if steps > NESTING {
                    return false;
                }
            }
            // A local class or block-scope declaration has the access of what is around it.
            if owner.decl(db).code(db).body.is_some() {
                return false;
            }
            at = None;
        }
        if let Some(this) = self.this
            && this
                .class_entity(db)
                .and_then(|e| crate::class::specialization::specialization(db, e))
                .is_some_and(|e| e.decl(db) == class)
        {
            return false;
        }
        true
    }

    /// Whether a protected member may be named in a derived class.
    fn derives(
        &self,
        inner: DeclRef<'db>,
        owner: Entity<'db>,
        member: Entity<'db>,
        access: Access,
    ) -> bool {
        let db = self.db;
        if access != Access::Protected {
            return false;
        }
        let derived = Ty::of(db, TyKind::Class(Entity::new(db, inner, owner.env(db))));
        match crate::function::class_of(db, member) {
            Some(base) => {
                is_base_of(db, base, derived)
                    || derived.is_dependent(db)
                    || crate::class::class_info(db, derived).is_none()
                    || self.this.is_some_and(|t| is_base_of(db, base, t))
            }
            None => true,
        }
    }
}

fn has_friends<'db>(db: &'db dyn cleave_base_db::Db, class: DeclRef<'db>) -> bool {
    let Some(code) = class.code(db).code(db) else {
        return true;
    };
    let Some(DeclKind::Class(c)) = class.hir(db).map(|d| &d.kind) else {
        return true;
    };
    c.members
        .iter()
        .any(|&m| matches!(code[m].kind, DeclKind::FriendType(_)) || code[m].spec.any(Spec::FRIEND))
}
