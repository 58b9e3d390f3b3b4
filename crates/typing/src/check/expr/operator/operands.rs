//! What is said of operands that a builtin operator does not take ([expr.mul] to [expr.or], [expr.sub], [expr.ass]).

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::thir::ExprId;
use crate::{Context, Fill, Problem, Site, Ty, TyKind};

/// What an arithmetic operator takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Integers and unscoped enumerations.
    Integers,
    /// Numbers of any kind.
    Numbers,
    /// Numbers, or a pointer and an integer.
    Sums,
}

/// The operands of an arithmetic operator or of its compound assignment ([expr.mul] to [expr.or], [expr.ass]/6).
pub(super) fn takes(op: Operator) -> Takes {
    use Operator as O;
    match op {
        O::Remainder | O::BitAnd | O::BitOr | O::BitXor | O::ShiftLeft | O::ShiftRight => {
            Takes::Integers
        }
        O::Plus | O::Minus => Takes::Sums,
        _ => Takes::Numbers,
    }
}

impl<'db> Context<'db> {
    /// Two operands that cannot be compared or combined with each other.
    pub(crate) fn incompatible(&mut self, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        let (ta, tb) = (self.ty(a).decayed(db), self.ty(b).decayed(db));
        if self.is_vague(ta) || self.is_vague(tb) {
            return self.error_expr(site);
        }
        // Operators may be overloaded for enumerations.
        if (ta.is_enum(db) || tb.is_enum(db))
            && let Some(cleave_hir::Expr::Binary(op, ..)) = self.written(site)
        {
            return self.no_operator(*op, &[a, b], site);
        }
        let (left, right) = (self.shown(a, ta), self.shown(b, tb));
        self.reject(codes::INCOMPATIBLE_OPERAND_TYPES { left, right }, site)
    }

    /// The operands' types do not suit the operator.
    pub(crate) fn not_operands(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        if self.is_class_or_enum(&[a, b]) {
            return self.no_operator(op, &[a, b], site);
        }
        match takes(op) {
            Takes::Sums => self.not_summands(op, a, b),
            takes => self.unfit(takes, &[a, b], site),
        }
    }

    /// The operands' types do not suit the assignment operator; `op` is what it computes.
    pub(crate) fn not_assigned(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let ty = self.ty(a).decayed(db);
        if ty.is_enum(db) {
            let bad = self.reject(codes::ENUM_OPERATION_NEEDS_OPERATOR_FUNCTION, site);
            return match takes(op) {
                Takes::Sums => bad,
                takes => {
                    self.unfit(takes, &[b], site);
                    bad
                }
            };
        }
        if self.is_class_or_enum(&[b]) {
            return self.no_assignment(a, b, site);
        }
        match takes(op) {
            // The reference reads a pointer as true here.
            Takes::Sums
                if op == Operator::Plus
                    && ty.is_bool(db)
                    && self.points_to_object(b) == Some(true) =>
            {
                self.error_expr(site)
            }
            Takes::Sums if self.is_number(ty) && !ty.is_bool(db) => {
                self.wrong_operand(codes::NOT_ARITHMETIC_OR_UNSCOPED_ENUM, b)
            }
            Takes::Sums => self.not_summands(op, a, b),
            takes => self.unfit(takes, &[a, b], site),
        }
    }

    /// Nothing can be assigned to the first operand, and the other may be wrong as well.
    pub(crate) fn not_assignable(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let (db, takes) = (self.db, takes(op));
        let (ty, other) = (self.ty(a), self.ty(b));
        let array = ty.is_array(db) || ty.is_function(db);
        let moves = takes == Takes::Sums && self.is_integer(other);
        let no_number = match other.is_class(db) {
            true => crate::class::conversions(db, other.unqualified(db)).is_empty(),
            false => other.is_enum(db) && (!self.is_integer(other) || array && !moves),
        };
        if no_number {
            return self.no_assignment(a, b, site);
        }
        let bad = self.not_modifiable(a, site);
        if takes != Takes::Sums && !self.is_class_or_enum(&[b]) {
            self.unfit(takes, &[b], site);
        }
        bad
    }

    /// No assignment operator takes the operands.
    pub(crate) fn no_assignment(&mut self, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        match self.written(site) {
            Some(cleave_hir::Expr::Binary(written, ..)) => {
                self.no_operator(*written, &[a, b], site)
            }
            _ => self.error_expr(site),
        }
    }

    /// Says so of each operand that is no number of the wanted kind.
    fn unfit(&mut self, takes: Takes, operands: &[ExprId], site: Site<'db>) -> ExprId {
        let mut bad = None;
        for &e in operands {
            let ty = self.ty(e).decayed(self.db);
            let reported = match takes {
                Takes::Integers if !self.is_integer(ty) => {
                    self.wrong_operand(codes::NOT_INTEGRAL_OR_UNSCOPED_ENUM, e)
                }
                Takes::Numbers if !self.is_number(ty) => {
                    self.wrong_operand(codes::NOT_ARITHMETIC_OR_UNSCOPED_ENUM, e)
                }
                _ => continue,
            };
            bad = Some(reported);
        }
        bad.unwrap_or_else(|| self.error_expr(site))
    }

