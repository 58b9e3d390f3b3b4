//! Calls with arguments that are errors. Such an argument goes to each parameter, and a parameter that is `T` alone is deduced from it;
//! of a type with more to it, as `T *` or `V<T>`, nothing is deduced. Where that leaves no function, it is said as well; where the other
//! arguments leave none, too.

use cleave_codes::codes;
use cleave_hir::Node;
use cleave_lang::Builtin;
use rustc_hash::FxHashSet;

use super::Callees;
use crate::code::source::index;
use crate::convert::{Options, quietly, sequence};
use crate::overload::Reason;
use crate::problem::Detail;
use crate::template::{Failure, Operand, mismatch};
use crate::thir::{Category, ExprId, ExprKind};
use crate::{Context, Entity, Problem, Site};

impl<'db> Context<'db> {
    /// What is said of a call that no function fits, whatever arguments that are errors may be.
    pub(super) fn undeducible(
        &mut self,
        callees: &Callees<'_, 'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let templates = callees.set.iter().any(|f| f.is_template(self.db));
        let several = callees.set.len() > 1;
        let open = callees.unknown || self.in_template() || !templates && !several;
        if open || callees.object.is_some_and(|o| self.is_bad(o)) {
            return None;
        }
        let operands = self.with_stand_ins(args)?;
        let mut failed = Vec::with_capacity(callees.set.len());
        for &function in &callees.set {
            failed.push((
                function,
                self.unsuited(function, callees, (args, &operands))?,
            ));
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
        let site = self.site_of(e);
        if site.code != self.code_ref || site.is_type {
            return false;
        }
        let written = index(&self.code.exprs, site.index);
        // What is not there is a syntax error.
        if written.is_some_and(|e| matches!(self.code[e], cleave_hir::Expr::Missing)) {
            return true;
        }
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
        (args, operands): (&[ExprId], &[Operand<'db>]),
    ) -> Option<Reason> {
        if !function.is_template(self.db) {
            let sig = crate::function::signature(self.db, function)?;
            let many = operands.len() > sig.ty.params.len() && !sig.ty.variadic;
            let few = operands.len() < sig.required as usize;
            if many || few {
                return Some(Reason::Count);
            }
            let known = (args.iter().zip(operands).zip(&sig.ty.params).enumerate())
                .filter(|(_, ((arg, _), _))| !self.is_bad(**arg));
            let misfit: Vec<_> = known.map(|(i, ((_, from), to))| (i, from, *to)).collect();
            return misfit.into_iter().find_map(|(i, from, to)| {
                let fits = quietly(self, |cx| sequence(cx, from, to, Options::COPY)).is_some();
                (!fits).then_some(Reason::Conversion(i as u32))
            });
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
