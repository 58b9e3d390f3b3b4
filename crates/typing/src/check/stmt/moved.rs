//! Implicit moves: what is returned or thrown may be moved from instead of copied ([class.copy.elision]/3).

use cleave_codes::codes;
use cleave_syntax::Standard;

use crate::check::init::{Mode, Purpose};
use crate::convert::is_same_class;
use crate::function::signature;
use crate::thir::{ExprId, ExprKind, Local, LocalKind};
use crate::{Context, Ty, TyKind};

impl<'db> Context<'db> {
    /// A returned value.
    pub(super) fn returned(&mut self, ret: Ty<'db>, e: ExprId) -> ExprId {
        let is_movable = |cx: &Self, local: &Local<'db>| cx.may_be_moved(local);
        let db = self.db;
        let lvalue_result = matches!(ret.kind(db), TyKind::LvalueReference(_));
        match !lvalue_result && (ret.is_class(db) || ret.is_reference(db)) {
            true => self.moved_or_copied(ret, e, Purpose::Return, &is_movable),
            false => self.initialize(ret, e, Mode::Copy, Purpose::Return),
        }
    }

    /// The object that is thrown. Only what goes with the innermost `try` block is moved from.
    pub(in crate::check) fn thrown_object(&mut self, ty: Ty<'db>, e: ExprId) -> ExprId {
        let inner = match self.node(e).kind {
            ExprKind::Local(l) => l.0 >= self.body.locals_outside_of_try,
            _ => false,
        };
        let is_movable = |cx: &Self, local: &Local<'db>| inner && cx.may_be_moved(local);
        self.moved_or_copied(ty, e, Purpose::Variable, &is_movable)
    }

    fn may_be_moved(&self, local: &Local<'db>) -> bool {
        let db = self.db;
        let standard = self.code_ref.file(db).dialect(db).standard;
        matches!(local.kind, LocalKind::Automatic | LocalKind::Param(_))
            && !local.ty.top_quals(db).is_volatile
            && match local.ty.kind(db) {
                TyKind::LvalueReference(_) => false,
                TyKind::RvalueReference(of) => {
                    standard >= Standard::Cpp20 && !of.top_quals(db).is_volatile
                }
                _ => true,
            }
    }

    /// Overload resolution takes the local for an rvalue first. It takes it for an lvalue where that fails, or where what it
    /// selects is no constructor whose first parameter is an rvalue reference.
    fn moved_or_copied(
        &mut self,
        to: Ty<'db>,
        e: ExprId,
        purpose: Purpose,
        is_movable: &dyn Fn(&Self, &Local<'db>) -> bool,
    ) -> ExprId {
        let db = self.db;
        let movable = match self.node(e).kind {
            ExprKind::Local(l) => is_movable(self, &self.out.locals[l.0 as usize]),
            _ => false,
        };
        let is_made = to.is_class(db) || to.is_reference(db);
        if movable && is_made && !to.is_unknown(db) {
            let (problems, unknown) = (self.problems.len(), self.unknown);
            let moved = self.as_xvalue(e);
            let made = self.initialize(to, moved, Mode::Copy, purpose);
            if self.problems.len() == problems && (to.is_reference(db) || self.moves(made)) {
                return made;
            }
            // What is chosen may be called or not.
            let said = &self.problems[problems..];
            let refused = |p: &crate::Problem<'db>| {
                p.code == codes::INACCESSIBLE_CONSTRUCTOR_OR_DESTRUCTOR
                    || p.code == codes::DELETED_FUNCTION_REFERENCED
            };
            if is_same_class(db, to, self.ty(e)) && !said.is_empty() && said.iter().all(refused) {
                return made;
            }
            self.problems.truncate(problems);
            self.unknown = unknown;
        }
        self.initialize(to, e, Mode::Copy, purpose)
    }

    /// Whether an object is made by a constructor whose first parameter is an rvalue reference.
    fn moves(&self, made: ExprId) -> bool {
        let db = self.db;
        match &self.node(made).kind {
            ExprKind::Construct(constructor, _) => {
                let first = signature(db, *constructor).and_then(|s| s.declared.first());
                first.is_none_or(|p| matches!(p.kind(db), TyKind::RvalueReference(_)))
            }
            ExprKind::Convert(_, inner) | ExprKind::Materialize(inner) => self.moves(*inner),
            ExprKind::Call { .. } => false,
            _ => true,
        }
    }
}
