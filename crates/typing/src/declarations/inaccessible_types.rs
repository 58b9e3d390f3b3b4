//! Private and protected types of classes that are named from where they are not accessible ([class.access]).

use cleave_codes::codes;
use cleave_hir::{DeclKind, Name, NameId, Path};

use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::qualified::Scope;
use crate::{At, Context, Entity, Fill, Problem, Site, Ty, TyKind, display};

impl<'db> Context<'db> {
    /// Says so if a type that was found is certainly not accessible from here. `naming`: the class that it was looked up in.
    pub(crate) fn check_type_access(
        &mut self,
        found: &Found<'db>,
        naming: Option<Ty<'db>>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let Found::Entities { set, class } = found else {
            return;
        };
        let [only] = set[..] else { return };
        if !self.reports_access() || self.modes.any_access {
            return;
        }
        let Some(decl) = only.hir(db).filter(|d| d.parent.is_some()) else {
            return;
        };
        let kind = match &decl.kind {
            DeclKind::Alias(_) if !only.is_template(db) => "type",
            DeclKind::Enum(_) => "enum",
            DeclKind::Class(_) if only.is_template(db) => "class template",
            DeclKind::Class(c) if c.key == cleave_hir::ClassKey::Union => "union",
            DeclKind::Class(_) => "class",
            _ => return,
        };
        // What a using-declaration names has the access of that ([namespace.udecl]/19).
        let own = only.decl(db).parent_class(db);
        let named = class.and_then(|c| c.unqualified(db).class_entity(db));
        let named = named.and_then(|e| crate::class::specialization::specialization(db, e));
        if only.env(db).is_some() {
            return;
        }
        let direct = named.is_none_or(|e| Some(e.decl(db)) == own);
        let is_hidden = match direct && self.is_inaccessible(only) {
            true => true,
            false => naming.is_some_and(|naming| self.is_inaccessible_with_base(only, naming)),
        };
        if is_hidden {
            self.report_inaccessible(only, (kind, display::qualified_name(db, only)), site);
        }
    }

    /// Says so if the enumeration of an enumerator that was found is a member that is certainly not accessible from here.
    pub(crate) fn check_enumerator_access(&mut self, enumerator: Entity<'db>, site: Site<'db>) {
        let db = self.db;
        if !self.reports_access() || enumerator.env(db).is_some() {
            return;
        }
        // An enumeration that is defined outside of its class was declared there.
        let parent = (enumerator.decl(db).parent(db)).map(|p| crate::function::canonical(db, p));
        let tag = parent.map(|p| Entity::new(db, p, None));
        if let Some(tag) = tag
            && matches!(tag.kind(db), Some(DeclKind::Enum(e)) if !e.scoped)
            && tag.decl(db).parent_class(db).is_some()
        {
            let name = enumerator.hir(db).and_then(|d| d.name.ident());
            let around = tag.decl(db).parent_class(db);
            if let (Some(name), Some(class)) = (name, around)
                && self.is_inaccessible(tag)
            {
                let class = display::qualified_name(db, Entity::new(db, class, None));
                let name = format!("{class}::{}", name.as_str());
                self.report_inaccessible(enumerator, ("constant", name), site);
            }
        }
    }

    /// Says that something is not accessible.
    fn report_inaccessible(
        &mut self,
        what: Entity<'db>,
        (kind, name): (&'static str, String),
        site: Site<'db>,
    ) {
        let db = self.db;
        let decl = what.decl(db);
        let at = decl.site(db);
        let problem = Problem::new(
            codes::INACCESSIBLE_ENTITY {
                entity: Fill::Local(kind, name.into(), Some(at)),
            },
            site,
        );
        if !self.warnings.contains(&problem) {
            self.warnings.push(problem);
        }
    }

    /// Says so if a class or enumeration in a nested-name-specifier is certainly not accessible from here.
    pub(crate) fn check_path_access(&mut self, path: &Path, site: Site<'db>) {
        let db = self.db;
        let tells = self.reports_access() && !self.modes.any_access;
        if path.is_unqualified() || path.decltype.is_some() || !tells {
            return;
        }
        let global = u32::from(path.global);
        let mut around = None;
        for (i, segment) in path.qualifiers.iter().enumerate() {
            if segment.args.is_some() {
                return;
            }
            let outer: Option<Scope<'db>> = around.take();
            let prefix = path.qualified_by(path.qualifiers[..=i].into());
            let scope = crate::convert::quietly(self, |cx| cx.scope_of(&prefix));
            around = Some(scope.clone());
            let alias = outer.and_then(|outer| self.member_alias(&outer, &segment.name));
            if let Some(alias) = alias
                && self.is_inaccessible(alias)
            {
                let name = display::qualified_name(db, alias);
                let entity = Fill::Local("type", name.into(), Some(alias.decl(db).site(db)));
                let problem = Problem::new(codes::INACCESSIBLE_ENTITY { entity }, site);
                let problem = problem.at(At::Nth(global + 2 * i as u32));
                if !self.warnings.contains(&problem) {
                    self.warnings.push(problem);
                }
                continue;
            }
            let Scope::Type(ty) = scope else { continue };
            let (entity, kind) = match ty.kind(db) {
                TyKind::Class(e) => (*e, "class"),
                TyKind::Enum(e) => (*e, "enum"),
                _ => return,
            };
            let named = entity.hir(db).is_some_and(|d| {
                d.parent.is_some() && d.name.ident().is_some_and(|n| *n == segment.name)
            });
            if named && entity.env(db).is_none() && self.is_inaccessible(entity) {
                let decl = entity.decl(db);
                let at = decl.site(db);
                let name = display::qualified_name(db, entity);
                let nth = At::Nth(global + 2 * i as u32);
                let problem = Problem::new(
                    codes::INACCESSIBLE_ENTITY {
                        entity: Fill::Local(kind, name.into(), Some(at)),
                    },
                    site,
                )
                .at(nth);
                if !self.warnings.contains(&problem) {
                    self.warnings.push(problem);
                }
            }
        }
    }

    /// Notes a failure if a nested class that the qualifiers of a name go through is certainly not accessible. `ty` is what they name.
    pub(crate) fn check_scope_access(&mut self, path: &Path, ty: Ty<'db>, site: Site<'db>) {
        let db = self.db;
        let mut scope = ty;
        for i in (1..path.qualifiers.len()).rev() {
            let named = &path.qualifiers[i].name;
            let Some(class) = scope.unqualified(db).class_entity(db) else {
                return;
            };
            // An alias names it, or it is nested in nothing.
            let is_member = class.decl(db).parent_class(db).is_some()
                && (class.hir(db)).is_some_and(|d| d.name.ident().is_some_and(|n| n == named));
            if !is_member {
                return;
            }
            self.check_access(class, None, site);
            let prefix = path.qualified_by(path.qualifiers[..i].into());
            match crate::convert::quietly(self, |cx| cx.scope_of(&prefix)) {
                Scope::Type(outer) => scope = outer,
                _ => return,
            }
        }
    }

    /// The typedef or alias of a name that a class, no template's, has for a member.
    fn member_alias(&mut self, scope: &Scope<'db>, name: &Name) -> Option<Entity<'db>> {
        let Scope::Type(of) = scope else { return None };
        of.class_entity(self.db)
            .filter(|e| e.env(self.db).is_none())?;
        let name = NameId::Ident(name.clone());
        let found = crate::convert::quietly(self, |cx| cx.lookup_in(scope, &name, Want::Scope));
        let Found::Entities { set, .. } = found else {
            return None;
        };
        let [only] = set[..] else { return None };
        let alias = matches!(only.kind(self.db), Some(DeclKind::Alias(_)));
        (alias && !only.is_template(self.db)).then_some(only)
    }
}
