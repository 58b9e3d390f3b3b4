//! Operators in expressions ([expr.unary] on, [over.match.oper]).

mod address;
pub(crate) mod arithmetic;
mod arrow_star;
pub(crate) mod assign;
mod operands;
mod overloaded;
pub(crate) mod report;
pub(crate) mod through_reference;
mod unmatched;

use cleave_codes::codes;
use cleave_lang::{Builtin, Operator};

use crate::check::expr::operator::operands::{Takes, takes};
use crate::class::class_info;
use crate::overload::operators::operator_candidates;
use crate::overload::{Choice, select};
use crate::thir::{Category, ExprId, ExprKind};
use crate::ty::types::Sort;
use crate::{Context, Site, Ty, TyKind};

/// The operator of a compound assignment.
pub(crate) fn compound(op: Operator) -> Option<Operator> {
    use Operator::*;
    Some(match op {
        PlusAssign => Plus,
        MinusAssign => Minus,
        MultiplyAssign => Multiply,
        DivideAssign => Divide,
        RemainderAssign => Remainder,
        BitAndAssign => BitAnd,
        BitOrAssign => BitOr,
        BitXorAssign => BitXor,
        ShiftLeftAssign => ShiftLeft,
        ShiftRightAssign => ShiftRight,
        _ => return None,
    })
}

fn is_comparison(op: Operator) -> bool {
    use Operator::*;
    matches!(
        op,
        Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual
    )
}

impl<'db> Context<'db> {
    /// An infix operator on typed operands.
    pub(crate) fn binary(&mut self, op: Operator, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        if self.is_bad(a) || self.is_bad(b) {
            return self.infect(&[a, b], site);
        }
        if op != Operator::DotStar
            && (self.overloadable(a) || self.overloadable(b))
            && let Some(e) = self.overloaded(op, &[a, b], site)
        {
            return e;
        }
        self.builtin_binary(op, a, b, site)
    }

    /// A builtin infix operator.
    pub(crate) fn builtin_binary(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        use Operator as O;
        let db = self.db;
        if matches!(self.node(a).kind, ExprKind::Error) && self.is_bad(a)
            || matches!(self.node(b).kind, ExprKind::Error) && self.is_bad(b)
        {
            return self.infect(&[a, b], site);
        }
        self.check_unsigned(op, a, b, site);
        // The left operand of an assignment tells which function the right one is.
        let operands = [a, b];
        let operands = match op {
            O::Comma | O::DotStar | O::ArrowStar | O::Question => &operands[..0],
            O::Assign => &operands[..1],
            _ => &operands[..],
        };
        if let Some(bad) = self.undetermined_operands(operands, site) {
            return bad;
        }
        match op {
            O::Comma => {
                self.check_effect(a);
                if !self.in_template() && self.undetermined_discarded(a) {
                    return self.infect(&[a, b], site);
                }
                let a = self.discard(a);
                let (ty, category) = (self.ty(b), self.category(b));
                return self.push(ExprKind::Comma(a, b), ty, category, site);
            }
            O::LogicalAnd | O::LogicalOr => {
                if let Some(e) = self.vector_binary(op, a, b, site) {
                    return e;
                }
                if let Some(bad) = self.no_conditions(op, a, b, site) {
                    return bad;
                }
                let (a, b) = (self.logical_operand(a), self.logical_operand(b));
                let ty = self.builtin(Builtin::Bool);
                return self.prvalue(ExprKind::Logical(op == O::LogicalAnd, a, b), ty, site);
            }
            O::Assign => return self.assign(a, b, site),
            O::DotStar => return self.member_pointer(a, b, site),
            O::ArrowStar => return self.arrow_star(a, b, site),
            _ => {}
        }
        if let Some(op) = compound(op) {
            return self.compound_assign(op, a, b, site);
        }
        if op == O::Question {
            return self.error_expr(site);
        }
        let (ta, tb) = (self.ty(a), self.ty(b));
        let is_floating = ta.is_floating(db) || tb.is_floating(db);
        if op == O::Divide && is_floating && ta.is_arithmetic(db) && tb.is_arithmetic(db) {
            self.check_floating_division(a, b);
        }
        let plain = |t: Ty<'db>| !matches!(t.sort(), Sort::Overloaded | Sort::List);
        if !plain(self.ty(a)) || !plain(self.ty(b)) {
            return self.compare_overloaded(op, a, b, site);
        }
        if let Some(e) = self.vector_binary(op, a, b, site) {
            return e;
        }
        if is_comparison(op) || op == O::Spaceship {
            return self.compare(op, a, b, site);
        }
        if matches!(op, O::ShiftLeft | O::ShiftRight) {
            let (x, y) = (self.promote(a), self.promote(b));
            if !self.is_integer(self.ty(x)) || !self.is_integer(self.ty(y)) {
                return self.not_operands(op, a, b, site);
            }
            let ty = self.ty(x);
            self.check_operation(op, x, y, ty, site);
            return self.prvalue(ExprKind::Binary(op, x, y), ty, site);
        }
        let (ta, tb) = (self.ty(a).decayed(db), self.ty(b).decayed(db));
        if matches!(op, O::Plus | O::Minus) && (ta.is_pointer(db) || tb.is_pointer(db)) {
            return self.pointer_arithmetic(op, a, b, site);
        }
        if self.is_number(ta) && self.is_number(tb) {
            let integral_only = takes(op) == Takes::Integers;
            if !integral_only || self.is_integer(ta) && self.is_integer(tb) {
                if let Some((x, y, ty)) = self.balanced(a, b) {
                    self.check_operation(op, x, y, ty, site);
                    return self.prvalue(ExprKind::Binary(op, x, y), ty, site);
                }
                return self.error_expr(site);
            }
        }
        self.not_operands(op, a, b, site)
    }

