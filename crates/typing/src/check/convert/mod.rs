//! Explicit conversions ([expr.cast], [expr.static.cast] and their kin).

mod guides;
pub(crate) mod refused;
mod targets;

use cleave_codes::codes;
use cleave_hir::NamedCast;

use crate::check::init::{Mode, Purpose};
use crate::convert::{BaseSearch, Options, base_search, is_base_of, quietly, sequence};
use crate::thir::{Category, Conversion, ExprId, ExprKind};
use crate::{At, Context, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// `T(args)`
    pub(crate) fn functional(&mut self, ty: Ty<'db>, args: &[ExprId], site: Site<'db>) -> ExprId {
        let made = self.functional_unqualified(ty, args, site);
        self.keep_qualifiers(made, ty)
    }

    /// A prvalue of class type keeps the qualifiers of the type that is written; others have none ([expr.type]/2).
    fn keep_qualifiers(&mut self, made: ExprId, ty: Ty<'db>) -> ExprId {
        let node = &mut self.out.exprs[made.0 as usize];
        if node.category == Category::Prvalue
            && ty.is_class(self.db)
            && node.ty != ty
            && node.ty.unqualified(self.db) == ty.unqualified(self.db)
        {
            node.ty = ty;
        }
        made
    }

    fn functional_unqualified(&mut self, ty: Ty<'db>, args: &[ExprId], site: Site<'db>) -> ExprId {
        let db = self.db;
        let bad = args.iter().any(|&e| self.is_bad(e));
        if bad && ty.has_auto(db) {
            return self.infect(args, site);
        }
        if ty.is_unknown(db) || bad {
            let dependent = ty.is_dependent(db) || args.iter().any(|&e| self.is_dependent(e));
            let (ty, category) = crate::check::call::result(db, ty);
            return match dependent {
                true => self.dependent_of(ty, category, site),
                false => {
                    self.unknown = true;
                    self.push(ExprKind::Error, ty, category, site)
                }
            };
        }
        if let TyKind::Auto(_) = ty.kind(db) {
            // C++23's `auto(x)`.
            return match *args {
                [e] => {
                    let ty = self.ty(e).decayed(db);
                    self.initialize(ty, e, Mode::Direct, Purpose::Variable)
                }
                _ => self.error_expr(site),
            };
        }
        match *args {
            [e] if !matches!(self.node(e).kind, ExprKind::List(_)) => {
                let own = self.site_of(e);
                let reported = self.problems.len();
                let made = match ty.is_class(db) {
                    true => self.class_initialize(ty, &[e], Mode::Direct, Purpose::Variable, own),
                    false => self.c_style_cast(ty, e, site),
                };
                // Of constructors the expression is pointed at.
                for problem in &mut self.problems[reported..] {
                    let of_constructors = matches!(
                        problem.code,
                        codes::NO_MATCHING_CONSTRUCTOR | codes::AMBIGUOUS_CONSTRUCTOR
                    );
                    if of_constructors && problem.site == own {
                        problem.site = site;
                    }
                }
                // The object is made by the whole, not by what it is made of.
                if let ExprKind::Construct(..) | ExprKind::ConstructImplicit(..) =
                    self.node(made).kind
                {
                    self.out.exprs[made.0 as usize].site = site;
                }
                made
            }
            [] if ty.is_void(db) => self.prvalue(ExprKind::Zero, ty, site),
            [] if ty.is_array(db) || ty.is_function(db) => {
                let number = match ty.kind(db) {
                    TyKind::Array(_, crate::Bound::Unknown) => codes::CAST_TO_INCOMPLETE_ARRAY,
                    _ => codes::CAST_NOT_ALLOWED,
                };
                self.reject((number, vec![Fill::Type(ty)]), site)
            }
            [] => {
                let problems = self.problems.len();
                let made = self.value_initialize(ty, site);
                // In a template the reference asks when an instance is made, whatever the class depends on.
                if self.in_template() {
                    let told = self.problems.split_off(problems);
                    let waits = |p: &Problem<'db>| p.code == codes::DELETED_DEFAULT_CONSTRUCTOR;
                    self.problems.extend(told.into_iter().filter(|p| !waits(p)));
                }
                made
            }
            _ if ty.is_class(db) => {
                self.class_initialize(ty, args, Mode::Direct, Purpose::Variable, site)
            }
            [first, ..] if !self.is_substitution() && !self.in_template() => {
                // The reference reads on as if there were one.
                let after = Problem::new(codes::EXP_RPAREN, self.site_of(first)).at(At::After);
                self.problems.push(after);
                self.c_style_cast(ty, first, site)
            }
            _ => self.reject(codes::Code::NONE, site),
        }
    }

    /// What a cast to `bool` makes of a truth value, or of an object that is converted to one: it is compared with zero once more (reference:
    /// device-half, Loops and statements). `of` is the operand.
    fn truth_again(&mut self, ty: Ty<'db>, of: ExprId, made: ExprId) -> ExprId {
        let db = self.db;
        let operand = self.ty(of);
        let is_truth = operand.unqualified(db).is_bool(db) || operand.is_class(db);
        let node = self.node(made);
        let is_made = node.category == Category::Prvalue
            && node.ty.unqualified(db).is_bool(db)
            && !matches!(node.kind, ExprKind::Value(_));
        match ty.is_bool(db) && is_truth && is_made {
            true => self.convert(Conversion::ToBool, made, ty.unqualified(db)),
            false => made,
        }
    }

    /// A cast to an abstract class, written at `at` ([class.abstract]/3).
    pub(crate) fn is_abstract_cast(&mut self, ty: Ty<'db>, at: Site<'db>) -> bool {
        let db = self.db;
        if !ty.is_class(db) {
            return false;
        }
        let problem =
            crate::class::abstract_class(db, ty.unqualified(db), codes::CAST_TO_ABSTRACT_CLASS, at);
        let wrong = problem.is_some();
        self.problems.extend(problem);
        wrong
    }

    /// `T{…}`
    pub(crate) fn braced(&mut self, ty: Ty<'db>, list: ExprId, site: Site<'db>) -> ExprId {
        if let (TyKind::Auto(_), ExprKind::List(items)) = (ty.kind(self.db), &self.node(list).kind)
        {
            let items = items.clone();
            return self.functional(ty, &items, site);
        }
        let strict = self.modes.strict_narrowing || ty.is_class(self.db) || ty.is_array(self.db);
        let _ = site;
        let only = match self.node(list).kind {
            ExprKind::List(ref items) => (items.len() == 1).then(|| items[0]),
            _ => None,
        };
        let made = self.with_mode(
            |m| &mut m.strict_narrowing,
            strict,
            |cx| cx.list_initialize(ty, list, Mode::Direct, Purpose::Variable),
        );
        let made = match only {
            // A cast says what it does.
            Some(only) if ty.is_arithmetic(self.db) || ty.is_enum(self.db) => {
                self.forget_conversion_warnings(only);
                self.truth_again(ty, only, made)
            }
            Some(only) => self.truth_again(ty, only, made),
            None => made,
        };
        self.keep_qualifiers(made, ty)
    }

    /// Whether the operand of a cast is missing, or something is wrong in it: then nothing is said of what it is cast to. `problems`: so
    /// many there were before it.
    pub(crate) fn is_wrong_operand(
        &self,
        operand: cleave_hir::ExprId,
        e: ExprId,
        problems: usize,
    ) -> bool {
        let said = self.problems.len() > problems
            || matches!(self.code[operand], cleave_hir::Expr::Missing);
        said && self.is_bad(e) && !self.is_dependent(e)
    }

    /// `(T)e`: the first of the casts that the standard tries ([expr.cast]/4).
    pub(crate) fn c_style_cast(&mut self, ty: Ty<'db>, e: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        if let Some(e) = self.cast_unknown(ty, e, site) {
            return e;
        }
        if let ExprKind::List(_) = self.node(e).kind {
            return self.braced(ty, e, site);
        }
        let first = self.first_token(site);
        self.check_cast_of_float(e, ty, (first, At::First));
        if let Some(e) = self.try_const_cast(ty, e, false) {
            return e;
        }
        let problems = self.problems.len();
        if self.is_virtual_downcast(ty, e, site, At::First) {
            return self.error_expr(site);
        }
        if let Some(made) = self.try_static_cast(ty, e, true) {
            let made = self.truth_again(ty, e, made);
            return self.keep_qualifiers(made, ty);
        }
        if let Some(e) = self.static_then_const_cast(ty, e) {
            return e;
        }
        self.check_small_integer(ty, e, false, site);
        if (!self.ty(e).is_class(db) || ty.is_reference(db))
            && let Some(e) = self.try_reinterpret(ty, e, true)
        {
            self.problems.truncate(problems);
            return e;
        }
        if let Some(e) = self.member_as_function(ty, e, site) {
            return e;
        }
        if self.problems.len() > problems || self.undetermined_type(e) {
            return self.error_expr(site);
        }
        self.invalid_cast(ty, e, site)
    }

    /// Between a class and a base of it, with qualifiers cast away ([expr.cast]/4.3).
    fn static_then_const_cast(&mut self, to: Ty<'db>, e: ExprId) -> Option<ExprId> {
        let db = self.db;
        let related = |a: Ty<'db>, b: Ty<'db>| {
            a.is_class(db) && b.is_class(db) && (is_base_of(db, a, b) || is_base_of(db, b, a))
        };
        let from = self.ty(e);
        if let (TyKind::Pointer(p), TyKind::Pointer(q)) = (from.decayed(db).kind(db), to.kind(db)) {
            let kept = q.qualified(db, p.top_quals(db));
            if !related(*p, *q) || kept == *q {
                return None;
            }
            let e = self.try_static_cast(kept.pointer(db), e, true)?;
            return Some(self.convert(Conversion::Noop, e, to.unqualified(db)));
        }
        let referent = to.strip_reference(db);
        let kept = referent.qualified(db, from.top_quals(db));
        if !to.is_reference(db) || !related(from, referent) || kept == referent {
            return None;
        }
        let kept = match to.kind(db) {
            TyKind::LvalueReference(_) => kept.lvalue_reference(db),
            _ => kept.rvalue_reference(db),
        };
        let e = self.try_static_cast(kept, e, true)?;
        Some(self.alias(Conversion::Noop, e, to))
    }

    pub(crate) fn invalid_cast(&mut self, ty: Ty<'db>, e: ExprId, site: Site<'db>) -> ExprId {
        let db = self.db;
        let from = self.ty(e);
        if from.is_class(db) && !ty.is_class(db) && !ty.is_reference(db) {
            let (from, to) = (self.shown(e, from), self.shown_target(ty));
            return self.wrong_operand(codes::NO_CONVERSION_FUNCTION { from, to }, e);
        }
        let is_bound = matches!(ty.kind(db), TyKind::LvalueReference(_));
        if is_bound && !from.is_void(db) && self.category(e) == Category::Prvalue {
            return self.wrong_operand(codes::NEITHER_LVALUE_NOR_XVALUE, e);
        }
        self.reject(codes::INVALID_TYPE_CONVERSION, site)
    }

    fn cast_unknown(&mut self, ty: Ty<'db>, e: ExprId, site: Site<'db>) -> Option<ExprId> {
        let db = self.db;
        if !ty.is_unknown(db) && !self.is_bad(e) {
            return None;
        }
        let dependent = ty.is_dependent(db) || self.is_dependent(e);
        let (ty, category) = crate::check::call::result(db, ty);
        Some(match dependent {
            true => self.dependent_of(ty, category, site),
            false => {
                self.unknown = true;
                self.push(ExprKind::Error, ty, category, site)
            }
        })
    }

    /// A named cast.
    pub(crate) fn named_cast(
        &mut self,
        cast: NamedCast,
        ty: Ty<'db>,
        e: ExprId,
        site: Site<'db>,
    ) -> ExprId {
        if let Some(e) = self.cast_unknown(ty, e, site) {
            return e;
        }
        let problems = self.problems.len();
        if cast == NamedCast::Static && self.is_virtual_downcast(ty, e, site, At::Inside) {
            return self.error_expr(site);
        }
        if cast == NamedCast::Reinterpret {
            self.check_small_integer(ty, e, true, site);
        }
        if cast == NamedCast::Static
            && let Some(e) = self.cast_with_warning(ty, e, site)
        {
            return e;
        }
        if cast == NamedCast::Reinterpret
            && let Some(e) = self.reinterpreted_as_itself(ty, e, site)
        {
            return e;
        }
        if cast == NamedCast::Static {
            self.check_cast_of_float(e, ty, (site, At::Inside));
            self.check_inaccessible_downcast(ty, e, site);
        }
        let made = match cast {
            NamedCast::Static => {
                let made = self.try_static_cast(ty, e, false);
                made.map(|made| self.truth_again(ty, e, made))
            }
            NamedCast::Const => self.try_const_cast(ty, e, true),
            NamedCast::Reinterpret => self.try_reinterpret(ty, e, false),
            NamedCast::Dynamic => self.dynamic_cast(ty, e),
        };
        if cast == NamedCast::Static && !ty.is_reference(self.db) {
            for problem in self.problems.iter_mut().skip(problems) {
                if problem.code == codes::CONVERSION_TO_INACCESSIBLE_BASE {
                    problem.site = site;
                    problem.at = At::Inside;
                }
            }
        }
        match made {
            // What is cast to a reference is bound to it: a constant is odr-used.
            Some(made) if made == e && self.is_constant_local(e) && ty.is_reference(self.db) => {
                self.alias(Conversion::Noop, e, ty)
            }
            Some(made) => self.keep_qualifiers(made, ty),
            None if self.problems.len() > problems => self.error_expr(site),
            None if self.undetermined_type(e) => self.error_expr(site),
            None => match self.refused_cast(cast, ty, e, site) {
                // The value counts as made; what is said of it goes on.
                Some(problem)
                    if problem.code == codes::CAST_DROPS_QUALIFIERS
                        && cast != NamedCast::Static =>
                {
                    self.report(problem);
                    match ty.is_reference(self.db) {
                        true => self.alias(Conversion::Reinterpret, e, ty),
                        false => {
                            self.prvalue(ExprKind::Convert(Conversion::Reinterpret, e), ty, site)
                        }
                    }
                }
                Some(problem) => self.report(problem),
                None if cast == NamedCast::Reinterpret => {
                    self.reject(codes::INVALID_TYPE_CONVERSION, site)
                }
                None => self.invalid_cast(ty, e, site),
            },
        }
    }

    /// Whether an expression names a local variable that cannot change.
    fn is_constant_local(&self, e: ExprId) -> bool {
        matches!(self.node(e).kind, ExprKind::Local(_)) && self.ty(e).top_quals(self.db).is_const
    }

    /// A glvalue of another type for the same object.
    fn alias(&mut self, how: Conversion<'db>, e: ExprId, to: Ty<'db>) -> ExprId {
        let site = self.site_of(e);
        let (ty, category) = crate::check::call::result(self.db, to);
        self.push(ExprKind::Convert(how, e), ty, category, site)
    }

    /// `const_cast` ([expr.const.cast]); `named`: written as one, so a value of no class is not cast.
    fn try_const_cast(&mut self, to: Ty<'db>, e: ExprId, named: bool) -> Option<ExprId> {
        let db = self.db;
        if to.is_reference(db) {
            let referent = to.strip_reference(db);
            let rvalue = matches!(to.kind(db), TyKind::RvalueReference(_));
            if !same_but_quals(self, self.ty(e), referent) || referent.is_function(db) {
                return None;
            }
            if !rvalue && self.category(e) != Category::Lvalue {
                return None;
            }
            let is_value = self.category(e) == Category::Prvalue && !self.ty(e).is_class(db);
            if rvalue && is_value && named {
                return None;
            }
            let e = self.materialize(e);
            return Some(self.alias(Conversion::Noop, e, to));
        }
        if !to.is_pointer_like(db) || matches!(self.ty(e).kind(db), TyKind::Overloaded) {
            return None;
        }
        if to.pointee(db).is_some_and(|t| t.is_function(db)) {
            return None;
        }
        let from = self.ty(e).decayed(db);
        if !same_but_quals(self, from, to) {
            return None;
        }
        let e = self.rvalue(e);
        let to = to.unqualified(db);
        Some(match self.ty(e) == to {
            true => e,
            false => self.convert(Conversion::Noop, e, to),
        })
    }

    /// `static_cast` ([expr.static.cast]); `any_access`: as part of a C-style cast, bases need not be accessible.
    fn try_static_cast(&mut self, to: Ty<'db>, e: ExprId, any_access: bool) -> Option<ExprId> {
        let db = self.db;
        if to.is_void(db) {
            if self.undetermined_discarded(e) {
                let site = self.site_of(e);
                return Some(self.error_expr(site));
            }
            return Some(self.convert(Conversion::Discard, e, to.unqualified(db)));
        }
        let from = self.ty(e);
        if to.is_reference(db) {
            let referent = to.strip_reference(db);
            let rvalue = matches!(to.kind(db), TyKind::RvalueReference(_));
            // Base to derived.
            if from.is_class(db)
                && referent.is_class(db)
                && is_base_of(db, from, referent)
                && is_subset(from, referent, db)
                && (rvalue || self.category(e) == Category::Lvalue)
            {
                if base_search(db, referent, from) == BaseSearch::Ambiguous {
                    return None;
                }
                let e = self.materialize(e);
                let how = Conversion::ToDerived(referent.unqualified(db));
                return Some(self.alias(how, e, to));
            }
            // An lvalue as an xvalue.
            if rvalue && self.category(e) != Category::Prvalue && !from.is_function(db) {
                let same = from.unqualified(db) == referent.unqualified(db);
                if same && is_subset(from, referent, db) {
                    return Some(self.alias(Conversion::Noop, e, to));
                }
                if is_base_of(db, referent, from) && is_subset(from, referent, db) {
                    self.check_base(e, from, referent);
                    let how = Conversion::ToBase(referent.unqualified(db));
                    return Some(self.alias(how, e, to));
                }
            }
        }
        let operand = self.operand(e);
        if to.is_class(db) {
            let site = self.site_of(e);
            return Some(self.class_initialize(to, &[e], Mode::Direct, Purpose::Cast, site));
        }
        if let Some(found) = quietly(self, |cx| sequence(cx, &operand, to, Options::DIRECT)) {
            return Some(self.with_mode(
                |m| &mut m.any_access,
                any_access,
                |cx| cx.apply(e, to, &found),
            ));
        }
        if to.is_array(db) && self.initializes_arrays() {
            let site = self.site_of(e);
            return Some(self.error_expr(site));
        }
        if to.is_reference(db) || to.is_array(db) || to.is_function(db) {
            return None;
        }
        let to = to.unqualified(db);
        if from.is_nullptr(db) && to.is_bool(db) {
            let e = self.rvalue(e);
            return Some(self.convert(Conversion::ToBool, e, to));
        }
        if from.is_class(db) {
            return None;
        }
        let value = from.decayed(db);
        let number = |t: Ty<'db>| t.is_arithmetic(db) || t.is_enum(db);
        if number(value) && number(to) {
            let e = self.rvalue(e);
            if value == to {
                return Some(e);
            }
            return Some(self.arithmetic(e, to));
        }
        if matches!(to.kind(db), TyKind::Complex(_)) && number(value) {
            let e = self.rvalue(e);
            return Some(self.arithmetic(e, to));
        }
        // The imaginary part is dropped.
        if matches!(value.kind(db), TyKind::Complex(_)) && number(to) {
            let e = self.rvalue(e);
            return Some(self.convert(Conversion::Complex, e, to));
        }
        match (value.kind(db), to.kind(db)) {
            (TyKind::Pointer(p), TyKind::Pointer(q)) => {
                let how = if p.is_void(db) && !q.is_function(db) {
                    Conversion::VoidPointer
                } else if is_base_of(db, *p, *q) && base_search(db, *q, *p) == BaseSearch::Unique {
                    Conversion::ToDerived(q.unqualified(db))
                } else {
                    return None;
                };
                if !is_subset(*p, *q, db) {
                    return None;
                }
                let e = self.rvalue(e);
                Some(self.convert(how, e, to))
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
            ) if is_base_of(db, *d, *c) && m.unqualified(db) == n.unqualified(db) => {
                let e = self.rvalue(e);
                Some(self.convert(Conversion::MemberPointer, e, to))
            }
            (TyKind::Vector(..), _) | (_, TyKind::Vector(..)) => {
                let e = self.rvalue(e);
                Some(self.convert(Conversion::Bits, e, to))
            }
            _ => None,
        }
    }

    /// `reinterpret_cast` ([expr.reinterpret.cast]); `any_quals`: as part of a C-style cast.
    fn try_reinterpret(&mut self, to: Ty<'db>, e: ExprId, any_quals: bool) -> Option<ExprId> {
        let db = self.db;
        let decays = !matches!(self.node(e).kind, ExprKind::Overloaded { .. });
        if !any_quals && decays && refused::casts_away(db, self.ty(e), to) {
            return None;
        }
        if to.is_reference(db) {
            let rvalue = matches!(to.kind(db), TyKind::RvalueReference(_));
            if self.category(e) == Category::Prvalue && (!rvalue || !any_quals) {
                return None;
            }
            if self.bit_field(e).is_some() {
                return None;
            }
            let e = match self.node(e).kind {
                ExprKind::Overloaded { .. } => return None,
                _ => self.materialize(e),
            };
            return Some(self.alias(Conversion::Reinterpret, e, to));
        }
        let to = to.unqualified(db);
        let e = match self.node(e).kind {
            ExprKind::Overloaded { .. } => {
                let ty = to.is_pointer_like(db).then_some(to)?;
                let chosen = self.choose_function(e, ty);
                if self.is_bad(chosen) {
                    self.undetermined_type(e);
                    return Some(chosen);
                }
                self.rvalue(chosen)
            }
            _ => self.rvalue(e),
        };
        let from = self.ty(e).unqualified(db);
        if from == to {
            return (to.is_scalar(db)).then_some(e);
        }
        let integral = |t: Ty<'db>| t.is_integral(db) || t.is_enum(db);
        let fits = match (from.is_pointer(db), to.is_pointer(db)) {
            (true, true) => true,
            (true, false) => to.is_integral(db),
            (false, true) => integral(from),
            (false, false) => {
                from.is_member_pointer(db) && to.is_member_pointer(db)
                    || from.is_nullptr(db) && to.is_integral(db)
            }
        } || matches!(from.kind(db), TyKind::Vector(..))
            || matches!(to.kind(db), TyKind::Vector(..));
        fits.then(|| self.convert(Conversion::Reinterpret, e, to))
    }

    /// `dynamic_cast` ([expr.dynamic.cast])
    fn dynamic_cast(&mut self, to: Ty<'db>, e: ExprId) -> Option<ExprId> {
        let db = self.db;
        let target = match to.is_reference(db) {
            true => to.strip_reference(db),
            false => to.pointee(db)?,
        };
        let value = match to.is_reference(db) {
            true => self.materialize(e),
            false => self.rvalue(e),
        };
        let source = match to.is_reference(db) {
            true => self.ty(value),
            false => self.ty(value).pointee(db)?,
        };
        if !source.is_class(db) || !(target.is_class(db) || target.is_void(db)) {
            return None;
        }
        let is_bound = matches!(to.kind(db), TyKind::LvalueReference(_));
        if self.lacks_definition(target)
            || self.lacks_definition(source)
            || is_bound && self.category(e) == Category::Prvalue
        {
            return None;
        }
        if !is_subset(source, target, db) {
            return None;
        }
        let up = source.unqualified(db) == target.unqualified(db) || is_base_of(db, target, source);
        if up {
            let mut operand = self.operand(value);
            if matches!(to.kind(db), TyKind::RvalueReference(_)) {
                operand.category = Category::Xvalue;
            }
            let found = sequence(self, &operand, to, Options::STANDARD)?;
            return Some(self.apply(value, to, &found));
        }
        let polymorphic =
            crate::class::class_info(db, source.unqualified(db)).is_none_or(|i| i.is_polymorphic);
        if !polymorphic {
            return None;
        }
        Some(match to.is_reference(db) {
            true => self.alias(Conversion::Dynamic, value, to),
            false => self.convert(Conversion::Dynamic, value, to.unqualified(db)),
        })
    }
}

/// Types that differ in qualifiers only, at any level.
fn same_but_quals<'db>(cx: &Context<'db>, a: Ty<'db>, b: Ty<'db>) -> bool {
    let db = cx.db;
    let (mut a, mut b) = (a, b);
    loop {
        match (a.kind(db), b.kind(db)) {
            (TyKind::Pointer(x), TyKind::Pointer(y)) => (a, b) = (*x, *y),
            (TyKind::Array(x, m), TyKind::Array(y, n)) if m == n => (a, b) = (*x, *y),
            (
                TyKind::MemberPointer {
                    class: c,
                    member: m,
                },
                TyKind::MemberPointer {
                    class: d,
                    member: n,
                },
            ) if c == d => (a, b) = (*m, *n),
            _ => return a.unqualified(db) == b.unqualified(db),
        }
    }
}

pub(crate) fn is_subset<'db>(a: Ty<'db>, b: Ty<'db>, db: &'db dyn cleave_base_db::Db) -> bool {
    let (a, b) = (a.top_quals(db), b.top_quals(db));
    (!a.is_const || b.is_const) && (!a.is_volatile || b.is_volatile)
}
