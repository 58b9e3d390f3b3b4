//! Initialisation ([dcl.init]): from operands to objects and references.

pub(crate) mod class;
mod condition;
pub(crate) mod constructor;
pub(crate) mod designated;
pub(crate) mod fits;
pub(crate) mod incomplete;
pub(crate) mod list;
pub(crate) mod mismatch;
pub(crate) mod missing;
pub(crate) mod narrowing;

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::class::{Special, special};
use crate::convert::{
    Options, Sequence, Standard, User, UserFunction, is_same_class, sequence, underlying,
};
use crate::thir::{Category, Conversion, ExprId, ExprKind, Implicit};
use crate::ty::types::Sort;
use crate::{At, Bound, Context, Fill, Problem, Site, Ty, TyKind};

/// What an initialisation is for: which problem a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A variable or member.
    Variable,
    /// A parameter.
    Argument,
    /// The right side of an assignment.
    Assignment,
    /// A returned value.
    Return,
    /// A cast: the caller has other ideas where this fails.
    Cast,
    /// A template argument.
    TemplateArgument,
    /// Nothing is given for it: `T()`, `T{}`.
    Value,
}

impl Purpose {
    pub(super) fn number(self) -> codes::Code {
        match self {
            Purpose::Variable | Purpose::Value => codes::BAD_INITIALIZER_TYPE,
            Purpose::Argument => codes::INCOMPATIBLE_PARAM,
            Purpose::Assignment => codes::INCOMPATIBLE_ASSIGNMENT_OPERANDS,
            Purpose::Return => codes::BAD_RETURN_VALUE_TYPE,
            Purpose::Cast => codes::INVALID_TYPE_CONVERSION,
            Purpose::TemplateArgument => codes::INCOMPATIBLE_TEMPLATE_ARGUMENT,
        }
    }

    /// What fills the placeholders of its message: a returned value's types are not said.
    pub(super) fn fills<'db>(self, from: Fill<'db>, to: Fill<'db>) -> Vec<Fill<'db>> {
        match self {
            Purpose::Return => Vec::new(),
            _ => vec![from, to],
        }
    }
}

/// Copy- or direct-initialisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// `= e`, arguments, returned values.
    Copy,
    /// `(e)`, casts.
    Direct,
}

impl<'db> Context<'db> {
    /// Initialises an object or reference of type `to` by an expression.
    pub(crate) fn initialize(
        &mut self,
        to: Ty<'db>,
        e: ExprId,
        mode: Mode,
        purpose: Purpose,
    ) -> ExprId {
        let db = self.db;
        let site = self.site_of(e);
        if matches!(self.node(e).kind, ExprKind::List(_)) {
            return self.list_initialize(to, e, mode, purpose);
        }
        if self.is_bad(e) || to.is_unknown(db) || to.has_auto(db) {
            if purpose == Purpose::Variable && self.is_never_of_pattern(e, to) {
                return self.report_pattern(e, to);
            }
            let dependent = self.is_dependent(e) || to.is_dependent(db);
            let bad = self.infect(&[e], site);
            self.out.dependent |= dependent;
            self.out.exprs[bad.0 as usize].ty = to.strip_reference(db);
            return bad;
        }
        if to.is_class(db) {
            let before = self.warnings.len();
            let made = self.class_initialize(to, &[e], mode, purpose, site);
            if mode == Mode::Copy {
                self.forget_lossy(before);
            }
            if purpose != Purpose::Cast && !self.is_bad(made) {
                let same = is_same_class(db, self.ty(e), to);
                let eliminated = match same {
                    true => self.category(e) == Category::Prvalue,
                    false => mode == Mode::Copy && !crate::convert::is_base_of(db, to, self.ty(e)),
                };
                if eliminated {
                    self.check_eliminated(to, e);
                }
            }
            return made;
        }
        if to.is_array(db) {
            return self.array_from(to, e, purpose);
        }
        let operand = self.operand(e);
        let options = match mode {
            Mode::Copy => Options::COPY,
            Mode::Direct => Options::DIRECT,
        };
        match sequence(self, &operand, to, options) {
            Some(found) => {
                if purpose != Purpose::Cast && matches!(found, Sequence::Standard(_)) {
                    self.check_conversion(e, to);
                    self.check_lossy(e, to);
                }
                self.apply(e, to, &found)
            }
            // Only where it is initialized directly is a null pointer `false` ([dcl.init.general]/16).
            None if mode == Mode::Direct && to.is_bool(db) && operand.ty.is_nullptr(db) => {
                self.convert(Conversion::ToBool, e, to.unqualified(db))
            }
            None => self.cannot(e, to, purpose),
        }
    }

