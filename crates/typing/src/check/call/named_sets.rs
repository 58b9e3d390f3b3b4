//! What messages call a set of overloaded functions. By observation: the reference names a set by the scope that lookup found it in, not
//! by the one that its functions are declared in: `E::f` for `using A::f` in `E`, `f` for one of a block, `D::f` for a member that
//! `D` inherits. Knows nothing of why no function of the set can be called.

use cleave_hir::{Expr as H, ExprId, NameId, Path};

use crate::convert::quietly;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::qualified::{Scope, spelled};
use crate::{Context, Declared, Entity, Fill, Site, Ty, display, function};

const KIND: &str = "overloaded function";

impl<'db> Context<'db> {
    /// The set that is called at a site, by one of its functions.
    pub(super) fn set_called(&mut self, site: Site<'db>, first: Entity<'db>) -> Fill<'db> {
        self.set_named(self.callee_written(site), first)
    }

    /// What is called at a site, as it is written in the code at hand.
    pub(super) fn callee_written(&self, site: Site<'db>) -> Option<ExprId> {
        match self.written(site)? {
            H::Call(callee, _) | H::Launch(callee, ..) if site.code == self.code_ref => {
                Some(*callee)
            }
            _ => None,
        }
    }

    /// The set that an expression names, by one of its functions.
    pub(crate) fn set_named(&mut self, named: Option<ExprId>, first: Entity<'db>) -> Fill<'db> {
        let name = named.and_then(|e| self.name_of_set(e, first));
        name.unwrap_or(Fill::Overloaded(first))
    }

    fn name_of_set(&mut self, named: ExprId, first: Entity<'db>) -> Option<Fill<'db>> {
        let code = self.code;
        let mut named = named;
        while let H::Paren(inner) = &code[named] {
            named = *inner;
        }
        match &code[named] {
            H::Path(path) if path.is_unqualified() => self.unqualified_set(path, first),
            H::Path(path) => match quietly(self, |cx| cx.scope_of(path)) {
                Scope::Namespace(of) => Some(named_in(&spelled(self.db, of), word(path)?)),
                Scope::Type(class) => self.set_of_class(class, path, first),
                _ => None,
            },
            _ => None,
        }
    }

    fn unqualified_set(&mut self, path: &Path, first: Entity<'db>) -> Option<Fill<'db>> {
        let name = path.name.ident()?;
        let word = word(path)?;
        if let Some(Declared::Entities(_)) = self.declared(name) {
            return Some(named_in("", word));
        }
        if function::class_of(self.db, first).is_some() {
            return None;
        }
        let mut around = Some(self.code_ref.item.scope(self.db));
        while let Some(namespace) = around {
            let scope = Scope::Namespace(namespace);
            let found = quietly(self, |cx| cx.lookup_in(&scope, &path.name, Want::Any));
            match found {
                Found::Entities { .. } => {
                    return Some(named_in(&spelled(self.db, namespace), word));
                }
                Found::Nothing => around = namespace.parent(self.db),
                _ => return None,
            }
        }
        Some(match self.scopes.directives.is_empty() {
            // The arguments have led to it ([basic.lookup.argdep]): its word alone.
            true => Fill::Kind("", word.into()),
            // A using-directive of a block has.
            false => named_in("", word),
        })
    }

    /// The set of members of a class that is searched for them.
    fn set_of_class(&self, class: Ty<'db>, path: &Path, first: Entity<'db>) -> Option<Fill<'db>> {
        let db = self.db;
        let searched = class.unqualified(db).class_entity(db)?;
        let own = function::class_of(db, first)?;
        if searched.env(db).is_some() || own.unqualified(db) == class.unqualified(db) {
            return None;
        }
        Some(named_in(
            &display::qualified_name(db, searched),
            word(path)?,
        ))
    }

    /// The set of members that is called with an object.
    pub(super) fn set_of_object(
        &mut self,
        callee: ExprId,
        object: crate::thir::ExprId,
        first: Entity<'db>,
    ) -> Option<Fill<'db>> {
        match &self.code[callee] {
            H::Member { member, .. } if member.is_unqualified() => {
                self.set_of_class(self.ty(object), member, first)
            }
            H::Path(path) if path.is_unqualified() => {
                self.set_of_class(self.ty(object), path, first)
            }
            _ => None,
        }
    }
}

/// The word that a path ends with.
fn word(path: &Path) -> Option<&str> {
    match &path.name {
        NameId::Ident(name) => Some(name.as_str()),
        _ => None,
    }
}

fn named_in<'db>(scope: &str, name: &str) -> Fill<'db> {
    let name = match scope {
        "" => name.to_owned(),
        _ => format!("{scope}::{name}"),
    };
    Fill::Kind(KIND, name.into())
}
