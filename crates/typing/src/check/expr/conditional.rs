//! The conditional operator ([expr.cond]).

use cleave_codes::codes;
use cleave_hir::ExprId;

use crate::check::init::{Mode, Purpose};
use crate::convert::{Options, Sequence, Standard, is_base_of, is_same_class, quietly, sequence};
use crate::overload::operators::conditional_candidates;
use crate::overload::{Choice, select};
use crate::thir::{self, Category, ExprKind};
use crate::{Context, Fill, Site, Ty};

impl<'db> Context<'db> {
    /// `c ? a : b`; without `a`, GNU's: the condition is the second operand too.
    pub(crate) fn conditional(
        &mut self,
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let c = self.expr(condition);
        let known = self.written_truth(c);
        let a = match then {
            Some(then) => self.maybe_left_out(known == Some(false), |cx| cx.expr(then)),
            None => c,
        };
        let b = self.maybe_left_out(known == Some(true), |cx| cx.expr(otherwise));
        if !(self.is_bad(a) || self.is_bad(b) || self.is_bad(c))
            && let Some(e) = self.vector_branches(c, a, b, site)
        {
            return e;
        }
        let c = self.condition(c);
        if self.is_bad(a) || self.is_bad(b) {
            return self.infect(&[a, b], site);
        }
        self.branches(c, a, b, site)
    }

    fn make(
        &mut self,
        c: thir::ExprId,
        a: thir::ExprId,
        b: thir::ExprId,
        ty: Ty<'db>,
        category: Category,
        site: Site<'db>,
    ) -> thir::ExprId {
        self.push(ExprKind::Conditional(c, a, b), ty, category, site)
    }