    /// Operands of `+` or `-` that are no numbers, and not a pointer and an integer.
    fn not_summands(&mut self, op: Operator, a: ExprId, b: ExprId) -> ExprId {
        let db = self.db;
        let first = self.ty(a).decayed(db);
        if first.is_pointer(db) {
            return self.wrong_operand(codes::NOT_INTEGRAL_OR_UNSCOPED_ENUM, b);
        }
        if !self.is_number(first) {
            let ty = self.shown(a, first);
            return self.wrong_operand(codes::NOT_ARITHMETIC_UNSCOPED_ENUM_OR_POINTER { ty }, a);
        }
        let points = op == Operator::Plus && self.is_integer(first);
        match self.points_to_object(b) {
            Some(false) if points => self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, b),
            _ => self.wrong_operand(codes::NOT_ARITHMETIC_OR_UNSCOPED_ENUM, b),
        }
    }

    /// Whether a pointer is one to objects, neither to `void` nor to functions; `None`: it is no pointer.
    pub(crate) fn points_to_object(&self, e: ExprId) -> Option<bool> {
        let db = self.db;
        let to = self.ty(e).decayed(db).pointee(db)?;
        Some(!to.is_void(db) && !to.is_function(db))
    }

    /// The difference of two pointers that have none.
    pub(crate) fn no_difference(&mut self, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        let to = |e: ExprId| self.ty(e).decayed(db).pointee(db);
        let (Some(p), Some(q)) = (to(a), to(b)) else {
            return self.error_expr(site);
        };
        let mixed = p.is_void(db) && q.is_function(db) || p.is_function(db) && q.is_void(db);
        if mixed && !self.is_instantiation() {
            let left = self.shown(a, self.ty(a).decayed(db));
            let right = self.shown(b, self.ty(b).decayed(db));
            let code = codes::INCOMPATIBLE_OPERAND_TYPES { left, right };
            let mut problem = Problem::new(code, site);
            problem.soft = true;
            self.warnings.push(problem);
        }
        let same = p.unqualified(db) == q.unqualified(db);
        let wrong = match (p.is_void(db), q.is_void(db)) {
            (true, _) => Some(a),
            (false, true) if p.is_function(db) => Some(a),
            (false, true) => Some(b),
            (false, false) => (same && p.is_function(db)).then_some(a),
        };
        match wrong {
            Some(e) => self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, e),
            None => self.incompatible(a, b, site),
        }
    }

    /// Pointers to members have no order ([expr.rel]/1).
    pub(crate) fn unordered(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let db = self.db;
        let (ta, tb) = (self.ty(a).decayed(db), self.ty(b).decayed(db));
        let is_member = |t: Ty<'db>| matches!(t.kind(db), TyKind::MemberPointer { .. });
        if self.overloadable(a) || self.overloadable(b) {
            return None;
        }
        let no_order = |cx: &mut Self, e: ExprId, t: Ty<'db>| {
            let ty = cx.shown(e, t);
            cx.wrong_operand(codes::NOT_ARITHMETIC_UNSCOPED_ENUM_OR_POINTER { ty }, e)
        };
        match (is_member(ta), is_member(tb)) {
            (true, _) => Some(no_order(self, a, ta)),
            (false, true) if self.is_number(ta) => {
                Some(self.wrong_operand(codes::NOT_ARITHMETIC_OR_UNSCOPED_ENUM, b))
            }
            (false, true) if ta.is_nullptr(db) => Some(no_order(self, b, tb)),
            _ => None,
        }
    }

    /// The second and third operand of `?:` have no common type ([expr.cond]).
    pub(crate) fn incompatible_branches(
        &mut self,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let (ta, tb) = (self.ty(a), self.ty(b));
        if self.is_number(ta) && (tb.is_class(db) || crate::convert::is_scoped(db, tb)) {
            return self.wrong_operand(codes::NOT_ARITHMETIC_OR_UNSCOPED_ENUM, b);
        }
        // What was to be converted to the other class is what it is.
        let mut shown = |e: ExprId, ty: Ty<'db>| match ty.is_class(db) {
            true => Fill::Type(ty),
            false => self.shown(e, ty.decayed(db)),
        };
        let (left, right) = (shown(a, ta), shown(b, tb));
        self.reject(codes::INCOMPATIBLE_OPERAND_TYPES { left, right }, site)
    }

    /// The operands of `&&` or `||` as conditions, or what is wrong with them ([expr.log.and]).
    pub(crate) fn no_conditions(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let wrong = [a, b]
            .iter()
            .any(|&e| self.ty(e).is_class(db) && !self.is_condition(e));
        let null = |e: ExprId| self.ty(e).is_nullptr(db);
        let mixed = self.overloadable(a) && null(b) || self.overloadable(b) && null(a);
        (wrong || mixed).then(|| self.no_operator(op, &[a, b], site))
    }

    /// Operands of `[]`, of which none is a pointer to objects beside an integer ([expr.sub]/2). `None`: that is not wrong.
    pub(crate) fn no_element(
        &mut self,
        base: ExprId,
        index: ExprId,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let ty = self.ty(base).decayed(db);
        let indexed = self.is_integer(self.ty(index));
        let no_object = ty
            .pointee(db)
            .map(|to| to.is_void(db) || to.is_function(db) || self.lacks_definition(to));
        if no_object == Some(false) && indexed {
            return None;
        }
        let bad = match no_object {
            Some(false) => None,
            Some(true) => Some(self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, base)),
            None => {
                let ty = self.shown(base, ty);
                Some(self.wrong_operand(codes::NOT_A_POINTER_TO_OBJECT { ty }, base))
            }
        };
        if indexed {
            return bad;
        }
        if self.is_bad(index) {
            return bad.or_else(|| Some(self.infect(&[index], site)));
        }
        Some(self.wrong_operand(codes::NOT_INTEGRAL_OR_UNSCOPED_ENUM, index))
    }

    /// Whether an operand is of a class or enumeration, for which operators may be declared, or of a type that is not known.
    fn is_class_or_enum(&self, operands: &[ExprId]) -> bool {
        (operands.iter()).any(|&e| self.overloadable(e) || self.is_vague(self.ty(e)))
    }
}
