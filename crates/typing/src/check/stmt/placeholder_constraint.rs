//! Type-constraints of placeholders: what `auto` stands for satisfies the concept before it ([dcl.type.auto.deduct]/6).

use cleave_codes::codes;
use cleave_hir::{TypeId, TypeRef};

use crate::code::params::function_ref;
use crate::{At, Bound, Context, Fill, Problem, Site, Ty, TyKind};

/// How many declarator operators a type has at most.
const OPERATORS: u32 = 64;

impl<'db> Context<'db> {
    /// Says so of a placeholder type, written in some code, that deduction made `deduced` of.
    pub(crate) fn check_constraint(
        &mut self,
        written: Site<'db>,
        pattern: Ty<'db>,
        deduced: Ty<'db>,
    ) {
        let db = self.db;
        if self.is_substitution() || self.in_template() || deduced.is_unknown(db) {
            return;
        }
        let Some(code) = written.code.code(db) else {
            return;
        };
        let mut at: TypeId = crate::code::idx(written.index);
        let constraint = loop {
            match &code[at] {
                TypeRef::Qualified(_, t)
                | TypeRef::Pointer(t)
                | TypeRef::LvalueReference(t)
                | TypeRef::RvalueReference(t)
                | TypeRef::Attributed(t, _)
                | TypeRef::Array { element: t, .. } => at = *t,
                TypeRef::Auto(Some(path)) | TypeRef::DecltypeAuto(Some(path)) => break path,
                _ => return,
            }
        };
        let Some(ty) = stands_for(db, pattern, deduced) else {
            return;
        };
        let holds = match written.code == self.code_ref {
            true => crate::template::type_constraint_holds(self, constraint, ty),
            // Of a variable outside of functions the type stands elsewhere.
            false => Context::of(db, self.owner)
                .filter(|cx| cx.code_ref == written.code)
                .and_then(|mut cx| crate::template::type_constraint_holds(&mut cx, constraint, ty)),
        };
        if holds == Some(false) {
            let site = Site {
                code: written.code,
                index: at.into_raw().into(),
                is_type: true,
            };
            self.problems.push(
                Problem::new(
                    codes::PLACEHOLDER_CONSTRAINT_FAILED { ty: Fill::Type(ty) },
                    site,
                )
                .at(At::First),
            );
        }
    }

    /// The same of the placeholder in a function's return type.
    pub(crate) fn check_return_constraint(&mut self, pattern: Ty<'db>, deduced: Ty<'db>) {
        let decl = self.owner.decl(self.db);
        if let Some(f) = function_ref(self.db, decl) {
            let written = Site {
                code: decl.code(self.db),
                index: f.ret.into_raw().into(),
                is_type: true,
            };
            self.check_constraint(written, pattern, deduced);
        }
    }
}

/// What the placeholder in a pattern stands for.
fn stands_for<'db>(
    db: &'db dyn cleave_base_db::Db,
    pattern: Ty<'db>,
    ty: Ty<'db>,
) -> Option<Ty<'db>> {
    let (mut pattern, mut ty) = (pattern, ty);
    for _ in 0..OPERATORS {
        (pattern, ty) = match (pattern.kind(db), ty.kind(db)) {
            (TyKind::Auto(true), _) => return Some(ty),
            (TyKind::Auto(false), _) => {
                let (own, all) = (pattern.top_quals(db), ty.top_quals(db));
                let quals = cleave_lang::Qualifiers {
                    is_const: all.is_const && !own.is_const,
                    is_volatile: all.is_volatile && !own.is_volatile,
                    is_restrict: false,
                };
                return Some(ty.unqualified(db).qualified(db, quals));
            }
            (TyKind::Pointer(p), TyKind::Pointer(t))
            | (TyKind::LvalueReference(p), TyKind::LvalueReference(t))
            | (TyKind::RvalueReference(p), TyKind::RvalueReference(t))
            | (TyKind::Array(p, Bound::Known(_) | Bound::Unknown), TyKind::Array(t, _)) => (*p, *t),
            // A forwarding reference to an lvalue.
            (TyKind::RvalueReference(_), TyKind::LvalueReference(_)) => return Some(ty),
            _ => return None,
        };
    }
    None
}
