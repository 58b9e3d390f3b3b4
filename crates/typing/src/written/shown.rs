//! Written types as what fills the holes of messages.

use cleave_base_db::Db;
use cleave_hir::{ClassKey, Decl, DeclKind, Expr, Path, TypeId};
use cleave_lang::Qualifiers;
use cleave_names::decl::Spec;

use crate::convert::quietly;
use crate::display::written::written_text;
use crate::thir::ExprId;
use crate::written::bound::BoundTo;
use crate::written::{DEPTH, Written};
use crate::{Context, DeclRef, Entity, Fill, Site, Ty, display};

impl<'db> Context<'db> {
    /// A type of the code at hand as it is written, and what the names in it mean if that is spelled otherwise.
    pub fn spelled_type(&mut self, id: TypeId) -> (String, Option<String>) {
        let written = self.written_type(id, &BoundTo::default());
        written_text(self.db, &written)
    }

    /// The type of an expression, or one that is made of it, for a message.
    pub(crate) fn shown(&mut self, e: ExprId, ty: Ty<'db>) -> Fill<'db> {
        if self.is_substitution() || ty.is_unknown(self.db) {
            return Fill::Type(ty);
        }
        let written = self.written_of(e);
        fill(self.db, Some(written), ty)
    }

    /// The class of an object, or the one that a pointer points to, with its arguments as they are written.
    pub(crate) fn shown_class(&mut self, object: ExprId, class: Entity<'db>) -> Fill<'db> {
        self.shown_specialization(class, |cx| {
            let written = cx.written_of(object);
            match written.ty.is_pointer(cx.db) {
                true => written.pointee(cx.db),
                false => Some(written),
            }
        })
    }

    /// The class that a name is qualified with, with its arguments as they are written.
    pub(crate) fn shown_scope(&mut self, path: &Path, class: Entity<'db>) -> Fill<'db> {
        let none = BoundTo::default();
        self.shown_specialization(class, |cx| cx.written_scope(path, &none, DEPTH))
    }

    fn shown_specialization(
        &mut self,
        class: Entity<'db>,
        written: impl FnOnce(&mut Self) -> Option<Written<'db>>,
    ) -> Fill<'db> {
        let db = self.db;
        let plain = Fill::Entity(class);
        let is_class = match class.kind(db) {
            Some(DeclKind::Class(c)) => c.key != ClassKey::Union,
            _ => false,
        };
        if !is_class || class.own_args(db).is_none() || self.is_substitution() {
            return plain;
        }
        let written = written(self).map(|w| w.referred(db).unqualified(db).meant());
        match written.filter(|w| w.ty.class_entity(db) == Some(class) && !w.is_plain()) {
            Some(written) => Fill::Kind("class", written_text(db, &written).0.into()),
            None => plain,
        }
    }

    /// Functions of a name, by one of them, that are called with an object.
    pub(crate) fn shown_members(
        &mut self,
        kind: &'static str,
        function: Entity<'db>,
        object: ExprId,
    ) -> Option<Fill<'db>> {
        if function.env(self.db).is_none() || self.is_substitution() {
            return None;
        }
        let class = self.written_of(object);
        let named = class.referred(self.db).ty.unqualified(self.db);
        if crate::function::class_of(self.db, function) != Some(named) {
            return None;
        }
        let bound = class.members_see(self);
        let text = || display::function_bound(self.db, function, &bound);
        (!bound.is_empty()).then(|| Fill::Kind(kind, text().into()))
    }

    /// The constructors, by one of them, of the class that is being initialised.
    pub(crate) fn shown_constructors(&mut self, constructor: Entity<'db>) -> Option<Fill<'db>> {
        if constructor.env(self.db).is_none() || self.is_substitution() {
            return None;
        }
        let class = self.written_target()?;
        let named = class.referred(self.db).ty.unqualified(self.db);
        if crate::function::class_of(self.db, constructor) != Some(named) {
            return None;
        }
        let bound = class.members_see(self);
        let text = || display::function_bound(self.db, constructor, &bound);
        (!bound.is_empty()).then(|| Fill::Kind("constructor", text().into()))
    }

    /// The types of operands or arguments, for a message.
    pub(crate) fn shown_all(&mut self, es: &[ExprId]) -> Vec<Fill<'db>> {
        let one = |&e: &ExprId| {
            let ty = self.ty(e);
            if self.is_substitution() || ty.is_unknown(self.db) {
                return Fill::Type(ty);
            }
            let written = self.written_of(e).fitted(self.db, ty);
            fill(self.db, written.map(|w| w.listed(self.db)), ty)
        };
        es.iter().map(one).collect()
    }

    /// A type, or one that is made of it, that is written at a site.
    pub(crate) fn shown_at(&mut self, site: Site<'db>, ty: Ty<'db>) -> Fill<'db> {
        if self.is_substitution() || site.code != self.code_ref || !site.is_type {
            return Fill::Type(ty);
        }
        let Some(id) = crate::code::source::index(&self.code.types, site.index) else {
            return Fill::Type(ty);
        };
        let written = self.written_type(id, &BoundTo::default());
        fill(self.db, Some(written), ty)
    }

