//! Members of the class at hand in the definition of its template, and members by the name of a class that is none of the object's
//! ([temp.dep.type], [class.access.base]).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ExprId, Path};

use crate::class::class_info;
use crate::convert::{is_base_of, is_same_class, quietly};
use crate::lookup::Found;
use crate::lookup::qualified::Scope;
use crate::program::place;
use crate::thir::{self, Category, ExprKind};
use crate::{At, Context, Entity, Fill, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// Whether the class that a qualified name looks for members in is neither that of the object nor a base of it, or one of those that
    /// they belong to ([class.access.base]/5).
    pub(super) fn is_of_other_class(
        &mut self,
        member: &Path,
        found: &Found<'db>,
        object: Ty<'db>,
    ) -> bool {
        let Found::Entities {
            set,
            class: Some(class),
        } = found
        else {
            return false;
        };
        let is_member = |e: &Entity<'db>| e.decl(self.db).parent_class(self.db).is_some();
        if !set.iter().all(is_member) {
            return false;
        }
        let named = match quietly(self, |cx| cx.scope_of(member)) {
            Scope::Type(named) => Some(named),
            _ => None,
        };
        let mut classes = [Some(*class), named].into_iter().flatten();
        classes.any(|class| is_unrelated(self.db, class, object))
    }

    /// Says so of a member access, at the first token of the qualified name.
    pub(super) fn not_of_class(&mut self, class: Ty<'db>, base: ExprId, site: Site<'db>) {
        let code = codes::QUALIFIED_NAME_NOT_OF_CLASS {
            class: Fill::Type(class),
        };
        let start = place(self.db, site).map(|(tokens, _)| tokens.start);
        let end = place(self.db, self.site(base)).map(|(tokens, _)| tokens.end);
        let behind = start
            .zip(end)
            .and_then(|(start, end)| end.checked_sub(start));
        let at = behind.map_or(At::Point, |n| At::Nth(n + 1));
        self.problems.push(Problem::new(code, site).at(at));
    }

    /// A data member of `*this` in the definition of its class template: its type is known if it names no parameter, whatever the
    /// class will be ([temp.dep.type]/1).
    pub(super) fn field_of_pattern(
        &mut self,
        entity: Entity<'db>,
        object: thir::ExprId,
        site: Site<'db>,
    ) -> Option<thir::ExprId> {
        let db = self.db;
        let ExprKind::Unary(_, pointer) = self.node(object).kind else {
            return None;
        };
        let own = self.ty(object);
        if !matches!(self.node(pointer).kind, ExprKind::This)
            || self.env.is_some()
            || crate::function::class_of(db, entity)? != own.unqualified(db)
        {
            return None;
        }
        let ty = crate::function::variable_type(db, entity);
        if ty.is_unknown(db) || ty.has_auto(db) {
            return None;
        }
        self.out.dependent = true;
        let mut quals = own.top_quals(db);
        quals.is_restrict = false;
        let mutable =
            matches!(&entity.hir(db)?.kind, cleave_hir::DeclKind::Variable(v) if v.is_mutable);
        quals.is_const &= !mutable;
        // Which of the class's fields it is, instances know.
        let kind = ExprKind::Field(object, u32::MAX);
        let ty = match ty.is_reference(db) {
            true => ty.strip_reference(db),
            false => ty.qualified(db, quals),
        };
        Some(self.push(kind, ty, Category::Lvalue, site))
    }

    /// The data member that `this->m` names in the definition of its class template, if that has it itself.
    pub(super) fn own_field(&self, base: ExprId, member: &Path) -> Option<Entity<'db>> {
        let db = self.db;
        let plain = member.is_unqualified() && member.args.is_none();
        if !plain || self.env.is_some() || !matches!(self.code[base], cleave_hir::Expr::This) {
            return None;
        }
        let class = self.scopes.this?.unqualified(db).class_entity(db)?;
        let definition = crate::class::specialization::specialization(db, class)?;
        let key = crate::NameKey::of(&member.name)?;
        let [field] = crate::class::members::members(db, definition.decl(db)).get(&key)[..] else {
            return None;
        };
        let field = Entity::new(db, field, definition.env(db));
        let hir = field.hir(db)?;
        let of_object = matches!(hir.kind, cleave_hir::DeclKind::Variable(_))
            && !hir.spec.any(cleave_names::decl::Spec::STATIC);
        of_object.then_some(field)
    }
}

/// Whether a class is neither another one nor a base of it. Members of unnamed classes are named as those of the class around.
fn is_unrelated<'db>(db: &'db dyn Db, class: Ty<'db>, object: Ty<'db>) -> bool {
    let class = class.unqualified(db);
    let known = |ty: Ty<'db>| {
        let named = ty
            .class_entity(db)
            .is_some_and(|e| !e.decl(db).ident(db).is_empty());
        named && class_info(db, ty).is_some_and(|i| i.bases.iter().all(|b| b.ty.is_class(db)))
    };
    known(class)
        && known(object)
        && !class.is_dependent(db)
        && !object.is_dependent(db)
        && !is_same_class(db, class, object)
        && !is_base_of(db, class, object)
}
