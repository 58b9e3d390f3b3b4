//! List-initialisation and aggregates ([dcl.init.list], [dcl.init.aggr]).

use cleave_codes::codes;
use cleave_hir::{Expr as H, ListItem};
use cleave_lang::Builtin;

use crate::check::init::{Mode, Purpose};
use crate::class::{Field, class_info};
use crate::convert::{
    BaseSearch, Options, base_search, initializer_list_element, is_same_class, is_string_for,
    quietly, sequence,
};
use crate::overload::{Callable, Choice, list_constructors, select};
use crate::template::Operand;
use crate::thir::{Category, ExprId, ExprKind};
use crate::written::Target;
use crate::{At, Bound, Context, Entity, Fill, Problem, Site, Ty, TyKind};

/// Elements of a list while they are handed out.
pub(crate) struct Items<'a> {
    items: &'a [ExprId],
    at: usize,
}

impl<'a> Items<'a> {
    /// All of these.
    pub(super) fn of(items: &'a [ExprId]) -> Items<'a> {
        Items { items, at: 0 }
    }
}

impl<'db> Context<'db> {
    /// A braced list before its target is known.
    pub(crate) fn list_expr(&mut self, items: &'db [ListItem], site: Site<'db>) -> ExprId {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            match self.code[item.value] {
                H::Pack(pattern) => match self.expansion(pattern) {
                    Some(more) => out.extend(more),
                    None => return self.dependent_expr(site),
                },
                _ => out.push(self.expr(item.value)),
            }
        }
        let ty = Ty::of(self.db, TyKind::List);
        self.prvalue(ExprKind::List(out.into()), ty, site)
    }