    /// The type whose size is asked for at a site ([expr.sizeof]).
    pub(crate) fn shown_measured(&mut self, site: Site<'db>, ty: Ty<'db>) -> Fill<'db> {
        let written = match self.written(site) {
            _ if self.is_substitution() => None,
            Some(Expr::SizeofType(id) | Expr::AlignofType(id)) => {
                Some(self.written_type(*id, &BoundTo::default()))
            }
            Some(Expr::SizeofExpr(e)) => match &self.code[*e] {
                // A name that may be a type's.
                Expr::Path(path) => {
                    let named = quietly(self, |cx| cx.path_type(path));
                    let none = BoundTo::default();
                    let by_name = named.and_then(|ty| self.written_name(path, ty, &none, DEPTH));
                    by_name.or_else(|| self.written_operand(*e, DEPTH))
                }
                _ => self.written_operand(*e, DEPTH),
            },
            _ => None,
        };
        fill(self.db, written, ty)
    }

    /// The type that a function returns.
    pub(crate) fn shown_return(&mut self, function: Entity<'db>, ty: Ty<'db>) -> Fill<'db> {
        let none = BoundTo::default();
        let written = match self.is_substitution() {
            true => None,
            false => self.written_return(function, &none, DEPTH),
        };
        fill(self.db, written, ty)
    }

    /// The type of what is being initialised, or one that is made of it, for a message.
    pub(crate) fn shown_target(&mut self, ty: Ty<'db>) -> Fill<'db> {
        if self.is_substitution() || ty.is_unknown(self.db) {
            return Fill::Type(ty);
        }
        let db = self.db;
        // To the reference a variable is constant by now.
        let ty = match self.target_declaration().is_some_and(is_constexpr) {
            true => ty.qualified(db, Qualifiers::CONST),
            false => ty,
        };
        let mut written = self.written_target();
        // An element of an array, however deep.
        while let Some(array) = &written
            && array.fitted(db, ty).is_none()
        {
            written = array.element(db);
        }
        fill(db, written, ty)
    }

    /// The class that is being initialised, with its arguments as they are written but not by a typedef.
    pub(crate) fn shown_target_class(&mut self, ty: Ty<'db>) -> Fill<'db> {
        let db = self.db;
        if self.is_substitution() {
            return Fill::Type(ty);
        }
        let written = self.written_target();
        let class = written.map(|w| w.referred(db).unqualified(db).meant());
        fill(db, class, ty)
    }
}

fn is_constexpr(decl: &Decl) -> bool {
    decl.spec.any(Spec::CONSTEXPR)
}

/// The type that a function is declared to return.
pub(crate) fn shown_return<'db>(db: &'db dyn Db, function: Entity<'db>, ty: Ty<'db>) -> Fill<'db> {
    fill(db, crate::written::returned(db, function), ty)
}

/// The type of a declaration, by the place of its name.
pub(crate) fn shown_declaration<'db>(db: &'db dyn Db, site: Site<'db>, ty: Ty<'db>) -> Fill<'db> {
    let written = || {
        let decl = DeclRef::new(db, site.code, site.as_declaration()?, None);
        let entity = Entity::new(db, decl, None);
        let DeclKind::Variable(v) = &entity.hir(db)?.kind else {
            return None;
        };
        let mut cx = Context::of(db, entity)?;
        Some(cx.written_type(v.ty, &BoundTo::default()))
    };
    fill(db, written(), ty)
}

/// A type for a message: as something is written, if it is made of that.
fn fill<'db>(db: &'db dyn Db, written: Option<Written<'db>>, ty: Ty<'db>) -> Fill<'db> {
    match written.and_then(|w| w.fitted(db, ty)) {
        Some(written) if !written.is_plain() => {
            let (name, meaning) = written_text(db, &written);
            Fill::Written {
                name: name.into(),
                meaning: meaning.map(Into::into),
            }
        }
        _ => Fill::Type(ty),
    }
}
