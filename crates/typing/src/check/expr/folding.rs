//! What is said of constants in ordinary code: conversions that change their value ([conv.integral], [conv.fpint]) and operations
//! on them that have no value or another one ([expr.mul], [expr.shift], [expr.pre]/4). Only what is written out is looked at:
//! literals, operators on them, names of constants, and calls of `constexpr` functions with such arguments.

use cleave_codes::codes;
use cleave_hir::{Expr as H, Literal};
use cleave_lang::Operator;

use crate::eval::{cheaply_called, fold, int_type};
use crate::thir::{Conversion, ExprId, ExprKind};
use crate::{At, Const, Context, Entity, Problem, Site, Ty, Value};

/// How deep constants may be nested.
const DEPTH: u32 = 64;

impl<'db> Context<'db> {
    /// Whether anybody wants to hear of constants here. Instances of libraries' templates are taken to be right.
    fn looks_at_constants(&self) -> bool {
        let is_checked =
            !self.modes.unevaluated && !self.modes.substitution && !self.modes.left_out;
        is_checked && (!self.is_instantiation() || self.is_of_user())
    }

    /// The truth value of an expression that is a constant by what is written.
    pub(super) fn written_truth(&self, e: ExprId) -> Option<bool> {
        if self.in_template() || self.is_bad(e) || !self.ty(e).is_arithmetic(self.db) {
            return None;
        }
        Some(self.written_constant(e)?.as_int(self.db)? != 0)
    }

    /// Reads an operand that a constant in front of it may leave out.
    pub(super) fn maybe_left_out<R>(
        &mut self,
        left_out: bool,
        read: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let left_out = left_out || self.modes.left_out;
        self.with_mode(|m| &mut m.left_out, left_out, read)
    }

