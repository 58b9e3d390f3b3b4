//! Builtin assignments, increments and decrements ([expr.ass], [expr.pre.incr], [expr.post.incr]).

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::check::expr::operator::operands::{Takes, takes};
use crate::check::init::{Mode, Purpose};
use crate::code::source::first_token;
use crate::thir::{Category, ExprId, ExprKind};
use crate::written::Target;
use crate::{Context, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// Assignment to what is no class ([expr.ass]).
    pub(crate) fn assign(&mut self, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        let ty = self.ty(a);
        if self.is_bound_function(a) {
            return self.reject(codes::BOUND_FUNCTION_NOT_CALLED, self.site_of(a));
        }
        if !self.modifiable(a) {
            return self.not_modifiable(a, site);
        }
        let to = ty.unqualified(db);
        let problems = self.problems.len();
        let warnings = self.warnings.len();
        let value = self.for_target(Target::Operand(a), |cx| {
            cx.initialize(to, b, Mode::Copy, Purpose::Assignment)
        });
        for warning in self.warnings.iter_mut().skip(warnings) {
            if matches!(
                warning.code,
                codes::INCOMPATIBLE_ASSIGNMENT_OPERANDS
                    | codes::DEPRECATED_STRING_CONV
                    | codes::LOSSY_CONVERSION
            ) {
                warning.site = site;
                warning.at = crate::At::Point;
            }
        }
        for problem in &mut self.problems[problems..] {
            // The operator is what does not fit.
            if matches!(
                problem.code,
                codes::NO_OVERLOAD_OF_REQUIRED_TYPE | codes::INCOMPATIBLE_ASSIGNMENT_OPERANDS
            ) {
                problem.site = site;
                problem.at = crate::At::Point;
            }
        }
        if matches!(self.node(b).kind, ExprKind::List(_)) && self.is_bad(value) {
            return self.infect(&[value], site);
        }
        self.is_set(a);
        self.push(
            ExprKind::Assign(a, value, false),
            ty,
            Category::Lvalue,
            site,
        )
    }

    /// Whether an expression names a member function of an object, and does not call it.
    pub(crate) fn is_bound_function(&self, e: ExprId) -> bool {
        match &self.node(e).kind {
            ExprKind::Overloaded { object, .. } => object.is_some() && !self.in_template(),
            ExprKind::MemberPointer(..) => self.ty(e).is_function(self.db),
            _ => false,
        }
    }

    /// Says that a member function of an object is named as a statement: at its name, or at the whole expression.
    pub(crate) fn report_bound_function(&mut self, written: cleave_hir::ExprId) {
        let site = self.site(written);
        let problem = match self.code[written] {
            cleave_hir::Expr::Member { .. } => {
                crate::Problem::new(codes::BOUND_FUNCTION_NOT_CALLED, site)
            }
            _ => {
                let at = first_token(self.db, site);
                crate::Problem::new(codes::BOUND_FUNCTION_NOT_CALLED, at).at(crate::At::First)
            }
        };
        self.report(problem);
    }

    pub(crate) fn modifiable(&self, e: ExprId) -> bool {
        let db = self.db;
        let ty = self.ty(e);
        self.category(e) == Category::Lvalue
            && !ty.top_quals(db).is_const
            && !ty.is_array(db)
            && !ty.is_function(db)
            || ty.is_unknown(db)
    }

    pub(crate) fn not_modifiable(&mut self, e: ExprId, site: Site<'db>) -> ExprId {
        // A constant in a template's definition is reported in its instances only.
        let constant = self.ty(e).top_quals(self.db).is_const;
        if constant && self.category(e) == Category::Lvalue && self.in_template() {
            return self.error_expr(site);
        }
        let at = self.start_of(e);
        let problem = crate::Problem::new(codes::NOT_A_MODIFIABLE_LVALUE, at).at(crate::At::First);
        self.report(problem)
    }

    pub(crate) fn compound_assign(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let ty = self.ty(a);
        if !self.modifiable(a) {
            return self.not_assignable(op, a, b, site);
        }
        self.is_read(a);
        if let Some(to) = ty.pointee(db)
            && matches!(op, Operator::Plus | Operator::Minus)
        {
            return self.move_pointer(op, a, to, b, site);
        }
        let integral = takes(op) == Takes::Integers;
        let written = b;
        let b = match self.ty(b).is_class(db) {
            true => self.number_from_class(b, integral),
            false => b,
        };
        if self.is_bad(b) {
            return self.infect(&[b], site);
        }
        let (ta, tb) = (ty.unqualified(db), self.ty(b).decayed(db));
        if let TyKind::Vector(..) = ta.kind(db) {
            let value = self.rvalue(b);
            return self.push(
                ExprKind::Compound(op, a, value, ta),
                ty,
                Category::Lvalue,
                site,
            );
        }
        let fits = match integral {
            true => self.is_integer(ta) && self.is_integer(tb),
            false => self.is_number(ta) && self.is_number(tb),
        };
        if !fits || !ta.is_arithmetic(db) && !matches!(ta.kind(db), TyKind::Complex(_)) {
            return self.not_assigned(op, a, written, site);
        }
        let value = self.promote(b);
        if matches!(op, Operator::ShiftLeft | Operator::ShiftRight) {
            let computed = crate::convert::promoted(db, ta);
            self.check_operation(op, a, value, computed, site);
            let kind = ExprKind::Compound(op, a, value, computed);
            return self.push(kind, ty, Category::Lvalue, site);
        }
        if op == Operator::Divide && (ta.is_floating(db) || self.ty(value).is_floating(db)) {
            self.check_floating_division(a, value);
        }
        let Some(common) = self.common_arithmetic(ta, self.ty(value)) else {
            return self.error_expr(site);
        };
        self.check_sign(value, common);
        let value = self.arithmetic(value, common);
        if matches!(op, Operator::Divide | Operator::Remainder) {
            self.check_operation(op, a, value, common, site);
        }
        self.push(
            ExprKind::Compound(op, a, value, common),
            ty,
            Category::Lvalue,
            site,
        )
    }

    /// `p += n` and `p -= n`; `to` is what the pointer points to.
    fn move_pointer(
        &mut self,
        op: Operator,
        a: ExprId,
        to: Ty<'db>,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let ty = self.ty(a);
        let object = self.points_to_object(a) == Some(true);
        let b = match self.ty(b).is_class(db) && object {
            true => self.number_from_class(b, true),
            false => b,
        };
        if self.overloadable(b) && (!object || !self.is_integer(self.ty(b))) {
            return self.no_assignment(a, b, site);
        }
        let value = self.pointer_offset(op, true, b);
        if !self.is_integer(self.ty(value)) {
            return match self.is_bad(value) {
                true => self.infect(&[value], site),
                false => self.wrong_operand(codes::NOT_INTEGRAL_OR_UNSCOPED_ENUM, b),
            };
        }
        if self.lacks_definition(to) {
            return self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, a);
        }
        self.check_no_object(to, site);
        let kind = ExprKind::Compound(op, a, value, ty.unqualified(db));
        self.push(kind, ty, Category::Lvalue, site)
    }

    /// The number that a class converts to as the right operand of a builtin assignment operator ([over.built]/20, 24). Explicit
    /// conversion functions do not take part.
    fn number_from_class(&mut self, e: ExprId, integral: bool) -> ExprId {
        let db = self.db;
        let mut found = Vec::new();
        for f in crate::class::conversions(db, self.ty(e).unqualified(db)) {
            let ty = crate::check::return_type(db, f).bare(db);
            let fits = match integral {
                true => self.is_integer(ty),
                false => self.is_number(ty),
            };
            let implicit = crate::function::signature(db, f).is_none_or(|s| !s.is_explicit);
            if f.is_template(db) {
                return self.infect(&[e], self.site_of(e));
            }
            if fits && implicit && !found.contains(&ty) {
                found.push(ty);
            }
        }
        match found[..] {
            [ty] => self.initialize(ty, e, Mode::Copy, Purpose::Variable),
            [] => e,
            _ => self.ambiguous_conversion(e, None),
        }
    }

    pub(crate) fn step(
        &mut self,
        increment: bool,
        prefix: bool,
        e: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let ty = self.ty(e);
        if ty.is_function(db) {
            return self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, e);
        }
        if !self.modifiable(e) {
            return self.not_modifiable(e, site);
        }
        self.is_read(e);
        if ty.is_bool(db) && !increment {
            return self.wrong_operand(codes::BOOL_NOT_ALLOWED, e);
        }
        if ty.is_bool(db) && !self.is_instantiation() {
            let at = self.start_of(e);
            let problem = crate::Problem::new(codes::BOOL_INCREMENTED, at);
            self.warnings.push(problem.at(crate::At::First));
        }
        if !ty.is_arithmetic(db) && !ty.is_pointer(db) && !matches!(ty.kind(db), TyKind::Complex(_))
        {
            if ty.is_enum(db) {
                return self.reject(codes::ENUM_OPERATION_NEEDS_OPERATOR_FUNCTION, site);
            }
            if self.overloadable(e) {
                let op = match increment {
                    true => Operator::Increment,
                    false => Operator::Decrement,
                };
                return self.no_operator(op, &[e], site);
            }
            return match ty.is_nullptr(db) {
                true => self.wrong_operand(codes::NOT_ARITHMETIC_OR_UNSCOPED_ENUM, e),
                false => self.wrong_operand(codes::NOT_A_NUMBER_ENUM_OR_POINTER, e),
            };
        }
        let no_object = |to: crate::Ty<'db>| to.is_function(db) || to.is_void(db);
        if (ty.pointee(db)).is_some_and(|to| no_object(to) || self.lacks_definition(to)) {
            return self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, e);
        }
        let kind = ExprKind::Step {
            increment,
            prefix,
            operand: e,
        };
        match prefix {
            true => self.push(kind, ty, Category::Lvalue, site),
            false => self.prvalue(kind, ty.unqualified(db), site),
        }
    }
}
