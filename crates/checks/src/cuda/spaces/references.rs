//! Names of functions that only the device can type: the host may not so much as name a function of the device whose return type is
//! deduced, be it called or not (reference: spaces, Calls between spaces).

use cleave_codes::codes;
use cleave_cuda::{ExecutionSpace, execution_space, is_unwritten};
use cleave_hir::Expr;
use cleave_typing::function::signature;
use cleave_typing::thir::{self, ExprKind};
use cleave_typing::{Entity, Site, check, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::spaces::called::bare;
use crate::cuda::spaces::cross_space_calls::{Caller, Calls};

impl<'db> Calls<'_, 'db> {
    /// A function of the device whose return type is deduced: only the device knows its body, so that the host may not so much
    /// as name it.
    pub(super) fn reference(
        &mut self,
        expr: &thir::Expr<'db>,
        caller: &Caller<'_>,
        reported: &mut FxHashSet<(Site<'db>, Entity<'db>)>,
    ) {
        let db = self.s.db;
        let called = match &expr.kind {
            ExprKind::Call { callee, .. } => *callee,
            ExprKind::Function(function) => *function,
            _ => return,
        };
        let on_host = caller.space.on_host();
        let deduced = |sig: &cleave_typing::function::Signature<'db>| {
            sig.ty.ret.has_auto(db) && !sig.is_constexpr && !sig.is_consteval
        };
        // What is defaulted is everybody's, and constexpr where it can be.
        if !on_host
            || is_unwritten(db, called)
            || !signature(db, called).is_some_and(deduced)
            || !execution_space(db, called, true).is_device_only()
        {
            return;
        }
        let of = |part: cleave_hir::ExprId| {
            let index = u32::from(part.into_raw());
            self.place(Site { index, ..expr.site })
        };
        let Some((tokens, point)) = self.place(expr.site) else {
            return;
        };
        let at = match expr.site.expr(db) {
            Some(Expr::Call(callee, _)) => match (of(*callee), bare(db, called) == "operator()") {
                (Some((first, _)), true) => first.end,
                (Some((_, point)), false) => point,
                (None, _) => return,
            },
            Some(Expr::Prefix(_, operand)) => match of(*operand) {
                Some((_, point)) => point,
                None => return,
            },
            _ => point,
        };
        if reported.insert((expr.site, called)) {
            let finding = Finding::new(codes::AUTO_DEVICE_FN_REF, at).name(bare(db, called));
            let finding = finding.text("outside the bodies of device functions");
            self.found.push(finding.reported_at(tokens.end));
        }
    }

    /// What default arguments name: they have no caller either.
    pub(super) fn default_arguments(&mut self) {
        let db = self.s.db;
        let caller = Caller {
            name: "",
            space: ExecutionSpace::default(),
            template: false,
            initializer: true,
            unchecked: false,
            depth: 0,
        };
        for function in program::functions(db, self.item) {
            let mut referred = FxHashSet::default();
            for param in 0..program::defaults(db, function) {
                let typed = check::default_argument(db, function, param);
                for expr in typed.iter().flat_map(|t| &t.exprs) {
                    self.reference(expr, &caller, &mut referred);
                }
            }
        }
    }
}
