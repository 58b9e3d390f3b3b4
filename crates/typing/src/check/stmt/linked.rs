//! Functions and variables with linkage that a block declares: they agree with what the block declares before, and with what the
//! namespace around has of the name ([basic.link]/11, [basic.scope.scope]/4).

use cleave_codes::codes;
use cleave_hir::{DeclId, DeclKind, Name};
use cleave_names::decl::Spec;
use cleave_names::item_index;

use crate::function::{signature, variable_type};
use crate::lookup::namespaces::{Among, What, namespace_decls};
use crate::redeclarations::kinds::{is_completed, returns_other};
use crate::thir::LocalKind;
use crate::{Context, DeclRef, Declared, Entity, Fill, NameKey, Problem, Site, Ty, display};

/// What a declaration with linkage declares.
enum Linked<'db> {
    Variable(Ty<'db>),
    Function,
}

impl<'db> Context<'db> {
    /// What is said of a declaration of a name in the block at hand that has linkage.
    pub(super) fn linked(&self, decl: DeclId, name: &Name) -> Option<Problem<'db>> {
        if self.is_instantiation() || !self.is_of_user() {
            return None;
        }
        let own = self.local_entity(decl);
        let site = self.decl_site(decl);
        let linked = self.linked_as(own)?;
        let block = self.scopes.blocks.last()?.get(name);
        match block {
            Some(Declared::Locals { locals, .. }) => {
                let before = locals
                    .first()
                    .and_then(|l| self.out.locals.get(l.0 as usize));
                match before.map(|l| (&l.kind, l.ty)) {
                    Some((LocalKind::Static(e), _)) if is_extern(self.db, *e) => {
                        return self.in_block(own, &linked, *e, site);
                    }
                    // A typedef made a function of it.
                    Some((_, ty)) if !ty.is_function(self.db) && !ty.is_unknown(self.db) => {}
                    _ => return None,
                }
            }
            Some(Declared::Entities(all)) => {
                let here = |e: &&Entity<'db>| e.decl(self.db).code(self.db) == self.code_ref;
                let mut functions = (all.iter().filter(here))
                    .filter(|e| e.is_function(self.db))
                    .peekable();
                if functions.peek().is_some() {
                    let found = functions.find_map(|e| self.in_block(own, &linked, *e, site));
                    return found.or_else(|| self.in_namespace(own, &linked, name, site));
                }
            }
            _ => {}
        }
        if self.redeclares(name) == Some(codes::ALREADY_DECLARED_IN_SCOPE) {
            let name = Fill::Name(name.as_str().into());
            return Some(Problem::new(
                (codes::ALREADY_DECLARED_IN_SCOPE, vec![name]),
                site,
            ));
        }
        self.in_namespace(own, &linked, name, site)
    }

    fn linked_as(&self, own: Entity<'db>) -> Option<Linked<'db>> {
        if own.is_function(self.db) {
            return Some(Linked::Function);
        }
        if !matches!(own.kind(self.db), Some(DeclKind::Variable(_))) {
            return None;
        }
        let ty = variable_type(self.db, own);
        (!ty.is_function(self.db)).then_some(Linked::Variable(ty))
    }

    /// What is said because of a declaration with linkage in the same block.
    fn in_block(
        &self,
        own: Entity<'db>,
        linked: &Linked<'db>,
        before: Entity<'db>,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let db = self.db;
        match (linked, self.linked_as(before)?) {
            (Linked::Function, Linked::Function) => {
                let differs =
                    takes_same(db, own, before) && returns_other(db, own.decl(db), before.decl(db));
                let code = codes::OVERLOADS_DIFFER_IN_RETURN_TYPE_ONLY;
                differs.then(|| Problem::new(code, site))
            }
            (Linked::Variable(a), Linked::Variable(b)) if agree(db, *a, b) => None,
            _ => {
                let text = display::declared_text(db, before);
                let fill = Fill::Local("", text.into(), Some(before.decl(db).site(db)));
                Some(Problem::new(
                    codes::NOT_COMPATIBLE_WITH_PREVIOUS_DECL { previous: fill },
                    site,
                ))
            }
        }
    }

    /// What is said because of a declaration in the namespace around.
    fn in_namespace(
        &self,
        own: Entity<'db>,
        linked: &Linked<'db>,
        name: &Name,
        site: Site<'db>,
    ) -> Option<Problem<'db>> {
        let db = self.db;
        let item = self.code_ref.item;
        let scope = item.scope(db);
        let key = NameKey::Ident(name.clone());
        let all = namespace_decls(db, item.file(db), key, Among::In(scope));
        let position = item_index(db, item);
        let before = |d: DeclRef<'db>| item_index(db, d.code(db).item) < position;
        for other in all.iter().filter(|d| d.scope == scope && before(d.decl)) {
            let entity = Entity::new(db, other.decl, None);
            if !matches!(other.what, What::Value) || entity.is_template(db) {
                continue;
            }
            let differs = match (linked, self.linked_as(entity)) {
                (Linked::Function, Some(Linked::Function)) => {
                    takes_same(db, own, entity) && returns_other(db, own.decl(db), other.decl)
                }
                (Linked::Variable(a), Some(Linked::Variable(b))) => {
                    !a.is_dependent(db) && !agree(db, *a, b)
                }
                _ => false,
            };
            if differs {
                let name = display::qualified_name(db, entity);
                let previous = Fill::Local("", name.into(), Some(entity.decl(db).site(db)));
                let code = codes::INCOMPATIBLE_WITH_PREVIOUS_DECLARATION { name: previous };
                return Some(Problem::new(code, site));
            }
        }
        None
    }
}

fn is_extern<'db>(db: &'db dyn cleave_base_db::Db, entity: Entity<'db>) -> bool {
    entity.hir(db).is_some_and(|d| d.spec.any(Spec::EXTERN))
}

/// Whether two declarations may be of one variable, as far as their types are known.
fn agree<'db>(db: &'db dyn cleave_base_db::Db, a: Ty<'db>, b: Ty<'db>) -> bool {
    let open = |ty: Ty<'db>| ty.is_unknown(db) || ty.has_auto(db);
    open(a) || open(b) || is_completed(db, a, b)
}

/// Whether two functions certainly have the same parameters.
fn takes_same<'db>(db: &'db dyn cleave_base_db::Db, a: Entity<'db>, b: Entity<'db>) -> bool {
    let (Some(a), Some(b)) = (signature(db, a), signature(db, b)) else {
        return false;
    };
    let known = |ty: &Ty<'db>| !ty.is_unknown(db) && !ty.is_dependent(db);
    a.ty.params == b.ty.params
        && a.ty.params.iter().all(known)
        && a.ty.quals == b.ty.quals
        && a.ty.variadic == b.ty.variadic
}