    /// An array from a string literal, or from an array prvalue.
    pub(super) fn array_from(&mut self, to: Ty<'db>, e: ExprId, purpose: Purpose) -> ExprId {
        let db = self.db;
        let element = to.element(db).unwrap_or(to);
        let operand = self.operand(e);
        let site = self.site_of(e);
        if let ExprKind::String(_) = self.node(e).kind
            && crate::convert::is_string_for(self, &operand, element)
        {
            let ty = match to.kind(db) {
                TyKind::Array(_, Bound::Unknown) => {
                    let n = self.ty(e).length(db).unwrap_or(0);
                    element.array(db, Bound::Known(n))
                }
                // The terminating zero counts ([dcl.init.string]/2).
                TyKind::Array(_, Bound::Known(room))
                    if self.ty(e).length(db).is_some_and(|n| n > *room) =>
                {
                    let fills = purpose.fills(Fill::Type(self.ty(e)), self.shown_target(to));
                    return self.wrong_operand((purpose.number(), fills), e);
                }
                _ => to,
            };
            return self.prvalue(ExprKind::Convert(Conversion::Load, e), ty, site);
        }
        if self.ty(e).unqualified(db) == to.unqualified(db) && self.category(e) == Category::Prvalue
        {
            return e;
        }
        self.cannot(e, to, purpose)
    }

    /// Applies an implicit conversion sequence.
    pub(crate) fn apply(&mut self, e: ExprId, to: Ty<'db>, found: &Sequence<'db>) -> ExprId {
        let db = self.db;
        let site = self.site_of(e);
        match found {
            Sequence::Standard(s) => match s.binding {
                Some(_) => self.bind(e, to, s),
                None => self.apply_standard(e, to, s),
            },
            Sequence::User(u) => self.apply_user(e, to, u),
            Sequence::Ambiguous => {
                let (from, bare) = (self.ty(e), to.strip_reference(db));
                match from.is_class(db) && !bare.is_class(db) && !to.is_reference(db) {
                    true => self.ambiguous_conversion(e, Some(bare.unqualified(db))),
                    false if bare.is_class(db) && !from.is_class(db) => {
                        self.ambiguous_constructors(e, bare.unqualified(db))
                    }
                    false if from.is_class(db) && bare.is_class(db) => {
                        self.ambiguous_class_conversion(e, to)
                    }
                    false => {
                        self.problem(codes::Code::NONE, site);
                        self.error_expr(site)
                    }
                }
            }
            Sequence::Ellipsis => self.variadic(e),
            Sequence::Any => e,
            Sequence::Unknown => {
                let bad = self.infect(&[e], site);
                self.out.exprs[bad.0 as usize].ty = to.strip_reference(db);
                bad
            }
        }
    }

    pub(super) fn apply_user(&mut self, e: ExprId, to: Ty<'db>, user: &User<'db>) -> ExprId {
        let db = self.db;
        let site = self.site_of(e);
        let made = match user.function {
            UserFunction::Constructor(f) => {
                let class = to.strip_reference(db).unqualified(db);
                self.construct(f, class, &[e], site)
            }
            UserFunction::Conversion(f) => self.call_member(f, e, &[], site),
            UserFunction::Closure(f) => {
                let captures = match self.ty(e).kind(db) {
                    TyKind::Closure(c) => c
                        .hir(db)
                        .is_some_and(|l| l.default.is_some() || !l.captures.is_empty()),
                    _ => false,
                };
                if captures && !self.is_instantiation() && !self.is_substitution() {
                    let from = self.shown(e, self.ty(e));
                    let to = self.shown_target(to);
                    return self.wrong_operand(codes::NO_CONVERSION_FUNCTION { from, to }, e);
                }
                let Some(pointer) = crate::convert::closure_pointer(self, f) else {
                    return self.error_expr(site);
                };
                self.convert(Conversion::ClosureToFunction(f), e, pointer)
            }
            UserFunction::List(_) => return e,
        };
        if self.is_bad(made) {
            return made;
        }
        match user.second.binding {
            Some(_) => self.bind(made, to, &user.second),
            None if to.is_class(db) => self.class_value(made, to, site),
            None => self.apply_standard(made, to, &user.second),
        }
    }

    /// A class value of exactly this class from an expression of it or of a derived one.
    pub(super) fn class_value(&mut self, e: ExprId, to: Ty<'db>, site: Site<'db>) -> ExprId {
        if is_same_class(self.db, self.ty(e), to) && self.category(e) == Category::Prvalue {
            return e;
        }
        self.class_initialize(to, &[e], Mode::Direct, Purpose::Variable, site)
    }

