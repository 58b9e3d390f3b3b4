//! `this`, written and implied ([expr.prim.this]).

use crate::function::signature;
use crate::thir::{Category, ExprId, ExprKind, LocalId, LocalKind};
use crate::{Context, Entity, Site, Ty};

impl<'db> Context<'db> {
    /// `*this`, if a member function of this class or a base is named without an object.
    pub(super) fn implicit_object(
        &mut self,
        set: &[Entity<'db>],
        class: Option<Ty<'db>>,
    ) -> Option<ExprId> {
        let db = self.db;
        let class = class.or_else(|| signature(db, *set.first()?).and_then(|s| s.class))?;
        let this = self.scopes.this?;
        let related = this.unqualified(db) == class.unqualified(db)
            || crate::convert::is_base_of(db, class, this)
            || crate::class::bases::may_have(db, this, class);
        // A set found by lookup may belong to a class around this one.
        related.then(|| {
            let site =
                crate::check::site(self, la_arena::Idx::from_raw(la_arena::RawIdx::from_u32(0)));
            self.this_object(site)
        })
    }

    /// `*this`
    pub(crate) fn this_object(&mut self, site: Site<'db>) -> ExprId {
        let pointer = self.this_expr(site);
        let Some(ty) = self.ty(pointer).pointee(self.db) else {
            return pointer;
        };
        let kind = ExprKind::Unary(cleave_lang::Operator::Dereference, pointer);
        self.push(kind, ty, Category::Lvalue, site)
    }

    /// `this`, through a closure's capture where there is one.
    pub(crate) fn this_expr(&mut self, site: Site<'db>) -> ExprId {
        let db = self.db;
        let Some(class) = self.scopes.this else {
            return match self.in_template() {
                true => self.dependent_expr(site),
                false => self.error_expr(site),
            };
        };
        let captured = self.scopes.closure.and_then(|c| {
            let at = c
                .around
                .captures(db)
                .iter()
                .position(|x| x.name.is_none())?;
            let l = self
                .out
                .locals
                .iter()
                .position(|l| l.kind == LocalKind::Capture(at as u32))?;
            Some(LocalId(l as u32))
        });
        if let Some(l) = captured {
            let local = self.local_expr(l, site);
            let ty = self.ty(local);
            if ty.is_pointer(db) {
                return self.rvalue(local);
            }
            let kind = ExprKind::Unary(cleave_lang::Operator::AddressOf, local);
            return self.prvalue(kind, ty.pointer(db), site);
        }
        self.prvalue(ExprKind::This, class.pointer(db), site)
    }

    /// Whether `this` means nothing here: in the declaration of a static member function, and in default arguments.
    pub(crate) fn has_no_object(&self) -> bool {
        let in_argument = self.modes.in_default_argument && self.scopes.closure.is_none();
        in_argument || self.modes.default_of.is_some() || self.is_static_signature()
    }

    /// Whether the code at hand is the declaration of a static member function ([expr.prim.this]/4).
    pub(crate) fn is_static_signature(&self) -> bool {
        let db = self.db;
        self.scopes.closure.is_none()
            && self.scopes.blocks.is_empty()
            && self.code_ref.body.is_none()
            && self.owner.decl(db).closure(db).is_none()
            && self.owner.hir(db).is_some_and(|d| {
                d.parent.is_some()
                    && d.spec.any(cleave_names::decl::Spec::STATIC)
                    && matches!(d.kind, cleave_hir::DeclKind::Function(_))
            })
    }

    /// Whether the code at hand is the body of a function that is no member or a static one, and no call operator.
    pub(crate) fn is_of_plain_function(&self) -> bool {
        let db = self.db;
        self.scopes.closure.is_none()
            && self.owner.decl(db).closure(db).is_none()
            && self.owner.hir(db).is_some_and(|d| {
                (d.parent.is_none() || d.spec.any(cleave_names::decl::Spec::STATIC))
                    && d.path.as_deref().is_none_or(|p| p.is_unqualified())
                    && matches!(d.kind, cleave_hir::DeclKind::Function(_))
            })
    }

    /// Whether the code at hand is that of a variable of a namespace, which certainly has no object.
    pub(crate) fn is_in_namespace(&self) -> bool {
        let db = self.db;
        self.scopes.closure.is_none()
            && self.scopes.blocks.is_empty()
            && self.owner.hir(db).is_some_and(|d| {
                d.parent.is_none()
                    && d.path.is_none()
                    && matches!(d.kind, cleave_hir::DeclKind::Variable(_))
            })
    }
}
