//! What is said of operators: that none fits, that several do, that one does nothing.

use crate::convert::standard::{has_fixed_underlying, promoted, promoted_bit_field};
use cleave_codes::codes;
use cleave_hir::Expr as H;
use cleave_lang::Operator;

use crate::code::source::first_token;
use crate::overload::operators::by_templates;
use crate::overload::{Callable, Candidate};
use crate::problem::Detail;
use crate::thir::{Category, Conversion, ExprId, ExprKind};
use crate::{At, Context, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// Whether a type is an enumeration of which it is not known what it promotes to: in a template, where its enumerators depend
    /// on parameters, or because a value is beyond what is understood.
    pub(crate) fn is_vague(&self, ty: Ty<'db>) -> bool {
        let ty = ty.strip_reference(self.db);
        ty.is_enum(self.db) && crate::class::underlying(self.db, ty).is_none()
    }

    /// No function and no builtin operator takes these operands.
    pub(crate) fn no_operator(&mut self, op: Operator, args: &[ExprId], site: Site<'db>) -> ExprId {
        let types: Vec<_> = args.iter().map(|&e| self.ty(e)).collect();
        if types.iter().any(|&t| self.is_vague(t)) {
            return self.error_expr(site);
        }
        let spelling = op.spelling();
        let name = Fill::Name(spelling.into());
        let mut problem = Problem::new(codes::NO_MATCHING_OPERATOR_FUNCTION { name }, site);
        let plain = types
            .iter()
            .all(|t| !matches!(t.kind(self.db), TyKind::Overloaded | TyKind::List));
        if plain {
            let types = self.shown_all(args);
            problem = problem.detail(Detail::OperandTypes(spelling.into(), types));
        }
        problem.notes = self.operators_unmatched(op, args, site);
        self.report(problem)
    }

    pub(crate) fn ambiguous_operator(
        &mut self,
        op: Operator,
        args: &[ExprId],
        found: &[Candidate<'db>],
        site: Site<'db>,
    ) -> ExprId {
        if found.iter().all(|c| c.callable == Callable::Builtin) {
            // Which builtin operator it is depends on conversion functions: they are what is ambiguous.
            let mut bad = None;
            use Operator as O;
            let is_logical = matches!(op, O::LogicalAnd | O::LogicalOr | O::Not);
            let to = is_logical.then(|| self.builtin(cleave_lang::Builtin::Bool));
            let is_integral = matches!(
                op,
                O::Remainder
                    | O::BitAnd
                    | O::BitOr
                    | O::BitXor
                    | O::ShiftLeft
                    | O::ShiftRight
                    | O::Complement
            );
            for &e in args {
                if self.ty(e).is_class(self.db) && !by_templates::is_open(self, self.ty(e)) {
                    // No builtin candidate takes what converts to floating types alone.
                    if is_integral && !self.converts_to_integral(self.ty(e)) {
                        return self.no_operator(op, args, site);
                    }
                    bad = Some(self.ambiguous_conversion(e, to));
                }
            }
            if let Some(bad) = bad {
                return bad;
            }
        }
        let types = self.shown_all(args);
        let spelling = op.spelling();
        let bad = self.reject(
            codes::AMBIGUOUS_OPERATOR {
                name: Fill::Name(spelling.into()),
            },
            site,
        );
        if let Some(last) = self.problems.last_mut() {
            for f in found.iter().filter_map(Candidate::function) {
                last.details.push(Detail::Candidate(f));
            }
            last.details
                .push(Detail::OperandTypes(spelling.into(), types));
        }
        bad
    }

    /// Whether a conversion function of a class is to an integral or unscoped enumeration type.
    fn converts_to_integral(&self, class: Ty<'db>) -> bool {
        let db = self.db;
        let class = class.strip_reference(db).unqualified(db);
        crate::class::conversions(db, class).into_iter().any(|f| {
            let ty = crate::check::return_type(db, f).bare(db);
            f.is_template(db) || ty.is_unknown(db) || ty.is_integral(db) || ty.is_enum(db)
        })
    }

    /// Several conversion functions apply: to a type, or to what a builtin operator or condition takes.
    pub(crate) fn ambiguous_conversion(&mut self, e: ExprId, to: Option<Ty<'db>>) -> ExprId {
        let db = self.db;
        let (from, site) = (self.ty(e), self.site_of(e));
        let (number, fills) = match to {
            Some(to) => (
                codes::AMBIGUOUS_CONVERSION_FUNCTION,
                vec![self.shown(e, from), self.shown_target(to)],
            ),
            None => (
                codes::AMBIGUOUS_CONVERSION_TO_BUILTIN_TYPE,
                vec![self.shown(e, from)],
            ),
        };
        let mut problem = Problem::new((number, fills), site).at(At::First);
        for f in crate::class::conversions(db, from.unqualified(db)) {
            let Some(sig) = crate::function::signature(db, f) else {
                continue;
            };
            let scalar = |t: Ty<'db>| !t.is_class(db) && !t.is_unknown(db);
            if !sig.is_explicit && scalar(crate::check::return_type(db, f).strip_reference(db)) {
                problem = problem.detail(Detail::Candidate(f));
            }
        }
        self.report(problem)
    }

    /// Warns of a left operand of a comma that does nothing.
    pub(crate) fn check_effect(&mut self, e: ExprId) {
        if self.is_instantiation() || self.modes.unevaluated {
            return;
        }
        self.check_discarded(e);
        if self.is_idle(e, 0) {
            self.warn_idle(self.start_of(e), self.site_of(e));
        }
    }

    /// Warns of a comparison of what has no sign and is promoted to a type that has one with a negative constant.
    fn check_negative(&mut self, a: ExprId, b: ExprId, site: Site<'db>) {
        let db = self.db;
        if self.modes.unevaluated || self.is_instantiation() {
            return;
        }
        for (value, constant) in [(a, b), (b, a)] {
            let ty = self.ty(value);
            if !self.is_of_fixed_type(ty)
                || !self.is_unsigned(ty)
                || !self.ty(constant).is_integral(db)
            {
                continue;
            }
            let promoted = promoted_bit_field(db, ty.unqualified(db), self.bit_field(value))
                .unwrap_or_else(|| promoted(db, ty));
            // What it is compared as is wider than both or signed ([expr.arith.conv]).
            let width = |ty: Ty<'db>| crate::eval::int_type(db, ty).map(|(width, _)| width);
            let other = self.ty(constant);
            let wider = !self.is_unsigned(other) && width(other) > width(promoted);
            if self.is_unsigned(promoted) && !wider {
                continue;
            }
            let fold = |e: ExprId| crate::eval::fold(db, &self.out, e);
            let negative = fold(constant).and_then(|c| c.as_int(db));
            if negative.is_some_and(|n| n < 0) && !self.has_constant_value(value) {
                let number = codes::UNSIGNED_COMPARE_WITH_NEGATIVE;
                return self.warnings.push(Problem::new(number, site));
            }
        }
    }

    /// Warns of a comparison of what has no sign with zero, which it never is below.
    pub(crate) fn check_unsigned(&mut self, op: Operator, a: ExprId, b: ExprId, site: Site<'db>) {
        if matches!(
            op,
            Operator::Less
                | Operator::Greater
                | Operator::LessEqual
                | Operator::GreaterEqual
                | Operator::Equal
                | Operator::NotEqual
        ) {
            self.check_negative(a, b, site);
        }
        let (value, zero) = match op {
            Operator::Less | Operator::GreaterEqual => (a, b),
            Operator::Greater | Operator::LessEqual => (b, a),
            _ => return,
        };
        if self.modes.unevaluated
            || self.is_instantiation()
            || !self.is_unsigned(self.ty(value))
            || !self.is_of_fixed_type(self.ty(value))
        {
            return;
        }
        // A constant is compared by its value.
        if let ExprKind::Local(l) = self.node(value).kind
            && (self.out.locals.get(l.0 as usize)).is_none_or(|l| l.init.is_some())
        {
            return;
        }
        let fold = |e: ExprId| crate::eval::fold(self.db, &self.out, e);
        let zero = fold(zero).and_then(|c| c.as_int(self.db));
        if zero == Some(0) && !self.has_constant_value(value) && !self.is_open_constant(value) {
            let number = codes::UNSIGNED_COMPARE_WITH_ZERO;
            self.warnings.push(Problem::new(number, site));
        }
    }

    /// Whether an operand is a constant whose value only an instance knows: what the reference finds to be value-dependent by the way it
    /// is written ([temp.dep.constexpr]).
    fn is_open_constant(&self, e: ExprId) -> bool {
        let node = self.node(e);
        match node.kind {
            ExprKind::Param { .. } => true,
            ExprKind::Error => matches!(
                self.written_inside(node.site),
                Some(
                    H::SizeofType(_)
                        | H::SizeofExpr(_)
                        | H::SizeofPack(_)
                        | H::AlignofType(_)
                        | H::AlignofExpr(_)
                        | H::CStyleCast(..)
                        | H::NamedCast(..)
                        | H::Functional(..)
                )
            ),
            _ => false,
        }
    }

    /// Whether a type is no enumeration without a type of its own: what that is promoted to may be unsigned.
    fn is_of_fixed_type(&self, ty: Ty<'db>) -> bool {
        match ty.kind(self.db) {
            TyKind::Enum(e) => has_fixed_underlying(self.db, *e),
            _ => true,
        }
    }

    /// Whether the value of an operand is known. That of a variable is if it cannot change: a glvalue alone folds to its object.
    fn has_constant_value(&mut self, e: ExprId) -> bool {
        let is_glvalue = self.category(e) != Category::Prvalue;
        if is_glvalue && !self.ty(e).top_quals(self.db).is_const {
            return false;
        }
        let read = match is_glvalue {
            true => self.rvalue(e),
            false => e,
        };
        crate::eval::fold(self.db, &self.out, read).is_some()
    }

    fn is_unsigned(&self, ty: Ty<'db>) -> bool {
        let db = self.db;
        let ty = ty.unqualified(db);
        let ty = match ty.is_enum(db) {
            true => crate::class::underlying(db, ty).unwrap_or(ty),
            false => ty,
        };
        ty.is_integral(db)
            && !ty.is_bool(db)
            && crate::eval::int_type(db, ty).is_some_and(|(_, signed)| !signed)
    }

    /// Warns of an expression that does nothing, once all of it has been read.
    pub(crate) fn warn_idle(&mut self, start: Site<'db>, whole: Site<'db>) {
        let site = first_token(self.db, start);
        let mut problem = Problem::new(codes::EXPR_HAS_NO_EFFECT, site).at(At::First);
        problem.read = Some(whole);
        self.warnings.push(problem);
    }

    /// Whether a glvalue is a variable, a part of one, or an element of an array, and nothing that a reference or a pointer leads to.
    fn is_named_object(&self, e: ExprId, depth: u32) -> bool {
        if depth > crate::check::DEPTH {
            return false;
        }
        let within = |e: ExprId| self.is_named_object(e, depth + 1);
        match &self.node(e).kind {
            ExprKind::Local(local) => {
                !(self.out.locals.get(local.0 as usize)).is_some_and(|l| l.ty.is_reference(self.db))
            }
            ExprKind::Static(v) => {
                !crate::function::variable_type(self.db, *v).is_reference(self.db)
            }
            ExprKind::Unary(Operator::Dereference, pointer) | ExprKind::Index(pointer, _) => {
                match &self.node(*pointer).kind {
                    ExprKind::Convert(Conversion::Decay, array) => within(*array),
                    _ => self.ty(*pointer).is_array(self.db) && within(*pointer),
                }
            }
            ExprKind::Field(e, _) | ExprKind::Comma(_, e) | ExprKind::Convert(_, e) => within(*e),
            _ => false,
        }
    }

    /// Whether an expression is a literal that is converted: nothing is left of that to be run.
    fn is_converted_literal(&self, e: ExprId) -> bool {
        let mut at = e;
        for _ in 0..crate::check::DEPTH {
            match self.node(at).kind {
                ExprKind::Value(_) => return true,
                ExprKind::Convert(_, inner) => at = inner,
                _ => return false,
            }
        }
        false
    }

    /// Whether an expression certainly does nothing but make a value.
    pub(crate) fn is_idle(&self, e: ExprId, depth: u32) -> bool {
        let node = self.node(e);
        if depth > crate::check::DEPTH || node.ty.top_quals(self.db).is_volatile {
            return false;
        }
        let idle = |e: &ExprId| self.is_idle(*e, depth + 1);
        match &node.kind {
            ExprKind::Value(_)
            | ExprKind::String(_)
            | ExprKind::Local(_)
            | ExprKind::Static(_)
            | ExprKind::Function(_)
            | ExprKind::Param { .. }
            | ExprKind::This => true,
            // The type of an object that something refers to is read where it lies ([expr.typeid]/2).
            ExprKind::Typeid(operand) => {
                operand.is_none_or(|e| self.is_named_object(e, depth + 1) && idle(&e))
            }
            ExprKind::Zero => !node.ty.is_class(self.db) && !node.ty.is_void(self.db),
            // That of floating-point numbers is arithmetic.
            ExprKind::Unary(Operator::Negate, e)
                if node.ty.is_floating(self.db)
                    && !matches!(self.node(*e).kind, ExprKind::Value(_)) =>
            {
                false
            }
            // A number that a reference is bound to becomes an object.
            ExprKind::Materialize(_) if !node.ty.is_class(self.db) => false,
            ExprKind::Field(e, _)
            | ExprKind::Unary(_, e)
            | ExprKind::Materialize(e)
            | ExprKind::Full(e) => {
                !(node.category == Category::Prvalue && node.ty.is_class(self.db)) && idle(e)
            }
            // Floating-point arithmetic may raise exceptions, and so may conversions from and to it.
            ExprKind::Binary(..) if node.ty.is_floating(self.db) => false,
            ExprKind::Convert(
                Conversion::Floating
                | Conversion::IntegralToFloating
                | Conversion::FloatingToIntegral,
                operand,
            ) => self.is_converted_literal(*operand),
            // A reference to another class may not be made, which is thrown.
            ExprKind::Convert(Conversion::Dynamic, _) if node.category != Category::Prvalue => {
                false
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Logical(_, a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::MemberPointer(a, b)
            | ExprKind::Index(a, b) => idle(a) && idle(b),
            ExprKind::Conditional(c, a, b) => idle(c) && idle(a) && idle(b),
            ExprKind::Convert(how, e) => *how != Conversion::Discard && idle(e),
            _ => false,
        }
    }
}
