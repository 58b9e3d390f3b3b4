//! What is said of a type's name that names nothing, or something else than its form asks for ([dcl.type.simple], [dcl.type.elab]).
//! How the name is looked up is not known here.

use cleave_codes::codes;
use cleave_hir::{ClassKey, DeclKind, Path, TypeId, TypeRef};

use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::{Context, Entity, NameKey, Ty, TyKind};

impl<'db> Context<'db> {
    /// What is said of `typename T::x` where `T` is neither a class nor a namespace.
    pub(super) fn unqualified_typename(&self, id: TypeId) -> Option<crate::Problem<'db>> {
        if self.is_base(id) {
            return None;
        }
        let site = self.type_site(id);
        let problem = || crate::Problem::new(codes::QUALIFIED_NAME_REQUIRED, site);
        match &self.code[id] {
            TypeRef::Path { typename: true, .. } => Some(problem().at(crate::At::Nth(1))),
            _ => None,
        }
    }

    /// What is said of a name in a scope that a template's parameter turned out to be, which has no members.
    pub(super) fn no_scope(&self, id: TypeId, scope: Ty<'db>) -> Option<crate::Problem<'db>> {
        let is_scalar = matches!(
            scope.kind(self.db),
            TyKind::Builtin(_)
                | TyKind::Pointer(_)
                | TyKind::LvalueReference(_)
                | TyKind::RvalueReference(_)
                | TyKind::Array(..)
                | TyKind::Function(_)
                | TyKind::MemberPointer { .. }
        );
        if !is_scalar || self.is_dependent_place() {
            return None;
        }
        match self.is_base(id) {
            true => {
                let site = self.type_site(id);
                Some(crate::Problem::new(codes::NOT_A_CLASS_NAME, site).at(crate::At::First))
            }
            false => self.unqualified_typename(id),
        }
    }

    /// An alias after a class key ([dcl.type.elab]/2). In another scope it hides nothing.
    pub(super) fn elaborated_alias(
        &mut self,
        id: TypeId,
        path: &Path,
        key: &NameKey,
    ) -> Option<crate::Problem<'db>> {
        let db = self.db;
        if !self.is_users_own() || !path.is_unqualified() {
            return None;
        }
        let Found::Entities { set, .. } = self.lookup_key(key, Want::Any) else {
            return None;
        };
        let [alias] = set[..] else { return None };
        matches!(alias.kind(db), Some(DeclKind::Alias(_))).then(|| {
            crate::Problem::new(
                codes::ALIAS_AFTER_CLASS_KEY {
                    alias: crate::Fill::Kind("", crate::display::qualified_name(db, alias).into()),
                },
                self.type_site(id),
            )
        })
    }

    /// A class by the key of a union, or the other way round ([dcl.type.elab]/7).
    pub(super) fn other_key(&self, id: TypeId, found: &Found<'db>) -> Option<crate::Problem<'db>> {
        let db = self.db;
        if !self.is_users_own() {
            return None;
        }
        let Found::Entities { set, .. } = found else {
            return None;
        };
        let [class] = set[..] else { return None };
        let TypeRef::Path {
            elaborated: Some(key),
            ..
        } = &self.code[id]
        else {
            return None;
        };
        let declared = match class.kind(db) {
            Some(DeclKind::Class(c)) => c.key,
            Some(DeclKind::Enum(_)) => ClassKey::Enum,
            Some(_) => return None,
            None => class.decl(db).elaborated_key(db)?,
        };
        let union = |key: ClassKey| key == ClassKey::Union;
        let words = |key: ClassKey| match key {
            ClassKey::Enum => "enum",
            ClassKey::Union => "union",
            _ => "class or struct",
        };
        let kind = words(*key);
        if kind == words(declared) {
            return None;
        }
        let entity = match class.kind(db) {
            Some(_) => crate::Fill::Declared(class),
            None => {
                let decl = class.decl(db);
                let at = decl.site(db);
                let kind = match union(declared) {
                    true => "union",
                    false => "class",
                };
                crate::Fill::Local(kind, decl.ident(db).into(), Some(at))
            }
        };
        let kind = crate::Fill::Text(kind.into());
        let site = self.type_site(id);
        Some(crate::Problem::new(
            codes::TAG_KIND_MISMATCH { kind, entity },
            site,
        ))
    }

    /// The words for a scope without a name, where a class or an enumeration alone is looked for ([basic.lookup.elab], [class.derived]).
    pub(super) fn of_class(
        &self,
        mut problem: crate::Problem<'db>,
        id: TypeId,
        elaborated: bool,
    ) -> crate::Problem<'db> {
        let of_member = problem.code == codes::NO_SUCH_MEMBER;
        if of_member || problem.code == codes::NO_SUCH_GLOBAL_NAME {
            problem.code = match (elaborated, of_member) {
                (true, true) => codes::NO_SUCH_TAG_IN_NAMESPACE,
                (true, false) => codes::NO_SUCH_GLOBAL_TAG,
                (false, _) if !self.is_base(id) => problem.code,
                (false, true) => codes::NO_SUCH_CLASS_MEMBER,
                (false, false) => codes::NO_SUCH_GLOBAL_CLASS,
            };
        }
        problem
    }

    /// The class or alias template whose name without arguments was found where it is no placeholder for a deduced type
    /// ([dcl.type.class.deduct]). Only of what the user wrote is that certain.
    pub(super) fn lacks_arguments(
        &mut self,
        found: &Found<'db>,
        path: &Path,
        elaborated: bool,
    ) -> Option<Entity<'db>> {
        let db = self.db;
        let Found::Entities { set, .. } = found else {
            return None;
        };
        let [only] = set[..] else { return None };
        if path.args.is_some() || !self.is_users_own() || !only.is_template(db) {
            return None;
        }
        let is_tag = matches!(only.kind(db)?, DeclKind::Class(_) | DeclKind::Alias(_));
        // `template <class T> friend struct A;` declares one.
        let declares = self
            .owner
            .hir(db)
            .is_some_and(|d| matches!(d.kind, DeclKind::FriendType(_)) && !d.heads.is_empty());
        if elaborated && declares {
            return None;
        }
        // Behind a class key nothing is deduced.
        let is_deduced =
            !elaborated && self.may_be_placeholder(only) && !self.modes.without_deduction;
        // As a template argument it may stand for the template itself.
        let certain = is_tag && !is_deduced && !self.modes.in_argument;
        (certain && self.injected(only).is_none()).then_some(only)
    }
}