    fn branches(
        &mut self,
        c: thir::ExprId,
        a: thir::ExprId,
        b: thir::ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let (ta, tb) = (self.ty(a), self.ty(b));
        if ta.is_void(db) || tb.is_void(db) {
            let throws = |cx: &Self, e: thir::ExprId| matches!(cx.node(e).kind, ExprKind::Throw(_));
            let ty = self.builtin(cleave_lang::Builtin::Void);
            return match (throws(self, a), throws(self, b)) {
                (true, false) => {
                    let category = self.category(b);
                    match tb.is_void(db) {
                        true => self.make(c, a, b, ty, Category::Prvalue, site),
                        false => {
                            let _ = category;
                            self.make(c, a, b, tb, category, site)
                        }
                    }
                }
                (false, true) if !ta.is_void(db) => {
                    let category = self.category(a);
                    self.make(c, a, b, ta, category, site)
                }
                _ if ta.is_void(db) && tb.is_void(db) => {
                    self.make(c, a, b, ty, Category::Prvalue, site)
                }
                (true, true) => self.make(c, a, b, ty, Category::Prvalue, site),
                _ => {
                    let (left, right) = (self.shown(a, ta), self.shown(b, tb));
                    self.reject(codes::INCOMPATIBLE_OPERAND_TYPES { left, right }, site)
                }
            };
        }
        let (mut a, mut b) = (a, b);
        if ta != tb && (ta.is_class(db) || tb.is_class(db))
            || ta != tb
                && ta.unqualified(db) == tb.unqualified(db)
                && self.category(a) != Category::Prvalue
                && self.category(b) != Category::Prvalue
        {
            match self.towards(a, b) {
                Ok((x, y)) => (a, b) = (x, y),
                Err(()) => {
                    return self.reject(
                        codes::AMBIGUOUS_CONDITIONAL_OPERANDS {
                            second: Fill::Type(ta),
                            third: Fill::Type(tb),
                        },
                        site,
                    );
                }
            }
            if self.is_bad(a) || self.is_bad(b) {
                return self.infect(&[a, b], site);
            }
        }
        let (ta, tb) = (self.ty(a), self.ty(b));
        let (ca, cb) = (self.category(a), self.category(b));
        if ta == tb && ca == cb && ca != Category::Prvalue {
            let (ty, category) = (ta, ca);
            return self.make(c, a, b, ty, category, site);
        }
        if ta.is_class(db) || tb.is_class(db) {
            if is_same_class(db, ta, tb) {
                let ty = ta
                    .unqualified(db)
                    .qualified(db, ta.top_quals(db).union(tb.top_quals(db)));
                let x = self.class_initialize(ty, &[a], Mode::Copy, Purpose::Variable, site);
                let y = self.class_initialize(ty, &[b], Mode::Copy, Purpose::Variable, site);
                return self.make(c, x, y, ty, Category::Prvalue, site);
            }
            return self.by_builtin_candidates(c, a, b, site);
        }
        let (ta, tb) = (ta.decayed(db), tb.decayed(db));
        if ta == tb {
            let (x, y) = (self.rvalue(a), self.rvalue(b));
            return self.make(c, x, y, ta, Category::Prvalue, site);
        }
        let bits = |cx: &Self, e: thir::ExprId, ty: Ty<'db>| {
            let width = cx.bit_field(e);
            crate::convert::promoted_bit_field(db, ty, width).unwrap_or(ty)
        };
        let (pa, pb) = (bits(self, a, ta), bits(self, b, tb));
        if let Some(ty) = self.common_arithmetic(pa, pb) {
            self.check_sign(a, ty);
            self.check_sign(b, ty);
            let (x, y) = (self.promote_to(a, ty), self.promote_to(b, ty));
            return self.make(c, x, y, ty, Category::Prvalue, site);
        }
        if self.is_function_with_object(a, b) {
            return self.incompatible_branches(a, b, site);
        }
        if let Some(ty) = self.composite(a, b) {
            let x = self.initialize(ty, a, Mode::Copy, Purpose::Variable);
            let y = self.initialize(ty, b, Mode::Copy, Purpose::Variable);
            return self.make(c, x, y, ty, Category::Prvalue, site);
        }
        if matches!(ta.kind(db), crate::TyKind::Overloaded)
            || matches!(tb.kind(db), crate::TyKind::Overloaded)
        {
            return self.overloaded_branch(c, a, b, site);
        }
        self.incompatible_branches(a, b, site)
    }

    fn overloaded_branch(
        &mut self,
        c: thir::ExprId,
        a: thir::ExprId,
        b: thir::ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let set =
            |cx: &Self, e: thir::ExprId| matches!(cx.ty(e).kind(db), crate::TyKind::Overloaded);
        let (ty, known) = match (set(self, a), set(self, b)) {
            (true, false) => (self.ty(b).decayed(db), true),
            (false, true) => (self.ty(a).decayed(db), true),
            _ => (Ty::error(db), false),
        };
        if !known {
            return self.error_expr(site);
        }
        let x = self.initialize(ty, a, Mode::Copy, Purpose::Variable);
        let y = self.initialize(ty, b, Mode::Copy, Purpose::Variable);
        self.make(c, x, y, ty, Category::Prvalue, site)
    }

    fn promote_to(&mut self, e: thir::ExprId, ty: Ty<'db>) -> thir::ExprId {
        let e = self.rvalue(e);
        self.arithmetic(e, ty)
    }

    /// Whether and how one operand converts to match the other ([expr.cond]/4).
    fn towards(
        &mut self,
        a: thir::ExprId,
        b: thir::ExprId,
    ) -> Result<(thir::ExprId, thir::ExprId), ()> {
        let to_b = self.target(a, b);
        let to_a = self.target(b, a);
        match (to_b, to_a) {
            (Some(_), Some(_)) => match is_same_class(self.db, self.ty(a), self.ty(b)) {
                // Each to the other: the qualifiers cannot decide, the values are equal in type.
                true => Ok((a, b)),
                false => Err(()),
            },
            (Some((ty, found)), None) => {
                let a = self.converted_branch(a, ty, &found);
                Ok((a, b))
            }
            (None, Some((ty, found))) => {
                let b = self.converted_branch(b, ty, &found);
                Ok((a, b))
            }
            (None, None) => Ok((a, b)),
        }
    }

    /// An operand as the type that it is converted to. An object of a derived class is copied as one of its base.
    fn converted_branch(
        &mut self,
        e: thir::ExprId,
        ty: Ty<'db>,
        found: &Sequence<'db>,
    ) -> thir::ExprId {
        match found {
            Sequence::Standard(_) if ty.is_class(self.db) => {
                let site = self.site_of(e);
                self.class_initialize(ty, &[e], Mode::Copy, Purpose::Variable, site)
            }
            _ => self.apply(e, ty, found),
        }
    }

    /// The type that `from` can be converted to so as to match `like`.
    fn target(
        &mut self,
        from: thir::ExprId,
        like: thir::ExprId,
    ) -> Option<(Ty<'db>, Sequence<'db>)> {
        let db = self.db;
        let (tf, tl) = (self.ty(from), self.ty(like));
        let operand = self.operand(from);
        let attempt = |cx: &mut Self, ty: Ty<'db>, direct: bool| {
            let found = quietly(cx, |cx| sequence(cx, &operand, ty, Options::COPY))?;
            // An lvalue reference must bind directly to an lvalue ([expr.cond]/4.1).
            let is_direct = |s: &Standard<'db>| {
                s.binding
                    .is_some_and(|b| b.direct && (b.rvalue_reference || !b.to_rvalue))
            };
            let binds = |found: &Sequence<'db>| match found {
                Sequence::Standard(s) => is_direct(s),
                Sequence::User(u) => is_direct(&u.second),
                _ => false,
            };
            (!direct || binds(&found)).then_some((ty, found))
        };
        match self.category(like) {
            Category::Lvalue => {
                if let Some(found) = attempt(self, tl.lvalue_reference(db), true) {
                    return Some(found);
                }
            }
            Category::Xvalue => {
                if let Some(found) = attempt(self, tl.rvalue_reference(db), true) {
                    return Some(found);
                }
            }
            Category::Prvalue => {}
        }
        if !tf.is_class(db) && !tl.is_class(db) {
            return None;
        }
        let (of_from, of_like) = (tf.unqualified(db), tl.unqualified(db));
        let is_base = is_base_of(db, of_like, of_from);
        let related = is_same_class(db, tf, tl) || is_base_of(db, of_from, of_like) || is_base;
        if related {
            let (f, l) = (tf.top_quals(db), tl.top_quals(db));
            let covers = (!f.is_const || l.is_const) && (!f.is_volatile || l.is_volatile);
            let up = is_same_class(db, tf, tl) || is_base;
            if !up || !covers || tf == tl {
                return None;
            }
            return attempt(self, tl, false);
        }
        let value = match tl.is_class(db) {
            true => tl.unqualified(db),
            false => tl.decayed(db),
        };
        attempt(self, value, false)
    }

    /// Overload resolution among the builtin candidates ([over.built]/25): by what the class converts to.
    fn by_builtin_candidates(
        &mut self,
        c: thir::ExprId,
        a: thir::ExprId,
        b: thir::ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let operands = self.operands(&[a, b]);
        let pool = conditional_candidates(self, &operands);
        match select(self, pool, 2) {
            Choice::One(best) => {
                let mut to = |i: usize, e| {
                    // What is no class is converted by the operator itself.
                    match self.ty(e).is_class(db) {
                        true => self.initialize(best.params[i], e, Mode::Copy, Purpose::Variable),
                        false => e,
                    }
                };
                let (x, y) = (to(0, a), to(1, b));
                match self.is_bad(x) || self.is_bad(y) {
                    true => self.infect(&[x, y], site),
                    false => self.branches(c, x, y, site),
                }
            }
            Choice::None(_) => self.incompatible_branches(a, b, site),
            Choice::Ambiguous(_) => {
                let class = if self.ty(a).is_class(db) { a } else { b };
                self.ambiguous_conversion(class, None)
            }
            Choice::Unknown => self.infect(&[a, b], site),
        }
    }
}
