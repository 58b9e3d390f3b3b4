//! What is said of the arguments of a call whose function is known: each that does not fit its parameter, and that there are too
//! many or too few ([expr.call]/4).

use cleave_codes::codes;
use cleave_hir::{DeclKind, ParamId, TypeRef};

use crate::check::init::Purpose;
use crate::convert::{Options, quietly, sequence};
use crate::function::redeclared::redeclarations;
use crate::function::signature;
use crate::thir::{ExprId, ExprKind};
use crate::written::Target;
use crate::{At, Context, Entity, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// Of a call of the only function of a name. `None`: nothing is wrong with the arguments.
    pub(crate) fn wrong_arguments(
        &mut self,
        only: Entity<'db>,
        object: Option<ExprId>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let sig = signature(self.db, only)?;
        let count = sig.ty.params.len();
        // A launch without an argument list is a syntax error.
        let few = args.len() < sig.required as usize;
        if few && !crate::program::ends_in_parenthesis(self.db, site) {
            return Some(self.error_expr(site));
        }
        let mut bad = None;
        let before = self.problems.len();
        for ((&arg, &param), number) in args.iter().zip(sig.ty.params.iter()).zip(0..) {
            let target = Target::Parameter(only, number, object);
            bad = (self.for_target(target, |cx| cx.misfit_argument(arg, param))).or(bad);
        }
        let extra = args.get(count).filter(|_| !sig.ty.variadic);
        bad = self.miscounted(few, extra.copied(), site).or(bad);
        for problem in self.problems.iter_mut().skip(before) {
            problem.read = problem.read.or(Some(site));
        }
        if sig.is_deleted && bad.is_some() {
            self.deleted(only, site);
        }
        bad
    }

    /// The same where the types of the parameters are not known: their number is.
    pub(super) fn miscounted_as_written(
        &mut self,
        only: Entity<'db>,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let decl = only.decl(db);
        if only.is_template(db)
            || self.in_template()
            || signature(db, only).is_some()
            || redeclarations(db, decl).len() > 1
        {
            return None;
        }
        let mut declared = Context::of(db, only)?;
        let (code, written) = decl.in_code(db)?;
        let DeclKind::Function(function) = &written.kind else {
            return None;
        };
        let TypeRef::Function(ty) = &code[function.ty] else {
            return None;
        };
        let is_pack = |&p: &ParamId| matches!(code[code[p].ty], TypeRef::Pack(_));
        let mut is_error =
            |&p: &ParamId| quietly(&mut declared, |cx| cx.resolve_type(code[p].ty)).is_error(db);
        if ty.params.iter().any(is_pack) || !ty.params.iter().any(&mut is_error) {
            return None;
        }
        let needed = |&&p: &&ParamId| code[p].default.is_none();
        let few = args.len() < ty.params.iter().take_while(needed).count();
        let extra = args.get(ty.params.len()).filter(|_| !ty.variadic);
        self.miscounted(few, extra.copied(), site)
    }

    /// An argument that does not fit its parameter. What is taken after all is a call that is not looked at any closer.
    fn misfit_argument(&mut self, arg: ExprId, param: Ty<'db>) -> Option<ExprId> {
        let is_list = matches!(self.node(arg).kind, ExprKind::List(_));
        if !is_list && (self.is_bad(arg) || self.ty(arg).is_unknown(self.db)) {
            return None;
        }
        let operand = self.operand(arg);
        let fits = quietly(self, |cx| sequence(cx, &operand, param, Options::COPY)).is_some();
        if fits {
            return None;
        }
        let made = self.cannot(arg, param, Purpose::Argument);
        Some(match self.is_bad(made) {
            true => made,
            false => {
                let site = self.site_of(arg);
                self.error_expr(site)
            }
        })
    }

    /// Too `few` arguments, or one too many.
    pub(crate) fn miscounted(
        &mut self,
        few: bool,
        extra: Option<ExprId>,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let problem = match extra {
            Some(extra) => {
                let site = self.start_of(extra);
                Problem::new(codes::TOO_MANY_ARGUMENTS, site).at(At::First)
            }
            None if few => Problem::new(codes::TOO_FEW_ARGUMENTS, site).at(At::Arguments),
            None => return None,
        };
        Some(self.report(problem))
    }
}