    /// Binds a reference.
    pub(super) fn bind(&mut self, e: ExprId, to: Ty<'db>, s: &Standard<'db>) -> ExprId {
        let db = self.db;
        let referent = to.strip_reference(db);
        let is_rvalue = to.sort() == Sort::RvalueReference;
        let direct = s.binding.is_none_or(|b| b.direct);
        let mut e = match self.node(e).kind {
            ExprKind::Overloaded { .. } => {
                let wanted = match referent.is_function(db) {
                    true => referent.pointer(db),
                    false => referent,
                };
                let chosen = self.choose_function(e, wanted);
                match referent.is_function(db) {
                    true => chosen,
                    false => self.rvalue(chosen),
                }
            }
            _ => e,
        };
        if self.is_bad(e) {
            return e;
        }
        // A reference to what is no constant cannot refer to a bit-field; that of a temporary is copied.
        let same = self.ty(e).unqualified(db) == referent.unqualified(db);
        let is_xvalue = self.category(e) == Category::Xvalue;
        if is_rvalue && same && is_xvalue && self.bit_field(e).is_some() && !self.is_of_temporary(e)
        {
            return self.wrong_operand(codes::ADDRESS_OF_BIT_FIELD, e);
        }
        let is_variable = !is_rvalue && !referent.top_quals(db).is_const;
        if is_variable && direct && self.bit_field(e).is_some() {
            return self.wrong_operand(codes::ADDRESS_OF_BIT_FIELD, e);
        }
        if !direct && !is_same_class(db, self.ty(e), referent) {
            let to = referent.unqualified(db);
            e = match to.is_class(db) {
                true => e,
                false => self.apply_standard(e, to, s),
            };
        }
        if self.bit_field(e).is_some() || !direct && !self.ty(e).is_class(db) {
            e = self.rvalue(e);
        }
        if let ExprKind::Unary(Operator::Dereference, pointer) = self.node(e).kind
            && self.is_null_constant(pointer)
        {
            let at = self.start_of(e);
            self.warnings
                .push(Problem::new(codes::NULL_REFERENCE, at).at(At::First));
        }
        self.is_set(e);
        e = self.materialize(e);
        if referent.is_class(db) && !is_same_class(db, self.ty(e), referent) {
            self.check_base(e, self.ty(e), referent);
            self.check_base_access(e, self.ty(e), referent);
            e = self.convert_glvalue(Conversion::ToBase(referent.unqualified(db)), e, referent);
        }
        let function = referent.is_function(db);
        let category = match is_rvalue && !function {
            true => Category::Xvalue,
            false => Category::Lvalue,
        };
        if self.category(e) != category || self.ty(e) != referent {
            let site = self.site_of(e);
            e = self.push(
                ExprKind::Convert(Conversion::Noop, e),
                referent,
                category,
                site,
            );
        }
        e
    }

    /// Whether an expression is a member of an object that is made for it.
    fn is_of_temporary(&self, e: ExprId) -> bool {
        match self.node(e).kind {
            ExprKind::Field(object, _) => {
                matches!(self.node(object).kind, ExprKind::Materialize(_))
                    || self.is_of_temporary(object)
            }
            _ => false,
        }
    }

    /// Whether a pointer is made of a literal zero.
    fn is_null_constant(&self, e: ExprId) -> bool {
        let mut at = e;
        loop {
            match &self.node(at).kind {
                ExprKind::Convert(_, inner) => at = *inner,
                ExprKind::Value(crate::Value::Int(0)) => return !self.is_instantiation(),
                _ => return false,
            }
        }
    }

    /// Resolves an overload set to the function that a type wants.
    pub(crate) fn choose_function(&mut self, e: ExprId, wanted: Ty<'db>) -> ExprId {
        let site = self.site_of(e);
        let ExprKind::Overloaded {
            set,
            explicit,
            object,
        } = self.node(e).kind.clone()
        else {
            return e;
        };
        match crate::overload::address_of(self, &set, explicit, wanted) {
            Some(Some(f)) => {
                let function = self.function_expr(f, site);
                self.behind_object(object, function, site)
            }
            _ => self.infect(&[e], site),
        }
    }

