//! What is said of an initialiser that does not convert ([dcl.init.ref], [conv]).

use cleave_base_db::Db;
use cleave_codes::codes;

use crate::check::init::Purpose;
use crate::convert::standard::adds_deep_qualifiers;
use crate::thir::{Category, Conversion, ExprId, ExprKind};
use crate::{At, Context, Fill, Problem, Ty, TyKind, class};

impl<'db> Context<'db> {
    /// Whether an initialiser in a template fits under no arguments: of a number and a pointer to something dependent one is to
    /// become the other ([conv.ptr]).
    pub(super) fn is_never_of_pattern(&self, e: ExprId, to: Ty<'db>) -> bool {
        let db = self.db;
        let closure = self.owner.decl(db).closure(db).is_some();
        if !self.in_template() || self.is_substitution() || self.is_instantiation() || closure {
            return false;
        }
        let from = self.ty(e).decayed(db);
        let pattern = |ty: Ty<'db>| ty.pointee(db).is_some_and(|of| of.is_dependent(db));
        let number = |ty: Ty<'db>| {
            (ty.is_arithmetic(db) || ty.is_enum(db)) && !ty.is_dependent(db) && !ty.has_auto(db)
        };
        match pattern(from) {
            true => number(to) && !to.is_bool(db),
            // A zero may be a null pointer.
            false => {
                let zero = || {
                    self.operand(e)
                        .constant
                        .is_some_and(|c| c.as_int(db) == Some(0))
                };
                pattern(to) && number(from) && !self.is_bad(e) && !zero()
            }
        }
    }

    /// Says so. Types are spelled as the template has them.
    pub(super) fn report_pattern(&mut self, e: ExprId, to: Ty<'db>) -> ExprId {
        let spelled = |ty| {
            let text = crate::display::type_within(self.db, self.owner, ty);
            Fill::Spelled(text.into())
        };
        let (from, to) = (spelled(self.ty(e).decayed(self.db)), spelled(to));
        let at = self.start_of(e);
        let message = codes::BAD_INITIALIZER_TYPE { from, to };
        self.report(Problem::new(message, at).at(At::First))
    }

    /// Reports that an expression does not convert.
    pub(crate) fn cannot(&mut self, e: ExprId, to: Ty<'db>, purpose: Purpose) -> ExprId {
        let db = self.db;
        if let Some(e) = self.taken_with_warning(e, to, purpose) {
            return e;
        }
        let (ty, site) = (self.ty(e), self.site_of(e));
        // A template parameter may stand for a null pointer constant ([conv.ptr]/1).
        let pointer = to.is_pointer(db) || matches!(to.kind(db), TyKind::MemberPointer { .. });
        if pointer && ty.is_integral(db) && matches!(self.node(e).kind, ExprKind::Param { .. }) {
            return self.dependent_expr(site);
        }
        let overloaded = matches!(ty.kind(db), TyKind::Overloaded | TyKind::List);
        let lvalue_wanted = match to.kind(db) {
            TyKind::LvalueReference(t) => {
                !t.top_quals(db).is_const && self.category(e) != Category::Lvalue
            }
            _ => false,
        };
        // An lvalue of another type: a temporary could be made, but not bound.
        let const_wanted = match to.kind(db) {
            TyKind::LvalueReference(t) => {
                !t.top_quals(db).is_const && ty.unqualified(db) != t.unqualified(db)
            }
            _ => false,
        };
        // What the reference refers to could be a temporary of its type ([dcl.init.ref]/5.4).
        let makes_temporary = match to.kind(db) {
            TyKind::LvalueReference(t) => t.top_quals(db).is_const && !t.top_quals(db).is_volatile,
            TyKind::RvalueReference(_) => true,
            _ => false,
        };
        // A string literal as `char *`: deprecated, but accepted.
        let writable = matches!(self.node(e).kind, ExprKind::String(_))
            && (to.pointee(db).zip(ty.decayed(db).pointee(db)))
                .is_some_and(|(to, from)| to == from.unqualified(db));
        let bad = if self.bit_field(e).is_some() && refers_to_same(db, ty, to) {
            self.wrong_operand(codes::ADDRESS_OF_BIT_FIELD, e)
        } else if writable {
            self.error_expr(site)
        } else if self.drops_qualifiers(e, to) {
            let (to, from) = (self.shown_target(to), self.shown(e, ty));
            self.wrong_operand(codes::QUALIFIERS_DROPPED_BY_REFERENCE { to, from }, e)
        } else if self.is_value_for_function(e, to) {
            self.wrong_operand(codes::NOT_AN_LVALUE, e)
        } else if lvalue_wanted {
            self.wrong_operand(codes::NONCONST_REFERENCE_TO_RVALUE, e)
        } else if self.is_lvalue_for_rvalue(e, to) {
            self.wrong_operand(codes::RVALUE_REFERENCE_TO_LVALUE, e)
        } else if const_wanted && !overloaded {
            let (to, from) = (self.shown_target(to), self.shown(e, ty));
            self.wrong_operand(codes::NONCONST_REFERENCE_TO_OTHER_TYPE { to, from }, e)
        } else if overloaded {
            // Which function was meant is another rule's business.
            if self.in_template() {
                return self.dependent_expr(site);
            }
            let unknown = self.unknown;
            let bad = self.error_expr(site);
            self.unknown = unknown;
            if let (TyKind::LvalueReference(t), ExprKind::Overloaded { .. }) =
                (to.kind(db), &self.node(e).kind)
                && !t.top_quals(db).is_const
            {
                let from = Fill::Spelled("<unknown-type>".into());
                let to = self.shown_target(to);
                return self.wrong_operand(codes::NONCONST_REFERENCE_TO_OTHER_TYPE { to, from }, e);
            }
            if let Some(set) = self.unmatched(e, to) {
                let at = self.start_of(e);
                self.problems.push(
                    Problem::new(codes::NO_OVERLOAD_OF_REQUIRED_TYPE { entity: set }, at)
                        .at(At::First),
                );
                self.out.exprs[bad.0 as usize].ty = Ty::error(db);
                return bad;
            }
            if let ExprKind::List(_) = self.node(e).kind
                && (to.is_class(db) || to.is_scalar(db))
                && purpose == Purpose::Argument
            {
                return self.list_initialize(
                    to,
                    e,
                    crate::check::init::Mode::Copy,
                    Purpose::Argument,
                );
            }
            let from = Fill::Spelled("<unknown>".into());
            let fills = purpose.fills(from, self.shown_target(to));
            self.problem((purpose.number(), fills), site);
            bad
        } else if to.strip_reference(db).is_class(db) && (makes_temporary || !to.is_reference(db)) {
            let to = to.strip_reference(db);
            if to
                .class_entity(db)
                .is_some_and(|c| class::specialization::is_undefined(db, c))
            {
                let class = Fill::Type(to.unqualified(db));
                return self.wrong_operand(codes::CONVERSION_TO_INCOMPLETE_CLASS { class }, e);
            }
            let (number, to) = match ty.is_class(db) {
                true => (codes::NO_USER_DEFINED_CONVERSION, to),
                false => (codes::NO_CONVERTING_CONSTRUCTOR, to.unqualified(db)),
            };
            // The class of a constructor is what it is.
            let class = match ty.is_class(db) {
                true => self.shown_target(to),
                false => self.shown_target_class(to),
            };
            let fills = vec![self.shown(e, ty), class];
            self.wrong_operand((number, fills), e)
        } else if ty.is_class(db) && !to.strip_reference(db).is_class(db) {
            let from = self.shown(e, ty);
            let to = self.shown_target(to.strip_reference(db));
            self.wrong_operand(codes::NO_CONVERSION_FUNCTION { from, to }, e)
        } else {
            let literal = matches!(self.node(e).kind, ExprKind::String(_));
            let ty = match to.is_array(db) && literal || to.is_reference(db) && !makes_temporary {
                true => ty,
                false => ty.decayed(db),
            };
            let fills = purpose.fills(self.shown(e, ty), self.shown_target(to));
            // What a launch has no value for is known when it has been read.
            match self.node(e).kind {
                ExprKind::Launch(..) => {
                    self.report(Problem::new((purpose.number(), fills), site).at(At::After))
                }
                _ => self.wrong_operand((purpose.number(), fills), e),
            }
        };
        self.out.exprs[bad.0 as usize].ty = Ty::error(db);
        bad
    }

    /// What is no conversion but taken with a warning: a pointer to a function as a pointer to `void`, as GNU's compilers do it, and
    /// `int **` as `const int **`.
    fn taken_with_warning(&mut self, e: ExprId, to: Ty<'db>, purpose: Purpose) -> Option<ExprId> {
        let db = self.db;
        let from = self.ty(e).decayed(db);
        let is_function = to.pointee(db).is_some_and(|t| t.is_void(db))
            && from.pointee(db).is_some_and(|t| t.is_function(db));
        let converted = matches!(
            purpose,
            Purpose::Variable | Purpose::Argument | Purpose::Assignment | Purpose::Return
        );
        let fits = is_function || converted && adds_deep_qualifiers(db, from, to);
        if !fits || self.is_substitution() {
            return None;
        }
        if !self.is_instantiation() {
            let fills = purpose.fills(self.shown(e, from), self.shown_target(to));
            let mut problem =
                Problem::new((purpose.number(), fills), self.start_of(e)).at(At::First);
            problem.soft = true;
            self.warnings.push(problem);
        }
        let value = self.rvalue(e);
        let how = match is_function {
            true => Conversion::Reinterpret,
            false => Conversion::Noop,
        };
        Some(self.convert(how, value, to.unqualified(db)))
    }

    /// The set of functions that has none of the type that a pointer wants.
    fn unmatched(&mut self, e: ExprId, to: Ty<'db>) -> Option<Fill<'db>> {
        let ExprKind::Overloaded {
            set, object: None, ..
        } = &self.node(e).kind
        else {
            return None;
        };
        let scalar = to.is_scalar(self.db) || to.is_enum(self.db);
        match (&set[..], scalar) {
            ([only], true) if only.is_template(self.db) => Some(Fill::Entity(*only)),
            ([first, _, ..], true) => {
                let (first, site) = (*first, self.site_of(e));
                let own = site.code == self.code_ref && !site.is_type;
                let named = own.then(|| crate::code::source::index(&self.code.exprs, site.index));
                Some(self.set_named(named.flatten(), first))
            }
            _ => None,
        }
    }

    /// A reference to something of the same type that is less qualified.
    fn drops_qualifiers(&self, e: ExprId, to: Ty<'db>) -> bool {
        let db = self.db;
        let (TyKind::LvalueReference(wanted) | TyKind::RvalueReference(wanted)) = *to.kind(db)
        else {
            return false;
        };
        let own = self.ty(e);
        !own.is_function(db)
            && !matches!(own.kind(db), TyKind::Overloaded | TyKind::List)
            && (own.top_quals(db).is_const && !wanted.top_quals(db).is_const
                || own.top_quals(db).is_volatile && !wanted.top_quals(db).is_volatile)
            && (own.unqualified(db) == wanted.unqualified(db)
                || crate::convert::is_base_of(db, wanted.unqualified(db), own.unqualified(db)))
    }

    /// An rvalue reference to a function, which only an lvalue is, and what is none.
    fn is_value_for_function(&self, e: ExprId, to: Ty<'db>) -> bool {
        let db = self.db;
        let wanted = matches!(to.kind(db), TyKind::RvalueReference(t) if t.is_function(db));
        wanted
            && self.category(e) != Category::Lvalue
            && !matches!(self.ty(e).kind(db), TyKind::Overloaded | TyKind::List)
    }

    /// An rvalue reference to something of the same type that is an lvalue.
    fn is_lvalue_for_rvalue(&self, e: ExprId, to: Ty<'db>) -> bool {
        let db = self.db;
        let TyKind::RvalueReference(wanted) = *to.kind(db) else {
            return false;
        };
        let own = self.ty(e);
        self.category(e) == Category::Lvalue
            && !own.is_function(db)
            && !matches!(own.kind(db), TyKind::Overloaded | TyKind::List)
            && (own.unqualified(db) == wanted.unqualified(db)
                || own.is_class(db) && crate::convert::is_base_of(db, wanted, own))
    }
}

/// Whether a reference is one to just this type, up to qualifiers.
fn refers_to_same<'db>(db: &'db dyn Db, own: Ty<'db>, to: Ty<'db>) -> bool {
    matches!(to.kind(db), TyKind::LvalueReference(t) if t.unqualified(db) == own.unqualified(db))
}