    /// The designators of a list as written, if it has any.
    pub(crate) fn designated(&self, site: Site<'db>) -> Option<&'db [ListItem]> {
        match self.written(site)? {
            H::List(items) if items.iter().any(|i| !i.designators.is_empty()) => Some(items),
            _ => None,
        }
    }

    /// Initialises by a braced list.
    pub(crate) fn list_initialize(
        &mut self,
        to: Ty<'db>,
        list: ExprId,
        mode: Mode,
        purpose: Purpose,
    ) -> ExprId {
        let db = self.db;
        let site = self.site_of(list);
        let ExprKind::List(items) = self.node(list).kind.clone() else {
            return self.initialize(to, list, mode, purpose);
        };
        if to.is_unknown(db) || to.has_auto(db) || self.is_bad(list) {
            let bad = self.infect(&[list], site);
            self.out.dependent |= to.is_dependent(db);
            self.out.exprs[bad.0 as usize].ty = to.strip_reference(db);
            return bad;
        }
        if self.depth > crate::check::DEPTH {
            return self.error_expr(site);
        }
        self.depth += 1;
        // As the reference has it: an error where a value is handed on. An aggregate that a function returns is initialised as a
        // variable is, and the value that a reference is bound to is not.
        let aggregate = to.is_class(db) || to.is_array(db);
        let strict = match purpose {
            Purpose::Argument | Purpose::Assignment => true,
            Purpose::Return => !aggregate,
            _ => to.is_reference(db) && to.strip_reference(db).is_scalar(db),
        };
        let strict = strict || self.modes.strict_narrowing;
        let e = self.with_mode(
            |m| &mut m.strict_narrowing,
            strict,
            |cx| cx.list_initialize_inner(to, list, &items, mode, purpose, site),
        );
        self.depth -= 1;
        e
    }

    pub(crate) fn list_initialize_inner(
        &mut self,
        to: Ty<'db>,
        list: ExprId,
        items: &[ExprId],
        mode: Mode,
        purpose: Purpose,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        if to.is_reference(db) {
            return self.list_reference(to, list, items, mode, purpose, site);
        }
        if to.is_class(db) {
            return self.list_class(to, list, items, mode, site);
        }
        if to.is_array(db) {
            let designated = self.designated(site);
            let made = self.aggregate_initialize(to, items, designated, site);
            self.check_explicit_elements(to, items.len(), made, site);
            return made;
        }
        if let (TyKind::Complex(part), &[real, imaginary]) = (to.kind(db), items) {
            return self.complex_parts(to, *part, real, imaginary, purpose, site);
        }
        // The elements of a GNU vector, however many.
        if matches!(to.kind(db), TyKind::Vector(..)) {
            let list = self.error_expr(site);
            self.out.exprs[list.0 as usize].ty = to;
            return list;
        }
        match *items {
            [] => self.value_initialize(to, site),
            [e] if mode == Mode::Direct && self.is_enum_from_number(to, e) => {
                // Only what is no integer is reported as narrowing.
                if self.ty(e).is_floating(db) {
                    let fills = vec![Fill::Type(self.ty(e).unqualified(db)), Fill::Type(to)];
                    let at = self.start_of(e);
                    self.warnings
                        .push(Problem::new((codes::NARROWING_CONVERSION, fills), at).at(At::First));
                }
                let underlying = self.underlying_or_self(to);
                self.check_conversion(e, underlying);
                let value = self.rvalue(e);
                self.arithmetic(value, to.unqualified(db))
            }
            [e] if matches!(self.node(e).kind, ExprKind::List(_)) && !self.is_instantiation() => {
                let at = self.site_of(e);
                self.report(
                    Problem::new(codes::TOO_MANY_BRACE_LEVELS { ty: Fill::Type(to) }, at)
                        .at(At::First),
                )
            }
            // Whatever the list is for, its element initialises.
            [e] => {
                // The reference forgets the name of what is no pointer.
                let target = match to.is_arithmetic(db) || to.is_enum(db) {
                    true => Target::Unknown,
                    false => self.target,
                };
                let converted =
                    self.for_target(target, |cx| cx.initialize(to, e, mode, Purpose::Variable));
                self.narrowing(e, to);
                converted
            }
            [_, extra, ..] => self.wrong_operand(codes::TOO_MANY_INITIALIZERS, extra),
        }
    }

    /// A complex number from a list of its parts, as GNU C++ has it.
    fn complex_parts(
        &mut self,
        to: Ty<'db>,
        part: Builtin,
        real: ExprId,
        imaginary: ExprId,
        purpose: Purpose,
        site: Site<'db>,
    ) -> ExprId {
        let part = Ty::of(self.db, TyKind::Builtin(part));
        let [real, imaginary] = [real, imaginary].map(|e| {
            if let ExprKind::List(_) = self.node(e).kind {
                return self.list_initialize(part, e, Mode::Copy, purpose);
            }
            let value = self.initialize(part, e, Mode::Copy, purpose);
            self.narrowing(e, part);
            value
        });
        if self.is_bad(real) || self.is_bad(imaginary) {
            return self.infect(&[real, imaginary], site);
        }
        let args = Box::new([real, imaginary]);
        let kind = ExprKind::Builtin("__builtin_complex".into(), args);
        self.prvalue(kind, to.unqualified(self.db), site)
    }

    /// Whether a number in braces initialises an enumeration: it has a fixed underlying type ([dcl.init.list]/3.8).
    fn is_enum_from_number(&self, to: Ty<'db>, e: ExprId) -> bool {
        let db = self.db;
        let from = self.ty(e).unqualified(db);
        let standard = self.code_ref.item.file(db).dialect(db).standard;
        let number = from.is_arithmetic(db) || crate::convert::promoted_enum(db, from).is_some();
        let fixed = match to.kind(db) {
            TyKind::Enum(entity) => crate::convert::has_fixed_underlying(db, *entity),
            _ => false,
        };
        fixed && number && from != to.unqualified(db) && standard >= cleave_syntax::Standard::Cpp17
    }

    pub(crate) fn list_reference(
        &mut self,
        to: Ty<'db>,
        list: ExprId,
        items: &[ExprId],
        mode: Mode,
        purpose: Purpose,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let referent = to.strip_reference(db);
        if let [e] = *items
            && !matches!(self.node(e).kind, ExprKind::List(_))
        {
            let related = self.ty(e).unqualified(db) == referent.unqualified(db)
                || base_search(db, self.ty(e), referent) != BaseSearch::None;
            if related {
                return self.initialize(to, e, mode, purpose);
            }
        }
        let is_rvalue = matches!(to.kind(db), TyKind::RvalueReference(_));
        if !is_rvalue && !referent.top_quals(db).is_const {
            return match *items {
                [e] => self.initialize(to, e, mode, purpose),
                _ => self.reject(codes::NONCONST_REFERENCE_TO_RVALUE, site),
            };
        }
        let value = self.list_initialize(referent, list, mode, purpose);
        if self.is_bad(value) {
            return value;
        }
        self.initialize(to, value, Mode::Copy, purpose)
    }

    pub(crate) fn list_class(
        &mut self,
        to: Ty<'db>,
        list: ExprId,
        items: &[ExprId],
        mode: Mode,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let class = to.unqualified(db);
        let Some(info) = class_info(db, class) else {
            return self.error_expr(site);
        };
        if let [e] = *items
            && !matches!(self.node(e).kind, ExprKind::List(_))
            && info.is_aggregate
            && (is_same_class(db, self.ty(e), class)
                || base_search(db, self.ty(e), class) != BaseSearch::None)
        {
            return self.class_initialize(class, &[e], mode, Purpose::Variable, site);
        }
        if let Some(element) = initializer_list_element(self, class) {
            return self.initializer_list(class, element, items, site);
        }
        if info.is_aggregate {
            let designated = self.designated(site);
            return self.aggregate_initialize(class, items, designated, site);
        }
        if let Some([item, ..]) = self.designated(site)
            && !item.designators.is_empty()
            && !self.is_instantiation()
        {
            return self.wrong_designator(
                codes::DESIGNATOR_ON_NON_AGGREGATE,
                item,
                vec![Fill::Type(class)],
            );
        }
        let has_default = crate::class::special(db, class, crate::class::Special::Default)
            .is_some_and(|s| s.exists);
        if items.is_empty() && has_default {
            if mode == Mode::Copy && self.is_default_explicit(to) {
                let ty = Fill::Type(to.unqualified(db));
                return self.reject(codes::NO_DEFAULT_CONSTRUCTOR { ty }, site);
            }
            return self.value_initialize(class, site);
        }
        let operand = self.operand(list);
        let pool = list_constructors(self, class, &operand);
        let chosen = select(self, pool, items.len());
        if let Choice::One(best) = &chosen
            && mode == Mode::Direct
            && let Some(made) = self.converted(best, class, items, site)
        {
            return made;
        }
        // An object that is made for it is the object itself (CWG 2327).
        if let (Choice::One(best), &[e]) = (&chosen, items)
            && self.category(e) == Category::Prvalue
            && is_same_class(db, self.ty(e), class)
            && let [param] = best.params[..]
            && param.is_reference(db)
            && is_same_class(db, param.strip_reference(db), class)
        {
            return e;
        }
        match chosen {
            Choice::One(best) => match best.callable {
                Callable::Function(f) => {
                    let takes_list = best
                        .params
                        .first()
                        .is_some_and(|p| initializer_list_element(self, p.bare(db)).is_some())
                        && best.sequences.len() == 1
                        && !(items.len() == 1
                            && initializer_list_element(self, self.ty(items[0])).is_some())
                        && !self.is_list_of_one(items, &operand, best.params[0]);
                    if takes_list {
                        return self.construct(f, class, &[list], site);
                    }
                    if let Some(sig) = crate::function::signature(db, f) {
                        if mode == Mode::Copy && sig.is_explicit {
                            // Chosen, and then ill-formed ([over.match.list]).
                            return self.reject(codes::EXPLICIT_CONSTRUCTOR_IN_COPY_LIST, site);
                        }
                        for (&e, &param) in items.iter().zip(sig.ty.params.iter()) {
                            self.narrowing_argument(e, param);
                        }
                    }
                    self.construct_listed(f, class, items, site)
                }
                Callable::Implicit(implicit, deleted) => {
                    self.construct_implicit(implicit, deleted, class, items, site)
                }
                _ => self.error_expr(site),
            },
            Choice::None(failed) => self.no_matching_constructor(class, items, &failed, site),
            Choice::Ambiguous(found) => self.ambiguous_call(&found, items, site),
            Choice::Unknown => self.infect(items, site),
        }
    }

    /// Whether a list has one element, a list that is the argument of a constructor with a parameter `param`: the whole list does not
    /// convert to that ([over.match.list]/1).
    fn is_list_of_one(&mut self, items: &[ExprId], whole: &Operand<'db>, param: Ty<'db>) -> bool {
        matches!(*items, [e] if matches!(self.node(e).kind, ExprKind::List(_)))
            && sequence(self, whole, param, Options::COPY).is_none()
    }

    pub(crate) fn initializer_list(
        &mut self,
        class: Ty<'db>,
        element: Ty<'db>,
        items: &[ExprId],
        site: Site<'db>,
    ) -> ExprId {
        if !items.is_empty() {
            self.check_initializer_list(class, site);
        }
        let elements = items
            .iter()
            .map(|&e| {
                self.narrowing(e, element);
                self.initialize(element, e, Mode::Copy, Purpose::Variable)
            })
            .collect();
        self.prvalue(ExprKind::InitializerList(elements), class, site)
    }

    /// Whether a class has a single default constructor, which copy-list-initialisation may not choose ([over.match.list]/1).
    fn is_default_explicit(&self, class: Ty<'db>) -> bool {
        let db = self.db;
        let state =
            crate::class::special(db, class.unqualified(db), crate::class::Special::Default);
        let declared = state
            .and_then(|s| s.declared)
            .filter(|f| !f.is_template(db));
        declared.is_some_and(|f| crate::function::signature(db, f).is_some_and(|s| s.is_explicit))
    }

    /// `std::initializer_list` is no class like any ([support.initlist]): objects are made by a constructor from two values, which
    /// the library's definition has.
    fn check_initializer_list(&mut self, class: Ty<'db>, site: Site<'db>) {
        let db = self.db;
        let open = |e: Entity<'db>| {
            e.hir(db).is_some_and(|d| d.heads.is_empty())
                && crate::function::signature(db, e).is_none_or(|s| s.ty.params.len() == 2)
        };
        let closed = || {
            let info = crate::class::class_info(db, class);
            info.is_some_and(|i| {
                i.fields.iter().any(|f| {
                    let field = f.decl.hir(db);
                    field.is_some_and(|d| d.access == cleave_hir::Access::Private)
                })
            })
        };
        let constructors = crate::class::constructors(db, class);
        let made = match constructors.is_empty() {
            true => !closed(),
            false => constructors.into_iter().any(open),
        };
        if !made && !self.in_template() && !self.is_substitution() {
            let problem = Problem::new(codes::INITIALIZER_LIST_WITHOUT_CONSTRUCTOR, site);
            self.problems.push(problem.at(At::First));
        }
    }