    /// Applies a standard conversion to a type that is no class and no reference.
    pub(crate) fn apply_standard(&mut self, e: ExprId, to: Ty<'db>, _s: &Standard<'db>) -> ExprId {
        let db = self.db;
        let to = to.unqualified(db);
        let e = match self.node(e).kind {
            ExprKind::Overloaded { .. } => {
                let chosen = self.choose_function(e, to);
                if self.is_bad(chosen) {
                    return chosen;
                }
                if to.is_member_pointer(db) {
                    let (ty, site) = (to, self.site_of(chosen));
                    return self.prvalue(ExprKind::Unary(Operator::AddressOf, chosen), ty, site);
                }
                chosen
            }
            _ => e,
        };
        if matches!(self.node(e).kind, ExprKind::String(_))
            && crate::convert::is_deprecated_string(db, &self.operand(e), to)
        {
            let at = self.first_token(self.site_of(e));
            let problem = Problem::new(codes::DEPRECATED_STRING_CONV, at).at(At::First);
            if !self.warnings.contains(&problem) {
                self.warnings.push(problem);
            }
        }
        let given = e;
        let e = self.rvalue(e);
        let from = self.ty(e).unqualified(db);
        if from == to {
            return e;
        }
        if from.is_class(db) || from.sort() == Sort::List {
            return e;
        }
        if to.is_arithmetic(db) || to.sort() == Sort::Complex {
            if to.is_bool(db) {
                return self.convert(Conversion::ToBool, e, to);
            }
            return self.arithmetic(e, to);
        }
        let null = crate::convert::is_null(db, &self.operand(given));
        if null && !(from.is_nullptr(db) && to.is_nullptr(db)) {
            return self.convert(Conversion::Null, e, to);
        }
        match (from.kind(db), to.kind(db)) {
            (TyKind::Pointer(a), TyKind::Pointer(b)) => {
                if b.is_void(db) && !a.is_void(db) {
                    return self.convert(Conversion::VoidPointer, e, to);
                }
                if a.is_class(db) && b.is_class(db) && !is_same_class(db, *a, *b) {
                    self.check_base(e, *a, *b);
                    self.check_base_access(e, *a, *b);
                    return self.convert(Conversion::ToBase(b.unqualified(db)), e, to);
                }
                self.convert(Conversion::Noop, e, to)
            }
            (TyKind::MemberPointer { class: c, .. }, TyKind::MemberPointer { class: d, .. })
                if c != d =>
            {
                if c.is_class(db) && d.is_class(db) {
                    self.check_member_pointer_access(e, *d, *c);
                }
                // [conv.mem]/2
                if crate::class::bases::is_in_virtual_base(db, *d, *c) {
                    let (base, class) = (Fill::Type(*c), Fill::Type(*d));
                    let code = codes::MEMBER_POINTER_FROM_VIRTUAL_BASE { base, class };
                    return self.wrong_operand(code, e);
                }
                self.convert(Conversion::MemberPointer, e, to)
            }
            _ => self.convert(Conversion::Noop, e, to),
        }
    }

