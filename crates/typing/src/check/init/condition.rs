//! What a condition is converted to ([stmt.select]), and integral values ([conv.integral]).

use cleave_codes::codes;

use crate::check::init::{Mode, Purpose};
use crate::convert::{Options, Sequence, sequence};
use crate::overload::operators::by_templates;
use crate::thir::{Conversion, ExprId, ExprKind};
use crate::{At, Context, Problem, Ty};

impl<'db> Context<'db> {
    /// A value in a condition, a `bool` ([conv.general]/4).
    pub(crate) fn condition(&mut self, e: ExprId) -> ExprId {
        self.as_condition(e, None)
    }

    /// The same of an operand of `!`, `&&` or `||`: of several conversion functions it is said that they convert to `bool`.
    pub(crate) fn logical_operand(&mut self, e: ExprId) -> ExprId {
        let wanted = self.builtin(cleave_lang::Builtin::Bool);
        self.as_condition(e, Some(wanted))
    }

    fn as_condition(&mut self, e: ExprId, wanted: Option<Ty<'db>>) -> ExprId {
        let db = self.db;
        let bool_ty = self.builtin(cleave_lang::Builtin::Bool);
        if let Some(bad) = self.undetermined(e) {
            return bad;
        }
        self.check_assigned_condition(e);
        if self.is_bad(e) {
            let site = self.site_of(e);
            let bad = self.infect(&[e], site);
            self.out.exprs[bad.0 as usize].ty = bool_ty;
            return bad;
        }
        let operand = self.operand(e);
        let found = match operand.ty.is_nullptr(db) {
            true => None,
            false => sequence(self, &operand, bool_ty, Options::DIRECT),
        };
        match found {
            Some(Sequence::Ambiguous) if operand.ty.is_class(db) => {
                self.ambiguous_conversion(e, wanted)
            }
            Some(found) => self.apply(e, bool_ty, &found),
            None if operand.ty.is_nullptr(db) => self.convert(Conversion::ToBool, e, bool_ty),
            // Operators that ask for `bool` work on the elements of GNU vectors.
            None if matches!(operand.ty.kind(db), crate::TyKind::Vector(..)) => {
                let site = self.site_of(e);
                let bad = self.error_expr(site);
                self.out.exprs[bad.0 as usize].ty = bool_ty;
                bad
            }
            None => self.wrong_operand(codes::NOT_CONVERTIBLE_TO_BOOL, e),
        }
    }

    /// The condition of a statement, where one of GNU's vectors is no `bool` ([stmt.select]).
    pub(crate) fn statement_condition(&mut self, e: ExprId) -> ExprId {
        match matches!(self.ty(e).kind(self.db), crate::TyKind::Vector(..)) {
            true => self.wrong_operand(codes::NOT_CONVERTIBLE_TO_BOOL, e),
            false => self.condition(e),
        }
    }

    /// Assigning a constant is not what a condition is for.
    fn check_assigned_condition(&mut self, e: ExprId) {
        if let ExprKind::Assign(_, value, _) = self.node(e).kind
            && !self.is_instantiation()
            && self.evaluated(value).is_some()
        {
            let at = self.start_of(e);
            self.warnings
                .push(Problem::new(codes::ASSIGN_WHERE_COMPARE_MEANT, at).at(At::First));
        }
    }

    /// Whether an operand converts to `bool` in a condition.
    pub(in crate::check) fn is_condition(&mut self, e: ExprId) -> bool {
        if self.is_bad(e) || self.ty(e).is_nullptr(self.db) {
            return true;
        }
        let operand = self.operand(e);
        let ty = self.builtin(cleave_lang::Builtin::Bool);
        crate::convert::quietly(self, |cx| sequence(cx, &operand, ty, Options::DIRECT)).is_some()
    }

    /// Whether what a class converts to without a cast is certainly no integral or enumeration type.
    fn converts_elsewhere(&self, class: Ty<'db>) -> bool {
        let db = self.db;
        self.converts_to_nothing(class)
            || crate::class::class_info(db, class).is_some()
                && crate::class::conversions(db, class).into_iter().all(|f| {
                    let ty = crate::check::return_type(db, f).bare(db);
                    let is_explicit =
                        || crate::function::signature(db, f).is_some_and(|s| s.is_explicit);
                    let is_other = || {
                        !f.is_template(db)
                            && !ty.is_unknown(db)
                            && !ty.is_class(db)
                            && !ty.is_integral(db)
                            && !ty.is_enum(db)
                    };
                    is_explicit() || is_other()
                })
    }

    /// An integral or enumeration value, class operands converted ([conv.general]/5): `switch`, array sizes. `wanted`: the type that a
    /// class would be converted to, of which it is said that several functions do.
    pub(crate) fn integral_value(&mut self, e: ExprId, wanted: Option<Ty<'db>>) -> ExprId {
        let db = self.db;
        if self.is_bad(e) || !self.ty(e).is_class(db) {
            return self.rvalue(e);
        }
        let from = self.ty(e).unqualified(db);
        let mut target = None;
        let mut several = false;
        // A bound may be of any type that converts to `size_t`.
        let in_switch = self.modes.in_switch;
        let is_taken = |ty: Ty<'db>| {
            let is_number = !in_switch && ty.is_floating(db);
            ty.is_integral(db) || ty.is_enum(db) || is_number
        };
        for f in crate::class::conversions(db, from) {
            let is_explicit = || crate::function::signature(db, f).is_some_and(|s| s.is_explicit);
            if f.is_template(db) || is_explicit() {
                continue;
            }
            let ret = crate::check::return_type(db, f).bare(db);
            if is_taken(ret) {
                if target.is_some_and(|t| t != ret) {
                    target = None;
                    several = true;
                    break;
                }
                target = Some(ret);
            }
        }
        match target {
            Some(to) => self.initialize(to, e, Mode::Copy, Purpose::Variable),
            None if self.modes.in_switch
                && !several
                && (self.converts_elsewhere(from) || by_templates::is_open(self, from)) =>
            {
                self.wrong_operand(codes::NOT_INTEGRAL_OR_ENUM, e)
            }
            None if several => self.ambiguous_conversion(e, wanted),
            None => {
                let site = self.site_of(e);
                self.error_expr(site)
            }
        }
    }
}
