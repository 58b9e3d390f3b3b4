//! The types of builtin arithmetic and comparisons ([expr.arith.conv], [expr.add], [expr.rel], [expr.eq]).

use cleave_codes::{Message, codes};
use cleave_lang::{Builtin, Operator};

use crate::check::init::{Mode, Purpose};
use crate::convert::{is_base_of, is_same_class};
use crate::thir::{ExprId, ExprKind};
use crate::ty::classify::{floating_rank, integer, integer_rank, to_unsigned};
use crate::ty::types::Sort;
use crate::{Context, Fill, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// The usual arithmetic conversions ([expr.arith.conv]); `None`: not both arithmetic.
    pub(crate) fn common_arithmetic(&self, a: Ty<'db>, b: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        // Mostly both are the same, and nothing is smaller than `int`.
        if a == b
            && let Some(Builtin::Int | Builtin::UnsignedInt | Builtin::Float | Builtin::Double) =
                a.as_builtin(db)
        {
            return Some(a.unqualified(db));
        }
        if a.sort() == Sort::Complex || b.sort() == Sort::Complex {
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
            (Some(_), None) => return integer(db, y).map(|_| a),
            (None, Some(_)) => return integer(db, x).map(|_| b),
            (None, None) => {}
        }
        let ((m, s), (n, t)) = (integer(db, x)?, integer(db, y)?);
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

    pub(crate) fn is_number(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        ty.is_arithmetic(db)
            || ty.sort() == Sort::Complex
            || crate::convert::promoted_enum(db, ty).is_some()
    }

    pub(crate) fn is_integer(&self, ty: Ty<'db>) -> bool {
        ty.is_integral(self.db) || crate::convert::promoted_enum(self.db, ty).is_some()
    }

    /// Both operands in their common arithmetic type: a promotion and what follows are one conversion.
    pub(crate) fn balanced(&mut self, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId, Ty<'db>)> {
        let ((a, from_a), (b, from_b)) = (self.before_promotion(a), self.before_promotion(b));
        let common = self.common_arithmetic(from_a, from_b)?;
        let (x, y) = (self.arithmetic(a, common), self.arithmetic(b, common));
        self.check_sign(a, common);
        self.check_sign(b, common);
        Some((x, y, common))
    }

    /// An operand that does not suit its operator is pointed at by its first token.
    pub(crate) fn wrong_operand(&mut self, message: impl Message<Fill<'db>>, e: ExprId) -> ExprId {
        if self.is_vague(self.ty(e)) {
            return self.error_expr(self.site_of(e));
        }
        let at = self.start_of(e);
        let problem = crate::Problem::new(message, at).at(crate::At::First);
        self.report(problem)
    }

    pub(crate) fn compare_overloaded(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let _ = op;
        let db = self.db;
        let is_set = |cx: &Self, e: ExprId| cx.ty(e).sort() == Sort::Overloaded;
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

    pub(crate) fn pointer_arithmetic(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let (x, y) = (self.rvalue(a), self.rvalue(b));
        let (ta, tb) = (self.ty(x), self.ty(y));
        match (ta.pointee(db), tb.pointee(db)) {
            (Some(p), Some(q)) if op == Operator::Minus => {
                let no_object = |t: Ty<'db>| t.is_void(db) || t.is_function(db);
                if no_object(p) || no_object(q) || p.unqualified(db) != q.unqualified(db) {
                    return self.no_difference(a, b, site);
                }
                if self.lacks_definition(p) {
                    return self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, a);
                }
                let ty = self.builtin(crate::ty::classify::difference_type(db));
                self.prvalue(ExprKind::Binary(op, x, y), ty, site)
            }
            (Some(_), None) if self.overloadable(b) && self.points_to_object(a) != Some(true) => {
                self.no_operator(op, &[a, b], site)
            }
            (Some(p), None) if self.is_integer(tb) => {
                if self.lacks_definition(p) {
                    return self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, a);
                }
                self.check_no_object(p, site);
                self.check_offset(op, a, y, site);
                let y = self.pointer_offset(op, false, y);
                self.prvalue(ExprKind::Binary(op, x, y), ta, site)
            }
            (None, Some(p))
                if self.is_integer(ta)
                    && op == Operator::Plus
                    && self.points_to_object(b) == Some(true) =>
            {
                if self.lacks_definition(p) {
                    return self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, b);
                }
                self.check_offset(op, b, x, site);
                let x = self.pointer_offset(op, false, x);
                self.prvalue(ExprKind::Binary(op, x, y), tb, site)
            }
            _ => self.not_operands(op, a, b, site),
        }
    }

    /// Arithmetic on a pointer to no object is GNU's.
    pub(super) fn check_no_object(&mut self, to: Ty<'db>, site: Site<'db>) {
        if (to.is_void(self.db) || to.is_function(self.db)) && !self.is_instantiation() {
            self.warnings.push(crate::Problem::new(
                codes::VOID_OR_FUNCTION_POINTER_ARITHMETIC,
                site,
            ));
        }
    }

    pub(crate) fn compare(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let result = match op {
            Operator::Spaceship => return self.spaceship(a, b, site),
            _ => self.builtin(Builtin::Bool),
        };
        if self.is_function_with_object(a, b) {
            if !self.is_instantiation() {
                self.warnings.push(crate::Problem::new(
                    codes::VOID_AND_FUNCTION_POINTER_COMPARED,
                    site,
                ));
            }
            let (x, y) = (self.rvalue(a), self.rvalue(b));
            return self.prvalue(ExprKind::Binary(op, x, y), result, site);
        }
        if !matches!(op, Operator::Equal | Operator::NotEqual)
            && let Some(wrong) = self.unordered(a, b)
        {
            return wrong;
        }
        match self.compared(a, b) {
            Some((x, y)) => self.prvalue(ExprKind::Binary(op, x, y), result, site),
            None => {
                if self.overloadable(a) || self.overloadable(b) {
                    let classes = self.ty(a).is_class(db) || self.ty(b).is_class(db);
                    if classes {
                        return self.no_operator(op, &[a, b], site);
                    }
                }
                self.incompatible(a, b, site)
            }
        }
    }

    /// Whether a pointer to a function stands beside one to `void`.
    pub(crate) fn is_function_with_object(&self, a: ExprId, b: ExprId) -> bool {
        let db = self.db;
        let to = |e: ExprId| self.ty(e).decayed(db).pointee(db);
        let (Some(x), Some(y)) = (to(a), to(b)) else {
            return false;
        };
        let mixed = x.is_function(db) && y.is_void(db) || x.is_void(db) && y.is_function(db);
        mixed && !self.is_substitution()
    }

    /// Operands of a comparison in a common type.
    pub(crate) fn compared(&mut self, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId)> {
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
    pub(crate) fn composite(&mut self, a: ExprId, b: ExprId) -> Option<Ty<'db>> {
        let db = self.db;
        let (ta, tb) = (self.ty(a).decayed(db), self.ty(b).decayed(db));
        let null = |cx: &Self, e: ExprId| crate::convert::is_null(db, &cx.operand(e));
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
        self.composite_type(ta, tb)
    }

    /// The composite type of two pointer types, neither of which is a null pointer's ([expr.type]/3).
    pub(crate) fn composite_type(&self, ta: Ty<'db>, tb: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        match (ta.kind(db), tb.kind(db)) {
            (TyKind::Pointer(p), TyKind::Pointer(q)) => {
                let quals = p.top_quals(db).union(q.top_quals(db));
                if p.is_void(db) || q.is_void(db) {
                    let void = Ty::builtin(db, Builtin::Void).qualified(db, quals);
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
                    false if c == d || is_base_of(db, *d, *c) => *c,
                    false => return None,
                };
                let of = |member: Ty<'db>| Ty::of(db, TyKind::MemberPointer { class, member });
                self.merged(of(*m), of(*n))
            }
            _ => None,
        }
    }

    /// The qualification-combined type of two similar pointer types; a function pointed to throws nothing if neither does
    /// ([expr.type]/3).
    pub(crate) fn merged(&self, a: Ty<'db>, b: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        let (mut x, mut y) = (a, b);
        let mut levels = Vec::new();
        let base = loop {
            let quals = (x.top_quals(db), y.top_quals(db));
            let class = match (x.kind(db), y.kind(db)) {
                _ if x.unqualified(db) == y.unqualified(db) => {
                    break (quals, x.unqualified(db));
                }
                (TyKind::Pointer(p), TyKind::Pointer(q)) => {
                    (x, y) = (*p, *q);
                    None
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
                ) if c == d => {
                    (x, y) = (*m, *n);
                    Some(*c)
                }
                (TyKind::Function(f), TyKind::Function(g)) if levels.len() == 1 => {
                    let (mut p, mut q) = (f.clone(), g.clone());
                    (p.noexcept, q.noexcept) = (false, false);
                    if p != q {
                        return None;
                    }
                    break (quals, Ty::of(db, TyKind::Function(p)));
                }
                _ => return None,
            };
            levels.push((quals, class));
        };
        // A difference below makes every level between const.
        let (mut quals, mut ty) = base;
        let mut differs = false;
        for (above, class) in levels.into_iter().rev() {
            let mut all = quals.0.union(quals.1);
            if differs {
                all = all.union(cleave_lang::Qualifiers::CONST);
            }
            differs |= quals.0 != quals.1;
            let to = ty.qualified(db, all);
            ty = match class {
                Some(class) => Ty::of(db, TyKind::MemberPointer { class, member: to }),
                None => to.pointer(db),
            };
            quals = above;
        }
        Some(ty)
    }

    /// `a <=> b` on builtin operands ([expr.spaceship]): the comparison categories come from the header.
    pub(crate) fn spaceship(&mut self, a: ExprId, b: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        let Some((x, y)) = self.compared(a, b) else {
            return self.incompatible(a, b, site);
        };
        let of = self.ty(x);
        let is_function = of.pointee(db).is_some_and(|t| t.is_function(db));
        let is_member = of.sort() == Sort::MemberPointer;
        let (left, right) = (self.ty(a).unqualified(db), self.ty(b).unqualified(db));
        let differ = left.is_bool(db) != right.is_bool(db)
            || left.is_enum(db) && right.is_enum(db) && left != right;
        if of.is_nullptr(db) || is_function || is_member || differ {
            let fills = vec![
                self.shown(a, self.ty(a).decayed(db)),
                self.shown(b, self.ty(b).decayed(db)),
            ];
            return self.reject((codes::INVALID_SPACESHIP_TYPES, fills), site);
        }
        if of.is_integral(db) {
            for (operand, ty) in [(a, left), (b, right)] {
                if ty.is_arithmetic(db) {
                    self.strict_narrowing(operand, of);
                }
            }
        }
        let name = match of {
            t if t.is_floating(db) => "partial_ordering",
            _ => "strong_ordering",
        };
        match self.standard_class(name) {
            Some(ty) => self.prvalue(ExprKind::Binary(Operator::Spaceship, x, y), ty, site),
            None if self.in_template() => self.error_expr(site),
            None => {
                let name = format!("std::{name}");
                self.wrong_operand(
                    codes::NO_ORDERING_TYPE {
                        ordering: Fill::Text(name.into()),
                    },
                    b,
                )
            }
        }
    }
}