    /// A prefix operator.
    pub(crate) fn prefix(&mut self, op: Operator, e: ExprId, site: Site<'db>) -> ExprId {
        if self.is_bad(e) {
            return self.infect(&[e], site);
        }
        if self.overloadable(e)
            && let Some(e) = self.overloaded(op, &[e], site)
        {
            return e;
        }
        self.builtin_unary(op, e, site)
    }

    pub(crate) fn builtin_unary(&mut self, op: Operator, e: ExprId, site: Site<'db>) -> ExprId {
        use Operator as O;
        let db = self.db;
        if op != O::AddressOf
            && let Some(bad) = self.undetermined(e)
        {
            return bad;
        }
        match op {
            O::AddressOf => self.address(e, site),
            O::Dereference => {
                let pointer = self.rvalue(e);
                let ty = self.ty(pointer);
                if ty.sort() == Sort::Overloaded {
                    return e;
                }
                match ty.pointee(db) {
                    Some(to) if to.is_void(db) => {
                        self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, e)
                    }
                    Some(to) => {
                        let kind = ExprKind::Unary(op, pointer);
                        self.push(kind, to, Category::Lvalue, site)
                    }
                    None if self.overloadable(e) => self.no_operator(op, &[e], site),
                    None => {
                        let ty = self.shown(e, ty);
                        self.wrong_operand(codes::DEREFERENCED_OPERAND_NOT_A_POINTER { ty }, e)
                    }
                }
            }
            O::Not => {
                if let Some(e) = self.vector_not(e, site) {
                    return e;
                }
                if !self.is_condition(e) && self.overloadable(e) && !self.ty(e).is_enum(db) {
                    return self.no_operator(op, &[e], site);
                }
                let value = self.logical_operand(e);
                let ty = self.builtin(Builtin::Bool);
                self.prvalue(ExprKind::Unary(op, value), ty, site)
            }
            O::Increment | O::Decrement => self.step(op == O::Increment, true, e, site),
            O::UnaryPlus | O::Negate | O::Complement => {
                let value = self.promote(e);
                let ty = self.ty(value);
                if op == O::UnaryPlus && ty.is_pointer(db) {
                    return self.prvalue(ExprKind::Unary(op, value), ty, site);
                }
                let fits = match op {
                    O::Complement => ty.is_integral(db) || ty.sort() == Sort::Complex,
                    _ => ty.is_arithmetic(db) || ty.sort() == Sort::Complex,
                } || ty.sort() == Sort::Vector;
                match fits {
                    true => {
                        if op == O::Negate {
                            self.check_negation(value, site);
                        }
                        self.prvalue(ExprKind::Unary(op, value), ty, site)
                    }
                    false => {
                        if self.overloadable(e) {
                            return self.no_operator(op, &[e], site);
                        }
                        match op {
                            O::Complement => {
                                self.wrong_operand(codes::NOT_INTEGRAL_OR_UNSCOPED_ENUM, e)
                            }
                            _ => self.wrong_operand(codes::NOT_ARITHMETIC_OR_UNSCOPED_ENUM, e),
                        }
                    }
                }
            }
            _ => self.error_expr(site),
        }
    }

    /// A postfix operator.
    pub(crate) fn postfix(&mut self, op: Operator, e: ExprId, site: Site<'db>) -> ExprId {
        if self.is_bad(e) {
            return self.infect(&[e], site);
        }
        if self.overloadable(e) {
            let zero = self.int(Builtin::Int, 0, site);
            if self.ty(e).is_class(self.db) {
                return match self.overloaded(op, &[e, zero], site) {
                    Some(e) => e,
                    None => self.error_expr(site),
                };
            }
            let operands = self.operands(&[e, zero]);
            let mut pool = operator_candidates(self, op, &operands);
            pool.candidates.retain(|c| c.function().is_some());
            if let Choice::One(best) = select(self, pool, 2)
                && let Some(f) = best.function()
            {
                return self.call_function(f, None, &[e, zero], false, site);
            }
        }
        if let Some(bad) = self.undetermined(e) {
            return bad;
        }
        self.step(op == Operator::Increment, false, e, site)
    }

    /// `a[b]`
    pub(crate) fn index(&mut self, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        if self.is_bad(a) || self.is_bad(b) {
            return self.infect(&[a, b], site);
        }
        if self.ty(a).is_class(self.db) {
            return match self.overloaded(Operator::Subscript, &[a, b], site) {
                Some(e) => e,
                None => self.error_expr(site),
            };
        }
        if let Some(bad) = self.undetermined_operands(&[a, b], site) {
            return bad;
        }
        self.builtin_index(a, b, site)
    }

    pub(crate) fn builtin_index(&mut self, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        if let TyKind::Vector(element, _) = *self.ty(a).kind(db) {
            let index = self.promote(b);
            let category = self.category(a);
            return self.push(ExprKind::Index(a, index), element, category, site);
        }
        let is_base = |e: ExprId| self.ty(e).decayed(db).is_pointer(db);
        let is_index = |e: ExprId| self.is_integer(self.ty(e));
        // Of two numbers the one that is no index is to blame.
        let (base, index) = match is_base(a) || !is_index(a) {
            true => (a, b),
            false => (b, a),
        };
        let takes_operators = self.overloadable(base) || self.overloadable(index);
        if takes_operators && self.points_to_object(base) != Some(true) {
            return self.no_operator(Operator::Subscript, &[a, b], site);
        }
        let ty = self.ty(base);
        let no_index = |c: Ty<'db>| {
            c.is_class(db) && crate::class::conversions(db, c.unqualified(db)).is_empty()
        };
        if no_index(self.ty(index)) {
            return self.no_operator(Operator::Subscript, &[a, b], site);
        }
        let difference = self.builtin(crate::ty::classify::difference_type(db));
        let index = self.integral_value(index, Some(difference));
        if self.overloadable(index) && !self.is_integer(self.ty(index)) {
            return self.no_operator(Operator::Subscript, &[a, b], site);
        }
        let index = self.pointer_offset(Operator::Subscript, false, index);
        if let Some(bad) = self.no_element(base, index, site) {
            return bad;
        }
        match ty.kind(db) {
            TyKind::Array(element, _) => {
                // An element of an array that is none is an lvalue for the reference, as before C++11's DR 1213.
                let base = self.materialize(base);
                self.push(
                    ExprKind::Index(base, index),
                    *element,
                    Category::Lvalue,
                    site,
                )
            }
            _ => {
                let base = self.rvalue(base);
                let Some(element) = self.ty(base).pointee(db) else {
                    return self.error_expr(site);
                };
                self.push(
                    ExprKind::Index(base, index),
                    element,
                    Category::Lvalue,
                    site,
                )
            }
        }
    }

    /// Whether a class is complete, where a rule must not speak about what it cannot see.
    pub(crate) fn is_complete(&self, ty: Ty<'db>) -> bool {
        let ty = ty.innermost_element(self.db);
        !ty.is_class(self.db) || class_info(self.db, ty.unqualified(self.db)).is_some()
    }
}
