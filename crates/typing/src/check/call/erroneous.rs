//! Calls with arguments that are errors. Such an argument goes to each parameter, and a parameter that is `T` alone is deduced from it;
//! of a type with more to it, as `T *` or `V<T>`, nothing is deduced. Where that leaves no function, it is said as well.

use cleave_codes::codes;
use cleave_hir::Node;
use cleave_lang::Builtin;
use rustc_hash::FxHashSet;

use super::Callees;
use crate::code::source::index;
use crate::convert::quietly;
use crate::overload::Reason;
use crate::problem::Detail;
use crate::template::{Failure, Operand, mismatch};
use crate::thir::{Category, ExprId, ExprKind};
use crate::{Context, Entity, Problem, Site};

impl<'db> Context<'db> {
    /// What is said of a call for which no template can be deduced because of arguments that are errors.
    pub(super) fn undeducible(
        &mut self,
        callees: &Callees<'_, 'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let templates = callees.set.iter().any(|f| f.is_template(self.db));
        let open = callees.unknown || self.in_template() || !templates;
        if open || callees.object.is_some_and(|o| self.is_bad(o)) {
            return None;
        }
        let operands = self.with_stand_ins(args)?;
        let mut failed = Vec::with_capacity(callees.set.len());
        for &function in &callees.set {
            failed.push((function, self.unsuited(function, callees, &operands)?));
        }
        let (what, at) = self.no_function_of(&callees.set, callees.object, site)?;
        let types = self.shown_all(args);
        let code = codes::NO_MATCHING_FUNCTION { function: what };
        let mut problem = Problem::new(code, at).detail(Detail::ArgumentTypes(types));
        if let Some(object) = callees.object.filter(|_| at != site) {
            problem = problem.detail(Detail::ObjectType(self.shown(object, self.ty(object))));
        }
        problem.notes = super::report::mismatches(&failed, callees.object.is_some(), site);
        Some(self.report(problem))
    }

    /// The arguments, with a type that is like no other in the place of errors. `None` if one is not known without an error that was
    /// reported.
    fn with_stand_ins(&self, args: &[ExprId]) -> Option<Vec<Operand<'db>>> {
        let mut out = self.operands(args);
        for (&arg, operand) in args.iter().zip(&mut out) {
            if !self.is_bad(arg) {
                continue;
            }
            if matches!(self.node(arg).kind, ExprKind::List(_)) || !self.is_reported(arg) {
                return None;
            }
            operand.ty = self.builtin(Builtin::Nullptr);
            operand.category = Category::Prvalue;
        }
        Some(out)
    }

    /// Whether an error was reported within an expression as it is written.
    fn is_reported(&self, e: ExprId) -> bool {
        let own = |p: &&Problem<'db>| p.site.code == self.code_ref && !p.soft;
        let errors: FxHashSet<_> = (self.problems.iter().filter(own))
            .map(|p| (p.site.is_type, p.site.index))
            .collect();
        if errors.is_empty() {
            return false;
        }
        let site = self.site_of(e);
        if site.code != self.code_ref || site.is_type {
            return false;
        }
        let written = index(&self.code.exprs, site.index);
        let mut todo: Vec<_> = written.map(Node::Expr).into_iter().collect();
        while let Some(node) = todo.pop() {
            let key = match node {
                Node::Expr(e) => Some((false, u32::from(e.into_raw()))),
                Node::Type(ty) => Some((true, u32::from(ty.into_raw()))),
                _ => None,
            };
            if key.is_some_and(|key| errors.contains(&key)) {
                return true;
            }
            cleave_hir::children(self.code, node, &mut |child| todo.push(child));
        }
        false
    }

    /// Why a function does not fit; `None` if it may.
    fn unsuited(
        &mut self,
        function: Entity<'db>,
        callees: &Callees<'_, 'db>,
        operands: &[Operand<'db>],
    ) -> Option<Reason> {
        if !function.is_template(self.db) {
            let sig = crate::function::signature(self.db, function)?;
            let many = operands.len() > sig.ty.params.len() && !sig.ty.variadic;
            let few = operands.len() < sig.required as usize;
            return (many || few).then_some(Reason::Count);
        }
        let explicit = match callees.explicit {
            None => Vec::new(),
            Some(written) => quietly(self, |cx| cx.explicit_args(function, written))?,
        };
        match quietly(self, |cx| mismatch(cx, function, &explicit, operands))? {
            Failure::Deduction => Some(Reason::Deduction),
            Failure::Count => Some(Reason::Count),
            _ => None,
        }
    }
}