    /// The value of an expression that is a constant by what is written.
    pub(super) fn written_constant(&self, e: ExprId) -> Option<Const<'db>> {
        if !self.is_written_constant(e, 0) {
            return None;
        }
        fold(self.db, &self.out, e).or_else(|| cheaply_called(self.db, &self.out, e))
    }

    pub(super) fn is_written_constant(&self, e: ExprId, depth: u32) -> bool {
        if depth > DEPTH {
            return false;
        }
        let node = self.node(e);
        let down = |e: ExprId| self.is_written_constant(e, depth + 1);
        match &node.kind {
            ExprKind::Value(Value::Int(_) | Value::Float(_)) => true,
            ExprKind::Static(v) => {
                let is_const = node.ty.top_quals(self.db).is_const;
                is_const && node.ty.is_integral(self.db) && self.is_looked_into(*v)
            }
            ExprKind::Local(l) => {
                let local = self.out.locals.get(l.0 as usize);
                local.is_some_and(|l| l.init.is_some() && l.ty.is_integral(self.db))
            }
            ExprKind::Convert(how, inner) => {
                let arithmetic = matches!(
                    how,
                    Conversion::Load
                        | Conversion::Noop
                        | Conversion::Integral
                        | Conversion::Floating
                        | Conversion::IntegralToFloating
                        | Conversion::FloatingToIntegral
                        | Conversion::ToBool
                );
                arithmetic && down(*inner)
            }
            ExprKind::Unary(
                Operator::Negate | Operator::UnaryPlus | Operator::Complement | Operator::Not,
                inner,
            ) => down(*inner),
            ExprKind::Binary(_, a, b) | ExprKind::Logical(_, a, b) => down(*a) && down(*b),
            ExprKind::Conditional(c, a, b) => down(*c) && down(*a) && down(*b),
            ExprKind::Call { .. } | ExprKind::Field(..) => self.may_be_constant(e, depth + 1),
            _ => false,
        }
    }

    /// Whether it is asked what a function or variable is worth. An instance of the user's templates does not ask others, which may
    /// ask further ones without end.
    fn is_looked_into(&self, entity: Entity<'db>) -> bool {
        let db = self.db;
        !self.is_instantiation()
            || entity.env(db).is_none()
            || !cleave_names::is_of_user(db, entity.decl(db).code(db).item)
    }

    /// Whether nothing in an expression keeps it from being a constant, calls included. The reference makes no calls in a
    /// template's definition.
    fn may_be_constant(&self, e: ExprId, depth: u32) -> bool {
        if depth > DEPTH {
            return false;
        }
        let db = self.db;
        let node = self.node(e);
        let may_be = match &node.kind {
            ExprKind::Call { callee, .. } | ExprKind::Construct(callee, _) => {
                let is_constexpr = crate::function::signature(db, *callee)
                    .is_some_and(|s| s.is_constexpr || s.is_consteval);
                is_constexpr
                    && self.is_looked_into(*callee)
                    && *callee != self.owner
                    && !self.in_template()
                    && self.is_of_user()
            }
            ExprKind::Local(l) => {
                let local = self.out.locals.get(l.0 as usize);
                local.is_some_and(|l| l.init.is_some())
            }
            ExprKind::Static(v) => node.ty.top_quals(db).is_const && self.is_looked_into(*v),
            ExprKind::Value(_)
            | ExprKind::Convert(..)
            | ExprKind::Field(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logical(..)
            | ExprKind::Conditional(..)
            | ExprKind::ConstructImplicit(..)
            | ExprKind::Aggregate(_)
            | ExprKind::Materialize(_)
            | ExprKind::Full(_) => true,
            _ => false,
        };
        let mut operands = Vec::new();
        if may_be {
            node.kind.operands(&mut operands);
        }
        may_be && (operands.iter()).all(|&e| self.may_be_constant(e, depth + 1))
    }

    /// A conversion to an arithmetic type that is not asked for by a cast.
    pub(crate) fn check_conversion(&mut self, e: ExprId, to: Ty<'db>) {
        let db = self.db;
        // Mostly there is nothing to convert.
        if self.ty(e) == to {
            return;
        }
        let from = self.ty(e).decayed(db);
        if from.is_floating(db) && to.is_floating(db) {
            return self.check_vanishing(e, to);
        }
        let Some((bits, signed)) = narrow(db, to.unqualified(db)) else {
            return;
        };
        let lossy = match int_type(db, from) {
            Some((width, sign)) => {
                width > bits || sign != signed && width >= bits || sign && !signed
            }
            None => from.is_floating(db),
        };
        if !lossy || to.is_bool(db) || to.is_enum(db) || !self.looks_at_constants() {
            return;
        }
        if !self.is_written_constant(e, 0) {
            return;
        }
        let read = self.rvalue(e);
        let Some(value) = self.written_constant(read) else {
            return;
        };
        let (low, high) = match signed {
            true => (-(1i128 << (bits - 1)), 1i128 << (bits - 1)),
            false => (0, 1i128 << bits),
        };
        let number = match *value.value(db) {
            Value::Int(n) if (low..high).contains(&n) => return,
            Value::Int(n) => {
                let half = 1i128 << (bits - 1);
                let sign = match signed {
                    true => (half..half * 2).contains(&n),
                    false => (-half..0).contains(&n),
                };
                match sign {
                    true if self.is_bits(e, 0) || signed && self.is_bit_literal(e) => return,
                    true => codes::INTEGER_SIGN_CHANGE,
                    false if self.is_bits(e, 0) => return,
                    false => codes::INTEGER_TRUNCATED,
                }
            }
            Value::Float(f) => {
                let f = f64::from_bits(f).trunc();
                if !f.is_finite() {
                    return;
                }
                match f >= low as f64 && f < high as f64 {
                    true => return,
                    false => codes::FLOAT_TO_INTEGER_CONVERSION,
                }
            }
            _ => return,
        };
        // A narrowing conversion has been reported.
        let narrowing = |p: &Problem<'db>| {
            matches!(
                p.code,
                codes::NARROWING_CONVERSION | codes::NARROWING_VALUE_DOES_NOT_FIT
            ) && p.site == self.site_of(e)
        };
        if self.problems.iter().rev().take(4).any(narrowing) {
            return;
        }
        self.tell_constant(number, e);
    }

    /// What is added to an array that does not end where the sum points to ([expr.add]/4).
    pub(crate) fn check_offset(
        &mut self,
        op: Operator,
        array: ExprId,
        offset: ExprId,
        site: Site<'db>,
    ) {
        let db = self.db;
        let Some(length) = self.ty(array).length(db) else {
            return;
        };
        if !self.looks_at_constants() || self.in_template() {
            return;
        }
        let Some(n) = self.written_constant(offset).and_then(|c| c.as_int(db)) else {
            return;
        };
        let n = if op == Operator::Minus { -n } else { n };
        if n < 0 || n > i128::from(length) {
            self.warn(Problem::new(codes::POINTER_OUTSIDE_OBJECT, site));
        }
    }

    /// A cast of a floating constant to an integral type that has no such value.
    pub(crate) fn check_cast_of_float(
        &mut self,
        e: ExprId,
        to: Ty<'db>,
        (site, at): (Site<'db>, At<'db>),
    ) {
        let db = self.db;
        if !self.ty(e).is_floating(db) || to.is_bool(db) || to.is_enum(db) {
            return;
        }
        let Some((bits, signed)) = narrow(db, to.unqualified(db)) else {
            return;
        };
        if !self.looks_at_constants() {
            return;
        }
        let read = self.rvalue(e);
        let Some(value) = self.written_constant(read) else {
            return;
        };
        let Value::Float(f) = *value.value(db) else {
            return;
        };
        let (low, high) = match signed {
            true => (-(2f64.powi(bits as i32 - 1)), 2f64.powi(bits as i32 - 1)),
            false => (0.0, 2f64.powi(bits as i32)),
        };
        let f = f64::from_bits(f).trunc();
        if f.is_finite() && !(f >= low && f < high) {
            self.warn(Problem::new(codes::FLOAT_TO_INTEGER_CONVERSION, site).at(at));
        }
    }

    /// A conversion of a constant to a floating type that nothing is left in.
    fn check_vanishing(&mut self, e: ExprId, to: Ty<'db>) {
        let db = self.db;
        if to.as_builtin(db) != Some(cleave_lang::Builtin::Float)
            || !self.looks_at_constants()
            || !self.is_written_constant(e, 0) && !self.is_constexpr_variable(e)
        {
            return;
        }
        let read = self.rvalue(e);
        let value = self.written_constant(read);
        if value.is_some_and(|v| crate::check::init::narrowing::vanishes(db, v.value(db), to)) {
            self.tell_constant(codes::FLOAT_TO_FLOAT_CONVERSION, e);
        }
    }

    fn is_constexpr_variable(&self, e: ExprId) -> bool {
        let is_constexpr = |v: crate::Entity<'db>| {
            let decl = v.hir(self.db);
            decl.is_some_and(|d| d.spec.any(cleave_names::decl::Spec::CONSTEXPR))
        };
        matches!(self.node(e).kind, ExprKind::Static(v) if is_constexpr(v) && self.is_looked_into(v))
    }

    /// Points at the first token of an operand.
    pub(super) fn tell_constant(&mut self, number: codes::Code, e: ExprId) {
        let site = self.start_of(e);
        self.warn(Problem::new(number, site).at(At::First));
    }

    /// What is read twice is reported once.
    fn warn(&mut self, problem: Problem<'db>) {
        if !self.warnings.contains(&problem) {
            self.warnings.push(problem);
        }
    }

    /// A negative constant that the usual arithmetic conversions make unsigned.
    pub(crate) fn check_sign(&mut self, e: ExprId, to: Ty<'db>) {
        let db = self.db;
        // Most operands have the type already.
        if self.ty(e) == to {
            return;
        }
        let (from, into) = (int_type(db, self.ty(e)), int_type(db, to));
        let changes = from.is_some_and(|i| i.1) && into.is_some_and(|i| !i.1 && i.0 >= 32);
        if !changes || !self.looks_at_constants() || self.is_bits(e, 0) {
            return;
        }
        let negative = self.written_constant(e).and_then(|c| c.as_int(db));
        if negative.is_some_and(|n| n < 0) {
            self.tell_constant(codes::INTEGER_SIGN_CHANGE, e);
        }
    }

    /// Whether a constant is written as bits: the reference does not warn of the sign of what `~` makes, nor of what bitwise
    /// operators, casts and conditions make of that. A name may stand for such a constant.
    fn is_bits(&self, e: ExprId, depth: u32) -> bool {
        use Operator as O;
        if depth > DEPTH {
            return true;
        }
        let bits = |e: ExprId| self.is_bits(e, depth + 1);
        let node = self.node(e);
        match &node.kind {
            ExprKind::Unary(O::Complement, _) => true,
            ExprKind::Binary(O::BitAnd | O::BitOr | O::BitXor, ..) => true,
            ExprKind::Unary(O::Negate, _) => {
                int_type(self.db, node.ty).is_some_and(|(_, signed)| !signed)
            }
            ExprKind::Unary(_, inner) | ExprKind::Convert(_, inner) | ExprKind::Full(inner) => {
                bits(*inner)
            }
            ExprKind::Local(l) => {
                let local = self.out.locals.get(l.0 as usize);
                local.and_then(|l| l.init).is_some_and(bits)
            }
            ExprKind::Conditional(_, a, b) => bits(*a) || bits(*b),
            _ => false,
        }
    }

    /// A literal that is written in another base than ten.
    fn is_bit_literal(&self, e: ExprId) -> bool {
        let mut at = self.site_of(e).expr(self.db);
        while let Some(H::Paren(inner)) = at {
            at = Some(&self.code[*inner]);
        }
        matches!(at, Some(H::Literal(Literal::Int { decimal: false, .. })))
    }

    /// An integer operation on these operands, converted to what it is computed in.
    pub(crate) fn check_operation(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        ty: Ty<'db>,
        site: Site<'db>,
    ) {
        use Operator as O;
        let db = self.db;
        let Some((bits, signed)) = narrow(db, ty) else {
            return;
        };
        if !self.looks_at_constants() {
            return;
        }
        let Some(y) = self.written_constant(b).and_then(|c| c.as_int(db)) else {
            return;
        };
        match op {
            O::Divide | O::Remainder if y == 0 => {
                let number = if op == O::Divide {
                    codes::DIVIDE_BY_ZERO
                } else {
                    codes::MOD_BY_ZERO
                };
                match self.written_constant(a) {
                    Some(_) => self.warn(Problem::new(number, site)),
                    None => self.tell_constant(number, b),
                }
            }
            O::ShiftLeft | O::ShiftRight if y < 0 => {
                self.tell_constant(codes::NEGATIVE_SHIFT_COUNT, b)
            }
            O::ShiftLeft | O::ShiftRight if y >= i128::from(bits) => {
                self.tell_constant(codes::SHIFT_COUNT_TOO_LARGE, b);
            }
            O::Plus | O::Minus | O::Multiply if signed => {
                let Some(x) = self.written_constant(a).and_then(|c| c.as_int(db)) else {
                    return;
                };
                let result = match op {
                    O::Plus => x.checked_add(y),
                    O::Minus => x.checked_sub(y),
                    _ => x.checked_mul(y),
                };
                let half = 1i128 << (bits - 1);
                if !result.is_some_and(|r| (-half..half).contains(&r)) {
                    self.warn(Problem::new(codes::INTEGER_RESULT_OUT_OF_RANGE, site));
                }
            }
            _ => {}
        }
    }

    /// A division by a floating zero of what is no constant.
    pub(crate) fn check_floating_division(&mut self, a: ExprId, b: ExprId) {
        let db = self.db;
        let is_zero = |c: Const<'db>| match *c.value(db) {
            Value::Int(n) => n == 0,
            Value::Float(f) => f64::from_bits(f) == 0.0,
            _ => false,
        };
        if !self.looks_at_constants() || self.is_written_constant(a, 0) {
            return;
        }
        let zero = self.written_constant(b).is_some_and(is_zero);
        if zero && self.looks_at_constants() && !self.is_written_constant(a, 0) {
            self.tell_constant(codes::DIVIDE_BY_ZERO, b);
        }
    }

    /// `-e` of the least value of its type.
    pub(crate) fn check_negation(&mut self, e: ExprId, site: Site<'db>) {
        let db = self.db;
        let Some((bits, true)) = narrow(db, self.ty(e)) else {
            return;
        };
        // A literal alone is never that small.
        if matches!(self.node(e).kind, ExprKind::Value(_)) || !self.looks_at_constants() {
            return;
        }
        let value = self.written_constant(e).and_then(|c| c.as_int(db));
        if value == Some(-1i128 << (bits - 1)) {
            self.warn(Problem::new(codes::INTEGER_RESULT_OUT_OF_RANGE, site));
        }
    }

    /// A statement that does nothing but make a value.
    pub(crate) fn check_statement(&mut self, written: cleave_hir::ExprId, e: ExprId) {
        self.check_discarded(e);
        if !self.looks_at_constants() || !self.is_idle_statement(written, e) {
            return;
        }
        // What a comma drops is reported there as well.
        let whole = self.site(written);
        self.warn_idle(whole, whole);
    }

    fn is_idle_statement(&self, written: cleave_hir::ExprId, e: ExprId) -> bool {
        let mut at = written;
        while let H::Paren(inner) = self.code[at] {
            at = inner;
        }
        match &self.code[at] {
            H::Lambda(_) | H::Statements(_) | H::Throw(_) => return false,
            _ => {}
        }
        self.is_idle(e, 0)
    }
}

/// The bits of an integer type and whether it is signed, for those whose limits a constant can hold: all but `__int128`.
fn narrow<'db>(db: &'db dyn cleave_base_db::Db, ty: Ty<'db>) -> Option<(u32, bool)> {
    int_type(db, ty).filter(|(bits, _)| (1..=64).contains(bits))
}
