//! Types and enumerators of a block, and what else the block has of their names ([basic.scope.scope]/4, [dcl.typedef]/3); names that
//! a using-declaration brings to it ([namespace.udecl]/10).

use cleave_codes::codes;
use cleave_hir::{ClassKey, Decl, DeclId, DeclKind, Name};

use crate::redeclarations::kinds::Sort;
use crate::{Context, Declared, Entity, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// Says so if the block at hand has the name of a type, or of the enumerators of one, for something else.
    pub(super) fn check_named_type(&mut self, decl: DeclId) {
        if self.is_instantiation() || !self.is_of_user() {
            return;
        }
        let code = self.code;
        let d = &code[decl];
        if let Some(name) = d.name.ident()
            && let Some(problem) = self.redeclared_type(decl, d, name)
        {
            self.problems.push(problem);
        }
        let DeclKind::Enum(e) = &d.kind else { return };
        for &enumerator in e.enumerators.iter().flatten().filter(|_| !e.scoped) {
            let Some(name) = code[enumerator].name.ident() else {
                continue;
            };
            if let Some(problem) = self.taken(name, self.decl_site(enumerator)) {
                self.problems.push(problem);
            }
        }
    }

    /// What is said of a name that no variable could have.
    fn taken(&self, name: &Name, site: Site<'db>) -> Option<Problem<'db>> {
        let code = self.redeclares(name).or_else(|| self.is_brought(name))?;
        let fill = Fill::Name(name.as_str().into());
        // A handler's parameter is hidden.
        (code != codes::HANDLER_PARAMETER_HIDDEN).then(|| Problem::new((code, vec![fill]), site))
    }

    fn redeclared_type(&self, decl: DeclId, d: &Decl, name: &Name) -> Option<Problem<'db>> {
        let db = self.db;
        let site = self.decl_site(decl);
        let is_alias = matches!(d.kind, DeclKind::Alias(_));
        let own = self.local_entity(decl);
        let declared = self.scopes.blocks.last().and_then(|b| b.get(name));
        let Some(Declared::Entities(all)) = declared else {
            return is_alias.then(|| self.taken(name, site))?;
        };
        let is_type =
            |e: &&Entity<'db>| matches!(Sort::of_entity(db, **e), Some(Sort::Tag | Sort::Alias));
        if is_alias && !all.iter().all(|e| is_type(&e)) {
            return self.taken(name, site);
        }
        let before = *all.iter().rfind(is_type)?;
        if before.decl(db).code(db) != self.code_ref {
            return None;
        }
        let line = Fill::Line(before.decl(db).site(db));
        let defined = || {
            Problem::new(
                (codes::ALREADY_DEFINED, vec![Fill::Entity(before), line]),
                site,
            )
        };
        let invalid = || {
            let name = Fill::Local("", name.as_str().into(), Some(before.decl(db).site(db)));
            Problem::new(codes::INVALID_TYPE_REDECLARATION { name }, site)
        };
        let tag = |kind: &str| {
            let (kind, entity) = (Fill::Text(kind.into()), Fill::Declared(before));
            Problem::new(codes::TAG_KIND_MISMATCH { kind, entity }, site)
        };
        match (&d.kind, before.kind(db)?) {
            (DeclKind::Alias(_), earlier) => {
                let (new, old) = (self.type_of_name(own)?, self.type_of_name(before)?);
                let open = |t: Ty<'db>| t.is_unknown(db) || t.is_dependent(db);
                if new == old || open(new) || open(old) {
                    return None;
                }
                Some(match earlier {
                    DeclKind::Class(c) if c.defined => defined(),
                    DeclKind::Enum(e) if e.enumerators.is_some() => defined(),
                    _ => invalid(),
                })
            }
            (DeclKind::Class(c), DeclKind::Class(earlier)) => {
                let union = |key: ClassKey| key == ClassKey::Union;
                if c.defined && earlier.defined {
                    Some(defined())
                } else if union(c.key) != union(earlier.key) {
                    Some(tag(if union(c.key) {
                        "union"
                    } else {
                        "class or struct"
                    }))
                } else {
                    None
                }
            }
            (DeclKind::Enum(e), DeclKind::Enum(earlier)) => {
                let both = e.enumerators.is_some() && earlier.enumerators.is_some();
                both.then(defined)
            }
            (DeclKind::Enum(_), DeclKind::Class(_)) => Some(tag("enum")),
            (DeclKind::Class(c), DeclKind::Enum(_) | DeclKind::Alias(_)) => c.defined.then(invalid),
            (DeclKind::Enum(_), DeclKind::Alias(_)) => Some(invalid()),
            _ => None,
        }
    }

    /// The type that a class, enumeration or alias of this block names.
    fn type_of_name(&self, entity: Entity<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        match entity.kind(db)? {
            DeclKind::Alias(_) => crate::resolve::alias_type(db, entity),
            DeclKind::Class(_) => Some(Ty::of(db, TyKind::Class(entity))),
            DeclKind::Enum(_) => Some(Ty::of(db, TyKind::Enum(entity))),
            _ => None,
        }
    }

    /// What is said of a variable of a name that a using-declaration of the block brought.
    pub(crate) fn is_brought(&self, name: &Name) -> Option<codes::Code> {
        let Some(Declared::Entities(all)) = self.scopes.blocks.last()?.get(name) else {
            return None;
        };
        let brought = |e: &Entity<'db>| e.decl(self.db).code(self.db) != self.code_ref;
        let sort = |e: &Entity<'db>| Sort::of_entity(self.db, *e).filter(|_| brought(e));
        let taken = all.iter().filter_map(sort).any(|s| s != Sort::Tag);
        taken.then_some(codes::ALREADY_DECLARED_IN_SCOPE)
    }

    /// Whether the block at hand has a name for something that cannot share it with what a using-declaration brings.
    pub(super) fn is_taken(&self, name: &Name, used: &[Entity<'db>]) -> bool {
        let db = self.db;
        let own = self.scopes.blocks.last().and_then(|b| b.get(name));
        let sort = |e: &Entity<'db>| Sort::of_entity(db, *e);
        let Some(brought) = used.first().and_then(sort) else {
            return false;
        };
        let Some(Declared::Entities(all)) = own else {
            let hidden = brought == Sort::Tag;
            return !hidden && self.redeclares(name) == Some(codes::ALREADY_DECLARED_IN_SCOPE);
        };
        all.iter().any(|e| match (sort(e), brought) {
            (Some(Sort::Function { .. }), Sort::Function { .. }) => false,
            (Some(Sort::Variable), Sort::Variable) => true,
            (Some(Sort::Tag), Sort::Tag) => e.decl(db) != used[0].decl(db),
            (Some(earlier), brought) => brought.after(earlier).is_some(),
            (None, _) => false,
        })
    }
}
