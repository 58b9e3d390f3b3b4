//! Whether making and dropping a variable does anything, as typed code has it: only of what does nothing is it said that nobody
//! uses it (177 and 550; reference: diagnostics, Unused entities).
//!
//! Reading memory does nothing unless it is volatile. Calls and constructors do something unless they are computed while
//! compiling. On the host arithmetic of floating-point numbers may raise exceptions, which counts as doing something.

use cleave_base_db::Db;
use cleave_lang::Operator;
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::function::signature;
use cleave_typing::thir::{Conversion, ExprId, ExprKind, Implicit, Typed};
use cleave_typing::{Entity, Ty, eval};

/// Some typed code and where it runs.
pub(crate) struct Code<'c, 'db> {
    pub(crate) db: &'db dyn Db,
    pub(crate) typed: &'c Typed<'db>,
    /// The function whose code it is.
    pub(crate) owner: Entity<'db>,
    /// No device compiles it.
    pub(crate) host: bool,
}

impl<'db> Code<'_, 'db> {
    /// Whether a variable of this type with this initialiser does nothing.
    pub(crate) fn is_silent(&self, ty: Ty<'db>, init: Option<ExprId>) -> bool {
        self.is_dropped_silently(ty) && init.is_none_or(|e| self.is_quiet(e))
    }

    /// Whether dropping an object of a type does nothing.
    pub(crate) fn is_dropped_silently(&self, ty: Ty<'db>) -> bool {
        let mut ty = ty;
        while let Some(element) = ty.element(self.db) {
            ty = element;
        }
        if ty.is_error(self.db) {
            return false;
        }
        !ty.is_class(self.db)
            || special(self.db, ty, Special::Destructor).is_some_and(|s| s.trivial)
    }

    /// Whether computing an expression does nothing.
    fn is_quiet(&self, e: ExprId) -> bool {
        let mut stack = vec![e];
        let mut operands = Vec::new();
        // Typed code is a tree: every expression is met once.
        for _ in 0..=self.typed.exprs.len() {
            let Some(e) = stack.pop() else { return true };
            let Some(expr) = self.typed.exprs.get(e.0 as usize) else {
                return false;
            };
            match self.step(e, &expr.kind, expr.ty) {
                Some(true) => {
                    operands.clear();
                    expr.kind.operands(&mut operands);
                    stack.append(&mut operands);
                }
                Some(false) => {}
                None => return false,
            }
        }
        false
    }

    /// Whether an expression does nothing: with its operands still to be looked at, or as a whole; `None` if it does something.
    fn step(&self, e: ExprId, kind: &ExprKind<'db>, ty: Ty<'db>) -> Option<bool> {
        use ExprKind as K;
        let db = self.db;
        let constant = || {
            eval::evaluate(db, self.owner, self.typed, e)
                .is_ok()
                .then_some(false)
        };
        match kind {
            K::Error
            | K::Overloaded { .. }
            | K::CallIndirect(..)
            | K::CallMember(..)
            | K::Launch(..)
            | K::New { .. }
            | K::Delete { .. }
            | K::Destroy(..)
            | K::Throw(_)
            | K::Statements(_)
            | K::Step { .. }
            | K::Assign(..)
            | K::Compound(..)
            | K::Convert(Conversion::Dynamic, _)
            | K::InitializerList(_) => None,
            K::Convert(Conversion::Load, from) => {
                let from = self.typed.exprs.get(from.0 as usize)?;
                (!from.ty.top_quals(db).is_volatile).then_some(true)
            }
            K::Convert(
                Conversion::Floating
                | Conversion::IntegralToFloating
                | Conversion::FloatingToIntegral
                | Conversion::Complex,
                _,
            ) if self.host => constant(),
            K::Binary(_, a, _) if self.host && self.is_floating(*a) => constant(),
            K::Unary(Operator::Negate, a) if self.host && self.is_floating(*a) => constant(),
            K::Construct(callee, _)
                if signature(db, *callee).is_some_and(|sig| sig.is_defaulted)
                    && special(db, ty, Special::Default).is_some_and(|s| s.trivial) =>
            {
                Some(true)
            }
            K::Call { .. } | K::Construct(..) | K::Builtin(..) => constant(),
            K::ConstructImplicit(which, _) => {
                let which = match which {
                    Implicit::Default => Special::Default,
                    Implicit::Copy => Special::Copy,
                    Implicit::Move => Special::Move,
                };
                match special(db, ty, which).is_some_and(|s| s.trivial) {
                    true => Some(true),
                    false => constant(),
                }
            }
            K::Aggregate(parts) => {
                let info = class_info(db, ty)?;
                let kind = |e: ExprId| self.typed.exprs.get(e.0 as usize).map(|x| &x.kind);
                let default = parts.iter().any(|part| match part {
                    None => info.fields.iter().any(|f| f.has_default),
                    Some(e) => matches!(kind(*e), Some(K::DefaultMember(_))),
                });
                if default { constant() } else { Some(true) }
            }
            // An object that a constructor makes and a reference keeps alive.
            K::Materialize(from) => {
                let made = self.typed.exprs.get(from.0 as usize)?;
                (!matches!(made.kind, K::Construct(..))).then_some(true)
            }
            _ => Some(true),
        }
    }

    fn is_floating(&self, e: ExprId) -> bool {
        self.typed
            .exprs
            .get(e.0 as usize)
            .is_some_and(|x| x.ty.is_floating(self.db))
    }
}
