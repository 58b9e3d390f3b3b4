//! Operators in expressions ([expr.unary] on, [over.match.oper]).

use cleave_mangle::{Builtin, Operator};

use super::init::{Mode, Purpose};
use crate::class::class_info;
use crate::classify::{floating_rank, integer, integer_rank, to_unsigned};
use crate::convert::{is_base_of, is_same_class};
use crate::overload::operators::operator_candidates;
use crate::overload::{Callable, Candidate, Choice, Rewrite, select};
use crate::problem::Detail;
use crate::thir::{Category, Conversion, E, ExprKind};
use crate::{Context, Fill, Site, Ty, TyKind};

/// The operator of a compound assignment.
fn compound(op: Operator) -> Option<Operator> {
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
    fn overloadable(&self, e: E) -> bool {
        let ty = self.ty(e);
        ty.is_class(self.db) || ty.is_enum(self.db)
    }

    /// An infix operator on typed operands.
    pub(crate) fn binary(&mut self, op: Operator, a: E, b: E, site: Site<'db>) -> E {
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

    /// Overload resolution for an operator. `None`: the builtin operator on the operands as they are.
    fn overloaded(&mut self, op: Operator, args: &[E], site: Site<'db>) -> Option<E> {
        let db = self.db;
        let operands = self.operands(args);
        let mut pool = operator_candidates(self, op, &operands);
        let builtin_possible = matches!(
            op,
            Operator::AddressOf | Operator::Comma | Operator::ArrowStar
        ) || !args.iter().any(|&e| self.ty(e).is_class(db));
        // An assignment to what is no class is builtin, whatever is assigned.
        let assigns =
            (op == Operator::Assign || compound(op).is_some()) && !self.ty(args[0]).is_class(db);
        if assigns && pool.candidates.iter().all(|c| c.function().is_none()) {
            return match pool.unknown {
                true => Some(self.infect(args, site)),
                false => None,
            };
        }
        if builtin_possible && pool.candidates.is_empty() {
            // An unknown candidate may be better.
            return match pool.unknown && args.iter().any(|&e| self.ty(e).is_class(db)) {
                true => Some(self.infect(args, site)),
                false => None,
            };
        }
        if op == Operator::Assign && self.ty(args[0]).is_class(db) {
            self.implicit_assignment(&mut pool, args, &operands);
        }
        match select(self, pool, args.len()) {
            Choice::One(best) => self.chosen_operator(op, *best, args, site),
            Choice::None(failed) => Some(self.no_operator(op, args, &failed, site)),
            Choice::Ambiguous(found) => Some(self.ambiguous_operator(op, args, &found, site)),
            Choice::Unknown => Some(self.infect(args, site)),
        }
    }

    /// The implicit copy and move assignment operators, as candidates with a builtin effect.
    fn implicit_assignment(
        &mut self,
        pool: &mut crate::overload::Pool<'db>,
        args: &[E],
        operands: &[crate::template::Operand<'db>],
    ) {
        use crate::class::{Special, special};
        let db = self.db;
        let class = self.ty(args[0]).unqualified(db);
        if self.ty(args[0]).top_quals(db).is_const {
            return;
        }
        for which in [Special::CopyAssign, Special::MoveAssign] {
            let Some(state) = special(db, class, which) else {
                pool.unknown = true;
                continue;
            };
            let is_move = which == Special::MoveAssign;
            if state.declared.is_some() || !state.exists || is_move && state.deleted {
                continue;
            }
            let param = match is_move {
                true => class.rvalue_reference(db),
                false => class
                    .qualified(db, cleave_mangle::Qualifiers::CONST)
                    .lvalue_reference(db),
            };
            let found = crate::convert::quietly(self, |cx| {
                crate::convert::sequence(cx, &operands[1], param, crate::convert::Options::COPY)
            });
            if let Some(found) = found {
                let object = crate::convert::Sequence::Any;
                pool.candidates.push(Candidate {
                    callable: Callable::Implicit(
                        match is_move {
                            true => crate::thir::Implicit::Move,
                            false => crate::thir::Implicit::Copy,
                        },
                        state.deleted,
                    ),
                    params: vec![param],
                    ..Candidate::new(vec![object, found])
                });
            }
        }
    }

    fn chosen_operator(
        &mut self,
        op: Operator,
        best: Candidate<'db>,
        args: &[E],
        site: Site<'db>,
    ) -> Option<E> {
        let db = self.db;
        match best.callable {
            Callable::Function(f) => {
                let mut order = args.to_vec();
                if best.rewrite == Rewrite::Reversed {
                    order.reverse();
                }
                let member = crate::function::signature(db, f)
                    .is_some_and(|s| s.has_object || s.is_static && s.class.is_some());
                let call = match member {
                    true => self.call_function(f, Some(order[0]), &order[1..], false, site),
                    false => self.call_function(f, None, &order, false, site),
                };
                if best.rewrite == Rewrite::None || self.is_bad(call) {
                    return Some(call);
                }
                Some(self.rewritten(op, call, best.rewrite, site))
            }
            Callable::Implicit(_, true) => {
                let ty = self.ty(args[0]);
                Some(self.reject(1776, site, vec![Fill::Type(ty)]))
            }
            Callable::Implicit(..) => {
                let value = self.initialize(best.params[0], args[1], Mode::Copy, Purpose::Argument);
                let ty = self.ty(args[0]);
                let target = self.materialize(args[0]);
                Some(self.push(ExprKind::Assign(target, value), ty, Category::Lvalue, site))
            }
            _ => {
                if !args.iter().any(|&e| self.ty(e).is_class(db)) {
                    return None;
                }
                let mut converted = args.to_vec();
                for (e, &param) in converted.iter_mut().zip(&best.params) {
                    if self.ty(*e).is_class(db) {
                        *e = match param.is_bool(db) {
                            true => self.condition(*e),
                            false => self.initialize(param, *e, Mode::Copy, Purpose::Argument),
                        };
                    }
                }
                Some(match converted[..] {
                    [a] => self.builtin_unary(op, a, site),
                    [a, b] if op == Operator::Subscript => self.builtin_index(a, b, site),
                    [a, b] => self.builtin_binary(op, a, b, site),
                    _ => self.error_expr(site),
                })
            }
        }
    }

    /// `!(a == b)` for `!=`, `(a <=> b) < 0` for `<`, `0 < (b <=> a)` reversed ([over.match.oper]/9).
    fn rewritten(&mut self, op: Operator, call: E, how: Rewrite, site: Site<'db>) -> E {
        match op {
            Operator::NotEqual => {
                let value = self.condition(call);
                let ty = self.builtin(Builtin::Bool);
                self.prvalue(ExprKind::Unary(Operator::Not, value), ty, site)
            }
            Operator::Less | Operator::Greater | Operator::LessEqual | Operator::GreaterEqual => {
                let zero = self.zero_literal(site);
                match how {
                    Rewrite::Reversed => self.binary(op, zero, call, site),
                    _ => self.binary(op, call, zero, site),
                }
            }
            Operator::Spaceship => {
                let zero = self.zero_literal(site);
                self.binary(op, zero, call, site)
            }
            _ => call,
        }
    }

    /// The literal `0` that rewritten comparisons compare with: a null pointer constant, as comparison categories want it.
    pub(crate) fn zero_literal(&mut self, site: Site<'db>) -> E {
        let int = self.int(Builtin::Int, 0, site);
        self.null_literals.push(int);
        int
    }

    fn no_operator(
        &mut self,
        op: Operator,
        args: &[E],
        failed: &[(crate::Entity<'db>, crate::overload::Reason)],
        site: Site<'db>,
    ) -> E {
        let _ = failed;
        let types: Vec<_> = args.iter().map(|&e| self.ty(e)).collect();
        let spelling = op.spelling();
        let bad = self.reject(349, site, vec![Fill::Text(spelling.into())]);
        let plain = types
            .iter()
            .all(|t| !matches!(t.kind(self.db), TyKind::Overloaded | TyKind::List));
        if let (true, Some(last)) = (plain, self.problems.last_mut()) {
            last.details
                .push(Detail::OperandTypes(spelling.into(), types));
        }
        bad
    }

    fn ambiguous_operator(
        &mut self,
        op: Operator,
        args: &[E],
        found: &[Candidate<'db>],
        site: Site<'db>,
    ) -> E {
        let types: Vec<_> = args.iter().map(|&e| self.ty(e)).collect();
        let spelling = op.spelling();
        let bad = self.reject(350, site, vec![Fill::Text(spelling.into())]);
        if let Some(last) = self.problems.last_mut() {
            for f in found.iter().filter_map(Candidate::function) {
                last.details.push(Detail::Candidate(f));
            }
            last.details
                .push(Detail::OperandTypes(spelling.into(), types));
        }
        bad
    }

    /// The usual arithmetic conversions ([expr.arith.conv]); `None`: not both arithmetic.
    pub(crate) fn common_arithmetic(&self, a: Ty<'db>, b: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        if let (TyKind::Complex(_), _) | (_, TyKind::Complex(_)) = (a.kind(db), b.kind(db)) {
            let part = |t: Ty<'db>| match t.kind(db) {
                TyKind::Complex(b) => Some(Ty::builtin(db, *b)),
                _ => Some(t),
            };
            let common = self.common_arithmetic(part(a)?, part(b)?)?;
            return Some(Ty::of(db, TyKind::Complex(common.as_builtin(db)?)));
        }
        let (a, b) = (
            crate::convert::promoted(db, a),
            crate::convert::promoted(db, b),
        );
        let (x, y) = (a.as_builtin(db)?, b.as_builtin(db)?);
        match (floating_rank(x), floating_rank(y)) {
            (Some(m), Some(n)) => return Some(if m >= n { a } else { b }),
            (Some(_), None) => return integer(y).map(|_| a),
            (None, Some(_)) => return integer(x).map(|_| b),
            (None, None) => {}
        }
        let ((m, s), (n, t)) = (integer(x)?, integer(y)?);
        if x == y {
            return Some(a);
        }
        let (p, q) = (integer_rank(x)?, integer_rank(y)?);
        if s == t {
            return Some(if p >= q { a } else { b });
        }
        let (signed, unsigned) = match s {
            true => ((a, x, m, p), (b, y, n, q)),
            false => ((b, y, n, q), (a, x, m, p)),
        };
        Some(if unsigned.3 >= signed.3 {
            unsigned.0
        } else if signed.2 > unsigned.2 {
            signed.0
        } else {
            Ty::builtin(db, to_unsigned(signed.1))
        })
    }

    fn is_number(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        ty.is_arithmetic(db)
            || matches!(ty.kind(db), TyKind::Complex(_))
            || crate::convert::promoted_enum(db, ty).is_some()
    }

    fn is_integer(&self, ty: Ty<'db>) -> bool {
        ty.is_integral(self.db) || crate::convert::promoted_enum(self.db, ty).is_some()
    }

    /// Both operands in their common arithmetic type.
    fn balanced(&mut self, a: E, b: E) -> Option<(E, E, Ty<'db>)> {
        let (a, b) = (self.promote(a), self.promote(b));
        let common = self.common_arithmetic(self.ty(a), self.ty(b))?;
        let (a, b) = (self.arithmetic(a, common), self.arithmetic(b, common));
        Some((a, b, common))
    }

    fn incompatible(&mut self, a: E, b: E, site: Site<'db>) -> E {
        let fills = vec![Fill::Type(self.ty(a)), Fill::Type(self.ty(b))];
        self.reject(42, site, fills)
    }

    /// A builtin infix operator.
    pub(crate) fn builtin_binary(&mut self, op: Operator, a: E, b: E, site: Site<'db>) -> E {
        use Operator as O;
        let db = self.db;
        if matches!(self.node(a).kind, ExprKind::Error) && self.is_bad(a)
            || matches!(self.node(b).kind, ExprKind::Error) && self.is_bad(b)
        {
            return self.infect(&[a, b], site);
        }
        match op {
            O::Comma => {
                let a = self.discard(a);
                let (ty, category) = (self.ty(b), self.category(b));
                return self.push(ExprKind::Comma(a, b), ty, category, site);
            }
            O::LogicalAnd | O::LogicalOr => {
                let (a, b) = (self.condition(a), self.condition(b));
                let ty = self.builtin(Builtin::Bool);
                return self.prvalue(ExprKind::Logical(op == O::LogicalAnd, a, b), ty, site);
            }
            O::Assign => return self.assign(a, b, site),
            O::DotStar => return self.member_pointer(a, b, site),
            O::ArrowStar => {
                let pointer = self.rvalue(a);
                let Some(ty) = self.ty(pointer).pointee(db) else {
                    return self.error_expr(site);
                };
                let kind = ExprKind::Unary(O::Dereference, pointer);
                let object = self.push(kind, ty, Category::Lvalue, site);
                return self.member_pointer(object, b, site);
            }
            _ => {}
        }
        if let Some(op) = compound(op) {
            return self.compound_assign(op, a, b, site);
        }
        if op == O::Question {
            return self.error_expr(site);
        }
        let plain = |t: Ty<'db>| !matches!(t.kind(db), TyKind::Overloaded | TyKind::List);
        if !plain(self.ty(a)) || !plain(self.ty(b)) {
            return self.compare_overloaded(op, a, b, site);
        }
        if let TyKind::Vector(..) = self.ty(a).kind(db) {
            let (x, y) = (self.rvalue(a), self.rvalue(b));
            let ty = self.ty(x);
            return self.prvalue(ExprKind::Binary(op, x, y), ty, site);
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
            return self.prvalue(ExprKind::Binary(op, x, y), ty, site);
        }
        let (ta, tb) = (self.ty(a).decayed(db), self.ty(b).decayed(db));
        if matches!(op, O::Plus | O::Minus) && (ta.is_pointer(db) || tb.is_pointer(db)) {
            return self.pointer_arithmetic(op, a, b, site);
        }
        if self.is_number(ta) && self.is_number(tb) {
            let integral_only = matches!(op, O::Remainder | O::BitAnd | O::BitOr | O::BitXor);
            if !integral_only || self.is_integer(ta) && self.is_integer(tb) {
                if let Some((x, y, ty)) = self.balanced(a, b) {
                    return self.prvalue(ExprKind::Binary(op, x, y), ty, site);
                }
                return self.error_expr(site);
            }
        }
        self.not_operands(op, a, b, site)
    }

    /// The operands' types do not suit the operator.
    fn not_operands(&mut self, op: Operator, a: E, b: E, site: Site<'db>) -> E {
        let db = self.db;
        if self.overloadable(a) || self.overloadable(b) {
            return self.no_operator(op, &[a, b], &[], site);
        }
        let void = self.ty(a).is_void(db) || self.ty(b).is_void(db);
        if void {
            let unknown = self.unknown;
            let bad = self.error_expr(site);
            self.unknown = unknown;
            self.problem(0, site, Vec::new());
            return bad;
        }
        use Operator as O;
        let integral = matches!(
            op,
            O::Remainder | O::BitAnd | O::BitOr | O::BitXor | O::ShiftLeft | O::ShiftRight
        );
        let fine = |t: Ty<'db>| match integral {
            true => self.is_integer(t),
            false => self.is_number(t),
        };
        let first_fits = fine(self.ty(a).decayed(db));
        let at = self.site_of(if first_fits { b } else { a });
        let number = if integral { 2140 } else { 3162 };
        let ty = self.ty(if first_fits { b } else { a });
        self.reject(number, at, vec![Fill::Type(ty)])
    }

    fn compare_overloaded(&mut self, op: Operator, a: E, b: E, site: Site<'db>) -> E {
        let _ = op;
        let db = self.db;
        let is_set = |cx: &Self, e: E| matches!(cx.ty(e).kind(db), TyKind::Overloaded);
        if is_set(self, a) && self.ty(b).is_pointer_like(db) {
            let ty = self.ty(b).unqualified(db);
            let a = self.initialize(ty, a, Mode::Copy, Purpose::Variable);
            return self.builtin_binary(op, a, b, site);
        }
        if is_set(self, b) && self.ty(a).is_pointer_like(db) {
            let ty = self.ty(a).unqualified(db);
            let b = self.initialize(ty, b, Mode::Copy, Purpose::Variable);
            return self.builtin_binary(op, a, b, site);
        }
        self.error_expr(site)
    }

    fn pointer_arithmetic(&mut self, op: Operator, a: E, b: E, site: Site<'db>) -> E {
        let db = self.db;
        let (x, y) = (self.rvalue(a), self.rvalue(b));
        let (ta, tb) = (self.ty(x), self.ty(y));
        match (ta.pointee(db), tb.pointee(db)) {
            (Some(p), Some(q)) if op == Operator::Minus => {
                if p.unqualified(db) != q.unqualified(db) {
                    return self.incompatible(a, b, site);
                }
                let ty = self.builtin(Builtin::Long);
                self.prvalue(ExprKind::Binary(op, x, y), ty, site)
            }
            (Some(p), None) if self.is_integer(tb) => {
                if !self.is_object(p) {
                    return self.reject(852, site, Vec::new());
                }
                let y = self.promote(y);
                self.prvalue(ExprKind::Binary(op, x, y), ta, site)
            }
            (None, Some(p)) if self.is_integer(ta) && op == Operator::Plus => {
                if !self.is_object(p) {
                    return self.reject(852, site, Vec::new());
                }
                let x = self.promote(x);
                self.prvalue(ExprKind::Binary(op, x, y), tb, site)
            }
            _ => self.not_operands(op, a, b, site),
        }
    }

    /// What pointers can be moved over: not an incomplete class. GNU lets `void` and functions through.
    fn is_object(&self, ty: Ty<'db>) -> bool {
        let _ = ty;
        true
    }

    fn compare(&mut self, op: Operator, a: E, b: E, site: Site<'db>) -> E {
        let db = self.db;
        let result = match op {
            Operator::Spaceship => return self.spaceship(a, b, site),
            _ => self.builtin(Builtin::Bool),
        };
        match self.compared(a, b) {
            Some((x, y)) => self.prvalue(ExprKind::Binary(op, x, y), result, site),
            None => {
                if self.overloadable(a) || self.overloadable(b) {
                    let classes = self.ty(a).is_class(db) || self.ty(b).is_class(db);
                    if classes {
                        return self.no_operator(op, &[a, b], &[], site);
                    }
                }
                self.incompatible(a, b, site)
            }
        }
    }

    /// Operands of a comparison in a common type.
    fn compared(&mut self, a: E, b: E) -> Option<(E, E)> {
        let db = self.db;
        let (ta, tb) = (self.ty(a).decayed(db), self.ty(b).decayed(db));
        if ta.is_enum(db) && ta == tb && crate::convert::promoted_enum(db, ta).is_none() {
            return Some((self.rvalue(a), self.rvalue(b)));
        }
        if self.is_number(ta) && self.is_number(tb) {
            let (x, y, _) = self.balanced(a, b)?;
            return Some((x, y));
        }
        let common = self.composite(a, b)?;
        let x = self.initialize(common, a, Mode::Copy, Purpose::Variable);
        let y = self.initialize(common, b, Mode::Copy, Purpose::Variable);
        Some((x, y))
    }

    /// The composite pointer type of two operands ([expr.type]/3).
    pub(crate) fn composite(&mut self, a: E, b: E) -> Option<Ty<'db>> {
        let db = self.db;
        let (ta, tb) = (self.ty(a).decayed(db), self.ty(b).decayed(db));
        let null = |cx: &Self, e: E| crate::convert::is_null(db, &cx.operand(e));
        let pointer = |t: Ty<'db>| t.is_pointer_like(db) || t.is_nullptr(db);
        if !pointer(ta) && !pointer(tb) {
            return None;
        }
        if ta == tb {
            return Some(ta);
        }
        if null(self, a) && (tb.is_pointer_like(db) || tb.is_nullptr(db)) {
            return Some(tb);
        }
        if null(self, b) && (ta.is_pointer_like(db) || ta.is_nullptr(db)) {
            return Some(ta);
        }
        match (ta.kind(db), tb.kind(db)) {
            (TyKind::Pointer(p), TyKind::Pointer(q)) => {
                let quals = p.top_quals(db).union(q.top_quals(db));
                if p.is_void(db) || q.is_void(db) {
                    let void = self.builtin(Builtin::Void).qualified(db, quals);
                    return Some(void.pointer(db));
                }
                if is_same_class(db, *p, *q) || is_base_of(db, *p, *q) {
                    return Some(p.unqualified(db).qualified(db, quals).pointer(db));
                }
                if is_base_of(db, *q, *p) {
                    return Some(q.unqualified(db).qualified(db, quals).pointer(db));
                }
                self.merged(ta, tb)
            }
            (
                TyKind::MemberPointer {
                    class: c,
                    member: m,
                },
                TyKind::MemberPointer {
                    class: d,
                    member: n,
                },
            ) => {
                let class = match is_base_of(db, *c, *d) {
                    true => *d,
                    false => *c,
                };
                if m.unqualified(db) != n.unqualified(db) {
                    return None;
                }
                let quals = m.top_quals(db).union(n.top_quals(db));
                let member = m.qualified(db, quals);
                Some(Ty::of(db, TyKind::MemberPointer { class, member }))
            }
            _ => None,
        }
    }

    /// The qualification-combined type of two similar pointer types.
    fn merged(&self, a: Ty<'db>, b: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        let (mut x, mut y) = (a, b);
        let mut levels = Vec::new();
        let base = loop {
            match (x.kind(db), y.kind(db)) {
                (TyKind::Pointer(p), TyKind::Pointer(q)) => {
                    let (s, t) = (p.top_quals(db), q.top_quals(db));
                    levels.push((s.union(t), s != t));
                    (x, y) = (*p, *q);
                }
                _ if x.unqualified(db) == y.unqualified(db) => break x.unqualified(db),
                (TyKind::Function(f), TyKind::Function(g)) => {
                    let (mut p, mut q) = (f.clone(), g.clone());
                    (p.noexcept, q.noexcept) = (false, false);
                    if p != q {
                        return None;
                    }
                    break Ty::of(db, TyKind::Function(p));
                }
                _ => return None,
            }
        };
        // A difference below makes every level between const.
        let mut ty = base;
        let mut differs = false;
        for (quals, d) in levels.into_iter().rev() {
            let quals = match differs {
                true => quals.union(cleave_mangle::Qualifiers::CONST),
                false => quals,
            };
            ty = ty.qualified(db, quals).pointer(db);
            differs |= d;
        }
        Some(ty)
    }

    /// `a <=> b` on builtin operands ([expr.spaceship]): the comparison categories come from the header.
    fn spaceship(&mut self, a: E, b: E, site: Site<'db>) -> E {
        let db = self.db;
        let Some((x, y)) = self.compared(a, b) else {
            return self.incompatible(a, b, site);
        };
        let name = match self.ty(x) {
            t if t.is_floating(db) => "partial_ordering",
            _ => "strong_ordering",
        };
        match self.standard_class(name) {
            Some(ty) => self.prvalue(ExprKind::Binary(Operator::Spaceship, x, y), ty, site),
            None => self.error_expr(site),
        }
    }

    /// Assignment to what is no class ([expr.ass]).
    fn assign(&mut self, a: E, b: E, site: Site<'db>) -> E {
        let db = self.db;
        let ty = self.ty(a);
        if !self.modifiable(a) {
            return self.not_modifiable(a, site);
        }
        let to = ty.unqualified(db);
        let value = self.initialize(to, b, Mode::Copy, Purpose::Assignment);
        if matches!(self.node(b).kind, ExprKind::List(_)) && self.is_bad(value) {
            return self.infect(&[value], site);
        }
        self.push(ExprKind::Assign(a, value), ty, Category::Lvalue, site)
    }

    fn modifiable(&self, e: E) -> bool {
        let db = self.db;
        let ty = self.ty(e);
        self.category(e) == Category::Lvalue
            && !ty.top_quals(db).is_const
            && !ty.is_array(db)
            && !ty.is_function(db)
            || ty.is_unknown(db)
    }

    fn not_modifiable(&mut self, e: E, site: Site<'db>) -> E {
        let _ = site;
        let at = self.site_of(e);
        self.reject(137, at, Vec::new())
    }

    fn compound_assign(&mut self, op: Operator, a: E, b: E, site: Site<'db>) -> E {
        let db = self.db;
        let ty = self.ty(a);
        if !self.modifiable(a) {
            return self.not_modifiable(a, site);
        }
        if ty.is_pointer(db) && matches!(op, Operator::Plus | Operator::Minus) {
            let value = self.promote(b);
            if !self.is_integer(self.ty(value)) {
                return self.incompatible(a, b, site);
            }
            let kind = ExprKind::Compound(op, a, value, ty.unqualified(db));
            return self.push(kind, ty, Category::Lvalue, site);
        }
        let b = match self.ty(b).is_class(db) {
            true => self.number_from_class(b),
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
        let integral = matches!(
            op,
            Operator::Remainder
                | Operator::BitAnd
                | Operator::BitOr
                | Operator::BitXor
                | Operator::ShiftLeft
                | Operator::ShiftRight
        );
        let fits = match integral {
            true => self.is_integer(ta) && self.is_integer(tb),
            false => self.is_number(ta) && self.is_number(tb),
        };
        if !fits || !ta.is_arithmetic(db) && !matches!(ta.kind(db), TyKind::Complex(_)) {
            if ta.is_enum(db) && fits {
                let fills = vec![Fill::Type(self.ty(a)), Fill::Type(ta)];
                return self.reject(513, site, fills);
            }
            return self.not_operands(op, a, b, site);
        }
        let value = self.promote(b);
        if matches!(op, Operator::ShiftLeft | Operator::ShiftRight) {
            let computed = crate::convert::promoted(db, ta);
            let kind = ExprKind::Compound(op, a, value, computed);
            return self.push(kind, ty, Category::Lvalue, site);
        }
        let Some(common) = self.common_arithmetic(ta, self.ty(value)) else {
            return self.error_expr(site);
        };
        let value = self.arithmetic(value, common);
        self.push(
            ExprKind::Compound(op, a, value, common),
            ty,
            Category::Lvalue,
            site,
        )
    }

    /// The number that a class converts to, if its conversion functions leave no choice.
    fn number_from_class(&mut self, e: E) -> E {
        let db = self.db;
        let mut found = Vec::new();
        for f in crate::class::conversions(db, self.ty(e).unqualified(db)) {
            let ty = super::return_type(db, f).bare(db);
            if !f.is_template(db) && self.is_number(ty) && !found.contains(&ty) {
                found.push(ty);
            }
        }
        match found[..] {
            [ty] => self.initialize(ty, e, Mode::Copy, Purpose::Variable),
            _ => {
                let site = self.site_of(e);
                self.error_expr(site)
            }
        }
    }

    /// A prefix operator.
    pub(crate) fn prefix(&mut self, op: Operator, e: E, site: Site<'db>) -> E {
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

    fn builtin_unary(&mut self, op: Operator, e: E, site: Site<'db>) -> E {
        use Operator as O;
        let db = self.db;
        match op {
            O::AddressOf => self.address(e, site),
            O::Dereference => {
                let pointer = self.rvalue(e);
                let ty = self.ty(pointer);
                if matches!(ty.kind(db), TyKind::Overloaded) {
                    return e;
                }
                match ty.pointee(db) {
                    Some(to) => {
                        let kind = ExprKind::Unary(op, pointer);
                        self.push(kind, to, Category::Lvalue, site)
                    }
                    None => self.reject(75, site, vec![Fill::Type(ty)]),
                }
            }
            O::Not => {
                let value = self.condition(e);
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
                    O::Complement => {
                        ty.is_integral(db) || matches!(ty.kind(db), TyKind::Complex(_))
                    }
                    _ => ty.is_arithmetic(db) || matches!(ty.kind(db), TyKind::Complex(_)),
                } || matches!(ty.kind(db), TyKind::Vector(..));
                match fits {
                    true => self.prvalue(ExprKind::Unary(op, value), ty, site),
                    false => {
                        let number = if op == O::Complement { 2140 } else { 3162 };
                        let ty = self.ty(e);
                        self.reject(number, site, vec![Fill::Type(ty)])
                    }
                }
            }
            _ => self.error_expr(site),
        }
    }

    /// `&e` ([expr.unary.op]/3)
    fn address(&mut self, e: E, site: Site<'db>) -> E {
        let db = self.db;
        let node = self.node(e);
        match &node.kind {
            ExprKind::Overloaded { .. } => {
                // `&A::f` stays a set until its target is known; a single member function is its own target.
                if let ExprKind::Overloaded {
                    set,
                    explicit: None,
                    ..
                } = &node.kind
                    && let [f] = **set
                    && !f.is_template(db)
                    && let Some(sig) = crate::function::signature(db, f)
                    && let (true, Some(class)) = (sig.has_object, sig.class)
                {
                    let member = Ty::of(db, TyKind::Function(sig.ty.clone()));
                    let ty = Ty::of(db, TyKind::MemberPointer { class, member });
                    let target = self.push(ExprKind::Function(f), member, Category::Lvalue, site);
                    return self.prvalue(ExprKind::Unary(Operator::AddressOf, target), ty, site);
                }
                e
            }
            _ if node.category == Category::Lvalue => {
                let ty = node.ty.pointer(db);
                match node.kind {
                    ExprKind::Function(_) => self.convert(Conversion::FunctionToPointer, e, ty),
                    _ => self.prvalue(ExprKind::Unary(Operator::AddressOf, e), ty, site),
                }
            }
            _ => self.reject(158, site, Vec::new()),
        }
    }

    /// A pointer to a data member: `&A::m`.
    pub(crate) fn member_address(
        &mut self,
        field: crate::Entity<'db>,
        class: Ty<'db>,
        site: Site<'db>,
    ) -> E {
        let db = self.db;
        let member = crate::function::variable_type(db, field);
        if member.is_unknown(db) || class.is_dependent(db) {
            return self.dependent_expr(site);
        }
        let ty = Ty::of(db, TyKind::MemberPointer { class, member });
        self.prvalue(ExprKind::Value(crate::Value::Member(Some(field))), ty, site)
    }

    fn step(&mut self, increment: bool, prefix: bool, e: E, site: Site<'db>) -> E {
        let db = self.db;
        let ty = self.ty(e);
        if !self.modifiable(e) {
            return self.not_modifiable(e, site);
        }
        if !ty.is_arithmetic(db) && !ty.is_pointer(db) && !matches!(ty.kind(db), TyKind::Complex(_))
        {
            return self.reject(3162, site, vec![Fill::Type(ty)]);
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

    /// A postfix operator.
    pub(crate) fn postfix(&mut self, op: Operator, e: E, site: Site<'db>) -> E {
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
        self.step(op == Operator::Increment, false, e, site)
    }

    /// `a[b]`
    pub(crate) fn index(&mut self, a: E, b: E, site: Site<'db>) -> E {
        if self.is_bad(a) || self.is_bad(b) {
            return self.infect(&[a, b], site);
        }
        if self.ty(a).is_class(self.db) {
            return match self.overloaded(Operator::Subscript, &[a, b], site) {
                Some(e) => e,
                None => self.error_expr(site),
            };
        }
        self.builtin_index(a, b, site)
    }

    fn builtin_index(&mut self, a: E, b: E, site: Site<'db>) -> E {
        let db = self.db;
        let is_base = |t: Ty<'db>| t.is_array(db) || t.is_pointer(db);
        let (base, index) = match is_base(self.ty(a)) {
            true => (a, b),
            false => (b, a),
        };
        let ty = self.ty(base);
        if let TyKind::Vector(element, _) = *self.ty(a).kind(db) {
            let index = self.promote(b);
            let category = self.category(a);
            return self.push(ExprKind::Index(a, index), element, category, site);
        }
        if !is_base(ty) {
            return match self.overloadable(a) {
                true => self.no_operator(Operator::Subscript, &[a, b], &[], site),
                false => self.reject(142, site, Vec::new()),
            };
        }
        let index = self.integral_value(index);
        let index = self.promote(index);
        if !self.is_integer(self.ty(index)) {
            return self.error_expr(site);
        }
        match ty.kind(db) {
            TyKind::Array(element, _) => {
                let category = match self.category(base) {
                    Category::Lvalue => Category::Lvalue,
                    _ => Category::Xvalue,
                };
                let base = self.materialize(base);
                self.push(ExprKind::Index(base, index), *element, category, site)
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
