//! Launches of kernels: the configuration between `<<<` and `>>>`.

use cleave_codes::codes;
use cleave_hir::{Expr as H, ExprId};
use cleave_lang::Builtin;

use crate::check::expr::name::template_arguments::Suppressed;
use crate::thir::{self, ExprKind};
use crate::{At, Context, Fill, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// `k<<<…>>>(…)`: a call of the kernel as far as types go.
    pub(in crate::check) fn launch(
        &mut self,
        callee: ExprId,
        config: &'db [ExprId],
        args: &'db [ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        if let Some((set, written)) = self.explicit_callee(callee) {
            match self.explicit_errors(&set, written) {
                Suppressed::No => {}
                Suppressed::Call => return self.error_expr(site),
                Suppressed::Name => {
                    self.read_as_declaration(site);
                    return self.error_expr(site);
                }
            }
        }
        let call = self.call(callee, args, site);
        // The grid and the block are no default arguments of what a launch calls first.
        if config.is_empty() && !self.is_instantiation() && !self.is_bad(call) {
            let callee = self.site(callee);
            return self.report(Problem::new(codes::TOO_FEW_ARGUMENTS, callee).at(At::Behind(1)));
        }
        let Some(config) = self.arguments(config) else {
            return self.dependent_expr(site);
        };
        if self.is_bad(call) || config.iter().any(|&e| self.is_bad(e)) {
            let mut parts = config;
            parts.push(call);
            return self.infect(&parts, site);
        }
        let (function, args) = match self.node(call).kind.clone() {
            ExprKind::Call {
                callee,
                args,
                object: None,
                ..
            } => (self.function_expr(callee, site), args),
            ExprKind::CallIndirect(callee, args) => (callee, args),
            ExprKind::Call {
                object: Some(_), ..
            } => {
                let mut named = callee;
                while let H::Paren(inner) = &self.code[named] {
                    named = *inner;
                }
                return match self.code[named] {
                    H::Member { .. } => self.bound_function(self.site(named)),
                    _ => self.error_expr(site),
                };
            }
            _ => return self.error_expr(site),
        };
        let extra = config.get(4).copied();
        let config = config
            .get(..4)
            .unwrap_or(&config)
            .iter()
            .enumerate()
            .map(|(i, &e)| self.configuration(i, e))
            .collect();
        if let Some(bad) = self.miscounted(false, extra, site) {
            return bad;
        }
        let ty = self.builtin(Builtin::Void);
        let _ = db;
        self.prvalue(ExprKind::Launch(function, config, args), ty, site)
    }

    /// One part of a launch's configuration: grid and block are `dim3`, shared memory `size_t`, the rest as it is.
    pub(in crate::check) fn configuration(
        &mut self,
        number: usize,
        e: thir::ExprId,
    ) -> thir::ExprId {
        use crate::check::init::{Mode, Purpose};
        match number {
            0 | 1 => match self.global_class("dim3") {
                Some(ty) => self.initialize(ty, e, Mode::Copy, Purpose::Argument),
                None => e,
            },
            2 => {
                let ty = self.builtin(crate::ty::classify::size_type(self.db));
                self.configured(e, ty, Fill::Named("size_t".into(), ty))
            }
            3 => match self.global_class("CUstream_st") {
                Some(ty) => {
                    let ty = ty.pointer(self.db);
                    self.configured(e, ty, Fill::Spelled("CUstream_st *".into()))
                }
                None => e,
            },
            _ => e,
        }
    }

    /// A part of a configuration, converted to a type that the runtime's declaration spells in its way.
    fn configured(&mut self, e: thir::ExprId, ty: Ty<'db>, spelled: Fill<'db>) -> thir::ExprId {
        use crate::check::init::{Mode, Purpose};
        let problems = self.problems.len();
        let made = self.initialize(ty, e, Mode::Copy, Purpose::Argument);
        for problem in &mut self.problems[problems..] {
            for fill in &mut problem.fills {
                if *fill == Fill::Type(ty) {
                    *fill = spelled.clone();
                }
            }
        }
        made
    }
}