    /// An argument for `...` ([expr.call]/12).
    pub(crate) fn variadic(&mut self, e: ExprId) -> ExprId {
        let db = self.db;
        if let ExprKind::List(_) = self.node(e).kind {
            return self.wrong_operand(codes::LIST_FOR_ELLIPSIS, e);
        }
        if self.is_bad(e) {
            return e;
        }
        if self.ty(e).is_void(db) {
            let ty = Fill::Type(self.ty(e).unqualified(db));
            return self.wrong_operand(codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty }, e);
        }
        if !self.in_template()
            && let Some(bad) = self.undetermined(e)
        {
            return bad;
        }
        // An object of a class is passed as it is: whether it can be copied is not asked.
        if self.ty(e).is_class(db) {
            return e;
        }
        let e = self.rvalue(e);
        let ty = self.ty(e);
        if ty.as_builtin(db) == Some(cleave_lang::Builtin::Float) {
            let double = self.builtin(cleave_lang::Builtin::Double);
            return self.convert(Conversion::Floating, e, double);
        }
        if ty.is_integral(db) || ty.is_enum(db) {
            return self.promote(e);
        }
        e
    }

    /// `T()`, `T{}`, members without initializer in a list ([dcl.init]/8).
    pub(crate) fn value_initialize(&mut self, ty: Ty<'db>, site: Site<'db>) -> ExprId {
        let class = ty.innermost_element(self.db).unqualified(self.db);
        // The constructor is chosen, whether or not it runs ([dcl.init.general]/8).
        if class.is_class(self.db)
            && let Some(state) = special(self.db, class, Special::Default)
            && let Some(written) = state.declared
            && !state.deleted
            && is_defaulted(self.db, written)
        {
            self.check_constructor_access(written, site);
        }
        self.value_initialize_part(ty, site)
    }

    /// The same of what a list has no element for: the reference does not ask whether a defaulted constructor is accessible.
    pub(super) fn value_initialize_part(&mut self, ty: Ty<'db>, site: Site<'db>) -> ExprId {
        let db = self.db;
        if ty.is_unknown(db) {
            let bad = self.infect(&[], site);
            self.out.dependent |= ty.is_dependent(db);
            self.out.exprs[bad.0 as usize].ty = ty;
            return bad;
        }
        if ty.is_class(db) {
            let class = ty.unqualified(db);
            let state = special(db, class, Special::Default);
            if let Some(state) = state
                && state.exists
                && !state.deleted
                && state.declared.is_none_or(|f| is_defaulted(db, f))
            {
                if state.trivial {
                    return self.prvalue(ExprKind::Zero, class, site);
                }
                let zero = self.prvalue(ExprKind::Zero, class, site);
                let kind = ExprKind::ConstructImplicit(Implicit::Default, Box::new([zero]));
                return self.prvalue(kind, class, site);
            }
            return self.class_initialize(class, &[], Mode::Direct, Purpose::Value, site);
        }
        if let TyKind::Array(element, _) = *ty.kind(db) {
            if !ty.innermost_element(db).is_class(db) {
                return self.prvalue(ExprKind::Zero, ty, site);
            }
            let filler = self.value_initialize_part(element, site);
            let kind = match self.node(filler).kind {
                ExprKind::Zero => ExprKind::Zero,
                _ => ExprKind::Array(Box::default(), Some(filler)),
            };
            return self.prvalue(kind, ty, site);
        }
        if ty.is_reference(db) {
            return self.reject(codes::MISSING_INITIALIZER_ON_REFERENCE, site);
        }
        self.prvalue(ExprKind::Zero, ty.unqualified(db), site)
    }

    /// `T x;` ([dcl.init]/7)
    pub(crate) fn default_initialize(&mut self, ty: Ty<'db>, site: Site<'db>) -> ExprId {
        let db = self.db;
        if ty.is_unknown(db) {
            return self.value_initialize(ty, site);
        }
        if ty.is_class(db) {
            let class = ty.unqualified(db);
            return self.class_initialize(class, &[], Mode::Direct, Purpose::Variable, site);
        }
        if let TyKind::Array(element, _) = *ty.kind(db)
            && ty.innermost_element(db).is_class(db)
            && ty.length(db) != Some(0)
        {
            let filler = self.default_initialize(element, site);
            return self.prvalue(ExprKind::Array(Box::default(), Some(filler)), ty, site);
        }
        self.prvalue(ExprKind::Uninitialized, ty, site)
    }

    /// Says so of several functions, or a template, where nothing tells which one is meant ([over.over]).
    pub(crate) fn undetermined(&mut self, e: ExprId) -> Option<ExprId> {
        let ExprKind::Overloaded {
            set,
            object: None,
            explicit,
        } = &self.node(e).kind
        else {
            return None;
        };
        if self.is_instantiation() || self.is_substitution() {
            return None;
        }
        let function = match &set[..] {
            [only] if explicit.is_none() && only.is_template(self.db) => Fill::Entity(*only),
            [first, _, ..] if explicit.is_none() => Fill::Overloaded(*first),
            _ => return None,
        };
        Some(self.wrong_operand(codes::UNDETERMINED_FUNCTION_INSTANCE { function }, e))
    }

    /// The same of each operand of a builtin operator.
    pub(crate) fn undetermined_operands(
        &mut self,
        operands: &[ExprId],
        site: crate::Site<'db>,
    ) -> Option<ExprId> {
        let found: Vec<_> = (operands.iter())
            .filter_map(|&e| self.undetermined(e))
            .collect();
        (!found.is_empty()).then(|| self.infect(&found, site))
    }

    /// Whether a class is known to have no conversion functions at all.
    pub(crate) fn converts_to_nothing(&self, class: Ty<'db>) -> bool {
        let db = self.db;
        !class.is_dependent(db)
            && crate::class::class_info(db, class).is_some_and(|i| {
                i.bases
                    .iter()
                    .all(|b| crate::class::class_info(db, b.ty).is_some())
            })
            && crate::class::conversions(db, class).is_empty()
    }

    /// An enumeration's underlying type, other types as they are.
    pub(crate) fn underlying_or_self(&self, ty: Ty<'db>) -> Ty<'db> {
        underlying(self.db, ty).unwrap_or(ty)
    }
}

fn is_defaulted<'db>(db: &'db dyn cleave_base_db::Db, f: crate::Entity<'db>) -> bool {
    // Defaulted at its first declaration: not user-provided ([dcl.fct.def.default]/5).
    crate::function::signature(db, f).is_some_and(|s| s.is_defaulted)
}
