//! `new` and `delete` ([expr.new], [expr.delete]).

use cleave_codes::codes;
use cleave_hir::{ExprId, Init, NameId, TypeId, TypeRef};
use cleave_lang::{Builtin, Operator};

use crate::check::init::{Mode, Purpose};
use crate::class::deallocation::DEFAULT_NEW_ALIGNMENT;
use crate::class::{Special, special};
use crate::code::source::first_token;
use crate::lookup::Found;
use crate::overload::{Call, Choice, Pool, add_function, select};
use crate::template::Operand;
use crate::thir::{self, Category, ExprKind};
use crate::{At, Bound, Context, Entity, Fill, Problem, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// `new T(args)`
    pub(crate) fn new_expr(
        &mut self,
        global: bool,
        placement: &'db [ExprId],
        ty: TypeId,
        init: &'db Init,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let Some(placement) = self.arguments(placement) else {
            return self.dependent_expr(site);
        };
        let problems = self.problems.len();
        // `new T[n]`: the outermost bound need not be constant.
        let (element, count) = match &self.code[ty] {
            TypeRef::Array {
                element,
                bound: Some(bound),
            } => {
                let (element, bound) = (*element, *bound);
                let n = self.new_bound(bound);
                (self.type_of(element), Some(n))
            }
            _ => {
                let (pattern, template) = self.declared_pattern(ty);
                if template.is_some() || pattern.has_auto(db) {
                    let at = self.type_site(ty);
                    return self.new_deduced(pattern, template, init, placement, (site, at));
                }
                let at = self.base_type_site(ty);
                if self.is_no_object(pattern, init, at) {
                    return self.error_expr(site);
                }
                match *pattern.kind(db) {
                    TyKind::Array(element, Bound::Known(n)) => {
                        let n =
                            self.int(crate::ty::classify::size_type(self.db), i128::from(n), site);
                        (element, Some(n))
                    }
                    TyKind::Array(element, Bound::Unknown) => {
                        let n = self.list_length(init).unwrap_or(0);
                        let n = self.int(crate::ty::classify::size_type(self.db), n as i128, site);
                        (element, Some(n))
                    }
                    _ => (pattern, None),
                }
            }
        };
        // Nothing but a type can be meant here.
        for problem in self.problems.iter_mut().skip(problems) {
            let is_other = problem.is_undefined_name() || problem.code == codes::NOT_A_TYPE_NAME;
            if is_other && problem.site.is_type {
                problem.code = codes::EXP_TYPE_SPECIFIER;
                problem.fills.clear();
            }
        }
        let bad = placement.iter().chain(&count).any(|&e| self.is_bad(e));
        if element.is_unknown(db)
            && !self.in_template()
            && !self.is_substitution()
            && let Some(problem) = self.inner_bound(ty)
        {
            return self.report(problem);
        }
        if element.is_unknown(db) || bad {
            let value = self.new_initializer(Ty::error(db), None, init, site);
            let _ = value;
            let mut parts = placement;
            parts.extend(count);
            self.out.dependent |= element.is_dependent(db);
            return match element.is_unknown(db) {
                true => {
                    let dependent = element.is_dependent(db);
                    let pointer = element.pointer(db);
                    match dependent {
                        true => self.dependent_of(pointer, Category::Prvalue, site),
                        false => self.error_expr(site),
                    }
                }
                false => self.infect(&parts, site),
            };
        }
        let at = self.type_site(ty);
        let whole = match count.map(|n| self.evaluated(n).and_then(|c| c.as_int(db))) {
            None => Some(element),
            Some(n) => n
                .and_then(|n| u64::try_from(n).ok())
                .map(|n| element.array(db, Bound::Known(n))),
        };
        let element_site = match &self.code[ty] {
            TypeRef::Array { element, .. } => self.type_site(*element),
            _ => at,
        };
        if whole.is_some_and(|ty| self.check_allocated(ty, element_site)) {
            return self.error_expr(site);
        }
        let number = if count.is_some() {
            codes::ARRAY_OF_ABSTRACT_CLASS
        } else {
            codes::ABSTRACT_CLASS_OBJECT
        };
        let class = element.innermost_element(db);
        if class.is_class(db)
            && let Some(problem) =
                crate::class::abstract_class(db, class.unqualified(db), number, at)
        {
            return self.report(problem);
        }
        if let Init::None = init {
            self.check_new_constant(element, at);
        }
        let before = self.problems.len();
        let value = self.new_initializer(element, count, init, site);
        for problem in self.problems.iter_mut().skip(before) {
            if problem.site == site {
                (problem.site, problem.at) = match init {
                    Init::None => (element_site, At::First),
                    _ => (at, At::After),
                };
            }
        }
        self.allocated(global, element, count, value, placement, site)
    }

    /// A constant object without an initialiser needs a default constructor that gives everything a value ([dcl.init]/8).
    fn check_new_constant(&mut self, ty: Ty<'db>, at: Site<'db>) {
        let db = self.db;
        let element = ty.innermost_element(db);
        let is_read = self.modes.substitution || !self.in_template() && !self.is_instantiation();
        if !element.top_quals(db).is_const || !is_read {
            return;
        }
        let class = element.unqualified(db);
        let problem = if class.is_class(db) {
            if crate::check::init::class::leaves_uninitialized(db, class, 0) != Some(true) {
                return;
            }
            Problem::new(
                codes::CONST_OBJECT_NEEDS_INITIALIZER {
                    class: crate::Fill::Type(class),
                },
                at,
            )
        } else if class.is_scalar(db) || class.is_enum(db) {
            Problem::new(codes::CONST_OBJECT_WITHOUT_INITIALIZER, at)
        } else {
            return;
        };
        self.problems.push(problem.at(At::First));
    }

    /// The number of elements, which is an integer or converts to one ([expr.new]/8).
    fn new_bound(&mut self, bound: cleave_hir::ExprId) -> thir::ExprId {
        let db = self.db;
        let written = self.expr(bound);
        let ty = self.ty(written);
        let is_number = self.is_number(ty) || self.is_bad(written) || ty.is_unknown(db);
        let converts = ty.is_class(db)
            && crate::class::conversions(db, ty.unqualified(db))
                .iter()
                .any(|f| crate::function::signature(db, *f).is_none_or(|s| !s.is_explicit));
        let vague = self.is_vague(ty) || matches!(ty.kind(db), TyKind::Overloaded | TyKind::List);
        let incomplete =
            ty.is_class(db) && crate::class::class_info(db, ty.unqualified(db)).is_none();
        if !is_number && !converts && !vague && !incomplete {
            return self.wrong_operand(codes::NOT_INTEGRAL_OR_UNSCOPED_ENUM, written);
        }
        let n = self.integral_value(written, None);
        self.check_new_bound(n);
        n
    }

    /// A bound that is a constant is not negative ([expr.new]/8).
    fn check_new_bound(&mut self, n: thir::ExprId) {
        let db = self.db;
        let value = (!self.is_bad(n)).then(|| self.evaluated(n)).flatten();
        if value.and_then(|v| v.as_int(db)).is_some_and(|n| n < 0) {
            let at = first_token(db, self.site_of(n));
            self.problems
                .push(Problem::new(codes::NEGATIVE_ARRAY_NEW_SIZE, at).at(At::First));
        }
    }

    /// Where the specifiers of a type stand that declarators add to.
    fn base_type_site(&self, ty: TypeId) -> Site<'db> {
        let mut at = ty;
        while let TypeRef::Pointer(inner)
        | TypeRef::LvalueReference(inner)
        | TypeRef::RvalueReference(inner)
        | TypeRef::Array { element: inner, .. }
        | TypeRef::Attributed(inner, _) = &self.code[at]
        {
            at = *inner;
        }
        self.type_site(at)
    }

    fn has_paren_aggregates(&self) -> bool {
        self.initializes_arrays() || self.is_instantiation() && !self.is_substitution()
    }

    /// Says so of a type that no object is of, or of an array whose size nothing tells.
    fn is_no_object(&mut self, ty: Ty<'db>, init: &Init, at: Site<'db>) -> bool {
        let db = self.db;
        if self.is_instantiation() || self.in_template() {
            return false;
        }
        let standard = self.code_ref.item.file(db).dialect(db).standard;
        let listed = match init {
            Init::Brace(e) => match &self.code[*e] {
                cleave_hir::Expr::List(items) => items.get(1).map(|i| i.value),
                _ => None,
            },
            _ => None,
        };
        let endless = matches!(ty.kind(db), TyKind::Array(_, Bound::Unknown));
        let (number, fills) = match ty.is_reference(db) || ty.is_function(db) {
            true => (codes::NOT_AN_OBJECT_TYPE, Vec::new()),
            false if ty.is_void(db) => (
                codes::INCOMPLETE_TYPE_NOT_ALLOWED,
                vec![crate::Fill::Type(ty)],
            ),
            false if endless && standard < cleave_syntax::Standard::Cpp20 => (
                codes::INCOMPLETE_TYPE_NOT_ALLOWED,
                vec![crate::Fill::Type(ty)],
            ),
            false => return false,
        };
        self.problems
            .push(Problem::new((number, fills), at).at(At::First));
        // It counts as one of one element.
        if let (Some(second), true) = (listed, endless) {
            let second = first_token(db, self.site(second));
            self.problems
                .push(Problem::new(codes::TOO_MANY_INITIALIZERS, second).at(At::First));
        }
        true
    }

    fn list_length(&self, init: &Init) -> Option<usize> {
        match init {
            Init::Brace(e) | Init::Equal(e) => match &self.code[*e] {
                cleave_hir::Expr::List(items) => Some(items.len()),
                _ => None,
            },
            Init::Paren(args) => Some(args.len()),
            _ => None,
        }
    }

    fn new_deduced(
        &mut self,
        pattern: Ty<'db>,
        template: Option<Entity<'db>>,
        init: &'db Init,
        placement: Vec<thir::ExprId>,
        (site, at): (Site<'db>, Site<'db>),
    ) -> thir::ExprId {
        if let (Init::None, None, false) = (init, template, self.is_instantiation()) {
            return self.report(Problem::new(codes::AUTO_WITHOUT_INITIALIZER, at).at(At::First));
        }
        let (ty, value) = self.initialize_declared(pattern, template, init, false, site);
        if ty.is_unknown(self.db) {
            return self.infect(value.as_slice(), site);
        }
        self.allocated(false, ty, None, value, placement, site)
    }

    fn new_initializer(
        &mut self,
        element: Ty<'db>,
        count: Option<thir::ExprId>,
        init: &'db Init,
        site: Site<'db>,
    ) -> Option<thir::ExprId> {
        let db = self.db;
        let whole = match count {
            None => element,
            Some(n) => {
                let bound = match self.is_bad(n) {
                    true => Bound::Unknown,
                    false => self
                        .evaluated(n)
                        .and_then(|c| c.as_int(db))
                        .and_then(|n| u64::try_from(n).ok())
                        .map_or(Bound::Unknown, Bound::Known),
                };
                element.array(db, bound)
            }
        };
        match init {
            Init::None => match count {
                None => Some(self.default_initialize(element, site)),
                Some(_) => element
                    .innermost_element(db)
                    .is_class(db)
                    .then(|| self.default_initialize(whole, site)),
            },
            Init::Paren(args) => {
                let es = self.arguments(args)?;
                Some(match (es.is_empty(), count) {
                    (true, _) => self.value_initialize(whole, site),
                    // The reference expects the end of the initializer behind the first value.
                    (false, None) if es.len() > 1 && element.is_scalar(self.db) => {
                        let after = Problem::new(codes::EXP_RPAREN, self.site_of(es[0]));
                        self.report(after.at(At::After))
                    }
                    (false, None) => {
                        self.check_copied(element, &es, site);
                        self.direct_initialize(element, &es, site)
                    }
                    (false, Some(_)) if !self.has_paren_aggregates() => {
                        self.wrong_operand(codes::NEW_INITIALIZER_FOR_ARRAY, es[0])
                    }
                    (false, Some(_)) => self.aggregate_initialize(whole, &es, None, site),
                })
            }
            Init::Brace(e) | Init::Equal(e) => {
                let list = self.expr(*e);
                Some(self.with_mode(
                    |m| &mut m.strict_narrowing,
                    true,
                    |cx| cx.initialize(whole, list, Mode::Direct, Purpose::Variable),
                ))
            }
            Init::Elsewhere => None,
        }
    }

    /// The allocation function and the node.
    fn allocated(
        &mut self,
        global: bool,
        element: Ty<'db>,
        count: Option<thir::ExprId>,
        init: Option<thir::ExprId>,
        placement: Vec<thir::ExprId>,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let name = match count {
            Some(_) => Operator::NewArray,
            None => Operator::New,
        };
        let size = Operand {
            ty: self.builtin(crate::ty::classify::size_type(self.db)),
            category: Category::Prvalue,
            constant: None,
            list: None,
            designated: Box::default(),
            set: Box::default(),
            explicit: None,
            bit_field: None,
            string: false,
        };
        let mut operands = vec![size.clone()];
        operands.extend(self.operands(&placement));
        // Types with a greater alignment than usual are allocated by functions that are given it ([expr.new]/18).
        let mut given = 0;
        let mut allocator = None;
        if let (false, Some(alignment)) = (placement.is_empty(), self.new_alignment(element)) {
            let mut aligned = operands.clone();
            aligned.insert(
                1,
                Operand {
                    ty: alignment,
                    ..size
                },
            );
            allocator = crate::convert::quietly(self, |cx| {
                cx.allocation(global, element, name, &aligned, site)
            });
            given = usize::from(allocator.is_some());
        }
        if allocator.is_none() {
            allocator = self.allocation(global, element, name, &operands, site);
        }
        if let Some(allocator) = allocator {
            self.check_allocating(allocator, site);
        }
        let freed = element.innermost_element(db).unqualified(db);
        self.check_freeing(freed, global, count.is_some(), site);
        if let Some(allocator) = allocator
            && !placement.is_empty()
            && !global
        {
            self.check_placement_delete(element, allocator, count.is_some(), site);
        }
        let converted = match allocator {
            Some(f) => {
                let params = crate::function::signature(db, f)
                    .map(|s| s.ty.params.clone())
                    .unwrap_or_default();
                placement
                    .iter()
                    .enumerate()
                    .map(|(i, &e)| match params.get(i + 1 + given) {
                        Some(&p) => self.initialize(p, e, Mode::Copy, Purpose::Argument),
                        None => self.variadic(e),
                    })
                    .collect()
            }
            None => placement.into_boxed_slice(),
        };
        let ty = element.pointer(db);
        let kind = ExprKind::New {
            global,
            ty: element,
            count,
            init,
            placement: converted,
            allocator,
        };
        self.prvalue(kind, ty, site)
    }

    /// `std::align_val_t` where a type's alignment is greater than what `operator new` gives without being asked.
    fn new_alignment(&mut self, element: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db;
        let standard = self.code_ref.item.file(db).dialect(db).standard;
        let layout = crate::class::layout(db, element.unqualified(db))?;
        match standard >= cleave_syntax::Standard::Cpp17 && layout.align > DEFAULT_NEW_ALIGNMENT {
            true => self.library_type(&["std"], "align_val_t"),
            false => None,
        }
    }

    fn allocation(
        &mut self,
        global: bool,
        element: Ty<'db>,
        name: Operator,
        operands: &[Operand<'db>],
        site: Site<'db>,
    ) -> Option<Entity<'db>> {
        let db = self.db;
        let class = element.innermost_element(db).unqualified(db);
        let id = NameId::Operator(name);
        let mut set = Vec::new();
        if !global && class.is_class(db) {
            match self.lookup_member(class, &id) {
                Found::Entities { set: found, .. } => set = found,
                Found::Ambiguous => {
                    self.ambiguous_allocation(class, name, site);
                    return None;
                }
                _ => {}
            }
        }
        if set.is_empty() {
            let path = cleave_hir::Path::new(
                id,
                cleave_hir::PathParts {
                    global: true,
                    ..Default::default()
                },
            );
            if let Found::Entities { set: found, .. } = self.lookup_path(&path) {
                set = found;
            }
            // The replaceable one stands for itself.
            if operands.len() == 1 {
                return None;
            }
        }
        let own = match set[..] {
            [only] if crate::function::class_of(db, only).is_some() && !only.is_template(db) => {
                Some(only)
            }
            _ => None,
        };
        let mut pool = Pool::default();
        let call = Call {
            object: None,
            args: operands,
            options: crate::convert::Options::COPY,
            explicit_args: None,
            skip_explicit: false,
            constructs: None,
            filter: false,
        };
        for f in set {
            add_function(self, &mut pool, f, &call);
        }
        let known = operands.iter().all(|o| !o.ty.is_unknown(db));
        let certain = known && !self.in_template() && !self.is_instantiation();
        match select(self, pool, operands.len()) {
            Choice::One(best) => best.function(),
            Choice::None(_) if certain && !self.is_substitution() => {
                let name = Fill::Name(format!("operator {}", name.spelling().trim()).into());
                let at = At::Nth(u32::from(global));
                let mut problem = match own {
                    Some(only) => {
                        let function = Fill::Entity(only);
                        Problem::new(codes::NOT_CALLABLE_WITH_ARGUMENTS { function }, site)
                    }
                    None => Problem::new(codes::NO_MATCHING_OVERLOAD { name }, site),
                };
                let types = operands.iter().map(|o| Fill::Type(o.ty.decayed(db)));
                problem = problem.detail(crate::Detail::ArgumentTypes(types.collect()));
                self.problems.push(problem.at(at));
                None
            }
            _ => None,
        }
    }

    /// `delete p`
    pub(crate) fn delete(
        &mut self,
        global: bool,
        array: bool,
        operand: ExprId,
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let e = self.expr(operand);
        if self.is_bad(e) {
            return self.infect(&[e], site);
        }
        if let Some(bad) = self.undetermined(e) {
            return bad;
        }
        let pointer = match self.ty(e).is_class(db) {
            true => self.pointer_from_class(e),
            false => self.rvalue(e),
        };
        let ty = self.ty(pointer);
        if ty.pointee(db).is_some_and(|t| t.is_function(db)) && !self.is_instantiation() {
            return self.wrong_operand(codes::DELETE_OF_FUNCTION_POINTER, e);
        }
        if !array && ty.pointee(db).is_some_and(|t| t.is_array(db)) && !self.is_instantiation() {
            let at = self.start_of(e);
            self.warnings
                .push(Problem::new(codes::DELETE_OF_POINTER_TO_ARRAY, at).at(At::First));
        }
        if ty.pointee(db).is_some_and(|t| t.is_void(db)) && !self.is_instantiation() {
            let mut problem =
                Problem::new(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, self.start_of(e))
                    .at(At::First);
            problem.soft = true;
            self.warnings.push(problem);
        }
        let Some(pointee) = ty.pointee(db) else {
            return match ty.is_error(db) {
                true => self.error_expr(site),
                false => self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, e),
            };
        };
        let class = pointee.innermost_element(db).unqualified(db);
        let at = self.start_of(e);
        // What is not complete here is deleted as if it had a trivial destructor ([expr.delete]/5).
        if !self.check_deleted(e, class) {
            self.check_destructor(class, at, At::First);
        }
        let destructor = match class.is_class(db) {
            true => special(db, class, Special::Destructor).and_then(|s| s.declared),
            false => None,
        };
        self.check_freeing(class, global, array, site);
        let void = self.builtin(Builtin::Void);
        let kind = ExprKind::Delete {
            pointer,
            array,
            global,
            destructor,
        };
        self.prvalue(kind, void, site)
    }

    /// The only pointer that a class converts to.
    fn pointer_from_class(&mut self, e: thir::ExprId) -> thir::ExprId {
        let db = self.db;
        let mut found = Vec::new();
        for f in crate::class::conversions(db, self.ty(e).unqualified(db)) {
            let ty = crate::check::return_type(db, f).bare(db);
            if ty.is_pointer(db) && !f.is_template(db) {
                found.push(ty);
            }
        }
        let class = self.ty(e).unqualified(db);
        let converts = !crate::class::conversions(db, class).is_empty();
        match found[..] {
            [ty] => self.initialize(ty, e, Mode::Copy, Purpose::Variable),
            // Nothing converts.
            [] if !converts
                && !self.is_instantiation()
                && !class.is_dependent(db)
                && crate::class::class_info(db, class).is_some() =>
            {
                self.wrong_operand(codes::NOT_A_POINTER_TO_COMPLETE_OBJECT, e)
            }
            _ => {
                let site = self.site_of(e);
                self.error_expr(site)
            }
        }
    }
}
