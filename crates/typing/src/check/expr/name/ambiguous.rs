//! Members that several bases have, and bases that a class has several times ([class.member.lookup], [conv.ptr]).

use cleave_codes::codes;
use cleave_hir::{DeclKind, Path};
use cleave_names::decl::Spec;

use crate::convert::{BaseSearch, base_search};
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::qualified::{Scope, spelled};
use crate::thir::ExprId;
use crate::{At, Context, Entity, Fill, NameKey, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// A name that means several things; a member's is reported with the class that it was looked up in.
    pub(crate) fn ambiguous_name(&mut self, path: &Path, object: Option<ExprId>, site: Site<'db>) {
        let db = self.db;
        let Some(name) = path.name.ident() else {
            return;
        };
        let class = match (object, path.is_unqualified()) {
            (Some(object), true) => Some(self.ty(object)),
            (None, true) => self.scopes.this.filter(|this| {
                let found = crate::convert::quietly(self, |cx| {
                    cx.lookup_member(this.unqualified(db), &path.name)
                });
                found != Found::Nothing
            }),
            (_, false) => match crate::convert::quietly(self, |cx| cx.scope_of(path)) {
                Scope::Type(ty) => Some(ty),
                _ => None,
            },
        };
        let name = match class {
            Some(class) => {
                let class = crate::display::type_text(db, class.unqualified(db));
                format!("{class}::{}", name.as_str())
            }
            None => self.namespace_of_ambiguous(path) + name.as_str(),
        };
        self.problem(
            codes::AMBIGUOUS_NAME {
                name: Fill::Name(name.into()),
            },
            site,
        );
    }

    /// The namespace around in which the meanings of a name meet, as it stands in front of the name.
    fn namespace_of_ambiguous(&mut self, path: &Path) -> String {
        let Some(key) = NameKey::of(&path.name).filter(|_| path.is_unqualified()) else {
            return String::new();
        };
        let own = self.code_ref.scope(self.db);
        for namespace in std::iter::successors(Some(own), |s| s.parent(self.db)) {
            let found = self.lookup_key_in(&Scope::Namespace(namespace), &key, Want::Any);
            if found == Found::Ambiguous && namespace.parent(self.db).is_some() {
                return format!("{}::", spelled(self.db, namespace));
            }
        }
        String::new()
    }

    /// Whether non-static members of a class are named through an object that has several subobjects of it.
    pub(crate) fn is_in_several(
        &self,
        set: &[Entity<'db>],
        class: Option<Ty<'db>>,
        object: Option<ExprId>,
    ) -> bool {
        let db = self.db;
        let around = object.map(|o| self.ty(o)).or(self.scopes.this);
        let (Some(class), Some(around)) = (class, around) else {
            return false;
        };
        let needs_object = |e: &Entity<'db>| {
            e.hir(db).is_some_and(|d| {
                matches!(d.kind, DeclKind::Variable(_) | DeclKind::Function(_))
                    && d.parent.is_some()
                    && !d
                        .spec
                        .any(Spec::STATIC.with(Spec::CONSTEXPR).with(Spec::FRIEND))
            })
        };
        !self.modes.unevaluated
            && set.iter().all(needs_object)
            && base_search(db, around, class) == BaseSearch::Ambiguous
    }

    /// Says so if a class has several of the bases that an expression of it is to be converted to.
    pub(crate) fn check_base(&mut self, e: ExprId, derived: Ty<'db>, base: Ty<'db>) {
        if base_search(self.db, derived, base) != BaseSearch::Ambiguous {
            return;
        }
        let at = self.start_of(e);
        self.problems.push(
            Problem::new(
                codes::AMBIGUOUS_BASE_CLASS {
                    base: Fill::Type(base.unqualified(self.db)),
                },
                at,
            )
            .at(At::First),
        );
    }
}
