//! Members of dependent classes that are types, named without `typename` ([temp.res.general]/3 to /5).

use cleave_codes::codes;
use cleave_hir::{Path, TypeId, TypeRef};
use cleave_syntax::Standard;

use crate::class::members::members;
use crate::code::params::full_env;
use crate::convert::quietly;
use crate::function::redeclared::{primary, redeclarations};
use crate::lookup::qualified::Scope;
use crate::lookup::same::is_type;
use crate::{Context, DeclRef, Entity, Fill, NameKey, Problem, Site};

impl<'db> Context<'db> {
    /// Says so of `A<T>::type` where the primary template has a type of that name and may be specialised without one.
    pub(super) fn check_typename(&mut self, path: &Path, site: Site<'db>) {
        self.check_template(path, site);
        // Since C++20 it may be left out where only a type can stand. That is not so in a template argument.
        let standard = self.code_ref.item.file(self.db).dialect(self.db).standard;
        if standard < Standard::Cpp20 || self.modes.in_argument {
            self.require_typename(path, site);
        }
    }

    /// The same of the type of a variable in a block, or of a parameter of a function that is no member: there it may not be left
    /// out in C++20 either.
    pub(crate) fn check_declared_typename(&mut self, ty: TypeId) {
        let standard = self.code_ref.item.file(self.db).dialect(self.db).standard;
        let mut at = ty;
        let path = loop {
            match &self.code[at] {
                TypeRef::Qualified(_, t)
                | TypeRef::Pointer(t)
                | TypeRef::LvalueReference(t)
                | TypeRef::RvalueReference(t)
                | TypeRef::Pack(t)
                | TypeRef::Attributed(t, _)
                | TypeRef::Array { element: t, .. } => at = *t,
                TypeRef::Path {
                    path,
                    elaborated: None,
                    typename: false,
                } if standard >= Standard::Cpp20 && !path.qualifiers.is_empty() => break path,
                _ => return,
            }
        };
        let site = self.type_site(at);
        self.require_typename(path, site);
    }

    /// Says so of `A<T>::name<U>` where the primary template has a template of that name ([temp.names]/5). Whether `template` stands
    /// before the name, whoever reports it sees.
    fn check_template(&mut self, path: &Path, site: Site<'db>) {
        let db = self.db;
        if path.args.is_none() {
            return;
        }
        let Some((member, name)) = self.of_dependent_class(path) else {
            return;
        };
        let (code, fill) = (codes::NONTYPE_NOT_A_TEMPLATE, Fill::Kind("nontype", name));
        if member.is_template(db) {
            let problem = Problem::new((code, vec![fill]), site);
            self.warnings.push(problem);
        }
    }

    /// The type that a name means as a member of the primary template of a dependent class, which may be specialised without it, and
    /// what messages call it.
    fn of_dependent_class(&mut self, path: &Path) -> Option<(Entity<'db>, Box<str>)> {
        let db = self.db;
        let is_instance = (path.qualifiers.last()).is_some_and(|q| q.args.is_some());
        if !is_instance || !self.is_users_own() {
            return None;
        }
        let key = NameKey::of(&path.name)?;
        let Scope::Type(ty) = quietly(self, |cx| cx.scope_of(path)) else {
            return None;
        };
        let class = ty.class_entity(db).filter(|_| ty.is_dependent(db))?;
        if class.own_args(db).is_none() || self.is_of_class(class.decl(db)) {
            return None;
        }
        let definition = (redeclarations(db, class.decl(db)).iter().copied())
            .find(|d| d.class(db).is_some_and(|c| c.defined))?;
        let found = members(db, definition).get(&key);
        let &member = found.first().filter(|d| is_type(db, **d))?;
        let member = Entity::new(db, member, full_env(db, definition, class.env(db)));
        let name = crate::display::member_within(db, member, self.owner);
        Some((member, name.into()))
    }

    fn require_typename(&mut self, path: &Path, site: Site<'db>) {
        if path.args.is_some() {
            return;
        }
        let Some((_, name)) = self.of_dependent_class(path) else {
            return;
        };
        self.problems.push(
            Problem::new(
                codes::TYPENAME_MISSING {
                    entity: Fill::Kind("nontype", name),
                },
                site,
            )
            .at(crate::At::First),
        );
    }

    /// Whether the code at hand is that of a class template, or of a member of one: its own name is the current instantiation.
    fn is_of_class(&self, class: DeclRef<'db>) -> bool {
        let db = self.db;
        let owner = self.owner.decl(db);
        let around = std::iter::successors(Some(owner), |d| d.parent(db));
        let of = crate::function::class_of(db, self.owner).and_then(|c| c.class_entity(db));
        let outer = of.map(|c| c.decl(db));
        let outer = std::iter::successors(outer, |d| d.parent(db));
        around.chain(outer).any(|d| {
            let first = crate::function::canonical(db, d);
            first == class || primary(db, d) == Some(class)
        })
    }
}