    /// The elements of an array that its list leaves out are initialised from empty lists, for which no explicit constructor is taken
    /// ([dcl.init.aggr]/5, [over.match.list]). Of members the reference warns.
    fn check_explicit_elements(
        &mut self,
        to: Ty<'db>,
        given: usize,
        made: ExprId,
        site: Site<'db>,
    ) {
        let db = self.db;
        let Some(element) = to.element(db).filter(|e| e.is_class(db)) else {
            return;
        };
        let short = to.length(db).is_some_and(|n| n > given as u64);
        if short
            && !self.is_bad(made)
            && !self.is_instantiation()
            && self.designated(site).is_none()
            && class_info(db, element.unqualified(db)).is_some_and(|i| !i.is_aggregate)
            && self.is_default_explicit(element)
        {
            let ty = Fill::Type(element.unqualified(db));
            let problem = Problem::new(codes::NO_DEFAULT_CONSTRUCTOR { ty }, site);
            let listed = matches!(self.written(site), Some(H::List(_)));
            self.report(problem.at(if listed { At::Last } else { At::Point }));
        }
    }

    /// Initialises an aggregate by the elements of a list ([dcl.init.aggr]).
    pub(crate) fn aggregate_initialize(
        &mut self,
        to: Ty<'db>,
        items: &[ExprId],
        designated: Option<&'db [ListItem]>,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        if let (Some(element), [e]) = (to.element(db), items) {
            let operand = self.operand(*e);
            if is_string_for(self, &operand, element)
                && matches!(self.node(*e).kind, ExprKind::String(_))
            {
                return self.initialize(to, *e, Mode::Copy, Purpose::Variable);
            }
        }
        if let Some(designated) = designated {
            return self.designated_initialize(to, items, designated, site);
        }
        let mut rest = Items { items, at: 0 };
        let made = self.aggregate(to, &mut rest, site);
        if let Some(&extra) = items.get(rest.at) {
            return self.wrong_operand(codes::TOO_MANY_INITIALIZERS, extra);
        }
        made
    }

    pub(crate) fn aggregate(
        &mut self,
        to: Ty<'db>,
        rest: &mut Items<'_>,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        if self.depth > crate::check::DEPTH {
            // How many it takes is not known.
            rest.at = rest.items.len();
            return self.error_expr(site);
        }
        self.depth += 1;
        let made = match to.kind(db) {
            TyKind::Array(element, bound) => {
                self.aggregate_array(to, *element, bound.clone(), rest, site)
            }
            _ => self.aggregate_class(to, rest, site),
        };
        self.depth -= 1;
        made
    }

    pub(crate) fn aggregate_array(
        &mut self,
        to: Ty<'db>,
        element: Ty<'db>,
        bound: Bound<'db>,
        rest: &mut Items<'_>,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let limit = match bound {
            Bound::Known(n) => n,
            _ => u64::MAX,
        };
        let mut elements = Vec::new();
        while rest.at < rest.items.len() && (elements.len() as u64) < limit {
            let before = rest.at;
            elements.push(self.element(element, rest, site));
            // An element that takes nothing leaves it to the next one, and so on.
            if rest.at == before {
                break;
            }
        }
        let len = elements.len() as u64;
        let ty = match bound {
            Bound::Known(_) => to,
            _ => element.array(db, Bound::Known(len)),
        };
        let filler = match bound {
            Bound::Known(n) if n > len => {
                Some(self.at_end(site, |cx| cx.empty_element(element, site)))
            }
            _ => None,
        };
        self.prvalue(ExprKind::Array(elements.into(), filler), ty, site)
    }

    pub(crate) fn aggregate_class(
        &mut self,
        to: Ty<'db>,
        rest: &mut Items<'_>,
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let class = to.unqualified(db);
        let Some(info) = class_info(db, class) else {
            return self.error_expr(site);
        };
        if info.is_union {
            let Some(field) = info.fields.first() else {
                return self.prvalue(ExprKind::Zero, class, site);
            };
            if rest.at >= rest.items.len() {
                return self.empty_union(class, &info.fields, site);
            }
            let value = self.for_target(Target::Field(field.decl, class), |cx| {
                cx.element(field.ty, rest, site)
            });
            return self.prvalue(ExprKind::UnionInit(0, Some(value)), class, site);
        }
        let mut parts = Vec::new();
        for base in &info.bases {
            // It is destroyed if what follows throws ([dcl.init.aggr]/8).
            if matches!(self.written(site), Some(H::List(_))) {
                self.destroy_base(base.ty, site, At::First);
            }
            parts.push(Some(match rest.at < rest.items.len() {
                true => self.element(base.ty, rest, site),
                false => self.at_end(site, |cx| cx.value_initialize_part(base.ty, site)),
            }));
        }
        for (i, field) in info.fields.iter().enumerate() {
            parts.push(Some(match rest.at < rest.items.len() {
                true => self.for_target(Target::Field(field.decl, class), |cx| {
                    cx.element(field.ty, rest, site)
                }),
                false => self.at_end(site, |cx| cx.absent(class, field, i as u32, site)),
            }));
        }
        self.prvalue(ExprKind::Aggregate(parts.into()), class, site)
    }

    /// What initialises an element that a list does not have: reported where the list ends.
    fn at_end(&mut self, site: Site<'db>, make: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        let before = self.problems.len();
        let e = make(self);
        if matches!(self.written(site), Some(H::List(_))) {
            for problem in self.problems.iter_mut().skip(before) {
                if problem.site == site {
                    problem.at = At::Last;
                }
            }
        }
        e
    }

    pub(crate) fn empty_union(
        &mut self,
        class: Ty<'db>,
        fields: &[Field<'db>],
        site: Site<'db>,
    ) -> ExprId {
        let at = fields.iter().position(|f| f.has_default).unwrap_or(0);
        let Some(field) = fields.get(at) else {
            return self.prvalue(ExprKind::Zero, class, site);
        };
        let value = self.absent(class, field, at as u32, site);
        self.prvalue(ExprKind::UnionInit(at as u32, Some(value)), class, site)
    }

    /// A member that no element of the list is for.
    pub(crate) fn absent(
        &mut self,
        class: Ty<'db>,
        field: &Field<'db>,
        number: u32,
        site: Site<'db>,
    ) -> ExprId {
        let _ = class;
        match field.has_default {
            true => {
                let (ty, category) = crate::check::call::result(self.db, field.ty);
                self.push(ExprKind::DefaultMember(number), ty, category, site)
            }
            false => self.empty(field.ty, site, Self::value_initialize_part),
        }
    }

    /// An element that the list of an array ends before.
    pub(crate) fn empty_element(&mut self, ty: Ty<'db>, site: Site<'db>) -> ExprId {
        self.empty(ty, site, Self::value_initialize)
    }

    /// What is initialised by an empty list: an aggregate by its parts, everything else by `value`.
    fn empty(
        &mut self,
        ty: Ty<'db>,
        site: Site<'db>,
        value: fn(&mut Self, Ty<'db>, Site<'db>) -> ExprId,
    ) -> ExprId {
        let db = self.db;
        let is_array = matches!(ty.kind(db), TyKind::Array(_, Bound::Known(n)) if *n > 0);
        if is_array
            || ty.is_class(db) && class_info(db, ty.unqualified(db)).is_some_and(|i| i.is_aggregate)
        {
            return self.aggregate(ty, &mut Items { items: &[], at: 0 }, site);
        }
        value(self, ty, site)
    }

    /// One element, with brace elision ([dcl.init.aggr]/13).
    pub(crate) fn element(&mut self, to: Ty<'db>, rest: &mut Items<'_>, site: Site<'db>) -> ExprId {
        let db = self.db;
        let e = rest.items[rest.at];
        if matches!(self.node(e).kind, ExprKind::List(_)) {
            rest.at += 1;
            self.extra_braces(e, to);
            return self.list_initialize(to, e, Mode::Copy, Purpose::Variable);
        }
        let aggregate = to.is_array(db)
            || to.is_class(db)
                && class_info(db, to.unqualified(db)).is_some_and(|i| i.is_aggregate);
        if aggregate && !self.is_bad(e) {
            let operand = self.operand(e);
            let fits = match to.element(db) {
                Some(element) => is_string_for(self, &operand, element),
                None => quietly(self, |cx| sequence(cx, &operand, to, Options::COPY)).is_some(),
            };
            // What has no elements takes no braces either.
            let is_empty = class_info(db, to.unqualified(db))
                .is_some_and(|i| i.bases.is_empty() && i.fields.is_empty());
            if !fits && !is_empty {
                return self.aggregate(to, rest, site);
            }
            // Only a list gives a flexible array member elements.
            if fits && matches!(to.kind(db), TyKind::Array(_, Bound::Unknown)) {
                rest.at += 1;
                return self.wrong_operand(codes::STRING_FOR_FLEXIBLE_ARRAY, e);
            }
        }
        rest.at += 1;
        self.narrowing(e, to);
        self.initialize(to, e, Mode::Copy, Purpose::Variable)
    }

    /// A list for a single value in a list is nonstandard.
    pub(crate) fn extra_braces(&mut self, list: ExprId, to: Ty<'db>) {
        if (to.is_scalar(self.db) || to.is_enum(self.db)) && !self.is_instantiation() {
            let problem = Problem::new(codes::EXTRA_BRACES, self.site_of(list)).at(At::First);
            self.warnings.push(problem);
        }
    }
}
